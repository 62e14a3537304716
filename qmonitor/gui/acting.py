"""The way of an action through the window: scope → plan → dialog → run → report → watch.

Every change of a source that begins in the window takes this way. At most one at a time.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QCoreApplication, QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from qmonitor.gui import text
from qmonitor.gui.action_names import action_name
from qmonitor.gui.actions import Needs, Selection, Spec
from qmonitor.gui.banner import Notice
from qmonitor.gui.dialogs.confirm import ConfirmDialog
from qmonitor.gui.dialogs.progress import ProgressDialog
from qmonitor.gui.dialogs.question import QuestionDialog
from qmonitor.gui.dialogs.report import ReportDialog, summary
from qmonitor.gui.dialogs.scope import Scope, ScopeDialog
from qmonitor.gui.session import Session, WriteTool
from qmonitor.gui.tasks import Answer, Lane, Progressed
from qmonitor.monitor.operations import Operations
from qmonitor.monitor.watch import Reversal, Watch, acted_on
from qmonitor.queues.errors import Interrupted, QueueError
from qmonitor.queues.model import ItemId, Query, State
from qmonitor.queues.plan import Plan, Progress, Report

NAMED = 3
"""So many reversed items are named in the notice."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A run that ended: the plan, what came of it, and the items that were changed."""

    plan: Plan
    report: Report
    ids: Sequence[ItemId]


class Acting(QObject):
    """Leads actions on one session's source through their dialogs.

    Signals: `told` (Notice) says how it went, `reported` (Report) that something was run; `ended` when nothing
    is under way any more.
    """

    told = Signal(object)
    reported = Signal(object)
    ended = Signal()

    def __init__(self, session: Session, window: QWidget, *, read_only: bool) -> None:
        super().__init__(session)
        self._session = session
        self._window = window
        self._read_only = read_only
        self._busy = False
        self._progress: ProgressDialog | None = None
        self._stoppable: tuple[Lane, str] | None = None
        self._stopping = False
        self._outcome: Outcome | None = None
        session.acted.connect(self._on_acted)
        session.act_progressed.connect(self._on_progressed)
        session.saved.connect(self._on_saved)
        session.save_failed.connect(self._on_save_failed)
        session.reversed.connect(self._on_reversed)
        self._waiting: tuple[Plan, str] | None = None

    # -- beginning -------------------------------------------------------------------------------------------

    def start(self, spec: Spec, selection: Selection, filtered: Query | None = None) -> None:
        """Begin an action of the table on what is selected. `filtered` is the table's query where it filters."""
        action = spec.capability
        if action is None or not self._claim():
            return
        if spec.needs in (Needs.ITEMS, Needs.ONE_ITEM):
            self._ask_plan(partial(_plan_items, action, selection.ids))
            return
        scope = ScopeDialog.ask(action, selection.destination, filtered, self._window)
        if scope is None:
            self._end()
        else:
            self._ask_plan(partial(_plan_scope, action, scope))

    def resume(self, plan: str) -> None:
        """Go on with an interrupted plan; it is confirmed anew."""
        if self._claim():
            self._ask_plan(lambda operations: operations.resume(plan))

    def discard(self, plan: str) -> None:
        """Give up the rest of an interrupted plan, once that is confirmed."""
        if not self._claim():
            return
        said = self.tr("Give up the rest of this action? What was done stays done, and stays in the audit.")
        if not QuestionDialog.ask(self.tr("Discard"), said, self.tr("Discard the rest"), self._window):
            self._end()
            return
        self._session.act("discard", self._within(lambda operations: operations.discard(plan)))

    def abandon(self) -> None:
        """The source is being closed: what runs stops after its batch, and no dialog is left behind."""
        self._waiting = None
        self._hide_progress()

    def show_report(self) -> None:
        """The last report in full."""
        if self._outcome is not None:
            ReportDialog.show_for(self._outcome.report, self._outcome.plan.excluded, self._window)

    def _claim(self) -> bool:
        if self._busy:
            self._tell(self.tr("Another action is still under way."), "warning")
            return False
        self._busy = True
        return True

    def _within(self, call: Callable[[Operations], object]) -> Callable[[WriteTool], object]:
        return partial(_operate, self._read_only, call)

    def _ask_plan(self, call: Callable[[Operations], object]) -> None:
        self._show_progress(self.tr("Finding out what this would change"), self._session.write, "plan")
        self._session.act("plan", self._within(call))

    # -- going on --------------------------------------------------------------------------------------------

    @Slot(object)
    def _on_acted(self, answer: Answer) -> None:
        self._hide_progress()
        stopped = answer.key == "plan" and self._stopping
        if stopped or isinstance(answer.error, Interrupted):
            self._on_stopped(answer.key)
        elif answer.error is not None:
            self._on_failed(answer.error)
        elif answer.key == "plan":
            self._confirm(answer.value)
        elif answer.key == "run":
            self._conclude(answer.value)
        else:
            self._end()

    def _confirm(self, plan: Plan) -> None:
        if not plan.count and not plan.resumed:
            said = self.tr("{action}: none of these messages can be acted on so.")
            self._tell(said.format(action=action_name(plan.action)), "warning")
            self._end()
            return
        confirmed = ConfirmDialog.ask(plan, self._window)
        if confirmed is None:
            self._end()
        elif confirmed.folder is not None:
            self._waiting = (plan, confirmed.reason)
            self._show_progress(self.tr("Saving messages"), self._session.browse, "save")
            self._session.save((item for item, _ in plan.members), confirmed.folder)
        else:
            self._run(plan, confirmed.reason)

    @Slot(object, object)
    def _on_saved(self, folder: str, count: int) -> None:
        if self._waiting is None:
            return
        (plan, reason), self._waiting = self._waiting, None
        self._hide_progress()
        words = self.tr("1 message saved in {folder}") if count == 1 else self.tr("{count} messages saved in {folder}")
        said = words.format(count=text.number(count), folder=folder)
        self.told.emit(Notice("saved", said, dismissable=True))
        self._run(plan, reason)

    def _run(self, plan: Plan, reason: str) -> None:
        self._show_progress(action_name(plan.action), self._session.write, "run")
        progress = self._session.write.progress
        self._session.act("run", self._within(partial(_run, plan, reason, progress)))

    def _conclude(self, outcome: Outcome) -> None:
        self._outcome, report, plan = outcome, outcome.report, outcome.plan
        clean = not report.unchanged and not report.left and not report.notices
        more = () if clean else (("report", self.tr("Details…")),)
        self.told.emit(
            Notice("report", summary(report, plan.excluded), "info" if clean else "warning", more, dismissable=True)
        )
        self._session.watch(Watch(plan.action, outcome.ids, plan=plan.id))
        self.reported.emit(report)
        self._end()

    @Slot(object)
    def _on_progressed(self, progressed: Progressed) -> None:
        if self._progress is not None:
            self._progress.show_progress(progressed.done, progressed.total)

    @Slot(object)
    def _on_failed(self, error: QueueError) -> None:
        self._waiting = None
        said = self.tr("Nothing more was done: {error}").format(error=text.explain(error))
        self._tell(said, "danger")
        self._end()

    @Slot(object)
    def _on_save_failed(self, error: QueueError) -> None:
        if isinstance(error, Interrupted):
            self._waiting = None
            self._on_stopped("save")
        else:
            self._on_failed(error)

    def _on_stopped(self, key: str) -> None:
        words = {
            "run": self.tr("Stopped while waiting for another program. What was done before stays done."),
            "save": self.tr("Saving was stopped. Nothing was changed in the queue."),
        }
        self._tell(words.get(key, self.tr("Stopped. Nothing was changed.")), "warning")
        self._end()

    @Slot(object)
    def _on_reversed(self, reversals: tuple[Reversal, ...]) -> None:
        delivered = [one for one in reversals if one.found == State.DELIVERED]
        others = [one for one in reversals if one.found != State.DELIVERED]
        said = []
        if delivered:
            words = self.tr("Delivered all the same, because the engine was just sending: {items}.")
            said.append(words.format(items=_named(str(one.item) for one in delivered)))
        if others:
            words = self.tr("The engine changed again what was acted on: {items}.")
            found = (f"{one.item} ({text.state(one.found)})" for one in others)
            said.append(words.format(items=_named(found)))
        self._tell(" ".join(said), "warning", "reversed")

    def _tell(self, said: str, level: str, key: str = "report") -> None:
        self.told.emit(Notice(key, said, level, dismissable=True))

    def _show_progress(self, title: str, lane: Lane, key: str) -> None:
        self._stoppable, self._stopping = (lane, key), False
        self._progress = ProgressDialog(title, self._window)
        self._progress.stop_requested.connect(self._on_stop_requested)
        self._progress.begin()

    @Slot()
    def _on_stop_requested(self) -> None:
        self._stopping = True
        if self._stoppable is not None:
            lane, key = self._stoppable
            lane.halt(key)

    def _hide_progress(self) -> None:
        if self._progress is not None:
            self._progress.finish()
            self._progress = None

    def _end(self) -> None:
        self._hide_progress()
        self._busy = False
        self._session.refresh()
        self.ended.emit()


def _named(names: Iterable[str]) -> str:
    """The first of them, and how many more there are."""
    known = list(names)
    shown = ", ".join(known[:NAMED])
    if len(known) <= NAMED:
        return shown
    more = QCoreApplication.translate("Acting", "{items} and {count} more")
    return more.format(items=shown, count=text.number(len(known) - NAMED))


def _operate(read_only: bool, call: Callable[[Operations], object], tool: WriteTool) -> object:
    """In the write lane: open for acting, act, close."""
    with tool.operations(read_only=read_only) as operations:
        return call(operations)


def _plan_items(action: str, ids: tuple[ItemId, ...], operations: Operations) -> Plan:
    return operations.plan(action, ids)


def _plan_scope(action: str, scope: Scope, operations: Operations) -> Plan:
    return operations.plan(
        action,
        scope.query,
        include_failed=scope.include_failed,
        first=scope.first,
        older_than=scope.older_than,
        before=scope.before,
    )


def _run(plan: Plan, reason: str, progress: Progress, operations: Operations) -> Outcome:
    report = operations.run(plan, reason, progress)
    return Outcome(plan, report, acted_on(plan, report))
