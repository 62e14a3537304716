"""The workers tab of one source, connected with those who host its workers."""

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QObject, Signal, SignalInstance, Slot
from PySide6.QtWidgets import QTabWidget, QWidget

from qmonitor.gui import text
from qmonitor.gui.hosting import Hosting
from qmonitor.monitor.running.model import Offer, Post
from qmonitor.queues.errors import QueueError


class Panel(Protocol):
    """What is asked of the workers panel."""

    seen: SignalInstance
    start_requested: SignalInstance
    stop_requested: SignalInstance
    statement_requested: SignalInstance
    settings_requested: SignalInstance
    counted: SignalInstance
    running: int
    summary: str

    def show_posts(self, posts: Sequence[Post]) -> None: ...

    def show_offers(self, offers: Sequence[Offer], problem: QueueError | None) -> None: ...

    def isVisible(self) -> bool: ...  # noqa: N802 - Qt's name


class WorkerTab(QObject):
    """Shows the panel what there is, keeps the title of its tab, and hands on what a person asks for in it.

    Signals:
        settings_wanted(): which destinations are sent, and where to.
    """

    settings_wanted = Signal()

    def __init__(self, panel: Panel, tab: QWidget, tabs: QTabWidget, hosting: Hosting) -> None:
        """`tab` is the panel as a widget, which is in `tabs` already."""
        super().__init__(tab)
        self.setObjectName("worker-tab")
        self._panel, self._tab, self._tabs, self._hosting = panel, tab, tabs, hosting
        panel.seen.connect(hosting.set_seen)
        panel.start_requested.connect(hosting.start)
        panel.stop_requested.connect(hosting.stop)
        panel.statement_requested.connect(hosting.state_engine_stopped)
        panel.settings_requested.connect(self.settings_wanted)
        panel.counted.connect(self._write_title)
        hosting.posted.connect(self._on_posted)
        hosting.offered.connect(self._on_offered)
        panel.show_posts(hosting.posts)
        self._write_title()

    @Slot(object)
    def _on_posted(self, posts: Sequence[Post]) -> None:
        self._panel.show_posts(posts)

    @Slot(object, object)
    def _on_offered(self, offers: Sequence[Offer], problem: QueueError | None) -> None:
        self._panel.show_offers(offers, problem)

    @Slot()
    def _write_title(self) -> None:
        """With how many workers run; the tip says the rest."""
        index, count = self._tabs.indexOf(self._tab), self._panel.running
        title = self.tr("Workers {count}").format(count=text.number(count)) if count else self.tr("Workers")
        if self._tabs.tabText(index) != title:
            self._tabs.setTabText(index, title)
        self._tabs.setTabToolTip(index, self._panel.summary)
