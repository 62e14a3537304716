"""The rows of the destinations list: figures, state and words of each destination, in a stable order."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum

from PySide6.QtCore import QAbstractListModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt

from qmonitor.gui import text
from qmonitor.monitor.series import Series, SeriesBook
from qmonitor.monitor.status import SEVERITY, Kind, Status, status
from qmonitor.queues.model import Depth, DepthRow, Destination
from qmonitor.queues.times import NS, Instant
from qmonitor.queues.words import Phrase, phrase

Index = QModelIndex | QPersistentModelIndex

ENTRY = int(Qt.ItemDataRole.UserRole)
"""The role under which a row's `Entry` is found."""
SPARK_NS = 3600 * NS
"""A trend line shows the last hour, or since when it has been looked at."""
SPARK_LEAST_NS = 300 * NS
"""But no less than this, so that the first looks are not drawn as a wild curve."""
SPARK_STEPS = 90
"""Values of a trend line."""


class Order(StrEnum):
    """How the list is sorted. By name nothing ever moves; worst first, rows move when a state changes."""

    NAME = "name"
    WORST = "worst"


@dataclass(frozen=True, slots=True)
class Entry:
    """One row: a destination, or (None) all of them together."""

    destination: Destination | None
    status: Status
    pending: int
    failed: int
    oldest: timedelta | None
    series: Series | None


def kind_words(kind: Kind) -> str:
    """A state in one word."""
    words = {
        Kind.STUCK: QCoreApplication.translate("destinations", "stuck"),
        Kind.OVERDUE: QCoreApplication.translate("destinations", "overdue"),
        Kind.GROWING: QCoreApplication.translate("destinations", "growing"),
        Kind.UNKNOWN: QCoreApplication.translate("destinations", "unknown"),
        Kind.WAITING: QCoreApplication.translate("destinations", "waiting"),
        Kind.DRAINING: QCoreApplication.translate("destinations", "draining"),
        Kind.STEADY: QCoreApplication.translate("destinations", "steady"),
        Kind.IDLE: QCoreApplication.translate("destinations", "idle"),
    }
    return words[kind]


def reason_words(reason: Phrase) -> str:
    """A reason in the user's language; its times short, as they stand beside today's."""
    values = {name: text.short_time(v) if isinstance(v, Instant) else v for name, v in reason.values.items()}
    return text.translate(replace(reason, values=values))


def summary_words(kinds: Counter[Kind]) -> Phrase:
    """How many destinations are in which state, worst first."""
    parts = [f"{kinds[kind]} {kind_words(kind)}" for kind in SEVERITY if kinds[kind]]
    return phrase("{text}", text=" · ".join(parts))


def title(entry: Entry) -> str:
    if entry.destination is None:
        return QCoreApplication.translate("destinations", "All destinations")
    return str(entry.destination)


def oldest_words(entry: Entry) -> str:
    return text.age(entry.oldest) if entry.pending else text.UNKNOWN


def failed_words(entry: Entry) -> str:
    if not entry.failed:
        return ""
    return QCoreApplication.translate("destinations", "{count} failed").format(count=text.number(entry.failed))


def state_words(entry: Entry) -> str:
    """State and reason, as they stand below the name."""
    reason = reason_words(entry.status.reason)
    return reason if entry.destination is None else f"{kind_words(entry.status.kind)} · {reason}"


def spoken(entry: Entry) -> str:
    """Everything a row shows, in words: for screen readers and the tool tip."""
    words = QCoreApplication.translate(
        "destinations", "{name}: {state}. {pending} pending, oldest {oldest}, {failed} failed"
    )
    return words.format(
        name=title(entry),
        state=state_words(entry),
        pending=text.number(entry.pending),
        oldest=oldest_words(entry),
        failed=text.number(entry.failed),
    )


def spark(series: Series | None, now_ns: int | None) -> tuple[float | None, ...]:
    """The highest backlog in each step of the time that is shown; None where nothing was seen."""
    if series is None or now_ns is None or series.watched_since is None:
        return ()
    span = min(SPARK_NS, max(SPARK_LEAST_NS, now_ns - series.watched_since))
    begin, step = now_ns - span, span // SPARK_STEPS
    values: list[float | None] = [None] * SPARK_STEPS
    for ns, value in series.pending.since(begin):
        at = min(SPARK_STEPS - 1, (ns - begin) // step)
        if value is not None:
            values[at] = max(value, values[at] or 0)
    return tuple(values)


class DestinationModel(QAbstractListModel):
    """All destinations in one row, then each by itself, filtered and sorted. Lives in the GUI thread."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._every: list[Entry] = []
        self._shown: list[Entry] = []
        self._total: Entry | None = None
        self._now_ns: int | None = None
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
        entry = self._shown[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return title(entry)
            case Qt.ItemDataRole.AccessibleTextRole | Qt.ItemDataRole.ToolTipRole:
                return spoken(entry)
            case _ if role == ENTRY:
                return entry
        return None

    # -- what is shown ---------------------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """How many destinations there are, whether the filter shows them or not."""
        return len(self._every)

    def entries(self) -> Sequence[Entry]:
        """The rows as shown."""
        return self._shown

    def knows(self, destination: Destination | None) -> bool:
        """Whether there is such a destination, shown or not."""
        return destination is None or any(entry.destination == destination for entry in self._every)

    def row_of(self, destination: Destination | None) -> int | None:
        return next((n for n, entry in enumerate(self._shown) if entry.destination == destination), None)

    def spark(self, entry: Entry) -> tuple[float | None, ...]:
        """The trend line of a row, made when it is first painted."""
        if entry.destination not in self._sparks:
            self._sparks[entry.destination] = spark(entry.series, self._now_ns)
        return self._sparks[entry.destination]

    def show(self, depth: Depth, destinations: Sequence[Destination], book: SeriesBook) -> None:
        """Show one look at the source."""
        rows = {row.key: row for row in depth.rows}
        named = dict.fromkeys((*destinations, *rows))
        self._every = [_entry(where, rows.get(where), book.get(where), depth.as_of) for where in named]
        self._total = _total(self._every, book)
        self._now_ns = depth.as_of.ns
        self._sparks.clear()
        self._arrange()

    def set_order(self, order: Order) -> None:
        self._order, self.order_held = order, False
        self._arrange()

    def set_filter(self, words: str) -> None:
        """Show only destinations whose name holds these words (case does not count)."""
        self._filter = words.casefold()
        self._arrange()

    def clear(self) -> None:
        self.beginResetModel()
        self._every, self._shown, self._total = [], [], None
        self._sparks.clear()
        self.endResetModel()

    # -- bringing the rows there without losing what is selected ---------------------------------------------

    def _arrange(self) -> None:
        wanted = [e for e in self._every if self._filter in str(e.destination).casefold()]
        wanted.sort(key=self._sort_key())
        if self._total is not None:
            wanted.insert(0, self._total)
        self._remove_others({entry.destination for entry in wanted})
        self._insert_missing(wanted)
        self._reorder(wanted)
        self._shown = wanted
        if wanted:
            self.dataChanged.emit(self.index(0), self.index(len(wanted) - 1))

    def _sort_key(self) -> Callable[[Entry], tuple[int, str, str]]:
        places = {entry.destination: n for n, entry in enumerate(self._shown)}
        if self.order_held:
            return lambda e: (places.get(e.destination, len(places)), str(e.destination).casefold(), "")
        if self._order is Order.WORST:
            return lambda e: (SEVERITY.index(e.status.kind), str(e.destination).casefold(), str(e.destination))
        return lambda e: (0, str(e.destination).casefold(), str(e.destination))

    def _remove_others(self, kept: set[Destination | None]) -> None:
        for n in range(len(self._shown) - 1, -1, -1):
            if self._shown[n].destination not in kept:
                self.beginRemoveRows(QModelIndex(), n, n)
                del self._shown[n]
                self.endRemoveRows()

    def _insert_missing(self, wanted: list[Entry]) -> None:
        known = {entry.destination for entry in self._shown}
        missing = [n for n, entry in enumerate(wanted) if entry.destination not in known]
        if len(missing) == len(wanted) and wanted:
            self.beginInsertRows(QModelIndex(), 0, len(wanted) - 1)
            self._shown = list(wanted)
            self.endInsertRows()
            return
        for n in missing:
            at = min(n, len(self._shown))
            self.beginInsertRows(QModelIndex(), at, at)
            self._shown.insert(at, wanted[n])
            self.endInsertRows()

    def _reorder(self, wanted: list[Entry]) -> None:
        places = {entry.destination: n for n, entry in enumerate(wanted)}
        if [places[entry.destination] for entry in self._shown] == list(range(len(wanted))):
            return
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        after = [self.index(places[self._shown[old.row()].destination]) for old in before]
        self._shown = wanted
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()


def _entry(where: Destination, row: DepthRow | None, series: Series | None, now: Instant) -> Entry:
    told = status(row, series, now)
    if row is None:
        return Entry(where, told, 0, 0, None, series)
    oldest = None if row.oldest_seconds is None else timedelta(seconds=row.oldest_seconds)
    return Entry(where, told, row.pending, row.failed, oldest, series)


def _total(entries: list[Entry], book: SeriesBook) -> Entry:
    kinds = Counter(entry.status.kind for entry in entries)
    ages = [entry.oldest for entry in entries if entry.pending and entry.oldest is not None]
    worst = next((kind for kind in SEVERITY if kinds[kind]), Kind.IDLE)
    told = Status(worst, summary_words(kinds) if kinds else phrase("no destination yet"))
    pending, failed = sum(e.pending for e in entries), sum(e.failed for e in entries)
    return Entry(None, told, pending, failed, max(ages, default=None), book.total)
