"""What certain entries and envelopes hold, read a bounded part at a time, and where a stream begins."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from qmonitor.queues.streams.envelopes import order
from qmonitor.queues.streams.reading.items import Fields
from qmonitor.queues.streams.reading.link import ask_all
from qmonitor.queues.streams.reading.strides import Stride
from qmonitor.queues.streams.server.trouble import explained

LAST = 2**64

Bodies = list[tuple[str, Fields | None]]


def size_of(fields: Fields) -> int:
    return sum(len(name) + len(value) for name, value in fields.items()) or 1


def in_parts(client: Any, key: str, ids: Sequence[str], stride: Stride) -> Iterator[Bodies]:
    """The bodies of entries that lie close together, in their order; None where there is none any more.

    One command reads all that lies there. Raises `StreamError`.
    """
    at = 0
    while at < len(ids):
        part = ids[at : at + stride.most(len(ids))]
        at += len(part)
        bodies = _near(client, key, part, stride)
        yield list(zip(part, bodies, strict=True))


def _near(client: Any, key: str, ids: Sequence[str], stride: Stride) -> list[Fields | None]:
    if len(ids) < 2:
        return entries(client, key, ids, stride)
    ends = sorted((ids[0], ids[-1]), key=order)
    with explained():
        near = client.xrange(key, *ends, count=len(ids))
    stride.learn([size_of(fields) for _, fields in near])
    known = {one.decode(): fields for one, fields in near}
    # beyond the last one read nothing is known yet; before it, what was not read is gone
    last = order(near[-1][0].decode()) if len(near) == len(ids) else (LAST, LAST)
    rest = [one for one in ids if order(one) > last]
    known.update(zip(rest, entries(client, key, rest, stride), strict=True))
    return [known.get(one) for one in ids]


def entries(client: Any, key: str, ids: Sequence[str], stride: Stride) -> list[Fields | None]:
    """The bodies of certain entries, wherever they lie; None where there is none any more. Raises `StreamError`."""
    bodies: list[Fields | None] = []
    while len(bodies) < len(ids):
        part = ids[len(bodies) : len(bodies) + stride.most(len(ids))]
        answers = ask_all(client, [("XRANGE", key, one, one, "COUNT", 1) for one in part])
        with explained():
            for answer in answers:
                if isinstance(answer, Exception):
                    raise answer
        found = [_fields(answer[0][1]) if answer else None for answer in answers]
        stride.learn([size_of(fields) for fields in found if fields is not None])
        bodies += found
    return bodies


def _fields(found: Any) -> Fields:
    """As the driver makes them, or as the server's answer has them."""
    return found if isinstance(found, Mapping) else dict(zip(found[::2], found[1::2], strict=True))


def stored_in_parts(
    client: Any, key: str, names: Sequence[bytes], stride: Stride
) -> Iterator[list[tuple[bytes, bytes | None]]]:
    """What a hash holds under certain names, in their order. Raises `StreamError`."""
    at = 0
    while at < len(names):
        part = names[at : at + stride.most(len(names))]
        at += len(part)
        with explained():
            stored = client.hmget(key, part)
        stride.learn([len(one) for one in stored if one is not None])
        yield list(zip(part, stored, strict=True))


class Bottom:
    """Where a stream begins, asked for once, and only where somebody goes down from some place in it.

    Asked for the last entries up to an id that lies before all entries, the server begins at the other end and looks
    through the whole stream (230 ms where it has a million, measured on 7.0): so that is never asked.
    """

    def __init__(self, client: Any, key: str) -> None:
        self._client, self._key = client, key
        self._first: tuple[int, int] | None = None

    def is_reached(self, border: str) -> bool:
        """Whether no entry lies from this border (as a range has it) on downwards."""
        if border == "+":
            return False
        if self._first is None:
            with explained():
                found = self._client.xrange(self._key, "-", "+", count=1)
            self._first = order(found[0][0].decode()) if found else (LAST, LAST)
        at = order(border.lstrip("("), LAST - 1)
        return at < self._first or (border.startswith("(") and at == self._first)
