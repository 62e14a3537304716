"""The rows of the destinations list, in a stable order."""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from qmonitor.gui.alarms import NONE, Alarm, alarms
from qmonitor.gui.destinations.entry import Entry, age_words, entry_of, entry_of_all, spark, spoken, title, tool_tip
from qmonitor.monitor.alerts.model import Alert
from qmonitor.monitor.failures.said import veiled
from qmonitor.monitor.standing import Standing
from qmonitor.monitor.status import Status
from qmonitor.queues.model import Destination
from qmonitor.queues.words import Phrase

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
        self._names = self.standing.names
        self._shown: list[Destination | None] = []
        self._places: dict[Destination | None, int] = {}
        self._entries: dict[Destination | None, Entry] = {}
        self._alerts: tuple[Alert, ...] = ()
        self._alarms: Mapping[Destination | None, Alarm] = {}
        self._sparks: dict[Destination | None, tuple[float | None, ...]] = {}
        self._order, self._filter = Order.NAME, ""
        self.masked = False
        """Whether of error texts only their kind is said."""
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
                return title(self.entry(where))
            case Qt.ItemDataRole.AccessibleTextRole:
                return spoken(self.entry(where))
            case Qt.ItemDataRole.ToolTipRole:
                return tool_tip(self.entry(where), self._sentences(where))
            case _ if role == ENTRY:
                return self.entry(where)
        return None

    # -- what is shown ---------------------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """How many destinations there are, whether the filter shows them or not."""
        return len(self.standing.names)

    def widest(self) -> tuple[int, str]:
        """The highest backlog of a single destination and the words for the greatest age."""
        total = self.standing.total
        return total.most, age_words(total.oldest, skewed=self.standing.skewed)

    def knows(self, destination: Destination | None) -> bool:
        """Whether there is such a destination, shown or not."""
        return destination is None or destination in self.standing

    def row_of(self, destination: Destination | None) -> int | None:
        return self._places.get(destination)

    def entry(self, where: Destination | None) -> Entry:
        """The row of a destination, or of all together."""
        if where not in self._entries:
            alarm, standing = self._alarms.get(where, NONE), self.standing
            made = entry_of_all(standing, alarm) if where is None else entry_of(standing, where, alarm)
            self._entries[where] = replace(made, status=self._veiled(made.status))
        return self._entries[where]

    def _veiled(self, status: Status) -> Status:
        return replace(status, reason=veiled(status.reason, masked=self.masked))

    def _sentences(self, where: Destination | None) -> list[Phrase]:
        """Everything that led to a destination's state."""
        found = () if where is None else self.standing.sentences(where)
        return [veiled(sentence, masked=self.masked) for sentence in found]

    def spark(self, entry: Entry) -> tuple[float | None, ...]:
        """The trend line of a row, made when it is first painted."""
        if entry.destination not in self._sparks:
            now = self.standing.now
            self._sparks[entry.destination] = spark(entry.series, None if now is None else now.ns)
        return self._sparks[entry.destination]

    def show(self, standing: Standing) -> None:
        """Show one look at the source."""
        others = standing.names is not self._names
        self.standing, self._names = standing, standing.names
        self._entries.clear()
        self._sparks.clear()
        if others or not self._shown:
            self._arrange()
        elif self._order is Order.WORST and not self.order_held:
            self._reorder([None, *self._sorted()])
        self._tell()

    def show_alerts(self, found: tuple[Alert, ...]) -> None:
        """Mark where these are open; nothing happens where they are the same tuple as before."""
        if found is self._alerts:
            return
        self._alerts, self._alarms = found, alarms(found)
        self._entries.clear()
        if self._shown:
            self._tell()

    def set_masked(self, masked: bool) -> None:
        """Say of error texts only their kind, or all."""
        self.masked = masked
        self._entries.clear()
        if self._shown:
            self._tell()

    def set_order(self, order: Order) -> None:
        self._order, self.order_held = order, False
        if self._shown:
            self._reorder([None, *self._sorted()])

    def set_filter(self, words: str) -> None:
        """Show only destinations whose name holds these words (case does not count)."""
        self._filter = words
        self._arrange()

    # -- bringing the rows there without losing what is selected ---------------------------------------------

    def _tell(self) -> None:
        self.dataChanged.emit(self.index(0), self.index(len(self._shown) - 1))

    def _sorted(self) -> list[Destination]:
        if self.order_held:
            last = len(self._places)
            return sorted(self.standing.holding(self._filter), key=lambda where: self._places.get(where, last))
        return self.standing.holding(self._filter, worst_first=self._order is Order.WORST)

    def _arrange(self) -> None:
        """Have exactly the wanted rows; they come and go one by one, so that Qt keeps the current one (5,000: 8 ms)."""
        if self.standing.now is None:
            return
        wanted: list[Destination | None] = [None, *self._sorted()]
        self._remove_all_but(set(wanted))
        self._insert_missing(wanted)
        self._reorder(wanted)
        self._places = {where: n for n, where in enumerate(wanted)}

    def _remove_all_but(self, kept: set[Destination | None]) -> None:
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
        """Bring the same rows into this order."""
        if self._shown == wanted:
            return
        self._places = {where: n for n, where in enumerate(wanted)}
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        after = [self.index(self._places[self._shown[old.row()]]) for old in before]
        self._shown = wanted
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()
