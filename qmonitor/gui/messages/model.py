"""The table model over the rows held in memory; blanks stand for the others."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QColor

from qmonitor.gui import text, theme
from qmonitor.monitor.window import Window
from qmonitor.queues.model import Depth, Destination, Item, ItemId, State
from qmonitor.queues.times import Instant

Index = QModelIndex | QPersistentModelIndex

HEAD = int(Qt.ItemDataRole.UserRole)
"""The role that says whether a row is the head of its destination."""
BLANK = "…"


class Column(IntEnum):
    """The columns, as they stand from the left."""

    HEAD = 0
    ID = 1
    CONTROL_ID = 2
    TYPE = 3
    DESTINATION = 4
    STATE = 5
    ATTEMPTS = 6
    AGE = 7
    NEXT = 8
    ERROR = 9


RIGHT = frozenset({Column.ID, Column.ATTEMPTS, Column.AGE})


@dataclass(frozen=True, slots=True)
class Head:
    """The item at the head of a destination, and how many pending ones are behind it."""

    id: ItemId
    behind: int


def blocks_words(behind: int) -> str:
    """What the head does to the others."""
    if not behind:
        return QCoreApplication.translate("messages", "nothing waits behind it")
    if behind == 1:
        return QCoreApplication.translate("messages", "1 message waits behind it")
    words = QCoreApplication.translate("messages", "{count} messages wait behind it")
    return words.format(count=text.number(behind))


class MessagesModel(QAbstractTableModel):
    """Rows of a `Window`, as a Qt table. Lives in the GUI thread; reads nothing but what is held."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads: Mapping[Destination, Head] = {}
        self._now: Instant | None = None
        self.window = Window(self)

    def begin(self, *, newest_first: bool) -> None:
        """Begin an empty list, for another query."""
        self.beginResetModel()
        self.window = Window(self, newest_first=newest_first)
        self.endResetModel()

    def set_heads(self, depth: Depth) -> None:
        """Which item is at the head of which destination."""
        heads = {row.key: Head(row.head.id, max(0, row.pending - 1)) for row in depth.rows if row.head is not None}
        self._now = depth.as_of
        changed, self._heads = heads != self._heads, heads
        self._repaint(Column.HEAD if changed else Column.AGE, Column.ERROR if changed else Column.AGE)

    def item(self, row: int) -> Item | None:
        return self.window.item(row)

    def _repaint(self, first: Column, last: Column) -> None:
        rows = [row for row, _ in self.window.held()]
        if rows:
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
        self.dataChanged.emit(self.index(first, 0), self.index(last, Column.ERROR))

    # -- Qt's questions --------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else self.window.rows

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(Column)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """A blank can't be selected: nobody knows what it is."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        if self.window.item(index.row()) is None:
            return Qt.ItemFlag.ItemNeverHasChildren
        return Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = int(Qt.ItemDataRole.DisplayRole)
    ) -> object:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(Column):
            return None
        column = Column(section)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        if role == Qt.ItemDataRole.DisplayRole and column is not Column.HEAD:
            return _title(column)
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return _title(column)
        return None

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if not index.isValid() or index.row() >= self.window.rows:
            return None
        column = Column(index.column())
        item = self.window.item(index.row())
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        if item is None:
            return BLANK if role == Qt.ItemDataRole.DisplayRole and column is Column.CONTROL_ID else None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._words(item, column)
            case Qt.ItemDataRole.ForegroundRole:
                return self._color(item, column)
            case Qt.ItemDataRole.ToolTipRole:
                return self._tip(item, column)
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(item, column)
            case _ if role == HEAD:
                return self._head(item) is not None
        return None

    # -- words -----------------------------------------------------------------------------------------------

    def _head(self, item: Item) -> Head | None:
        """The head's figures if this item is one."""
        head = self._heads.get(Destination(item.channel, item.destination))
        return head if head is not None and head.id == item.id and item.state == State.PENDING else None

    def _behind(self, item: Item) -> bool:
        """Whether this item certainly waits for another one."""
        head = self._heads.get(Destination(item.channel, item.destination))
        return head is not None and head.id != item.id and item.state == State.PENDING

    def _words(self, item: Item, column: Column) -> str:
        match column:
            case Column.HEAD:
                return ""
            case Column.ID:
                return str(item.id)
            case Column.CONTROL_ID:
                return item.control_id
            case Column.TYPE:
                return item.message_type
            case Column.DESTINATION:
                return f"{item.channel}/{item.destination}"
            case Column.STATE:
                return text.state(item.state)
            case Column.ATTEMPTS:
                return text.number(item.attempts)
            case Column.AGE:
                return text.UNKNOWN if self._now is None else text.age(item.age(self._now))
            case Column.NEXT:
                return self._next(item)
            case Column.ERROR:
                return " ".join(item.last_error.split())

    def _next(self, item: Item) -> str:
        if item.state != State.PENDING:
            return text.UNKNOWN
        if self._behind(item):
            return QCoreApplication.translate("messages", "behind the head")
        return text.short_time(item.next_attempt)

    def _color(self, item: Item, column: Column) -> QColor | None:
        colors = theme.current()
        if column is Column.STATE and item.state == State.FAILED:
            return QColor(colors.danger)
        if column is Column.ERROR and item.attempts and self._head(item) is not None:
            return QColor(colors.danger)
        if column is Column.NEXT and (item.state != State.PENDING or self._behind(item)):
            return QColor(colors.muted)
        if column is Column.STATE and item.state in (State.SKIPPED, State.DELIVERED):
            return QColor(colors.muted)
        return None

    def _tip(self, item: Item, column: Column) -> str | None:
        match column:
            case Column.ERROR:
                return item.last_error or None
            case Column.NEXT:
                return text.utc_time(item.next_attempt)
            case Column.AGE:
                return text.local_time(item.enqueued_at)
            case Column.HEAD:
                return self._spoken(item, column) or None
            case Column.ID if self._head(item) is not None:
                return self._spoken(item, Column.HEAD)
        return self._words(item, column)

    def _spoken(self, item: Item, column: Column) -> str:
        """A cell in words, as a screen reader says it."""
        if column is Column.HEAD:
            head = self._head(item)
            if head is None:
                return ""
            words = QCoreApplication.translate("messages", "Head of {destination}: {blocks}")
            where = f"{item.channel}/{item.destination}"
            return words.format(destination=where, blocks=blocks_words(head.behind))
        return f"{_title(column)}: {self._words(item, column) or text.UNKNOWN}"


def _alignment(column: Column) -> int:
    side = Qt.AlignmentFlag.AlignRight if column in RIGHT else Qt.AlignmentFlag.AlignLeft
    return int(side | Qt.AlignmentFlag.AlignVCenter)


def _title(column: Column) -> str:
    titles = {
        Column.HEAD: QCoreApplication.translate("messages", "head"),
        Column.ID: QCoreApplication.translate("messages", "id"),
        Column.CONTROL_ID: QCoreApplication.translate("messages", "control id"),
        Column.TYPE: QCoreApplication.translate("messages", "type"),
        Column.DESTINATION: QCoreApplication.translate("messages", "destination"),
        Column.STATE: QCoreApplication.translate("messages", "state"),
        Column.ATTEMPTS: QCoreApplication.translate("messages", "attempts"),
        Column.AGE: QCoreApplication.translate("messages", "age"),
        Column.NEXT: QCoreApplication.translate("messages", "next attempt"),
        Column.ERROR: QCoreApplication.translate("messages", "last error"),
    }
    return titles[column]
