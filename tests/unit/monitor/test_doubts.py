"""What is not known of a backlog is never taken for a figure: in curves, states, alerts, sums, and for scripts."""

from dataclasses import replace
from datetime import timedelta

import pytest

from qmonitor.cli import output
from qmonitor.cli.checking import Level, Limits, judge
from qmonitor.monitor.alerts.defaults import DEFAULTS
from qmonitor.monitor.alerts.model import Measure, Rule
from qmonitor.monitor.alerts.readings import NOTHING, Reading, Seen, reader
from qmonitor.monitor.history.recorder import Recorder
from qmonitor.monitor.series import SeriesBook
from qmonitor.monitor.standing import Standing
from qmonitor.monitor.status import Kind, status
from qmonitor.queues.model import Depth, DepthRow, Destination, Retries, Traits, aged
from qmonitor.queues.times import NS, Instant, from_ns

NOW = from_ns(1_780_000_000 * NS)
WHERE = Destination("stream", "group")
SHARED = Traits(delivers=False, retries=True)
PLAIN = DepthRow("stream", "group", 5, 2, NOW, 0.0, 0)
COUNTING = replace(PLAIN, pending=1000, at_least=True)
UNREAD = replace(PLAIN, failed=0, failed_known=False)


def later(seconds: float) -> Instant:
    return NOW + timedelta(seconds=seconds)


def told(row: DepthRow, measure: Measure, now: Instant = NOW) -> Reading | None:
    return reader(Rule("r", measure, 1))(Seen(now, row, traits=SHARED))


def depth(*rows: DepthRow, at: Instant = NOW) -> Depth:
    return Depth(rows, at, True, traits={"stream": SHARED})


def test_while_it_is_counted_a_curve_has_a_gap() -> None:
    book = SeriesBook(silence_ns=3600 * NS)
    for second, row in enumerate([PLAIN, COUNTING, replace(PLAIN, pending=7)]):
        book.add(depth(row, at=later(second)), (WHERE,))
    assert [book[WHERE].pending.at(later(second).ns or 0) for second in range(3)] == [5, None, 7]
    assert [book.total.pending.at(later(second).ns or 0) for second in range(3)] == [5, None, 7]


def test_while_it_is_counted_nothing_is_kept_for_later() -> None:
    recorder = Recorder(3600 * NS)
    for second, row in enumerate([PLAIN, COUNTING, replace(PLAIN, pending=7), replace(PLAIN, pending=8)]):
        recorder.note(depth(row, at=later(10 * second)))
    lines, records = recorder.batch()
    kept: dict[tuple[str, str] | None, list[int]] = {line: [] for line in lines}
    for line, pending in zip(lines, records.pending, strict=True):
        kept[line].append(pending)
    assert kept == {("stream", "group"): [5, 7, 8], None: [5, 7, 8]}
    before, after = recorder.stretches
    assert before[1] < (later(10).ns or 0) // 10**6 < after[0]


def test_while_it_is_counted_there_is_no_other_state() -> None:
    book = SeriesBook(silence_ns=3600 * NS)
    for second in range(0, 600, 30):
        book.add(depth(replace(COUNTING, pending=second), at=later(second)), (WHERE,))
    now = later(570)
    for row in (COUNTING, replace(COUNTING, pending=0)):
        found = status(row, book[WHERE], now)
        assert (found.kind, str(found.reason)) == (Kind.UNKNOWN, "not all of it is counted (yet)")


@pytest.mark.parametrize(("late", "words"), [(1, "1 retry is due and not sent"), (3, "3 retries are due and not sent")])
def test_retries_that_nobody_sends_are_overdue(late: int, words: str) -> None:
    book = SeriesBook(silence_ns=3600 * NS)
    row = replace(PLAIN, retries=Retries(overdue=late, overdue_since=later(-65)))
    book.add(depth(row), (WHERE,))
    found = status(row, book[WHERE], NOW)
    assert (found.kind, str(found.reason)) == (Kind.OVERDUE, f"{words}, for 0:01:05 now")
    unknown = status(replace(row, retries=Retries(overdue=late)), book[WHERE], NOW)
    assert (unknown.kind, str(unknown.reason)) == (Kind.OVERDUE, words)


def test_alerts_take_what_is_not_known_for_neither_fine_nor_bad() -> None:
    assert told(PLAIN, Measure.DEPTH) == Reading(5)
    assert told(COUNTING, Measure.DEPTH) == Reading(1000, at_least=True)
    assert told(PLAIN, Measure.FAILED) == Reading(2)
    assert told(UNREAD, Measure.FAILED) is None
    nothing_seen = replace(COUNTING, pending=0, oldest=None, oldest_seconds=None)
    assert told(nothing_seen, Measure.OLDEST_AGE) is None
    for measure, four, unknown in (
        (Measure.NO_PAYLOAD, Retries(no_payload=4), Retries(no_payload=None)),
        (Measure.UNSCHEDULED, Retries(unscheduled=4), Retries(unscheduled=None)),
    ):
        assert told(PLAIN, measure) == Reading(0)
        assert told(replace(PLAIN, retries=four), measure) == Reading(4)
        assert told(replace(PLAIN, retries=unknown), measure) is None


def test_overdue_is_for_how_long_the_first_retry_was_not_sent() -> None:
    late = replace(PLAIN, retries=Retries(overdue=2, overdue_since=later(-40)))
    assert told(late, Measure.OVERDUE) == Reading(40)
    assert told(late, Measure.OVERDUE, later(5)) == Reading(45)
    assert told(PLAIN, Measure.OVERDUE) == NOTHING
    assert told(replace(PLAIN, retries=Retries(overdue=None)), Measure.OVERDUE) is None


def test_what_will_never_run_is_a_warning_by_default_where_retries_wait_apart() -> None:
    for measure in (Measure.NO_PAYLOAD, Measure.UNSCHEDULED):
        (rule,) = (one for one in DEFAULTS if one.measure is measure)
        assert (rule.limit, rule.enabled, rule.suits(SHARED), rule.suits(Traits())) == (1, True, True, False)


def test_a_sum_with_something_unknown_in_it_is_told_as_such() -> None:
    standing = Standing()
    book = SeriesBook()
    for rows, open_, known in (([PLAIN], False, True), ([COUNTING], True, True), ([UNREAD], False, False)):
        found = depth(*rows)
        book.add(found, (WHERE,))
        standing.take(found, (WHERE,), book)
        assert (standing.total.at_least, standing.total.failed_known) == (open_, known)
        assert standing.row(WHERE) is rows[0]


def test_scripts_read_null_where_a_figure_is_not_known() -> None:
    assert output.depth_row_json(PLAIN)["pending"] == 5
    assert output.depth_row_json(COUNTING)["pending"] is None
    assert output.depth_row_json(UNREAD)["failed"] is None


def test_a_check_does_not_call_unknown_figures_fine() -> None:
    rules = Limits(warn_failed=1).rules()
    assert judge(depth(UNREAD), rules).level is Level.UNKNOWN
    found = judge(depth(COUNTING), ())
    assert (found.level, found.words) == (
        Level.FINE,
        "1,000 or more pending, 2 failed, no destination beyond its limits",
    )
    assert "an unknown number failed" in judge(depth(UNREAD), ()).words


def test_growing_older_leaves_what_is_known_as_it_is() -> None:
    row = replace(COUNTING, failed_known=False, retries=Retries(1, 2, 3, NOW))
    (found,) = aged((row,), later(10))
    assert found == replace(row, oldest_seconds=10.0)
    assert depth(row).at_source == NOW
    assert replace(depth(row), clock=timedelta(seconds=-90)).at_source.ns == later(-90).ns
