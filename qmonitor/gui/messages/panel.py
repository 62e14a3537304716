"""The messages panel: filter bar, table, and a line below that says what is there."""

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QModelIndex, QPoint, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QGuiApplication, QHideEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from qmonitor.gui import theme
from qmonitor.gui.messages.chosen import Chosen
from qmonitor.gui.messages.columns import PLACES, Column
from qmonitor.gui.messages.counts import Counts
from qmonitor.gui.messages.feed import PageFeed
from qmonitor.gui.messages.filters import FilterBar
from qmonitor.gui.messages.foot import Foot
from qmonitor.gui.messages.go_to import GoTo
from qmonitor.gui.messages.model import MessagesModel
from qmonitor.gui.messages.notice import Notice
from qmonitor.gui.messages.place import Place
from qmonitor.gui.messages.table import MessageTable
from qmonitor.gui.messages.view_menu import ViewMenu
from qmonitor.queues import times
from qmonitor.queues.errors import QueueError
from qmonitor.queues.model import Depth, Destination, Item, ItemId, Page, Query
from qmonitor.queues.times import Instant

REFRESH_MS = 400
"""Rows are read again at most so often, however often the source changes."""


class MessagesPanel(QWidget):
    """Shows the messages of one destination, or of all.

    Signals:
        page_requested(Query, Start, token): to be answered by `show_page` or `show_error`.
        count_requested(tuple of Query, token): to be answered by `show_count`.
        item_selected(id or None): the current item; None where there is none any more.
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
        self._seek_next: ItemId | None = None
        self._said = ""
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
        self.setFocusProxy(self.table)
        theme.dress(self, "surface")
        self.setAutoFillBackground(True)
        self.addAction(self.view_menu.go_to)

    def _connect_table(self) -> None:
        self.table.scrolled.connect(self._on_scrolled)
        self.table.entered.connect(self._on_entered)
        self.table.doubleClicked.connect(self._on_entered)
        self.table.copy_wanted.connect(self.copy)
        self.table.top_wanted.connect(self.go_to_top)
        self.table.end_wanted.connect(self.go_to_end)
        self.table.selectionModel().currentRowChanged.connect(self._on_current)
        self.table.columns.arranged.connect(self.layout_changed)
        header = self.table.horizontalHeader()
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(self._on_header_menu)
        self.view_menu.top_wanted.connect(self.go_to_top)
        self.view_menu.end_wanted.connect(self.go_to_end)
        self.view_menu.id_wanted.connect(self.go_to.begin)
        self.view_menu.all_wanted.connect(self.filters.clear)
        self.filters.changed.connect(self._begin)
        self.filters.left.connect(self.table.setFocus)
        self.go_to.left.connect(self.table.setFocus)
        self.go_to.sought.connect(self.pages.seek)
        self.go_to.shown_anyway.connect(self._show_anyway)
        self.foot.top_requested.connect(self.go_to_top)
        self.notice.cleared.connect(self.filters.clear)
        self.notice.retried.connect(self._retry)
        self.chosen.changed.connect(self._on_chosen)
        theme.notifier().changed.connect(self.table.viewport().update)

    def _connect_feeds(self) -> None:
        self.pages.page_requested.connect(self.page_requested)
        self.pages.about_to_take.connect(self.place.note)
        self.pages.counted.connect(self._on_counted)
        self.pages.taken.connect(self._after_change)
        self.pages.failed.connect(self.notice.show_error)
        self.pages.arrived.connect(self._on_arrived)
        self.pages.missed.connect(self._on_missed)
        self.pages.refused.connect(self._on_refused)
        self.counts.feed.count_requested.connect(self.count_requested)
        self.counts.changed.connect(self._show_counts)
        self.place.current_changed.connect(self.item_selected)
        self._refresh.timeout.connect(self._look_again)

    def sizeHint(self) -> QSize:
        return QSize(640, 420)

    # -- what the window tells -------------------------------------------------------------------------------

    def set_destination(self, destination: Destination | None) -> None:
        """Show this destination's messages, or (None) those of all."""
        if destination == self._destination and self._begun:
            return
        self._destination = destination
        self.filters.set_destination(destination)
        self._begin()

    def set_depth(self, depth: Depth) -> None:
        """The heads, the counts of pending and failed until they are counted, and the instant ages count up to."""
        self._depth = depth
        self.model.set_heads(depth)
        self.counts.set_depth(depth)
        self._show_counts()

    def data_changed(self) -> None:
        """The source may have changed: what is seen is read again soon."""
        self.model.window.go_stale()
        if not self._begun:
            self._begin()
        elif self.isVisible() and not self._refresh.isActive():
            self._refresh.start()

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

    def clear(self) -> None:
        """Forget everything: another source is opened. Asks for nothing until something is shown again."""
        self._destination, self._depth, self._begun = None, None, False
        self.counts.forget()
        self.counts.set_depth(None)
        self._refresh.stop()
        self.filters.set_destination(None)
        self._forget_choice()
        self.pages.begin(self.filters.query())
        self._show_counts()

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

    def current_query(self) -> Query:
        """The query whose items the table shows."""
        return self.filters.query()

    @Slot()
    def copy(self) -> None:
        """Put the selected rows that are read on the clipboard, as they are seen: columns parted by tabs."""
        columns = [column for column in self.table.columns.in_order() if column is not Column.HEAD]
        held = [(row, item) for row, item in self.model.window.held() if self.chosen.all or item.id in self.chosen.ids]
        lines = ["\t".join(str(self.model.index(row, column).data() or "") for column in columns) for row, _ in held]
        if not lines:
            return
        QGuiApplication.clipboard().setText("\n".join(lines) + "\n")
        whole = self.counts.matching()[0] if self.chosen.all else len(self.chosen.ids)
        self._said = self.place.copied_words(len(lines), whole)
        self._show_foot()

    @Slot()
    def _on_chosen(self) -> None:
        self._said = ""
        if not self.chosen.any:
            self.place.set_current(None)
        self._show_foot()
        self.selection_changed.emit()

    @Slot(QModelIndex, QModelIndex)
    def _on_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        item = self.model.item(current.row()) if current.isValid() else None
        if item is not None and not self.place.taking:
            self.place.set_current(item.id)

    @Slot()
    def _on_entered(self) -> None:
        item = self.model.item(self.table.currentIndex().row())
        if item is not None:
            self.inspect_requested.emit(item.id)

    @Slot(QPoint)
    def _on_header_menu(self, at: QPoint) -> None:
        self.view_menu.pop_up_columns(self.table.horizontalHeader().mapToGlobal(at))

    def _forget_choice(self) -> None:
        self.place.forget()
        self.chosen.clear()

    # -- asking ----------------------------------------------------------------------------------------------

    @Slot()
    def _begin(self) -> None:
        """Show another query from its first row on."""
        self._begun = True
        self._forget_choice()
        self.notice.hide()
        query = self.filters.query()
        one_place = PLACES if self._destination is not None else frozenset[Column]()
        one_state = {Column.STATE} if query.state is not None else set[Column]()
        self.table.columns.same_in(one_place | one_state)
        self.view_menu.name_order(newest_first=not query.head_first)
        self.counts.show(self._destination, query)
        self.pages.to_count = self.counts.wanted()
        self.pages.begin(query)
        self.table.scrollToTop()
        self._show_counts()
        if self.isVisible():
            self._ask()
        self.query_changed.emit()

    def _ask(self) -> None:
        sought, self._seek_next = self._seek_next, None
        if sought is not None:
            self.pages.seek(sought)
        else:
            self.pages.ask()

    @Slot()
    def _look_again(self) -> None:
        if self._begun and self.isVisible():
            self.pages.ask()

    @Slot()
    def _retry(self) -> None:
        self.notice.hide()
        self.model.window.go_stale()
        self._ask()

    @Slot()
    def _on_scrolled(self) -> None:
        self.place.on_scrolled()
        if self._begun and self.isVisible() and not self.place.taking:
            self.pages.ask()
        self._show_foot()

    @Slot()
    def go_to_top(self) -> None:
        """Show the first rows, read again."""
        self.model.window.go_stale()
        self.table.verticalScrollBar().setValue(0)
        self._look_again()
        self.place.choose_row(0)

    @Slot()
    def go_to_end(self) -> None:
        """Show the last rows."""
        last = self.model.rowCount() - 1
        if self.model.item(last) is None and self._begun:
            self.pages.seek_end()
        last = self.model.rowCount() - 1
        self.table.verticalScrollBar().setValue(max(0, last))
        self.place.choose_row(last)

    @Slot(object)
    def _on_arrived(self, item: ItemId) -> None:
        self.go_to.end()
        row = self.model.window.row_of(item)
        if row is not None:
            self.table.select_only(row)
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(object, object)
    def _on_missed(self, sought: ItemId, item: Item | None) -> None:
        self.go_to.show()
        self.go_to.explain(sought, item, self.filters.query())

    @Slot(object, object)
    def _on_refused(self, _sought: ItemId, error: QueueError) -> None:
        self.go_to.show()
        self.go_to.refuse(error)

    @Slot(object)
    def _show_anyway(self, item: Item) -> None:
        """Clear what hides a message, and go to it; where it is of another destination, the window turns to that."""
        where = Destination(item.channel, item.destination)
        if self._destination not in (None, where):
            self.destination_requested.emit(where)
        self._seek_next = item.id
        self.filters.clear()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._begun:
            self.model.window.go_stale()
            self._ask()

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
        self.place.settle()
        self._write_counts()

    @Slot()
    def _show_counts(self) -> None:
        self.place.note()
        self.model.window.set_count(self.counts.matching()[0])
        self._after_change()

    def _write_counts(self) -> None:
        self.filters.show_counts({state: self.counts.of_chip(state) for state in self.filters.chips})
        self._show_foot()
        self._show_emptiness()

    def _show_foot(self) -> None:
        count, counted_at = self.place.count(*self.counts.matching())
        self.foot.show_state(
            self.foot.count_words(count, counted_at) if self.model.window.loaded else "",
            self.place.head_words(self._depth, self._destination, self.filters.state),
            self.chosen.words(self.counts.matching()[0]),
            self._said or self.place.reading_words(),
        )
        self.foot.show_time(self.pages.as_of if self.model.window.loaded else None)
        self.foot.show_new(self.place.new_above, more=self.model.window.unseen_more)

    def _show_emptiness(self) -> None:
        """An empty list says which filters are set, and how much there is without them."""
        window = self.model.window
        if not window.loaded or window.rows:
            self.notice.hide_emptiness()
        else:
            self.notice.show_emptiness(self._destination, self.filters.filters(), self.counts.of_chip(None))
