"""Looks at a stream queue by reading commands alone: nothing is read as a group, made, claimed or changed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any, TypeVar

from qmonitor.queues.audit import AuditEntry, Verification
from qmonitor.queues.errors import Refused
from qmonitor.queues.failing import Failing, Place
from qmonitor.queues.model import (
    Begin,
    Depth,
    Destination,
    Details,
    Flow,
    Item,
    ItemId,
    Page,
    Query,
    Start,
    State,
    Traits,
    aged,
)
from qmonitor.queues.past import Past
from qmonitor.queues.plan import GONE, InterruptedPlan
from qmonitor.queues.scanning import Place as ScanPlace
from qmonitor.queues.scanning import Scan
from qmonitor.queues.streams import audit, plans
from qmonitor.queues.streams.errors import NotPermitted, WrongKind
from qmonitor.queues.streams.keys import Keys, together
from qmonitor.queues.streams.reading import depths, figures, items, lines, rounds, signs
from qmonitor.queues.streams.reading.bodies import entries
from qmonitor.queues.streams.reading.counting import StreamState
from qmonitor.queues.streams.reading.depths import Seen
from qmonitor.queues.streams.reading.figures import Figures
from qmonitor.queues.streams.reading.finding import found
from qmonitor.queues.streams.reading.flowing import Flowing
from qmonitor.queues.streams.reading.ground import Ground
from qmonitor.queues.streams.reading.keeping import Keeping
from qmonitor.queues.streams.reading.lines import Met
from qmonitor.queues.streams.reading.link import Link
from qmonitor.queues.streams.reading.look import Eye, Known, clocks_words
from qmonitor.queues.streams.reading.pages import Pages
from qmonitor.queues.streams.reading.places import Places
from qmonitor.queues.streams.reading.signs import Signs
from qmonitor.queues.streams.reading.strides import Strides
from qmonitor.queues.streams.reading.sweeping import FailingSweep, PayloadSweep
from qmonitor.queues.times import Instant, now
from qmonitor.queues.words import Phrase, phrase

T = TypeVar("T")

COMMANDS = tuple(sorted({name for part in (audit, figures, lines, plans, rounds, signs) for name in part.COMMANDS}))
"""All that is ever sent by who looks, but for what makes a connection: all that a user needs who only looks."""

CLUSTER_COMMANDS = ("CLUSTER|SLOTS", "COMMAND")
"""What is needed in a cluster besides."""

TRAITS = Traits(lists=False, retries=True)


class StreamReader:
    """One thread, but `interrupt` from any."""

    def __init__(self, connect: Callable[[], Any], keys: Keys, target: str, common: Known, *, cluster: bool) -> None:
        self._keys, self._target, self._shared = keys, target, common
        self._link = Link(connect)
        self._strides = Strides()
        self._eye = Eye(keys, self._strides, common, self._link.still_wanted)
        self._signs = Signs(keys)
        self._flowing = Flowing(keys, self._strides)
        self._known: dict[bytes, float] = {}
        self._places: list[Places] = []
        self._keeping = Keeping(keys)
        self._stepless = cluster and not together(
            keys.main, keys.dlq, keys.retry_payloads, keys.retry_index, keys.audit, keys.skipped
        )
        self._last: Depth | None = None
        self._seen: Seen | None = None
        self._epoch = 0
        self._notices: tuple[Phrase, ...] = ()

    # -- figures ---------------------------------------------------------------------------------------------------

    def depth(self, *, patient: bool = False) -> Depth:
        """See `Reader.depth`; where nothing is new, no more is read than tells that."""
        if self._last is not None and self._last.complete and not self.changed():
            at = now()
            return replace(self._last, rows=aged(self._last.rows, at + self._last.clock), as_of=at)
        return self._link.run(lambda client: self._look(client, patient=patient))

    def _look(self, client: Any, *, patient: bool) -> Depth:
        sign = self._signs.read(client)
        seen = self._eye.look(client, patient=patient)
        stream = seen.figures.stream
        assert stream is not None
        if self._last is not None and not self._goes_on(client, self._last.mark, stream):
            self._epoch += 1
            self._eye = Eye(self._keys, self._strides, self._shared, self._link.still_wanted)
            self._flowing = Flowing(self._keys, self._strides)
            self._known.clear()
            self._notices = (phrase("The stream was made anew at {at}; what is shown is the new one.", at=now()),)
            seen = self._eye.look(client, patient=patient)
        self._seen, self._shared.strays = seen, self._eye.strays
        self._signs.keep(sign)
        at = now()
        row = depths.row_of(self._keys, seen, at)
        waits = row.pending or row.failed or row.at_least or not row.failed_known
        where = depths.place(self._keys)
        newest = seen.figures.newest
        self._last = Depth(
            rows=aged((row,), at + seen.clock) if waits or row.retries.unscheduled else (),
            as_of=at,
            complete=seen.complete,
            newest=None if newest is None or seen.clock or depths.ahead_of(seen) else depths.instant(newest),
            epoch=self._epoch,
            mark=depths.mark_of(self._keys, seen.figures.stream or stream),
            destinations=(where,),
            clock=seen.clock,
            traits={where.channel: TRAITS},
            flows=self._flows(client, seen, at),
        )
        return self._last

    def _flows(self, client: Any, seen: Seen, at: Instant) -> Mapping[Destination, Flow]:
        """What came and left, where it can be told."""
        try:
            flow = self._flowing.look(client, seen, at, self._link.still_wanted)
        except (NotPermitted, WrongKind):
            return {}
        return {} if flow is None else {depths.place(self._keys): flow}

    def now(self) -> Instant:
        return self._link.run(self._eye.now)

    def changed(self) -> bool:
        """Whether anything that a few commands tell is another than at the last look, or that was some time ago."""
        if self._last is None or not self._last.complete:
            return True
        return self._link.run(self._signs.differ)

    def destinations(self) -> tuple[Destination, ...]:
        """The one that there is: the group, also while nothing waits for it."""
        self._link.run(self._eye.stream)
        return (depths.place(self._keys),)

    # -- lists -----------------------------------------------------------------------------------------------------

    def page(self, query: Query, start: Start | Begin = None, *, total: bool = False) -> Page:
        """See `Reader.page`. One that would take long ends early, with a cursor to go on."""
        asked = start if isinstance(start, Start) else Start(start)

        def work(client: Any) -> Page:
            page = self._pages(client).page(query, asked.begin)
            found = self._counting(client) if asked.counts or total else None
            return replace(
                page,
                items=self._keeping.told(client, page.items),
                total=self._counted(query, found) if total else None,
                counts=tuple(self._counted(one, found) for one in asked.counts),
            )

        return self._link.run(work)

    def count(self, query: Query) -> int | None:
        return self.counts((query,))[0]

    def counts(self, queries: Sequence[Query]) -> tuple[int | None, ...]:
        def work(client: Any) -> tuple[int | None, ...]:
            pages = self._pages(client)
            found = self._counting(client) if any(map(_countable, queries)) else None
            return tuple(self._counted(one, found) if _countable(one) else pages.count(one) for one in queries)

        return self._link.run(work)

    def _counting(self, client: Any) -> Figures:
        """Figures to count by: the count of what is not delivered is one for all readers of a source."""
        return self._eye.figures(client)

    def _counted(self, query: Query, found: Figures | None) -> int | None:
        """How many match, where the figures tell it."""
        if found is None or not _countable(query):
            return None
        keys = self._keys
        if query.channel not in (None, keys.main) or query.destination not in (None, keys.group):
            return 0
        pending = None if found.pending is None else found.pending + len(self._shared.strays or ())
        by_state = {State.PENDING: pending, State.FAILED: found.dead, State.SKIPPED: found.skipped}
        if query.state is not None:
            return by_state.get(State(query.state)) if query.state in by_state else 0
        known = [one for one in by_state.values() if one is not None]
        return sum(known) if len(known) == len(by_state) else None

    def _pages(self, client: Any) -> Pages:
        return Pages(self._ground(client), self._link.still_wanted)

    def _ground(self, client: Any) -> Ground:
        if self._shared.strays is None:
            self._shared.strays = self._eye.find_strays(client)
        return Ground(client, self._keys, self._strides, self._known, self._shared.strays or (), self._places)

    # -- items -----------------------------------------------------------------------------------------------------

    def get(self, item: ItemId) -> Item:
        return self._link.run(lambda client: self._keeping.told(client, [self._found(client, item).make()])[0])

    def payload(self, item: ItemId, offset: int = 0, length: int | None = None) -> bytes:
        """See `Reader.payload`: the event as it was written; of what can't be read, all that lies there."""
        if offset < 0 or (length is not None and length < 0):
            raise Refused(phrase("A slice begins at 0 or later, and is not negative."))
        raw = self._link.run(lambda client: self._found(client, item).payload())
        return raw[offset:] if length is None else raw[offset : offset + length]

    def _found(self, client: Any, item: ItemId) -> Met:
        met = found(self._ground(client), [str(item)])[0]
        if met is None:
            raise items.unknown(item)
        return met

    def states(self, ids: Iterable[ItemId]) -> tuple[tuple[ItemId, str], ...]:
        wanted = list(ids)

        def work(client: Any) -> tuple[tuple[ItemId, str], ...]:
            ground, told = self._ground(client), []
            for start in range(0, len(wanted), STATES):
                part = wanted[start : start + STATES]
                self._link.still_wanted()
                for item, met in zip(part, found(ground, list(map(str, part))), strict=True):
                    told.append((item, GONE if met is None else str(met.make().state)))
            return tuple(told)

        return self._link.run(work)

    def failing(self, after: Place | None = None, budget: float = 0.2) -> Failing:
        """See `Reader.failing`: dead letters, failures without a retry, and what waits for another attempt."""

        def work(client: Any) -> Failing:
            sweep = FailingSweep(self._ground(client), self._link.still_wanted)
            part = sweep.part(after, budget)
            total = self._total(client) if after is None else None
            return replace(part, total=total, mark=self._mark(client))

        return self._link.run(work)

    def _total(self, client: Any) -> int | None:
        figures = self._counting(client)
        return None if figures.pending is None or figures.dead is None else figures.pending + figures.dead

    def scan(self, query: Query, after: ScanPlace | None = None, budget: float = 0.1) -> Scan:
        """See `Reader.scan`; the mark is of before the reading."""

        def work(client: Any) -> Scan:
            seen = self._mark(client)
            sweep = PayloadSweep(self._ground(client), query, self._link.still_wanted)
            return replace(sweep.part(after, budget), mark=seen)

        return self._link.run(work)

    # -- the source ------------------------------------------------------------------------------------------------

    def details(self) -> Details:
        def work(client: Any) -> Details:
            seen = self._seen or self._eye.look(client)
            self._seen = seen
            return Details(
                target=self._target,
                kind="streams",
                size=None,
                wal_size=None,
                rows=self._counted(Query(), seen.figures),
                mode=None,
                notices=(*self._notices, *_notices(seen, stepless=self._stepless)),
                shared=depths.shared_of(seen, stepless=self._stepless),
            )

        return self._link.run(work)

    def past(self, span: timedelta) -> Past | None:  # noqa: ARG002
        """Never told: what was done is trimmed, and a retry leaves no trace of its first time."""
        return None

    def knows(self, mark: str) -> bool:
        def work(client: Any) -> bool:
            return self._goes_on(client, mark, self._eye.stream(client))

        return self._link.run(work)

    def _mark(self, client: Any) -> str:
        return depths.mark_of(self._keys, self._eye.stream(client))

    def _goes_on(self, client: Any, mark: str, stream: StreamState) -> bool:
        """Whether the stream is the one that a mark was of: the entry of then is there, or may have been removed."""
        before = depths.parse_mark(self._keys, mark)
        if before is None:
            return False
        certain = depths.goes_on(before, stream)
        if certain is not None:
            return certain
        last = before[1]
        if entries(client, self._keys.main, [f"{last[0]}-{last[1]}"], self._strides.of(self._keys.main))[0] is not None:
            return True
        return stream.removed > 0 and (stream.deleted >= last or stream.first is None or stream.first > last)

    def audit(self, limit: int = 100, before: int | None = None) -> tuple[AuditEntry, ...]:
        return self._link.run(lambda client: audit.entries(client, self._keys, limit, before))

    def verify_audit(self) -> Verification:
        return self._link.run(lambda client: audit.verify(client, self._keys))

    def interrupted(self) -> tuple[InterruptedPlan, ...]:
        return self._link.run(lambda client: plans.Plans(client, self._keys).interrupted())

    def interrupt(self) -> None:
        self._link.interrupt()

    def close(self) -> None:
        self._link.close()


STATES = 200
"""Items whose states are asked for at once."""


def _countable(query: Query) -> bool:
    """Whether the figures tell how many match."""
    narrowed = (query.since, query.until, query.among)
    return not query.text and not query.error and all(one is None for one in narrowed)


def _notices(seen: Seen, *, stepless: bool) -> Iterable[Phrase]:
    """What a person has to know before judging the figures."""
    yield from clocks_words(seen.clock)
    ahead = depths.ahead_of(seen)
    if ahead:
        yield phrase(
            "The newest message has an id whose time lies {span} in the future, by the server's clock: whoever"
            " published it has given it. What is published before that time gets such ids, too, and its age is not"
            " known.",
            span=ahead,
        )
    if stepless:
        yield phrase(
            "This queue can only be looked at: its keys lie in several slots of the cluster, so that no step could"
            " change all of them or none."
        )
    if seen.figures.crowd:
        yield phrase(
            "The group has {count} consumers. Only those are shown that have messages in hand.",
            count=seen.figures.crowd,
        )
    barred = sorted({command for command in (*seen.barred.values(), *seen.figures.barred) if command})
    if barred:
        yield phrase("Some figures are not shown: this user may not use {commands}.", commands=", ".join(barred))
