"""The table view of workers."""

from PySide6.QtCore import QCoreApplication, QModelIndex, QSize, Qt, Slot
from PySide6.QtGui import QFontMetrics

from qmonitor.gui import theme
from qmonitor.gui.marks import SIDE
from qmonitor.gui.plain_table import MOST, PAD, PlainTable
from qmonitor.gui.workers.model import Column, WorkersModel
from qmonitor.gui.workers.row import Row
from qmonitor.queues.model import Destination

STATE_LEAST, WHERE_LEAST, ERROR_MOST = 48 * theme.GRID, 24 * theme.GRID, 56 * theme.GRID
"""Where the state would have less, columns go, and names of destinations are cut, but not below `WHERE_LEAST`."""
SPARED = (Column.TO, Column.ERROR, Column.GAVE_UP, Column.RETRIED)
"""These go first, in this order; what they tell stands below the table too."""


class WorkersTable(PlainTable):
    """A `WorkersModel`; the state has the room that the other columns leave."""

    def __init__(self, model: WorkersModel) -> None:
        spoken = QCoreApplication.translate("WorkersTable", "Workers")
        super().__init__(model, name="workers-table", spoken=spoken, stretched=Column.STATE, prose={Column.STATE})
        self._workers = model
        self._widths: dict[Column, int] = {}
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setIconSize(QSize(SIDE, SIDE))
        model.dataChanged.connect(self._on_figures)
        model.rowsRemoved.connect(self.fit)
        self.fit()

    def chosen(self) -> list[Row]:
        """The selected rows, from the top."""
        rows = sorted({index.row() for index in self.selectionModel().selectedRows()})
        return [self._workers.rows[row] for row in rows if row < len(self._workers.rows)]

    def current(self) -> Row | None:
        """The row that is looked at: of several that are selected, the one with the keyboard."""
        row = self.currentIndex().row()
        chosen = self.chosen()
        if 0 <= row < len(self._workers.rows) and self._workers.rows[row] in chosen:
            return self._workers.rows[row]
        return chosen[0] if chosen else None

    def select_only(self, where: Destination) -> None:
        """Select a destination's row, and have it where it is seen."""
        row = self._workers.row_of(where)
        if row is not None:
            self.lead_to(row)

    def wanted(self) -> int:
        """Pixels of its height at which nothing is scrolled."""
        rows = self._workers.rowCount() * self.verticalHeader().defaultSectionSize()
        return rows + self.horizontalHeader().sizeHint().height() + 2 * theme.GRID

    @Slot()
    def fit(self) -> None:
        """Where there is no room, columns go whose figures stand below the table too, and names lose their middle."""
        widths: dict[Column, int] = {column: self._wide(column) for column in Column if column is not Column.STATE}
        self._widths = dict(widths)
        self.share_out(widths.items(), STATE_LEAST, SPARED, Column.WHERE, WHERE_LEAST)

    def _wide(self, column: Column) -> int:
        return min(self.needed(column) + self._mark(column), self._most(column))

    @Slot(QModelIndex, QModelIndex)
    def _on_figures(self, first: QModelIndex, last: QModelIndex) -> None:
        """Columns grow with their figures and never shrink meanwhile: nothing moves to and fro."""
        metrics = QFontMetrics(self.font())
        for column, wide in self._widths.items():
            cells = (self._workers.cell(row, column) for row in range(first.row(), last.row() + 1))
            if max(map(metrics.horizontalAdvance, cells)) + PAD + self._mark(column) > wide < self._most(column):
                self.fit()
                return

    @staticmethod
    def _mark(column: Column) -> int:
        return SIDE + 2 * theme.GRID if column is Column.WHERE else 0

    @staticmethod
    def _most(column: Column) -> int:
        return ERROR_MOST if column in (Column.ERROR, Column.TO) else MOST
