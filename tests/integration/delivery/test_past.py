"""The curves that a file's rows tell are those that somebody would have seen who looked."""

import math
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import given

from qmonitor.monitor.operations import Operations
from qmonitor.queues import Query, open_source
from qmonitor.queues.delivery import past, past_ends, past_ids
from qmonitor.queues.errors import Interrupted
from qmonitor.queues.model import Destination
from qmonitor.queues.past import Past
from qmonitor.queues.times import NS, from_ns
from tests.helpers import files

DAY = timedelta(hours=24)
MINUTE = 60 * NS
PLACES = (Destination("lab", "one"), Destination("adt", "two"), Destination("", ""))


@dataclass(frozen=True)
class Message:
    """When it was queued and when it left, in seconds before the present; `ended` None: it waits."""

    place: int
    queued: float
    ended: float | None = None
    state: str = "delivered"


def fill(path: Path, messages: list[Message], now: int, form=lambda ns: from_ns(ns).text) -> Path:
    rows = []
    for message in messages:
        where, queued = PLACES[message.place], form(now - int(message.queued * NS))
        row = {"channel": where.channel, "destination": where.destination, "enqueued_at": queued}
        row |= {"next_attempt": queued, "state": "pending" if message.ended is None else message.state}
        if message.ended is not None:
            row["last_attempt"] = form(now - int(message.ended * NS))
        rows.append(row)
    return files.queue(path, rows)


def told(path: Path, span: timedelta = DAY) -> Past | None:
    reader = open_source(path).reader()
    try:
        return reader.past(span)
    finally:
        reader.close()


def figures(messages: list[Message], place: int, now: int, ns: int) -> tuple[int, float]:
    """What somebody would have seen, by looking at every message."""
    waiting = [
        queued
        for m in messages
        if m.place == place
        for queued in [now - int(m.queued * NS)]
        if queued <= ns and (m.ended is None or max(queued, now - int(m.ended * NS)) > ns)
    ]
    return len(waiting), (ns - min(waiting)) / NS if waiting else 0.0


def differences(found: Past, messages: list[Message], now: int) -> Iterator[tuple[int, float]]:
    for place, where in enumerate(PLACES):
        line = found.lines.get(where)
        if line is None:
            instants = next((other.times for other in found.lines.values()), [])[:: 1 + len(messages) // 100]
            assert all(figures(messages, place, now, ns) == (0, 0.0) for ns in instants)
            continue
        told = list(zip(line.times, line.pending, line.oldest, strict=True))
        for ns, pending, oldest in told[:: 1 + len(messages) // 100]:
            count, age = figures(messages, place, now, ns)
            if not math.isnan(pending):
                yield abs(count - int(pending)), 0.0 if math.isnan(oldest) else abs(age - oldest)


def unknown(found: Past, place: int, now: int) -> tuple[float, float] | None:
    """Between which ages, in seconds, a line is not told; None where it is told all the time."""
    line = found.lines.get(PLACES[place])
    gaps = (
        [] if line is None else [ns for ns, pending in zip(line.times, line.pending, strict=True) if pending != pending]
    )
    return ((now - gaps[0]) / NS, (now - gaps[-1]) / NS) if gaps else None


ages = st.floats(0, 26 * 3600, allow_nan=False).map(lambda x: round(x, 3))


@st.composite
def queues(draw: st.DrawFn) -> list[Message]:
    """Messages in the order in which they came; skipped and failed ones left at any time after that."""
    made = []
    for queued in sorted(draw(st.lists(ages, max_size=40)), reverse=True):
        waits = draw(st.booleans())
        ended = None if waits else round(draw(st.floats(0, queued)), 3)
        state = draw(st.sampled_from(["delivered", "failed", "skipped", "of its own"]))
        made.append(Message(draw(st.integers(0, 2)), queued, ended, state))
    return made


@given(queues())
def test_the_past_is_what_was_seen_then(messages: list[Message]) -> None:
    now = time.time_ns()
    with tempfile.TemporaryDirectory() as folder:
        found = told(fill(Path(folder) / "q.db", messages, now))
    assert found is not None
    assert all(pending == 0 and age < 0.01 for pending, age in differences(found, messages, now))


def engine_like(count: int) -> list[Message]:
    """Three lines in order: one fast, one that stood still for two hours, one that is down."""
    made, free = [], [0.0, 0.0, 0.0]
    span = 20 * 3600
    for n in range(count):
        at, place = n * span / count, n % 3
        begin = max(at, free[place])
        if place == 1 and 3 * 3600 < begin < 5 * 3600:
            begin = 5 * 3600.0
        free[place] = begin + 1.5
        done = place != 2 and free[place] < span
        made.append(Message(place, span - at, span - free[place] if done else None))
    return made


@pytest.mark.parametrize("most", [10**6, 1500], ids=["every row", "some rows"])
def test_of_many_rows_some_tell_the_curve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr(past_ends, "ROWS", most)
    monkeypatch.setattr(past_ids, "SLICE", 700)
    now, messages = time.time_ns(), engine_like(9000)
    found = told(fill(tmp_path / "q.db", messages, now))
    assert found is not None
    line = found.lines[PLACES[1]]
    wrong = seen = 0
    for ns, pending in zip(line.times[::37], line.pending[::37], strict=True):
        count, _ = figures(messages, 1, now, ns)
        wrong, seen = wrong + abs(count - pending), seen + count
    assert max(line.pending) > 250
    assert wrong <= (0 if most > 9000 else 0.04 * seen)


@pytest.mark.parametrize("zone", ["+01:00", "-03:30"])
def test_times_of_another_form_are_read_as_instants(tmp_path: Path, zone: str) -> None:
    hours = {"+01:00": 1.0, "-03:30": -3.5}[zone]

    def form(ns: int) -> str:
        return from_ns(ns + int(hours * 3600 * NS)).text[:-4].rstrip("Z") + zone

    now = time.time_ns()
    messages = [Message(0, 3600.0 * (20 - n), 3600.0 * (19.5 - n)) for n in range(19)] + [Message(0, 600.0)]
    found = told(fill(tmp_path / "q.db", messages, now, form))
    assert found is not None
    line = found.lines[PLACES[0]]
    right = [figures(messages, 0, now, ns)[0] == pending for ns, pending in zip(line.times, line.pending, strict=True)]
    assert right.count(False) < len(right) / 50


def drop(path: Path, which: str) -> None:
    with files.opened(path) as db:
        db.execute(f"DELETE FROM queue WHERE {which}")


def test_curves_begin_after_what_was_purged_had_left(tmp_path: Path) -> None:
    now = time.time_ns()
    messages = [Message(1, 36_001.0)] + [Message(0, 36_000 - 10 * n, 36_000 - 10 * n - 5) for n in range(3000)]
    path = fill(tmp_path / "q.db", messages, now)
    cutoff = now - 20_000 * NS
    drop(path, f"state = 'delivered' AND last_attempt < '{from_ns(cutoff).text}'")
    found = told(path)
    assert found is not None
    assert cutoff <= found.since.ns <= cutoff + 2 * MINUTE
    assert unknown(found, 0, now) is None
    assert unknown(found, 1, now) is not None  # nothing left it since: some of what is gone may have waited in it
    assert all(pending == 0 for pending, _ in differences(found, messages, now))


def outage(count: int = 4000) -> list[Message]:
    """Two lines in order over twenty hours; the second one was down from the 4th to the 18th, then it caught up."""
    made, free, span = [], [0.0, 0.0], 20 * 3600
    for n in range(count):
        at, place = n * span / count, n % 2
        begin = max(at, free[place])
        if place and 4 * 3600 < begin < 18 * 3600:
            begin = 18 * 3600.0
        free[place] = begin + 1.5
        made.append(Message(place, span - at, span - free[place] if free[place] < span else None))
    return made


def stored(now: int, age: float) -> str:
    return from_ns(now - int(age * NS)).text


def test_where_rows_are_dropped_by_their_age_a_line_begins_when_the_next_one_left(tmp_path: Path) -> None:
    now, messages = time.time_ns(), outage()
    path = fill(tmp_path / "q.db", messages, now)
    drop(path, f"state = 'delivered' AND enqueued_at < '{stored(now, 10 * 3600)}'")
    found = told(path)
    assert found is not None
    assert unknown(found, 0, now) is None
    begin, end = unknown(found, 1, now) or (0, 0)
    assert begin > 9.9 * 3600
    assert end < 2 * 3600
    assert all(pending == 0 and age < 0.01 for pending, age in differences(found, messages, now))


@pytest.mark.parametrize("purged", [False, True], ids=["nothing else", "and the rest purged"])
def test_waiting_messages_that_somebody_deleted_are_nobody_s_zero(tmp_path: Path, purged: bool) -> None:
    now = time.time_ns()
    messages = [replace(m, ended=None) if m.place and m.queued < 16 * 3600 else m for m in outage()]
    path = fill(tmp_path / "q.db", messages, now)
    drop(path, f"state = 'pending' AND enqueued_at < '{stored(now, 11 * 3600)}'")
    if purged:
        drop(path, f"state = 'delivered' AND last_attempt < '{stored(now, 10.5 * 3600)}'")
    found = told(path)
    assert found is not None
    assert unknown(found, 0, now) is None
    begin, end = unknown(found, 1, now) or (0, 0)
    assert begin > 10 * 3600
    assert end < 60
    assert all(pending == 0 and age < 0.01 for pending, age in differences(found, messages, now))


@pytest.mark.parametrize("wrong", [None, -5 * 3600.0], ids=["no time", "a time to come"])
def test_when_a_message_left_that_has_no_time_is_not_told(tmp_path: Path, wrong: float | None) -> None:
    now = time.time_ns()
    messages = [Message(0, 36_000 - 10 * n, 36_000 - 10 * n - 5) for n in range(2880)]
    messages += [Message(1, 7200 - n, 3600.0, "skipped") for n in range(50)]
    messages += [Message(0, 7140 - 10 * n, 7135 - 10 * n) for n in range(700)]
    path = fill(tmp_path / "q.db", messages, now)
    with files.opened(path) as db:
        text = None if wrong is None else stored(now, wrong)
        db.execute("UPDATE queue SET last_attempt = ? WHERE state = 'skipped'", (text,))
    found = told(path)
    assert found is not None
    assert unknown(found, 0, now) is None
    begin, end = unknown(found, 1, now) or (0, 0)
    assert 7100 < begin <= 7201
    assert end < 60
    assert all(pending == 0 and age < 0.01 for pending, age in differences(found, messages, now))


def test_rows_of_a_clock_that_was_hours_ahead_for_a_moment_are_not_believed(tmp_path: Path) -> None:
    now = time.time_ns()
    true = [Message(0, 36_000 - 10 * n, 36_000 - 10 * n - 5) for n in range(3000)]
    wrong = [
        replace(m, queued=m.queued - 18_000, ended=m.ended - 18_000) if 500 < n < 503 else m for n, m in enumerate(true)
    ]
    found = told(fill(tmp_path / "q.db", wrong, now))
    assert found is not None
    assert all(pending <= 1 and age < 12 for pending, age in differences(found, true, now))


def test_a_clock_that_was_behind_for_hours_cuts_the_curves_until_it_was_right(tmp_path: Path) -> None:
    now = time.time_ns()
    true = [Message(0, 72_000 - 10 * n, 72_000 - 10 * n - 5) for n in range(7200)]
    wrong = [
        replace(m, queued=m.queued + 10_800, ended=m.ended + 10_800) if 36_000 < m.queued <= 54_000 else m for m in true
    ]
    found = told(fill(tmp_path / "q.db", wrong, now))
    assert found is not None
    assert found.since.ns >= now - 36_000 * NS
    assert all(pending <= 1 and age < 12 for pending, age in differences(found, true, now))


def unordered(count: int) -> list[Message]:
    """What waited all day leaves at last, while one in four had left at once: no order was kept."""
    made = []
    for n in range(count):
        queued = 72_000 - n * 72_000 / count
        made.append(Message(n % 3, queued, queued * 0.999 if n % 4 == 0 else 600 - 300 * n / count))
    return made


@pytest.mark.parametrize("most", [10**6, 1500], ids=["every row", "some rows"])
def test_lines_that_keep_no_order_are_read_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr(past_ends, "ROWS", most)
    now, messages = time.time_ns(), unordered(6000)
    found = told(fill(tmp_path / "q.db", messages, now))
    assert found is not None
    assert [unknown(found, place, now) for place in range(3)] == [None] * 3
    line = found.lines[PLACES[1]]
    seen = [
        (figures(messages, 1, now, ns)[0], told) for ns, told in zip(line.times[::29], line.pending[::29], strict=True)
    ]
    assert sum(abs(count - told) for count, told in seen) <= 0.01 * sum(count for count, _ in seen)


def test_lines_that_keep_no_order_and_are_too_long_to_read_are_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(past_ends, "ROWS", 1500)
    monkeypatch.setattr(past_ends, "MORE", 1500)
    now, messages = time.time_ns(), unordered(6000)
    found = told(fill(tmp_path / "q.db", messages, now))
    assert found is None or all(
        pending <= max(1, 0.01 * figures(messages, 1, now, now)[0]) for pending, _ in differences(found, messages, now)
    )


def test_what_failed_and_was_tried_again_on_record_was_away_meanwhile(tmp_path: Path) -> None:
    now = time.time_ns()
    messages = [Message(0, 7200 - 2 * n, 7199 - 2 * n, "failed" if n % 60 == 0 else "delivered") for n in range(3000)]
    path = fill(tmp_path / "q.db", messages, now)
    failed = [n + 1 for n, m in enumerate(messages) if m.state == "failed"]
    with Operations(open_source(path), read_only=False) as operations:
        operations.run(operations.plan("retry-now", failed), "the receiver is back")
    back, left = now - 900 * NS, now - 600 * NS
    with files.opened(path) as db:
        db.execute("DROP TRIGGER qmonitor_audit_no_update")
        db.execute("UPDATE qmonitor_audit SET at = ?", (from_ns(back).text,))
        many = f"id IN ({', '.join(map(str, failed))})"
        assert db.execute(f"SELECT DISTINCT state FROM queue WHERE {many}").fetchall() == [("pending",)]
        db.execute(f"UPDATE queue SET state = 'delivered', last_attempt = ? WHERE {many}", (from_ns(left).text,))
    found = told(path)
    assert found is not None
    assert unknown(found, 0, now) is None
    again = [Message(0, 900.0, 600.0)] * len(failed)
    line = found.lines[PLACES[0]]
    right = [
        figures(messages + again, 0, now, ns)[0] == told for ns, told in zip(line.times, line.pending, strict=True)
    ]
    assert right.count(False) <= 2
    at = next(n for n, ns in enumerate(line.times) if ns > now - 700 * NS)
    assert line.oldest[at] == pytest.approx(6500, abs=3)


def test_what_failed_and_was_tried_again_by_others_is_not_told_meanwhile(tmp_path: Path) -> None:
    now = time.time_ns()
    messages = [Message(0, 7200 - 2 * n, 7199 - 2 * n) for n in range(3000)]
    path = fill(tmp_path / "q.db", [replace(m, ended=600.0) if n % 60 == 0 else m for n, m in enumerate(messages)], now)
    found = told(path)
    assert found is not None
    begin, end = unknown(found, 0, now) or (0, 0)
    assert begin > 7000
    assert 590 < end < 660
    upto = now - 590 * NS
    line = found.lines[PLACES[0]]
    after = [(ns, told) for ns, told in zip(line.times, line.pending, strict=True) if ns > upto]
    assert all(figures(messages, 0, now, ns)[0] == told for ns, told in after)


def test_a_missing_message_waited_in_nobody_s_front_once_the_next_one_left(tmp_path: Path) -> None:
    now = time.time_ns()
    messages = [Message(0, 36_000 - 10 * n, 36_000 - 10 * n - 5) for n in range(3000)] + [Message(1, 30.0)]
    path = fill(tmp_path / "q.db", messages, now)
    drop(path, "id = 1500")
    found = told(path)
    assert found is not None
    assert now - 21_010 * NS <= found.since.ns <= now - 20_800 * NS
    assert unknown(found, 0, now) is None
    assert unknown(found, 1, now) is not None


@pytest.mark.parametrize("which", ["state = 'delivered'", "id = 3001"])
def test_nothing_is_told_where_what_is_gone_may_have_waited_until_now(tmp_path: Path, which: str) -> None:
    now = time.time_ns()
    messages = [Message(0, 36_000 - 10 * n, 36_000 - 10 * n - 5) for n in range(3000)] + [Message(1, 30.0)]
    path = fill(tmp_path / "q.db", messages, now)
    drop(path, which)
    assert told(path) is None


def test_after_a_recorded_removal_everything_is_known(tmp_path: Path) -> None:
    now = time.time_ns()
    messages = [Message(0, 36_000 - 10 * n, 36_000 - 10 * n - 5) for n in range(3000)] + [Message(1, 30.0)]
    path = fill(tmp_path / "q.db", messages, now)
    with Operations(open_source(path), read_only=False) as operations:
        operations.run(operations.plan("remove", [3000]), "a test")
    assert told(path) is None  # it has only just been done, and nobody left after that one
    with files.opened(path) as db:
        db.execute("DROP TRIGGER qmonitor_audit_no_update")
        removed = now - 3600 * NS
        db.execute("UPDATE qmonitor_audit SET at = ?", (from_ns(removed).text,))
    found = told(path)
    assert found is not None
    assert removed <= found.since.ns <= removed + 2 * MINUTE


def test_what_had_failed_before_somebody_skipped_it_left_the_line_then(tmp_path: Path) -> None:
    now = time.time_ns()
    messages = [Message(0, 3000.0, 2000.0, "failed"), Message(0, 2900.0, 100.0), Message(0, 50.0)]
    path = fill(tmp_path / "q.db", messages, now)
    with Operations(open_source(path), read_only=False) as operations:
        operations.run(operations.plan("skip", [1]), "seen to by telephone")
    with files.opened(path) as db:
        assert db.execute("SELECT state FROM queue WHERE id = 1").fetchone() == ("skipped",)
    found = told(path)
    assert found is not None
    line = found.lines[PLACES[0]]
    upto = sum(ns <= now for ns in line.times)
    assert all(pending == 0 and age < 0.01 for pending, age in list(differences(found, messages, now))[:upto])


@pytest.mark.parametrize("before", ["", "{", "null", "[1]", '[[1, "failed"]]', '[["x", "failed", 1, "", ""]]', "7"])
def test_an_odd_entry_of_the_audit_tells_nothing(tmp_path: Path, before: str) -> None:
    now = time.time_ns()
    path = fill(tmp_path / "q.db", [Message(0, 3000.0, 2000.0, "skipped"), Message(0, 50.0)], now)
    with files.opened(path) as db:
        db.execute("CREATE TABLE qmonitor_audit(id INTEGER PRIMARY KEY, at TEXT, action TEXT, before TEXT)")
        db.execute("INSERT INTO qmonitor_audit VALUES (1, ?, 'skip', ?)", (from_ns(now).text, before))
    assert told(path) is not None


def test_of_a_very_large_file_the_newest_ids_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past, "MOST", 1000)
    now, messages = time.time_ns(), engine_like(6000)
    found = told(fill(tmp_path / "q.db", messages, now))
    assert found is not None
    line = found.lines[PLACES[2]]
    assert found.since.ns > now - 5 * 3600 * NS
    for ns, pending, oldest in list(zip(line.times, line.pending, line.oldest, strict=True))[::40]:
        assert (pending, oldest) == pytest.approx(figures(messages, 2, now, ns), abs=0.01)


def test_a_clock_that_was_set_back_cuts_the_curves(tmp_path: Path) -> None:
    now = time.time_ns()
    messages = [Message(0, queued, queued - 5) for queued in (9000.0, 6000.0, 8000.0, 5000.0, 900.0)] + [
        Message(0, 60.0)
    ]
    found = told(fill(tmp_path / "q.db", messages, now))
    assert found is not None
    assert found.since.ns >= now - 6000 * NS


def test_clocks_that_disagree_tell_nothing(tmp_path: Path) -> None:
    assert told(fill(tmp_path / "q.db", [Message(0, -600.0)], time.time_ns())) is None


def test_a_file_without_its_indexes_tells_nothing(tmp_path: Path) -> None:
    path = fill(tmp_path / "q.db", [Message(0, 600.0)], time.time_ns())
    with files.opened(path) as db:
        db.execute("DROP INDEX queue_state")
    assert told(path) is None


def test_an_empty_file_had_nothing_pending(tmp_path: Path) -> None:
    found = told(files.queue(tmp_path / "q.db", []))
    assert found is not None
    assert not found.lines


def test_large_payloads_are_not_read_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody knows when it left: no sooner than it came, and no later than the next one of its line."""
    monkeypatch.setattr(past_ends, "LARGE", 5000)
    now = time.time_ns()
    path = fill(tmp_path / "q.db", [Message(0, 600.0, 300.0), Message(0, 500.0, 200.0), Message(0, 100.0, 50.0)], now)
    with files.opened(path) as db:
        db.execute("UPDATE queue SET raw = zeroblob(100000) WHERE id = 2")
    found = told(path)
    assert found is not None
    begin, end = unknown(found, 0, now) or (0, 0)
    assert 490 < begin <= 501
    assert 50 <= end < 60
    assert found.lines[PLACES[0]].pending[-1] == 0


def test_odd_files_tell_something_or_nothing_and_never_fail(tmp_path: Path) -> None:
    for n, rows in enumerate(
        (
            [
                {"enqueued_at": text, "last_attempt": text, "state": "delivered"}
                for text in (*files.ODD_TIMES, *files.LEGACY_TIMES)
            ],
            [
                {"channel": name, "destination": name, "state": state}
                for name in files.ODD_NAMES
                for state in files.ODD_STATES
            ],
        )
    ):
        told(files.queue(tmp_path / f"{n}.db", rows))
        told(files.queue(tmp_path / f"loose-{n}.db", rows, loose=True))
    assert told(files.queue(tmp_path / "bad.db", [{"channel": "x"}])) is not None


@pytest.mark.parametrize("odd", ["x'00ff'", "NULL"])
def test_names_that_are_no_text_end_the_walk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, odd: str) -> None:
    monkeypatch.setattr(past_ids, "SLICE", 10)
    queued = from_ns(time.time_ns() - 600 * NS).text
    rows = [{"destination": f"d{n % 7}", "enqueued_at": queued} for n in range(100)]
    path = files.queue(tmp_path / "q.db", rows, loose=True)
    with files.opened(path) as db:
        db.execute(f"UPDATE queue SET destination = {odd} WHERE id % 3 = 0")
    assert told(path) is None


def test_it_can_be_called_off(tmp_path: Path) -> None:
    path = fill(tmp_path / "q.db", engine_like(300), time.time_ns())
    with sqlite3.connect(path) as db, pytest.raises(Interrupted):
        past.reconstruct(db, DAY, lambda: True)
    db.close()


def test_what_leaves_while_the_index_is_walked_is_not_lost(tmp_path: Path) -> None:
    """An engine delivers and queues on between any two slices."""
    now, messages = time.time_ns(), engine_like(3000)
    path = fill(tmp_path / "q.db", messages, now)
    looks = 0
    with files.opened(path) as engine_db, files.opened(path) as db:
        engine_db.execute("PRAGMA journal_mode=WAL")

        def called_off() -> bool:
            nonlocal looks
            looks += 1
            engine_db.execute(
                "UPDATE queue SET state = 'delivered', last_attempt = ? WHERE id ="
                " (SELECT min(id) FROM queue WHERE state = 'pending')",
                (from_ns(time.time_ns()).text,),
            )
            return False

        db.set_progress_handler(lambda: None, 10**6)
        found = past.reconstruct(db, DAY, called_off)
    assert looks > 5
    assert found is not None
    line = found.lines[PLACES[2]]
    before = [(ns, pending) for ns, pending in zip(line.times, line.pending, strict=True) if ns <= now][-200::20]
    assert [figures(messages, 2, now, ns)[0] for ns, _ in before] == [pending for _, pending in before]


def test_a_mark_is_known_again(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{}, {}])
    reader = open_source(path).reader()
    mark = reader.depth().mark
    assert reader.knows(mark)
    with files.opened(path) as db:
        db.execute("UPDATE queue SET control_id = 'another' WHERE id = 2")
    assert not reader.knows(mark)
    assert reader.count(Query()) == 2
    reader.close()
