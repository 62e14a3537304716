"""The messages panel: filter bar, table, and a line below that says what is there."""

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QHideEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from qmonitor.gui import theme
from qmonitor.gui.messages import heads
from qmonitor.gui.messages.chosen import Chosen
from qmonitor.gui.messages.counts import Counts
from qmonitor.gui.messages.feed import PageFeed
from qmonitor.gui.messages.filters import FilterBar
from qmonitor.gui.messages.foot import Foot
from qmonitor.gui.messages.go_to import GoTo
from qmonitor.gui.messages.jumps import Jumps
from qmonitor.gui.messages.model import MessagesModel
from qmonitor.gui.messages.notice import Notice
from qmonitor.gui.messages.place import Place
from qmonitor.gui.messages.summary import Summary
from qmonitor.gui.messages.table import MessageTable
from qmonitor.gui.messages.view_menu import ViewMenu
from qmonitor.queues import times
from qmonitor.queues.errors import QueueError
from qmonitor.queues.model import Among, Depth, Destination, ItemId, Page, Query, State
from qmonitor.queues.times import Instant

REFRESH_MS = 400
"""Rows are read again at most so often, however often the source changes."""


class MessagesPanel(QWidget):
    """Shows the messages of one destination, or of all.

    Signals:
        page_requested(Query, Start, token): to be answered by `show_page` or `show_error`.
        count_requested(tuple of Query, token): to be answered by `show_count`.
        item_selected(id or None): the selected item to look into; None where nothing is selected.
        inspect_requested(id): the user wants to look into it (Enter, or a double click).
        selection_changed(): `selected_ids` or `selected_query` has changed.
        query_changed(): `current_query` has changed.
        destination_requested(Destination): the user wants to see a message of another destination.
        layout_changed(): `layout_state` has changed.
    """

    page_requested = Signal(object, object, int)
    count_requested = Signal(object, int)
    item_selected = Signal(object)
    inspect_requested = Signal(object)
    selection_changed = Signal()
    query_changed = Signal()
    destination_requested = Signal(object)
    layout_changed = Signal()

    def __init__(self, parent: QWidget | None = None, clock: Callable[[], Instant] = times.now) -> None:
        super().__init__(parent)
        self.setObjectName("messages")
        self._destination: Destination | None = None
        self._depth: Depth | None = None
        self._begun = False
        self._query = Query()
        self.model = MessagesModel(self)
        self.filters = FilterBar(self, clock)
        self.go_to = GoTo(self)
        self.table = MessageTable(self.model, self)
        self.view_menu = ViewMenu(self.table.columns, self)
        self.filters.view.setMenu(self.view_menu)
        self.foot = Foot(self)
        self.notice = Notice(self.table)
        self.chosen = Chosen(self.table)
        self.place = Place(self.table, self.model, self.chosen)
        self.pages = PageFeed(self.model, self.table.seen, self)
        self.counts = Counts(tuple(self.filters.chips), self)
        self.jumps = Jumps(self.table, self.place, self.pages, self.go_to, self.filters)
        self.jumps.offer_in(self.view_menu)
        self.summary = Summary(self.filters, self.foot, self.notice, self.counts, self.place, self.pages)
        self._refresh = QTimer(self, singleShot=True, interval=REFRESH_MS)
        self._refresh.setObjectName("messages-refresh")
        self._lay_out()
        self._connect_table()
        self._connect_feeds()

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for widget in (self.filters, self.go_to, self.table, self.foot):
            layout.addWidget(widget)
        layout.setStretch(2, 1)
        self.first = self.table  # no focus proxy: Tab would lead from the tabs to it, past all above (Qt 6.11)
        theme.dress(self, "surface")
        self.setAutoFillBackground(True)

    def _connect_table(self) -> None:
        self.table.scrolled.connect(self._on_scrolled)
        self.chosen.copied.connect(self.summary.write_foot)
        self.table.columns.arranged.connect(self.layout_changed)
        self.filters.changed.connect(self._begin)
        self.filters.left.connect(self.table.setFocus)
        self.foot.top_requested.connect(self.jumps.go_to_top)
        self.notice.cleared.connect(self.filters.clear)
        self.notice.retried.connect(self._retry)
        self.chosen.changed.connect(self._on_chosen)
        self.jumps.destination_requested.connect(self.destination_requested)
        theme.notifier().changed.connect(self.table.viewport().update)

    def _connect_feeds(self) -> None:
        self.pages.page_requested.connect(self.page_requested)
        self.pages.about_to_take.connect(self.place.note)
        self.pages.counted.connect(self._on_counted)
        self.pages.taken.connect(self._after_change)
        self.pages.failed.connect(self._on_failed)
        self.counts.feed.count_requested.connect(self.count_requested)
        self.counts.changed.connect(self._show_counts)
        self.place.looked_at.connect(self.item_selected)
        self.place.inspect_requested.connect(self.inspect_requested)
        self._refresh.timeout.connect(self._look_again)

    def sizeHint(self) -> QSize:
        return QSize(640, 420)

    # -- what the window tells -------------------------------------------------------------------------------

    def set_destination(self, destination: Destination | None) -> None:
        """Show this destination's messages, or (None) those of all."""
        if destination == self._destination and self._begun:
            return
        self._destination = destination
        self._show_kinds()
        self.filters.set_destination(destination)
        self._begin()

    def _show_kinds(self) -> None:
        """What the queues are like that are looked at, as the last look told."""
        if self._depth is not None:
            self.filters.set_kinds(self._depth.kinds(None if self._destination is None else self._destination.channel))

    def set_masked(self, masked: bool) -> None:
        """Say of error texts only their kind, and don't search them; or all."""
        self.model.set_masked(masked)
        self.filters.set_masked(masked)

    def show_among(self, among: Among) -> None:
        """Show these messages of the destination, and no others, until other filters are chosen."""
        self.filters.show_among(among)

    def set_depth(self, depth: Depth) -> None:
        """The heads, the counts of pending and failed until they are counted, and the instant ages count up to."""
        self._depth = depth
        self._show_kinds()
        if self._begun:
            self.table.columns.same_in(self._query, depth)
        self.counts.set_depth(depth)
        self._show_counts()
        self.table.keep_figures_whole()

    def data_changed(self) -> None:
        """The source may have changed: what is seen is read again soon."""
        self.model.window.go_stale()
        if not self._begun:
            self._begin()
        elif self.isVisible() and not self._refresh.isActive():
            self._refresh.start(max(REFRESH_MS, round(1000 * self.pages.rest)))

    @property
    def begun(self) -> bool:
        """Whether rows were asked for. (What is asked for after a look needs not be read again for its sake.)"""
        return self._begun

    @Slot()
    def recount(self) -> None:
        """Something was done to messages: read what is seen and count again at once."""
        self.model.window.go_stale()
        self.counts.feed.forget()
        self._look_again()

    def settle(self) -> None:
        """Nothing more has changed: make up for what was not counted yet."""
        if self._begun and self.isVisible():
            self.counts.settle()

    def begin_anew(self) -> None:
        """Nothing that was read holds any more: forget it and the selection, and read again."""
        self.filters.among.show_among(None)  # its ids mean other messages now
        self._begin()

    def set_stale(self, since: Instant | None) -> None:
        """Nothing newer could be read since then, so all is pale; None: it can again."""
        self.foot.set_stale(since is not None)
        self.table.set_stale(since is not None)

    def confirm(self, as_of: Instant) -> None:
        """Nothing has changed up to this instant: what was read since the last change is as it was then."""
        if self._begun and not self.pages.busy and self.model.window.fresh:
            self.pages.as_of = as_of
            self.foot.show_time(as_of)

    @Slot(int, object)
    def show_page(self, token: int, page: Page) -> None:
        """The answer to `page_requested`; one to an older request is dropped."""
        self.pages.receive(token, page)

    @Slot(int, object)
    def show_count(self, token: int, counts: Sequence[int | None]) -> None:
        """The answer to `count_requested`."""
        self.counts.feed.receive(token, counts)

    @Slot(int, object)
    def show_error(self, token: int, error: QueueError) -> None:
        """The page could not be read."""
        self.pages.fail(token, error)

    def add_context_actions(self, actions: Iterable[QAction]) -> None:
        """Offer these in the table's context menu."""
        self.table.addActions(list(actions))
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def layout_state(self) -> list[str]:
        """How the columns are arranged, to be stored."""
        return self.table.columns.state()

    def restore_layout(self, stored: Iterable[object]) -> None:
        """Arrange the columns as it was stored; what is damaged is as by default."""
        self.table.columns.restore(stored)

    # -- what is shown and selected --------------------------------------------------------------------------

    def selected_ids(self) -> tuple[ItemId, ...]:
        """The selected items, in the order in which they were selected; also those that are out of sight.

        Empty where everything that matches is selected: see `selected_query`.
        """
        return self.chosen.ids

    def selected_query(self) -> Query | None:
        """The query, where everything that matches it is selected."""
        return self.current_query() if self.chosen.all else None

    def selected_count(self) -> int | None:
        """How many items match, where everything that matches is selected; None where that is not known."""
        return self.counts.matching()[0]

    def go_to_extreme(self, *, newest: bool) -> None:
        """Show the newest or the oldest message, whichever end of the table that is."""
        self.jumps.go_to_extreme(newest=newest)

    def choose_columns(self) -> None:
        """Offer the columns."""
        self.view_menu.columns.popup(self.filters.view.mapToGlobal(self.filters.view.rect().bottomLeft()))

    def current_query(self) -> Query:
        """The query whose items the table shows; what is still being typed is not part of it."""
        return self._query

    @Slot()
    def _on_chosen(self) -> None:
        self.summary.write_foot()
        self.selection_changed.emit()

    # -- asking ----------------------------------------------------------------------------------------------

    @Slot()
    def _begin(self) -> None:
        """Show another query from its first row on."""
        self._begun = True
        query = self._query = self.filters.query()
        self.place.begin(query)
        self.notice.hide()
        self.table.columns.same_in(query, self._depth)
        self.view_menu.name_order(newest_first=not query.head_first)
        self.counts.show(self._destination, query)
        self.pages.to_count = self.counts.wanted()
        self.pages.begin(query)
        self.table.scrollToTop()
        self._show_counts()
        if self.isVisible():
            self.jumps.ask()
        self.query_changed.emit()

    @Slot()
    def _look_again(self) -> None:
        if self._begun and self.isVisible():
            self.pages.ask()

    @Slot(object)
    def _on_failed(self, error: QueueError) -> None:
        """Rows that are there stay, and are old by now; else the place of the rows says what is the case."""
        if self.model.window.rows:
            self.foot.set_stale(True)
        else:
            self.notice.show_error(error)

    @Slot()
    def _retry(self) -> None:
        self.notice.hide()
        self.recount()

    @Slot()
    def _on_scrolled(self) -> None:
        self.place.on_scrolled()
        if self._begun and self.isVisible() and not self.place.taking:
            self.pages.ask()
        self.summary.write_foot()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._begun:
            self.model.window.go_stale()
            self.jumps.ask()

    def hideEvent(self, event: QHideEvent) -> None:
        self._refresh.stop()
        super().hideEvent(event)

    # -- counts, and what is said ----------------------------------------------------------------------------

    @Slot(object, object)
    def _on_counted(self, queries: Sequence[Query], counts: Sequence[int | None]) -> None:
        """With the rows, between `note` and `_after_change`."""
        self.counts.take(queries, counts)
        self.model.window.set_count(self.counts.matching()[0])

    @Slot()
    def _after_change(self) -> None:
        self._tell_heads()
        self.place.settle()
        self.summary.write()

    def _tell_heads(self) -> None:
        """From the rows and their count where they tell it, else from the last look."""
        pending = self.counts.of_chip(State.PENDING)
        aside = heads.unordered(self._depth, self._query)
        found = None if aside else heads.told(self.model.window, self._query, pending)
        self.summary.head = None if found is None else found.told_head
        self.model.tell(found or heads.seen(self._depth), self._depth.at_source if self._depth is not None else None)

    @Slot()
    def _show_counts(self) -> None:
        if not self.place.taking:  # else `_after_change` is still to come
            self.place.note()
            self.model.window.set_count(self.counts.matching()[0])
            self._after_change()
