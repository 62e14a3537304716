"""The tables beside that of the messages: of what is all in memory, and only looked at."""

from collections.abc import Collection, Iterable

from PySide6.QtCore import QAbstractTableModel, QItemSelectionModel, QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from qmonitor.gui import theme
from qmonitor.gui.cell import CellDelegate

PAD, WIDER_PAD = 5 * theme.GRID, 6 * theme.GRID
"""Room in a cell beside its text; the wider one in a dialog, where a table has a frame."""
MOST = 60 * theme.GRID
"""Pixels of a column at most."""
MEASURED = 200
"""So many rows are looked at for the widths, if nothing is said."""


class PlainTable(QTableView):
    """A model in rows of one height, selected as a whole. One column has the room that the others leave.

    `fit`, which sets the widths of those others, is to be called once by whoever inherits; from then on it is called
    with each change. Home and End go to the first and the last row, as in a list.

    Signals:
        row_opened(row): Enter or a double click on one.
    """

    row_opened = Signal(int)

    def __init__(
        self,
        model: QAbstractTableModel,
        *,
        name: str,
        spoken: str,
        stretched: int,
        prose: Collection[int] = (),
        framed: bool = False,
        opens: bool = False,
        measured: int = MEASURED,
    ) -> None:
        """`prose` are the columns whose texts lose their end where they are too long; others lose their middle.

        `opens`: rows can be opened. Else Enter is left to whatever the table stands in. So many rows are `measured` for
        the widths; what is wider further down is cut.
        """
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(spoken)
        self.setModel(model)
        self.setItemDelegate(CellDelegate(self, prose=prose))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self._pad = WIDER_PAD if framed else PAD
        self._measured = measured
        self._headings: dict[int, int] = {}
        if not framed:
            self.setFrameShape(QTableView.Shape.NoFrame)
            self.setFont(theme.figures(self.font()))
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(QFontMetrics(self.font()).height() + 2 * theme.GRID)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(stretched, QHeaderView.ResizeMode.Stretch)
        theme.dress(self, "list")
        theme.dress(header, "header")
        model.rowsInserted.connect(self.fit)
        model.modelReset.connect(self.fit)
        self._opens = opens
        self.doubleClicked.connect(self._open)

    @Slot()
    def fit(self) -> None:
        """Set the widths of all columns but the one that has the rest."""

    def needed(self, column: int, *more: str) -> int:
        """What a column needs for its title and its cells, and for texts that may come."""
        metrics, model = QFontMetrics(self.font()), self.model()
        texts = [str(model.index(row, column).data()) for row in range(min(self._measured, model.rowCount()))]
        widest = max(map(metrics.horizontalAdvance, (*texts, *more)), default=0) + self._pad
        return max(self.heading(column), min(widest, MOST))

    def heading(self, column: int) -> int:
        """What its heading needs, the same whether it is hidden or not: else a column would come and go with each fit.

        Qt's own hint is nothing while a column is hidden.
        """
        header = self.horizontalHeader()
        title = str(self.model().headerData(column, Qt.Orientation.Horizontal))
        least = header.fontMetrics().horizontalAdvance(title) + self._pad
        self._headings[column] = max(header.sectionSizeHint(column), least, self._headings.get(column, 0))
        return self._headings[column]

    def share_out(
        self,
        widths: Iterable[tuple[int, int]],
        rest: int,
        spared: Iterable[int],
        yielding: int | None = None,
        least: int = 0,
    ) -> None:
        """Set these widths (column, pixels) as far as the stretched column keeps `rest` pixels.

        Where there is no room the `spared` columns go, one after the other, and `yielding` is narrowed down to `least`
        pixels, or to its heading.
        """
        left = dict(widths)
        over = sum(left.values()) + rest - self.viewport().width()
        for column in spared:
            self.setColumnHidden(column, over > 0)
            over -= left.pop(column) if over > 0 else 0
        if yielding is not None:
            left[yielding] -= min(max(0, over), max(0, left[yielding] - max(least, self.heading(yielding))))
        for column, wide in left.items():
            self.setColumnWidth(column, wide)

    def lead_to(self, row: int) -> None:
        """Select one row, and have it where it is seen. (Qt's `selectRow` adds to the rest while Ctrl is held.)"""
        index, flags = self.model().index(row, 0), QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self.scrollTo(index)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._opens and index.isValid():
            self._open(index)
            return
        super().keyPressEvent(event)

    @Slot(QModelIndex)
    def _open(self, index: QModelIndex) -> None:
        if self._opens and index.isValid():
            self.row_opened.emit(index.row())

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        ends = {
            QAbstractItemView.CursorAction.MoveHome: 0,
            QAbstractItemView.CursorAction.MoveEnd: self.model().rowCount() - 1,
        }
        if action in ends:
            return self.model().index(ends[action], max(0, self.currentIndex().column()))
        return super().moveCursor(action, modifiers)
