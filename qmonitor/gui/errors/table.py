"""The table view of groups of failures."""

from PySide6.QtCore import QCoreApplication, Qt, Signal, Slot
from PySide6.QtWidgets import QAbstractItemView

from qmonitor.gui import theme
from qmonitor.gui.errors.model import COLUMN_OF, Column, ErrorsModel
from qmonitor.gui.plain_table import PlainTable
from qmonitor.monitor.failures import Group

KIND_LEAST, WHERE_LEAST = 66 * theme.GRID, 24 * theme.GRID
"""Where what went wrong would have less, columns go, and names of destinations are cut, but not below `WHERE_LEAST`."""
SPARED = (Column.EXAMPLE, Column.FIRST, Column.PENDING, Column.FAILED)
"""These go first, in this order; what they tell stands below the table too."""


class ErrorsTable(PlainTable):
    """An `ErrorsModel`; what went wrong has the room that the other columns leave. A press on a heading sorts.

    Signals:
        opened(Group): Enter or a double click on one.
        order_chosen(Order): the heading of a column that can be sorted by was pressed.
    """

    opened = Signal(object)
    order_chosen = Signal(object)

    def __init__(self, model: ErrorsModel) -> None:
        spoken = QCoreApplication.translate("ErrorsTable", "What went wrong")
        super().__init__(
            model, name="errors-table", spoken=spoken, stretched=Column.KIND, prose={Column.KIND}, opens=True
        )
        self._errors = model
        self._digits = 0
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header = self.horizontalHeader()
        header.setSectionsClickable(True)
        header.sectionClicked.connect(self._on_heading)
        self.row_opened.connect(self._on_opened)
        model.dataChanged.connect(self._on_figures)
        model.headerDataChanged.connect(self.fit)
        self.fit()

    def chosen(self) -> Group | None:
        """The group of the selected row."""
        rows = self.selectionModel().selectedRows()
        return self._errors.group(rows[0].row()) if rows else None

    @Slot()
    def fit(self) -> None:
        widths: dict[Column, int] = {column: self.needed(column) for column in Column if column is not Column.KIND}
        self.share_out(widths.items(), KIND_LEAST, SPARED, Column.WHERE, WHERE_LEAST)

    @Slot()
    def _on_figures(self) -> None:
        """Figures grow several times a second while all is read; to measure a hundred rows takes 8 ms."""
        digits = len(str(self._errors.most))
        if digits > self._digits or self._errors.complete:
            self._digits = digits
            self.fit()

    @Slot(int)
    def _on_heading(self, section: int) -> None:
        for order, column in COLUMN_OF.items():
            if column == section:
                self.order_chosen.emit(order)

    @Slot(int)
    def _on_opened(self, row: int) -> None:
        self.opened.emit(self._errors.group(row))
