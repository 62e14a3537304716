"""The table view: keeps what is read in its place, and selection by id."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionModel, QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from qmonitor.gui import theme
from qmonitor.gui.messages.columns import Column
from qmonitor.gui.messages.delegate import CellDelegate
from qmonitor.gui.messages.header import Columns
from qmonitor.gui.messages.model import Index, MessagesModel
from qmonitor.queues.model import Item, ItemId

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class MessageTable(QTableView):
    """A `MessagesModel` in rows of one height.

    Signals:
        scrolled(): other rows are seen, because of the user or of a new size.
        escaped(), all_wanted(), copy_wanted(), entered(): the user pressed Escape, Ctrl+A, Ctrl+C or Enter.
        top_wanted(), end_wanted(): the user pressed Home or End.
        selection_begun(): what the user does selects something else than before, instead of adding to it.
    """

    scrolled = Signal()
    escaped = Signal()
    all_wanted = Signal()
    copy_wanted = Signal()
    entered = Signal()
    top_wanted = Signal()
    end_wanted = Signal()
    selection_begun = Signal()

    def __init__(self, model: MessagesModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("messages-table")
        self.setAccessibleName(self.tr("Messages"))
        self._messages = model
        self.setModel(model)
        # A header asks the selection, at each painting, whether whole columns are selected, which asks the model for
        # every row: 0.3 s with 10,000 rows selected, half a minute with 700,000 (measured). It gets one of its own.
        self.horizontalHeader().setSelectionModel(QItemSelectionModel(model, self.horizontalHeader()))
        self.columns = Columns(self)
        self._cells = CellDelegate(model, self)
        self.setItemDelegate(self._cells)
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
        self.columns.restore([])
        theme.dress(self, "list")
        self.verticalScrollBar().valueChanged.connect(self.scrolled)

    def _set_sizes(self) -> None:
        metrics = QFontMetrics(self.font())
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(-(-(metrics.height() + 2 * theme.GRID) // theme.GRID) * theme.GRID)
        self.columns.set_sizes()

    def sizeHint(self) -> QSize:
        return QSize(640, 300)

    # -- what is seen ----------------------------------------------------------------------------------------

    def set_stale(self, stale: bool) -> None:
        """Paint all of it pale, or as it is."""
        if stale != self._cells.stale:
            self._cells.stale = stale
            self.viewport().update()

    def seen(self) -> tuple[int, int]:
        """The rows that are seen: the first, and the one after the last."""
        top = self.verticalScrollBar().value()
        rows = -(-self.viewport().height() // max(1, self.verticalHeader().defaultSectionSize()))
        return top, top + max(1, rows)

    def seen_ids(self) -> list[ItemId]:
        """The items that are seen, from the top."""
        items = (self._messages.item(row) for row in range(*self.seen()))
        return [item.id for item in items if item is not None]

    def fit_columns(self) -> None:
        """Have columns as wide as what is seen needs."""
        self.columns.fit(self._seen_rows())

    def keep_figures_whole(self) -> None:
        """Have no figure that is seen cut, though it has grown."""
        self.columns.grow(self._seen_rows())

    def _seen_rows(self) -> range:
        return range(self.seen()[0], min(self.seen()[1], self._messages.rowCount()))

    def at_top(self) -> bool:
        return self.verticalScrollBar().value() == 0

    def show_at_top(self, row: int) -> None:
        """Scroll so that this row is the first one seen; nothing happens where it already is."""
        self.executeDelayedItemsLayout()
        self.updateGeometries()
        if self.verticalScrollBar().value() != row:
            self.verticalScrollBar().setValue(row)

    # -- what is selected ------------------------------------------------------------------------------------

    def held_in(self, selection: QItemSelection) -> list[Item]:
        """The items in a selection that are held in memory, from the top."""
        ranges = [(part.top(), part.bottom()) for part in selection.toList()]
        held = self._messages.window.held() if ranges else ()
        return [item for row, item in held if any(top <= row <= bottom for top, bottom in ranges)]

    def held_rows(self) -> Iterable[tuple[int, Item]]:
        """Every row that is held in memory, from the top."""
        return self._messages.window.held()

    def as_text(self, rows: Iterable[int]) -> str:
        """Rows as they are seen: their columns parted by tabs, the mark of the head left out."""
        columns = [column for column in self.columns.in_order() if column is not Column.HEAD]
        model = self._messages
        lines = ("\t".join(str(model.index(row, column).data() or "") for column in columns) for row in rows)
        return "".join(f"{line}\n" for line in lines)

    def match_selection(self, ids: Iterable[ItemId]) -> None:
        """Select exactly the rows of these items among those held."""
        wanted, model, held = set(ids), self.selectionModel(), list(self._messages.window.held())
        selected = self._selected_rows(held[0][0], held[-1][0]) if held else set()
        add, drop = QItemSelection(), QItemSelection()
        last = self._messages.columnCount() - 1
        for row, item in held:
            if (row in selected) != (item.id in wanted):
                change = add if item.id in wanted else drop
                change.select(self._messages.index(row, 0), self._messages.index(row, last))
        if not drop.isEmpty():
            model.select(drop, QItemSelectionModel.SelectionFlag.Deselect)
        if not add.isEmpty():
            model.select(add, QItemSelectionModel.SelectionFlag.Select)

    def _selected_rows(self, first: int, last: int) -> set[int]:
        """Which rows of a stretch are selected. (To ask Qt for each of hundreds took 3 ms at every look.)"""
        parts = self.selectionModel().selection().toList()
        return {row for part in parts for row in range(max(first, part.top()), min(last, part.bottom()) + 1)}

    def match_all(self) -> None:
        """Select every row, also those that are not held."""
        rows, columns = self._messages.rowCount(), self._messages.columnCount()
        if rows:
            whole = QItemSelection(self._messages.index(0, 0), self._messages.index(rows - 1, columns - 1))
            self.selectionModel().select(whole, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def put_current(self, row: int | None) -> None:
        """Make a row the current one without selecting it."""
        index = QModelIndex() if row is None else self._messages.index(row, max(0, self.currentIndex().column()))
        if index.row() != self.currentIndex().row():
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)

    def select_only(self, row: int) -> None:
        """Select one row, and have it where it is seen."""
        index = self._messages.index(row, Column.ID)
        top, end = self.seen()
        self.selection_begun.emit()
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self.selectionModel().setCurrentIndex(index, flags)
        if not top <= row < end - 1:
            self.scrollTo(self.currentIndex(), QAbstractItemView.ScrollHint.PositionAtCenter)

    # -- Qt's own --------------------------------------------------------------------------------------------

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self.model() is not None:
            self._set_sizes()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scrolled.emit()

    def selectionCommand(self, index: Index, event: QEvent | None = None) -> QItemSelectionModel.SelectionFlag:
        """Tells of what Qt does not: selected messages that are not in memory are given up with the others."""
        command = super().selectionCommand(index, event)
        if command & QItemSelectionModel.SelectionFlag.Clear:
            self.selection_begun.emit()
        return command

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Home and End go to the first and the last message, as in a list; Shift+Home and Shift+End are Qt's."""
        plain = not event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ControlModifier)
        if event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        elif event.key() in ENTER:
            self.entered.emit()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.all_wanted.emit()
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy_wanted.emit()
        elif plain and event.key() == Qt.Key.Key_Home:
            self.top_wanted.emit()
        elif plain and event.key() == Qt.Key.Key_End:
            self.end_wanted.emit()
        else:
            super().keyPressEvent(event)
