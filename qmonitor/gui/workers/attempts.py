"""What came of the last attempts of one worker, newest first. Nothing of a message is in it."""

from collections.abc import Sequence, Sized
from enum import IntEnum

from PySide6.QtCore import QCoreApplication, QModelIndex, QObject, Qt, Slot
from PySide6.QtGui import QColor

from qmonitor.gui import text, theme
from qmonitor.gui.plain_model import Index, PlainModel
from qmonitor.gui.plain_table import PlainTable
from qmonitor.gui.workers import words
from qmonitor.monitor.running.model import Attempt, Outcome

MEASURED = 20
"""Rows that are looked at for the widths: all may be others four times a second."""


class AttemptsColumn(IntEnum):
    """The columns, from left to right."""

    AT = 0
    NUMBER = 1
    ITEM = 2
    OUTCOME = 3
    WAITED = 4
    CAUSE = 5


RIGHT = (AttemptsColumn.NUMBER, AttemptsColumn.ITEM, AttemptsColumn.WAITED)


class AttemptsModel(PlainModel):
    """Lines that stay keep their place: new ones are put in above them."""

    columns = AttemptsColumn
    figures = RIGHT

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: list[Attempt] = []

    def show_attempts(self, lines: Sequence[Attempt]) -> None:
        """Show these, the newest first."""
        fresh, before = list(lines), self._lines
        new = fresh.index(before[0]) if before and before[0] in fresh else len(fresh)
        kept = len(fresh) - new
        if not before or not kept or fresh[new:] != before[:kept]:
            if fresh != before:
                self.beginResetModel()
                self._lines = fresh
                self.endResetModel()
            return
        if kept < len(before):
            self.beginRemoveRows(QModelIndex(), kept, len(before) - 1)
            del before[kept:]
            self.endRemoveRows()
        if new:
            self.beginInsertRows(QModelIndex(), 0, new - 1)
            self._lines = fresh
            self.endInsertRows()

    def attempt(self, row: int) -> Attempt:
        return self._lines[row]

    # -- Qt's own --------------------------------------------------------------------------------------------

    def lines(self) -> Sized:
        return self._lines

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._lines):
            return None
        attempt, column = self._lines[index.row()], AttemptsColumn(index.column())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._cell(attempt, column)
            case Qt.ItemDataRole.ToolTipRole if column is AttemptsColumn.AT:
                return text.local_time(attempt.at)
            case Qt.ItemDataRole.ToolTipRole:
                return text.tip(self._cell(attempt, column)) or None
            case Qt.ItemDataRole.AccessibleTextRole:
                title = self.title(column)
                value = self._cell(attempt, column) or text.UNKNOWN
                return self.tr("{column}: {value}").format(column=title, value=value)
            case Qt.ItemDataRole.ForegroundRole:
                return _ink(attempt, column)
            case Qt.ItemDataRole.TextAlignmentRole:
                return self.alignment(column)
        return None

    def title(self, column: int) -> str:
        return {
            AttemptsColumn.AT: self.tr("time"),
            AttemptsColumn.NUMBER: self.tr("attempt"),
            AttemptsColumn.ITEM: self.tr("message"),
            AttemptsColumn.OUTCOME: self.tr("outcome"),
            AttemptsColumn.WAITED: self.tr("waited"),
            AttemptsColumn.CAUSE: self.tr("cause"),
        }[AttemptsColumn(column)]

    def _cell(self, attempt: Attempt, column: AttemptsColumn) -> str:
        match column:
            case AttemptsColumn.AT:
                return text.short_time(attempt.at)
            case AttemptsColumn.NUMBER:
                return text.number(attempt.attempts)
            case AttemptsColumn.ITEM:
                return words.item(attempt)
            case AttemptsColumn.OUTCOME:
                return words.outcome(attempt)
            case AttemptsColumn.WAITED:
                return words.waited(attempt)
            case AttemptsColumn.CAUSE:
                return words.cause(attempt)


class AttemptsTable(PlainTable):
    """An `AttemptsModel`; the cause has the room that is left. Whoever reads further down is not moved."""

    def __init__(self, model: AttemptsModel) -> None:
        spoken = QCoreApplication.translate("AttemptsTable", "Attempts of the selected worker")
        column = AttemptsColumn.CAUSE
        super().__init__(
            model, name="attempts-table", spoken=spoken, stretched=column, prose={column}, measured=MEASURED
        )
        self._widths: dict[AttemptsColumn, int] = {}
        model.rowsInserted.connect(self._stay)
        self.fit()

    @Slot()
    def fit(self) -> None:
        """Columns grow with what they hold, and never shrink: nothing moves to and fro."""
        for column in AttemptsColumn:
            if column is not AttemptsColumn.CAUSE:
                wide = self._widths[column] = max(self.needed(column), self._widths.get(column, 0))
                self.setColumnWidth(column, wide)

    @Slot(QModelIndex, int, int)
    def _stay(self, _parent: QModelIndex, first: int, last: int) -> None:
        bar = self.verticalScrollBar()
        if bar.value() > 0:
            bar.setRange(bar.minimum(), bar.maximum() + last - first + 1)
            bar.setValue(bar.value() + last - first + 1)


def _ink(attempt: Attempt, column: AttemptsColumn) -> QColor:
    colors = theme.current()
    if attempt.outcome is Outcome.GAVE_UP and column is AttemptsColumn.OUTCOME:
        return QColor(colors.danger)
    return QColor(
        colors.muted if attempt.outcome is Outcome.DELIVERED and column is AttemptsColumn.WAITED else colors.text
    )
