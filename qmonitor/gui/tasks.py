"""The window's threads: lanes, each one thread with its own connection. Nobody else in gui makes a thread.

A lane takes requests from the GUI thread, runs them one after the other in its own thread on a tool (a
reader, say) that it opens, uses and closes there, and answers in the GUI thread. Of several requests with the
same key only the newest counts: it replaces one that waits, calls off one that runs, and the answers of the
older ones are dropped.
"""

import sys
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from PySide6.QtCore import QObject, QThread, Signal, Slot

from qmonitor import logs
from qmonitor.queues.errors import Interrupted, QueueError
from qmonitor.queues.words import phrase
from qmonitor.values import dataclass

log = logs.subject("tasks")

STOP_SECONDS = 2.0
"""How long lanes have to end when they are stopped; the design allows 5 s for the whole program."""

NUDGE_MS = 50
"""How often a lane that is to end is interrupted again: it may just have been between two statements."""

_culprits: list["Lane"] = []
"""Lanes that did not end in time. Kept, because collecting a running QThread aborts the process."""


class Tool(Protocol):
    """What a lane works on. `interrupt` is called from the GUI thread, everything else in the lane."""

    def interrupt(self) -> None: ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Request:
    """One piece of work: `call` gets the lane's tool, in the lane's thread.

    A `background` request waits while others do, gives way to them while it runs, and is then done again
    from its start.
    """

    key: str
    token: int
    call: Callable[[Any], object]
    context: object = None
    background: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a request: `value`, or the `error`. `context` is the asker's."""

    key: str
    token: int
    context: Any
    value: Any = None
    error: QueueError | None = None


@dataclass(frozen=True, slots=True)
class Progressed:
    """How far the running request of that key is: `done` of `total` items."""

    key: str
    token: int
    done: int
    total: int


class Crashed(QueueError):
    """A defect of ours came up in a lane; its report went to `sys.excepthook`."""

    def __init__(self) -> None:
        super().__init__(
            phrase("This went wrong inside qmonitor."), phrase("The report that was shown helps to mend it.")
        )


class Desk:
    """The requests of one lane: what waits, what runs, what is stale. Any thread may use it.

    What runs is called off for another request's sake where the lane is `interruptible`, else only to end.
    """

    def __init__(self, interruptible: bool = True) -> None:
        self._lock = threading.Lock()
        self._interruptible = interruptible
        self._waiting: dict[str, Request] = {}
        self._latest: dict[str, int] = {}
        self._running: Request | None = None
        self._tool: Tool | None = None
        self._full = self._closed = self._called_off = False
        self._halted = 0

    def put(self, request: Request) -> bool:
        """Queue a request in the place of an older one of its key. False where the lane takes no more work."""
        with self._lock:
            if self._full:
                return False
            self._latest[request.key] = request.token
            self._waiting[request.key] = request
            running = self._running
            replaced = running and (running.key == request.key or (running.background and not request.background))
            if replaced and self._interruptible:
                self._interrupt()
            return True

    def take(self) -> Request | None:
        """The next request, now running; those in the background last."""
        with self._lock:
            waiting = () if self._closed else tuple(self._waiting.values())
            chosen = next((r for r in waiting if not r.background), waiting[0] if waiting else None)
            if chosen is not None:
                del self._waiting[chosen.key]
            self._called_off = False
            self._running = chosen
            return chosen

    def put_back(self, request: Request) -> None:
        """Queue a request again that was interrupted for another one's sake, unless it is stale by now."""
        with self._lock:
            if not self._closed and self._latest.get(request.key) == request.token:
                self._waiting.setdefault(request.key, request)

    def ended(self) -> None:
        with self._lock:
            self._running = None

    def halt(self, key: str) -> None:
        """Have the request of a key stop for good, also one that was put back and waits."""
        with self._lock:
            self._halted = self._latest.get(key, 0)
            if self._running and self._running.key == key:
                self._interrupt()

    def settle(self, key: str, token: int) -> bool:
        """Whether an answer is that to the newest request of its key; nothing more is remembered of that then."""
        with self._lock:
            if self._closed or self._latest.get(key) != token:
                return False
            del self._latest[key]
            return True

    def fill(self) -> None:
        """Take no more work; what waits is done."""
        with self._lock:
            self._full = True

    def close(self) -> None:
        """Take no more work, forget what waits, call off what runs. May be repeated."""
        with self._lock:
            self._full = self._closed = True
            self._waiting.clear()
            self._interrupt()

    @property
    def full(self) -> bool:
        """Whether it takes no more work."""
        return self._full

    @property
    def called_off(self) -> bool:
        """Whether the running request is to end: for another one's sake, or for good."""
        return self._called_off

    def is_halted(self, request: Request) -> bool:
        """Whether a request is to stop for good, and not to be done again."""
        return self._closed or request.token == self._halted

    @property
    def running(self) -> Request | None:
        return self._running

    def equip(self, tool: Tool | None) -> None:
        """Say which tool is in use: from here on it may be interrupted."""
        with self._lock:
            self._tool = tool

    def _interrupt(self) -> None:
        self._called_off = True
        if self._tool is not None and self._running is not None:
            self._tool.interrupt()


class _Worker(QObject):
    """The part of a lane that lives in its thread.

    Signals: `done` (Answer), `crashed` (the exception).
    """

    done = Signal(object)
    crashed = Signal(object)

    def __init__(self, desk: Desk, open_tool: Callable[[], Tool]) -> None:
        super().__init__()
        self._desk = desk
        self._open_tool = open_tool
        self._tool: Tool | None = None

    @Slot()
    def work(self) -> None:
        """Do everything that waits."""
        while (request := self._desk.take()) is not None:
            try:
                self._do(request)
            finally:
                self._desk.ended()

    @Slot()
    def finish(self) -> None:
        """The sentinel: close the tool and end the thread's loop."""
        tool, self._tool = self._tool, None
        self._desk.equip(None)
        try:
            if tool is not None:
                tool.close()
        except QueueError as error:
            log.warning("closing failed: %s", error)
        finally:
            self.thread().quit()

    def _do(self, request: Request) -> None:
        value: object = None
        error: QueueError | None = None
        try:
            value = request.call(self._equipped())
        except Interrupted as called_off:
            if not self._desk.is_halted(request):
                self._desk.put_back(request)
                return
            error = called_off
        except QueueError as problem:
            error = problem
        except Exception as defect:  # noqa: BLE001 - reported by the hook, and the lane goes on
            self.crashed.emit(defect)
            error = Crashed()
        self.done.emit(Answer(request.key, request.token, request.context, value, error))

    def _equipped(self) -> Tool:
        if self._tool is None:
            self._tool = self._open_tool()
            self._desk.equip(self._tool)
        return self._tool


class Lane(QObject):
    """One thread and its work, driven from the GUI thread. The thread begins with the first request.

    Signals, all received in the GUI thread: `answered` (Answer) for each request that is not stale by then,
    `progressed` (Progressed) while a long one runs, `has_ended` when the thread has.
    """

    answered = Signal(object)
    progressed = Signal(object)
    has_ended = Signal()
    _woken = Signal()
    _ending = Signal()

    def __init__(
        self,
        name: str,
        open_tool: Callable[[], Tool],
        *,
        interruptible: bool = True,
        finishes: bool = False,
        parent: QObject | None = None,
    ) -> None:
        """`finishes`: what was asked for is done before it ends, if that is quick enough."""
        super().__init__(parent)
        self._finishes = finishes
        self.setObjectName(name)
        self._desk = Desk(interruptible)
        self._token = 0
        self._thread = QThread()
        self._thread.setObjectName(f"qmonitor-{name}")
        self._worker = _Worker(self._desk, open_tool)
        self._worker.moveToThread(self._thread)
        self._woken.connect(self._worker.work)
        self._ending.connect(self._worker.finish)
        self._worker.done.connect(self._receive)
        self._worker.crashed.connect(self._report_defect)
        self._thread.finished.connect(self._on_finished)
        self._begun = False

    def ask(self, key: str, call: Callable[[Any], object], *, context: object = None, background: bool = False) -> int:
        """Have `call` run with the lane's tool, in place of an older request of `key`. The token; 0 if refused."""
        self._token += 1
        if not self._desk.put(Request(key, self._token, call, context, background)):
            return 0
        if not self._begun:
            self._begun = True
            self._thread.start()
        self._woken.emit()
        return self._token

    def progress(self, done: int, total: int) -> bool:
        """For calls that take long, in the lane's thread: tell how far they are; False means to stop here."""
        running = self._desk.running
        if running is None:
            return True
        self.progressed.emit(Progressed(running.key, running.token, done, total))
        return not self._desk.is_halted(running)

    def give_way(self) -> None:
        """For calls of several readings, in the lane's thread, between two: raises `Interrupted` where it has to end.

        An interruption reaches a reading only while it is under way.
        """
        running = self._desk.running
        if running is not None and self._desk.called_off and not self._desk.is_halted(running):
            raise Interrupted(phrase("Another reading comes first."))

    def halt(self, key: str) -> None:
        """Have the call of a key stop where it next asks by `progress`, or at once where its tool can."""
        self._desk.halt(key)

    def refuse(self) -> None:
        """Begin to end: no new work, what waits is forgotten, what runs is called off. Returns at once.

        One that `finishes` takes no new work, and does the rest.
        """
        first = not self._desk.full
        if self._finishes:
            self._desk.fill()
        else:
            self._desk.close()
        if first and self._begun:
            self._ending.emit()
        elif first:
            self.has_ended.emit()

    def wait(self, milliseconds: int) -> bool:
        """Whether the thread has ended within that time (after `refuse`)."""
        return self._thread.wait(milliseconds) if self._begun else self._desk.full

    @property
    def ended(self) -> bool:
        return self._thread.isFinished() if self._begun else self._desk.full

    def cut_off(self) -> bool:
        """End now, whatever waits; whether the thread has ended soon after."""
        self._desk.close()
        return self.wait(NUDGE_MS)

    @Slot(object)
    def _receive(self, answer: Answer) -> None:
        if self._desk.settle(answer.key, answer.token):
            self.answered.emit(answer)

    @Slot()
    def _on_finished(self) -> None:
        self._thread.wait()  # it tells so shortly before it really has
        self.has_ended.emit()

    @Slot(object)
    def _report_defect(self, defect: BaseException) -> None:
        sys.excepthook(type(defect), defect, defect.__traceback__)


def spawn(name: str, work: Callable[[], None]) -> threading.Thread:
    """Start a thread for one worker. It has no event loop, and must not keep the program from ending."""
    thread = threading.Thread(target=work, name=f"qmonitor-{name}", daemon=True)
    thread.start()
    return thread


def stop(lanes: Sequence[Lane], seconds: float = STOP_SECONDS) -> bool:
    """End these lanes together; True where all ended in time. May be repeated. Blocks, so call it last.

    Order: refuse new work and call off what runs, post the sentinel, wait, and name whoever did not end.
    """
    for lane in lanes:
        lane.refuse()
    deadline = time.monotonic() + seconds
    for lane in lanes:
        while not lane.wait(NUDGE_MS):
            if time.monotonic() > deadline:
                break
            lane.refuse()
    late = [lane for lane in lanes if not lane.ended and not lane.cut_off()]
    for lane in late:
        log.error("lane %s did not end within %s s", lane.objectName(), seconds)
        lane.setParent(None)
    _culprits.extend(lane for lane in late if lane not in _culprits)
    return not late
