"""What came of an action, one by one where it differs from what was confirmed."""

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QHeaderView, QTableView, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.action_names import action_name
from qmonitor.gui.dialogs.frame import Frame
from qmonitor.queues.model import ItemId
from qmonitor.queues.plan import Report

Index = QModelIndex | QPersistentModelIndex


Left = tuple[tuple[ItemId, str], ...]
"""Items that were not changed, each with the state it was found in."""


class LeftModel(QAbstractTableModel):
    """The items that were left alone, each with the state it was found in."""

    def __init__(self, items: Left) -> None:
        super().__init__()
        self._items = items

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self._items)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else 2

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role != Qt.ItemDataRole.DisplayRole or not index.isValid():
            return None
        item, state = self._items[index.row()]
        return str(item) if index.column() == 0 else text.state(state)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role != Qt.ItemDataRole.DisplayRole or orientation is Qt.Orientation.Vertical:
            return None
        return (self.tr("message"), self.tr("found as"))[section]


class ReportDialog(Frame):
    """A report in words, with a table of what was not changed. `excluded` are those of the plan's very beginning."""

    def __init__(self, report: Report, excluded: Left = (), parent: QWidget | None = None) -> None:
        super().__init__(self.tr("{action}: report").format(action=action_name(report.action)), parent)
        self.setObjectName("report-dialog")
        changed = changed_meanwhile(report, excluded)
        self.say(summary(report, excluded), strong=True)
        self.facts(
            [
                (self.tr("Asked for"), text.number(report.confirmed)),
                (self.tr("Done"), text.number(report.done)),
                (self.tr("Could not be part of it"), text.number(len(excluded))),
                (self.tr("Had changed by the time"), text.number(len(changed))),
                (self.tr("Not reached"), text.number(report.left)),
                (self.tr("By"), report.actor),
            ]
        )
        if excluded:
            self.say(self.tr("These could not be part of it from the start, for the state that they were in:"), "muted")
            self.body.addWidget(_table("excluded", self.tr("Messages that could not be part of it"), excluded, self))
        if changed:
            self.say(self.tr("These had changed by the time, and were left alone:"), "muted")
            self.body.addWidget(_table("unchanged", self.tr("Messages that were left alone"), changed, self))
        self.closing()

    @classmethod
    def show_for(cls, report: Report, excluded: Left, parent: QWidget | None = None) -> None:
        """Open it without waiting for it."""
        dialog = cls(report, excluded, parent)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()


def changed_meanwhile(report: Report, excluded: Left) -> Left:
    """What was part of the plan and is left alone, because it was not as it was when the plan was made."""
    before = {item for item, _ in excluded}
    return tuple((item, state) for item, state in report.unchanged if item not in before)


def summary(report: Report, excluded: Left = ()) -> str:
    """The report in a sentence or two."""
    said = _tr("{action}: {done} of {confirmed} done.").format(
        action=action_name(report.action), done=text.number(report.done), confirmed=text.number(report.confirmed)
    )
    if report.created:
        said += " " + _tr("New message: {ids}.").format(ids=", ".join(str(item) for item in report.created))
    if excluded:
        said += " " + _tr("{count} could not be part of it.").format(count=text.number(len(excluded)))
    changed = len(changed_meanwhile(report, excluded))
    if changed == 1:
        said += " " + _tr("1 had changed by the time and was left alone.")
    elif changed:
        said += " " + _tr("{count} had changed by the time and were left alone.").format(count=text.number(changed))
    if report.left == 1:
        said += " " + _tr("Stopped: 1 was not reached.")
    elif report.left:
        said += " " + _tr("Stopped: {count} were not reached.").format(count=text.number(report.left))
    return " ".join((said, *(text.translate(notice) for notice in report.notices)))


def _tr(words: str) -> str:
    return QCoreApplication.translate("ReportDialog", words)


def _table(name: str, meaning: str, items: Left, parent: QWidget) -> QTableView:
    table = QTableView(parent)
    model = LeftModel(items)
    model.setParent(table)
    table.setObjectName(name)
    table.setAccessibleName(meaning)
    table.setModel(model)
    table.verticalHeader().hide()
    table.setShowGrid(False)
    table.setTabKeyNavigation(False)
    table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
    theme.dress(table, "list")
    theme.dress(table.horizontalHeader(), "header")
    return table
