"""The workers of one source as a table: a row for each destination that has one, or could have one."""

from collections.abc import Sequence, Sized
from enum import IntEnum

from PySide6.QtCore import QModelIndex, QObject, Qt
from PySide6.QtGui import QColor

from qmonitor.gui import text, theme
from qmonitor.gui.marks import mark_icon
from qmonitor.gui.plain_model import Index, PlainModel
from qmonitor.gui.workers import words
from qmonitor.gui.workers.row import Row
from qmonitor.queues.model import Destination


class Column(IntEnum):
    """The columns, from left to right."""

    WHERE = 0
    STATE = 1
    SENT = 2
    RETRIED = 3
    GAVE_UP = 4
    RATE = 5
    ERROR = 6
    TO = 7


RIGHT = (Column.SENT, Column.RETRIED, Column.GAVE_UP, Column.RATE)
"""Columns of figures."""


class WorkersModel(PlainModel):
    """Holds what it was given. A row that stays keeps its place, and with it the selection."""

    columns = Column
    figures = RIGHT

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []
        self._cells: list[tuple[str, ...]] = []
        """What is shown of each row: written once for each change, and compared to see whether there is one."""

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show these, by their destinations' names."""
        fresh = sorted(rows, key=lambda row: (row.where.channel, row.where.destination))
        self._drop({row.where for row in fresh})
        self._insert(fresh)
        cells = [self._written(row) for row in fresh]
        changed = [n for n, (before, now) in enumerate(zip(self._cells, cells, strict=True)) if before != now]
        self._rows, self._cells = fresh, cells
        if changed:
            self.dataChanged.emit(self.index(changed[0], 0), self.index(changed[-1], len(Column) - 1))

    def _written(self, row: Row) -> tuple[str, ...]:
        """Its cells, and the shape and colour of its state."""
        return *(self._cell(row, column) for column in Column), words.kind(row), words.ink(row)

    def cell(self, row: int, column: int) -> str:
        """What is shown there."""
        return self._cells[row][column]

    @property
    def rows(self) -> list[Row]:
        return self._rows

    def row_of(self, where: Destination | None) -> int | None:
        """Where a destination stands."""
        return next((n for n, row in enumerate(self._rows) if row.where == where), None)

    def _drop(self, wanted: set[Destination]) -> None:
        """What follows each other goes together: the table measures all that it holds at each change."""
        end = len(self._rows)
        while end:
            first = end
            while first and self._rows[first - 1].where not in wanted:
                first -= 1
            if first < end:
                self.beginRemoveRows(QModelIndex(), first, end - 1)
                del self._rows[first:end], self._cells[first:end]
                self.endRemoveRows()
            end = max(first - 1, 0)

    def _insert(self, fresh: list[Row]) -> None:
        """Those that are not there yet, also together; what is there is among the fresh ones."""
        n = 0
        while n < len(fresh):
            known = self._rows[n].where if n < len(self._rows) else None
            end = next((m for m in range(n, len(fresh)) if fresh[m].where == known), len(fresh))
            if n < end:
                self.beginInsertRows(QModelIndex(), n, end - 1)
                self._rows[n:n], self._cells[n:n] = fresh[n:end], map(self._written, fresh[n:end])
                self.endInsertRows()
            n = end + 1

    # -- Qt's own --------------------------------------------------------------------------------------------

    def lines(self) -> Sized:
        return self._rows

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row, column = self._rows[index.row()], Column(index.column())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.cell(index.row(), column)
            case Qt.ItemDataRole.DecorationRole if column is Column.WHERE:
                return mark_icon(words.kind(row), getattr(theme.current(), words.ink(row)))
            case Qt.ItemDataRole.ToolTipRole:
                return text.tip(words.in_full(row))
            case Qt.ItemDataRole.AccessibleTextRole:
                title = self.title(column)
                return self.tr("{column}: {value}").format(column=title, value=self.cell(index.row(), column))
            case Qt.ItemDataRole.ForegroundRole:
                return self._ink(row, column)
            case Qt.ItemDataRole.TextAlignmentRole:
                return self.alignment(column)
        return None

    def title(self, column: int) -> str:
        return {
            Column.WHERE: self.tr("destination"),
            Column.STATE: self.tr("state"),
            Column.SENT: self.tr("sent"),
            Column.RETRIED: self.tr("retried"),
            Column.GAVE_UP: self.tr("given up"),
            Column.RATE: self.tr("a minute"),
            Column.ERROR: self.tr("last error"),
            Column.TO: self.tr("receiver"),
        }[Column(column)]

    def title_tip(self, column: int) -> str | None:
        return {
            Column.SENT: self.tr("Messages that the receiver has said it has, since the worker was started"),
            Column.RETRIED: self.tr("Attempts that failed and are followed by another, since the worker was started"),
            Column.GAVE_UP: self.tr("Messages marked failed after their last attempt, since the worker was started"),
            Column.RATE: self.tr("Deliveries a minute over the last minutes"),
        }.get(Column(column))

    def _cell(self, row: Row, column: Column) -> str:
        state = None if row.post is None else row.post.state
        match column:
            case Column.WHERE:
                return text.line(str(row.where))
            case Column.STATE:
                return words.standing(row)
            case Column.SENT:
                return text.number(None if state is None else state.sent)
            case Column.RETRIED:
                return text.number(None if state is None else state.retried)
            case Column.GAVE_UP:
                return text.number(None if state is None else state.gave_up)
            case Column.RATE:
                return words.rate(None if row.post is None else row.post.rate)
            case Column.ERROR:
                return words.last_error(row)
            case Column.TO:
                return text.line(row.to) or text.UNKNOWN

    def _ink(self, row: Row, column: Column) -> QColor:
        colors = theme.current()
        if column is Column.STATE and (row.troubled or row.runs):
            ink = words.ink(row)
            return QColor(getattr(colors, ink) if ink in ("danger", "warning") else colors.text)
        return QColor(colors.text if row.runs or row.troubled else colors.muted)
