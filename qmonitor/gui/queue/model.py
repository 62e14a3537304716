"""Rows of words as a table; what stays the same is not drawn again."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from qmonitor.gui import theme
from qmonitor.gui.queue.words import Row, unknown

Index = QModelIndex | QPersistentModelIndex


class RowsModel(QAbstractTableModel):
    """Holds what it was given; `figures` are the columns that stand at the right."""

    def __init__(self, titles: Sequence[str], figures: Sequence[int], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._titles, self._figures = titles, figures
        self.rows: list[Row] = []

    def show(self, rows: Sequence[Row]) -> None:
        """Have these rows in the place of those before."""
        if [row.key for row in rows] != [row.key for row in self.rows]:
            self.beginResetModel()
            self.rows = list(rows)
            self.endResetModel()
            return
        for n, (new, old) in enumerate(zip(rows, self.rows, strict=True)):
            if new != old:
                self.rows[n] = new
                self.dataChanged.emit(self.index(n, 0), self.index(n, len(self._titles) - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._titles)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._titles[section]
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(section)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        row, column = self.rows[index.row()], index.column()
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.cells[column]
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{self._titles[column]}: {row.cells[column]}"
            case Qt.ItemDataRole.TextAlignmentRole:
                return self._alignment(column)
            case Qt.ItemDataRole.ForegroundRole if row.urgent and column in self._figures:
                return QColor(theme.current().danger)
            case Qt.ItemDataRole.ForegroundRole if row.cells[column] == unknown():
                return QColor(theme.current().muted)
        return None

    def _alignment(self, column: int) -> Qt.AlignmentFlag:
        side = Qt.AlignmentFlag.AlignRight if column in self._figures else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter
