"""The table model over the rows held in memory; blanks stand for the others."""

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from qmonitor.gui.messages.cells import Cells
from qmonitor.gui.messages.columns import RIGHT, Column, title
from qmonitor.gui.messages.heads import Heads
from qmonitor.monitor.window import Window
from qmonitor.queues.model import Item
from qmonitor.queues.times import Instant

Index = QModelIndex | QPersistentModelIndex

BLANK = "…"

_MIDDLE = Qt.AlignmentFlag.AlignVCenter
_ENABLED = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
_SELECTABLE = _ENABLED | Qt.ItemFlag.ItemIsSelectable

LAST = max(Column)
COLUMNS = tuple(Column)
ALIGNMENTS = {
    column: int((Qt.AlignmentFlag.AlignRight if column in RIGHT else Qt.AlignmentFlag.AlignLeft) | _MIDDLE)
    for column in Column
}
"""How a column's texts stand."""


class MessagesModel(QAbstractTableModel):
    """Rows of a `Window`, as a Qt table. Lives in the GUI thread; reads nothing but what is held."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.cells = Cells()
        self.window = Window(self)

    def begin(self, *, newest_first: bool) -> None:
        """Begin an empty list, for another query."""
        self.beginResetModel()
        self.window = Window(self, newest_first=newest_first)
        self.endResetModel()

    def tell(self, heads: Heads, now: Instant | None) -> None:
        """Which item is at the head of which destination, and the instant that ages count up to."""
        before, self.cells = self.cells, Cells(heads, now, masked=self.cells.masked)
        if before.heads != heads:
            self._repaint(None)
        elif before.now != now:
            self._repaint(Column.AGE)
            self._repaint(Column.DROPPED)

    def set_masked(self, masked: bool) -> None:
        """Say of error texts only their kind, or all."""
        self.cells = Cells(self.cells.heads, self.cells.now, masked=masked)
        self._repaint(None)

    def item(self, row: int) -> Item | None:
        return self.window.item(row)

    def _repaint(self, column: Column | None) -> None:
        """Have a column, or (None) all of them, painted anew."""
        rows = [row for row, _ in self.window.held()]
        if rows:
            first, last = (Column.HEAD, LAST) if column is None else (column, column)
            self.dataChanged.emit(self.index(rows[0], first), self.index(rows[-1], last))

    # -- what the window tells (see `monitor.window.Watcher`) ------------------------------------------------

    def about_to_insert(self, first: int, last: int) -> None:
        self.beginInsertRows(QModelIndex(), first, last)

    def inserted(self) -> None:
        self.endInsertRows()

    def about_to_remove(self, first: int, last: int) -> None:
        self.beginRemoveRows(QModelIndex(), first, last)

    def removed(self) -> None:
        self.endRemoveRows()

    def updated(self, first: int, last: int) -> None:
        self.dataChanged.emit(self.index(first, 0), self.index(last, LAST))

    # -- Qt's questions --------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else self.window.rows

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(Column)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """A blank can't be selected: nobody knows what it is."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return _ENABLED if self.window.item(index.row()) is None else _SELECTABLE

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = int(Qt.ItemDataRole.DisplayRole)
    ) -> object:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(Column):
            return None
        column = COLUMNS[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return ALIGNMENTS[column]
        if role == Qt.ItemDataRole.DisplayRole and column is not Column.HEAD:
            return title(column)
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return title(column)
        return None

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if not index.isValid() or index.row() >= self.window.rows:
            return None
        column = COLUMNS[index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return ALIGNMENTS[column]
        item = self.window.item(index.row())
        if item is None:
            return BLANK if role == Qt.ItemDataRole.DisplayRole and column is Column.CONTROL_ID else None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.cells.words(item, column)
            case Qt.ItemDataRole.ForegroundRole:
                return self.cells.color(item, column)
            case Qt.ItemDataRole.ToolTipRole:
                return self.cells.tip(item, column)
            case Qt.ItemDataRole.AccessibleTextRole:
                return self.cells.spoken(item, column)
        return None
