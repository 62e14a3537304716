"""What a queue holds, line by line: each is walked in both directions from any place, a bounded number at a time.

By reading commands alone, never a whole stream at once. Each line is walked by its own key (an entry's id, a retry's
time and name), so that what comes and goes meanwhile neither doubles nor hides anything else. Here are the lines of
streams' entries; those of other kinds are in `pending` and `delayed`.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol

from qmonitor.queues.model import Item
from qmonitor.queues.streams.envelopes import order
from qmonitor.queues.streams.reading import items, spots
from qmonitor.queues.streams.reading.bodies import Bottom, size_of
from qmonitor.queues.streams.reading.items import Fields
from qmonitor.queues.streams.reading.spots import Cursor, Spot
from qmonitor.queues.streams.reading.strides import Stride, growing
from qmonitor.queues.streams.server.trouble import explained

COMMANDS = (
    "TIME", "XINFO|GROUPS", "XRANGE", "XREVRANGE", "XPENDING", "ZRANGE", "ZCOUNT", "ZSCORE", "ZMSCORE", "HGET", "HMGET",
)  # fmt: skip
"""All that is ever sent to walk through a queue, or to look something up in it."""


class Met(NamedTuple):
    """What a walk came by.

    `raw` is all that is stored of its payload, `error` the code of its last failure; `tried`: it was executed before.
    """

    spot: Spot
    id: str
    raw: bytes
    error: str
    make: Callable[[], Item]
    payload: Callable[[], bytes]
    tried: bool = True


class Line(Protocol):
    """One stage of a queue."""

    def walk(self, cursor: Cursor) -> Iterator[Met]:
        """What lies beyond a place, in its direction."""
        ...


class EntryLine:
    """Entries of a stream: dead letters, skipped ones, or (after an id) what a group has not got yet."""

    def __init__(
        self,
        client: Any,
        key: str,
        kind: int,
        make: Callable[[str, Fields], Item],
        stride: Stride,
        after: str = "",
        place: str = "",
        ahead: int = 0,
    ) -> None:
        """`after`: only entries with a higher id count. `place`: what ids begin with, where that is not as usual.

        `ahead`, of this and the other lines: how many are likely to be needed.
        """
        self._client, self._key, self._kind, self._make, self._stride = client, key, kind, make, stride
        self._after, self._place, self._ahead = after, place or _PLACES[kind], ahead

    def walk(self, cursor: Cursor) -> Iterator[Met]:
        border, bottom = spots.range_from(cursor, self._kind), Bottom(self._client, self._key)
        for wanted in growing(self._ahead):
            if border is None or (not cursor.up and bottom.is_reached(border)):
                return
            count = self._stride.most(wanted)
            found = self._read(border, count, up=cursor.up)
            self._stride.learn([size_of(fields) for _, fields in found])
            for entry_id, fields in found:
                yield self._met(entry_id, fields)
            if len(found) < count:
                return
            border = f"({found[-1][0]}"

    def _read(self, border: str, count: int, *, up: bool) -> list[tuple[str, Fields]]:
        floor = f"({self._after}" if self._after else "-"
        if up and self._after and (border == "-" or order(border.lstrip("(")) <= order(self._after)):
            border = floor
        with explained():
            if up:
                found = self._client.xrange(self._key, border, "+", count=count)
            else:
                found = self._client.xrevrange(self._key, border, floor, count=count)
        return [(one.decode(), fields) for one, fields in found if fields is not None]

    def _met(self, entry_id: str, fields: Fields) -> Met:
        payload = fields.get(b"payload", b"")
        error = fields.get(b"errorCode" if self._kind in (spots.DEAD, spots.SKIPPED) else b"lastErrorCode", b"")
        return Met(
            spots.of_entry(self._kind, entry_id),
            f"{self._place}:{entry_id}",
            payload,
            error.decode("utf-8", "backslashreplace"),
            lambda: self._make(entry_id, fields),
            lambda: payload,
            self._kind != spots.MAIN or items.is_tried(fields),
        )


_PLACES = {spots.MAIN: items.MAIN_PLACE, spots.DEAD: items.DEAD_PLACE, spots.SKIPPED: items.SKIPPED_PLACE}
