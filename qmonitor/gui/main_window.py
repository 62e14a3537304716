"""The window: puts the panels in their places and connects them with the session and the actions."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, SignalInstance, Slot
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QTabWidget, QVBoxLayout, QWidget

from qmonitor import logs
from qmonitor.gui import geometry, notices, tasks, theme
from qmonitor.gui.acting import Acting
from qmonitor.gui.actions import Actions, Place, Spec
from qmonitor.gui.audit import AuditPanel
from qmonitor.gui.banner import Banner
from qmonitor.gui.charts import ChartsPanel
from qmonitor.gui.columns import Columns
from qmonitor.gui.destinations import DestinationsPanel
from qmonitor.gui.dialogs.about import AboutDialog
from qmonitor.gui.dialogs.files import ask_file
from qmonitor.gui.dialogs.help import HelpDialog
from qmonitor.gui.empty import EmptyPlace
from qmonitor.gui.ending import Ending
from qmonitor.gui.focus import Focus
from qmonitor.gui.icons import program_icon
from qmonitor.gui.inspector import InspectorPanel
from qmonitor.gui.menus import Menus
from qmonitor.gui.messages import MessagesPanel
from qmonitor.gui.pace import Pace
from qmonitor.gui.session import Opener, Session, taken
from qmonitor.gui.settings import Settings
from qmonitor.gui.status_bar import StatusBar
from qmonitor.gui.tool_bar import ToolBar
from qmonitor.monitor.attention import worst
from qmonitor.monitor.sampler import Sample
from qmonitor.monitor.series import SeriesBook
from qmonitor.queues import times
from qmonitor.queues.errors import QueueError, SourceMissing
from qmonitor.queues.source import Source
from qmonitor.queues.times import Instant

log = logs.subject("window")


class MainWindow(QMainWindow):
    """Shows one source, or an invitation to open one."""

    def __init__(
        self,
        settings: Settings,
        *,
        read_only: bool = False,
        allow_network: bool = False,
        banner: str | None = None,
    ) -> None:
        super().__init__()
        self.setObjectName("main-window")
        self._settings = settings
        self._read_only = read_only
        self._allow_network = allow_network
        self.session: Session | None = None
        self.acting: Acting | None = None
        self._ending = Ending(self)
        self._wires: list[tuple[SignalInstance, Callable[..., object]]] = []
        self._series = SeriesBook()
        self._placed = False
        self.commands = Actions(self, read_only=read_only)
        self.commands.chosen.connect(self._on_chosen)
        self._pace = Pace(self.commands, settings, self)
        self._make_panels()
        self._lay_out()
        self._menus = Menus(self, self.commands, settings)
        self._menus.recent_chosen.connect(self.open)
        self.addToolBar(ToolBar(self.commands, self._menus.intervals))
        self._connect_panels()
        self._restore()
        if banner:
            self.banner.show_notice(notices.about_program(banner))
        self._update_commands()

    # -- putting together ------------------------------------------------------------------------------------

    def _make_panels(self) -> None:
        self.destinations = DestinationsPanel()
        self.charts = ChartsPanel()
        self.messages = MessagesPanel()
        self.audit = AuditPanel()
        self.inspector = InspectorPanel()
        self.banner = Banner()
        self.status_bar = StatusBar()
        self.empty = EmptyPlace()
        self.focus = Focus(self.messages, self)
        self.tabs = QTabWidget()
        self.tabs.setObjectName("tabs")
        self.tabs.setAccessibleName(self.tr("Views"))
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.addTab(self.messages, self.tr("Messages"))
        self.tabs.addTab(self.audit, self.tr("Audit"))
        theme.dress(self.tabs, "tabs")

    def _lay_out(self) -> None:
        self.setWindowTitle(self.tr("qmonitor"))
        self.setWindowIcon(program_icon())
        self.setAcceptDrops(True)
        self.setMinimumSize(960, 600)
        self._columns = Columns(self.destinations, self.charts, self.tabs, self.inspector, self._settings)
        self._places = QStackedWidget()
        self._places.addWidget(self.empty)
        self._places.addWidget(self._columns)
        center = QWidget()
        layout = QVBoxLayout(center)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._places, 1)
        layout.addWidget(self.banner)  # at the bottom: one that comes moves nothing that is pointed at
        self.setCentralWidget(center)
        self.setStatusBar(self.status_bar)

    def _connect_panels(self) -> None:
        self.empty.open_requested.connect(self._choose_file)
        self.banner.chosen.connect(self._on_notice)
        self.destinations.destination_selected.connect(self.messages.set_destination)
        self.destinations.destination_selected.connect(self.charts.select)
        self.destinations.destination_selected.connect(self.focus.look_at)
        self.charts.destination_selected.connect(self.destinations.select)
        self.messages.item_selected.connect(self.focus.inspect)
        self.messages.selection_changed.connect(self._update_commands)
        self.messages.query_changed.connect(self._update_commands)
        self.focus.item_shown.connect(self.inspector.show_item)
        self.focus.item_lost.connect(self.inspector.show_payload_error)
        self.focus.changed.connect(self._update_commands)
        self.messages.add_context_actions(self.commands.at(Place.CONTEXT))
        self.destinations.add_context_actions(self.commands.at(Place.DESTINATION))

    def _restore(self) -> None:
        geometry.restore(self, self._settings)
        self._set_range(self._settings.get("charts/range"))

    # -- one source ------------------------------------------------------------------------------------------

    def open(self, target: str) -> None:
        """Look at this source instead of the one before, if any."""
        self.close_source()
        opener = Opener(target, allow_network=self._allow_network)
        session = self.session = Session(opener, interval_ms=self._pace.milliseconds, parent=self)
        self.acting = Acting(session, self, read_only=self._read_only)
        self.acting.told.connect(self.banner.show_notice)
        self.acting.ended.connect(self._update_commands)
        self.acting.reported.connect(self.focus.move_on)
        self.acting.reported.connect(self.messages.recount)
        self.focus.attach(session)
        self._connect_session(session)
        self.status_bar.show_source(Path(target).name, target, read_only=None)
        self._pace.attach(session)
        session.start()

    def close_source(self) -> None:
        """Look at nothing; what ran for the source before ends by itself."""
        if self.acting is not None:
            self.acting.abandon()
        for signal, slot in self._wires:
            signal.disconnect(slot)
        self._wires = []
        if self.session is not None:
            self._ending.take(self.session)
        self.session = self.acting = None
        self._pace.attach(None)
        self._series = SeriesBook()
        self.focus.attach(None)
        self._placed = False
        notices.clear(self.banner)
        for panel in (self.destinations, self.charts, self.messages, self.audit, self.status_bar):
            panel.clear()
        self.inspector.show_item(None, None)
        self.audit.set_active(False)
        self._places.setCurrentWidget(self.empty)
        self.setWindowTitle(self.tr("qmonitor"))
        self._update_commands()

    def _connect_session(self, session: Session) -> None:
        session.opened.connect(self._on_opened)
        session.sampled.connect(self._on_sampled)
        session.failed.connect(self._on_failed)
        session.went_stale.connect(self._on_stale)
        session.page_loaded.connect(self.messages.show_page)
        session.page_failed.connect(self.messages.show_error)
        session.count_loaded.connect(self.messages.show_count)
        session.payload_loaded.connect(self.inspector.show_payload)
        session.payload_failed.connect(self.inspector.show_payload_error)
        session.audit_loaded.connect(self.audit.show_entries)
        session.audit_verified.connect(self.audit.show_verification)
        session.audit_failed.connect(self.audit.show_error)
        self._wires = [
            (self.messages.page_requested, session.request_page),
            (self.messages.count_requested, session.request_count),
            (self.inspector.payload_requested, session.request_payload),
            (self.audit.entries_requested, session.request_audit),
            (self.audit.verification_requested, session.request_verification),
        ]
        for signal, slot in self._wires:
            signal.connect(slot)

    @Slot(object, str)
    def _on_opened(self, source: Source, actor: str) -> None:
        self.setWindowTitle(self.tr("{name} – qmonitor").format(name=source.name))
        self.status_bar.show_source(source.name, source.target, read_only=self._read_only)
        self.status_bar.show_actor(actor, read_only=self._read_only)
        self._places.setCurrentWidget(self._columns)
        self.destinations.setFocus()
        self._settings.opened(source.target)
        log.info("a source is open")
        self.audit.set_active(True)
        self._update_commands()

    @Slot(object)
    def _on_sampled(self, sample: Sample) -> None:
        depth = sample.depth
        self._series.add(depth, sample.destinations)
        self.destinations.show_depth(depth, sample.destinations, self._series)
        self.charts.show_series(self._series, depth.as_of)
        self.status_bar.show_sample(sample, paused=not self._pace.live)
        self.banner.withdraw("source")
        notices.show_lasting(self.banner, sample, read_only=self._read_only)
        self.messages.set_depth(depth)
        if not self._placed:
            self._placed = True
            self.destinations.select(worst(depth, sample.destinations, self._series))
        if sample.changed:
            self.messages.data_changed()
            self.audit.data_changed()
            self.focus.refresh()
        else:
            self.messages.settle()

    @Slot(object)
    def _on_failed(self, error: QueueError) -> None:
        session = self.session
        since = taken(session.sample) if session is not None else None
        self.banner.show_notice(notices.about_error(error, since))
        unseen = session.target if session is not None and session.source is None else ""
        if unseen and isinstance(error, SourceMissing) and self._settings.gone(unseen):
            self.banner.show_notice(notices.about_forgotten(unseen))
        self._series.gap(times.now())
        self._on_stale(since)

    @Slot(object)
    def _on_stale(self, since: Instant | None) -> None:
        self.status_bar.show_stale(since)
        self.destinations.set_stale(since)
        self.charts.set_stale(since)

    @Slot()
    def _update_commands(self) -> None:
        source = self.session.source if self.session is not None else None
        self.commands.update(self.focus.selection(), source.capabilities if source is not None else None)

    # -- what a person does ----------------------------------------------------------------------------------

    @Slot(object)
    def _on_chosen(self, spec: Spec) -> None:
        if spec.acts and self.acting is not None:
            self.acting.start(spec, self.focus.selection(), self.focus.filtered())
        elif spec.group == "range":
            self._set_range(spec.value)
        elif spec.group == "interval":
            self._pace.set_interval(spec.value)
        elif spec.id == "live":
            self._pace.toggle()
        elif spec.id == "refresh" and self.session is not None:
            self.session.refresh()
        elif spec.id.startswith("go-"):
            self._go_to(getattr(self, spec.id.removeprefix("go-")))
        elif spec.id == "find":
            self._go_to(self.messages)
            self.messages.filters.text_field.setFocus()
        elif spec.id == "open":
            self._choose_file()
        elif spec.id == "quit":
            self.close()
        elif spec.id == "help":
            HelpDialog.show_over(self)
        elif spec.id == "about":
            AboutDialog.show_over(self)

    @Slot(str, str)
    def _on_notice(self, key: str, button: str) -> None:
        if button == "again" and self.session is not None:
            self.session.refresh()
        elif self.acting is None:
            return
        elif button == "report":
            self.acting.show_report()
        elif button == "continue":
            self.acting.resume(key.removeprefix(notices.INTERRUPTED))
        elif button == "discard":
            self.acting.discard(key.removeprefix(notices.INTERRUPTED))

    @Slot()
    def _choose_file(self) -> None:
        chosen = ask_file(self, self.tr("Open a queue"), self._settings.get("open/folder"))
        if chosen:
            self.open(chosen)

    def _go_to(self, panel: QWidget) -> None:
        """Give a panel the keyboard."""
        if self.tabs.indexOf(panel) >= 0:
            self.tabs.setCurrentWidget(panel)
        panel.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _set_range(self, seconds: int) -> None:
        self.commands.choose("range", seconds)
        self.charts.set_range(seconds)
        self._settings.set("charts/range", seconds)

    # -- Qt's own --------------------------------------------------------------------------------------------

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange and self.session is not None:
            self.session.set_hidden(self.isMinimized())

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if len(event.mimeData().urls()) == 1 and event.mimeData().urls()[0].isLocalFile():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self.open(event.mimeData().urls()[0].toLocalFile())

    def closeEvent(self, event: QCloseEvent) -> None:
        self._columns.remember()
        geometry.remember(self, self._settings)
        self.close_source()
        super().closeEvent(event)

    def shut_down(self) -> bool:
        """Close and wait until every thread has ended; False where one did not in time. May be repeated."""
        self.close()
        self._settings.save()  # whatever happens to the threads
        return tasks.stop(self._ending.lanes())
