"""What came of an action, one by one where it differs from what was confirmed."""

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QDialogButtonBox, QHeaderView, QTableView, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.dialogs.frame import Frame
from qmonitor.gui.dialogs.names import action_name
from qmonitor.queues.model import ItemId
from qmonitor.queues.plan import Report

Index = QModelIndex | QPersistentModelIndex


class UnchangedModel(QAbstractTableModel):
    """The items that were left alone, each with the state it was found in."""

    def __init__(self, items: tuple[tuple[ItemId, str], ...]) -> None:
        super().__init__()
        self._items = items

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self._items)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else 2

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role != Qt.ItemDataRole.DisplayRole or not index.isValid():
            return None
        return str(self._items[index.row()][index.column()])

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role != Qt.ItemDataRole.DisplayRole or orientation is Qt.Orientation.Vertical:
            return None
        return (self.tr("message"), self.tr("found as"))[section]


class ReportDialog(Frame):
    """A report in words, with a table of what was not changed."""

    def __init__(self, report: Report, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("{action}: report").format(action=action_name(report.action)), parent)
        self.setObjectName("report-dialog")
        self.say(summary(report), strong=True)
        self.facts(
            [
                (self.tr("Confirmed"), text.number(report.confirmed)),
                (self.tr("Done"), text.number(report.done)),
                (self.tr("Left alone"), text.number(len(report.unchanged))),
                (self.tr("Not reached"), text.number(report.left)),
                (self.tr("By"), report.actor),
            ]
        )
        if report.unchanged:
            self.say(self.tr("These were not as they were when the plan was made, and were left alone:"), "muted")
            self.body.addWidget(_table(UnchangedModel(report.unchanged), self))
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        box.button(QDialogButtonBox.StandardButton.Close).setObjectName("close")
        box.rejected.connect(self.reject)
        self.body.addWidget(box)

    @classmethod
    def show_for(cls, report: Report, parent: QWidget | None = None) -> None:
        """Open it without waiting for it."""
        dialog = cls(report, parent)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()


def summary(report: Report) -> str:
    """The report in a sentence or two."""
    said = _tr("{action}: {done} of {confirmed} done.").format(
        action=action_name(report.action), done=text.number(report.done), confirmed=text.number(report.confirmed)
    )
    if report.created:
        said += " " + _tr("New message: {ids}.").format(ids=", ".join(str(item) for item in report.created))
    if report.unchanged:
        count = text.number(len(report.unchanged))
        said += " " + _tr("{count} left alone, because they had changed.").format(count=count)
    if report.left:
        said += " " + _tr("Stopped: {count} were not reached.").format(count=text.number(report.left))
    return " ".join((said, *(text.translate(notice) for notice in report.notices)))


def _tr(words: str) -> str:
    return QCoreApplication.translate("ReportDialog", words)


def _table(model: UnchangedModel, parent: QWidget) -> QTableView:
    table = QTableView(parent)
    model.setParent(table)
    table.setObjectName("unchanged")
    table.setAccessibleName(model.tr("Messages that were left alone"))
    table.setModel(model)
    table.verticalHeader().hide()
    table.setShowGrid(False)
    table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
    theme.dress(table, "list")
    theme.dress(table.horizontalHeader(), "header")
    return table
