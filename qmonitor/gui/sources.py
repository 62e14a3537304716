"""The open sources: one in front, tabs where there are several, an invitation where there is none."""

import os
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from qmonitor.gui import notices, theme
from qmonitor.gui.actions import Actions
from qmonitor.gui.alerting import Alerting
from qmonitor.gui.banner import MOST as MOST_NOTICES
from qmonitor.gui.empty import EmptyPlace
from qmonitor.gui.ending import Ending
from qmonitor.gui.leaving import Leaving
from qmonitor.gui.masking import Masking
from qmonitor.gui.pace import Pace
from qmonitor.gui.session import Session
from qmonitor.gui.settings import Settings
from qmonitor.gui.source_bar import SourceBar
from qmonitor.gui.source_view import SourceView
from qmonitor.gui.tasks import Answer, Lane
from qmonitor.gui.workplace import Workplace
from qmonitor.monitor import folders
from qmonitor.monitor.colours import Colours
from qmonitor.monitor.opening import Opener, Terms
from qmonitor.monitor.series import SeriesBook
from qmonitor.queues.source import is_url, location
from qmonitor.queues.words import Phrase

if TYPE_CHECKING:  # loaded in a lane
    from qmonitor.monitor.running import Crew

MOST = 40
"""Sources open at once; each has a thread that looks at it."""

UNFOLDED = 2
"""Sources that keep their panels: the ones that were in front last."""


class Sources(QWidget):
    """Opens sources, turns from one to the other, and closes them. Lives in the GUI thread.

    Signals:
        turned(): another one is in front, or none.
        opened(SourceView): its first look succeeded.
        failed(SourceView, QueueError): a look did not.
        selection_changed(): in one of them another selection stands for actions.
        status_changed(SourceView): what is said of it may have changed.
        chosen(name): "choose" (files) or "close" was asked for in one of them.
        worker_settings_requested(SourceView): which of its destinations are sent from here, and where to.
        told(Notice): something is to be said of none of them.
        wanted(target): this one is to be opened.
        folded(): one gave its panels back, or was closed.
    """

    turned = Signal()
    opened = Signal(object)
    failed = Signal(object, object)
    selection_changed = Signal()
    status_changed = Signal(object)
    chosen = Signal(str)
    worker_settings_requested = Signal(object)
    told = Signal(object)
    wanted = Signal(str)
    folded = Signal()

    def __init__(
        self,
        commands: Actions,
        settings: Settings,
        pace: Pace,
        alerting: Alerting,
        masking: Masking,
        workplace: Workplace,
        terms: Terms,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("sources")
        self._commands, self._settings, self._pace, self._alerting = commands, settings, pace, alerting
        self._masking, self._workplace, self._terms = masking, workplace, terms
        self.leaving = Leaving(self)
        self._crews: list[Crew] = []
        """Those of closed sources, until they have ended."""
        self._colours = Colours(settings.get("charts/colours"))
        self.views: list[SourceView] = []
        self._unfolded: list[SourceView] = []
        self._room = MOST_NOTICES
        self._ending = Ending(self)
        self.empty = EmptyPlace()
        self.empty.recent_chosen.connect(self.open)
        self.empty.connect_requested.connect(self.connect_server)
        self.empty.seen.connect(self._offer_servers)
        workplace.files.answered.connect(self._on_file)
        self.bar = SourceBar()
        self.bar.currentChanged.connect(self._on_tab)
        self.bar.tabCloseRequested.connect(self._on_tab_closed)
        self._places = QStackedWidget()
        self._places.addWidget(self.empty)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addWidget(self._places, 1)
        theme.notifier().dressed.connect(self._follow)

    @Slot()
    def _follow(self) -> None:
        """Take the colours of what is around, as `Tabs` must: the style sheet here is the bar's."""
        self.setPalette(QPalette())

    @property
    def view(self) -> SourceView | None:
        """The source in front; None while none is open."""
        shown = self._places.currentWidget()
        return shown if isinstance(shown, SourceView) else None

    def known(self, target: str) -> SourceView | None:
        """The open source of this target, whichever of its names it is called by."""
        return next((view for view in self.views if location(view.target) == location(target)), None)

    @Slot(str)
    def open(self, target: str, said: Phrase | None = None, opener: Opener | None = None) -> None:
        """Look at this source too, or turn to it where it is open already.

        `said` is to be known of one that only passes, a demo say: it is not remembered. `opener` is
        one that has begun to look at it.
        """
        known = self.known(target)
        if known is not None:
            self.turn_to(known)
            return
        if len(self.views) >= MOST:
            self.told.emit(notices.about_too_many(MOST))
            return
        passes = said is not None
        view = self._make(opener or self._terms.opener(target, passes=passes))
        view.passes = passes
        if said is not None:
            view.banner.show_notice(notices.about_program(said))
        self.views.append(view)
        self._places.addWidget(view)
        self._pace.attach(view.session)
        self.turn_to(view)
        view.start()
        if is_url(view.target):
            self._offer_servers()

    def _make(self, opener: Opener) -> SourceView:
        opener.admission = opener.admission or self._workplace.admission
        session = Session(opener, interval_ms=self._pace.milliseconds)
        series = SeriesBook(numbers=self._colours.of(location(session.target)))
        read_only = self._terms.read_only
        view = SourceView(
            session,
            self._commands,
            self._settings,
            self._alerting,
            self._masking,
            self._workplace,
            series,
            read_only=read_only,
        )
        view.banner.set_most(self._room)
        view.opened.connect(self.opened)
        view.failed.connect(self.failed)
        view.selection_changed.connect(self.selection_changed)
        view.status_changed.connect(partial(self._on_status, view))
        view.chosen.connect(partial(self._on_chosen, view))
        view.worker_settings_requested.connect(partial(self.worker_settings_requested.emit, view))
        view.asking.connect(partial(self.turn_to, view))  # what a dialog is about stands behind it
        return view

    @Slot()
    def connect_server(self) -> None:
        """Show the servers that are set up, to connect to one of them; first of all the one in front."""
        self._workplace.when_loaded(partial(self._show_connections, self.view))

    @Slot()
    def _offer_servers(self) -> None:
        self._workplace.files.ask("servers", _servers)

    @Slot(object)
    def _on_file(self, answer: Answer) -> None:
        """The servers that are set up, or have been changed just now."""
        if answer.key == "servers":
            servers = () if answer.error is not None else answer.value
            self.empty.show_connections(servers, answer.error)
            self._name_views({url: name for name, url in servers})

    def _name_views(self, names: Mapping[str, str]) -> None:
        """Servers are called what their connections are called."""
        before = [view.name for view in self.views]
        for view in self.views:
            if is_url(view.target):
                view.call(names.get(view.target, ""))
        if before != [view.name for view in self.views]:
            self._show_tabs()
            self.turned.emit()

    def _show_connections(self, front: SourceView | None) -> None:
        from qmonitor.gui.connections import Connections  # with what reads its file, which no start waits for

        about = front.target if front is not None and is_url(front.target) else ""
        leader = Connections(self._workplace, self.window(), about, begins=front is not None and front.sample is None)
        leader.wanted.connect(partial(self._on_connection, front if about else None))
        leader.dialog.finished.connect(self._offer_servers)
        leader.begin()

    def _on_connection(self, front: SourceView | None, url: str) -> None:
        """A connection was chosen: the place of one that could not be opened (`front`) is taken by it."""
        self.wanted.emit(url)
        if front is None or front not in self.views or front.sample is not None:
            return
        if location(front.target) == location(url):
            front.session.refresh()
        elif self.known(url) is not None:
            self.close_source(front)

    def close_source(self, view: SourceView | None = None) -> None:
        """Look at this source (None: the one in front) no more; what runs for it ends by itself, or is asked for."""
        view = view or self.view
        if view is None or view not in self.views:
            return
        if self.leaving.holds(self.tr("Close source"), [view.hosting], partial(self.close_source, view)):
            return
        at, front = self.views.index(view), self.view
        self._let_go(view)
        if front is view:
            front = self.views[min(at, len(self.views) - 1)] if self.views else None
        self.turn_to(front)

    def _on_chosen(self, view: SourceView, name: str) -> None:
        if name == "connections":
            self.connect_server()
            return
        if name != "reopen":
            self.chosen.emit(name)
            return
        self.close_source(view)
        if view not in self.views:  # else its workers are asked about first
            self.wanted.emit(view.target)

    def close_all(self) -> None:
        """Look at nothing any more."""
        for view in list(self.views):
            self._let_go(view)
        self._settings.set("charts/colours", self._colours.keep())
        self.turn_to(None)

    def held(self, then: Callable[[], object]) -> bool:
        """Whether workers keep all this from being closed now; `then` is called once they have ended."""
        return self.leaving.holds(self.tr("Close qmonitor"), [view.hosting for view in self.views], then)

    def end_workers(self, seconds: float) -> bool:
        """Whether the workers of all closed sources have ended, within so many seconds together. Blocks."""
        end = time.monotonic() + seconds
        self._crews = [crew for crew in self._crews if not crew.close(max(0.0, end - time.monotonic()))]
        return not self._crews

    def lanes(self) -> list[Lane]:
        """Those of closed sources that may still be running."""
        return self._ending.lanes()

    def _let_go(self, view: SourceView) -> None:
        view.hosting.end()
        if view.hosting.crew is not None:
            self._crews = [*(crew for crew in self._crews if crew.alive), view.hosting.crew]
        self._pace.detach(view.session)
        self._ending.take(view.retire())
        self.views.remove(view)
        self._places.removeWidget(view)
        view.deleteLater()
        self.folded.emit()

    def turn_to(self, view: SourceView | None) -> None:
        """Have this source in front."""
        if view is None:
            self.empty.show_recent(self._settings.recent())
        self._places.setCurrentWidget(view or self.empty)
        if view is None:
            self.empty.setFocus()
        self._unfolded = [one for one in self._unfolded if one in self.views and one is not view]
        if view is not None:
            self._unfolded.append(view)
        while len(self._unfolded) > UNFOLDED:
            self._unfolded.pop(0).fold()
            self.folded.emit()
        self._show_tabs()
        self.turned.emit()

    def _show_tabs(self) -> None:
        view = self.view
        self.bar.blockSignals(True)  # it would tell of the tabs that it makes
        self.bar.show_views(self.views, self.views.index(view) if view is not None else -1)
        self.bar.blockSignals(False)

    def turn_to_first(self) -> None:
        if self.views:
            self.turn_to(self.views[0])

    def turn_by(self, step: int) -> None:
        """To the next one (1), or the one before (-1)."""
        if self.view is not None:
            self.turn_to(self.views[(self.views.index(self.view) + step) % len(self.views)])

    @Slot(int)
    def _on_tab(self, index: int) -> None:
        if 0 <= index < len(self.views):
            self.turn_to(self.views[index])

    @Slot(int)
    def _on_tab_closed(self, index: int) -> None:
        self.close_source(self.views[index])

    @Slot(int)
    def leave_room(self, taken: int) -> None:
        """So many notices are seen that are about none of the sources: these show that many fewer, but one."""
        self._room = max(1, MOST_NOTICES - taken)
        for view in self.views:
            view.banner.set_most(self._room)

    def _on_status(self, view: SourceView) -> None:
        if view in self.views:
            self.bar.show_state(self.views.index(view), view)
            self.status_changed.emit(view)


def _servers(_bench: object) -> tuple[tuple[str, str], ...]:
    """In a lane: name and address of each server that is set up. Raises `BadSettings`."""
    file = folders.connections_file()
    if not os.path.lexists(file):
        return ()
    from qmonitor.monitor.profiles import load

    return tuple((one.name, one.url) for one in load(file))
