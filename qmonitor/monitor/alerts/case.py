"""One rule at one destination: from the first figure beyond the limit until it is solved. Used by one thread."""

from dataclasses import replace
from datetime import timedelta
from typing import NamedTuple

from qmonitor.monitor.alerts.model import Alert, AlertKey, Decision, Event, EventKind, Measure, Rule
from qmonitor.monitor.alerts.readings import Reading
from qmonitor.queues.model import ItemId
from qmonitor.queues.times import NS, Instant
from qmonitor.queues.words import Phrase

FOREVER = 1 << 63
"""An instant (ns) that does not come."""
ASK_AGAIN_NS = 60 * NS
"""What was not known is looked for again after so long, even if nothing seems to have changed."""


class Look(NamedTuple):
    """One look at a place: when, and when the one before was; the item at the head, or why a source can't be read."""

    now: Instant
    before: Instant | None = None
    item: ItemId | None = None
    cause: Phrase | None = None

    @property
    def ns(self) -> int:
        return _ns(self.now)


class Case:
    """`alert` is the open one, None while the limit was not reached for long enough."""

    __slots__ = ("_beyond", "_cleared", "alert", "rule")

    def __init__(self, rule: Rule, alert: Alert | None = None) -> None:
        self.rule = rule
        self.alert = alert
        self._beyond: Instant | None = None  # since when the limit has been reached without a break
        self._cleared: Instant | None = None  # since when an open one has been within it

    @property
    def idle(self) -> bool:
        """Whether there is nothing to remember."""
        return self.alert is None and self._beyond is None

    def unseen(self) -> None:
        """Nobody looked for a while: what held before and holds again may not have held between."""
        self._beyond = self._cleared = None
        if self.alert is not None:
            self.alert = replace(self.alert, within=None)

    def judge(self, key: AlertKey, reading: Reading | None, look: Look) -> Event | None:
        """What a look changes; `key` is for the alert that may open."""
        if reading is not None and reading.at_least and not self.rule.beyond(reading.value):
            reading = None  # it may be beyond or not
        if self.alert is None:
            return None if reading is None else self._opening(key, reading, look)
        self.alert = _carried(self.alert, reading, look)
        solved = None if reading is None else self._solving(self.alert, reading, look)
        if solved is not None:
            return solved
        if self.alert.within != self._cleared:
            self.alert = replace(self.alert, within=self._cleared)
        return self._reminding(self.alert, look)

    def _opening(self, key: AlertKey, reading: Reading, look: Look) -> Event | None:
        if not self.rule.beyond(reading.value):
            self._beyond = None
            return None
        began = self._beyond = _began(self._beyond, look.now)
        if look.ns < _later(began, self.rule.lasting):
            return None
        source, destination, _ = key
        since = _reached(self.rule, reading, look)
        self.alert = Alert(
            source, destination, self.rule, since or began, reading.value, reading.value, look.now,
            _item(self.rule, look), look.cause, told=look.now, exact=since is not None,
        )  # fmt: skip
        self._beyond = None
        return Event(EventKind.OPENED, self.alert)

    def _solving(self, alert: Alert, reading: Reading, look: Look) -> Event | None:
        if not self.rule.cleared(reading.value):
            self._cleared = None
            return None
        began = self._cleared = _began(self._cleared, look.now)
        if look.ns < _later(began, self.rule.settled):
            return None
        self.alert = self._cleared = None
        return Event(EventKind.SOLVED, replace(alert, solved=look.now))

    def _reminding(self, alert: Alert, look: Look) -> Event | None:
        if look.ns < self._reminder(alert) or self._cleared is not None:
            return None
        self.alert = replace(alert, told=look.now, snoozed=None, snoozed_until=None)
        return Event(EventKind.AGAIN, self.alert)

    def _reminder(self, alert: Alert) -> int:
        """When a person is to be told again (ns)."""
        if alert.acknowledged is not None:
            return FOREVER
        if alert.snoozed_until is not None:
            return _ns(alert.snoozed_until)
        if self.rule.again is None:
            return FOREVER
        return _later(alert.told or alert.since, self.rule.again)

    def due(self, reading: Reading | None, ns: int) -> int:
        """When (ns) something may happen to it though no figure changes but ages."""
        if self.alert is None:
            return reaches(self.rule, reading, ns) if self._beyond is None else _later(self._beyond, self.rule.lasting)
        due = self._reminder(self.alert)
        if self._cleared is not None:
            due = min(due, _later(self._cleared, self.rule.settled), reaches(self.rule, reading, ns))
        return due if reading is not None and not reading.at_least else min(due, ns + ASK_AGAIN_NS)

    def decide(self, decision: Decision) -> Event | None:
        """What a person decided."""
        if self.alert is None:
            return None
        self.alert = decided(self.alert, decision)
        return Event(decision.kind, self.alert)

    def follow(self, rule: Rule) -> None:
        """The rule was changed: what is open is measured by it from now on."""
        self.rule = rule
        if self.alert is not None:
            self.alert = replace(self.alert, rule=rule)


def _carried(alert: Alert, reading: Reading | None, look: Look) -> Alert:
    """With the figure of this look, where it tells one; the item is the one that was first in line beyond the limit."""
    seen = alert.worst if look.before is None else alert.worst_at(look.before)
    if reading is None:
        return replace(alert, worst=seen, known=False) if alert.known else alert
    worse = min if alert.rule.measure.drift < 0 else max
    item = _item(alert.rule, look) if alert.rule.beyond(reading.value) else None
    return replace(
        alert,
        value=reading.value,
        worst=worse(seen, reading.value),
        as_of=look.now,
        known=True,
        still=reading.still,
        item=alert.item if item is None else item,
        cause=look.cause or alert.cause,
    )


def _item(rule: Rule, look: Look) -> ItemId | None:
    """The one at the head is what a rule is about, but for those that failed: they have left the line."""
    return None if rule.measure is Measure.FAILED else look.item


def decided(alert: Alert, decision: Decision) -> Alert:
    """The alert as a person decided about it: each decision takes the place of the one before."""
    signature = decision.signature
    acknowledged = signature if decision.kind is EventKind.ACKNOWLEDGED else None
    snoozed = signature if decision.kind is EventKind.SNOOZED else None
    until = decision.until if decision.kind is EventKind.SNOOZED else None
    return replace(alert, acknowledged=acknowledged, snoozed=snoozed, snoozed_until=until, told=signature.at)


def reaches(rule: Rule, reading: Reading | None, ns: int) -> int:
    """When (ns) an age can reach the limit at the earliest; never, for a count."""
    if reading is None:
        return ns + ASK_AGAIN_NS
    drift = rule.measure.drift
    return ns + max(0, int((rule.limit - reading.value) * drift * NS)) if drift else FOREVER


def _reached(rule: Rule, reading: Reading, look: Look) -> Instant | None:
    """When a figure that goes on with the time reached the limit; None where that can't be told from it."""
    drift = rule.measure.drift
    if not drift or reading.at_least or reading.still:
        return None
    return look.now + -timedelta(seconds=(reading.value - rule.limit) * drift)


def _began(since: Instant | None, now: Instant) -> Instant:
    """Since when; from now on where a clock was set back."""
    return now if since is None or _ns(since) > _ns(now) else since


def _later(at: Instant, span: timedelta) -> int:
    return _ns(at) + span // timedelta(microseconds=1) * 1000


def _ns(at: Instant) -> int:
    return at.ns or 0
