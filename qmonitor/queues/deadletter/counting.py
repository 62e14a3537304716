"""How many items match and where they are in the list, told from what is known of all rows without reading any."""

from collections.abc import Iterable, Iterator, Sequence

from qmonitor.queues.deadletter import keys
from qmonitor.queues.deadletter.facts import Fact
from qmonitor.queues.deadletter.figures import Figures
from qmonitor.queues.deadletter.index import Index
from qmonitor.queues.deadletter.rows import CHANNEL
from qmonitor.queues.deadletter.shelf import written
from qmonitor.queues.deadletter.walk import Spot
from qmonitor.queues.model import Query, State
from qmonitor.queues.times import Instant, from_ns


def countable(query: Query) -> bool:
    """Whether what is known tells which items match."""
    return not query.text and not query.error and query.among is None


def spots(index: Index, query: Query) -> Sequence[Spot]:
    """Where the items are that match a countable query, in the order of arrival."""
    if query.channel not in (None, CHANNEL):
        return ()
    name = None
    if query.destination is not None:
        name = next((each for each in index.names() if keys.shown(each) == query.destination), b"")
    found: list[Spot] = []
    if query.state in (None, State.PENDING, State.FAILED):
        found += _spots(index.queued, name, query, query.state)
    if query.state in (None, State.SKIPPED):
        found += _spots(index.skipped, name, query, None)
    found.sort()
    return found


def _spots(figures: Figures, name: bytes | None, query: Query, state: str | None) -> Iterator[Spot]:
    """Those of one table."""
    low, high = _text(query.since), _text(query.until)
    bounded = query.since is not None or query.until is not None
    for each, line in figures.lines.items():
        if name not in (None, each):
            continue
        for key, fact in line.rows.items():
            if (fact is None and state == State.PENDING) or (fact is not None and state == State.FAILED):
                continue
            order = (keys.parse(key) or keys.Key(key)).order
            for number, at in enumerate(_times(key, fact), 1):
                if not bounded or (at and (not low or at >= low) and (not high or at < high)):
                    yield (*order, 2 * number)


def _times(key: bytes, fact: Fact) -> Iterable[str]:
    """Since when each item of a row waits; an undecodable one since it was written."""
    if fact is None:
        return (written(keys.parse(key)),)
    return (fact,) if isinstance(fact, str) else fact


def _text(bound: Instant | None) -> str:
    """A bound in the standard form of times; "" for none."""
    if bound is None:
        return ""
    if bound.ns is None:
        return "~"
    try:
        return from_ns(bound.ns).text
    except OverflowError:
        return "~" if bound.ns > 0 else "0"
