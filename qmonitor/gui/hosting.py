"""The workers of one source in the window: proposed, confirmed, started, watched and stopped.

What reads files or waits for disks, keyrings and people is done in a lane; workers have threads of their own.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget

from qmonitor.gui import tasks, text
from qmonitor.gui.banner import Notice
from qmonitor.gui.session import Session
from qmonitor.gui.tasks import Answer, Lane
from qmonitor.gui.workplace import Workplace
from qmonitor.monitor.running.model import InFlight, Post, Proposal
from qmonitor.monitor.sampler import Sample
from qmonitor.queues.errors import QueueError
from qmonitor.queues.model import Destination
from qmonitor.queues.plan import Plan
from qmonitor.queues.source import traits_at

if TYPE_CHECKING:  # loaded in the lane, or when somebody wants something
    from qmonitor.gui.dialogs.workers_start import Consent, StartDialog
    from qmonitor.gui.dialogs.workers_stop import StatementDialog, StopDialog
    from qmonitor.monitor.running import Crew

CALM_MS = 250
"""At most so often it is told what workers are at, however fast messages go."""

PATIENCE_MS = 400
"""What takes no longer is not said meanwhile."""

UNREAD = object()
"""In place of what a file is recognised by, where it could not be read: no look finds that again."""

NOTICE = "workers"
"""The key of the strip above the status bar."""


class Staff:
    """The lane's tool: the crew of the source, made when it is asked for first."""

    def __init__(self, make: Callable[[], Crew]) -> None:
        self._make = make
        self._crew: Crew | None = None

    @property
    def crew(self) -> Crew:
        """Raises `SourceError`."""
        if self._crew is None:
            self._crew = self._make()
        return self._crew

    def company(self) -> object:
        """Who works beside this window's own, as far as that is known."""
        return () if self._crew is None else self._crew.company()

    def interrupt(self) -> None:
        """What is under way ends by itself: a look at the source, or an answer that a person or a keyring owes."""

    def close(self) -> None:
        """Workers are ended by whoever closes the source."""


class Hosting(QObject):
    """Lives in the GUI thread, for as long as its source is open. `posts` is what the workers were at last.

    Signals:
        posted(posts): what the workers are at.
        offered(offers, problem): what starting would mean, for all destinations that any entry of the settings is for;
            or why nothing can be started (a `QueueError`).
        told(Notice), withdrawn(key): how something went; that need not be said any longer.
        asking(): a dialog is about to be shown.
    """

    posted = Signal(object)
    offered = Signal(object, object)
    told = Signal(object)
    withdrawn = Signal(str)
    asking = Signal()
    _noted = Signal()

    def __init__(self, session: Session, window: QWidget, workplace: Workplace, *, read_only: bool) -> None:
        super().__init__(session)
        self.setObjectName("hosting")
        self._session, self._window, self._workplace, self._read_only = session, window, workplace, read_only
        self.crew: Crew | None = None
        """Made in the lane, once somebody looks at workers."""
        self._seen = self._behind = False
        self._alive: frozenset[Destination] = frozenset()
        self._file: object = UNREAD
        self._places: object = None
        self._actor = ""
        self.posts: tuple[Post, ...] = ()
        self.lane = Lane("workers", partial(Staff, self._make_crew), interruptible=False, parent=self)
        self.lane.answered.connect(self._receive)
        session.add_lane(self.lane)
        session.opened.connect(self._on_opened)
        session.sampled.connect(self._on_sampled)
        session.exchanged.connect(self.survey)
        workplace.settled.connect(self.survey)
        self._calm = QTimer(self, singleShot=True, interval=CALM_MS)
        self._calm.setObjectName("hosting-calm")
        self._calm.timeout.connect(self._on_calm)
        self._noted.connect(self._on_noted, Qt.ConnectionType.QueuedConnection)
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._patience.setObjectName("hosting-patience")
        self._patience.timeout.connect(self._tell_wait)
        self._meanwhile = ""

    def _make_crew(self) -> Crew:
        """In the lane."""
        from qmonitor.monitor.running import Crew

        self.crew = Crew(
            self._session.opener.source(),
            self._workplace.config,
            self._workplace.equipment(),
            read_only=self._read_only,
            changed=self._note,
            spawn=tasks.spawn,
        )
        return self.crew

    # -- looking -----------------------------------------------------------------------------------------------

    @Slot(bool)
    def set_seen(self, seen: bool) -> None:
        """Whether what is told of offers is looked at."""
        self._seen = seen
        if seen:
            self._post()
            self.survey()

    @Slot()
    def survey(self) -> None:
        """Find out anew what could be started, if anybody looks."""
        if self._seen and self._actor:
            self.lane.ask("survey", partial(_survey, self._workplace))

    @Slot(object, str)
    def _on_opened(self, _source: object, actor: str) -> None:
        self._actor = actor
        self.survey()

    @Slot(object)
    def _on_sampled(self, sample: Sample) -> None:
        """Rates go on with the time; other destinations, or another file, make other offers."""
        if self._alive:
            self._on_noted()
        if sample.destinations != self._places:
            self._places = sample.destinations
            self.survey()
        elif self._seen:
            self.lane.ask("look", partial(_look, self._workplace))

    def _note(self) -> None:
        """On a worker's thread: something has changed."""
        with suppress(RuntimeError):  # a worker that was not waited for outlives the window
            self._noted.emit()

    @Slot()
    def _on_noted(self) -> None:
        """At once where nothing was told for a while; else when that is over."""
        self._behind = True
        if not self._calm.isActive():
            self._on_calm()

    @Slot()
    def _on_calm(self) -> None:
        if self._behind:
            self._post()
            self._calm.start()

    def _post(self) -> None:
        self._behind = False
        crew = self.crew
        if crew is None:
            return
        self.posts = crew.posts()
        alive = frozenset(post.destination for post in self.posts if post.alive)
        changed, self._alive = alive != self._alive, alive
        self.posted.emit(self.posts)
        if changed:
            self.survey()

    @Slot(object)
    def _receive(self, answer: Answer) -> None:
        match answer.key:
            case "survey":
                self._on_surveyed(answer)
            case "look" if answer.value != self._file:
                self.survey()
            case "propose":
                self._on_proposed(answer)
            case "start":
                self._on_started(answer)

    def _on_surveyed(self, answer: Answer) -> None:
        if answer.error is not None:
            self._file = UNREAD  # asked again at the next look
            self.offered.emit((), answer.error)
        else:
            self._file, proposal = answer.value
            self.offered.emit(proposal.offers, None)

    # -- starting ----------------------------------------------------------------------------------------------

    @Slot(object)
    def start(self, destinations: Sequence[Destination]) -> None:
        """Say what starting these would do, and start them once that is confirmed."""
        self._wait(self.tr("Finding out what would be sent …"))
        self.lane.ask("propose", partial(_propose, tuple(destinations)))

    def _wait(self, sentence: str) -> None:
        """Something was asked for; what that is, is said if it takes a while."""
        self.withdrawn.emit(NOTICE)
        self._meanwhile = sentence
        self._patience.start()

    @Slot()
    def _tell_wait(self) -> None:
        self.told.emit(Notice(NOTICE, self._meanwhile))

    def _wait_no_more(self) -> None:
        self._patience.stop()
        self.withdrawn.emit(NOTICE)

    def _on_proposed(self, answer: Answer) -> None:
        self._wait_no_more()
        if answer.error is not None:
            self._tell_error(answer.error)
            return
        from qmonitor.gui.dialogs.workers_start import StartDialog

        proposal: Proposal = answer.value
        self.asking.emit()
        dialog = StartDialog(proposal, self._session.target, self._actor, self._window)
        dialog.confirmed.connect(partial(self._start, proposal))
        _open(dialog)

    def _start(self, proposal: Proposal, consent: Consent) -> None:
        """Exactly what was confirmed: the receivers and policies of the proposal, whatever the file says by now."""
        self._wait(self.tr("Starting: looking for the passwords …"))
        self.lane.ask("start", partial(_start, proposal, self._actor, consent))

    def _on_started(self, answer: Answer) -> None:
        self._wait_no_more()
        if answer.error is not None:
            self._tell_error(answer.error)
        self._post()

    def _tell_error(self, error: QueueError) -> None:
        said = self.tr("No worker was started: {error}").format(error=text.explain(error))
        self.told.emit(Notice(NOTICE, said, "danger", dismissable=True))

    # -- what running ones are told ----------------------------------------------------------------------------

    @Slot(object)
    def stop(self, destinations: Sequence[Destination]) -> None:
        """Let these end, once that is confirmed."""
        posts = [post for post in self.posts if post.destination in destinations and post.alive]
        if not posts or self.crew is None:
            return
        from qmonitor.gui.dialogs.workers_stop import StopDialog

        self.asking.emit()
        dialog = StopDialog(posts, self._window)
        dialog.confirmed.connect(partial(self._stop, tuple(post.destination for post in posts)))
        _open(dialog)

    def _stop(self, destinations: tuple[Destination, ...]) -> None:
        if self.crew is not None:
            self.crew.stop(destinations)
            self._post()

    @Slot(object)
    def state_engine_stopped(self, destination: Destination) -> None:
        """A person says that the engine is stopped, once that is confirmed."""
        from qmonitor.gui.dialogs.workers_stop import StatementDialog

        if self.crew is None:
            return
        self.asking.emit()
        dialog = StatementDialog(destination, traits_at(self.crew.source, destination), self._actor, self._window)
        dialog.confirmed.connect(partial(self._state, destination))
        _open(dialog)

    def _state(self, destination: Destination, reason: str) -> None:
        if self.crew is not None:
            self.crew.engine_is_stopped(destination, self._actor, reason)

    @Slot(object)
    def acted(self, plan: Plan) -> None:
        """An action was run: workers look at once what is due by now."""
        if self.crew is not None:
            self.crew.acted(plan)

    # -- ending ------------------------------------------------------------------------------------------------

    @property
    def running(self) -> int:
        """How many workers have not ended."""
        self._post()
        return len(self._alive)

    @property
    def alive(self) -> bool:
        """Whether any worker has not ended."""
        return self.crew is not None and self.crew.alive

    def in_flight(self) -> InFlight:
        return InFlight() if self.crew is None else self.crew.in_flight()

    def end(self) -> bool:
        """Let all end after their attempt, and start no more; whether they have. Returns at once."""
        return self.crew is None or self.crew.close(0.0)


def _survey(workplace: Workplace, staff: Staff) -> tuple[object, Proposal]:
    """In the lane: which file that was, and what it offers."""
    file, proposal = _file(workplace), staff.crew.propose(counted=False)
    return (file, staff.company()), proposal


def _look(workplace: Workplace, staff: Staff) -> object:
    """In the lane: by what it is recognised that something else would be offered."""
    return _file(workplace), staff.company()


def _file(workplace: Workplace) -> object:
    """By what it is recognised that the file is another one; None: there is none."""
    try:
        found = os.stat(workplace.config)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _propose(destinations: tuple[Destination, ...], staff: Staff) -> Proposal:
    return staff.crew.propose(destinations)


def _start(proposal: Proposal, actor: str, consent: Consent, staff: Staff) -> None:
    staff.crew.start(proposal, actor=actor, reason=consent.reason, engine_stopped=consent.engine_stopped)


def _open(dialog: StartDialog | StopDialog | StatementDialog) -> None:
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
