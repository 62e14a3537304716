"""The table view of alerts."""

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from qmonitor.gui import theme
from qmonitor.gui.alert_words import figure
from qmonitor.gui.alerts.mark import SIDE
from qmonitor.gui.alerts.model import AGING, AlertsModel, Column
from qmonitor.gui.cell import CellDelegate
from qmonitor.monitor.alerts.model import Alert, Measure

PAD = 5 * theme.GRID
"""Room in a cell beside its text."""
MOST = 60 * theme.GRID
"""Pixels of a column at most."""
STANDING_LEAST, WHERE_LEAST = 36 * theme.GRID, 24 * theme.GRID
"""Where the state would have less, names of destinations are cut, but not below `WHERE_LEAST`."""
SPARED = (Column.WORST, Column.ITEM)
"""These go first."""
LONG = 4 * 86_400.0
"""Seconds: an age as long as most; columns of figures are at least so wide, so that they do not move as it grows."""
MEASURED = 200
"""So many rows are looked at for the widths; what is wider further down is cut."""


class AlertsTable(QTableView):
    """An `AlertsModel` in rows of one height; its columns are as wide as what they hold, and the state has the rest.

    Signals:
        opened(Alert): Enter or a double click on one.
    """

    opened = Signal(object)

    def __init__(self, model: AlertsModel) -> None:
        super().__init__()
        self.setObjectName("alerts-table")
        self.setAccessibleName(self.tr("Alerts"))
        self.setModel(model)
        self._alerts = model
        self.setItemDelegate(CellDelegate(self, prose={Column.STANDING}))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setIconSize(QSize(SIDE, SIDE))
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setTabKeyNavigation(False)
        self.setFont(theme.figures(self.font()))
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(QFontMetrics(self.font()).height() + 2 * theme.GRID)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(Column.STANDING, QHeaderView.ResizeMode.Stretch)
        theme.dress(self, "list")
        theme.dress(header, "header")
        model.rowsInserted.connect(self._fit)
        self.doubleClicked.connect(self._on_double_click)
        self._fit()

    def chosen(self) -> list[Alert]:
        """The alerts of the selected rows, from the top."""
        rows = sorted({index.row() for index in self.selectionModel().selectedRows()})
        return [self._alerts.alert(row) for row in rows]

    @Slot()
    def _fit(self) -> None:
        """Where there is no room, columns go whose figures stand below the table too, and names lose their middle."""
        widths: dict[Column, int] = {column: self._needed(column) for column in Column if column is not Column.STANDING}
        over = sum(widths.values()) + STANDING_LEAST - self.viewport().width()
        for column in SPARED:
            self.setColumnHidden(column, over > 0)
            over -= widths.pop(column) if over > 0 else 0
        least = max(WHERE_LEAST, self._heading(Column.WHERE))
        widths[Column.WHERE] -= min(max(0, over), max(0, widths[Column.WHERE] - least))
        for column, wide in widths.items():
            self.setColumnWidth(column, wide)

    def _needed(self, column: Column) -> int:
        metrics, model = QFontMetrics(self.font()), self.model()
        texts = [str(model.index(row, column).data()) for row in range(min(MEASURED, model.rowCount()))]
        if column in AGING:
            texts.append(figure(Measure.OLDEST_AGE, LONG))
        widest = max(map(metrics.horizontalAdvance, texts), default=0) + PAD
        if column is Column.WHAT:
            widest += SIDE + 2 * theme.GRID
        return max(self._heading(column), min(widest, MOST))

    def _heading(self, column: Column) -> int:
        """What its heading needs; Qt's own hint is nothing while a column is hidden."""
        header = self.horizontalHeader()
        title = str(self.model().headerData(column, Qt.Orientation.Horizontal))
        return max(header.sectionSizeHint(column), header.fontMetrics().horizontalAdvance(title) + PAD)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and index.isValid():
            self.opened.emit(self._alerts.alert(index.row()))
            return
        super().keyPressEvent(event)

    @Slot(QModelIndex)
    def _on_double_click(self, index: QModelIndex) -> None:
        if index.isValid():
            self.opened.emit(self._alerts.alert(index.row()))

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Home and End go to the first and the last row, as in a list."""
        ends = {
            QAbstractItemView.CursorAction.MoveHome: 0,
            QAbstractItemView.CursorAction.MoveEnd: self.model().rowCount() - 1,
        }
        if action in ends:
            return self.model().index(ends[action], max(0, self.currentIndex().column()))
        return super().moveCursor(action, modifiers)
