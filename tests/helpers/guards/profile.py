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
    """Nothing of ours comes to be in the home that the user had before the tests began.

    A user who has used qmonitor there may be using it at this moment, so what is there already may change.
    """

    def __init__(self) -> None:
        self._in_use = bool(_files())

    def before(self, item: pytest.Item) -> None:
        """Told at the beginning already."""

    def after(self, item: pytest.Item) -> list[str]:
        return ["the user's own settings or data were touched"] if _files() and not self._in_use else []


def _files() -> list[Path]:
    """Our files and folders in the user's real home."""
    folders = (".config", ".local/share", ".local/state", ".cache")
    return [path for folder in folders if os.path.lexists(path := _real / folder / "qmonitor")]
