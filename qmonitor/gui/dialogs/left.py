"""The items that an action left alone, one by one, to be filtered and copied."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Slot
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QLabel, QLineEdit, QPushButton, QTableView, QVBoxLayout, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.cell import CellDelegate
from qmonitor.gui.dialogs.frame import plain_label
from qmonitor.queues.model import ItemId
from qmonitor.values import dataclass

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Left:
    """An item that was not changed, the state it was found in, and why it was left alone."""

    item: ItemId
    state: str
    reason: str

    def cells(self) -> tuple[str, str, str]:
        """As it is shown."""
        return text.line(str(self.item)), text.line(text.state(self.state)), self.reason


class LeftModel(QAbstractTableModel):
    """Those that hold the text of the filter in any column."""

    def __init__(self, items: Sequence[Left], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = self._all = [one.cells() for one in items]

    def narrow(self, wanted: str) -> None:
        """Show only those with this text, whatever the case; "" for all."""
        wanted = wanted.strip().casefold()
        self.beginResetModel()
        self._rows = [row for row in self._all if any(wanted in cell.casefold() for cell in row)]
        self.endResetModel()

    def copied(self, rows: Sequence[int] = ()) -> str:
        """These rows, or all that are shown, as lines with tabs between the columns."""
        return "\n".join("\t".join(self._rows[row]) for row in rows or range(len(self._rows)))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else 3

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role != Qt.ItemDataRole.DisplayRole or not index.isValid():
            return None
        return self._rows[index.row()][index.column()]

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role != Qt.ItemDataRole.DisplayRole or orientation is Qt.Orientation.Vertical:
            return None
        return (self.tr("message"), self.tr("found as"), self.tr("why it was left alone"))[section]


class LeftTable(QTableView):
    """Copies the rows that are selected, or all, where the keyboard asks to copy."""

    def __init__(self, model: LeftModel) -> None:
        super().__init__()
        self._left = model
        model.setParent(self)
        self.setModel(model)
        self.setObjectName("left")
        self.setAccessibleName(self.tr("Messages that were left alone"))
        self.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.setItemDelegate(CellDelegate(self))
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setFont(theme.figures(self.font()))
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 2 * theme.GRID)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setStretchLastSection(True)
        header.setDefaultSectionSize(self.fontMetrics().horizontalAdvance("m" * 8))
        theme.dress(self, "list")
        theme.dress(header, "header")

    def copy(self) -> None:
        rows = sorted({index.row() for index in self.selectionModel().selectedIndexes()})
        QGuiApplication.clipboard().setText(self._left.copied(rows))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)


class LeftList(QWidget):
    """The table below its filter, with a button that copies."""

    def __init__(self, items: Sequence[Left]) -> None:
        super().__init__()
        self._count = len(items)
        self._model = LeftModel(items)
        self.table = LeftTable(self._model)
        self.filter = QLineEdit()
        self.filter.setObjectName("left-filter")
        self.filter.setAccessibleName(self.tr("Filter the list"))
        self.filter.setPlaceholderText(self.tr("Filter the list"))
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self._narrow)
        theme.dress(self.filter, "field")
        self.copy = QPushButton(self.tr("Co&py list"))
        self.copy.setObjectName("left-copy")
        self.copy.setAutoDefault(False)
        self.copy.clicked.connect(self.table.copy)
        theme.dress(self.copy, "button")
        self._shown: QLabel = plain_label("")
        theme.dress(self._shown, "muted")
        self._lay_out()
        self._narrow("")

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(2 * theme.GRID)
        row.addWidget(self.filter, 1)
        row.addWidget(self._shown)
        row.addWidget(self.copy)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2 * theme.GRID)
        column.addLayout(row)
        column.addWidget(self.table, 1)

    @Slot(str)
    def _narrow(self, wanted: str) -> None:
        self._model.narrow(wanted)
        said = self.tr("{count} of {total}")
        self._shown.setText(said.format(count=text.number(self._model.rowCount()), total=text.number(self._count)))
