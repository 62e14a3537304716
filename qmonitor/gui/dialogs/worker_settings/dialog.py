"""The dialog of the workers' settings: the list of entries, the fields of the one that is chosen, and trying it."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.chips import make_chip
from qmonitor.gui.dialogs.discard import DiscardDialog
from qmonitor.gui.dialogs.entries_list import EntriesList
from qmonitor.gui.dialogs.frame import Frame, fitting
from qmonitor.gui.dialogs.scrolled import Scrolled
from qmonitor.gui.dialogs.trial import Trial
from qmonitor.gui.dialogs.worker_settings import drafts as drafting
from qmonitor.gui.dialogs.worker_settings.drafts import Draft
from qmonitor.gui.dialogs.worker_settings.form import WorkerForm
from qmonitor.gui.dialogs.worker_settings.inputs import on_server
from qmonitor.gui.dialogs.worker_settings.list import DraftsModel
from qmonitor.gui.dialogs.worker_settings.secret_row import SecretRow
from qmonitor.gui.hairline import Hairline
from qmonitor.queues.errors import QueueError, Refused
from qmonitor.queues.model import Destination
from qmonitor.queues.source import location
from qmonitor.senders.entries import BrokenEntry, WorkerEntry

WIDE, HIGH = 240 * theme.GRID, 170 * theme.GRID

LOOK_MS = 2000
"""How often it is looked whether somebody else has changed the file."""

NAMED = 3
"""So many destinations that an entry is for are named."""


class WorkerSettingsDialog(Frame):
    """Edits the workers' file. Nothing counts before it is saved, and running workers go on as they were started.

    `mark` is by what the file is recognised; whoever hears the signals does the work, in lanes.

    Signals:
        save_requested(entries, mark): to be written, unless the file is another one by now (mark None: in any case).
        read_requested(): the file is to be read again.
        look_requested(): whether the file is still the one that was read.
        test_requested(WorkerEntry), test_cancelled()
        store_requested(name, secret), store_cancelled()
    """

    save_requested = Signal(object, object)
    read_requested = Signal()
    look_requested = Signal()
    test_requested = Signal(object)
    test_cancelled = Signal()
    store_requested = Signal(str, str)
    store_cancelled = Signal()

    def __init__(
        self,
        path: str,
        target: str,
        known: Sequence[Destination],
        here: Destination | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """`target`: the source that a new entry is for, `known` its destinations; `here`: the one that is looked at."""
        super().__init__(self.tr("Workers"), parent)
        self.setObjectName("worker-settings-dialog")
        self.setMinimumWidth(WIDE)
        self._target, self._known, self._here = target, tuple(known), here
        self._began: tuple[Draft, ...] = ()
        self._mark: object = None
        self._clash: Refused | None = None
        """A destination that two are for; looked for once at each change: with hundreds that takes a while."""
        self._broken = self._saving = False
        self.model = DraftsModel((), self)
        self.list = EntriesList(self.model, "worker-entries", self.tr("Workers"))
        self.form = WorkerForm()
        self.secret = SecretRow(self)
        self.test = Trial("test", self.tr("T&est connection"), self.tr("Connecting; no message is sent …"), self)
        said = self.tr("Which destinations are sent, where to, and how often. It is kept in {path}.")
        self.say(said.format(path=text.line(path, 120)), "muted")
        self.body.addLayout(self._make_halves(), 1)
        self._notice = self.say("", "warning")
        self._notice.setObjectName("worker-notice")
        self._again = make_chip("worker-again", self.tr("Read it aga&in"), self.tr("What is not saved here is lost"))
        self._again.clicked.connect(self.read_requested)
        self._over = make_chip(
            "worker-over", self.tr("Save all the same"), self.tr("What the other has changed is lost")
        )
        self._over.clicked.connect(self._save_over)
        self.body.addLayout(self._make_choices())
        self.rule()
        self._why = self.say("")
        self._why.setObjectName("worker-why")
        self.first = self.list
        self._save, _ = self.buttons(self.tr("&Save"), self.tr("Cancel"))
        self._connect()
        self._tell("")
        self._on_row()

    def _connect(self) -> None:
        self.list.selectionModel().currentRowChanged.connect(self._on_row)
        self.form.changed.connect(self._on_changed)
        self.test.asked.connect(self._on_test)
        self.test.cancelled.connect(self.test_cancelled)
        self.secret.store_requested.connect(self.store_requested)
        self.secret.cancelled.connect(self.store_cancelled)
        self._beat = QTimer(self, interval=LOOK_MS)
        self._beat.setObjectName("worker-settings-beat")
        self._beat.timeout.connect(self.look_requested)
        self._beat.start()

    # -- what it is told -------------------------------------------------------------------------------------

    def show_read(
        self, entries: Sequence[WorkerEntry | BrokenEntry], mark: object, problem: QueueError | None = None
    ) -> None:
        """What the file holds; `problem`: why that can't be read. What stood here before is gone."""
        self._began, self._mark, self._broken = tuple(map(Draft.of, entries)), mark, problem is not None
        row = max(0, self.list.currentIndex().row())
        self.model.begin_anew(self._began)
        self._go_to(row)
        if problem is not None:
            remedy = self.tr("Correct the file with a text editor; then read it again.")
            self._tell(f"{text.explain(problem)} {remedy}", again=True, kind="danger")
        else:
            self._tell(self._of_broken())

    def _of_broken(self) -> str:
        """That some can't be used, and that the others can be edited all the same."""
        count = sum(draft.broken is not None for draft in self.model.drafts)
        if count == 1:
            return self.tr(
                "One worker can't be used as the file has it: choose it to see why. The others can be edited."
            )
        words = self.tr(
            "{count} workers can't be used as the file has them: choose one to see why. The others can be edited."
        )
        return words.format(count=text.number(count)) if count else ""

    def show_mark(self, mark: object) -> None:
        """What the file is recognised by now: another one is read, unless something would be lost here."""
        if mark == self._mark or self._saving:
            return
        if self.changed:
            self._tell_exchanged()
        else:
            self.read_requested.emit()

    def show_saved(self, saved: bool) -> None:
        """It was written; or the file is another one than was read here, and nothing was written."""
        self._saving = False
        if saved:
            self._beat.stop()
            self.done(self.DialogCode.Accepted)
        else:
            self._tell_exchanged()
            self._judge()

    def show_not_saved(self, error: QueueError) -> None:
        self._saving = False
        self._tell(text.explain(error), kind="danger")
        self._judge()

    def _tell_exchanged(self) -> None:
        said = self.tr("Somebody else has changed the file since it was read here.")
        self._tell(said, again=True, over=True)

    def _tell(self, sentence: str, *, again: bool = False, over: bool = False, kind: str = "warning") -> None:
        theme.dress(self._notice, kind)
        self._notice.setText(fitting(sentence))
        self._notice.setVisible(bool(sentence))
        self._again.setVisible(again)
        self._over.setVisible(over)

    # -- saving ----------------------------------------------------------------------------------------------

    @property
    def changed(self) -> bool:
        """Whether something stands here that is not saved."""
        return tuple(self.model.drafts) != self._began

    def entries(self) -> tuple[WorkerEntry | BrokenEntry, ...]:
        """All, as they stand here. Raises `Refused` where one is not right."""
        return tuple(draft.kept() for draft in self.model.drafts)

    def accept(self) -> None:
        """Save, where everything is right."""
        if self._save.isEnabled():
            self._ask_to_save(self._mark)

    @Slot()
    def _save_over(self) -> None:
        if self._hindrance() is None:
            self._ask_to_save(None)

    def _ask_to_save(self, mark: object) -> None:
        self._saving = True
        self._judge()
        self.save_requested.emit(self.entries(), mark)

    def reject(self) -> None:
        """Ask first where something would be lost."""
        if not self.changed:
            self._leave()
            return
        said = self.tr("You have changed workers. They stay as they were if you leave now.")
        asked = DiscardDialog(self.tr("Workers"), said, self)
        asked.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        asked.confirmed.connect(self._leave)
        asked.open()

    @Slot()
    def _leave(self) -> None:
        self._beat.stop()
        self.test.forget()
        self.secret.trial.forget()
        self.done(self.DialogCode.Rejected)

    def _hindrance(self) -> str | None:
        """Why it can't be saved; None where it can."""
        for number, draft in enumerate(self.model.drafts, start=1):
            wrong = drafting.fault(draft)
            if wrong is not None and draft.broken is None:
                words = self.tr("Worker {number} is not right yet: {why}")
                return words.format(number=number, why=text.translate(wrong.cause))
        return None if self._clash is None else text.explain(self._clash)

    def _judge(self) -> None:
        """Whether it can be saved, and else why not."""
        hindrance = self._hindrance()
        right = hindrance is None and not self._broken and not self._saving
        self._save.setEnabled(right and self.changed)
        self._over.setEnabled(right)
        self._why.setText(fitting(hindrance or self._hint()))
        theme.dress(self._why, "muted" if hindrance is None else "danger")

    def _hint(self) -> str:
        if self.model.drafts or self._broken:
            return self.tr("Workers that run keep what they were started with until they are started again.")
        return self.tr("Nothing is set up yet: choose New above. It begins with the destination that you look at.")

    # -- the list --------------------------------------------------------------------------------------------

    def _make_halves(self) -> QHBoxLayout:
        left = QVBoxLayout()
        left.setSpacing(theme.GRID)
        left.addWidget(self.list, 1)
        left.addLayout(self._make_bar())
        self._right = Scrolled()
        self._right.column.setContentsMargins(0, 0, 2 * theme.GRID, 0)
        for widget in (self.form, Hairline(), self.secret):
            self._right.column.addWidget(widget)
        self._right.column.addLayout(self.test.row())
        halves = QHBoxLayout()
        halves.setSpacing(5 * theme.GRID)
        halves.addLayout(left, 1)
        halves.addWidget(self._right, 3)
        return halves

    def sizeHint(self) -> QSize:
        """High enough for most: nothing moves where fields come and go."""
        return super().sizeHint().expandedTo(QSize(WIDE, HIGH))

    def _make_bar(self) -> QHBoxLayout:
        bar = QHBoxLayout()
        bar.setSpacing(theme.GRID)
        self._new = make_chip("worker-new", self.tr("&New"), self.tr("A further worker, for this queue"))
        self._new.clicked.connect(self._on_new)
        self._copy = make_chip("worker-copy", self.tr("Cop&y"), self.tr("Another one like this, to be changed"))
        self._copy.clicked.connect(self._on_copy)
        self._remove = make_chip("worker-remove", self.tr("&Remove"), self.tr("Take this one away, once it is saved"))
        self._remove.clicked.connect(self._on_remove)
        for chip in (self._new, self._copy, self._remove):
            bar.addWidget(chip)
        bar.addStretch(1)
        return bar

    def _make_choices(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(theme.GRID)
        row.addWidget(self._again)
        row.addWidget(self._over)
        row.addStretch(1)
        return row

    @property
    def _row(self) -> int:
        return self.list.currentIndex().row()

    @property
    def _draft(self) -> Draft | None:
        return self.model.drafts[self._row] if 0 <= self._row < len(self.model.drafts) else None

    def _go_to(self, row: int) -> None:
        if self.model.drafts:
            self.list.setCurrentIndex(self.model.index(max(0, min(row, len(self.model.drafts) - 1)), 0))
        self._on_row()

    @Slot()
    def _on_row(self) -> None:
        self.form.show_draft(self._draft)
        self._new.setEnabled(not self._broken)
        self._copy.setEnabled(self._draft is not None and self._draft.broken is None)
        self._remove.setEnabled(self._draft is not None)
        self.test.forget()
        self._consider()

    @Slot(object)
    def _on_changed(self, draft: Draft) -> None:
        if self._draft is not None:
            self.model.put(self._row, draft)
            self.test.forget()
            self._consider()

    def _consider(self) -> None:
        """What the one that is chosen is good for, and whether all can be saved."""
        draft = self._draft
        self._clash = drafting.clash(self.model.drafts, self._target, self._known)
        entry = None
        if draft is not None and drafting.fault(draft) is None:
            entry = draft.entry()
        self.secret.show_entry(entry)
        self.test.button.setEnabled(entry is not None)
        self._say_reach(draft)
        self._judge()

    def _say_reach(self, draft: Draft | None) -> None:
        if self._clash is not None:
            self.form.say_reach(text.explain(self._clash), "danger")
            return
        found = None if draft is None else drafting.reached(draft, self._target, self._known)
        if found is None:
            self.form.say_reach("")
        elif not found:
            self.form.say_reach(self.tr("No destination of the open queue has such a name (yet)."), "warning")
        else:
            names = ", ".join(text.line(str(one), text.SHORT) for one in found[:NAMED])
            more = self.tr("For {count} destinations of the open queue: {names} …")
            words = more if len(found) > NAMED else self.tr("For these destinations of the open queue: {names}")
            self.form.say_reach(words.format(count=text.number(len(found)), names=names))

    @Slot()
    def _on_new(self) -> None:
        """For the destination that is looked at, or all of the queue's."""
        here = self._here or (self._known[0] if len(self._known) == 1 else None)
        if on_server({"source": self._target}):
            self._insert(Draft.made({"source": location(self._target), "sender.type": "http"}, 0))
            return
        values = {
            "source": location(self._target),
            "channel": here.channel if here is not None else "*",
            "destination": here.destination if here is not None else "*",
            "sender.type": "mllp",
            "policy.max_attempts": 0,
        }
        self._insert(Draft.made(values, 0))

    @Slot()
    def _on_copy(self) -> None:
        if self._draft is not None:
            self._insert(Draft.made(self._draft.values, 0))

    def _insert(self, draft: Draft) -> None:
        self.model.insert(len(self.model.drafts), draft)
        self._go_to(len(self.model.drafts) - 1)
        self.form.begin()

    @Slot()
    def _on_remove(self) -> None:
        row = self._row
        self.model.remove(row)
        self._go_to(row)

    # -- trying ----------------------------------------------------------------------------------------------

    @Slot()
    def _on_test(self) -> None:
        draft = self._draft
        if draft is not None and drafting.fault(draft) is None:
            self.test.begin()
            self.test_requested.emit(draft.entry())
