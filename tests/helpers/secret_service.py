"""A real Secret Service: gnome-keyring on a bus of its own, in a home of its own."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PASSWORD = "ci-password"

_UNLOCK = f'eval "$(printf "{PASSWORD}\\n" | gnome-keyring-daemon --unlock --components=secrets)"; '


class SecretService:
    """Sessions one after the other on the same home: what one stores, the next one has."""

    def __init__(self, folder: Path) -> None:
        self._home, self._run = folder / "home", folder / "run"
        for place in (self._home, self._run):
            place.mkdir(mode=0o700)

    def session(self, task: str, *arguments: str, unlocked: bool = True, display: str = "") -> str:
        """Run Python text in a new session; the last line that is printed there."""
        script = f'{_UNLOCK if unlocked else ""}exec "$@"'
        command = ["dbus-run-session", "--", "bash", "-c", script, "_", sys.executable, "-c", task, *arguments]
        done = subprocess.run(command, env=self._environment(display), capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return done.stdout.rstrip("\n").rpartition("\n")[2]

    def _environment(self, display: str) -> dict[str, str]:
        kept = {name: text for name, text in os.environ.items() if name in ("PATH", "LANG", "TMPDIR")}
        return {
            **kept,
            "HOME": str(self._home),
            "XDG_RUNTIME_DIR": str(self._run),
            "XDG_DATA_HOME": str(self._home / ".local/share"),
            "PYTHONPATH": str(ROOT),
            **({"DISPLAY": display} if display else {}),
        }
