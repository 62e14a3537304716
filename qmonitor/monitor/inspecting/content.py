"""What one payload says: described in a lane, first its beginning, then all of it, and held as little as possible.

A payload of usual size is described at once. Of a long one the first part is, so that a person sees something; then
the whole is read and described, and no more than its beginning is kept.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace

from qmonitor.monitor.inspecting.embedded import Enclosed, enclosed
from qmonitor.monitor.inspecting.meanings import Meanings
from qmonitor.monitor.inspecting.view import View
from qmonitor.payloads.cbor_notation import Notation, notation
from qmonitor.payloads.describe import WINDOW, describe
from qmonitor.payloads.mask import Protection, marks, mask_bytes, veiled
from qmonitor.payloads.model import Document, Element, Format, Hint
from qmonitor.queues.errors import UnknownItem
from qmonitor.queues.model import Item, ItemId
from qmonitor.queues.source import Reader
from qmonitor.queues.words import phrase
from qmonitor.values import dataclass

FIRST = 256 * 1024
"""Bytes that are described at once: 0.1 s at most (measured)."""
KEPT = 4 * 2**20
"""A payload up to so many bytes is kept as a whole while it is looked at; of a longer one its beginning is."""
SLICE = 2_000_000
"""Bytes read at a time, so that no read transaction gets long."""

GiveWay = Callable[[], None]


@dataclass(frozen=True, slots=True, eq=False)
class Content:
    """A payload as it is shown. `raw` is all of it (`held`), or its beginning; `whole`: nothing is left to describe."""

    item: ItemId
    size: int
    view: View
    document: Document
    raw: bytes
    whole: bool
    protection: Protection | None = None
    """What is hidden; None: nothing."""
    enclosed: tuple[Enclosed, ...] = ()
    meanings: Meanings = field(default_factory=Meanings)
    notation: Notation | None = None
    """CBOR in diagnostic notation, what is hidden as marks; None for anything else."""

    @property
    def held(self) -> bool:
        """Whether all of the bytes are here."""
        return len(self.raw) >= self.size

    @property
    def known(self) -> int:
        """So many bytes, from the beginning on, may be shown: of the rest it is not known yet what is to be hidden."""
        return self.size if self.whole or self.protection is None else self.document.described

    @property
    def spans(self) -> Sequence[tuple[int, int]]:
        """The bytes that are hidden."""
        return () if self.protection is None else self.protection.spans

    def hides(self, begin: int, end: int) -> bool:
        """Whether any of these bytes are hidden."""
        return self.protection is not None and begin < end and self.protection.covers(begin, end)

    def value(self, element: Element) -> str:
        """The value of a leaf as it may be shown; empty for what is divided."""
        return (element.value or "") if self.protection is None else self.protection.shown(element)

    def known_of(self, item: Item) -> Item:
        """The message as it may be shown: without its control id, if that tells of a person of the payload."""
        if self.protection is None or item.id != self.item or not self.protection.tells(item.control_id):
            return item
        return replace(item, control_id=marks(item.control_id))

    def shown(self, data: bytes, start: int) -> bytes:
        """Bytes from an offset on as they may be shown."""
        return data if self.protection is None else mask_bytes(data, self.spans, start)

    def document_in(self, element: Element) -> Enclosed | None:
        """The document that a part holds."""
        return next((one for one in self.enclosed if one.path == element.path and one.begin >= element.begin), None)


def begin(reader: Reader, item: ItemId, size: int, view: View) -> Content:
    """The payload, or where it is long its beginning. Raises `UnknownItem`."""
    raw = reader.payload(item, 0, FIRST)
    if len(raw) < min(size, FIRST):
        raise _changed(item)
    return _content(item, size, view, raw)


def complete(reader: Reader, item: ItemId, size: int, view: View, give_way: GiveWay) -> Content:
    """All of a long payload, as far as anything is described at all."""
    raw = b"".join(slices(reader, item, 0, min(size, WINDOW), give_way))
    if len(raw) < min(size, WINDOW):
        raise _changed(item)
    give_way()
    made = _content(item, size, view, raw, last=True)
    if len(raw) <= KEPT:
        return made
    protection = made.protection
    return replace(made, raw=raw[:FIRST], protection=replace(protection, raw=b"") if protection else None)


def slices(reader: Reader, item: ItemId, begin: int, end: int, give_way: GiveWay = lambda: None) -> Iterator[bytes]:
    """Stored bytes, some at a time."""
    while begin < end:
        give_way()
        data = reader.payload(item, begin, min(SLICE, end - begin))
        if not data:
            return
        yield data
        begin += len(data)


def _content(item: ItemId, size: int, view: View, raw: bytes, *, last: bool = False) -> Content:
    all_of_it = len(raw) >= size
    document = describe(raw, Hint(view.encoding, view.assumed, None if all_of_it else size))
    protection = Protection.of(document, raw) if view.masked else None
    document = veiled(document) if view.masked else document
    spans = () if protection is None else protection.spans
    return Content(
        item,
        size,
        view,
        document,
        raw,
        all_of_it or last,
        protection,
        enclosed(document, raw, size),
        Meanings.of(document),
        notation(raw, spans) if document.format is Format.CBOR else None,
    )


def _changed(item: ItemId) -> UnknownItem:
    """A payload never changes: one that did is another message's."""
    return UnknownItem(phrase("Message {item} is not the one any more that was selected.", item=item))
