"""The table view of alert rules."""

from PySide6.QtCore import Slot
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from qmonitor.gui import theme
from qmonitor.gui.cell import CellDelegate
from qmonitor.gui.dialogs.rules_model import RulesColumn, RulesModel

ROWS = 7
"""Rules that are seen; the rest is scrolled."""
PAD = 6 * theme.GRID
"""Room in a cell beside its text."""


class RulesTable(QTableView):
    """A `RulesModel` in rows of one height, one of them selected; where a rule holds has the room that is left."""

    def __init__(self, model: RulesModel) -> None:
        super().__init__()
        self.setObjectName("rules")
        self.setAccessibleName(self.tr("Rules"))
        self.setModel(model)
        self.setItemDelegate(CellDelegate(self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(QFontMetrics(self.font()).height() + 2 * theme.GRID)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(RulesColumn.WHERE, QHeaderView.ResizeMode.Stretch)
        theme.dress(self, "list")
        theme.dress(header, "header")
        for changed in (model.dataChanged, model.rowsInserted, model.modelReset):
            changed.connect(self._fit)
        self._fit()
        rows = ROWS * self.verticalHeader().defaultSectionSize()
        self.setFixedHeight(rows + header.sizeHint().height() + 2 * self.frameWidth())

    @Slot()
    def _fit(self) -> None:
        """Each column as wide as the widest that it holds."""
        metrics, model = QFontMetrics(self.font()), self.model()
        for column in set(RulesColumn) - {RulesColumn.WHERE}:
            cells = (str(model.index(row, column).data()) for row in range(model.rowCount()))
            widest = max(map(metrics.horizontalAdvance, cells), default=0) + PAD
            self.setColumnWidth(column, max(widest, self.horizontalHeader().sectionSizeHint(column)))
