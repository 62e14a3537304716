"""Receivers in processes of their own, and senders that are closed after the test."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from qmonitor.senders.mllp import Lines, MllpSender, MllpSettings
from tests.helpers.mllp_receiver import Receiver


@pytest.fixture
def receiver(tmp_path: Path) -> Iterator[Callable[..., Receiver]]:
    """Starts receivers: `receiver(mode)`, or with a script (see the helper)."""
    started: list[Receiver] = []
    numbers = count(1)

    def start(mode: str = "good", *more: str, **options: object) -> Receiver:
        started.append(Receiver(tmp_path / f"receiver-{next(numbers)}.log", mode, *more, **options))
        return started[-1]

    yield start
    for each in started:
        each.stop()


@pytest.fixture
def lines() -> Iterator[Lines]:
    """The lines of the process."""
    made = Lines()
    yield made
    made.close()


@pytest.fixture
def sender(lines: Lines) -> Callable[..., MllpSender]:
    """Makes senders to a port on this machine."""

    def make(port: int, *, host: str = "127.0.0.1", password: object = None, **settings: object) -> MllpSender:
        return MllpSender(MllpSettings(host, port, **settings), lines, password)

    return make
