"""The tab of what a server holds for a queue; there where the source is one on a server."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QTabWidget, QWidget

from qmonitor.monitor.sampler import Sample

if TYPE_CHECKING:
    from qmonitor.gui.queue import QueuePanel


class QueueTab(QObject):
    """Makes its panel with the first look that tells of such a queue."""

    def __init__(self, tabs: QTabWidget, before: QWidget) -> None:
        """`before`: the tab that it stands before."""
        super().__init__(tabs)
        self.setObjectName("queue-tab")
        self._tabs, self._before = tabs, before
        self.panel: QueuePanel | None = None

    def show_sample(self, sample: Sample) -> None:
        """What a look found."""
        shared = sample.details.shared
        if shared is None:
            return
        if self.panel is None:
            from qmonitor.gui.queue import QueuePanel  # most sources have none

            self.panel = QueuePanel()
            self._tabs.insertTab(self._tabs.indexOf(self._before), self.panel, self.tr("Queue"))
        self.panel.show_shared(shared, sample.depth.at_source)
