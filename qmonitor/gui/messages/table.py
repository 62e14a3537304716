"""The table view: keeps what is read in its place, and selection by id."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionModel, QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from qmonitor.gui import theme
from qmonitor.gui.messages.delegate import PAD, CellDelegate
from qmonitor.gui.messages.model import Column, MessagesModel
from qmonitor.queues.model import ItemId

SAMPLES = {
    Column.HEAD: "",
    Column.ID: "999999",
    Column.CONTROL_ID: "MSG000000",
    Column.TYPE: "MDM^T02",
    Column.DESTINATION: "channel/destination",
    Column.STATE: "delivered",
    Column.ATTEMPTS: "attempts",
    Column.AGE: "9 d 00:00",
    Column.NEXT: "behind the head",
}
"""Texts that a column has room for at the start."""
FITTED = (Column.ID, Column.TYPE, Column.CONTROL_ID, Column.DESTINATION, Column.NEXT)
"""Columns that are widened to what they hold, while there is room."""
FITTED_MOST = 240
ERROR_LEAST = 160
"""Pixels that stay for the last error."""


class MessageTable(QTableView):
    """A `MessagesModel` in rows of one height.

    Signals:
        scrolled(): other rows are seen, because of the user or of a new size.
        escaped(): the user pressed Escape.
    """

    scrolled = Signal()
    escaped = Signal()

    def __init__(self, model: MessagesModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("messages-table")
        self.setAccessibleName(self.tr("Messages"))
        self._messages = model
        self.setModel(model)
        self.setItemDelegate(CellDelegate(self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setFont(theme.figures(self.font()))
        self._set_sizes()
        theme.dress(self, "list")
        self.verticalScrollBar().valueChanged.connect(self.scrolled)

    def _set_sizes(self) -> None:
        metrics = QFontMetrics(self.font())
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(-(-(metrics.height() + 2 * theme.GRID) // theme.GRID) * theme.GRID)
        columns = self.horizontalHeader()
        columns.setObjectName("messages-header")
        columns.setHighlightSections(False)
        columns.setMinimumSectionSize(5 * theme.GRID)
        columns.setTextElideMode(Qt.TextElideMode.ElideRight)
        columns.setAccessibleName(self.tr("Columns"))
        theme.dress(columns, "header")
        for column, sample in SAMPLES.items():
            self.setColumnWidth(column, metrics.horizontalAdvance(sample) + 2 * PAD + theme.GRID)
        self.setColumnWidth(Column.HEAD, 5 * theme.GRID)
        columns.setSectionResizeMode(Column.ERROR, QHeaderView.ResizeMode.Stretch)

    def sizeHint(self) -> QSize:
        return QSize(640, 300)

    def hide_columns(self, hidden: Iterable[Column]) -> None:
        """Leave out columns that say the same in every row."""
        left_out = set(hidden)
        for column in Column:
            self.setColumnHidden(column, column in left_out)

    def fit_columns(self) -> None:
        """Widen columns that cut what is seen, as far as the last error can spare the room; none gets narrower."""
        spare = self.columnWidth(Column.ERROR) - ERROR_LEAST
        metrics = QFontMetrics(self.font())
        rows = range(self.seen()[0], min(self.seen()[1], self._messages.rowCount()))
        for column in FITTED:
            if self.isColumnHidden(column):
                continue
            texts = [str(self._messages.index(row, column).data() or "")[:80] for row in rows]
            wanted = max((metrics.horizontalAdvance(words) for words in texts), default=0) + 2 * PAD + 2
            more = min(spare, min(wanted, FITTED_MOST) - self.columnWidth(column))
            if more > 0:
                self.setColumnWidth(column, self.columnWidth(column) + more)
                spare -= more

    # -- what is seen ----------------------------------------------------------------------------------------

    def seen(self) -> tuple[int, int]:
        """The rows that are seen: the first, and the one after the last."""
        top = self.verticalScrollBar().value()
        rows = -(-self.viewport().height() // max(1, self.verticalHeader().defaultSectionSize()))
        return top, top + max(1, rows)

    def seen_ids(self) -> list[ItemId]:
        """The items that are seen, from the top."""
        items = (self._messages.item(row) for row in range(*self.seen()))
        return [item.id for item in items if item is not None]

    def at_top(self) -> bool:
        return self.verticalScrollBar().value() == 0

    def show_at_top(self, row: int) -> None:
        """Scroll so that this row is the first one seen; nothing happens where it already is."""
        self.executeDelayedItemsLayout()
        self.updateGeometries()
        if self.verticalScrollBar().value() != row:
            self.verticalScrollBar().setValue(row)

    # -- what is selected ------------------------------------------------------------------------------------

    def held_in(self, selection: QItemSelection) -> list[ItemId]:
        """The items in a selection that are held in memory."""
        ranges = [(part.top(), part.bottom()) for part in selection.toList()]
        held = self._messages.window.held() if ranges else ()
        return [item.id for row, item in held if any(top <= row <= bottom for top, bottom in ranges)]

    def match_selection(self, ids: Iterable[ItemId]) -> None:
        """Select exactly the rows of these items among those held."""
        wanted, model = set(ids), self.selectionModel()
        add, drop = QItemSelection(), QItemSelection()
        last = self._messages.columnCount() - 1
        for row, item in self._messages.window.held():
            index = self._messages.index(row, 0)
            if model.isSelected(index) != (item.id in wanted):
                (add if item.id in wanted else drop).select(index, self._messages.index(row, last))
        if not drop.isEmpty():
            model.select(drop, QItemSelectionModel.SelectionFlag.Deselect)
        if not add.isEmpty():
            model.select(add, QItemSelectionModel.SelectionFlag.Select)

    def put_current(self, row: int | None) -> None:
        """Make a row the current one without selecting it."""
        index = QModelIndex() if row is None else self._messages.index(row, max(0, self.currentIndex().column()))
        if index.row() != self.currentIndex().row():
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)

    # -- Qt's own --------------------------------------------------------------------------------------------

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self.model() is not None:
            self._set_sizes()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scrolled.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Home and End go to the first and the last row, as in a list; Escape clears the selection."""
        if event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
            return
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            last = self._messages.rowCount() - 1
            row = 0 if event.key() == Qt.Key.Key_Home else last
            self.verticalScrollBar().setValue(row)
            if self._messages.item(row) is not None:
                self.setCurrentIndex(self._messages.index(row, 0))
            return
        super().keyPressEvent(event)
