"""The table view of what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, Signal, Slot
from PySide6.QtWidgets import QAbstractItemView

from qmonitor.gui import theme
from qmonitor.gui.find.model import Column, FindModel
from qmonitor.gui.plain_table import PlainTable

if TYPE_CHECKING:
    from qmonitor.monitor.search.scan import Found

PATH_LEAST = 24 * theme.GRID
SPARED = (Column.STATE, Column.TYPE)
"""Where the path would have less than `PATH_LEAST` these columns go, in this order."""


class FindTable(PlainTable):
    """A `FindModel`.

    Signals:
        opened(Found): Enter or a double click on one.
    """

    opened = Signal(object)

    def __init__(self, model: FindModel) -> None:
        spoken = QCoreApplication.translate("FindTable", "What was found")
        super().__init__(model, name="find-table", spoken=spoken, stretched=Column.PATH, opens=True)
        self._found = model
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.row_opened.connect(self._on_opened)
        self.fit()

    def chosen(self) -> Found | None:
        """What stands in the selected row."""
        rows = self.selectionModel().selectedRows()
        return self._found.found(rows[0].row()) if rows else None

    @Slot()
    def fit(self) -> None:
        widths: dict[Column, int] = {column: self.needed(column) for column in Column if column is not Column.PATH}
        self.share_out(widths.items(), PATH_LEAST, SPARED)

    @Slot(int)
    def _on_opened(self, row: int) -> None:
        self.opened.emit(self._found.found(row))
