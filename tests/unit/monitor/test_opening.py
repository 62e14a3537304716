"""A source is opened once, and may be looked at before there is a window."""

import threading
from pathlib import Path

import pytest

from qmonitor.monitor.opening import Opener, Terms
from qmonitor.queues.errors import NotAQueue, SourceMissing
from tests.helpers import engine, files


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return files.queue(tmp_path / "engine.db", [{"control_id": f"C{n}"} for n in range(3)])


def ended() -> bool:
    """Waits for the thread that looked ahead."""
    for thread in threading.enumerate():
        if thread.name == "first-look":
            thread.join(10)
    return not any(thread.name == "first-look" for thread in threading.enumerate())


def test_the_first_look_tells_what_was_seen_ahead(path: Path) -> None:
    opener = Opener(str(path))
    opener.look_ahead()
    assert ended()
    with engine.Engine(path) as running:
        running.enqueue("adt", "new")
    tool = opener.poll_tool()
    first, second = tool.look(), tool.look(force=True)
    tool.close()
    assert (first.changed, sum(row.pending for row in first.depth.rows)) == (True, 3)
    assert (second.changed, sum(row.pending for row in second.depth.rows)) == (True, 4)


def test_what_failed_ahead_is_told_once_and_tried_again(tmp_path: Path) -> None:
    opener = Opener(str(tmp_path / "late.db"))
    opener.look_ahead()
    assert ended()
    with pytest.raises(SourceMissing):
        opener.poll_tool()
    files.queue(tmp_path / "late.db", [{}])
    tool = opener.poll_tool()
    assert tool.look().depth.rows[0].pending == 1
    tool.close()


def test_a_look_that_fails_ahead_is_told_and_tried_again(path: Path) -> None:
    opener = Opener(str(path))
    source = opener.source()
    path.rename(path.with_suffix(".away"))
    opener.look_ahead()
    assert ended()
    tool = opener.poll_tool()
    with pytest.raises(SourceMissing):
        tool.look()
    path.with_suffix(".away").rename(path)
    assert tool.look().depth.rows[0].pending == 3
    assert opener.source() is source
    tool.close()


def test_of_one_that_only_passes_nothing_is_kept(tmp_path: Path) -> None:
    terms = Terms(allow_network=True, history=tmp_path / "history.db")
    passing, staying = terms.opener("a.db", passes=True), terms.opener("a.db")
    assert (passing.history, staying.history, staying.allow_network) == (None, terms.history, True)


def test_a_password_in_an_address_is_refused_and_kept_nowhere() -> None:
    opener = Opener("redis://me:geheim@queue.example/0")
    assert "geheim" not in opener.target
    with pytest.raises(NotAQueue, match="There is a password in the address") as told:
        opener.source()
    assert "geheim" not in str(told.value)
