"""A wrong clock of this machine: of this process, so that servers keep theirs."""

import time

import pytest


def set_ahead(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Let this process's clock be so many seconds ahead; negative: behind."""
    real, real_ns = time.time, time.time_ns
    monkeypatch.setattr(time, "time", lambda: real() + seconds)
    monkeypatch.setattr(time, "time_ns", lambda: real_ns() + round(seconds * 1e9))
