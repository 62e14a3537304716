"""The alerts of one source as a table: the open ones first, then those that were solved."""

from collections.abc import Container, Sequence, Sized
from enum import IntEnum
from itertools import groupby

from PySide6.QtCore import QModelIndex, QObject, Qt
from PySide6.QtGui import QColor

from qmonitor.gui import alert_words as words
from qmonitor.gui import text, theme
from qmonitor.gui.alerts.mark import mark
from qmonitor.gui.plain_model import Index, PlainModel
from qmonitor.monitor.alerts.model import Alert, AlertKey, Level, Unit, urgency
from qmonitor.queues.model import Destination
from qmonitor.queues.times import Instant

NOWHERE = Destination("", "")


class Column(IntEnum):
    """The columns, from left to right."""

    WHAT = 0
    WHERE = 1
    SINCE = 2
    VALUE = 3
    WORST = 4
    ITEM = 5
    STANDING = 6


RIGHT = (Column.VALUE, Column.WORST, Column.ITEM)
"""Columns of figures."""

AGING = (Column.VALUE, Column.WORST)
"""Columns that go on with the time."""

Order = tuple[bool, int, int, int, str, str, str]
RowKey = tuple[AlertKey, int, int | None, bool]


def order(alert: Alert) -> Order:
    """Open before solved, by their urgency; of the solved the last one first.

    Nothing in it changes while an alert is open, whatever its figure does and whoever acknowledges it: no row moves.
    """
    where = alert.destination or NOWHERE
    name = where.channel, where.destination, alert.rule.id
    if alert.solved is not None:
        return True, 0, 0, -(alert.solved.ns or 0), *name
    return False, *urgency(alert), *name


def worst_of_each(solved: Sequence[Alert]) -> list[Alert]:
    """Without those that a worse one stood for: that the limit of a warning was exceeded too goes without saying."""
    worst: dict[object, Alert] = {}
    for alert in solved:
        key = alert.source, alert.destination, alert.rule.measure, alert.solved
        if key not in worst or worst[key].level < alert.level:
            worst[key] = alert
    return list(worst.values())


class AlertsModel(PlainModel):
    """Holds what it was given; ages go on with the time of the looks."""

    columns = Column
    figures = RIGHT

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._alerts: list[Alert] = []
        self._keys: list[RowKey] = []
        self._now: Instant | None = None

    def show_alerts(self, alerts: Sequence[Alert], now: Instant | None) -> None:
        """Show these as of an instant. Rows that stay keep their place, and with it the selection."""
        self._now = now
        fresh = sorted(alerts, key=order)
        keys = list(map(_row_key, fresh))
        if keys != self._keys:
            self._drop(set(keys))
            self._insert(fresh, keys)
        self._update(fresh)

    def show_time(self, now: Instant) -> None:
        """Nothing changed but the time."""
        self._now = now
        self._tell(0, self._open(), AGING)

    @property
    def now(self) -> Instant | None:
        return self._now

    def alert(self, row: int) -> Alert:
        return self._alerts[row]

    def row_of(self, key: AlertKey) -> int | None:
        """Where an open alert stands."""
        return next((row for row, alert in enumerate(self._alerts[: self._open()]) if alert.key == key), None)

    # -- Qt's own --------------------------------------------------------------------------------------------

    def lines(self) -> Sized:
        return self._alerts

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._alerts):
            return None
        alert, column = self._alerts[index.row()], Column(index.column())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._cell(alert, column)
            case Qt.ItemDataRole.DecorationRole if column is Column.WHAT:
                return mark(alert)
            case Qt.ItemDataRole.ToolTipRole:
                return text.tip(self._tip(alert, column))
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(alert, column)
            case Qt.ItemDataRole.ForegroundRole:
                return _ink(alert, column)
            case Qt.ItemDataRole.TextAlignmentRole:
                return self.alignment(column)
        return None

    def title(self, column: int) -> str:
        return {
            Column.WHAT: self.tr("alert"),
            Column.WHERE: self.tr("destination"),
            Column.SINCE: self.tr("since"),
            Column.VALUE: self.tr("now"),
            Column.WORST: self.tr("worst"),
            Column.ITEM: self.tr("first in line"),
            Column.STANDING: self.tr("state"),
        }[Column(column)]

    # -- the rows --------------------------------------------------------------------------------------------

    def _open(self) -> int:
        """How many rows are of open alerts: the first ones."""
        return next((row for row, alert in enumerate(self._alerts) if alert.solved is not None), len(self._alerts))

    def _drop(self, wanted: Container[RowKey]) -> None:
        """Take out what is not shown any more, from the end, in runs."""
        gone = [row for row, key in enumerate(self._keys) if key not in wanted]
        for first, last in reversed(_runs(gone)):
            self.beginRemoveRows(QModelIndex(), first, last)
            del self._alerts[first : last + 1], self._keys[first : last + 1]
            self.endRemoveRows()

    def _insert(self, fresh: list[Alert], keys: list[RowKey]) -> None:
        """Put in what is new, in runs; what stays is in the same order already."""
        present = set(self._keys)
        new = [row for row, key in enumerate(keys) if key not in present]
        for first, last in _runs(new):
            self.beginInsertRows(QModelIndex(), first, last)
            self._alerts[first:first] = fresh[first : last + 1]
            self._keys[first:first] = keys[first : last + 1]
            self.endInsertRows()

    def _update(self, fresh: list[Alert]) -> None:
        """The same rows, with what is known of them now."""
        changed = [row for row, (before, now) in enumerate(zip(self._alerts, fresh, strict=True)) if before is not now]
        self._alerts = fresh
        for first, last in _runs(changed):
            self._tell(first, last + 1, tuple(Column))
        self._tell(0, self._open(), AGING)

    def _tell(self, first: int, end: int, columns: Sequence[Column]) -> None:
        if first < end:
            self.dataChanged.emit(self.index(first, columns[0]), self.index(end - 1, columns[-1]))

    # -- the cells -------------------------------------------------------------------------------------------

    def _cell(self, alert: Alert, column: Column) -> str:
        measure = alert.rule.measure
        match column:
            case Column.WHAT:
                return words.measure_name(measure)
            case Column.WHERE:
                return words.place(alert)
            case Column.SINCE:
                return words.since(alert)
            case Column.VALUE if alert.solved is not None or (alert.still and measure.unit is Unit.SECONDS):
                return text.UNKNOWN  # nobody watches it, or there is nothing that has an age
            case Column.VALUE:
                return words.figure(measure, self._value(alert))
            case Column.WORST:
                return words.figure(measure, words.worst(alert, self._now))
            case Column.ITEM:
                return text.UNKNOWN if words.over(alert) else text.line(str(alert.item), text.SHORT)
            case Column.STANDING:
                return words.standing(alert)

    def _value(self, alert: Alert) -> float:
        return alert.value if self._now is None else alert.value_at(self._now)

    def _tip(self, alert: Alert, column: Column) -> str:
        if column is Column.SINCE:
            return "\n".join((text.local_time(alert.since), text.utc_time(alert.since), *words.doubt(alert)))
        return words.in_full(alert, self._now)

    def _spoken(self, alert: Alert, column: Column) -> str:
        """With the name of the column, and of the level for what else only has a shape."""
        title = self.title(column)
        cell = self._cell(alert, column)
        if column is Column.WHAT:
            cell = self.tr("{alert}, {level}").format(alert=cell, level=words.level_name(alert.level))
        return self.tr("{column}: {value}").format(column=title, value=cell)


def _row_key(alert: Alert) -> RowKey:
    """One row: the same destination and rule may have been solved several times, and a rule's level been changed."""
    return alert.key, alert.level, alert.since.ns, alert.solved is not None


def _runs(rows: list[int]) -> list[tuple[int, int]]:
    """Rows in ascending order as stretches without a gap: first and last of each."""
    runs = []
    for _, run in groupby(enumerate(rows), key=lambda pair: pair[1] - pair[0]):
        found = [row for _, row in run]
        runs.append((found[0], found[-1]))
    return runs


def _ink(alert: Alert, column: Column) -> QColor:
    """Pale once it is solved, or somebody has taken it; the figure in its level's colour while it needs a person."""
    colors = theme.current()
    if alert.solved is not None or alert.silent:
        return QColor(colors.muted)
    if column is Column.VALUE and alert.within is None:
        return QColor(colors.danger if alert.level is Level.CRITICAL else colors.warning)
    return QColor(colors.text)
