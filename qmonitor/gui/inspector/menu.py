"""The menu of a payload's views: what can be done with the part that is chosen, and with the whole."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QWidget

from qmonitor.gui.inspector.copying import Copying
from qmonitor.gui.inspector.pages import Pages
from qmonitor.monitor.inspecting.places import Part
from qmonitor.payloads.model import Element

if TYPE_CHECKING:
    from qmonitor.monitor.inspecting.content import Content


class PartMenu(QMenu):
    """Made for the moment, and gone once it is closed."""

    def __init__(
        self, pages: Pages, content: Content | None, part: Part | None, copying: Copying, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setObjectName("inspector-menu")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._add_view(pages)
        self._add_part(content, part, copying)
        self.addSeparator()
        self.addAction(self.tr("Copy message as &stored"), copying.copy_stored)
        self.addAction(self.tr("Save &message as stored…"), copying.save_stored)
        if pages.current == "structure":
            self.addSeparator()
            self.addAction(self.tr("&Open all"), pages.structure.tree.expandAll)
            self.addAction(self.tr("&Close all"), pages.structure.tree.collapseAll)

    def _add_view(self, pages: Pages) -> None:
        """What is selected in the view that is looked at."""
        if pages.current == "text":
            copy = self.addAction(self.tr("&Copy selected text"), pages.text.edit.copy)
            copy.setEnabled(pages.text.edit.textCursor().hasSelection())
        elif pages.current == "hex":
            self.addAction(self.tr("&Copy rows"), pages.hex.copy)

    def _add_part(self, content: Content | None, part: Part | None, copying: Copying) -> None:
        for words, copy in (
            (self.tr("Copy &value"), copying.copy_value),
            (self.tr("Copy &as sent"), copying.copy_sent),
            (self.tr("Copy &path"), copying.copy_path),
        ):
            self.addAction(words, partial(copy, part)).setEnabled(part is not None)
        enclosed = content.document_in(part) if content is not None and isinstance(part, Element) else None
        if enclosed is not None and enclosed.embedded is not None:
            self.addAction(self.tr("Save &document…"), partial(copying.save_document, enclosed))
