"""The inspector panel: header, summary, and tabs for the text and the facts of one message."""

from collections.abc import Callable

from PySide6.QtCore import QSize, QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.inspector import model
from qmonitor.gui.inspector.detail import FactsTable, PayloadText, data_label
from qmonitor.queues import times
from qmonitor.queues.errors import QueueError, UnknownItem
from qmonitor.queues.model import DepthRow, Item, ItemId
from qmonitor.queues.times import Instant
from qmonitor.queues.words import Phrase

AGE_MS = 5000
"""The age goes on by itself so often: it is shown in seconds for one minute only."""


class InspectorPanel(QWidget):
    """Shows one message. What it shows always belongs to the message named in its header.

    Signals:
        payload_requested(id, offset, length): bytes to read, to be answered by `show_payload` or
            `show_payload_error`. Asked for only while the text is looked at.
    """

    payload_requested = Signal(object, object, object)

    def __init__(self, parent: QWidget | None = None, clock: Callable[[], Instant] = times.now) -> None:
        super().__init__(parent)
        self.setObjectName("inspector")
        self._clock = clock
        self._item: Item | None = None
        self._row: DepthRow | None = None
        self._since: Instant | None = None
        self._urgent = False
        self.title = data_label(self, "inspector-title")
        self.title.setFont(theme.bold(self.font(), 1.25))
        self.subtitle = data_label(self, "inspector-subtitle")
        self.case = data_label(self, "inspector-case")
        self.story = data_label(self, "inspector-story")
        theme.dress(self.subtitle, "muted")
        theme.dress(self.story, "muted")
        self.text = PayloadText(self)
        self.facts = FactsTable(self)
        self.tabs = self._make_tabs()
        self._age = QTimer(self)
        self._age.setObjectName("inspector-age")
        self._age.setInterval(AGE_MS)
        self._lay_out()
        self._age.timeout.connect(self._show_facts)
        self.tabs.currentChanged.connect(self._ask)
        self.text.slice_requested.connect(self.payload_requested)
        self.show_item(None, None)

    def _make_tabs(self) -> QTabWidget:
        tabs = QTabWidget(self)
        tabs.setObjectName("inspector-tabs")
        tabs.setAccessibleName(self.tr("Views of the message"))
        tabs.setDocumentMode(True)
        tabs.tabBar().setDrawBase(False)
        tabs.addTab(self.text, self.tr("Text"))
        tabs.addTab(self.facts, self.tr("Details"))
        theme.dress(tabs.tabBar(), "tabs")
        return tabs

    def _lay_out(self) -> None:
        head = QVBoxLayout()
        head.setContentsMargins(3 * theme.GRID, 2 * theme.GRID, 3 * theme.GRID, theme.GRID)
        head.setSpacing(theme.GRID)
        for label in (self.title, self.subtitle, self.case, self.story):
            head.addWidget(label)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.tabs, 1)
        self._filler = QWidget(self)  # keeps the header at the top while there is nothing below it
        layout.addWidget(self._filler, 1)
        theme.dress(self, "surface")
        self.setAutoFillBackground(True)

    def sizeHint(self) -> QSize:
        return QSize(460, 600)

    def minimumSizeHint(self) -> QSize:
        return QSize(260, 52 * theme.GRID)

    # -- what the window tells -------------------------------------------------------------------------------

    def show_item(self, item: Item | None, depth_row: DepthRow | None, more: Phrase | None = None) -> None:
        """Show this message; None shows nothing, at once. `depth_row` is its destination's backlog, if known.

        `more` is a sentence about its destination.
        """
        self._item, self._row = item, depth_row
        if item is None:
            self._show_empty(self.tr("No message is selected."))
            return
        title = model.shown(item.control_id, 80) or self.tr("Message {id}").format(id=model.shown(str(item.id), 80))
        self.title.setText(title)
        self._show_subtitle()
        told = model.summary(item, depth_row, self._clock())
        self._urgent = told.urgent
        self._dress()
        self.case.setText(told.case)
        self.story.setText(told.story if more is None else f"{told.story} {text.translate(more)}")
        self._show_parts(shown=True)
        self._show_facts()
        self.text.begin(item.id, item.size)
        self._ask()

    def set_stale(self, since: Instant | None) -> None:
        """Nothing newer than this was read: pale, with that time. None: it is fresh again."""
        if since != self._since:
            self._since = since
            self._show_subtitle()
            self._dress()

    @Slot(object, object, object)
    def show_payload(self, item: ItemId, offset: int, data: bytes) -> None:
        """The answer to `payload_requested`; bytes of another message are dropped."""
        self.text.show_slice(item, offset, data)

    @Slot(object, object)
    def show_payload_error(self, item: ItemId, error: QueueError) -> None:
        """The bytes could not be read. Where the message is gone, so is what was shown of it."""
        if self._item is None or item != self._item.id:
            return
        if isinstance(error, UnknownItem):
            self._item = self._row = None
            self._show_empty(self.tr("Message {id} is no longer in the queue.").format(id=item))
        else:
            self.text.show_error(item, error)

    # -- showing ---------------------------------------------------------------------------------------------

    def _show_subtitle(self) -> None:
        if self._item is None:
            return
        words = model.subtitle(self._item)
        if self._since is not None:
            old = self.tr("as of {time}, not read since").format(time=text.short_time(self._since))
            words = f"{words} · {old}"
        self.subtitle.setText(words)

    def _dress(self) -> None:
        """What is old is pale, whatever it says."""
        pale = self._since is not None
        theme.dress(self.title, "muted" if pale else "text")
        theme.dress(self.case, "muted" if pale else "danger" if self._urgent else "text")
        self.text.set_pale(pale)
        self.facts.set_pale(pale)

    def _show_empty(self, words: str) -> None:
        for label in (self.title, self.case, self.story):
            label.clear()
        self.subtitle.setText(words)
        self.facts.show_facts([])
        self.text.show_nothing()
        self._show_parts(shown=False)

    def _show_parts(self, *, shown: bool) -> None:
        for part in (self.title, self.case, self.story, self.tabs):
            part.setVisible(shown)
        self._filler.setVisible(not shown)

    @Slot()
    def _show_facts(self) -> None:
        if self._item is not None:
            self.facts.show_facts(model.facts(self._item, self._row, self._clock()))

    @Slot()
    def _ask(self) -> None:
        """Read the payload once somebody looks at its text."""
        if self.isVisible() and self.tabs.currentWidget() is self.text:
            self.text.ask_if_empty()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._age.start()
        self._show_facts()
        self._ask()

    def hideEvent(self, event: QHideEvent) -> None:
        self._age.stop()
        super().hideEvent(event)
