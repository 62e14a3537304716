"""The table of a comparison: one row for each place, this message's value and the other one's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.plain_table import PlainTable

if TYPE_CHECKING:
    from qmonitor.monitor.inspecting.compare import Pair

Index = QModelIndex | QPersistentModelIndex

PATH, NAME, HERE, THERE = range(4)
SHOWN = 400
"""Characters of a value that a cell shows."""


class PairsModel(QAbstractTableModel):
    """The places of two payloads; those that are alike only where they are wanted."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("inspector-pairs")
        self._all: Sequence[Pair] = ()
        self._rows: Sequence[Pair] = ()
        self._alike = False
        self._other = ""

    def show_pairs(self, pairs: Sequence[Pair], other: str = "") -> None:
        """Show these; `other` is the id of the other message."""
        self._all, self._other = pairs, other
        self._begin()

    def show_alike(self, shown: bool) -> None:
        """Whether to show what is alike, too."""
        self._alike = shown
        self._begin()

    def _begin(self) -> None:
        self.beginResetModel()
        self._rows = self._all if self._alike else [pair for pair in self._all if pair.differs]
        self.endResetModel()

    def pair(self, row: int) -> Pair:
        """What stands in a row."""
        return self._rows[row]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's
        return 0 if parent.isValid() else 4

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        other = self.tr("message {id}").format(id=self._other) if self._other else self.tr("other")
        return (self.tr("path"), self.tr("name"), self.tr("this message"), other)[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        pair = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._cell(pair, index.column())
            case Qt.ItemDataRole.ToolTipRole:
                return text.tip(self._cell(pair, index.column()))
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{self._cell(pair, index.column())}, {self.tr('differs')}" if pair.differs else None
            case Qt.ItemDataRole.FontRole if index.column() in (HERE, THERE):
                return theme.monospace()
            case Qt.ItemDataRole.ForegroundRole:
                return self._colour(pair, index.column())
        return None

    def _cell(self, pair: Pair, column: int) -> str:
        match column:
            case n if n == PATH:
                return text.line(pair.path, SHOWN)
            case n if n == NAME:
                return text.line(pair.name, SHOWN)
            case n if n == HERE:
                return text.line(pair.here, SHOWN) or self._absent(pair, "only-there")
        return text.line(pair.there, SHOWN) or self._absent(pair, "only-here")

    def _absent(self, pair: Pair, where: str) -> str:
        return self.tr("not there") if pair.verdict == where else self.tr("empty")

    def _colour(self, pair: Pair, column: int) -> QColor | None:
        colours = theme.current()
        absent = (column == HERE and not pair.here) or (column == THERE and not pair.there)
        return QColor(colours.muted) if column == NAME or absent or not pair.differs else None


class PairsTable(PlainTable):
    """Path and name as wide as they need to be, the values share the rest."""

    def __init__(self, model: PairsModel, parent: QWidget) -> None:
        super().__init__(
            model,
            name="inspector-differences",
            spoken=self.tr("Comparison"),
            stretched=THERE,
            prose=(NAME,),
            opens=True,
        )
        self.setParent(parent)
        self.fit()

    def fit(self) -> None:
        width = self.viewport().width()
        path = min(self.needed(PATH), width // 4)
        name = min(self.needed(NAME), width // 4)
        for column, wide in ((PATH, path), (NAME, name), (HERE, (width - path - name) // 2)):
            self.setColumnWidth(column, wide)
