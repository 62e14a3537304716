"""The backlog of every destination, exact, in snapshots that the engine does not feel."""

import sqlite3
import time
from collections.abc import Iterable
from copy import copy
from dataclasses import replace

from qmonitor.queues.delivery import schema
from qmonitor.queues.delivery.attempts import Attempts
from qmonitor.queues.delivery.crowd import Crowd
from qmonitor.queues.delivery.deliveries import Deliveries
from qmonitor.queues.delivery.flow import Flows
from qmonitor.queues.delivery.forms import TimeForms
from qmonitor.queues.delivery.heads import Heads
from qmonitor.queues.delivery.history import Mark
from qmonitor.queues.delivery.look import Look
from qmonitor.queues.delivery.oldest import OldestItems
from qmonitor.queues.delivery.rows import moment
from qmonitor.queues.delivery.seeks import Indexes, destinations, indexes
from qmonitor.queues.model import Depth, DepthRow, Destination, aged
from qmonitor.queues.sqlite_file import snapshot
from qmonitor.queues.times import Instant, now

GROUP = 100_000
"""So much is counted in one transaction, in pending items (75 ns each, measured)."""

PLACE = 80
"""What it costs to ask for a destination, in pending items; UNKNOWN where nothing is known of its line."""
UNKNOWN = 1_000

MANY = 100
"""From so many destinations on the list of them is not read at each look."""

LISTED = 16
"""Of many destinations the list is read anew after so many looks: new ones are seen by their rows, and one of which
every row was removed may stay on the list so long, one that got nothing but old rows be missing. (Where items left a
line for nobody knows where it is read at once.)"""


class DepthScan:
    """Looks at the backlogs again and again, and keeps between two looks what still holds.

    Used by one thread. While the highest attempts are being looked for, those of the round before stand (None where
    there was none), raised by what the head tells, and `Depth.complete` is false until a first round is through.

    At each look the pending items of each destination are counted and their ids summed up, in the index; the head is
    read. What an engine does, and an operator who changes states, shows in that. What other tools may do besides is
    found within `TURNS` looks: ids exchanged for others with the same sum, a time of enqueueing that was changed (with
    more than 128 destinations: 8 of them a look), rows with old ids put under a name that had none.

    With the optional indexes number, head and oldest item of long lines are asked for, and their sums in turn: ids that
    were exchanged by anybody show in the flow within `TURNS` looks then; no other figure depends on them.
    """

    def __init__(self) -> None:
        self._forms = TimeForms()
        self._forget()

    def _forget(self) -> None:
        self._tried, self._deliveries, self._oldest = Attempts(), Deliveries(), OldestItems()
        self._flows, self._heads = Flows(), Heads()
        self._places: tuple[Destination, ...] = ()
        self._groups: tuple[Crowd, ...] = ()
        self._listed = 0
        self._rows: dict[Destination, DepthRow | None] = {}
        self._looks = 0
        self._told_of: tuple[Destination, ...] | None = None
        self._newest: Instant | None = None

    def copy(self) -> "DepthScan":
        """To look with where the look may turn out to be void: this one then stays as it is."""
        made = copy(self)
        made._forms, made._rows = copy(self._forms), dict(self._rows)
        if self._tried.looks != self._looks:  # one of them was void
            made._told_of = None
        made._deliveries, made._oldest = self._deliveries.copy(), self._oldest.copy()
        made._flows, made._heads = self._flows.copy(), self._heads.copy()
        return made

    @property
    def rewound(self) -> bool:
        """Whether the last look found the content exchanged since the look before."""
        return self._forms.rewound

    @property
    def mark(self) -> Mark:
        """By which the content of the last look is recognised."""
        return self._forms.seen

    def look(self, db: sqlite3.Connection, *, patient: bool = False) -> Depth:
        """The depth as of now, over a connection without a transaction. Raises `NotAQueue`.

        A `patient` caller waits longer for the figures that take several looks.
        """
        schema.check(db)
        present = schema.objects(db)
        began = time.monotonic()
        with snapshot(db) as view:
            look = Look(db, indexes(present), present, now(), view)
            self._forms.update(look)
            if self._forms.rewound:
                self._forget()
            if not (look.use.enqueued and self._forms.standard):
                look.use = replace(look.use, line="")  # sums tell when the oldest item may have become another one
            look.begun = self._flows.take_new
            self._flows.take_new(look)
            look.breathe()
            self._list(look)
            self._count(look)
            if self._flows.astray and len(self._places) >= MANY and self._listed < LISTED:
                self._listed = 0
                self._list(look)
                self._count(look)
            self._deliveries.want(self._flows.end(look.as_of, self._places))
            self._oldest.look(look, self._flows, self._forms, self._heads.items)
            self._newest = _newest(db)
        return self._told(look.as_of, self._go_on(db, look.use, time.monotonic() - began, patient))

    def go_on(self, db: sqlite3.Connection) -> Depth:
        """The depth of the last look, with more of what was not complete in it: of a file in which nothing changed."""
        return self._told(now(), self._go_on(db, indexes(schema.objects(db)), 0.0, patient=True))

    def _go_on(self, db: sqlite3.Connection, use: Indexes, spent: float, patient: bool) -> bool:
        complete = self._tried.look(db, use, self._flows.waiting, spent, patient=patient)
        self._deliveries.wanted.intersection_update(self._flows.undelivered(self._deliveries.wanted))
        found = self._deliveries.look(db, use, patient=patient)
        self._flows.delivered_before(found)
        return complete and not self._deliveries.wanted and self._flows.certain

    # -- which destinations there are ------------------------------------------------------------------------

    def _list(self, look: Look) -> None:
        self._listed -= 1
        if len(self._places) < MANY or self._listed <= 0 or self._flows.blind:
            found = tuple(destinations(look.db, look.use))
            self._listed = LISTED if self._places else 0
        else:
            new = set(self._flows.arrived).difference(self._rows)
            if not new:
                return
            found = tuple(sorted({*self._places, *new}, key=_order))
        grouped = _grouped(found, self._flows)
        if grouped != [group.places for group in self._groups]:
            self._places, self._groups = found, tuple(map(Crowd, grouped))
            self._flows.regrouped()
            self._heads.regrouped()
        look.breathe()  # the list took its time

    # -- what waits ------------------------------------------------------------------------------------------

    def _count(self, look: Look) -> None:
        """Every destination; where a head is asked for in vain its line is not what it was taken for."""
        flows = self._flows
        for group in self._groups:
            flows.count(look, group)
            vain = self._heads.look(look.db, group, self._head_ids(group))
            if vain:
                flows.renew(look, vain)
                self._heads.look(look.db, group, self._head_ids(group))
            look.anew()

    def _head_ids(self, group: Crowd) -> dict[Destination, int | None]:
        """Of the lines that are others than at the look before."""
        waiting, settled = self._flows.waiting, self._flows.settled
        moved = (where for where in group.places if where in settled) if settled else ()
        return {where: waiting[where].head if where in waiting else None for where in moved}

    # -- what is told ----------------------------------------------------------------------------------------

    def _told(self, as_of: Instant, complete: bool) -> Depth:
        """Most rows of thousands are those of the look before, older by now."""
        self._looks = self._tried.looks
        changed = self._flows.settled | self._heads.changed | self._oldest.changed | self._tried.taken()
        if len(self._places) < MANY or len(changed) > len(self._places) // 2 or self._told_of is not self._places:
            self._rows = {where: self._row(where, as_of) for where in self._places}
            rows = tuple(row for row in self._rows.values() if row is not None)
        else:
            self._rows |= {where: self._row(where, as_of) for where in changed & self._rows.keys()}
            rows = aged((row for row in self._rows.values() if row is not None), as_of)
        self._told_of = self._places
        return Depth(rows, as_of, complete, self._flows.known(), self._newest, destinations=self._places)

    def _row(self, where: Destination, as_of: Instant) -> DepthRow | None:
        line, failed = self._flows.waiting.get(where), self._flows.failed.get(where, 0)
        if line is None:
            return DepthRow(where.channel, where.destination, 0, failed, None, None, 0) if failed else None
        oldest, head = self._oldest.known.get(where), self._heads.items.get(where)
        first = None if oldest is None else oldest[1]
        seconds = None if first is None or first.ns is None or as_of.ns is None else (as_of.ns - first.ns) / 1e9
        tried, at = self._tried.of(where, line, head)
        return DepthRow(where.channel, where.destination, line.count, failed, first, seconds, tried, head, at)


def _grouped(places: Iterable[Destination], flows: Flows) -> list[tuple[Destination, ...]]:
    """In groups of which each is counted in one transaction."""
    groups: list[tuple[Destination, ...]] = []
    group: list[Destination] = []
    cost = 0
    for where in places:
        line = flows.line(where)
        costs = UNKNOWN if line is None else PLACE + line.count
        if group and cost + costs > GROUP:
            groups.append(tuple(group))
            group, cost = [], 0
        group.append(where)
        cost += costs
    return [*groups, tuple(group)] if group else groups


def _order(where: Destination) -> tuple[bytes, bytes]:
    """As the index sorts them: by the bytes of the texts."""
    return where.channel.encode("utf-8", "surrogateescape"), where.destination.encode("utf-8", "surrogateescape")


def _newest(db: sqlite3.Connection) -> Instant | None:
    """When the newest item was queued."""
    row = db.execute("SELECT enqueued_at FROM queue ORDER BY id DESC LIMIT 1").fetchone()
    return None if row is None else moment(row[0])
