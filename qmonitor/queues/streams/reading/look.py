"""One look after the other at a queue: figures at once, and in rounds what takes longer. For one thread."""

import time
from collections.abc import Callable
from dataclasses import field
from datetime import timedelta
from typing import Any, TypeVar

from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.reading import figures as reading
from qmonitor.queues.streams.reading.counting import StreamState
from qmonitor.queues.streams.reading.depths import TOLERANCE, Seen
from qmonitor.queues.streams.reading.figures import Figures, Looking, Tally
from qmonitor.queues.streams.reading.rounds import Delayed, FailedEvents, InFlight, InFlightFigures, More, Strays, until
from qmonitor.queues.streams.reading.strides import Strides
from qmonitor.queues.streams.values import MS
from qmonitor.queues.times import Instant, from_ns
from qmonitor.queues.words import Phrase, phrase
from qmonitor.values import dataclass

T = TypeVar("T")


@dataclass
class Known:
    """What all readers of one source have together: the count of what is not delivered, and the strays found.

    From any thread: the latter are exchanged as a whole.
    """

    count: Tally = field(default_factory=Tally)
    strays: tuple[bytes, ...] | None = None


class Eye:
    """Everything that is remembered of a queue from look to look."""

    def __init__(self, keys: Keys, strides: Strides, known: Known, still_wanted: Callable[[], object]) -> None:
        self._keys, self._known, self._still_wanted = keys, known, still_wanted
        self._looking: Looking | None = None
        self._in_flight, self._delayed = InFlight(keys, strides), Delayed(keys, strides)
        self._strays, self._refused = Strays(keys, strides), FailedEvents(keys, strides)
        self._barred: dict[str, str] = {}

    @property
    def strays(self) -> tuple[bytes, ...] | None:
        """Payloads without a time, in ascending order; None while they are looked for."""
        return self._strays.names

    def find_strays(self, client: Any) -> tuple[bytes, ...] | None:
        """The same, and the search for them goes on."""
        if self._strays.names is None:
            self._barred = {}
            self._unless_barred("strays", lambda: self._strays.look(client, self._more(reading.BUDGET)))
        return self._strays.names

    def look(self, client: Any, *, patient: bool = False) -> Seen:
        """What is there now; goes on with what takes several looks. Raises `SourceError`."""
        self._barred = {}
        asked = time.time()
        budget = reading.PATIENCE if patient else reading.BUDGET
        found = self._with(client).look(budget=budget)
        answered = time.time()
        more = self._more(budget)
        held = self._unless_barred("in_flight", lambda: self._held(client, found, more)) or InFlightFigures()
        waiting = self._unless_barred("attempts", lambda: self._delayed.look(client, found.as_of, more))
        strays = self._unless_barred("strays", lambda: self._strays.look(client, more))
        refused = self._unless_barred("refused", lambda: self._refused.look(client, more))
        attempts, attempts_at, oldest = waiting or (None, None, None)
        no_payload, unscheduled = strays or (None, None)
        return Seen(
            figures=found,
            held=held,
            attempts=attempts,
            attempts_at=attempts_at,
            oldest=oldest,
            no_payload=no_payload,
            unscheduled=unscheduled,
            refused=refused,
            refused_total=self._refused.total if refused is not None else None,
            whole=self._whole(),
            clock=clock_ahead(found.as_of, asked, answered),
            barred=self._barred,
        )

    def figures(self, client: Any) -> Figures:
        """What can be told at once; none of what is found in rounds, and the count only goes on where nobody looks.

        Raises `SourceError`.
        """
        return self._with(client).look(budget=0.0)

    def stream(self, client: Any) -> StreamState:
        """How far the stream and the group have come, and nothing else. Raises `SourceError`."""
        return self._with(client).stream()

    def now(self, client: Any) -> Instant:
        """The server's time. Raises `SourceError`."""
        return from_ns(self._with(client).now() * MS)

    def _with(self, client: Any) -> Looking:
        if self._looking is None:
            self._looking = Looking(client, self._keys, still_wanted=self._still_wanted, tally=self._known.count)
        self._looking.client = client
        return self._looking

    def _held(self, client: Any, found: Figures, more: More) -> InFlightFigures:
        assert found.stream is not None
        return self._in_flight.look(client, found.stream, more)

    def _whole(self) -> bool:
        """What may not be read is not waited for."""
        return (self._in_flight.whole or "in_flight" in self._barred) and (
            self._delayed.whole or "attempts" in self._barred
        )

    def _more(self, seconds: float) -> More:
        within = until(seconds)

        def more() -> bool:
            self._still_wanted()
            return within()

        return more

    def _unless_barred(self, figure: str, read: Callable[[], T]) -> T | None:
        return reading.unless_barred(self._barred, figure, read)


def clocks_words(ahead: timedelta) -> tuple[Phrase, ...]:
    """What a person has to know where the server's clock is so far ahead of this machine's."""
    if not ahead:
        return ()
    if ahead > timedelta(0):
        said = phrase(
            "The server's clock is {span} ahead of this machine's. Ages go by the server's clock.", span=ahead
        )
    else:
        said = phrase("The server's clock is {span} behind this machine's. Ages go by the server's clock.", span=-ahead)
    return (said,)


def clock_ahead(server: int, asked: float, answered: float) -> timedelta:
    """How far the server's clock (Unix ms) is ahead of this machine's (s), at least; none where no more than usual.

    It was read at some time between asking and the answer.
    """
    least, most = server / 1000 - answered, server / 1000 - asked
    nearest = 0.0 if least <= 0 <= most else min(least, most, key=abs)
    return timedelta(0) if timedelta(seconds=abs(nearest)) <= TOLERANCE else timedelta(seconds=nearest)
