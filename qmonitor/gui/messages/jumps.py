"""Going to the first, the last or a certain message, wherever it is."""

from PySide6.QtCore import QObject, Qt, Signal, Slot

from qmonitor.gui.messages.feed import PageFeed
from qmonitor.gui.messages.filters import FilterBar
from qmonitor.gui.messages.go_to import GoTo
from qmonitor.gui.messages.model import MessagesModel
from qmonitor.gui.messages.place import LAST, Place
from qmonitor.gui.messages.table import MessageTable
from qmonitor.gui.messages.view_menu import ViewMenu
from qmonitor.queues.errors import QueueError
from qmonitor.queues.model import Destination, Item, ItemId


class Jumps(QObject):
    """Moves a table by what is typed or pressed.

    Signals:
        destination_requested(Destination): the message that is wanted is one of another destination.
        widened(id): the filters left out the message that somebody was led to, and are cleared.
    """

    destination_requested = Signal(object)
    widened = Signal(object)

    def __init__(self, table: MessageTable, place: Place, pages: PageFeed, go_to: GoTo, filters: FilterBar) -> None:
        super().__init__(table)
        self._table, self._place, self._pages, self._go_to, self._filters = table, place, pages, go_to, filters
        self._next: ItemId | None = None
        self._led = ""
        table.top_wanted.connect(self.go_to_top)
        table.end_wanted.connect(self.go_to_end)
        go_to.left.connect(table.setFocus)
        go_to.sought.connect(self._on_sought)
        go_to.shown_anyway.connect(self._show_anyway)
        pages.lost.connect(place.lose)
        pages.arrived.connect(self._on_arrived)
        pages.missed.connect(self._on_missed)
        pages.refused.connect(self._on_refused)
        pages.watched = lambda: place.chosen.ids

    def offer_in(self, menu: ViewMenu) -> None:
        """Have a menu lead here."""
        menu.top_wanted.connect(self.go_to_top)
        menu.end_wanted.connect(self.go_to_end)
        menu.id_wanted.connect(self._go_to.begin)
        menu.all_wanted.connect(self._filters.clear)

    @property
    def _model(self) -> MessagesModel:
        model = self._table.model()
        assert isinstance(model, MessagesModel)
        return model

    def lead_to(self, item: ItemId) -> None:
        """Go to a message that somebody chose elsewhere, whatever the list leaves out: then the filters are cleared."""
        self._filters.settle()  # a list that begins anew would forget what is sought
        self._go_to.seek(item)
        self._led = str(item)

    @Slot(object)
    def _on_sought(self, item: ItemId) -> None:
        self._led = ""
        self._pages.seek(item)

    def ask(self) -> None:
        """Ask for the rows that are seen, or for the message that the list was begun for."""
        sought, self._next = self._next, None
        if sought is not None:
            self._pages.seek(sought)
        else:
            self._pages.ask()

    @Slot()
    def go_to_top(self) -> None:
        """Show the first rows, read again."""
        self._model.window.go_stale()
        self._table.verticalScrollBar().setValue(0)
        self._place.wish(0)
        self._pages.ask()
        if not self._pages.busy:
            self._place.fulfil()

    @Slot()
    def go_to_end(self) -> None:
        """Show the last rows."""
        self._place.wish(LAST)
        self._place.fulfil()
        if self._model.item(self._model.rowCount() - 1) is None:
            self._pages.seek_end()

    def go_to_extreme(self, *, newest: bool) -> None:
        """Show the newest or the oldest message, whichever end of the table that is."""
        if newest is not self._filters.query().head_first:
            self.go_to_top()
        else:
            self.go_to_end()
        self._table.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot(object)
    def _on_arrived(self, item: ItemId) -> None:
        self._go_to.end()
        row = self._model.window.row_of(item)
        if row is not None:
            self._table.select_only(row)
            self._table.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(object, object)
    def _on_missed(self, sought: ItemId, item: Item | None) -> None:
        if item is not None and self._led == str(sought):
            self._show_anyway(item)
            self.widened.emit(item.id)
        else:
            self._go_to.explain(sought, item, self._filters.query())
        self._led = ""

    @Slot(object, object)
    def _on_refused(self, _sought: ItemId, error: QueueError) -> None:
        self._go_to.refuse(error)

    @Slot(object)
    def _show_anyway(self, item: Item) -> None:
        """Clear what hides a message, and go to it; where it is of another destination, the window turns to that."""
        where, query = Destination(item.channel, item.destination), self._filters.query()
        if query.channel is not None and where != Destination(query.channel, query.destination or ""):
            self.destination_requested.emit(where)
        self._next = item.id
        self._filters.clear()
