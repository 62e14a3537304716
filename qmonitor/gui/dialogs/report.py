"""What came of an action, one by one where it differs from what was confirmed."""

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QWidget

from qmonitor.gui import text
from qmonitor.gui.action_names import action_name
from qmonitor.gui.dialogs.frame import Frame
from qmonitor.gui.dialogs.left import Left, LeftList
from qmonitor.queues.model import ItemId
from qmonitor.queues.plan import Report

Found = tuple[tuple[ItemId, str], ...]
"""Items, each with the state it was found in."""


class ReportDialog(Frame):
    """A report in words, with a table of what was not changed. `excluded` are those of the plan's very beginning."""

    def __init__(self, report: Report, excluded: Found = (), parent: QWidget | None = None) -> None:
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
        left = [Left(item, state, self.tr("could not be part of it")) for item, state in excluded]
        left += [Left(item, state, self.tr("had changed by the time")) for item, state in changed]
        if left:
            self.body.addWidget(LeftList(left), 1)
        self.closing()

    @classmethod
    def show_for(cls, report: Report, excluded: Found, parent: QWidget | None = None) -> None:
        """Open it without waiting for it."""
        dialog = cls(report, excluded, parent)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()


def changed_meanwhile(report: Report, excluded: Found) -> Found:
    """What was part of the plan and is left alone, because it was not as it was when the plan was made."""
    before = {item for item, _ in excluded}
    return tuple((item, state) for item, state in report.unchanged if item not in before)


def summary(report: Report, excluded: Found = ()) -> str:
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
