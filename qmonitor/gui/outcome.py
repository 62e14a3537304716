"""What came of an action: the report of its run, what of it can be taken back, and the strips that say so."""

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from qmonitor.gui import text
from qmonitor.gui.action_names import action_name
from qmonitor.gui.banner import Notice
from qmonitor.gui.dialogs.frame import fitting
from qmonitor.monitor.watch import Reversal
from qmonitor.queues.model import ItemId, State
from qmonitor.queues.plan import Plan, Report
from qmonitor.values import dataclass

TAKEN_BACK_BY = {"skip": "restore", "drain": "restore", "optimise": "optimise-undo"}
"""Actions that can be undone, each with the one that does it."""

NAMED = 3
"""So many reversed items are named in the notice."""


@dataclass(frozen=True, slots=True)
class Undo:
    """A way back: what is to be done, to exactly the items that were changed by the action that it `undoes`.

    `plan` is the id of that action's plan, `seen` the mark of the content in which it ran.
    """

    action: str
    ids: tuple[ItemId, ...]
    undoes: str
    plan: str = ""
    seen: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A run that ended: the plan, what came of it, and the items that were changed."""

    plan: Plan
    report: Report
    ids: Sequence[ItemId]

    @property
    def undo(self) -> Undo | None:
        """How it can be taken back; None where it can't, or nothing was changed."""
        back = TAKEN_BACK_BY.get(self.plan.action)
        if back is None or not self.ids:
            return None
        return Undo(back, tuple(self.ids), self.plan.action, self.plan.id, self.plan.mark)

    def notice(self) -> Notice:
        """The strip that says how it went."""
        from qmonitor.gui.dialogs.report import summary  # with the list of what was left: no start needs that

        report, plan = self.report, self.plan
        clean = not report.unchanged and not report.left and not report.notices
        details = () if clean else (("report", _tr("Details…")),)
        back = () if self.undo is None else (("undo", _tr("Undo…")),)
        return about(summary(plan, report), "info" if clean else "warning", (*back, *details))


def about(
    said: str, level: str = "warning", buttons: tuple[tuple[str, str], ...] = (), *, key: str = "report"
) -> Notice:
    """A strip about an action, until it is dismissed or another comes."""
    return Notice(key, fitting(said), level, buttons, dismissable=True)


def about_saved(folder: str, count: int) -> Notice:
    """Where the messages are that were saved first."""
    words = _tr("1 message saved in {folder}") if count == 1 else _tr("{count} messages saved in {folder}")
    return about(words.format(count=text.number(count), folder=folder), "info", key="saved")


def about_nothing(plan: Plan) -> Notice:
    """There is nothing that could be done, and why."""
    if not plan.of_messages:
        return about(" ".join(map(text.translate, plan.words)), "info")
    said = [_tr("{action}: nothing was done.").format(action=action_name(plan.action))]
    if len(plan.excluded) == 1:
        item, state = plan.excluded[0]
        said.append(_tr("{id} can't be acted on so. Now it is: {state}.").format(id=item, state=text.state(state)))
    elif plan.excluded:
        said.append(_tr("None of these messages can be acted on so. Now they are: {states}.").format(states=_now(plan)))
    else:
        said.append(_tr("There is no message that it could be done to."))
    return about(" ".join((*said, *map(text.translate, plan.words[1:]))))


def _now(plan: Plan) -> str:
    """How many are what by now."""
    found = Counter(state for _, state in plan.excluded)
    return ", ".join(f"{text.number(count)} {text.state(state)}" for state, count in found.most_common())


def about_stop(key: str) -> Notice:
    """A person has stopped it while it was planned, while messages were saved, or while it ran."""
    words = {
        "run": _tr("Stopped while waiting for another program. What was done before stays done."),
        "save": _tr("Saving was stopped. Nothing was changed in the queue."),
    }
    return about(words.get(key, _tr("Stopped. Nothing was changed.")))


def about_reversals(reversals: Sequence[Reversal]) -> Notice:
    """The engine did not leave items as the action had left them."""
    from qmonitor.gui.dialogs.report import listed

    delivered = [one for one in reversals if one.found == State.DELIVERED]
    others = [one for one in reversals if one.found != State.DELIVERED]
    said = []
    if delivered:
        words = _tr("Delivered all the same, because the engine was just sending: {items}.")
        said.append(words.format(items=listed([str(one.item) for one in delivered], NAMED)))
    if others:
        words = _tr("The engine changed again what was acted on: {items}.")
        found = [f"{one.item} ({text.state(one.found)})" for one in others]
        said.append(words.format(items=listed(found, NAMED)))
    return about(" ".join(said), key="reversed")


def _tr(words: str) -> str:
    return QCoreApplication.translate("Acting", words)
