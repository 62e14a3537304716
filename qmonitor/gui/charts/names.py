"""All destinations by name, for who looks for one: those that have a curve of their own are ticked."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QAbstractListModel, QCoreApplication, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QPen

from qmonitor.gui import text
from qmonitor.gui.charts.entry import swatch
from qmonitor.queues.model import Destination

NO_CURVE = QPen(Qt.PenStyle.NoPen)
Index = QModelIndex | QPersistentModelIndex


def matching(order: Sequence[Destination], words: str) -> list[Destination]:
    """Those in whose name every word occurs, in their order."""
    wanted = words.casefold().split()
    if not wanted:
        return list(order)
    return [where for where in order if all(word in str(where).casefold() for word in wanted)]


class Names(QAbstractListModel):
    """The rows of the list: of all destinations those that have the words that are looked for."""

    def __init__(self) -> None:
        super().__init__()
        self._order: Sequence[Destination] = ()
        self._shown: list[Destination] = []
        self._words = ""
        self._ticked: Mapping[Destination, QPen] = {}
        self.ratio = 1.0

    def show_names(self, order: Sequence[Destination]) -> None:
        """List these, in this order."""
        self._order = order
        self.look_for(self._words)

    def show_ticks(self, ticked: Mapping[Destination, QPen]) -> None:
        """Tick these, with the pens of their curves."""
        self._ticked = ticked
        if self._shown:
            self.dataChanged.emit(self.index(0), self.index(len(self._shown) - 1))

    def look_for(self, words: str) -> None:
        """Show only names that have all of these words in them."""
        self.beginResetModel()
        self._words = words
        self._shown = matching(self._order, words)
        self.endResetModel()

    def where(self, row: int) -> Destination | None:
        return self._shown[row] if 0 <= row < len(self._shown) else None

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        where = self.where(index.row())
        if where is None:
            return None
        ticked = where in self._ticked
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return text.line(str(where))
            case Qt.ItemDataRole.ToolTipRole:
                return text.tip(text.line(str(where)))
            case Qt.ItemDataRole.CheckStateRole:
                return Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked
            case Qt.ItemDataRole.DecorationRole:
                return swatch(self._ticked[where] if ticked else NO_CURVE, self.ratio)
            case Qt.ItemDataRole.AccessibleTextRole:
                said = QCoreApplication.translate("charts", "{name}, has a curve") if ticked else "{name}"
                return said.format(name=text.line(str(where)))
            case _:
                return None
