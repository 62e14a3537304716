"""The alert rules as a table."""

from collections.abc import Sequence, Sized
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, Qt
from PySide6.QtGui import QColor

from qmonitor.gui import alert_words as words
from qmonitor.gui import text, theme
from qmonitor.gui.plain_model import Index, PlainModel
from qmonitor.monitor.alerts.model import Rule


class RulesColumn(IntEnum):
    """The columns, from left to right."""

    WHAT = 0
    LEVEL = 1
    LIMIT = 2
    WHERE = 3
    OFF = 4


class RulesModel(PlainModel):
    """The rules in their order; those that are switched off are pale."""

    columns = RulesColumn

    def __init__(self, rules: Sequence[Rule], parent: QObject) -> None:
        super().__init__(parent)
        self.rules = list(rules)

    def lines(self) -> Sized:
        return self.rules

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self.rules):
            return None
        rule = self.rules[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._cell(rule, RulesColumn(index.column()))
            case Qt.ItemDataRole.ToolTipRole:
                return text.tip(words.explain_rule(rule), wrapped=True)
            case Qt.ItemDataRole.ForegroundRole:
                return None if rule.enabled else QColor(theme.current().muted)
        return None

    def _cell(self, rule: Rule, column: RulesColumn) -> str:
        match column:
            case RulesColumn.WHAT:
                return words.measure_name(rule.measure)
            case RulesColumn.LEVEL:
                return words.level_name(rule.level)
            case RulesColumn.LIMIT:
                return words.limit(rule.measure, rule.limit)
            case RulesColumn.WHERE:
                return words.scope(rule)
            case RulesColumn.OFF:
                return "" if rule.enabled else self.tr("off")

    def title(self, column: int) -> str:
        return {
            RulesColumn.WHAT: self.tr("alert on"),
            RulesColumn.LEVEL: self.tr("level"),
            RulesColumn.LIMIT: self.tr("from"),
            RulesColumn.WHERE: self.tr("where"),
            RulesColumn.OFF: "",
        }[RulesColumn(column)]

    def put(self, row: int, rule: Rule) -> None:
        """Another rule in the place of one."""
        self.rules[row] = rule
        self.dataChanged.emit(self.index(row, 0), self.index(row, self.columnCount() - 1))

    def insert(self, row: int, rule: Rule) -> None:
        self.beginInsertRows(QModelIndex(), row, row)
        self.rules.insert(row, rule)
        self.endInsertRows()

    def remove(self, row: int) -> None:
        self.beginRemoveRows(QModelIndex(), row, row)
        del self.rules[row]
        self.endRemoveRows()

    def begin_anew(self, rules: Sequence[Rule]) -> None:
        self.beginResetModel()
        self.rules = list(rules)
        self.endResetModel()
