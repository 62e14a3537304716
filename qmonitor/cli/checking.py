"""`qmonitor check`: one line and an exit code, for a monitoring system that calls it every few minutes."""

from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from enum import IntEnum

import click

from qmonitor.cli import output
from qmonitor.cli.options import SPAN, debug_option, json_option, network_option, session, source_argument
from qmonitor.cli.reading import whole_depth
from qmonitor.queues.model import Depth, DepthRow

CLOCK_DRIFT = -60.0
"""Seconds: an oldest message queued further in the future than this has no age to judge by."""


class Level(IntEnum):
    """The exit codes that monitoring systems expect."""

    FINE = 0
    WARNING = 1
    CRITICAL = 2
    UNKNOWN = 3


SEVERITY = (Level.FINE, Level.UNKNOWN, Level.WARNING, Level.CRITICAL)
"""From best to worst: something known to be bad outweighs something not known."""


@dataclass(frozen=True, slots=True)
class Limits:
    """From where on a destination is worth a warning, or critical: reached is enough. None: never."""

    warn_age: timedelta | None = timedelta(minutes=5)
    crit_age: timedelta | None = timedelta(hours=1)
    warn_depth: int | None = None
    crit_depth: int | None = None
    warn_failed: int | None = None
    crit_failed: int | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a destination stands, and the words for it. `weight` orders verdicts of one level.

    `beyond`, of the verdict on a whole source, are the destinations beyond their limits, the worst first.
    """

    level: Level
    words: str
    weight: float = 0.0
    beyond: tuple[tuple[DepthRow, "Verdict"], ...] = ()

    @property
    def rank(self) -> tuple[int, float]:
        return SEVERITY.index(self.level), self.weight


def judge(found: Depth, limits: Limits) -> Verdict:
    """The verdict on the whole source: that of its worst destination, which the line names."""
    verdicts = [(row, judge_row(row, limits)) for row in found.rows]
    bad = [(row, verdict) for row, verdict in verdicts if verdict.level is not Level.FINE]
    pending = sum(row.pending for row in found.rows)
    failed = sum(row.failed for row in found.rows)
    if not bad:
        return Verdict(Level.FINE, f"{pending:,} pending, {failed:,} failed, no destination beyond its limits")
    bad.sort(key=lambda pair: pair[1].rank, reverse=True)
    row, worst = bad[0]
    others = f"; {len(bad) - 1:,} more beyond their limits" if len(bad) > 1 else ""
    return Verdict(worst.level, f"{output.visible(str(row.key))} {worst.words}{others}", beyond=tuple(bad))


def judge_row(row: DepthRow, limits: Limits) -> Verdict:
    """The worst of a destination's verdicts on age, depth and failures."""
    return max(
        (
            _age(row, limits),
            _count(row.pending, "pending", limits.warn_depth, limits.crit_depth),
            _count(row.failed, "failed", limits.warn_failed, limits.crit_failed),
        ),
        key=lambda verdict: verdict.rank,
    )


def _age(row: DepthRow, limits: Limits) -> Verdict:
    if not row.pending or (limits.warn_age is None and limits.crit_age is None):
        return Verdict(Level.FINE, "")
    seconds = row.oldest_seconds
    waits = f"{row.pending:,} pending"
    if seconds is None:
        return Verdict(Level.UNKNOWN, f"has {waits} since a time that can't be read")
    if seconds < CLOCK_DRIFT:
        return Verdict(Level.UNKNOWN, f"has {waits} since a time that lies in the future: do the clocks agree?")
    tried = f", tried {row.max_attempts:,} times" if row.max_attempts else ""
    words = f"oldest {output.age(timedelta(seconds=seconds))}, {waits}{tried}"
    return _graded(seconds, words, _seconds(limits.warn_age), _seconds(limits.crit_age))


def _count(value: int, word: str, warn: int | None, critical: int | None) -> Verdict:
    return _graded(value, f"{value:,} {word}", warn, critical)


def _graded(value: float, words: str, warn: float | None, critical: float | None) -> Verdict:
    for level, limit in ((Level.CRITICAL, critical), (Level.WARNING, warn)):
        if limit is not None and value >= limit:
            return Verdict(level, words, value / limit if limit else value)
    return Verdict(Level.FINE, "")


def _seconds(span: timedelta | None) -> float | None:
    return None if span is None else span.total_seconds()


def print_line(level: Level, words: str) -> None:
    """The one line, whatever the words hold."""
    click.echo(f"{_name(level)}: {output.visible(words)}")


def print_json(level: Level, words: str, beyond: Iterable[tuple[DepthRow, Verdict]] | None = None) -> None:
    """The same for a script; `destinations` are those beyond their limits, null where they are not known."""
    found = None if beyond is None else [_destination_json(row, verdict) for row, verdict in beyond]
    output.print_json({"status": _name(level).lower(), "message": words, "destinations": found})


def _name(level: Level) -> str:
    return "OK" if level is Level.FINE else level.name


def _destination_json(row: DepthRow, verdict: Verdict) -> dict[str, object]:
    return {**output.depth_row_json(row), "status": _name(verdict.level).lower(), "message": verdict.words}


@click.command()
@source_argument
@click.option("--warn-age", type=SPAN, default="5m", show_default=True, metavar="T", help="Age of the oldest pending.")
@click.option("--crit-age", type=SPAN, default="1h", show_default=True, metavar="T", help="Age of the oldest pending.")
@click.option("--warn-depth", type=click.IntRange(0), metavar="N", help="Pending messages of one destination.")
@click.option("--crit-depth", type=click.IntRange(0), metavar="N", help="Pending messages of one destination.")
@click.option("--warn-failed", type=click.IntRange(0), metavar="N", help="Failed messages of one destination.")
@click.option("--crit-failed", type=click.IntRange(0), metavar="N", help="Failed messages of one destination.")
@json_option
@network_option
@debug_option
def check(source: str, as_json: bool, **limits: object) -> None:
    """Say in one line whether all is well: exit code 0 fine, 1 warning, 2 critical, 3 unknown."""
    with closing(session().open(source).reader()) as reader:
        verdict = judge(whole_depth(reader), Limits(**limits))  # type: ignore[arg-type]
    if as_json:
        print_json(verdict.level, verdict.words, verdict.beyond)
    else:
        print_line(verdict.level, verdict.words)
    raise click.exceptions.Exit(int(verdict.level))


COMMANDS = (check,)
