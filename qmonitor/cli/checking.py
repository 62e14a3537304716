"""`qmonitor check`: one line and an exit code, for a monitoring system that calls it every few minutes."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import closing
from datetime import timedelta
from enum import IntEnum

import click
from click.core import ParameterSource

from qmonitor.cli import output
from qmonitor.cli.options import (
    SPAN,
    debug_option,
    json_option,
    network_option,
    password_option,
    session,
    source_argument,
)
from qmonitor.cli.reading import whole_depth
from qmonitor.monitor.alerts import rulebook
from qmonitor.monitor.alerts.model import Level as Severity
from qmonitor.monitor.alerts.model import Measure, Rule, Unit, applying
from qmonitor.monitor.alerts.readings import Seen, reader
from qmonitor.queues.model import ORDINARY, Depth, DepthRow
from qmonitor.queues.source import location
from qmonitor.values import dataclass


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
    """Limits of the command line, in place of all rules: reached is enough. None: never."""

    warn_age: timedelta | None = timedelta(minutes=5)
    crit_age: timedelta | None = timedelta(hours=1)
    warn_depth: int | None = None
    crit_depth: int | None = None
    warn_failed: int | None = None
    crit_failed: int | None = None

    def rules(self, source: str = "*", given: Collection[str] = ()) -> tuple[Rule, ...]:
        """The rules that say the same; those of the limits that were `given`, by their names, are for this source."""
        limits = (
            ("warn_age", Measure.OLDEST_AGE, _seconds(self.warn_age)),
            ("crit_age", Measure.OLDEST_AGE, _seconds(self.crit_age)),
            ("warn_depth", Measure.DEPTH, self.warn_depth),
            ("crit_depth", Measure.DEPTH, self.crit_depth),
            ("warn_failed", Measure.FAILED, self.warn_failed),
            ("crit_failed", Measure.FAILED, self.crit_failed),
        )
        levels = {"warn": Severity.WARNING, "crit": Severity.CRITICAL}
        return tuple(
            Rule(name, measure, limit, levels[name[:4]], source=source if name in given else "*")
            for name, measure, limit in limits
            if limit is not None
        )


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
    def severity(self) -> int:
        return SEVERITY.index(self.level)

    @property
    def rank(self) -> tuple[int, float]:
        return self.severity, self.weight


def judge(found: Depth, rules: Sequence[Rule], source: str = "") -> Verdict:
    """The verdict on the whole source: that of its worst destination, which the line names."""
    verdicts = [(row, judge_row(row, found, rules, source)) for row in found.rows]
    bad = [(row, verdict) for row, verdict in verdicts if verdict.level is not Level.FINE]
    if not bad:
        fine = f"{_sum_of(found, 'pending')}, {_sum_of(found, 'failed')}, no destination beyond its limits"
        return Verdict(Level.FINE, fine + _aside(found, rules, source))
    bad.sort(key=lambda pair: pair[1].rank, reverse=True)
    row, worst = bad[0]
    others = f"; {len(bad) - 1:,} more beyond their limits" if len(bad) > 1 else ""
    return Verdict(worst.level, f"{output.visible(str(row.key))} {worst.words}{others}", beyond=tuple(bad))


def judge_row(row: DepthRow, found: Depth, rules: Sequence[Rule], source: str) -> Verdict:
    """The worst of a destination's verdicts. What has to last for a while is judged by this one look."""
    traits = found.traits_of(row)
    seen = Seen(found.as_of, row, flow=found.flows.get(row.key), traits=traits)
    counting = applying(rules, source, row.key, traits)
    return max(
        (_verdict(rule, seen, row) for rule in counting),
        key=lambda said: said.rank,
        default=Verdict(Level.FINE, ""),
    )


def _sum_of(found: Depth, figure: str) -> str:
    """How many of all destinations; of what is not all known, that."""
    count = sum(getattr(row, figure) for row in found.rows)
    if figure == "failed" and not all(row.failed_known for row in found.rows):
        return "an unknown number failed"
    if figure == "pending" and any(row.at_least for row in found.rows):
        return f"{count:,} or more pending"
    return f"{count:,} {figure}"


def _aside(found: Depth, rules: Sequence[Rule], source: str) -> str:
    """What was not judged, because it means nothing for dead letters; so that nobody takes it for fine."""
    dead = [row for row in found.rows if found.traits_of(row).dead]
    measures: dict[Measure, None] = {}
    for row in dead:
        usual = [rule for rule in rules if rule.enabled and rule.suits(ORDINARY)]
        fitting = [rule for rule in usual if rule.fits(source, row.key)]
        judged = {rule.measure for rule in fitting if rule.suits(found.traits_of(row))}
        measures |= dict.fromkeys(rule.measure for rule in fitting if rule.measure not in judged)
    named = ", ".join(measure for measure in Measure if measure in measures)
    return f"; not judged for dead letters: {named}" if named else ""


def _verdict(rule: Rule, seen: Seen, row: DepthRow) -> Verdict:
    reading = reader(rule)(seen)
    if reading is None:
        return _unknown(rule.measure, row)
    if not rule.beyond(reading.value):
        return Verdict(Level.FINE, "")
    level = Level.CRITICAL if rule.level is Severity.CRITICAL else Level.WARNING
    return Verdict(level, _words(rule.measure, reading.value, row), _weight(rule, reading.value))


def _unknown(measure: Measure, row: DepthRow) -> Verdict:
    """What stands for a figure that is not known: nobody may take that for fine where it is one to rely on."""
    if measure is Measure.FAILED:
        return Verdict(Level.UNKNOWN, "has a number of failed messages that can't be read")
    if measure is not Measure.OLDEST_AGE:
        return Verdict(Level.FINE, "")
    waits = f"has {row.pending:,} pending"
    if row.oldest_seconds is None:
        return Verdict(Level.UNKNOWN, f"{waits} since a time that can't be read")
    return Verdict(Level.UNKNOWN, f"{waits} since a time that lies in the future: do the clocks agree?")


def _weight(rule: Rule, value: float) -> float:
    """How far beyond its limit: to compare destinations with."""
    if rule.measure.drift < 0:
        return rule.limit / max(value, 1.0)
    return value / rule.limit if rule.limit else value


def _words(measure: Measure, value: float, row: DepthRow) -> str:
    span = output.age(timedelta(seconds=value)) if measure.unit is Unit.SECONDS else f"{value:,}"
    waits = f"{row.pending:,} pending"
    tried = f", tried {row.max_attempts:,} times" if row.max_attempts else ""
    said = {
        Measure.OLDEST_AGE: f"oldest {span}, {waits}{tried}",
        Measure.DEPTH: f"{span} pending",
        Measure.FAILED: f"{span} failed",
        Measure.ATTEMPTS: f"tried {span} times, {waits}",
        Measure.OVERDUE: f"due for {span} and not tried, {waits}",
        Measure.NO_PAYLOAD: f"{span} retries without a payload",
        Measure.UNSCHEDULED: f"{span} retries that have no time and will never run",
        Measure.NO_DELIVERY: f"nothing delivered for {span}, {waits}",
        Measure.NEAR_LIMIT: f"drops its oldest {f'in {span}' if value > 0 else 'any moment'}, {waits}",
    }
    return said[measure]


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
@click.option("--warn-age", type=SPAN, default="5m", metavar="T", help="Age of the oldest pending; else 5m.")
@click.option("--crit-age", type=SPAN, default="1h", metavar="T", help="Age of the oldest pending; else 1h.")
@click.option("--warn-depth", type=click.IntRange(0), metavar="N", help="Pending messages of one destination.")
@click.option("--crit-depth", type=click.IntRange(0), metavar="N", help="Pending messages of one destination.")
@click.option("--warn-failed", type=click.IntRange(0), metavar="N", help="Failed messages of one destination.")
@click.option("--crit-failed", type=click.IntRange(0), metavar="N", help="Failed messages of one destination.")
@json_option
@password_option
@network_option
@debug_option
def check(source: str, as_json: bool, **limits: object) -> None:
    """Say in one line whether all is well: exit code 0 fine, 1 warning, 2 critical, 3 unknown.

    It judges by the rules of the window's alerts. Limits that are given here take the place of all of them.
    """
    rules = _rules(limits, location(source))
    with closing(session().open(source).reader()) as reader:
        verdict = judge(whole_depth(reader), rules, location(source))
    if as_json:
        print_json(verdict.level, verdict.words, verdict.beyond)
    else:
        print_line(verdict.level, verdict.words)
    raise click.exceptions.Exit(int(verdict.level))


def _rules(limits: Mapping[str, object], source: str) -> tuple[Rule, ...]:
    """Those of the limits where any is given, else those of this user's alerts."""
    context = click.get_current_context()
    given = [name for name in limits if context.get_parameter_source(name) is ParameterSource.COMMANDLINE]
    if given:
        return Limits(**limits).rules(source, given)  # type: ignore[arg-type]
    book = rulebook.load()
    for problem in book.problems:
        output.say(f"qmonitor: {output.sentence(problem)}")
    return book.rules


COMMANDS = (check,)
