"""Places in the one list of all stages: by time, so that what comes and goes elsewhere moves nothing.

An entry's time is that of its id: when it entered the stream in which it lies. A delayed retry's is when it is due.
"""

import math
from typing import NamedTuple

from qmonitor.queues.errors import Refused
from qmonitor.queues.words import phrase

UNSCHEDULED, MAIN, DELAYED, DEAD, SKIPPED, EVENT = range(6)
"""What lies at the same time stands in this order."""


class Spot(NamedTuple):
    """`at`: Unix ms, of a retry as its schedule has it (it may be infinite); `number`: within the millisecond."""

    at: float
    kind: int
    number: int = 0
    name: bytes = b""

    def is_beyond(self, cursor: "Cursor") -> bool:
        if self == cursor.spot:
            return cursor.inclusive
        return self > cursor.spot if cursor.up else self < cursor.spot


class Cursor(NamedTuple):
    """Where to begin: after a place or, going back, before it; `inclusive`: with what lies at it."""

    spot: Spot
    up: bool
    inclusive: bool = False


FIRST, LAST = Spot(-math.inf, -1), Spot(math.inf, EVENT + 1)
"""Before everything, after everything."""


def edge(*, up: bool) -> Cursor:
    """Where a walk over everything begins."""
    return Cursor(FIRST if up else LAST, up)


def of_entry(kind: int, entry_id: str) -> Spot:
    """Where an entry of a stream stands. Raises ValueError."""
    first, _, second = entry_id.partition("-")
    return Spot(int(first), kind, int(second))


def entry_of(spot: Spot) -> str:
    """The id of the entry at a place."""
    return f"{int(spot.at)}-{spot.number}"


def token(spot: Spot, *, forward: bool) -> str:
    """A place as a text that a page's cursor can be; `forward` in the order of the list that the page is of."""
    return f"{'n' if forward else 'p'}_{spot.at!r}_{spot.kind}_{spot.number}_{spot.name.hex()}"


def parse_token(text: str) -> tuple[Spot, bool]:
    """The place, and whether it goes forward from there. Raises `Refused` for a text that no page gave."""
    try:
        head, at, kind, number, name = text.split("_")
        whole = int(at) if at.lstrip("-").isdecimal() else float(at)
        spot = Spot(whole, int(kind), int(number), bytes.fromhex(name))
        if head not in ("n", "p") or math.isnan(spot.at) or not FIRST.kind <= spot.kind <= LAST.kind:
            raise ValueError
    except (ValueError, OverflowError):
        raise Refused(phrase("'{token}' is no cursor.", token=text)) from None
    return spot, head == "n"


def range_from(cursor: Cursor, kind: int) -> str | None:
    """The border, as a stream's range has it, from which entries of a kind lie beyond a cursor; None: none can."""
    spot, up = cursor.spot, cursor.up
    if math.isinf(spot.at):
        beyond = (spot.at < 0) == up
        return ("-" if up else "+") if beyond else None
    if spot.kind == kind:
        return entry_of(spot) if cursor.inclusive else f"({entry_of(spot)}"
    if up:
        least = math.ceil(spot.at) if spot.kind < kind else math.floor(spot.at) + 1
        return f"{max(least, 0)}-0" if least < 2**64 else None
    most = math.floor(spot.at) if spot.kind > kind else math.ceil(spot.at) - 1
    return str(min(most, 2**64 - 1)) if most >= 0 else None
