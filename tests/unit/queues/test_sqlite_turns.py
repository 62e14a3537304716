"""Who of one process writes next: in the order in which they came, and nobody for ever."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from qmonitor.queues.delivery.writer import Patience, Writer
from qmonitor.queues.errors import SourceBusy
from qmonitor.queues.sqlite_turns import Turns, turns
from tests.helpers import files

SOON, LATE = 0.3, 30.0
"""Seconds: what is not to come, and what is."""


def queued(line: Turns, count: int) -> None:
    """Wait until so many wait."""
    end = time.monotonic() + LATE
    while line.waiting < count:
        assert time.monotonic() < end


@contextmanager
def running(*threads: threading.Thread) -> Iterator[None]:
    yield
    for thread in threads:
        thread.join(LATE)
        assert not thread.is_alive()


def test_they_come_in_the_order_in_which_they_asked() -> None:
    line, order, threads = Turns(), [], []
    assert line.take(LATE, threading.Event())

    def work(number: int) -> None:
        assert line.take(LATE, threading.Event())
        order.append(number)
        line.pass_on()

    for number in range(10):
        threads.append(threading.Thread(target=work, args=[number]))
        threads[-1].start()
        queued(line, number + 1)
    with running(*threads):
        line.pass_on()
    assert order == list(range(10))
    assert line.take(0.0, threading.Event())


def test_one_that_does_not_end_is_not_waited_for_for_ever() -> None:
    line, stop = Turns(), threading.Event()
    assert line.take(LATE, stop)
    began = time.monotonic()
    assert not line.take(SOON, stop)
    assert SOON <= time.monotonic() - began < LATE
    stop.set()
    began = time.monotonic()
    assert not line.take(LATE, stop)
    assert time.monotonic() - began < LATE / 2
    assert line.waiting == 0
    line.pass_on()
    assert line.take(LATE, stop)


@pytest.mark.parametrize("done", [True, False])
def test_who_waits_goes_on_waiting_while_others_get_something_done(done: bool) -> None:
    line, waited, stop = Turns(), [], threading.Event()
    assert line.take(LATE, stop)

    def wait() -> None:
        began = time.monotonic()
        assert not line.take(10 * SOON, stop)
        waited.append(time.monotonic() - began)

    first, second = threading.Thread(target=line.take, args=[LATE, stop]), threading.Thread(target=wait)
    with running(first, second):
        first.start()
        queued(line, 1)
        second.start()
        queued(line, 2)
        assert not stop.wait(5 * SOON)
        line.pass_on(done=done)
    assert (waited[0] > 14 * SOON) is done


def test_each_file_has_its_own() -> None:
    one = turns((1, 1))
    assert turns((1, 1)) is one
    assert turns((1, 2)) is not one


def test_however_many_write_none_of_them_finds_the_file_locked(tmp_path: Path) -> None:
    """Each for itself by SQLite's lock, some of them got nothing for two seconds."""
    path, count = files.queue(tmp_path / "queue.db", [{}]), 60
    begin, failed = threading.Barrier(count), []

    def work() -> None:
        writer = Writer(path, patience=Patience(try_for=2.0))
        try:
            begin.wait(LATE)
            for _ in range(10):
                with writer.transaction() as db:
                    db.execute("UPDATE queue SET attempts = attempts + 1")
        except Exception as error:  # noqa: BLE001 - told by the test
            failed.append(error)
        finally:
            writer.close()

    threads = [threading.Thread(target=work) for _ in range(count)]
    with running(*threads):
        for thread in threads:
            thread.start()
    assert failed == []
    assert files.rows(path, "attempts") == [(count * 10,)]


def test_where_another_program_has_the_lock_each_says_so_and_none_keeps_its_turn(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "queue.db", [{}])
    writers = [Writer(path, patience=Patience(try_for=SOON)) for _ in range(3)]
    with files.opened(path) as db:
        db.execute("BEGIN IMMEDIATE")
        for writer in writers:
            with pytest.raises(SourceBusy, match="Another program kept"), writer.transaction():
                pass
    for writer in writers:
        with writer.transaction() as db:
            db.execute("UPDATE queue SET attempts = attempts + 1")
        writer.close()
    assert files.rows(path, "attempts") == [(3,)]
