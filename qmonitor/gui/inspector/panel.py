"""The inspector panel: header, summary, and tabs for what one message holds and what is known of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.inspector import model
from qmonitor.gui.inspector.detail import data_label
from qmonitor.gui.inspector.looking import Looking
from qmonitor.monitor.failures.said import veiled_item
from qmonitor.queues import times
from qmonitor.queues.errors import QueueError, UnknownItem
from qmonitor.queues.model import ORDINARY, DepthRow, Item, ItemId, Traits
from qmonitor.queues.times import Instant
from qmonitor.queues.words import Phrase

if TYPE_CHECKING:
    from qmonitor.gui.inspector.views import Views

AGE_MS = 5000
"""The age goes on by itself so often: it is shown in seconds for one minute only."""

TABS = ("structure", "text", "hex", "compare", "details")


class InspectorPanel(QWidget):
    """Shows one message. What it shows always belongs to the message named in its header.

    The tabs are made when the first message is shown, each view when it is first looked at: the start of the window
    does not wait for them.

    Signals:
        work_requested(key, call, context, background): something to be worked out in a lane, to be answered by
            `take` or `take_error`. The payload is asked for only while a view of it is looked at.
        assumed_chosen(codec): taken from here on where a message of this source does not say its encoding.
        tab_chosen(name), empty_toggled(bool): what a person likes to see.
    """

    work_requested = Signal(str, object, object, bool)
    assumed_chosen = Signal(str)
    tab_chosen = Signal(str)
    empty_toggled = Signal(bool)

    def __init__(
        self,
        parent: QWidget | None = None,
        clock: Callable[[], Instant] = times.now,
        ask_file: Callable[[QWidget, str, str, str], str] = lambda *_: "",
    ) -> None:
        """`ask_file` asks a person for a new file: window, title, proposed name, suffix; answers its path, or ""."""
        super().__init__(parent)
        self.setObjectName("inspector")
        self._clock, self._ask_file = clock, ask_file
        self._item: Item | None = None
        self._row: DepthRow | None = None
        self._more: Phrase | None = None
        self._traits = ORDINARY
        self._since: Instant | None = None
        self._urgent = self._painted = self._empty_shown = False
        self._tab = TABS[0]
        self.looking = Looking(self)
        self.title = data_label(self, "inspector-title")
        self.title.setFont(theme.bold(self.font(), 1.25))
        self.subtitle = data_label(self, "inspector-subtitle")
        self.case = data_label(self, "inspector-case")
        self.story = data_label(self, "inspector-story")
        theme.dress(self.subtitle, "muted")
        theme.dress(self.story, "muted")
        self._views: Views | None = None
        self._age = QTimer(self)
        self._age.setObjectName("inspector-age")
        self._age.setInterval(AGE_MS)
        self._lay_out()
        self._age.timeout.connect(self._show_facts)
        self.looking.requested.connect(self.work_requested)
        self.looking.changed.connect(self._on_content)
        self.looking.failed.connect(self._on_failed)
        self.show_item(None, None)

    def _lay_out(self) -> None:
        head = QVBoxLayout()
        head.setContentsMargins(3 * theme.GRID, 2 * theme.GRID, 3 * theme.GRID, theme.GRID)
        head.setSpacing(theme.GRID)
        for label in (self.title, self.subtitle, self.case, self.story):
            head.addWidget(label)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addLayout(head)
        self._filler = QWidget(self)  # keeps the header at the top while there is nothing below it
        self._column.addWidget(self._filler, 1)
        theme.dress(self, "surface")
        self.setAutoFillBackground(True)

    def sizeHint(self) -> QSize:
        return QSize(460, 600)

    def minimumSizeHint(self) -> QSize:
        return QSize(260, 64 * theme.GRID)

    @property
    def views(self) -> Views:
        """The tabs and what stands below them; made when they are first asked for."""
        if self._views is None:
            from qmonitor.gui.inspector.views import Views

            self._views = made = Views(self.looking, self._ask_file, self)
            made.pages.turn_to(self._tab)
            made.show_empty(self._empty_shown)
            made.set_pale(self._since is not None)
            made.tab_chosen.connect(self._on_tab)
            made.empty_toggled.connect(self.empty_toggled)
            made.assumed_chosen.connect(self._on_assumed)
            self._column.insertWidget(1, made, 1)
        return self._views

    @property
    def first(self) -> QWidget:
        """What takes the keyboard."""
        return self.views.first if self._item is not None else self

    # -- what the window tells -------------------------------------------------------------------------------

    def begin_with(self, tab: str, *, empty_shown: bool, assumed: str) -> None:
        """What a person likes to see, and which encoding this source's messages have where they do not say."""
        self._tab = tab if tab in TABS else TABS[0]
        self._empty_shown = empty_shown
        self.looking.read_as(replace(self.looking.view, assumed=assumed))

    def set_masked(self, masked: bool) -> None:
        """Hide what tells of a person, or show it: in every view, at once."""
        if masked != self.looking.view.masked:
            self.forget_hit()
            if masked and self._views is not None:
                self._views.clear_filter()  # it may be a name
            self.looking.read_as(replace(self.looking.view, masked=masked))
            self.show_item(self._item, self._row, self._more, self._traits)

    def show_item(
        self,
        item: Item | None,
        depth_row: DepthRow | None,
        more: Phrase | None = None,
        traits: Traits = ORDINARY,
    ) -> None:
        """Show this message; None shows nothing, at once. `depth_row` is its destination's backlog, if known.

        `more` is a sentence about its destination, `traits` are those of its channel.
        """
        self._item, self._row, self._more, self._traits = item, depth_row, more, traits
        self.looking.begin(item)
        if item is None:
            self._show_empty(self.tr("No message is selected."))
            return
        self._show_title(item)
        self._show_subtitle()
        told = model.summary(self._shown_item(item), depth_row, self._clock(), traits)
        self._urgent = told.urgent
        self._dress()
        self.case.setText(told.case)
        self.story.setText(told.story if more is None else f"{told.story} {text.translate(more)}")
        self.views.show_item(self._shown_item(item))
        self._show_parts(shown=True)
        self._show_facts()
        self._look()

    def _shown_item(self, item: Item) -> Item:
        """As it may be shown, by what is known of its payload so far."""
        content = self.looking.content
        known = item if content is None else content.known_of(item)
        return veiled_item(known, masked=self.looking.view.masked)

    def _show_title(self, item: Item) -> None:
        self.title.setText(model.title(self._shown_item(item), self._traits))

    def show_hit(self, item: ItemId, begin: int, end: int) -> None:
        """Turn to bytes of a message that a search has found, as soon as it is shown; -1: it has no place in them."""
        from qmonitor.gui.inspector.hit import Hit

        self.views.show_hit(Hit(item, begin, end) if begin >= 0 else None)

    def forget_hit(self) -> None:
        """What was found does not hold any more."""
        if self._views is not None:
            self._views.show_hit(None)

    def set_stale(self, since: Instant | None) -> None:
        """Nothing newer than this was read: pale, with that time. None: it is fresh again."""
        if since != self._since:
            self._since = since
            self._show_subtitle()
            self._dress()

    @Slot(str, object, object)
    def take(self, key: str, look: object, value: object) -> None:
        """An answer to `work_requested`; one about another message is dropped."""
        self.looking.take(key, look, value)

    @Slot(str, object, object)
    def take_error(self, key: str, look: object, error: QueueError) -> None:
        """It could not be worked out."""
        self.looking.take_error(key, look, error)

    @Slot(object, object)
    def show_lost(self, item: ItemId, error: QueueError) -> None:
        """The message could not be read. Where it is gone, so is what was shown of it."""
        if self._item is not None and item != self._item.id:
            return
        if isinstance(error, UnknownItem):
            self._lose(item)
        elif self._item is not None and self._views is not None:
            self._views.show_error(error)

    def command(self, name: str) -> None:
        """Do what a person asked for by menu or key: `filter-fields`, `copy-value`, `copy-path`, `save-stored` …"""
        if self._item is not None:
            self.views.command(name)

    # -- showing ---------------------------------------------------------------------------------------------

    def _lose(self, item: ItemId) -> None:
        self._item = self._row = None
        self.looking.begin(None)
        self._show_empty(self.tr("Message {id} is no longer in the queue.").format(id=item))

    @Slot(str, object)
    def _on_failed(self, key: str, error: QueueError) -> None:
        if isinstance(error, UnknownItem) and key in ("content", "whole") and self._item is not None:
            self._lose(self._item.id)

    @Slot()
    def _on_content(self) -> None:
        if self._item is not None and self.looking.view.masked:
            self._show_title(self._item)  # its control id may tell what the payload protects
            self._show_facts()
        self._show_subtitle()

    def _show_subtitle(self) -> None:
        if self._item is None:
            return
        content = self.looking.content
        words = model.subtitle(
            self._item, model.payload_words(content.document, content.meanings.version) if content else ""
        )
        if self._since is not None:
            old = self.tr("as of {time}, not read since").format(time=text.short_time(self._since))
            words = f"{words} · {old}"
        self.subtitle.setText(words)

    def _dress(self) -> None:
        """What is old is pale, whatever it says."""
        pale = self._since is not None
        theme.dress(self.title, "muted" if pale else "text")
        theme.dress(self.case, "muted" if pale else "danger" if self._urgent else "text")
        if self._views is not None:
            self._views.set_pale(pale)

    def _show_empty(self, words: str) -> None:
        for label in (self.title, self.case, self.story):
            label.clear()
        self.subtitle.setText(words)
        if self._views is not None:
            self._views.show_item(None)
            self._views.show_facts([])
        self._show_parts(shown=False)

    def _show_parts(self, *, shown: bool) -> None:
        for part in (self.title, self.case, self.story):
            part.setVisible(shown)
        if self._views is not None:
            self._views.setVisible(shown)
        self._filler.setVisible(not shown)

    @Slot()
    def _show_facts(self) -> None:
        if self._item is not None and self._views is not None:
            item = self._shown_item(self._item)
            self._views.show_facts(model.facts(item, self._row, self._clock(), self._traits))

    @Slot()
    def _look(self) -> None:
        """Ask for what the tab that is looked at shows: not before the window has been painted for the first time."""
        if self.isVisible() and self._painted and self._item is not None:
            self.views.look()

    @Slot(str)
    def _on_tab(self, name: str) -> None:
        self._tab = name
        self.tab_chosen.emit(name)
        self._look()

    @Slot(str)
    def _on_assumed(self, codec: str) -> None:
        self.looking.read_as(replace(self.looking.view, assumed=codec, encoding=""))
        self.assumed_chosen.emit(codec)
        self._look()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._painted:
            self._painted = True
            QTimer.singleShot(0, self._look)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._age.start()
        self._show_facts()
        self._look()

    def hideEvent(self, event: QHideEvent) -> None:
        self._age.stop()
        super().hideEvent(event)
