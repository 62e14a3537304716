"""A clock that is turned by hand, a sender that notes what it was given, and a queue of three."""

from pathlib import Path

import pytest

from tests.helpers import deadletter as made
from tests.helpers.dead_working import row
from tests.helpers.delivering import Clock, Sender


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def sender() -> Sender:
    return Sender()


@pytest.fixture
def path(tmp_path: Path, clock: Clock) -> Path:
    """Three messages, A, B and C, some seconds old."""
    table = made.Table(tmp_path / "daemon.db")
    for n, name in enumerate("ABC"):
        row(table, clock.ns - (60 - n) * made.NS, name)
    return table.write()
