"""A poll reads what is new, goes on with what is not exact yet, and otherwise only lets time pass."""

from dataclasses import replace

import pytest

from qmonitor.monitor.sampler import Sampler
from qmonitor.queues import times
from qmonitor.queues.errors import Interrupted, SourceBusy
from qmonitor.queues.model import Depth, DepthRow, Details, aged
from qmonitor.queues.source import open_source
from qmonitor.queues.times import NS, Instant, from_ns
from tests.helpers import files

START = times.parse("2026-11-29T09:00:00.000000000Z")


class Clock:
    """Moves when told."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> Instant:
        return self.now


class Slow:
    """A reader whose figures are exact at the `looks`th look only."""

    def __init__(self, looks: int) -> None:
        self.left = looks
        self.news = True
        self.error: SourceBusy | None = None

    def changed(self) -> bool:
        return self.news

    def depth(self, *, patient: bool = False) -> Depth:
        if self.error is not None:
            raise self.error
        self.news = False
        self.left -= 1
        row = DepthRow("lab", "x", 1, 0, START, 0.0, None if self.left > 0 else 3)
        return Depth((row,), START, self.left <= 0)

    def destinations(self):
        return ()

    def details(self) -> Details:
        return Details("t", "delivery", None, None, None, None)

    def interrupted(self):
        return ()


def test_a_real_file_is_read_once_and_then_only_grows_older(tmp_path):
    path = files.queue(tmp_path / "q.db", [{"enqueued_at": "2026-11-29T08:00:00.000000000Z"}])
    clock = Clock()
    sampler = Sampler(open_source(path).reader(), clock)
    try:
        first = sampler.look()
        assert first.changed
        assert first.details.rows == 1
        clock.now = from_ns(first.depth.as_of.ns + 60 * NS)
        second = sampler.look()
        assert not second.changed
        assert second.depth.rows[0].oldest_seconds == pytest.approx(first.depth.rows[0].oldest_seconds + 60)
        assert second.depth.as_of == clock.now
        with files.opened(path) as db:
            files.insert(db, [{}])
        assert sampler.look().depth.rows[0].pending == 2
        assert sampler.look(force=True).changed
    finally:
        sampler.close()


def test_each_look_goes_on_until_the_figures_are_exact():
    sampler = Sampler(Slow(3))
    looks = [sampler.look() for _ in range(3)]
    assert [look.depth.complete for look in looks] == [False, False, True]
    assert [look.changed for look in looks] == [True, False, False]


def test_after_an_error_everything_is_read_again():
    reader = Slow(1)
    sampler = Sampler(reader)
    sampler.look()
    reader.news, reader.error = True, SourceBusy("locked")
    with pytest.raises(SourceBusy):
        sampler.look()
    reader.error = None
    reader.news = False
    assert sampler.look().changed


def test_unknown_ages_stay_unknown():
    row = DepthRow("lab", "x", 1, 0, None, None, 0)
    later = from_ns(START.ns + NS)
    assert aged((row,), later) == (row,)
    known = replace(row, oldest=START, oldest_seconds=0.0)
    assert aged((known,), later)[0].oldest_seconds == 1.0


def test_called_off_between_two_readings_it_ends_and_looks_again(tmp_path):
    reader = open_source(files.queue(tmp_path / "q.db", [{}])).reader()
    sampler = Sampler(reader)

    class Late:
        """Calls the look off while none of its readings is under way."""

        def __init__(self):
            self.called = False

        def __getattr__(self, name):
            if name == "details" and not self.called:
                self.called = True
                sampler.interrupt()
            return getattr(reader, name)

    sampler._reader = Late()
    with pytest.raises(Interrupted):
        sampler.look()
    assert sampler.look().depth.rows[0].pending == 1
    sampler.close()
