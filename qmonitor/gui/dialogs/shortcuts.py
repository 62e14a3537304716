"""The list of keyboard shortcuts, made from the table of actions."""

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QTableWidget, QTableWidgetItem, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.action_names import entry_label
from qmonitor.gui.action_spec import Place, Spec
from qmonitor.gui.action_table import ACTIONS
from qmonitor.gui.cell import CellDelegate
from qmonitor.gui.dialogs.frame import Frame

WIDE, SHARE = 155 * theme.GRID, 0.85
"""Its width, and how much of the screen's height it takes at most."""
ROWS_LEAST = 12


class ShortcutsDialog(Frame):
    """Menu, command and keys, in the order of the menus. Stays open beside the window."""

    def __init__(self, parent: QWidget | None = None, *, read_only: bool = False) -> None:
        super().__init__(self.tr("Keyboard shortcuts"), parent)
        self.setObjectName("shortcuts-dialog")
        self.setModal(False)
        found = rows(read_only=read_only)
        self.table = QTableWidget(len(found), 3)
        self.table.setObjectName("shortcuts")
        self.table.setAccessibleName(self.tr("Keyboard shortcuts"))
        self.table.setHorizontalHeaderLabels([self.tr("menu"), self.tr("command"), self.tr("keys")])
        for row, cells in enumerate(found):
            for column, cell in enumerate(cells):
                self.table.setItem(row, column, QTableWidgetItem(cell))
        self._dress()
        for column in (0, 1):
            widest = max(self.table.fontMetrics().horizontalAdvance(cells[column]) for cells in found)
            self.table.setColumnWidth(column, widest + 6 * theme.GRID)
        self.body.addWidget(self.table, 1)
        self.say(self.tr("In a menu or a dialog, Alt and the underlined letter choose an entry; Tab goes on."), "muted")
        self.closing()

    def _dress(self) -> None:
        table, header = self.table, self.table.horizontalHeader()
        table.verticalHeader().setDefaultSectionSize(table.fontMetrics().height() + 2 * theme.GRID)
        table.setMinimumHeight(ROWS_LEAST * table.verticalHeader().defaultSectionSize())
        table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        table.setItemDelegate(CellDelegate(table))
        table.setShowGrid(False)
        table.setTabKeyNavigation(False)
        table.verticalHeader().hide()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setStretchLastSection(True)
        table.setWordWrap(False)
        theme.dress(table, "list")
        theme.dress(header, "header")

    def sizeHint(self) -> QSize:
        """High enough for every row, as far as the screen is."""
        rows = self.table.verticalHeader().length() + self.table.horizontalHeader().height() + 2 * theme.GRID
        rest = super().sizeHint().height() - self.table.sizeHint().height()
        return QSize(WIDE, min(rows + rest, round(SHARE * self.screen().availableGeometry().height())))


def rows(*, read_only: bool) -> list[tuple[str, str, str]]:
    """Menu, command and keys of every entry that has keys."""
    offered = [spec for spec in ACTIONS if spec.shortcut and not (read_only and spec.acts)]
    found = [(_menu(spec), text.without_mnemonic(entry_label(spec)).rstrip("…"), _keys(spec)) for spec in offered]
    order = list(_menus().values())
    return sorted(found, key=lambda row: order.index(row[0]))


def _menus() -> dict[Place, str]:
    return {
        Place.FILE: QCoreApplication.translate("ShortcutsDialog", "File"),
        Place.EDIT: QCoreApplication.translate("ShortcutsDialog", "Edit"),
        Place.VIEW: QCoreApplication.translate("ShortcutsDialog", "View"),
        Place.GO: QCoreApplication.translate("ShortcutsDialog", "Go"),
        Place.MESSAGE: QCoreApplication.translate("ShortcutsDialog", "Message"),
        Place.DESTINATION: QCoreApplication.translate("ShortcutsDialog", "Destination"),
        Place.HELP: QCoreApplication.translate("ShortcutsDialog", "Help"),
    }


def _menu(spec: Spec) -> str:
    return next(title for place, title in _menus().items() if place in spec.places)


def _keys(spec: Spec) -> str:
    keys = QKeySequence(spec.shortcut).toString(QKeySequence.SequenceFormat.NativeText)
    if not spec.in_table:
        return keys
    return QCoreApplication.translate("ShortcutsDialog", "{keys}, in the table of messages").format(keys=keys)
