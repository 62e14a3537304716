"""What rules and alerts are: frozen values of plain types that may cross threads and be stored.

Figures are numbers: seconds where the measure is a span of time, else messages or tries (`Measure.unit`).
"""

import re
from collections.abc import Sequence
from datetime import timedelta
from enum import IntEnum, StrEnum
from functools import lru_cache
from pathlib import PurePath
from typing import Self

from qmonitor.queues.model import ORDINARY, Destination, ItemId, Traits
from qmonitor.queues.times import NS, Instant
from qmonitor.queues.words import Phrase
from qmonitor.values import dataclass

NEVER = float("inf")
"""As a limit: what the rule fits never alerts, whatever a rule below it says."""


class Level(IntEnum):
    """How bad it is, in ascending order."""

    WARNING = 1
    CRITICAL = 2


class Unit(StrEnum):
    """What a measure's figures count."""

    SECONDS = "seconds"
    MESSAGES = "messages"
    TRIES = "tries"


class Measure(StrEnum):
    """The figures that rules are about; the text is the one in the rules' file.

    `UNREACHABLE` is a source's, all others are a destination's. `NEAR_LIMIT` is the time left until the source
    drops its oldest pending message: the one figure that is bad when it falls. `drift` is by how many seconds a figure
    grows in a second while nothing happens; 0 for counts.
    """

    OLDEST_AGE = "oldest-age", Unit.SECONDS, 1
    DEPTH = "depth", Unit.MESSAGES, 0
    FAILED = "failed", Unit.MESSAGES, 0
    ATTEMPTS = "attempts", Unit.TRIES, 0
    OVERDUE = "overdue", Unit.SECONDS, 1
    NO_DELIVERY = "no-delivery", Unit.SECONDS, 1
    UNREACHABLE = "unreachable", Unit.SECONDS, 1
    NEAR_LIMIT = "near-limit", Unit.SECONDS, -1
    NO_PAYLOAD = "no-payload", Unit.MESSAGES, 0
    UNSCHEDULED = "unscheduled", Unit.MESSAGES, 0

    unit: Unit
    drift: int

    def __new__(cls, text: str, unit: Unit = Unit.SECONDS, drift: int = 1) -> Self:
        self = str.__new__(cls, text)
        self._value_, self.unit, self.drift = text, unit, drift
        return self

    @property
    def of_source(self) -> bool:
        return self is Measure.UNREACHABLE


STANDSTILL = frozenset({Measure.OLDEST_AGE, Measure.ATTEMPTS, Measure.OVERDUE, Measure.NO_DELIVERY})
"""Measures that all say that a line stands still: a person who was told by one of them knows it."""


@dataclass(frozen=True, slots=True)
class Rule:
    """From when on a person is told of something, and from when on it is solved.

    `source`, `channel` and `destination` are patterns: `*` stands for any text, `?` for any character; a source is
    named by its whole target or its file name alone. Of several rules for one measure and level, the first one in
    the list that fits a destination counts. `limit` reached is enough, and has to be so for `lasting`; `clear`
    (None: the limit) is what it has to come back within, for `settled`, to be solved. After `again` (None: never) an
    alert that nobody acknowledged is told of once more. `kept` is for how long the source keeps a message that is
    not delivered (`NEAR_LIMIT` alone), where it does not say so itself; None: then the rule is for no such source.
    """

    id: str
    measure: Measure
    limit: float
    level: Level = Level.WARNING
    source: str = "*"
    channel: str = "*"
    destination: str = "*"
    clear: float | None = None
    lasting: timedelta = timedelta(0)
    settled: timedelta = timedelta(minutes=1)
    again: timedelta | None = None
    kept: timedelta | None = None
    enabled: bool = True

    def fits(self, source: str, destination: Destination | None) -> bool:
        """Whether the rule is about this source and destination; switched on or not."""
        if not self.fits_source(source):
            return False
        if destination is None or self.measure.of_source:
            return destination is None and self.measure.of_source
        return _matches(self.channel, destination.channel) and _matches(self.destination, destination.destination)

    def fits_source(self, source: str) -> bool:
        return self.source == "*" or _matches(self.source, source) or _matches(self.source, PurePath(source).name)

    def suits(self, traits: Traits) -> bool:
        """Whether the figure means anything for queues of this kind.

        The age of dead letters does where the rule names the place: they are old by nature, and what is much there
        nobody can know beforehand.
        """
        match self.measure:
            case Measure.OLDEST_AGE:
                return not traits.dead or (self.source, self.channel, self.destination) != ("*", "*", "*")
            case Measure.OVERDUE:
                return traits.scheduled
            case Measure.NO_DELIVERY:
                return traits.delivers
            case Measure.ATTEMPTS:
                return not traits.dead
            case Measure.NO_PAYLOAD | Measure.UNSCHEDULED:
                return traits.retries
            case Measure.NEAR_LIMIT:
                return traits.kept is not None or self.kept is not None
        return True

    def beyond(self, value: float) -> bool:
        """Whether the limit is reached."""
        return value <= self.limit if self.measure.drift < 0 else value >= self.limit

    def cleared(self, value: float) -> bool:
        """Whether the value came back far enough to be solved."""
        clear = self.limit if self.clear is None else self.clear
        return value > clear if self.measure.drift < 0 else value < clear


def applying(
    rules: Sequence[Rule], source: str, destination: Destination | None, traits: Traits | None = ORDINARY
) -> tuple[Rule, ...]:
    """The rules that count for a destination (None: for the source itself), of each measure the worst level first.

    `traits` are those of the destination's channel: what means nothing there is not judged. None: not known yet.
    """
    first: dict[tuple[Measure, Level], Rule] = {}
    for rule in rules:
        known = (rule.measure, rule.level) in first
        suits = traits is None or rule.suits(traits)
        if rule.enabled and not known and suits and rule.fits(source, destination):
            first[rule.measure, rule.level] = rule
    chosen = [rule for rule in first.values() if rule.limit != NEVER]
    return tuple(sorted(chosen, key=lambda rule: (list(Measure).index(rule.measure), -rule.level)))


def _matches(pattern: str, text: str) -> bool:
    return pattern == "*" or _compiled(pattern).fullmatch(text) is not None


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> re.Pattern[str]:
    marks = {"*": ".*", "?": "."}
    return re.compile("".join(marks.get(mark, re.escape(mark)) for mark in pattern), re.DOTALL)


@dataclass(frozen=True, slots=True)
class Signature:
    """Who said something, when and why."""

    who: str
    at: Instant
    reason: str = ""


AlertKey = tuple[str, Destination | None, str]
"""Source, destination and the rule's id: there is at most one open alert of each."""


@dataclass(frozen=True, slots=True)
class Alert:
    """Something that a person is to know: a rule's limit is reached at a destination, or (None) by a whole source.

    `since` is when the limit was reached, where it is `exact`: where what was seen tells it, as an age does; else when
    that was first seen. `value` is the figure as of `as_of`, and `worst` the worst one seen; both in the measure's
    unit. `known` is false while looks don't tell the figure any more; `still` is true while it does not go on with the
    time, because nothing waits. `within`: since when the figure has been back so far that the alert is solved if that
    lasts. `item` is the one at the head of the line, which need not be the oldest; None of failed ones. `cause` says
    why a source can't be reached. `told` is when a person was told last. Once `solved`, an alert changes no more.
    """

    source: str
    destination: Destination | None
    rule: Rule
    since: Instant
    value: float
    worst: float
    as_of: Instant
    item: ItemId | None = None
    cause: Phrase | None = None
    told: Instant | None = None
    acknowledged: Signature | None = None
    snoozed: Signature | None = None
    snoozed_until: Instant | None = None
    solved: Instant | None = None
    known: bool = True
    exact: bool = False
    still: bool = False
    within: Instant | None = None

    @property
    def key(self) -> AlertKey:
        return self.source, self.destination, self.rule.id

    @property
    def level(self) -> Level:
        return self.rule.level

    @property
    def silent(self) -> bool:
        """Whether a person said that nothing more is to be told of it for now."""
        return self.acknowledged is not None or self.snoozed_until is not None

    def value_at(self, now: Instant) -> float:
        """The figure at a later look that found nothing new: ages go on. Never beyond what a source let know."""
        if now.ns is None or self.as_of.ns is None or self.solved is not None or not self.known or self.still:
            return self.value
        return self.value + self.rule.measure.drift * max(0, now.ns - self.as_of.ns) / NS

    def worst_at(self, now: Instant) -> float:
        """The worst figure seen up to such a look."""
        worse = min if self.rule.measure.drift < 0 else max
        return worse(self.worst, self.value_at(now))


_RANKS = {Measure.UNREACHABLE: 0, Measure.DEPTH: 2, Measure.FAILED: 3}


def urgency(alert: Alert) -> tuple[int, int, int]:
    """The order of open alerts: the worse level first, what stands still before what has piled up, then the longest."""
    return -alert.level, _RANKS.get(alert.rule.measure, 1), alert.since.ns or 0


class EventKind(StrEnum):
    """What became of an alert. `DROPPED`: no rule says any more that it is one."""

    OPENED = "opened"
    AGAIN = "again"
    SOLVED = "solved"
    ACKNOWLEDGED = "acknowledged"
    SNOOZED = "snoozed"
    WOKEN = "woken"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class Event:
    """Something happened to an alert. `tell`: a person is to be told, on the desktop (grouped: see `digest`)."""

    kind: EventKind
    alert: Alert
    tell: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person decided on some open alerts: `ACKNOWLEDGED`, `SNOOZED` (`until` then), or `WOKEN` again.

    It is written to the journal first, and counts only once it stands there.
    """

    kind: EventKind
    alerts: tuple[Alert, ...]
    signature: Signature
    until: Instant | None = None
