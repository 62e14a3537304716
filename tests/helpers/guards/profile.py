"""The tests have a home of their own; one that reaches the user's fails."""

import os
import shutil
import tempfile
from pathlib import Path

import pytest

FOLDERS = {
    "HOME": "",
    "XDG_CONFIG_HOME": "config",
    "XDG_DATA_HOME": "data",
    "XDG_STATE_HOME": "state",
    "XDG_CACHE_HOME": "cache",
    "XDG_RUNTIME_DIR": "run",
    "APPDATA": "roaming",
    "LOCALAPPDATA": "local",
}

_real = Path.home()


def private_home() -> Path:
    """Point this process and its children to an empty home; `remove_home` takes it away."""
    home = Path(tempfile.mkdtemp(prefix="qmonitor-home-"))
    for variable, folder in FOLDERS.items():
        (home / folder).mkdir(mode=0o700, exist_ok=True)
        os.environ[variable] = str(home / folder)
    return home


def remove_home(home: Path) -> None:
    shutil.rmtree(home, ignore_errors=True)


class ProfileGuard:
    """Nothing of ours changes in the home that the user had before the tests began."""

    def before(self, item: pytest.Item) -> None:
        self.seen = _newest()

    def after(self, item: pytest.Item) -> list[str]:
        return ["the user's own settings or data were touched"] if _newest() != self.seen else []


def _newest() -> tuple[int, int]:
    """How many of our files the user has there, and when the newest was changed (ns)."""
    times = [
        os.lstat(path).st_mtime_ns
        for folder in (".config", ".local/share", ".local/state", ".cache")
        for path in [_real / folder / "qmonitor", *(_real / folder / "qmonitor").rglob("*")]
        if os.path.lexists(path)
    ]
    return len(times), max(times, default=0)
