"""The payload that is looked at: asked for in a lane, kept as long as its message is selected, dropped at once then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from qmonitor.monitor.inspecting.view import View
from qmonitor.queues.errors import QueueError
from qmonitor.queues.model import Item, ItemId
from qmonitor.queues.source import Reader
from qmonitor.queues.times import Instant

if TYPE_CHECKING:
    from qmonitor.monitor.inspecting.content import Content, GiveWay

Call = Callable[[Reader, "Callable[[], None]"], object]


class Looking(QObject):
    """Holds one message's payload as far as it has come. Lives in the GUI thread; what takes time runs in a lane.

    Each question carries the number of the look that it belongs to: an answer to an older look is dropped.

    Signals:
        requested(key, call, context, background): work for a lane, to be answered by `take` or `take_error`.
        changed(): `content` is another one, or none.
        answered(key, value), failed(key, QueueError): something else that was asked for.
    """

    requested = Signal(str, object, object, bool)
    changed = Signal()
    answered = Signal(str, object)
    failed = Signal(str, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.setObjectName("inspector-looking")
        self.item: Item | None = None
        self.content: Content | None = None
        self.error: QueueError | None = None
        self.view = View()
        self._look = 0
        self._asked = False

    @property
    def reading(self) -> bool:
        """Whether the payload was asked for and has not come."""
        return self._asked and self.content is None and self.error is None

    def begin(self, item: Item | None) -> None:
        """This message is looked at from here on. The same one with news of its attempts keeps its payload."""
        before, self.item = self.item, item
        same = before is not None and item is not None and _place(before) == _place(item)
        if not same:
            self.view = replace(self.view, encoding="")
            self._begin_anew()

    def read_as(self, view: View) -> None:
        """Read it in another way; what was shown is gone at once."""
        if view != self.view:
            self.view = view
            self._begin_anew()

    def _begin_anew(self) -> None:
        self._look += 1
        self._asked = False
        self.content = self.error = None
        self.changed.emit()

    def ask(self) -> None:
        """Ask for the payload, if it is not there and none was asked for."""
        if self.item is None or self._asked:
            return
        self._asked = True
        self.error = None
        self._request("content", _begin(self.item.id, self.item.size, self.view))

    def ask_again(self) -> None:
        """After an error."""
        self._asked = False
        self.ask()

    def want(self, key: str, call: Call, *, background: bool = False) -> None:
        """Have something about this message worked out; the answer comes as `answered`, an older one is dropped."""
        self._request(key, call, background=background)

    def want_bytes(self, key: str, begin: int, length: int) -> None:
        """Have stored bytes read; the answer is (begin, bytes)."""
        if self.item is not None:
            self._request(key, _bytes(self.item.id, begin, length))

    def _request(self, key: str, call: Call, *, background: bool = False) -> None:
        self.requested.emit(key, call, self._look, background)

    def take(self, key: str, look: object, value: object) -> None:
        """An answer from the lane."""
        if look != self._look:
            return
        if key not in ("content", "whole"):
            self.answered.emit(key, value)
            return
        self.content = value  # type: ignore[assignment]
        self.error = None
        self.changed.emit()
        content, item = self.content, self.item
        if content is not None and item is not None and not content.whole:
            self._request("whole", _complete(item.id, item.size, self.view), background=True)

    def take_error(self, key: str, look: object, error: QueueError) -> None:
        """It could not be had. Where the beginning is there, that stays."""
        if look != self._look:
            return
        if key == "content":
            self._asked = False
            self.error = error
            self.changed.emit()
        self.failed.emit(key, error)


def _place(item: Item) -> tuple[ItemId, int, Instant | None]:
    """By which a payload is known: where a value is written anew in its place, since when it waits is another time."""
    return item.id, item.size, item.enqueued_at


def _begin(item: ItemId, size: int, view: View) -> Call:
    def call(reader: Reader, _give_way: GiveWay) -> Content:
        from qmonitor.monitor.inspecting import content  # in the lane: it brings the dictionaries of HL7 along

        return content.begin(reader, item, size, view)

    return call


def _complete(item: ItemId, size: int, view: View) -> Call:
    def call(reader: Reader, give_way: GiveWay) -> Content:
        from qmonitor.monitor.inspecting import content

        return content.complete(reader, item, size, view, give_way)

    return call


def _bytes(item: ItemId, begin: int, length: int) -> Call:
    def call(reader: Reader, _give_way: GiveWay) -> tuple[int, bytes]:
        return begin, reader.payload(item, begin, length)

    return call
