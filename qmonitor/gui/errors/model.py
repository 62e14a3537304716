"""Groups of failures as a table."""

from collections.abc import Callable, Sequence, Sized
from enum import IntEnum, StrEnum

from PySide6.QtCore import QCoreApplication, QModelIndex, QObject, Qt
from PySide6.QtGui import QColor

from qmonitor.gui import text, theme
from qmonitor.gui.plain_model import Index, PlainModel
from qmonitor.monitor.failures import Group, GroupKey, Groups


class Column(IntEnum):
    """The columns, from left to right."""

    KIND = 0
    WHERE = 1
    COUNT = 2
    PENDING = 3
    FAILED = 4
    FIRST = 5
    LAST = 6
    EXAMPLE = 7


LONG = 80
"""Characters of what went wrong that a tool tip shows in one line."""
RIGHT = (Column.COUNT, Column.PENDING, Column.FAILED, Column.EXAMPLE)
"""Columns of figures."""


class Order(StrEnum):
    """What stands on top: the groups of most messages, or those that somebody ran into last."""

    COUNT = "count"
    LAST = "last"


COLUMN_OF = {Order.COUNT: Column.COUNT, Order.LAST: Column.LAST}


def place(order: Order) -> Callable[[Group], tuple[object, ...]]:
    """Where a group stands in an order; of equals the names decide, so that no two looks differ."""

    def of(group: Group) -> tuple[object, ...]:
        last = -(group.last.ns or 0) if group.last is not None else 1
        figures = (-group.count, last) if order is Order.COUNT else (last, -group.count)
        return *figures, group.where.channel, group.where.destination, group.kind

    return of


class ErrorsModel(PlainModel):
    """Holds what it was given. Rows that stay are the same rows to views, wherever they go."""

    columns = Column
    figures = RIGHT

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._groups: list[Group] = []
        self.order = Order.COUNT
        self.complete = False
        """Whether all was read."""

    def show_groups(self, found: Groups) -> None:
        """Show these. While they are not complete nothing moves: what is new comes last."""
        self.complete = found.complete
        fresh = {group.key: group for group in found.groups}
        self._drop(fresh)
        self._groups = [fresh.pop(group.key) for group in self._groups]
        if self._groups:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._groups) - 1, len(Column) - 1))
        first = not self._groups
        self._append(sorted(fresh.values(), key=place(self.order)))
        if found.complete and not first:
            self.sort_by(self.order)

    def clear(self) -> None:
        """Show none."""
        self.beginResetModel()
        self._groups = []
        self.endResetModel()

    def group(self, row: int) -> Group:
        """What stands in a row."""
        return self._groups[row]

    @property
    def most(self) -> int:
        """Messages of the largest group."""
        return max((group.count for group in self._groups), default=0)

    def row_of(self, key: GroupKey) -> int | None:
        """The row of a group; None: it is not shown."""
        return next((row for row, group in enumerate(self._groups) if group.key == key), None)

    def sort_by(self, order: Order) -> None:
        """Another order; what is selected stays so."""
        self.order = order
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(Column) - 1)
        fresh = sorted(self._groups, key=place(order))
        if fresh == self._groups:
            return
        self.layoutAboutToBeChanged.emit()
        rows = {group.key: row for row, group in enumerate(fresh)}
        for index in self.persistentIndexList():
            moved = self.index(rows[self._groups[index.row()].key], index.column())
            self.changePersistentIndex(index, moved)
        self._groups = fresh
        self.layoutChanged.emit()

    def _drop(self, wanted: dict[GroupKey, Group]) -> None:
        for row in reversed(range(len(self._groups))):
            if self._groups[row].key not in wanted:
                self.beginRemoveRows(QModelIndex(), row, row)
                del self._groups[row]
                self.endRemoveRows()

    def _append(self, fresh: Sequence[Group]) -> None:
        if fresh:
            begin = len(self._groups)
            self.beginInsertRows(QModelIndex(), begin, begin + len(fresh) - 1)
            self._groups += fresh
            self.endInsertRows()

    # -- Qt's own --------------------------------------------------------------------------------------------

    def lines(self) -> Sized:
        return self._groups

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._groups):
            return None
        group, column = self._groups[index.row()], Column(index.column())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _cell(group, column)
            case Qt.ItemDataRole.ToolTipRole:
                return text.tip(_tip(group, column), wrapped=len(group.kind) > LONG)
            case Qt.ItemDataRole.AccessibleTextRole:
                return self.tr("{column}: {value}").format(column=self._title(column), value=_cell(group, column))
            case Qt.ItemDataRole.ForegroundRole if column is Column.FAILED and group.failed:
                return QColor(theme.current().danger)
            case Qt.ItemDataRole.ForegroundRole if column is Column.KIND and not group.kind:
                return QColor(theme.current().muted)
            case Qt.ItemDataRole.TextAlignmentRole:
                return self.alignment(column)
        return None

    def title(self, column: int) -> str:
        title = self._title(Column(column))
        return self.tr("{column} ▾").format(column=title) if column == COLUMN_OF[self.order] else title

    def title_tip(self, column: int) -> str | None:
        return self.tr("Press to have the highest on top") if column in COLUMN_OF.values() else None

    def _title(self, column: Column) -> str:
        return {
            Column.KIND: self.tr("what went wrong"),
            Column.WHERE: self.tr("destination"),
            Column.COUNT: self.tr("messages"),
            Column.PENDING: self.tr("pending"),
            Column.FAILED: self.tr("failed"),
            Column.FIRST: self.tr("first seen"),
            Column.LAST: self.tr("last seen"),
            Column.EXAMPLE: self.tr("example"),
        }[column]


def kind_words(group: Group) -> str:
    """What went wrong, in a line; that the engine recorded nothing is said."""
    return text.line(group.kind) or QCoreApplication.translate("ErrorsModel", "not recorded by the source")


def in_full(group: Group) -> str:
    """All that is known of a group, to be read."""

    def said(title: str, value: str) -> str:
        return QCoreApplication.translate("ErrorsModel", "{title}: {value}").format(title=title, value=value)

    lines = (
        kind_words(group),
        said(QCoreApplication.translate("ErrorsModel", "Destination"), text.line(str(group.where), text.LONG)),
        said(QCoreApplication.translate("ErrorsModel", "Messages"), counted(group)),
        said(QCoreApplication.translate("ErrorsModel", "First seen"), text.local_time(group.first)),
        said(QCoreApplication.translate("ErrorsModel", "Last seen"), text.local_time(group.last)),
        said(QCoreApplication.translate("ErrorsModel", "Tried last"), text.line(str(group.example), text.SHORT)),
    )
    return "\n".join(lines)


def counted(group: Group) -> str:
    """How many messages, and in which states."""
    if not group.failed:
        words = QCoreApplication.translate("ErrorsModel", "{count}, all pending")
    elif not group.pending:
        words = QCoreApplication.translate("ErrorsModel", "{count}, all failed")
    else:
        words = QCoreApplication.translate("ErrorsModel", "{count}: {pending} pending, {failed} failed")
    count, pending, failed = map(text.number, (group.count, group.pending, group.failed))
    return words.format(count=count, pending=pending, failed=failed)


def _cell(group: Group, column: Column) -> str:
    match column:
        case Column.KIND:
            return kind_words(group)
        case Column.WHERE:
            return text.line(str(group.where))
        case Column.COUNT:
            return text.number(group.count)
        case Column.PENDING:
            return text.number(group.pending)
        case Column.FAILED:
            return text.number(group.failed)
        case Column.FIRST:
            return text.short_time(group.first)
        case Column.LAST:
            return text.short_time(group.last)
        case Column.EXAMPLE:
            return text.line(str(group.example), text.SHORT)


def _tip(group: Group, column: Column) -> str:
    if column in (Column.FIRST, Column.LAST):
        at = group.first if column is Column.FIRST else group.last
        return "\n".join((text.local_time(at), text.utc_time(at)))
    return in_full(group)
