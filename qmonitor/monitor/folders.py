"""Where things of this user lie: settings and rules, kept history, the local journal."""

import os
from pathlib import Path

import platformdirs

PROFILE = "QMONITOR_PROFILE"
"""This environment variable names one folder for all of them: a throw-away profile."""


def config() -> Path:
    """What a person sets."""
    return _profile() or Path(platformdirs.user_config_dir("qmonitor", appauthor=False))


def data() -> Path:
    """What grows by itself and may be lost."""
    return _profile() or Path(platformdirs.user_data_dir("qmonitor", appauthor=False))


def history_file() -> Path:
    """The curves that were kept."""
    return data() / "history.db"


def workers_file() -> Path:
    """Which destinations are sent where."""
    return config() / "workers.toml"


def connections_file() -> Path:
    """The servers that were set up to be connected to."""
    return config() / "connections.toml"


def state() -> Path:
    """What this machine alone has to know: the journal."""
    return _profile() or Path(platformdirs.user_state_dir("qmonitor", appauthor=False))


def _profile() -> Path | None:
    profile = os.environ.get(PROFILE)
    return Path(profile) if profile else None
