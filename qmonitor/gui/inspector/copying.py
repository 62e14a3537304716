"""Copying and saving what a payload holds: a value, a path, what is stored byte for byte, a document in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import quote

from PySide6.QtCore import QByteArray, QMimeData, QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from qmonitor.gui import text
from qmonitor.gui.inspector.looking import Call, Looking
from qmonitor.monitor.inspecting.places import Part, path_of
from qmonitor.payloads.model import Element, Format
from qmonitor.queues.errors import QueueError
from qmonitor.queues.model import ItemId
from qmonitor.queues.source import Reader

if TYPE_CHECKING:
    from qmonitor.monitor.inspecting.content import GiveWay
    from qmonitor.monitor.inspecting.embedded import Enclosed
    from qmonitor.monitor.inspecting.saving import Saved

AskFile = Callable[[QWidget, str, str, str], str]
"""Asks a person for a new file: window, title, proposed name, suffix; answers its path, or nothing."""

BYTES = "application/octet-stream"
ENDINGS = {Format.HL7V2: "hl7", Format.JSON: "json", Format.XML: "xml", Format.CBOR: "cbor", Format.TEXT: "txt"}


class Copying(QObject):
    """Does it for the message that is looked at, and says how it went. What is hidden is neither copied nor saved.

    Signals:
        told(words, role): how it went, or why it was refused.
    """

    told = Signal(str, str)

    def __init__(self, looking: Looking, window: QWidget, ask_file: AskFile) -> None:
        super().__init__(window)
        self._looking, self._window, self._ask_file = looking, window, ask_file
        looking.answered.connect(self._on_answered)
        looking.failed.connect(self._on_failed)

    def copy_value(self, part: Part | None) -> None:
        """The value of a leaf as it is shown; of what is divided, as it was sent."""
        content = self._looking.content
        if content is None or part is None:
            return
        if isinstance(part, Element) and part.value is not None and part.whole:
            self._put(content.value(part), self.tr("Copied: the value of {path}").format(path=path_of(part)))
        else:
            self.copy_sent(part)

    def copy_path(self, part: Part | None) -> None:
        """The path of a part."""
        path = path_of(part) if part is not None else ""
        if path:
            self._put(path, self.tr("Copied: {path}").format(path=text.line(path, 80)))

    def copy_sent(self, part: Part | None) -> None:
        """The exact bytes of a part."""
        content = self._looking.content
        if content is None or part is None or self._refused(content.hides(part.begin, part.end)):
            return
        self._looking.want("copy", _read(content.item, part.begin, part.end))

    def copy_stored(self) -> None:
        """The whole payload."""
        item = self._looking.item
        if item is not None and not self._refused(self._looking.view.masked):
            self._looking.want("copy", _read(item.id, 0, item.size))

    def save_stored(self) -> None:
        """The whole payload, into a file that a person chooses."""
        item, content = self._looking.item, self._looking.content
        if item is None or self._refused(self._looking.view.masked):
            return
        ending = ENDINGS.get(content.document.format, "bin") if content is not None else "bin"
        path = self._ask_file(self._window, self.tr("Save as stored"), f"{_plain(item.id)}.{ending}", ending)
        if path:
            self._looking.want("save", _save(item.id, item.size, path), background=True)

    def save_document(self, what: Enclosed | None) -> None:
        """A document in the payload, decoded, into a file that a person chooses. It is not opened."""
        item = self._looking.item
        if item is None or what is None or what.embedded is None or self._refused(self._looking.view.masked):
            return
        ending = what.ending.removeprefix(".")
        name = f"{_plain(item.id)} {_plain(what.path)}.{ending}"
        path = self._ask_file(self._window, self.tr("Save document"), name, ending)
        if path:
            self._looking.want("save", _save_document(item.id, what, path), background=True)

    def _refused(self, masked: bool) -> bool:
        if masked:
            said = self.tr("Not while the patient's data are masked: what is stored would show them. Unmask first.")
            self.told.emit(said, "warning")
        return masked

    def _put(self, words: str, said: str) -> None:
        QGuiApplication.clipboard().setText(words)
        self.told.emit(said, "muted")

    def _on_answered(self, key: str, value: object) -> None:
        saved: Saved = value  # type: ignore[assignment]
        if key == "copy":
            self._put_bytes(saved.data)
            words = self.tr("Copied as stored: {size}, SHA-256 {digest}")
        elif key == "save":
            words = self.tr("Saved as {file}: {size}, SHA-256 {digest}")
        else:
            return
        size, file = text.exact_size(saved.size), text.line(saved.path)
        self.told.emit(words.format(file=file, size=size, digest=saved.sha256), "muted")

    def _put_bytes(self, data: bytes) -> None:
        """The bytes themselves, and as text for programs that take nothing else."""
        content = self._looking.content
        codec = content.document.codec if content is not None else ""
        made = QMimeData()
        try:
            made.setText(data.decode(codec or "latin-1"))
        except UnicodeDecodeError:
            made.setText(data.decode("latin-1"))
        made.setData(BYTES, QByteArray(data))
        QGuiApplication.clipboard().setMimeData(made)

    def _on_failed(self, key: str, error: QueueError) -> None:
        if key in ("copy", "save"):
            self.told.emit(text.explain(error), "danger")


def _plain(name: object) -> str:
    """A name that any file system takes."""
    return quote(str(name), safe=" []-")[:100]


def _read(item: ItemId, begin: int, end: int) -> Call:
    def call(reader: Reader, give_way: GiveWay) -> Saved:
        from qmonitor.monitor.inspecting import saving

        return saving.read_stored(reader, item, begin, end, give_way)

    return call


def _save(item: ItemId, size: int, path: str) -> Call:
    def call(reader: Reader, give_way: GiveWay) -> Saved:
        from qmonitor.monitor.inspecting import saving

        return saving.save_stored(reader, item, size, path, give_way)

    return call


def _save_document(item: ItemId, what: Enclosed, path: str) -> Call:
    def call(reader: Reader, give_way: GiveWay) -> Saved:
        from qmonitor.monitor.inspecting import saving

        return saving.save_enclosed(reader, item, what, path, give_way)

    return call
