"""Looks at a source as the tests of the alerts need them: rows, samples and a clock that goes when it is told."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from qmonitor.monitor.alerts.model import Event, EventKind, Rule
from qmonitor.monitor.alerts.watchman import Watchman
from qmonitor.monitor.sampler import Sample
from qmonitor.monitor.series import SeriesBook
from qmonitor.queues.errors import SourceMissing
from qmonitor.queues.model import ORDINARY, Depth, DepthRow, Destination, Details, Flow, Item, Traits
from qmonitor.queues.times import NS, Instant, from_ns

SOURCE = "/var/lib/engine/queue.db"
LAB = Destination("lab", "dest-01")
START = 1_780_000_000
DEAD = Traits(dead=True, scheduled=False, delivers=False, named=False, kept=timedelta(days=30))
DETAILS = Details(SOURCE, "delivery queue", None, None, None, None)


def at(seconds: float) -> Instant:
    """So many seconds after the beginning."""
    return from_ns(round((START + seconds) * NS))


def row(
    pending: int = 1, failed: int = 0, age: float | None = 0, *, now: float = 0, attempts: int | None = 0,
    head: int = 7, tries: int = 0, due: float | None = None, tried: float | None = None, place: Destination = LAB,
) -> DepthRow:  # fmt: skip
    """A backlog as seen at `now`; ages and `tried` in seconds before that, `due` in seconds after the beginning."""
    oldest = None if age is None or not pending else at(now - age)
    first = Item(
        place.channel, place.destination, id=head, attempts=tries, enqueued_at=oldest,
        next_attempt=at(now if due is None else due), last_attempt=None if tried is None else at(now - tried),
    )  # fmt: skip
    return DepthRow(
        place.channel, place.destination, pending, failed, oldest, age if pending else None,
        attempts if pending else None, first if pending else None,
    )  # fmt: skip


class Scene:
    """A watchman and its source. Each call is one look at a time that only goes on."""

    def __init__(self, *rules: Rule, known: Watchman | None = None, step: float = 2, traits: Traits = ORDINARY) -> None:
        self.watchman = Watchman(rules) if known is None else Watchman(rules, (*known.open(), *known.solved()))
        self.book = SeriesBook()
        self.now = 0.0
        self.traits = {} if traits is ORDINARY else {LAB.channel: traits}
        self.step = step
        self.events: list[Event] = []

    def see(self, *rows: DepthRow, flow: Flow | None = None, skew: timedelta | None = None) -> tuple[Event, ...]:
        """A look that succeeds."""
        self.now += self.step
        aged = tuple(
            one if one.oldest is None else replace(one, oldest_seconds=self.now - (one.oldest.ns - START * NS) / NS)  # type: ignore[operator]
            for one in rows
        )
        places = tuple(one.key for one in aged)
        flows = {} if flow is None else {LAB: flow}
        depth = Depth(aged, at(self.now), True, flows, skew=skew, traits=self.traits)
        self.book.add(depth, places)
        sample = Sample(depth, places, DETAILS, (), True, 0.0)
        return self._noted(self.watchman.look(SOURCE, sample, self.book))

    def miss(self, *, answered: bool = True) -> tuple[Event, ...]:
        """A look that fails, or that is still under way."""
        self.now += self.step
        error = SourceMissing("The file is gone.") if answered else None
        return self._noted(self.watchman.fail(SOURCE, error, at(self.now)))

    def _noted(self, events: Sequence[Event]) -> tuple[Event, ...]:
        self.events += events
        return tuple(events)

    @property
    def kinds(self) -> list[EventKind]:
        return [event.kind for event in self.events]
