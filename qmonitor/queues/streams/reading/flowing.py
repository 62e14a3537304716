"""What came into a stream queue's line of pending messages, and what left it: told from totals that the server keeps.

The server records no delivery. But every acknowledgement comes after what it stands for was written: a retry, a dead
letter, a failed event. What was acknowledged beyond these went well. Totals are compared with those of a first look, so
that what happens between two readings of one look is put right by the next. Where something happened that this can't
account for, all begins anew.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from qmonitor.queues.audit import AuditEntry
from qmonitor.queues.model import Flow
from qmonitor.queues.streams import audit
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.reading import items
from qmonitor.queues.streams.reading.bodies import size_of
from qmonitor.queues.streams.reading.depths import Seen
from qmonitor.queues.streams.reading.figures import mapping
from qmonitor.queues.streams.reading.link import ask_all
from qmonitor.queues.streams.reading.strides import Strides
from qmonitor.queues.streams.server.trouble import explained
from qmonitor.queues.times import Instant
from qmonitor.values import dataclass

COMMANDS = ("XINFO|STREAM", "XRANGE", "XREVRANGE")
"""All that is ever sent."""

MOST = 5000
"""New entries that one look reads at most; of more at once nothing is told."""

ACTS = 50
"""Recorded acts likewise."""


@dataclass(frozen=True, slots=True)
class Totals:
    """As of one look. Counts since the first look: `retried` entries that ask for another attempt, and by people
    `again` (retried from the delayed ones), `back` (from dead letters and skipped ones), `aside`, `erased`.
    """

    added: int = 0
    undelivered: int = 0
    in_flight: int = 0
    delayed: int = 0
    dead: int = 0
    refused: int = 0
    retried: int = 0
    again: int = 0
    back: int = 0
    aside: int = 0
    erased: int = 0

    def delivered(self) -> int:
        """But for what it was at the first look."""
        acknowledged = self.added - self.undelivered - self.in_flight
        put_off = self.delayed + self.retried + self.again
        return acknowledged - put_off - self.dead - self.refused - self.aside - self.erased

    def arrived(self) -> int:
        return self.added - self.retried - self.again - self.back


class Flowing:
    """From look to look; for one thread."""

    def __init__(self, keys: Keys, strides: Strides) -> None:
        self._keys, self._stride = keys, strides.of(keys.main)
        self._first = self._now = Totals()
        self._flow: Flow | None = None
        self._before: Seen | None = None
        self._act = 0

    def look(self, client: Any, seen: Seen, at: Instant, still_wanted: Callable[[], object]) -> Flow | None:
        """What is known after a look; None where nothing is."""
        before, self._before = self._before, None  # until this look is through
        known = self._parts(client, seen)
        if known is not None and before is not None and self._flow is not None and _goes_on(before, seen):
            known, begin = self._go_on(client, known, before, seen, still_wanted), known
        else:
            known, begin = None, known
        if known is not None:
            self._now = known
        else:
            self._begin(client, begin, at)
        self._before = seen
        if self._flow is not None:
            self._flow = _counted(self._flow, self._first, self._now, at)
        return self._flow

    def _begin(self, client: Any, known: Totals | None, at: Instant) -> None:
        self._flow = None
        if known is None:
            return
        newest = audit.entries(client, self._keys, 1)
        self._act = newest[0].id if newest else 0
        self._first = self._now = replace(known, retried=0, again=0, back=0, aside=0, erased=0)
        self._flow = Flow(at)

    def _parts(self, client: Any, seen: Seen) -> Totals | None:
        """What the server keeps, as of now; None where a part is not known."""
        figures, dead = seen.figures, self._dead(client)
        parts = (figures.undelivered, figures.delayed, seen.refused_total, dead, figures.stream)
        if any(part is None for part in parts) or seen.held.body_gone != 0:
            return None
        assert figures.stream is not None
        return replace(
            self._now,
            added=figures.stream.added,
            undelivered=figures.undelivered or 0,
            in_flight=figures.in_flight,
            delayed=figures.delayed or 0,
            dead=dead or 0,
            refused=seen.refused_total or 0,
        )

    def _go_on(
        self, client: Any, known: Totals, before: Seen, seen: Seen, still_wanted: Callable[[], object]
    ) -> Totals | None:
        """With what happened since the look before; None where that was too much."""
        retried = self._retried(client, before, seen, still_wanted)
        acts = self._acts(client)
        if retried is None or acts is None:
            return None
        return _with_acts(replace(known, retried=known.retried + retried), acts)

    def _dead(self, client: Any) -> int | None:
        """How many dead letters there ever were."""
        (answer,) = ask_all(client, [("XINFO", "STREAM", self._keys.dlq)])
        if isinstance(answer, Exception):
            return 0 if "no such key" in str(answer) else None
        return int(mapping(answer)[b"entries-added"])

    def _retried(self, client: Any, before: Seen, seen: Seen, still_wanted: Callable[[], object]) -> int | None:
        """How many of the entries that are new since the look before ask for another attempt."""
        was, now = before.figures.stream, seen.figures.stream
        if was is None or now is None or now.added - was.added > MOST:
            return None
        begin, end = (f"{one.generated[0]}-{one.generated[1]}" for one in (was, now))
        retried = met = 0
        while met < now.added - was.added:
            still_wanted()
            count = self._stride.most(MOST)
            with explained():
                found = client.xrange(self._keys.main, f"({begin}", end, count=count)
            self._stride.learn([size_of(fields) for _, fields in found])
            retried += sum(items.is_tried(fields) for _, fields in found)
            met += len(found)
            if len(found) < count:
                break
            begin = found[-1][0].decode()
        return retried if met == now.added - was.added else None  # some were removed before they were seen

    def _acts(self, client: Any) -> tuple[AuditEntry, ...] | None:
        """What people did since the look before."""
        found = audit.entries(client, self._keys, 1)
        if not found or found[0].id == self._act:
            return ()
        found = audit.entries(client, self._keys, ACTS)
        new = tuple(one for one in found if one.id > self._act)
        self._act = found[0].id if found else self._act
        return None if len(new) == ACTS else new


def _with_acts(known: Totals, acts: tuple[AuditEntry, ...]) -> Totals:
    for act in acts:
        places = [str(one).partition(":")[0] for one in act.ids]
        delayed, main = places.count(items.DELAYED_PLACE), places.count(items.MAIN_PLACE)
        match act.action:
            case "retry-now":
                known = replace(known, again=known.again + delayed, back=known.back + places.count(items.DEAD_PLACE))
            case "restore":
                known = replace(known, back=known.back + places.count(items.SKIPPED_PLACE))
            case "skip" | "drain":
                known = replace(known, aside=known.aside + delayed + main)
            case "erase":
                known = replace(known, erased=known.erased + delayed + main)
    return known


def _goes_on(before: Seen, seen: Seen) -> bool:
    """Whether nothing happened that totals can't account for: a deletion, a group put back, a consumer taken away."""
    was, now = before.figures.stream, seen.figures.stream
    if was is None or now is None:
        return False
    names = {one.name for one in seen.figures.consumers or ()}
    kept = all(one.name in names for one in before.figures.consumers or ())
    if seen.figures.crowd or before.figures.crowd:
        kept = seen.figures.crowd >= before.figures.crowd
    first = before.figures.first_undelivered
    trimmed = first is not None and now.delivered[0] < first and (now.first is None or now.first[0] > first)
    return kept and now.deleted == was.deleted and now.delivered >= was.delivered and not trimmed


def _counted(flow: Flow, first: Totals, now: Totals, at: Instant) -> Flow:
    """The totals as counters; they never fall, for the next look puts right what this one read too early."""
    delivered = max(flow.delivered or 0, now.delivered() - first.delivered())
    went = delivered > (flow.delivered or 0)
    return Flow(
        since=flow.since,
        arrived=max(flow.arrived, now.arrived() - first.arrived()),
        returned=max(flow.returned, now.back - first.back),
        delivered=delivered,
        failed=max(flow.failed, now.dead + now.refused - first.dead - first.refused),
        skipped=max(flow.skipped, now.aside - first.aside),
        other=max(flow.other, now.erased - first.erased),
        last_delivered=at if went else flow.last_delivered,
    )
