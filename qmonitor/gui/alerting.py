"""The alerts of all open sources: looks go in, and out comes what the tabs show and what the desktop is told.

Files (the rules, the alerts that are open, the journal of decisions) are read and written in a lane; no decision counts
before it stands in the journal.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget

from qmonitor.gui import text
from qmonitor.gui.announcing import announcement, open_words
from qmonitor.gui.banner import Notice
from qmonitor.gui.notify import Announcement, Tray
from qmonitor.gui.settings import Settings
from qmonitor.gui.tasks import Answer, Lane
from qmonitor.monitor.alerts.defaults import DEFAULTS
from qmonitor.monitor.alerts.gathering import Gathering
from qmonitor.monitor.alerts.model import Alert, AlertKey, Decision, Event, EventKind, Level, Rule, Signature
from qmonitor.monitor.alerts.watchman import Watchman
from qmonitor.monitor.journal.keeping import Keeping, Kept
from qmonitor.monitor.journal.unkept import Unkept
from qmonitor.monitor.sampler import Sample
from qmonitor.monitor.series import SeriesBook
from qmonitor.queues import audit, times
from qmonitor.queues.errors import QueueError
from qmonitor.queues.model import Destination
from qmonitor.queues.times import Instant

if TYPE_CHECKING:
    from qmonitor.gui.dialogs.rules import Ruling

BEAT_MS = 1000
"""While something is gathered to be told, or a source does not answer."""

TOLD = "alerts"
"""The key of the notice in the window that stands in for notifications."""

NOTIFY = "alerts/notify"
"""The setting: whether the desktop is told."""

Look = Callable[[], tuple[Event, ...]]
Tool = Keeping | Unkept


class Alerting(QObject):
    """One for the window. Lives in the GUI thread.

    It is `ready` once the rules and what was kept are read; the last look at each source before that is judged then.

    Signals:
        changed(): other rules hold, or something was decided: the tabs are to show it before the next look.
        told(Notice): something is to be said in the window; a button "alerts" in it is meant for `show_told`.
        followed(Notice): what such a notice says by now, where it is still there.
        withdrawn(key): nothing of what it said is the case any more.
        wanted(Alert or None): a person clicked a notification, or (None) the icon in the tray.
        read(rules): what the rules' file holds by now.
    """

    changed = Signal()
    read = Signal(object)
    told = Signal(object)
    followed = Signal(object)
    withdrawn = Signal(str)
    wanted = Signal(object)

    def __init__(
        self,
        settings: Settings,
        window: QWidget,
        open_tool: Callable[[], Tool] = Unkept,
        *,
        now: Callable[[], Instant] = times.now,
        passed: Callable[[], float] = time.monotonic,
    ) -> None:
        """`open_tool` opens what is kept, in the lane. `now` is the time, `passed` how many seconds have passed."""
        super().__init__(window)
        self.setObjectName("alerting")
        self._settings, self._now, self._passed = settings, now, passed
        self._started, self.ready, self.actor = False, False, ""
        self._watchman = Watchman(())
        self._seen: dict[str, tuple[tuple[Alert, ...], tuple[Alert, ...]]] = {}
        self._destinations: dict[str, tuple[Destination, ...]] = {}
        self._looks: dict[str, Look] = {}
        self._silent: dict[str, Callable[[], bool]] = {}
        self._unseen: set[str] = set()
        """Sources that nobody looked at, at one look at least, since they were opened."""
        self._met: set[str] = set()
        """Sources that were judged since they were opened."""
        self._gathering = Gathering()
        self._noticed = False
        """Whether the window was told of what is open now."""
        self._asked = 0
        self.tray = Tray(window)
        self.tray.missed.connect(self._on_missed)
        self.tray.chosen.connect(self.wanted)
        self._beat = QTimer(self, interval=BEAT_MS)
        self._beat.setObjectName("alerting-beat")
        self._beat.timeout.connect(self._on_beat)
        self.lane = Lane("alerts", open_tool, interruptible=False, finishes=True, parent=self)
        self.lane.answered.connect(self._receive)

    def start(self) -> None:
        """Read the rules and what was kept; may be repeated."""
        if not self._started:
            self._started = True
            self.lane.ask("load", lambda keeping: (keeping.load(), audit.actor()))

    def retire(self) -> None:
        """Begin to end: nothing is judged, written or told from here on."""
        self.ready = False
        self._beat.stop()
        self.tray.retire()
        self.lane.refuse()

    # -- what there is ---------------------------------------------------------------------------------------

    @property
    def rules(self) -> tuple[Rule, ...]:
        return self._watchman.rules

    def open(self, target: str) -> tuple[Alert, ...]:
        """The open alerts of a source, worst first; the same tuple until one of all alerts changes."""
        every = self._watchman.open()
        known, found = self._seen.get(target, ((), ()))
        if known is not every:
            found = tuple(alert for alert in every if alert.source == target)
            self._seen[target] = every, found
        return found

    def solved(self, target: str) -> tuple[Alert, ...]:
        """The last ones that were solved, the newest first."""
        return self._watchman.solved(target)

    # -- what is looked at -----------------------------------------------------------------------------------

    def look(self, target: str, sample: Sample, book: SeriesBook, *, seen: bool = False) -> None:
        """A look succeeded; `book` has it already. `seen`: somebody is looking at that very source."""
        if not seen:
            self._unseen.add(target)
        self._destinations[target] = sample.destinations
        self._judge(target, lambda: self._watchman.look(target, sample, book))

    def fail(self, target: str, error: QueueError) -> None:
        """A look failed."""
        self._judge(target, lambda: self._watchman.fail(target, error, self._now()))

    def miss(self, target: str, asked: Callable[[], bool]) -> None:
        """There is no answer for too long. That goes on until a look succeeds or fails, while `asked`: not paused."""
        self._silent[target] = asked
        self._beat.start()

    def close(self, target: str) -> None:
        """A source is looked at no more."""
        for known in (self._looks, self._seen, self._silent, self._destinations):
            known.pop(target, None)
        self._met.discard(target)
        self._unseen.discard(target)
        self._watchman.forget(target)
        self._show_state()

    def _judge(self, target: str, look: Look) -> None:
        self._silent.pop(target, None)
        if not self.ready:
            self._looks[target] = look
            return
        seen = target not in self._met and target not in self._unseen
        self._met.add(target)
        self._take(look(), seen=seen)

    def _take(self, events: Sequence[Event], *, seen: bool = False) -> None:
        """Have events kept; what is to be told of them is known once they are.

        Of what was so when its source was opened nobody is told who is looking at it (`seen`).
        """
        if events:
            self._ask("record", lambda keeping: keeping.record(events), (events, seen))
            self._show_state()

    def _ask(self, key: str, call: Callable[[Tool], object], context: object = None) -> None:
        """A request that no later one takes the place of."""
        self._asked += 1
        self.lane.ask(f"{key} {self._asked}", call, context=context)

    def _show_state(self) -> None:
        """In the tray, and in a notice in the window: what nobody has taken yet."""
        needed = self._needed()
        critical = any(alert.level is Level.CRITICAL for alert in needed)
        self.tray.show_state(len(needed), critical=critical, words=open_words(len(needed)))
        if self._noticed and needed:
            self.followed.emit(self._notice(needed))
        elif self._noticed:
            self._noticed = False
            self.withdrawn.emit(TOLD)

    def _needed(self) -> list[Alert]:
        """The open alerts of all sources that nobody has taken yet, the most urgent one first."""
        return [alert for alert in self._watchman.open() if not alert.silent]

    # -- what is told ----------------------------------------------------------------------------------------

    def _gather(self, events: Sequence[Event]) -> None:
        self._gathering.add(events, self._passed())
        self._beat.start()

    @Slot()
    def _on_beat(self) -> None:
        """Tell what was gathered for long enough, and see who still does not answer."""
        for target, asked in self._silent.items():
            if self.ready and asked():
                self._take(self._watchman.fail(target, None, self._now()))
        news = self._gathering.due(self._passed())
        if news and self._settings.get(NOTIFY):
            self.tray.announce(announcement(news))
        if not self._gathering.waiting and not self._silent:
            self._beat.stop()

    @Slot(object)
    def _on_missed(self, _missed: Announcement) -> None:
        """The desktop has no tray: then what is open is told in the window."""
        if needed := self._needed():
            self._noticed = True
            self.told.emit(self._notice(needed))
        words = self.tr("This desktop has no tray for notifications, so alerts are told in the window alone.")
        self.told.emit(Notice("tray", words, dismissable=True, once=True))

    def _notice(self, needed: Sequence[Alert]) -> Notice:
        """What is open, in a strip."""
        made = announcement([Event(EventKind.OPENED, alert) for alert in needed])
        said = self.tr("{title}. {words}").format(title=made.title, words=made.words)
        level = "danger" if made.critical else "warning"
        return Notice(TOLD, said, level, (("alerts", self.tr("Show")),), dismissable=True)

    def show_told(self) -> None:
        """Lead to the most urgent one of what the notice in the window is about."""
        self.wanted.emit(next(iter(self._needed()), None))

    # -- what a person decides -------------------------------------------------------------------------------

    def ask_to_acknowledge(self, keys: Iterable[AlertKey], window: QWidget) -> None:
        """Open the dialog for it over a window, without waiting for it."""
        wanted = set(keys)
        alerts = [alert for alert in self._watchman.open() if alert.key in wanted]
        if not alerts:
            return
        from qmonitor.gui.dialogs.acknowledge import AcknowledgeDialog  # dialogs are no part of the first picture

        dialog = AcknowledgeDialog(alerts, self.actor, window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.confirmed.connect(lambda note: self.acknowledge([alert.key for alert in alerts], note))
        dialog.open()

    def ask_for_rules(self, name: str, here: Destination | None, window: QWidget) -> None:
        """Open the dialog of the rules over a window, at the rule with this id ("": the first one).

        `here` is the destination that is looked at. What another window or an editor changed in them is read meanwhile.
        """
        if not self.ready:
            return  # what is not read yet must not be written over
        from qmonitor.gui.dialogs.rules import RulesDialog, Ruling

        present = Ruling(self.rules, self._settings.get(NOTIFY))
        dialog = RulesDialog(present, DEFAULTS, window, here=here, known=self._destinations)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.choose(name)
        dialog.saved.connect(self.rule)
        self.read.connect(dialog.follow)
        dialog.open()
        self.lane.ask("rules", lambda keeping: keeping.rules())

    def acknowledge(self, keys: Iterable[AlertKey], note: str) -> None:
        """A person knows of these alerts."""
        self._decide(self._watchman.acknowledge(keys, self._signature(note)))

    def snooze(self, keys: Iterable[AlertKey], until: Instant) -> None:
        """A person wants to hear nothing of these until then."""
        self._decide(self._watchman.snooze(keys, until, self._signature()))

    def wake(self, keys: Iterable[AlertKey]) -> None:
        """These are neither acknowledged nor snoozed any more."""
        self._decide(self._watchman.wake(keys, self._signature()))

    @Slot(object, object)
    def rule(self, ruling: Ruling, began: Ruling) -> None:
        """Let what a person changed, of what the dialog `began` with, hold once it is written."""
        self._settings.set(NOTIFY, ruling.notify)
        if ruling.rules != began.rules:
            self._ask("save", lambda keeping: keeping.save(began.rules, ruling.rules))

    def note_unmasked(self, sources: Sequence[str], done: Callable[[QueueError | None], None]) -> None:
        """Have it written that names of these sources are shown; `done` is told what came of it."""
        self._ask("unmask", lambda keeping: keeping.unmask(sources), done)

    def _signature(self, note: str = "") -> Signature:
        return Signature(self.actor, self._now(), note)

    def _decide(self, decision: Decision) -> None:
        if decision.alerts:
            self._ask("decide", lambda keeping: keeping.decide(decision), decision)

    # -- what the lane answers -------------------------------------------------------------------------------

    @Slot(object)
    def _receive(self, answer: Answer) -> None:
        what = answer.key.partition(" ")[0]
        if what == "unmask":
            answer.context(answer.error)
            return
        if answer.error is not None:
            self._refuse(what, answer.error)
        match what:
            case "record":  # what could not be kept is told all the same
                events, seen = answer.context
                if not seen:
                    self._gather(answer.value if answer.error is None else events)
            case "load" if answer.error is None:
                self._on_loaded(*answer.value)
            case "decide" if answer.error is None:
                self._take(self._watchman.take(answer.context))
                self.changed.emit()
            case "save" if answer.error is None:
                self._follow(answer.value)
            case "save":
                self.lane.ask("rules", lambda keeping: keeping.rules())  # somebody else's may be in the way
            case "rules" if answer.error is None and answer.value is not None:
                self._follow(answer.value)
                self.read.emit(answer.value)

    def _on_loaded(self, kept: Kept, actor: str) -> None:
        """Begin to judge, with what was seen up to now."""
        self.actor = actor
        self._watchman = Watchman(kept.rules, kept.known)
        for n, problem in enumerate(kept.problems):
            self.told.emit(Notice(f"alerting-load-{n}", text.translate(problem), "warning", dismissable=True))
        self.ready = True
        looks, self._looks = self._looks, {}
        for target, look in looks.items():
            self._judge(target, look)
        self._show_state()
        self.changed.emit()

    def _follow(self, rules: tuple[Rule, ...]) -> None:
        """Watch by these from now on."""
        if rules != self.rules:
            self._take(self._watchman.set_rules(rules))
            self.changed.emit()

    def _refuse(self, what: str, error: QueueError) -> None:
        said = _refused(what).format(error=text.explain(error))
        self.told.emit(Notice(f"alerting-{what}", said, "danger", dismissable=True))


def _refused(what: str) -> str:
    """What was not done, with a gap for the error."""
    return {
        "load": QCoreApplication.translate("Alerting", "No alert will come. {error}"),
        "record": QCoreApplication.translate(
            "Alerting", "Alerts are told, but not kept for the next start of the window. {error}"
        ),
        "decide": QCoreApplication.translate("Alerting", "It was not acknowledged or snoozed. {error}"),
        "save": QCoreApplication.translate("Alerting", "The rules were not saved. {error}"),
        "rules": QCoreApplication.translate("Alerting", "The rules could not be read again. {error}"),
    }[what]
