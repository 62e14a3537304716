"""The connections that are set up, as a list."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from qmonitor.gui import text, theme
from qmonitor.gui.dialogs.connections.inputs import fault

Index = QModelIndex | QPersistentModelIndex
Table = Mapping[str, Any]


class ProfilesModel(QAbstractListModel):
    """Each by its name; red where something is wrong with it."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.tables: list[Table] = []

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self.tables)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.tables):
            return None
        table = self.tables[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._label(table)
            case Qt.ItemDataRole.ToolTipRole:
                return text.tip(str(table.get("host") or table.get("socket") or ""))
            case Qt.ItemDataRole.AccessibleTextRole if fault(table) is not None:
                return self.tr("{name}, not right yet").format(name=self._label(table))
            case Qt.ItemDataRole.ForegroundRole if fault(table) is not None:
                return QColor(theme.current().danger)
        return None

    @staticmethod
    def _label(table: Table) -> str:
        return text.line(str(table.get("name") or table.get("host") or table.get("socket") or "…"), 60)

    def put(self, row: int, table: Table) -> None:
        """Another one in the place of one."""
        self.tables[row] = table
        self.dataChanged.emit(self.index(row, 0), self.index(row, 0))

    def insert(self, table: Table) -> None:
        """At the end."""
        row = len(self.tables)
        self.beginInsertRows(QModelIndex(), row, row)
        self.tables.append(table)
        self.endInsertRows()

    def remove(self, row: int) -> None:
        self.beginRemoveRows(QModelIndex(), row, row)
        del self.tables[row]
        self.endRemoveRows()

    def begin_anew(self, tables: Sequence[Table]) -> None:
        self.beginResetModel()
        self.tables = list(tables)
        self.endResetModel()
