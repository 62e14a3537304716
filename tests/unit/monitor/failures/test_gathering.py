"""What failed is grouped exactly, part by part, and begun anew where the content is another one."""

import sqlite3
from contextlib import closing
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.monitor.failures import Gathering, abstract
from qmonitor.monitor.failures.gathering import _CERTAIN, REMEMBERED, _Pile
from qmonitor.queues import open_source, times
from qmonitor.queues.errors import SourceError
from qmonitor.queues.failing import Failed
from qmonitor.queues.model import Destination
from tests.helpers import files

NOW = times.parse("2026-11-29T12:00:00.000000000Z")


def at(minute: int) -> str:
    return f"2026-11-29T08:{minute:02d}:00.000000000Z"


def failed(error: str, minute: int, **more):
    return {"state": "failed", "attempts": 8, "last_error": error, "last_attempt": at(minute)} | more


@pytest.fixture
def reader(tmp_path):
    rows = [
        failed("timeout after 30 s", 5),
        failed("timeout after 45 s", 9, state="pending"),
        failed("timeout after 7 s", 2),
        failed("timeout after 7 s", 2, destination="dest-02"),
        failed("connection refused", 1),
        {"attempts": 1},
        {},
        {"state": "delivered", "attempts": 3, "last_error": "timeout after 3 s"},
    ]
    opened = open_source(files.queue(tmp_path / "queue.db", rows)).reader()
    yield opened
    opened.close()


def gathered(reader, **more):
    gathering = Gathering(lambda: NOW, **more)
    while not gathering.done:
        found = gathering.step(reader)
    return found


def test_groups_are_exact(reader):
    found = gathered(reader)
    by_key = {group.key: group for group in found.groups}
    one, two = Destination("lab", "dest-01"), Destination("lab", "dest-02")
    assert set(by_key) == {
        (one, "timeout after # s"),
        (two, "timeout after # s"),
        (one, "connection refused"),
        (one, ""),
    }
    group = by_key[one, "timeout after # s"]
    assert (group.pending, group.failed, group.count) == (1, 2, 3)
    assert (group.first, group.last) == (times.parse(at(2)), times.parse(at(9)))
    assert group.example == 2
    assert (list(group.items.ids), group.items.name, group.items.as_of) == ([1, 2, 3], group.kind, NOW)
    without = by_key[one, ""]
    assert (without.pending, without.failed, without.first, without.last, without.example) == (1, 0, None, None, 6)
    assert (found.count, found.complete, found.looked, found.total, found.as_of) == (6, True, 7, 7, NOW)


def test_it_says_how_far_it_is(tmp_path):
    """So far, and then whole; what was given before does not change any more."""
    path = files.queue(tmp_path / "queue.db", [failed(f"read error {n}", n % 60) for n in range(1500)])
    with closing(open_source(path).reader()) as reader:

        class Hasty:
            """The same reader, never for longer than one stretch."""

            knows = reader.knows

            def failing(self, after, _budget):
                return reader.failing(after, 0.0)

        gathering = Gathering(lambda: NOW, passed=count().__next__)
        first = gathering.step(Hasty())
        assert first.groups[0].items is None
        assert (first.complete, gathering.done, first.total) == (False, False, 1500)
        assert 0 < first.count == first.looked < 1500
        while not gathering.done:
            last = gathering.step(Hasty())
        assert (last.complete, last.count, last.looked, last.total) == (True, 1500, 1500, 1500)
        assert first.count == first.looked < 1500
        assert list(last.groups[0].items.ids) == list(range(1, 1501))
        assert last.seconds > first.seconds > 0


def test_an_exchanged_content_is_read_from_its_start(tmp_path):
    path = files.queue(tmp_path / "queue.db", [failed("read error", 1)] * 900)
    with closing(open_source(path).reader()) as reader:
        gathering = Gathering(lambda: NOW)
        part = reader.failing(None, 0.0)
        gathering._place, gathering._mark = part.next, part.mark
        gathering._add(part.rows[0])
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("DELETE FROM queue WHERE id > 3")
            db.execute("UPDATE sqlite_sequence SET seq = 3")
        found = gathering.step(reader)
        assert (found.groups, found.complete) == ((), False)
        while not gathering.done:
            found = gathering.step(reader)
        assert (found.count, found.looked) == (3, 3)


def test_after_an_error_it_goes_on(reader, tmp_path):
    gathering = Gathering(lambda: NOW)
    path = tmp_path / "queue.db"
    path.rename(tmp_path / "away.db")
    with pytest.raises(SourceError):
        gathering.step(reader)
    (tmp_path / "away.db").rename(path)
    assert gathering.step(reader).count == 6


def test_kinds_are_remembered_within_bounds():
    gathering = Gathering(lambda: NOW)
    for n in range(2 * REMEMBERED):
        text = f"error {n}"
        assert gathering._kind(text) == abstract(text)
        assert len(gathering._kinds) <= REMEMBERED + 2


A_TIME = st.sampled_from(
    [
        *files.LEGACY_TIMES,
        *files.ODD_TIMES,
        at(1),
        at(7),
        "2026-11-30T08:00:00.000000000Z",
        "0000-01-01T00:00:00.000000000Z",
    ]
)


def test_what_is_taken_for_a_time_is_one():
    """Every day of a leap year and of another, and days that are none."""
    for year in (2027, 2028):
        for month in range(14):
            for day in range(33):
                text = f"{year}-{month:02d}-{day:02d}T23:59:59.999999999Z"
                exists = times.parse(text).ns is not None
                assert exists or not _CERTAIN.fullmatch(text)
                assert _CERTAIN.fullmatch(text) or not exists or (month, day) == (2, 29)


@given(st.lists(A_TIME, max_size=8))
def test_the_span_is_that_of_the_instants(found):
    """Whatever zone, precision or nonsense an engine wrote."""
    pile = _Pile()
    for n, text in enumerate(found, 1):
        pile.add(Failed(n, "c", "d", "failed", "", text))
    known = [(moment.ns, n) for n, text in enumerate(found, 1) if (moment := times.parse(text)).ns is not None]
    first, last = (times.parse(text).ns if text else None for text in (pile.first, pile.last))
    assert (first, last) == ((min(known)[0], max(known)[0]) if known else (None, None))
    if known:
        assert pile.example == max(known)[1]
