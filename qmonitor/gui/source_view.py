"""One open source in the window: its session, its panels once they are looked at, and the strips about it."""

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from qmonitor import logs
from qmonitor.gui import notices, place
from qmonitor.gui.acting import Acting
from qmonitor.gui.actions import Actions, Selection, Spec
from qmonitor.gui.alarms import NONE, Alarm
from qmonitor.gui.alerting import Alerting
from qmonitor.gui.banner import Banner
from qmonitor.gui.curtain import Curtain
from qmonitor.gui.hosting import Hosting
from qmonitor.gui.masking import Masking
from qmonitor.gui.place import SourcePlace
from qmonitor.gui.press import unwatched
from qmonitor.gui.remembering import Remembering
from qmonitor.gui.session import Session, taken
from qmonitor.gui.settings import Settings
from qmonitor.gui.status_bar import Seen
from qmonitor.gui.workplace import Workplace
from qmonitor.monitor.alerts.model import Alert
from qmonitor.monitor.headline import Headline
from qmonitor.monitor.sampler import Sample
from qmonitor.monitor.series import Remembered, SeriesBook
from qmonitor.monitor.standing import Standing
from qmonitor.queues import times
from qmonitor.queues.errors import QueueError
from qmonitor.queues.model import Destination
from qmonitor.queues.servers import title_of
from qmonitor.queues.source import Source, is_url, location
from qmonitor.queues.times import Instant
from qmonitor.queues.words import Phrase

if TYPE_CHECKING:
    from qmonitor.gui.panels import Panels

log = logs.subject("window")


class SourceView(QWidget):
    """Looks at one source for as long as it is open, seen or not; what it can't show it says.

    `since` is when what is shown was read, while that is too long ago; None while it is fresh.

    Signals:
        opened(SourceView): its first look succeeded.
        failed(SourceView, QueueError): a look did not.
        selection_changed(): another selection stands for actions.
        status_changed(): what the status bar or the tab says of it may have changed.
        asking(): a dialog about it is about to be shown.
        chosen(name): "choose" (another file), "close" or "reopen" was asked for here.
        worker_settings_requested(): which of its destinations are sent from here, and where to.
    """

    opened = Signal(object)
    failed = Signal(object, object)
    selection_changed = Signal()
    status_changed = Signal()
    asking = Signal()
    chosen = Signal(str)
    worker_settings_requested = Signal()

    def __init__(
        self,
        session: Session,
        commands: Actions,
        settings: Settings,
        alerting: Alerting,
        masking: Masking,
        workplace: Workplace,
        series: SeriesBook,
        *,
        read_only: bool,
    ) -> None:
        super().__init__()
        self.setObjectName("source-view")
        self._commands, self._settings, self._read_only = commands, settings, read_only
        self._alerting, self._masking, self._workplace = alerting, masking, workplace
        self._awaited = False
        """Whether a person is asked for its password."""
        self.target = session.target
        self.lies_at = location(session.target)
        """What its alerts are known by, from wherever it was opened."""
        self.name = title_of(session.target)
        self.actor = ""
        self.passes = False
        """Whether it is there for this time only, and not to be remembered."""
        self.since: Instant | None = None
        self._behind = False
        self._alarm: tuple[tuple[Alert, ...], Alarm] = ((), NONE)
        self._destination: Destination | None = None
        self.headline = Headline.unread()
        self.series = series
        self.standing = Standing()
        self.panels: Panels | None = None
        self._ready: Panels | None = None
        """Panels that were made before there was anything to show in them."""
        self._curtain = Curtain(self)
        self.place = SourcePlace()
        self.banner = Banner()
        self.banner.chosen.connect(self._on_notice)
        self.place.chosen.connect(self._on_place)
        self.session = session
        session.setParent(self)
        self.remembering = Remembering(self.session, self)
        self.acting = Acting(self.session, self, read_only=read_only, masking=masking)
        self.hosting = Hosting(self.session, self, workplace, read_only=read_only)
        self._lay_out()
        self._connect()
        self.place.say(place.opening(self.name))

    def _lay_out(self) -> None:
        self._places = QStackedWidget()
        self._places.addWidget(self.place)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._places, 1)
        layout.addWidget(self.banner)  # at the bottom: one that comes moves nothing that is pointed at

    def _connect(self) -> None:
        self.session.opened.connect(self._on_opened)
        self.session.exchanged.connect(self._on_exchanged)
        self.session.sampled.connect(self._on_sampled)
        self.session.failed.connect(self._on_failed)
        self.session.page_loaded.connect(self._curtain.lift)
        self.session.page_failed.connect(self._curtain.lift)
        self.session.went_stale.connect(self._on_stale)
        self.remembering.remembered.connect(self._on_remembered)
        self.remembering.told.connect(self._on_history)
        self._alerting.changed.connect(self._on_alerts)
        self.acting.told.connect(self.banner.show_notice)
        self.acting.ended.connect(self.selection_changed)
        self.acting.asking.connect(self.asking)
        self.acting.planned.connect(self.hosting.acted)
        self.hosting.told.connect(self.banner.show_notice)
        self.hosting.withdrawn.connect(self.banner.withdraw)
        self.hosting.asking.connect(self.asking)
        if is_url(self.target):
            self._workplace.asked.connect(self._on_asked)

    # -- its life --------------------------------------------------------------------------------------------

    def start(self) -> None:
        self.session.start()
        QTimer.singleShot(0, self, self._prepare)

    def retire(self) -> Session:
        """Begin to end: nothing is looked at from here on. The session, to be kept until its threads have ended."""
        self.acting.abandon()
        self._alerting.close(self.lies_at)
        self.fold()
        self.session.retire()
        self.session.setParent(None)
        return self.session

    def call(self, given: str) -> None:
        """Show it under the name that a person gave the connection; "" where nobody did."""
        before, self.name = self.name, given or title_of(self.target)
        if self.name == before:
            return
        if self.sample is None and self.session.fault is None and self.since is None and not self._awaited:
            self.place.say(place.opening(self.name))
        self.status_changed.emit()

    def fold(self) -> None:
        """Give the panels back: they take some 6 MB. They come again, on the same destination, when looked at."""
        self.hosting.set_seen(False)
        if self.panels is not None:
            self._destination = self.panels.focus.destination
            self._settings.left(self.target, self._destination)
            self.panels.retire()
            self._behind = True
        for panels in filter(None, (self.panels, self._ready)):
            self._places.removeWidget(panels)
            panels.deleteLater()
        self.panels = self._ready = None

    @property
    def source(self) -> Source | None:
        return self.session.source

    @property
    def sample(self) -> Sample | None:
        return self.session.sample

    @property
    def seen(self) -> Seen:
        """What the status bar says of it."""
        return Seen(self.name, self.target, self.source is not None, self.actor, self.sample, self.since)

    def showEvent(self, event: QShowEvent) -> None:
        """It is in front now: show what was seen up to here."""
        super().showEvent(event)
        if self.sample is not None:
            self._show_sample(self.sample)
        if self.panels is not None and self.since is not None:
            self.panels.show_stale(self.since)

    def _show_sample(self, sample: Sample) -> None:
        """Into the panels if they are seen; else later, with all that has changed until then."""
        if not self.isVisible() or self.window().isMinimized():
            self._behind = self._behind or sample.changed
            return
        self.remembering.want()
        with unwatched():
            panels = self.panels or self._show_panels()
            panels.show_sample(replace(sample, changed=sample.changed or self._behind), self.series, self.standing)
        self._behind = False

    @Slot()
    def _prepare(self) -> None:
        """Make the panels while a lane takes the first look: with their modules and the charts' library 250 ms."""
        if self.isVisible() and self.panels is None:
            self._ready = self._make_panels()

    def _show_panels(self) -> "Panels":
        panels = self.panels = self._ready or self._make_panels()
        self._ready = None
        self._curtain.drop()
        self._curtain.rising.connect(panels.charts.catch_up)
        self._places.setCurrentWidget(panels)
        panels.destinations.setFocus()
        panels.begin_at(self._destination, self._settings.last(self.target))
        return panels

    def _make_panels(self) -> "Panels":
        from qmonitor.gui.panels import Panels

        with unwatched():
            panels = Panels(
                self.session, self._commands, self._settings, self._alerting, self._masking, self.hosting, self
            )
        panels.selection_changed.connect(self.selection_changed)
        panels.told.connect(self.banner.show_notice)
        panels.act_requested.connect(self.acting.start)
        panels.worker_settings_requested.connect(self.worker_settings_requested)
        self.acting.reported.connect(panels.move_on)
        panels.charts.set_told(self.remembering.complete)
        panels.charts.older_wanted.connect(self.remembering.request_older)
        self.remembering.older.connect(panels.charts.show_older)
        self._places.addWidget(panels)
        return panels

    # -- what its session tells ------------------------------------------------------------------------------

    @Slot(object, str)
    def _on_opened(self, source: Source, actor: str) -> None:
        self.name, self.actor = self.name if is_url(self.target) else source.name, actor
        log.info("a source is open")
        self.opened.emit(self)

    @Slot()
    def _on_exchanged(self) -> None:
        """Another file, or a backup put back: nothing seen before means what it meant, least of all an undo."""
        if self.acting.forget():
            self.banner.withdraw("report")
        self.banner.withdraw("reversed")
        self.series.gap(times.now())
        if self.panels is not None:
            self.panels.begin_anew()

    @Slot(object)
    def _on_sampled(self, sample: Sample) -> None:
        self.since = None
        self.series.add(sample.depth, sample.destinations)
        self.standing.take(sample.depth, sample.destinations, self.series)
        self.headline = Headline.of(self.standing)
        seen = self.isVisible() and self.isActiveWindow()
        self._alerting.look(self.lies_at, sample, self.series, seen=seen)
        self.banner.withdraw("source")
        notices.show_lasting(self.banner, sample, read_only=self._read_only)
        self._show_sample(sample)
        self.status_changed.emit()

    @Slot(object)
    def _on_remembered(self, remembered: Remembered) -> None:
        self.series.remember(remembered)
        if self.panels is not None:
            self.panels.charts.set_told(self.remembering.complete)
        if self.panels is not None and self.sample is not None:
            self.panels.charts.show_series(self.series, self.sample.depth.as_of)

    @Slot(object)
    def _on_history(self, said: Phrase) -> None:
        self.banner.show_notice(notices.about_history(said))

    @Slot(object)
    def _on_failed(self, error: QueueError) -> None:
        since = taken(self.sample)
        self.headline = Headline.broken(error)
        if since is None:
            self.place.say(place.fault(error, times.now(), self.target if is_url(self.target) else ""))
        else:
            self.banner.show_notice(notices.about_error(error, since))
        self._on_stale(since)
        self._alerting.fail(self.lies_at, error)
        self.failed.emit(self, error)

    @Slot()
    def _on_asked(self) -> None:
        """A person is asked for a password, or has answered; that may be this source's, and is no fault of it."""
        awaited = self._workplace.asks_for(self.target)
        if awaited == self._awaited or self.sample is not None:
            return
        self._awaited = awaited
        self.session.begin_anew()
        self.place.say(place.waiting(self.name) if awaited else place.opening(self.name))

    @Slot(object)
    def _on_stale(self, since: Instant | None) -> None:
        if self._awaited:
            return
        self.since = since
        self.series.gap(times.now())  # paused and hidden ones too: nobody looked
        if self.session.fault is None:
            self._alerting.miss(self.lies_at, lambda: not self.session.paused)
        if since is None and self.session.fault is None:
            self.place.say(place.silent(self.name, server=is_url(self.target)))
        elif since is not None and self.session.fault is None and not self.session.paused:
            self.banner.show_notice(notices.about_silence(since, server=is_url(self.target)))
        if self.panels is not None and since is not None:
            self.panels.show_stale(since)
        self.status_changed.emit()

    @Slot()
    def _on_alerts(self) -> None:
        """Other alerts are open, or somebody has taken some."""
        self.status_changed.emit()

    @property
    def alarm(self) -> Alarm:
        """How many alerts are open in it, and how bad."""
        found = self._alerting.open(self.lies_at)
        if found is not self._alarm[0]:
            self._alarm = found, Alarm.of(found)
        return self._alarm[1]

    # -- what a person does ----------------------------------------------------------------------------------

    def selection(self) -> Selection:
        """What actions are meant for."""
        selection = self.panels.selection() if self.panels is not None else Selection()
        return replace(selection, undo=self.acting.can_undo, source=self.target)

    @property
    def known_destinations(self) -> tuple[Destination, ...]:
        """Those that the last look found."""
        return () if self.sample is None or self.sample.destinations is None else tuple(self.sample.destinations)

    def show_alert(self, alert: Alert) -> None:
        """Turn to what a person was told of."""
        if self.panels is not None:
            self.panels.show_alert(alert)

    def act(self, spec: Spec) -> None:
        """Lead an action through its dialogs."""
        if self.panels is not None:
            self.acting.start(spec, self.selection(), self.panels.focus.filtered())

    def command(self, spec: Spec) -> None:
        """Do what only looks, in this source."""
        if spec.id == "refresh":
            self.session.refresh()
        elif self.panels is not None and spec.id.startswith("go-"):
            self.panels.go_to(spec.id.removeprefix("go-"))
        elif self.panels is not None:
            self.panels.command(spec.id)

    def set_range(self, seconds: int) -> None:
        """Have the charts show the last so many seconds."""
        panels = self.panels or self._ready
        if panels is not None:
            panels.charts.set_range(seconds)

    @Slot(str, str)
    def _on_notice(self, key: str, button: str) -> None:
        match button:
            case "again":
                self.session.refresh()
            case "password":  # what is open knows the old one
                self.session.opener.ask_again()
                self.chosen.emit("reopen")
            case "undo":
                self.acting.undo()
            case "report":
                self.acting.show_report()
            case "continue":
                self.acting.resume(key.removeprefix(notices.INTERRUPTED))
            case "discard":
                self.acting.discard(key.removeprefix(notices.INTERRUPTED))

    @Slot(str)
    def _on_place(self, name: str) -> None:
        if name == "again":
            self.session.refresh()
        elif name == "consent":
            self._ask_consent()
        elif name == "password":
            self.session.ask_password()
        else:
            self.chosen.emit(name)

    def _ask_consent(self) -> None:
        """A file on a network share is read only where a person says so, and never written."""
        from qmonitor.gui.dialogs.question import QuestionDialog

        said = self.tr(
            "Locks can't be trusted on a network share: what is read may be torn or old, and an engine that writes"
            " the file from another computer can be disturbed. It is only read, never written."
        )
        if QuestionDialog.ask(self.tr("Network share"), said, self.tr("Read it anyway"), self):
            self.session.opener.allow_network = True
            self.session.refresh()
