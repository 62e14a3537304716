"""The way of an action through the window: scope → plan → dialog → run → report → watch.

Every change of a source that begins in the window takes this way. At most one at a time. Dialogs are loaded when one
opens: the start of the window needs none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from qmonitor.gui import text
from qmonitor.gui.action_names import action_name
from qmonitor.gui.actions import Needs, Selection, Spec
from qmonitor.gui.masking import Masking
from qmonitor.gui.outcome import Outcome, Undo, about, about_nothing, about_reversals, about_saved, about_stop
from qmonitor.gui.session import Session
from qmonitor.gui.tasks import Answer, Lane, Progressed
from qmonitor.gui.write_tool import WriteTool
from qmonitor.monitor.operations import Operations
from qmonitor.monitor.watch import Reversal, Watch, acted_on
from qmonitor.queues import times
from qmonitor.queues.errors import Interrupted, QueueError
from qmonitor.queues.model import Destination, ItemId, Query
from qmonitor.queues.plan import ON_SOURCE, Plan, Progress, Reach
from qmonitor.queues.times import Instant

if TYPE_CHECKING:
    from qmonitor.gui.dialogs.confirm import Asked
    from qmonitor.gui.dialogs.progress import ProgressDialog
    from qmonitor.gui.dialogs.scope import Scope

WAITS_AFTER = 0.5
"""Seconds of waiting for another program's lock after which that is said."""


class Running:
    """What is open for acting in the write lane; the GUI thread may ask how long it has been waiting."""

    def __init__(self) -> None:
        self.operations: Operations | None = None

    def waits(self) -> bool:
        """Whether another program's lock keeps it from going on, for long enough to be said."""
        operations = self.operations
        return operations is not None and operations.waiting() > WAITS_AFTER


class Acting(QObject):
    """Leads actions on one session's source through their dialogs.

    Signals: `told` (Notice) says how it went, `reported` (Report) that something was run, and `planned` (Plan) what;
    `ended` when nothing is under way any more, `asking` before a dialog that waits for an answer. A strip's button
    "undo" is meant for `undo`, "report" for `show_report`.
    """

    told = Signal(object)
    reported = Signal(object)
    planned = Signal(object)
    ended = Signal()
    asking = Signal()

    def __init__(self, session: Session, window: QWidget, *, read_only: bool, masking: Masking | None = None) -> None:
        super().__init__(session)
        self._masking = masking
        self._session = session
        self._window = window
        self._read_only = read_only
        self._busy = self._done = False
        self._running = Running()
        self._asked: Asked | None = None
        self._undo: Undo | None = None
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

    @property
    def can_undo(self) -> bool:
        """Whether the last action can be taken back; it may change with `ended`."""
        return self._undo is not None

    # -- beginning -------------------------------------------------------------------------------------------

    def start(self, spec: Spec, selection: Selection, filtered: Query | None = None) -> None:
        """Begin an action of the table on what is selected. `filtered` is the table's query where it filters."""
        from qmonitor.gui.dialogs.confirm import Asked
        from qmonitor.gui.dialogs.scope import Scope

        action = spec.capability
        if spec.needs is Needs.UNDO:
            self.undo()
        elif action is None or not self._claim():
            return
        elif action in ON_SOURCE:
            self._ask_plan(partial(_plan_items, action, (), Reach()))
        elif spec.needs not in (Needs.ITEMS, Needs.ONE_ITEM):
            self._ask_scope(action, selection.destination, filtered)
        elif selection.query is not None:
            self._asked = Asked(selection.query, selection.count)
            self._ask_plan(partial(_plan_scope, action, Scope(selection.query, include_failed=True)))
        else:
            self._ask_plan(partial(_plan_items, action, selection.ids, Reach(seen=self._seen())))

    def _ask_scope(self, action: str, destination: Destination | None, filtered: Query | None) -> None:
        from qmonitor.gui.dialogs.confirm import Asked
        from qmonitor.gui.dialogs.scope import ScopeDialog

        scope = ScopeDialog.ask(action, destination, filtered, self._window, self._present())
        if scope is None:
            self._end()
            return
        if filtered is not None and scope.query == replace(filtered, state=None):
            self._asked = Asked(scope.query)
        self._ask_plan(partial(_plan_scope, action, scope))

    @Slot()
    def undo(self) -> None:
        """Take the last action back, where that can be done: exactly the items that it changed; confirmed anew."""
        from qmonitor.gui.dialogs.confirm import Asked

        undo = self._undo
        if undo is not None and self._claim():
            self._asked = Asked(undoes=undo.undoes)
            reach = Reach(seen=undo.seen, takes_back=undo.plan)
            self._ask_plan(partial(_plan_items, undo.action, undo.ids, reach))

    @Slot(object)
    def refuse(self, spec: Spec) -> None:
        """Say that nothing was done, because something else was selected by the time that it was chosen."""
        said = self.tr("{action}: nothing was done, because what was selected has changed meanwhile. Choose again.")
        name = action_name(spec.capability or "")
        self.told.emit(about(said.format(action=name)))

    def resume(self, plan: str) -> None:
        """Go on with an interrupted plan; it is confirmed anew."""
        if self._claim():
            self._ask_plan(lambda operations: operations.resume(plan))

    def discard(self, plan: str) -> None:
        """Give up the rest of an interrupted plan, once that is confirmed."""
        if not self._claim():
            return
        from qmonitor.gui.dialogs.question import QuestionDialog

        said = self.tr("Give up the rest of this action? What was done stays done, and stays in the audit.")
        if not QuestionDialog.ask(self.tr("Discard"), said, self.tr("Discard the rest"), self._window):
            self._end()
            return
        self._session.act("discard", self._within(lambda operations: operations.discard(plan)))

    def forget(self) -> bool:
        """The content is another one: what was done to the one before can't be taken back in it.

        Answers whether the last report is of something done: why nothing was done, stays true.
        """
        self._undo = None
        return self._done

    def abandon(self) -> None:
        """The source is being closed: what runs stops after its batch, and no dialog is left behind."""
        self._waiting = self._undo = None
        self._hide_progress()

    def show_report(self) -> None:
        """The last report in full."""
        if self._outcome is not None:
            from qmonitor.gui.dialogs.report import ReportDialog

            ReportDialog.show_for(self._outcome.plan, self._outcome.report, self._window)

    @property
    def _forced(self) -> bool:
        """Whether the administrator's policy keeps names masked."""
        return self._masking is not None and self._masking.forced

    def _seen(self) -> str:
        """By which the content is recognised in which the selected items were seen."""
        return self._session.sample.depth.mark if self._session.sample is not None else ""

    def _present(self) -> Instant:
        """The time by the source's own clock, as far as it was told."""
        sample = self._session.sample
        return times.now() if sample is None else times.now() + sample.depth.clock

    def _claim(self) -> bool:
        if self._busy:
            self.told.emit(about(self.tr("Another action is still under way.")))
            return False
        self._busy, self._asked = True, None
        return True

    def _within(self, call: Callable[[Operations], object]) -> Callable[[WriteTool], object]:
        return partial(_operate, self._read_only, self._running, call)

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
        from qmonitor.gui.dialogs.confirm import Asked, ConfirmDialog, Veil

        self.asking.emit()
        if not plan.count and not plan.resumed:
            self.told.emit(about_nothing(plan))
            self._end()
            return
        veil = Veil.FORCED if self._forced else Veil.ON if self._masking and self._masking.on else Veil.OFF
        asked = replace(self._asked or Asked(), source=self._session.target, veil=veil)
        confirmed = ConfirmDialog.ask(plan, self._window, asked)
        if confirmed is None:
            self._end()
        elif confirmed.folder is not None:
            self._waiting = (plan, confirmed.reason)
            self._show_progress(self.tr("Saving messages"), self._session.browse, "save")
            self._session.save((item for item, _ in plan.members), confirmed.folder, forbidden=self._forced)
        else:
            self._run(plan, confirmed.reason)

    @Slot(object, object)
    def _on_saved(self, folder: str, count: int) -> None:
        if self._waiting is None:
            return
        (plan, reason), self._waiting = self._waiting, None
        self._hide_progress()
        self.told.emit(about_saved(folder, count))
        self._run(plan, reason)

    def _run(self, plan: Plan, reason: str) -> None:
        self._show_progress(action_name(plan.action), self._session.write, "run", of_messages=plan.of_messages)
        progress = self._session.write.progress
        self._session.act("run", self._within(partial(_run, plan, reason, progress)))

    def _conclude(self, outcome: Outcome) -> None:
        self._outcome, self._undo, plan = outcome, outcome.undo, outcome.plan
        self._done = True
        self.told.emit(outcome.notice())
        self._session.watch(Watch(plan.action, outcome.ids, plan=plan.id))
        self.reported.emit(outcome.report)
        self.planned.emit(plan)
        self._end()

    @Slot(object)
    def _on_progressed(self, progressed: Progressed) -> None:
        if self._progress is not None:
            self._progress.show_progress(progressed.done, progressed.total)

    @Slot(object)
    def _on_failed(self, error: QueueError) -> None:
        self._waiting, self._done = None, False
        said = self.tr("Nothing more was done: {error}").format(error=text.explain(error))
        self.told.emit(about(said, "danger"))
        self._end()

    @Slot(object)
    def _on_save_failed(self, error: QueueError) -> None:
        if isinstance(error, Interrupted):
            self._waiting = None
            self._on_stopped("save")
        else:
            self._on_failed(error)

    def _on_stopped(self, key: str) -> None:
        self.told.emit(about_stop(key))
        self._end()

    @Slot(object)
    def _on_reversed(self, reversals: tuple[Reversal, ...]) -> None:
        self.told.emit(about_reversals(reversals))

    def _show_progress(self, title: str, lane: Lane, key: str, *, of_messages: bool = True) -> None:
        from qmonitor.gui.dialogs.progress import ProgressDialog

        self._stoppable, self._stopping = (lane, key), False
        self._progress = ProgressDialog(title, self._window, waits=self._running.waits, of_messages=of_messages)
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


def _operate(read_only: bool, running: Running, call: Callable[[Operations], object], tool: WriteTool) -> object:
    """In the write lane: open for acting, act, close."""
    with tool.operations(read_only=read_only) as operations:
        running.operations = operations
        try:
            return call(operations)
        finally:
            running.operations = None


def _plan_items(action: str, ids: tuple[ItemId, ...], reach: Reach, operations: Operations) -> Plan:
    return operations.plan(action, ids, **reach)


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
