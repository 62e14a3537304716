"""The rows of the destinations list, in a stable order."""

from collections.abc import Sequence
from enum import StrEnum

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from qmonitor.gui.destinations.entry import Entry, age_words, spark, spoken, title, tool_tip
from qmonitor.gui.destinations.standing import Standing
from qmonitor.monitor.series import SeriesBook
from qmonitor.queues.model import Depth, Destination

Index = QModelIndex | QPersistentModelIndex

ENTRY = int(Qt.ItemDataRole.UserRole)
"""The role under which a row's `Entry` is found."""


class Order(StrEnum):
    """How the list is sorted. By name nothing ever moves; worst first, rows move when a state changes."""

    NAME = "name"
    WORST = "worst"


class DestinationModel(QAbstractListModel):
    """All destinations in one row, then each by itself, filtered and sorted. Lives in the GUI thread.

    A row's figures are put together when they are asked for: of thousands only those that are seen.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.standing = Standing()
        self._shown: list[Destination | None] = []
        self._sparks: dict[Destination | None, tuple[float | None, ...]] = {}
        self._order, self._filter = Order.NAME, ""
        self.order_held = False
        """While true rows keep their places, even if their states would sort them elsewhere."""

    # -- Qt's questions --------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self._shown)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if not index.isValid() or index.row() >= len(self._shown):
            return None
        where = self._shown[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return title(self.standing.entry(where))
            case Qt.ItemDataRole.AccessibleTextRole:
                return spoken(self.standing.entry(where))
            case Qt.ItemDataRole.ToolTipRole:
                return tool_tip(self.standing.entry(where), self.standing.sentences(where))
            case _ if role == ENTRY:
                return self.standing.entry(where)
        return None

    # -- what is shown ---------------------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """How many destinations there are, whether the filter shows them or not."""
        return len(self.standing.names)

    def widest(self) -> tuple[int, str]:
        """The highest backlog of a single destination and the words for the greatest age."""
        pending, oldest = self.standing.widest()
        return pending, age_words(oldest, skewed=self.standing.skewed)

    def knows(self, destination: Destination | None) -> bool:
        """Whether there is such a destination, shown or not."""
        return destination is None or destination in self.standing

    def row_of(self, destination: Destination | None) -> int | None:
        try:
            return self._shown.index(destination)
        except ValueError:
            return None

    def spark(self, entry: Entry) -> tuple[float | None, ...]:
        """The trend line of a row, made when it is first painted."""
        if entry.destination not in self._sparks:
            now = self.standing.now
            self._sparks[entry.destination] = spark(entry.series, None if now is None else now.ns)
        return self._sparks[entry.destination]

    def show(self, depth: Depth, destinations: Sequence[Destination], book: SeriesBook) -> None:
        """Show one look at the source."""
        others = self.standing.take(depth, destinations, book)
        self._sparks.clear()
        if others or not self._shown or self._order is Order.WORST:
            self._arrange()
        else:
            self._tell()

    def set_order(self, order: Order) -> None:
        self._order, self.order_held = order, False
        self._arrange()

    def set_filter(self, words: str) -> None:
        """Show only destinations whose name holds these words (case does not count)."""
        self._filter = words.casefold()
        self._arrange()

    # -- bringing the rows there without losing what is selected ---------------------------------------------

    def _arrange(self) -> None:
        if self.standing.now is None:
            return
        wanted: list[Destination | None] = [None, *self._sorted()]
        if wanted != self._shown:
            self._remove_others(set(wanted))
            self._insert_missing(wanted)
            self._reorder(wanted)
        self._tell()

    def _tell(self) -> None:
        self.dataChanged.emit(self.index(0), self.index(len(self._shown) - 1))

    def _sorted(self) -> list[Destination]:
        wanted = list(self.standing.holding(self._filter))
        if self.order_held:
            places = {where: n for n, where in enumerate(self._shown)}
            wanted.sort(key=lambda where: places.get(where, len(places)))
        elif self._order is Order.WORST:
            wanted.sort(key=self.standing.by_state)
        return wanted

    def _remove_others(self, kept: set[Destination | None]) -> None:
        for n in range(len(self._shown) - 1, -1, -1):
            if self._shown[n] not in kept:
                self.beginRemoveRows(QModelIndex(), n, n)
                del self._shown[n]
                self.endRemoveRows()

    def _insert_missing(self, wanted: list[Destination | None]) -> None:
        known = set(self._shown)
        if not known:
            self.beginInsertRows(QModelIndex(), 0, len(wanted) - 1)
            self._shown = list(wanted)
            self.endInsertRows()
            return
        for n, where in enumerate(wanted):
            if where not in known:
                at = min(n, len(self._shown))
                self.beginInsertRows(QModelIndex(), at, at)
                self._shown.insert(at, where)
                self.endInsertRows()

    def _reorder(self, wanted: list[Destination | None]) -> None:
        if self._shown == wanted:
            return
        places = {where: n for n, where in enumerate(wanted)}
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        after = [self.index(places[self._shown[old.row()]]) for old in before]
        self._shown = wanted
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()
