"""The window: its open sources in tabs, its actions, and what it remembers."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Slot
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QMainWindow, QVBoxLayout, QWidget

from qmonitor.gui import appearance, geometry, help_menu, launch, notices, tasks
from qmonitor.gui.actions import Actions, Selection, Spec
from qmonitor.gui.alerting import Alerting, Tool
from qmonitor.gui.banner import Banner
from qmonitor.gui.dialogs.files import ask_files
from qmonitor.gui.icons import program_icon
from qmonitor.gui.masking import Masking
from qmonitor.gui.menus import Menus
from qmonitor.gui.notify import bring_up
from qmonitor.gui.pace import Pace
from qmonitor.gui.settings import Settings
from qmonitor.gui.source_view import SourceView
from qmonitor.gui.sources import Sources
from qmonitor.gui.status_bar import StatusBar
from qmonitor.gui.tool_bar import ToolBar
from qmonitor.gui.workplace import Workplace
from qmonitor.monitor import folders
from qmonitor.monitor.alerts.model import Alert
from qmonitor.monitor.journal.unkept import Unkept
from qmonitor.monitor.opening import Opener, Terms
from qmonitor.queues.errors import QueueError, SourceMissing
from qmonitor.queues.source import capabilities_at, states_at
from qmonitor.queues.words import Phrase


class MainWindow(QMainWindow):
    """Shows the sources that are open, one of them in front, or an invitation to open one."""

    def __init__(
        self,
        settings: Settings,
        terms: Terms = Terms(),  # noqa: B008 - frozen
        alerts: Callable[[], Tool] = Unkept,
        workers: Path | None = None,
    ) -> None:
        """`alerts` opens what is kept of alerts, in a lane; `workers`: their file, where it is not the user's own."""
        super().__init__()
        self.setObjectName("main-window")
        self._settings, self._terms = settings, terms
        self.commands = Actions(self, read_only=terms.read_only)
        self.commands.chosen.connect(self._on_chosen)
        self.commands.outdated.connect(self._on_outdated)
        self.pace = Pace(self.commands, settings, self)
        self.banner = Banner(most=1)  # each source has its own
        self.alerting = Alerting(settings, self, alerts)
        self.masking = Masking(settings, self.alerting.note_unmasked, forced=terms.policy.masked, parent=self)
        self.workplace = Workplace(workers or folders.workers_file(), self)
        self.sources = Sources(
            self.commands, settings, self.pace, self.alerting, self.masking, self.workplace, terms, self
        )
        self._own = self._own_commands()
        self._lay_out()
        self._connect()
        self._menus = Menus(self, self.commands, settings)
        self._menus.recent_chosen.connect(self.open)
        self.addToolBar(ToolBar(self.commands, self._menus.intervals))
        geometry.restore(self, settings)
        self._set_range(settings.get("charts/range"))
        appearance.show_chosen(self.commands, settings)
        self._begin_masked()
        self.sources.turn_to(None)

    def _lay_out(self) -> None:
        self.setWindowIcon(program_icon())
        self.setAcceptDrops(True)
        self.setMinimumSize(960, 600)
        center = QWidget()
        layout = QVBoxLayout(center)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.sources, 1)
        layout.addWidget(self.banner)
        self.setCentralWidget(center)
        self.status_bar = StatusBar()
        self.setStatusBar(self.status_bar)

    def _connect(self) -> None:
        sources, empty = self.sources, self.sources.empty
        empty.open_requested.connect(self._choose_files)
        empty.demo_requested.connect(self._start_demo)
        empty.help_requested.connect(partial(help_menu.show_help, self))
        sources.turned.connect(self._show_front)
        sources.opened.connect(self._on_opened)
        sources.failed.connect(self._on_failed)
        sources.selection_changed.connect(self._update_commands)
        sources.status_changed.connect(self._on_status)
        sources.chosen.connect(self._on_view_chosen)
        sources.told.connect(self.banner.show_notice)
        sources.wanted.connect(self.open)
        sources.worker_settings_requested.connect(self._on_worker_settings)
        self.alerting.told.connect(self.banner.show_notice)
        self.alerting.followed.connect(self.banner.follow)
        self.alerting.withdrawn.connect(self.banner.withdraw)
        self.alerting.wanted.connect(self._on_alert_wanted)
        self.banner.chosen.connect(self._on_notice)
        self.banner.filled.connect(sources.leave_room)
        self.workplace.told.connect(self.banner.show_notice)
        self.masking.changed.connect(self._show_masked)
        self.masking.refused.connect(self._on_not_unmasked)

    # -- the sources -----------------------------------------------------------------------------------------

    @property
    def view(self) -> SourceView | None:
        """The source in front; None while none is open."""
        return self.sources.view

    @property
    def views(self) -> list[SourceView]:
        """All that are open, as their tabs stand."""
        return self.sources.views

    @Slot(str)
    def open(self, target: str, said: Phrase | None = None, opener: Opener | None = None) -> None:
        """See `Sources.open`."""
        self.alerting.start()
        self.sources.open(target, said, opener)

    def close_source(self, view: SourceView | None = None) -> None:
        """See `Sources.close_source`."""
        self.sources.close_source(view)

    def turn_to_first(self) -> None:
        """Have the first of the open sources in front."""
        self.sources.turn_to_first()

    @Slot()
    def _show_front(self) -> None:
        view = self.view
        self.setWindowTitle(self.tr("{name} – qmonitor").format(name=view.name) if view else self.tr("qmonitor"))
        self.status_bar.show_seen(view.seen if view else None, live=self.pace.live, read_only=self._terms.read_only)
        self._update_commands()

    @Slot(object)
    def _on_opened(self, view: SourceView) -> None:
        self.masking.opened(view.lies_at)
        if not view.passes:
            self._settings.opened(view.target)
        if view is self.view:
            self._show_front()

    @Slot(object, object)
    def _on_failed(self, view: SourceView, error: QueueError) -> None:
        unseen = view.source is None and isinstance(error, SourceMissing)
        if unseen and self._settings.gone(view.target):
            self.banner.show_notice(notices.about_forgotten(view.target))

    @Slot(object)
    def _on_status(self, view: SourceView) -> None:
        if view is self.view:
            self.status_bar.show_seen(view.seen, live=self.pace.live, read_only=self._terms.read_only)

    @Slot(str)
    def _on_view_chosen(self, name: str) -> None:
        done = self.close_source if name == "close" else self._choose_files
        done()

    @Slot()
    def _update_commands(self) -> None:
        view = self.view
        selection = replace(view.selection() if view else Selection(), sources=len(self.views))
        source = view.source if view else None
        if source is None:
            self.commands.update(selection, None)
        else:
            self.commands.update(selection, capabilities_at(source, selection.destination), states_at(source))

    @Slot(object)
    def _on_worker_settings(self, view: SourceView) -> None:
        self.workplace.when_loaded(partial(self._show_worker_settings, view))

    def _show_worker_settings(self, view: SourceView) -> None:
        from qmonitor.gui.worker_settings import WorkerSettings  # with what sends, which no start waits for

        if view in self.views:
            here = view.selection().destination
            WorkerSettings(self.workplace, view.target, view.known_destinations, here, self).begin()

    # -- alerts ----------------------------------------------------------------------------------------------

    @Slot(object)
    def _on_alert_wanted(self, alert: Alert | None) -> None:
        """A person clicked what the desktop told: show the window, and what it is about."""
        bring_up(self)
        view = self.sources.known(alert.source) if alert is not None else None
        if alert is not None and view is not None:
            self.sources.turn_to(view)
            view.show_alert(alert)

    @Slot(str, str)
    def _on_notice(self, _key: str, button: str) -> None:
        if button == "alerts":
            self.alerting.show_told()

    # -- what a person does ----------------------------------------------------------------------------------

    @Slot(object)
    def _on_chosen(self, spec: Spec) -> None:
        view = self.view
        if spec.acts:
            if view is not None:
                view.act(spec)
        elif spec.group:
            self._choose(spec)
        elif spec.id in self._own:
            self._own[spec.id]()
        elif view is not None:
            view.command(spec)

    @Slot()
    def tell_of_press(self) -> None:
        """A press came to nothing, because what was pressed has changed."""
        self.banner.show_notice(notices.about_press())

    @Slot()
    def forget_press(self) -> None:
        """That need not be said any longer."""
        self.banner.withdraw("press")

    @Slot(object)
    def _on_outdated(self, spec: Spec) -> None:
        if self.view is not None:
            self.view.acting.refuse(spec)

    def _own_commands(self) -> Mapping[str, Callable[[], object]]:
        """What concerns the window, and no single source."""
        return {
            "live": self._toggle,
            "masked": self._toggle_masked,
            "open": self._choose_files,
            "connect": self.sources.connect_server,
            "quit": self.close,
            "close-source": self.close_source,
            "next-source": partial(self._turn_by, 1),
            "previous-source": partial(self._turn_by, -1),
            "help": partial(help_menu.show_help, self),
            "shortcuts": partial(help_menu.show_shortcuts, self, read_only=self._terms.read_only),
            "about": partial(help_menu.show_about, self),
        }

    def _choose(self, spec: Spec) -> None:
        """One of several settings that exclude each other."""
        match spec.group:
            case "range":
                self._set_range(spec.value)
            case "interval":
                self.pace.set_interval(spec.value)
            case "theme":
                appearance.choose_theme(spec.name, self._settings)
            case "language":
                appearance.choose_language(spec.name, self._settings)
                self.banner.show_notice(notices.about_language())

    def _toggle(self) -> None:
        self.pace.toggle()
        self._show_front()

    # -- what is masked --------------------------------------------------------------------------------------

    def _begin_masked(self) -> None:
        if self.masking.obstacle is not None:
            self.commands.forbid("masked", self.masking.obstacle)
        self._show_masked()
        for problem in self._terms.policy.problems:
            self.banner.show_notice(notices.about_policy(problem))

    @Slot()
    def _show_masked(self) -> None:
        """An eye that is struck out, or open: beside the same word a tint alone is easily overlooked."""
        self.commands.check("masked", self.masking.on)
        self.commands.draw("masked", "masked" if self.masking.on else "eye")

    def _toggle_masked(self) -> None:
        self.masking.set_on(not self.masking.on, [view.lies_at for view in self.views])
        self._show_masked()  # it is unmasked once that is written, and looks so then

    @Slot(object)
    def _on_not_unmasked(self, error: QueueError) -> None:
        self.banner.show_notice(notices.about_unmasking(error))

    def _turn_by(self, step: int) -> None:
        self.sources.turn_by(step)

    @Slot()
    def _choose_files(self) -> None:
        for chosen in ask_files(self, self.tr("Open queues"), self._settings.get("open/folder")):
            self.open(chosen)

    @Slot()
    def _start_demo(self) -> None:
        if not launch.start_demo():
            self.banner.show_notice(notices.about_no_demo())

    def _set_range(self, seconds: int) -> None:
        self.commands.choose("range", seconds)
        self._settings.set("charts/range", seconds)
        for view in self.views:
            view.set_range(seconds)

    # -- Qt's own --------------------------------------------------------------------------------------------

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange:
            self.pace.set_hidden(self.isMinimized())

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        urls = event.mimeData().urls()
        if urls and all(url.isLocalFile() for url in urls):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        for url in event.mimeData().urls():
            self.open(url.toLocalFile())

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.sources.held(self.close):
            event.ignore()
            return
        geometry.remember(self, self._settings)
        self.sources.close_all()
        self.alerting.retire()
        self.workplace.retire()
        super().closeEvent(event)

    def shut_down(self) -> bool:
        """Close and wait until every thread has ended; False where one did not in time. May be repeated."""
        self.sources.leaving.release()
        self.close()
        self._settings.save()  # whatever happens to the threads
        idle = tasks.stop([*self.sources.lanes(), self.alerting.lane, *self.workplace.lanes])
        idle = self.sources.end_workers(tasks.STOP_SECONDS) and idle
        if idle:
            self.workplace.close()
        return idle
