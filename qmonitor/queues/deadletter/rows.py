"""Rows made into items."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

from qmonitor.queues.deadletter import codec, keys
from qmonitor.queues.deadletter.codec import Code
from qmonitor.queues.deadletter.errors import Undecodable
from qmonitor.queues.deadletter.facts import only_message
from qmonitor.queues.deadletter.keys import Key
from qmonitor.queues.errors import UnknownItem
from qmonitor.queues.model import Item, ItemId, State
from qmonitor.queues.times import Instant, from_ns, parse
from qmonitor.queues.words import phrase
from qmonitor.values import dataclass

CHANNEL = "dead-letter"
"""What stands for the channel of every queue."""

TYPES: Mapping[int, str] = MappingProxyType({code.value: code.name.replace("_", " ").lower() for code in Code})
"""What a message is about, in the words of the format."""

LARGE = 64 << 10
"""Bytes of a value from which on the parts of the row that was read last are kept: of ten thousand messages they take a
second, and each page and each message asks for them."""

BROKEN = str(Undecodable().cause)
"""The error of a row that can't be decoded."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """Who skipped a row, and when."""

    who: str
    at: str


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a queue: its key, what is stored there, its size in bytes, and whether somebody skipped it.

    A value that is larger than any that is read is left out.
    """

    key: Key
    value: bytes
    size: int
    skipped: Skipped | None = None

    @property
    def content(self) -> int:
        """Tells whether it still holds the same, within a process: a row may be rewritten in place."""
        return hash((self.value, self.size))

    def items(self) -> list[Item]:
        """One for each message, in their order; one for the whole where it can't be decoded."""
        return [item for item, _ in self.parts()]

    def parts(self) -> Sequence[tuple[Item, slice]]:
        """The same, each with the bytes that are its payload: of several messages its own, else all that is stored."""
        return _kept(self) if len(self.value) > LARGE else self.made()

    def made(self) -> Sequence[tuple[Item, slice]]:
        """`parts`, made anew."""
        whole = slice(0, self.size)
        one = only_message(self.value)
        if one is not None:
            return [(self._of(*one, None, self.size), whole)]
        try:
            found = codec.located(self.value) if self.size == len(self.value) else None
        except Undecodable:
            found = None
        if found is None:
            return [(self._item(None, self._written(), State.FAILED, self.size), whole)]
        if len(found) == 1:
            return [(self._of(found[0][0].queued_at, found[0][0].code, None, self.size), whole)]
        return [
            (self._of(message.queued_at, message.code, number, place.stop - place.start), place)
            for number, (message, place) in enumerate(found, 1)
        ]

    def _of(self, queued: Instant | None, code: int, number: int | None, size: int) -> Item:
        item = self._item(number, queued or self._written(), State.PENDING, size)
        kind = TYPES.get(code, str(code))
        return replace(item, message_type=kind, dropped_at=_dropped(item.enqueued_at))

    def _item(self, number: int | None, since: Instant | None, state: State, size: int) -> Item:
        item = Item(
            CHANNEL,
            keys.shown(self.key.name),
            id=keys.item_id(self.key.raw, number),
            size=size,
            state=state,
            attempts=None,  # every message here was tried, nobody counted how often
            enqueued_at=since,
            last_error=BROKEN if state is State.FAILED else "",
        )
        if self.skipped is None:
            return item
        said = f"skipped by {self.skipped.who}"
        return replace(item, state=State.SKIPPED, last_error=said, last_attempt=parse(self.skipped.at))

    def _written(self) -> Instant | None:
        """When the row was written; None where its key does not tell."""
        try:
            return None if self.key.ns is None else from_ns(self.key.ns)
        except OverflowError:
            return None


def _dropped(since: Instant | None) -> Instant | None:
    """When a message that waits since then is dropped; None where no text can hold it."""
    try:
        return None if since is None or since.ns is None else since + codec.MAX_QUEUE_AGE
    except OverflowError:
        return None


def unknown(item: ItemId) -> UnknownItem:
    """What is said where no row has this id, or not so many messages."""
    return UnknownItem(phrase("There is no item {id}.", id=item), phrase("It may have been removed meanwhile."))


@lru_cache(maxsize=1)
def _kept(row: Row) -> Sequence[tuple[Item, slice]]:
    return row.made()
