"""The window: its open sources in tabs, its actions, and what it remembers."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Slot
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from qmonitor.gui import appearance, geometry, launch, notices, tasks
from qmonitor.gui.actions import Actions, Selection, Spec
from qmonitor.gui.banner import Banner
from qmonitor.gui.dialogs.about import AboutDialog
from qmonitor.gui.dialogs.files import ask_files
from qmonitor.gui.dialogs.help import HelpDialog
from qmonitor.gui.dialogs.shortcuts import ShortcutsDialog
from qmonitor.gui.empty import EmptyPlace
from qmonitor.gui.ending import Ending
from qmonitor.gui.icons import program_icon
from qmonitor.gui.menus import Menus
from qmonitor.gui.pace import Pace
from qmonitor.gui.session import Opener
from qmonitor.gui.settings import Settings, place
from qmonitor.gui.source_bar import SourceBar
from qmonitor.gui.source_view import SourceView
from qmonitor.gui.status_bar import StatusBar
from qmonitor.gui.tool_bar import ToolBar
from qmonitor.queues.errors import QueueError, SourceMissing
from qmonitor.queues.words import Phrase

MOST = 40
"""Sources open at once; each has a thread that looks at it."""

UNFOLDED = 2
"""Sources that keep their panels: the ones that were in front last."""


class MainWindow(QMainWindow):
    """Shows the sources that are open, one of them in front, or an invitation to open one."""

    def __init__(
        self,
        settings: Settings,
        *,
        read_only: bool = False,
        allow_network: bool = False,
        history: Path | None = None,
    ) -> None:
        """`history` is the file in which the curves of all sources are kept; None: they are not."""
        super().__init__()
        self.setObjectName("main-window")
        self._settings = settings
        self._read_only = read_only
        self._allow_network = allow_network
        self._history = history
        self.views: list[SourceView] = []
        self._unfolded: list[SourceView] = []
        self._ending = Ending(self)
        self.commands = Actions(self, read_only=read_only)
        self.commands.chosen.connect(self._on_chosen)
        self.commands.outdated.connect(self._on_outdated)
        self._own = self._own_commands()
        self.pace = Pace(self.commands, settings, self)
        self._lay_out()
        self._menus = Menus(self, self.commands, settings)
        self._menus.recent_chosen.connect(self.open)
        self.addToolBar(ToolBar(self.commands, self._menus.intervals))
        geometry.restore(self, settings)
        self._set_range(settings.get("charts/range"))
        appearance.show_chosen(self.commands, settings)
        self._turn_to(None)

    def _lay_out(self) -> None:
        self.setWindowIcon(program_icon())
        self.setAcceptDrops(True)
        self.setMinimumSize(960, 600)
        self.empty = EmptyPlace()
        self.empty.open_requested.connect(self._choose_files)
        self.empty.recent_chosen.connect(self.open)
        self.empty.demo_requested.connect(self._start_demo)
        self.empty.help_requested.connect(partial(HelpDialog.show_over, self))
        self.bar = SourceBar()
        self.bar.currentChanged.connect(self._on_tab)
        self.bar.tabCloseRequested.connect(self._on_tab_closed)
        self._places = QStackedWidget()
        self._places.addWidget(self.empty)
        self.banner = Banner()
        center = QWidget()
        layout = QVBoxLayout(center)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addWidget(self._places, 1)
        layout.addWidget(self.banner)
        self.setCentralWidget(center)
        self.status_bar = StatusBar()
        self.setStatusBar(self.status_bar)

    # -- the sources -----------------------------------------------------------------------------------------

    @property
    def view(self) -> SourceView | None:
        """The source in front; None while none is open."""
        shown = self._places.currentWidget()
        return shown if isinstance(shown, SourceView) else None

    @Slot(str)
    def open(self, target: str, said: Phrase | None = None) -> None:
        """Look at this source too, or turn to it where it is open already.

        `said` is to be known of one that only passes, a demo say: it is not remembered.
        """
        known = next((view for view in self.views if place(view.target) == place(target)), None)
        if known is not None:
            self._turn_to(known)
            return
        if len(self.views) >= MOST:
            self.banner.show_notice(notices.about_too_many(MOST))
            return
        opener = Opener(target, allow_network=self._allow_network, history=None if said else self._history)
        view = SourceView(
            opener,
            self.commands,
            self._settings,
            interval_ms=self.pace.milliseconds,
            read_only=self._read_only,
        )
        view.opened.connect(self._on_opened)
        view.failed.connect(self._on_failed)
        view.selection_changed.connect(self._update_commands)
        view.status_changed.connect(self._on_status)
        view.chosen.connect(self._on_view_chosen)
        view.asking.connect(partial(self._turn_to, view))  # what a dialog is about stands behind it
        view.thresholds_changed.connect(self._on_thresholds)
        if said is not None:
            view.passes = True
            view.banner.show_notice(notices.about_program(said))
        self.views.append(view)
        self._places.addWidget(view)
        self.pace.attach(view.session)
        self._turn_to(view)
        view.start()

    def close_source(self, view: SourceView | None = None) -> None:
        """Look at this source (None: the one in front) no more; what runs for it ends by itself."""
        view = view or self.view
        if view is None:
            return
        at, front = self.views.index(view), self.view
        self._let_go(view)
        if front is view:
            front = self.views[min(at, len(self.views) - 1)] if self.views else None
        self._turn_to(front)

    def _let_go(self, view: SourceView) -> None:
        self.pace.detach(view.session)
        self._ending.take(view.retire())
        self.views.remove(view)
        self._places.removeWidget(view)
        view.deleteLater()

    def _turn_to(self, view: SourceView | None) -> None:
        """Have this source in front."""
        if view is None:
            self.empty.show_recent(self._settings.recent())
        self._places.setCurrentWidget(view or self.empty)
        if view is None:
            self.empty.setFocus()
        self._unfolded = [one for one in self._unfolded if one in self.views and one is not view]
        if view is not None:
            self._unfolded.append(view)
        for one in self._unfolded[:-UNFOLDED]:
            one.fold()
        self.bar.blockSignals(True)  # it would tell of the tabs that it makes
        self.bar.show_views(self.views, self.views.index(view) if view is not None else -1)
        self.bar.blockSignals(False)
        self._show_front()

    def _show_front(self) -> None:
        view = self.view
        self.setWindowTitle(self.tr("{name} – qmonitor").format(name=view.name) if view else self.tr("qmonitor"))
        self.status_bar.show_seen(view.seen if view else None, live=self.pace.live, read_only=self._read_only)
        self._update_commands()

    @Slot(int)
    def _on_tab(self, index: int) -> None:
        if 0 <= index < len(self.views):
            self._turn_to(self.views[index])

    @Slot(int)
    def _on_tab_closed(self, index: int) -> None:
        self.close_source(self.views[index])

    @Slot(object)
    def _on_opened(self, view: SourceView) -> None:
        if not view.passes:
            self._settings.opened(view.target)
        if view is self.view:
            self._show_front()

    @Slot(object, object)
    def _on_failed(self, view: SourceView, error: QueueError) -> None:
        unseen = view.source is None and isinstance(error, SourceMissing)
        if unseen and self._settings.gone(view.target):
            self.banner.show_notice(notices.about_forgotten(view.target))

    @Slot()
    def _on_status(self) -> None:
        view = self.sender()
        if isinstance(view, SourceView) and view in self.views:
            self.bar.show_state(self.views.index(view), view)
            if view is self.view:
                self.status_bar.show_seen(view.seen, live=self.pace.live, read_only=self._read_only)

    @Slot(object, object)
    def _on_thresholds(self, depth: int | None, age: int | None) -> None:
        self._settings.set("charts/threshold-depth", depth or 0)
        self._settings.set("charts/threshold-age", age or 0)
        for view in self.views:
            view.set_thresholds(depth, age)

    @Slot(str)
    def _on_view_chosen(self, name: str) -> None:
        if name == "close":
            self.close_source()
        else:
            self._choose_files()

    @Slot()
    def _update_commands(self) -> None:
        view = self.view
        selection = replace(view.selection() if view else Selection(), sources=len(self.views))
        self.commands.update(selection, view.source.capabilities if view and view.source else None)

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

    @Slot(object)
    def _on_outdated(self, spec: Spec) -> None:
        if self.view is not None:
            self.view.acting.refuse(spec)

    def _own_commands(self) -> Mapping[str, Callable[[], object]]:
        """What concerns the window, and no single source."""
        return {
            "live": self._toggle,
            "open": self._choose_files,
            "quit": self.close,
            "close-source": self.close_source,
            "next-source": partial(self._turn_by, 1),
            "previous-source": partial(self._turn_by, -1),
            "help": partial(HelpDialog.show_over, self),
            "shortcuts": partial(ShortcutsDialog.show_over, self, read_only=self._read_only),
            "about": partial(AboutDialog.show_over, self),
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

    def turn_to_first(self) -> None:
        """Have the first of the open sources in front."""
        if self.views:
            self._turn_to(self.views[0])

    def _turn_by(self, step: int) -> None:
        if self.view is not None:
            self._turn_to(self.views[(self.views.index(self.view) + step) % len(self.views)])

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
        geometry.remember(self, self._settings)
        for view in list(self.views):
            self._let_go(view)
        self._turn_to(None)
        super().closeEvent(event)

    def shut_down(self) -> bool:
        """Close and wait until every thread has ended; False where one did not in time. May be repeated."""
        self.close()
        self._settings.save()  # whatever happens to the threads
        return tasks.stop(self._ending.lanes())
