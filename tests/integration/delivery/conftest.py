"""Files that other processes and other users work on."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from qmonitor.queues import open_source
from qmonitor.queues.source import Reader
from tests.helpers import files


@pytest.fixture
def queue(tmp_path: Path) -> Path:
    """A file as an engine leaves it: twelve items for two destinations, in every state."""
    states = ("pending", "failed", "delivered", "skipped", "pending", "pending")
    rows = [
        {
            "control_id": f"C{n}",
            "state": states[n % 6],
            "destination": f"dest-{n % 2}",
            "attempts": n % 4,
            "raw": b"MSH|%d" % n,
        }
        for n in range(12)
    ]
    return files.queue(tmp_path / "queue.db", rows)


@pytest.fixture
def read() -> Iterator[Callable[[Path], Reader]]:
    """Opens readers, and closes them after the test."""
    opened: list[Reader] = []

    def reader(path: Path) -> Reader:
        opened.append(open_source(path).reader())
        return opened[-1]

    yield reader
    for each in opened:
        each.close()
