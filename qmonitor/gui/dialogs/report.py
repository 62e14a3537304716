"""What came of an action, one by one where it differs from what was confirmed."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QWidget

from qmonitor.gui import text
from qmonitor.gui.action_names import action_name, done_words
from qmonitor.gui.dialogs.frame import Frame
from qmonitor.gui.dialogs.left import Left, LeftList
from qmonitor.queues.model import ItemId
from qmonitor.queues.plan import Plan, Report

Found = tuple[tuple[ItemId, str], ...]
"""Items, each with the state it was found in."""


NAMED = 3
"""So many ids are named in a sentence; the rest is counted."""


class ReportDialog(Frame):
    """A report in words, with a table of what was not changed."""

    def __init__(self, plan: Plan, report: Report, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("{action}: report").format(action=action_name(report.action)), parent)
        self.setObjectName("report-dialog")
        changed = changed_meanwhile(plan, report)
        self.scrolling()
        self.say(summary(plan, report), strong=True)
        self.facts(
            [
                (self.tr("Target") if plan.of_messages else self.tr("Indexes"), text.translate(plan.aim)),
                (self.tr("Asked for"), text.number(report.confirmed)),
                (self.tr("Done"), text.number(report.done)),
                (self.tr("Could not be part of it"), text.number(len(plan.excluded))),
                (self.tr("Had changed meanwhile"), text.number(len(changed))),
                (self.tr("Not reached"), text.number(report.left)),
                (self.tr("By"), report.actor),
            ]
        )
        self.standing()
        left = [
            Left(item, state, _why(report, item) or self.tr("could not be part of it")) for item, state in plan.excluded
        ]
        left += [Left(item, state, _why(report, item) or self.tr("had changed meanwhile")) for item, state in changed]
        if left:
            self.body.addWidget(LeftList(left), 1)
        self.closing()

    @classmethod
    def show_for(cls, plan: Plan, report: Report, parent: QWidget | None = None) -> None:
        """Open it without waiting for it."""
        dialog = cls(plan, report, parent)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()


def _why(report: Report, item: ItemId) -> str:
    """Why a message was left alone, in the source's own words; "" where its state says it."""
    reason = report.reasons.get(item)
    return "" if reason is None else text.translate(reason)


def changed_meanwhile(plan: Plan, report: Report) -> Found:
    """What was part of the plan and is left alone, because it was not as it was when the plan was made."""
    before = {item for item, _ in plan.excluded}
    return tuple((item, state) for item, state in report.unchanged if item not in before)


def summary(plan: Plan, report: Report) -> str:
    """The report in a sentence or two: what was done to which messages of whom, and what was not."""
    return " ".join(
        (
            _done(plan, report),
            *_created(report),
            *_moved(report),
            *_left_out(plan, report),
            *_stopped(report),
            *(text.translate(said) for said in (*report.remarks, *report.notices)),
        )
    )


def _done(plan: Plan, report: Report) -> str:
    item, _ = next(iter(plan.members), ("", ""))
    return done_words(report.action, report.done, report.confirmed).format(
        id=item,
        done=text.number(report.done),
        count=text.number(report.confirmed),
        target=text.translate(plan.aim),
    )


def _created(report: Report) -> list[str]:
    if not report.created:
        return []
    said = _tr("New message: {ids}.") if len(report.created) == 1 else _tr("New messages: {ids}.")
    return [said.format(ids=listed(list(map(str, report.created)), NAMED))]


def _moved(report: Report) -> list[str]:
    """Under which id a single one is found by now; those of many stand in the audit."""
    if len(report.moved) != 1:
        return []
    return [_tr("Its id is {id} now.").format(id=report.moved[0][1])]


def _left_out(plan: Plan, report: Report) -> list[str]:
    excluded, changed = len(plan.excluded), len(changed_meanwhile(plan, report))
    said = []
    if excluded:
        said.append(_tr("{count} could not be part of it.").format(count=text.number(excluded)))
    if changed == 1:
        said.append(_tr("1 had changed meanwhile."))
    elif changed:
        said.append(_tr("{count} had changed meanwhile.").format(count=text.number(changed)))
    return said


def _stopped(report: Report) -> list[str]:
    if not report.left:
        return []
    said = _tr("Stopped: 1 was not reached.") if report.left == 1 else _tr("Stopped: {count} were not reached.")
    return [said.format(count=text.number(report.left))]


def listed(names: Sequence[str], most: int) -> str:
    """The first of them, and how many more there are."""
    shown = ", ".join(names[:most])
    if len(names) <= most:
        return shown
    return _tr("{items} and {count} more").format(items=shown, count=text.number(len(names) - most))


def _tr(words: str) -> str:
    return QCoreApplication.translate("ReportDialog", words)
