"""One open source: its lanes, and when they look at it. No widget in here."""

import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from qmonitor.gui.tasks import Answer, Lane
from qmonitor.gui.watching import Watching
from qmonitor.gui.write_tool import WriteTool
from qmonitor.monitor.export import Saving
from qmonitor.monitor.history import Keeper
from qmonitor.monitor.opening import Opener, PollTool
from qmonitor.monitor.sampler import Sample
from qmonitor.monitor.spacing import Spacing
from qmonitor.monitor.watch import Watch
from qmonitor.queues.errors import QueueError
from qmonitor.queues.model import ItemId, Query, Start
from qmonitor.queues.source import Reader, Source
from qmonitor.queues.times import Instant

FIRST_LOOKS = 5
"""What showing so many takes says nothing of later ones."""
STALE_INTERVALS = 3
"""Values older than so many times what usually lies between two looks are shown as stale."""


class Session(QObject):
    """Looks at one source in intervals, and takes requests for everything else. Lives in the GUI thread.

    `sample` is the last look that succeeded; `fault` is why the last one did not, if it did not.

    Signals:
        opened(Source, actor): once, with the first sample; as whom one would act.
        sampled(Sample): another look succeeded.
        exchanged(): the content is another one from this look on; told before it.
        failed(QueueError): a look failed; the session goes on trying.
        went_stale(Instant or None): the last sample is older than three times what usually lies between two; when it
            was taken.
        page_loaded(token, Page), page_failed(token, QueueError)
        count_loaded(token, numbers or Nones)
        item_loaded(id, Item), item_failed(id, QueueError)
        errors_loaded(token, Groups), errors_failed(token, QueueError)
        audit_loaded(before, entries), audit_verified(Verification), audit_failed(QueueError)
        saved(folder, number of messages), save_failed(QueueError)
        written(path), write_failed(QueueError): another file that was asked for.
        looked_into(key, context, value), look_failed(key, context, QueueError): what the inspector had worked out.
        reversed(items): items did not stay as an action left them, as `Reversal`s.
        acted(Answer), act_progressed(Progressed): from the write lane.
        ended_all(): retired, and every thread has ended.
    """

    opened = Signal(object, str)
    sampled = Signal(object)
    exchanged = Signal()
    failed = Signal(object)
    went_stale = Signal(object)
    page_loaded = Signal(int, object)
    page_failed = Signal(int, object)
    count_loaded = Signal(int, object)
    item_loaded = Signal(object, object)
    item_failed = Signal(object, object)
    errors_loaded = Signal(int, object)
    errors_failed = Signal(int, object)
    audit_loaded = Signal(object, object)
    audit_verified = Signal(object)
    audit_failed = Signal(object)
    saved = Signal(object, object)
    save_failed = Signal(object)
    written = Signal(str)
    write_failed = Signal(object)
    looked_into = Signal(str, object, object)
    look_failed = Signal(str, object, object)
    reversed = Signal(object)
    acted = Signal(object)
    act_progressed = Signal(object)
    ended_all = Signal()

    def __init__(self, opener: Opener, *, interval_ms: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.target = opener.target
        self.opener = opener
        self.source: Source | None = None
        self.sample: Sample | None = None
        self.fault: QueueError | None = None
        self._paused = self._looking = self._stale = False
        self._spacing = Spacing(interval_ms / 1000)
        self._worked, self._looks = 0.0, 0
        self.hasty = False
        """Whether to look again at once until the figures are exact: where a person waits for one picture."""
        self._fresh_at = time.monotonic()
        self.poll = Lane("poll", opener.poll_tool, parent=self)
        self._watching = Watching(self.poll)
        self.browse = Lane("browse", opener.reader, parent=self)
        self.write = Lane("write", partial(WriteTool, opener.source), interruptible=False, parent=self)
        self.search = Lane("search", opener.reader, parent=self)
        """For what goes through all payloads and may take minutes: a search, an export."""
        self.history = Lane("history", partial(_keeper, opener), parent=self)
        self.lanes: tuple[Lane, ...] = (self.poll, self.browse, self.write, self.search, self.history)
        self.poll.answered.connect(self._receive_poll)
        self.browse.answered.connect(self._receive_browse)
        self.write.answered.connect(self.acted)
        self.write.progressed.connect(self.act_progressed)
        self.browse.progressed.connect(self.act_progressed)
        for lane in self.lanes:
            lane.has_ended.connect(self._on_lane_ended)
        self._exact = False
        self._next = QTimer(self, singleShot=True)
        self._next.setObjectName("next-look")
        self._next.timeout.connect(self._look)
        self._beat = QTimer(self)
        self._beat.setObjectName("poll-interval")
        self._beat.setInterval(interval_ms)
        self._beat.timeout.connect(self._on_beat)

    # -- looking ---------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin to look; nothing where it does already."""
        if not self._beat.isActive():
            self._beat.start()
            self.refresh()

    @property
    def paused(self) -> bool:
        return self._paused

    @Slot()
    def refresh(self) -> None:
        """Look now, also while paused."""
        self._look(force=True)

    def begin_anew(self) -> None:
        """How long it does not answer counts from here: until now it waited for a person."""
        self._stale, self._fresh_at = False, time.monotonic()

    def ask_password(self) -> None:
        """Have a person asked for the password of the server, with the look that follows."""
        self.opener.ask_again()
        self.refresh()

    def set_interval(self, milliseconds: int) -> None:
        self._beat.setInterval(milliseconds)
        self._spacing.interval = milliseconds / 1000
        self._wait()

    def set_paused(self, paused: bool) -> None:
        self._paused = paused
        if paused:
            self._next.stop()
        else:
            self._look()

    def set_hidden(self, hidden: bool) -> None:
        """Of a window that nobody sees only alerts need looks, and few."""
        was_hidden, self._spacing.hidden = self._spacing.hidden, hidden
        if was_hidden and not hidden and not self._paused:
            self._look()
        elif hidden and not was_hidden:
            self._wait()

    def _wait(self) -> None:
        """Until the next look; not while one is under way, which will see to it."""
        if self._paused or self._looking or not self._beat.isActive():
            return
        if self._exact or self.fault is not None:
            rest = self._spacing.rest
        else:
            rest = 0.0 if self.hasty else self._spacing.going_on
        self._next.start(round(1000 * rest))

    def watch(self, watch: Watch) -> None:
        """Read items that were acted on again for a while, and tell what does not hold."""
        self._watching.add(watch)

    @Slot()
    def _on_beat(self) -> None:
        self._watching.go_on()
        age = time.monotonic() - self._fresh_at
        if not self._stale and age > STALE_INTERVALS * self._spacing.usual:
            self._stale = True
            self.went_stale.emit(self.sample.depth.as_of if self.sample else None)

    @Slot()
    def _look(self, *, force: bool = False) -> None:
        if self._looking and not force:
            return
        self._next.stop()
        self._looking = bool(self.poll.ask("look", partial(_look, force)))

    @Slot(object)
    def _receive_poll(self, answer: Answer) -> None:
        if answer.key == "watch":
            self._watching.receive(answer.value)
        if answer.key != "look":
            return
        self._looking = False
        self.fault = answer.error
        if answer.error is not None:
            self._wait()
            self.failed.emit(answer.error)
            return
        tool, sample = answer.value
        self._spacing.took(sample.seconds)
        self._note_shown()
        self._exact = self._exact or sample.depth.complete
        self._wait()
        self._take_sample(tool, sample)

    def _note_shown(self) -> None:
        """What this thread did since the look before; not of the first few, when the window is made."""
        now, self._looks = time.thread_time(), self._looks + 1
        if self._looks > FIRST_LOOKS:
            self._spacing.showed(now - self._worked)
        self._worked = now

    def _take_sample(self, tool: PollTool, sample: Sample) -> None:
        before, self.sample = self.sample, sample
        if before is not None and before.depth.epoch != sample.depth.epoch:
            self._watching.forget()
            self.exchanged.emit()
        self._stale = False
        self._fresh_at = time.monotonic()
        if self.source is None:
            self.source = tool.source
            self.opened.emit(tool.source, tool.actor)
        self.sampled.emit(sample)
        reversals = self._watching.take_reversals()
        if reversals:
            self.reversed.emit(reversals)

    # -- browsing --------------------------------------------------------------------------------------------

    @Slot(object, object, int)
    def request_page(self, query: Query, start: Start, token: int) -> None:
        self.browse.ask("page", lambda reader: reader.page(query, start), context=token)

    @Slot(object, int)
    def request_count(self, queries: Sequence[Query], token: int) -> None:
        self.browse.ask("count", lambda reader: reader.counts(queries), context=(token, len(queries)), background=True)

    @Slot(object)
    def request_item(self, item: ItemId) -> None:
        self.browse.ask("item", lambda reader: reader.get(item), context=item)

    @Slot(object, int)
    def request_errors(self, call: Callable[[Reader], object], token: int) -> None:
        self.browse.ask("errors", call, context=token, background=True)

    @Slot(object, int)
    def request_audit(self, before: int | None, limit: int) -> None:
        self.browse.ask("audit", lambda reader: reader.audit(limit, before), context=before)

    @Slot()
    def request_verification(self) -> None:
        self.browse.ask("verify", lambda reader: reader.verify_audit(), background=True)

    def save(self, ids: Iterable[ItemId], folder: str, *, forbidden: bool = False) -> None:
        """Write the stored bytes of each item into a folder. `forbidden`: by policy; then it fails."""
        saving, lane = Saving(ids, folder, source=self.target, forbidden=forbidden), self.browse
        lane.ask(
            "save", lambda reader: saving.run(reader, lane.progress, lane.give_way), context=folder, background=True
        )

    def write_file(self, path: str, write: Callable[[Reader, Callable[[], None]], object]) -> None:
        """Have a file written in the browse lane; `write` gets what it is to call now and then, to give way.

        Only one for the same file takes its place: every other is written, and told of.
        """
        lane = self.browse
        lane.ask(f"write {path}", lambda reader: write(reader, lane.give_way), context=path, background=True)

    @Slot(str, object, object, bool)
    def request_insight(
        self, key: str, call: Callable[[Reader, Callable[[], None]], object], context: object, background: bool
    ) -> None:
        """Have something of a message worked out in the browse lane, in the place of an older request of that key.

        `call` gets the reader and what it is to call now and then, to give way.
        """
        lane = self.browse

        def work(reader: Reader) -> object:
            return call(reader, lane.give_way)

        lane.ask(f"insight {key}", work, context=(key, context), background=background)

    @Slot(object)
    def _receive_browse(self, answer: Answer) -> None:
        context, value, error = answer.context, answer.value, answer.error
        match answer.key:
            case "page" if error is None:
                self.page_loaded.emit(context, value)
            case "page":
                self.page_failed.emit(context, error)
            case "count":  # one that fails is not known, as one that would take too long
                token, number = context
                self.count_loaded.emit(token, value if error is None else (None,) * number)
            case "item" if error is None:
                self.item_loaded.emit(context, value)
            case "item":
                self.item_failed.emit(context, error)
            case _:
                self._receive_rest(answer)

    def _receive_insight(self, answer: Answer) -> None:
        if answer.error is None:
            self.looked_into.emit(*answer.context, answer.value)
        else:
            self.look_failed.emit(*answer.context, answer.error)

    def _receive_rest(self, answer: Answer) -> None:
        if answer.key.startswith("insight "):
            self._receive_insight(answer)
            return
        match answer.key:
            case "errors" if answer.error is None:
                self.errors_loaded.emit(answer.context, answer.value)
            case "errors":
                self.errors_failed.emit(answer.context, answer.error)
            case "audit" | "verify" if answer.error is not None:
                self.audit_failed.emit(answer.error)
            case "audit":
                self.audit_loaded.emit(answer.context, answer.value)
            case "verify":
                self.audit_verified.emit(answer.value)
            case "save" if answer.error is None:
                self.saved.emit(answer.context, answer.value)
            case "save":
                self.save_failed.emit(answer.error)
            case _ if answer.error is None:  # "write …"
                self.written.emit(answer.context)
            case _:
                self.write_failed.emit(answer.error)

    # -- acting and ending -----------------------------------------------------------------------------------

    def act(self, key: str, call: Callable[[WriteTool], object], context: object = None) -> int:
        """Have `call` run in the write lane; the answer comes as `acted`."""
        return self.write.ask(key, call, context=context)

    def add_lane(self, lane: Lane) -> None:
        """Another lane that works on this source: it ends with the rest."""
        self.lanes = (*self.lanes, lane)
        lane.has_ended.connect(self._on_lane_ended)

    def retire(self) -> None:
        """Begin to end; nothing is looked at or answered from here on. Returns at once."""
        self._beat.stop()
        self._next.stop()
        for lane in self.lanes:
            lane.refuse()

    @Slot()
    def _on_lane_ended(self) -> None:
        if self.ended:
            self.ended_all.emit()

    @property
    def ended(self) -> bool:
        return all(lane.ended for lane in self.lanes)


def _keeper(opener: Opener) -> Keeper:
    return Keeper(opener.history, opener.reader(), opener.target)


def _look(force: bool, tool: PollTool) -> tuple[PollTool, Sample]:
    return tool, tool.look(force=force)


def taken(sample: Sample | None) -> Instant | None:
    """When the values on the screen were read."""
    return sample.depth.as_of if sample is not None else None
