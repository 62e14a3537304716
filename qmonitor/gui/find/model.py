"""What a search has found as a table: each message once, in the order in which they were found."""

from __future__ import annotations

from collections.abc import Iterable, Sized
from dataclasses import replace
from enum import IntEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QModelIndex, QObject, Qt

from qmonitor.gui import text
from qmonitor.gui.plain_model import Index, PlainModel
from qmonitor.queues.model import ItemId

if TYPE_CHECKING:
    from qmonitor.monitor.search.scan import Found


class Column(IntEnum):
    """The columns, from left to right."""

    ID = 0
    WHERE = 1
    QUEUED = 2
    TYPE = 3
    STATE = 4
    PATH = 5


class FindModel(PlainModel):
    """Grows while the search goes on; a message that is found once more keeps its row."""

    columns = Column
    figures = (Column.ID,)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._found: list[Found] = []
        self._rows: dict[ItemId, int] = {}

    def clear(self) -> None:
        """Nothing is found any more."""
        self.beginResetModel()
        self._found, self._rows = [], {}
        self.endResetModel()

    def take(self, found: Iterable[Found]) -> None:
        """Add what a step has found."""
        new: list[Found] = []
        for one in found:
            row = self._rows.setdefault(one.id, len(self._found) + len(new))
            if row >= len(self._found):
                if row == len(self._found) + len(new):
                    new.append(one)
            elif not one.field:
                self._found[row] = replace(one, item=one.item or self._found[row].item)
                self.dataChanged.emit(self.index(row, 0), self.index(row, len(Column) - 1))
        if new:
            self.beginInsertRows(QModelIndex(), len(self._found), len(self._found) + len(new) - 1)
            self._found += new
            self.endInsertRows()

    def found(self, row: int) -> Found:
        """What stands in a row."""
        return self._found[row]

    @property
    def ids(self) -> tuple[ItemId, ...]:
        """All messages that were found."""
        return tuple(self._rows)

    def lines(self) -> Sized:
        return self._found

    def title(self, column: int) -> str:
        return _title(Column(column))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        column, found = Column(index.column()), self._found[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return text.line(cell(found, column))
        if role == Qt.ItemDataRole.ToolTipRole:
            return text.tip(_whole(found, column))
        return self.alignment(column) if role == Qt.ItemDataRole.TextAlignmentRole else None


def cell(found: Found, column: Column) -> str:
    """What stands in a column."""
    if column is Column.ID:
        return str(found.id)
    if column is Column.PATH:
        return found.path or _known(found.field) or text.UNKNOWN
    if found.item is None:
        return text.UNKNOWN
    item = found.item
    match column:
        case Column.WHERE:
            return f"{item.channel}/{item.destination}"
        case Column.QUEUED:
            return text.local_time(item.enqueued_at)
        case Column.TYPE:
            return text.kind(item.message_type) or text.UNKNOWN
        case _:
            return text.state(item.state)


def _whole(found: Found, column: Column) -> str:
    if column is Column.QUEUED and found.item is not None:
        return text.utc_time(found.item.enqueued_at)
    if column is Column.PATH and found.begin >= 0:
        said = QCoreApplication.translate("FindModel", "{path}, from byte {offset} on")
        return said.format(path=cell(found, column), offset=text.number(found.begin))
    return cell(found, column)


def _known(field: str) -> str:
    """What is known of a message beside its payload."""
    if not field:
        return ""
    if field == "control id":
        return QCoreApplication.translate("FindModel", "control ID")
    return QCoreApplication.translate("FindModel", "message type")


def _title(column: Column) -> str:
    return {
        Column.ID: QCoreApplication.translate("FindModel", "ID"),
        Column.WHERE: QCoreApplication.translate("FindModel", "Destination"),
        Column.QUEUED: QCoreApplication.translate("FindModel", "Queued"),
        Column.TYPE: QCoreApplication.translate("FindModel", "Type"),
        Column.STATE: QCoreApplication.translate("FindModel", "State"),
        Column.PATH: QCoreApplication.translate("FindModel", "Found at"),
    }[column]
