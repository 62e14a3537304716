"""Rows of words as a table; what stays the same is not drawn again."""

from collections.abc import Sequence, Sized

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QColor

from qmonitor.gui import theme
from qmonitor.gui.plain_model import Index, PlainModel
from qmonitor.gui.queue.words import Row, unknown


class RowsModel(PlainModel):
    """Holds what it was given; `figures` are the columns that stand at the right."""

    def __init__(self, titles: Sequence[str], figures: Sequence[int], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.columns: Sequence[str] = titles
        self.figures = figures
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
                self.dataChanged.emit(self.index(n, 0), self.index(n, len(self.columns) - 1))

    def lines(self) -> Sized:
        return self.rows

    def title(self, column: int) -> str:
        return self.columns[column]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        row, column = self.rows[index.row()], index.column()
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.cells[column]
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{self.columns[column]}: {row.cells[column]}"
            case Qt.ItemDataRole.TextAlignmentRole:
                return self.alignment(column)
            case Qt.ItemDataRole.ForegroundRole if row.urgent and column in self.figures:
                return QColor(theme.current().danger)
            case Qt.ItemDataRole.ForegroundRole if row.cells[column] == unknown():
                return QColor(theme.current().muted)
        return None
