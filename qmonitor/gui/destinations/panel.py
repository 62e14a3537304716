"""The destinations panel: a head with the order, a search field where it is worth one, and the list."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QObject, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QLabel, QLineEdit, QListView, QMenu, QToolButton, QVBoxLayout, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.destinations.delegate import DestinationDelegate
from qmonitor.gui.destinations.entry import Entry
from qmonitor.gui.destinations.model import ENTRY, DestinationModel, Order
from qmonitor.monitor.alerts.model import Alert
from qmonitor.monitor.standing import Standing
from qmonitor.queues.model import Destination
from qmonitor.queues.times import Instant

LEAST = 37
"""Average characters that a row has to have room for."""
KEYS_MS = 15_000
"""So long after a key rows keep their places, as they do under the pointer. Not for as long as the list has the
keyboard: it has it from the beginning, and the order would never follow on a screen that is only looked at."""
SEARCH_FROM = 13
"""A search field appears from so many destinations on."""


class DestinationsPanel(QWidget):
    """Lists all destinations with their state.

    Signals:
        destination_selected(Destination or None): another row was chosen; None stands for all together.
    """

    destination_selected = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("destinations")
        self.model = DestinationModel(self)
        self._delegate = DestinationDelegate(self)
        self._chosen: Destination | None = None
        self._arranging = False
        self._pointed = False
        self._keys = QTimer(self, singleShot=True, interval=KEYS_MS)
        self._keys.setObjectName("destinations-keys")
        self._keys.timeout.connect(self._hold)
        self._scrolling = QTimer(self, singleShot=True, interval=0)  # once the list has its new size
        self._scrolling.setObjectName("destinations-scrolling")
        self._scrolling.timeout.connect(self._scroll)
        self.view = self._make_view()
        self._head = _Head(self._delegate, self.view.viewport(), self)
        self._head.order_chosen.connect(self._sort)
        self._search = self._make_search()
        self._stale = QLabel(self)
        self._stale.setObjectName("destinations-stale")
        self._stale.setContentsMargins(8, 4, 8, 4)
        self._stale.setTextFormat(Qt.TextFormat.PlainText)
        theme.dress(self._stale, "warning")
        self._stale.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for widget in (self._head, self._search, self.view, self._stale):  # at the end: it moves no row
            layout.addWidget(widget)
        self.setFocusProxy(self.view)
        theme.dress(self, "surface")
        self.setAutoFillBackground(True)
        theme.notifier().changed.connect(self._repaint)

    def _make_view(self) -> QListView:
        view = QListView(self)
        view.setObjectName("destinations-list")
        view.setAccessibleName(self.tr("Destinations"))
        view.setModel(self.model)
        view.setItemDelegate(self._delegate)
        view.setUniformItemSizes(True)
        view.setMouseTracking(True)
        view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setFrameShape(QListView.Shape.NoFrame)
        view.selectionModel().currentChanged.connect(self._choose)
        view.viewport().installEventFilter(self)
        view.installEventFilter(self)
        return view

    def _make_search(self) -> QLineEdit:
        search = QLineEdit(self)
        search.setObjectName("destinations-search")
        search.setAccessibleName(self.tr("Search destinations"))
        search.setPlaceholderText(self.tr("Search destinations"))
        search.setClearButtonEnabled(True)
        search.textChanged.connect(self._filter)
        theme.dress(search, "field")
        search.hide()
        return search

    def add_context_actions(self, actions: Iterable[QAction]) -> None:
        """Offer these in the list's context menu; a right click selects its row first."""
        self.view.addActions(list(actions))
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def sizeHint(self) -> QSize:
        return QSize(308, 600)

    def minimumSizeHint(self) -> QSize:
        return QSize(LEAST * self.fontMetrics().averageCharWidth(), 160)

    # -- what the window tells -------------------------------------------------------------------------------

    def show_standing(self, standing: Standing) -> None:
        """Show one look at the source; what was selected stays so."""
        with self._keeping_the_choice():
            self.model.show(standing)
        self._delegate.fit_columns(self.view.font(), *self.model.widest())
        self._head.update()
        self._search.setVisible(self.model.count >= SEARCH_FROM or bool(self._search.text()))
        self._set_stale_words("")
        if not self.model.knows(self._chosen):
            self.select(None)

    @Slot(object)
    def show_alerts(self, found: tuple[Alert, ...]) -> None:
        """Mark the destinations at which these alerts are open."""
        self.model.show_alerts(found)

    def set_masked(self, masked: bool) -> None:
        """Say of error texts only their kind, or all."""
        self.model.set_masked(masked)

    def set_stale(self, since: Instant | None) -> None:
        """The figures are too old to be taken for the present: say since when, and paint them muted."""
        words = self.tr("Stale since {time}") if since is not None else self.tr("Not read yet")
        self._set_stale_words(words.format(time=text.short_time(since)))

    def select(self, destination: Destination | None) -> None:
        """Choose a destination, or all; one that the filter hides is shown again, one that is not there is ignored."""
        if self.model.row_of(destination) is None and self._search.text():
            self._search.clear()
        row = self.model.row_of(destination)
        if row is not None:
            self._set_current(row)

    def selected(self) -> Destination | None:
        return self._chosen

    # -- what the user does ----------------------------------------------------------------------------------

    @Slot(QModelIndex, QModelIndex)
    def _choose(self, current: QModelIndex, _previous: QModelIndex) -> None:
        entry = current.data(ENTRY) if current.isValid() and not self._arranging else None
        if isinstance(entry, Entry) and entry.destination != self._chosen:
            self._chosen = entry.destination
            self.destination_selected.emit(entry.destination)

    @contextmanager
    def _keeping_the_choice(self) -> Iterator[None]:
        """While rows come and go Qt moves the current one; what was chosen stays chosen, even if a filter hides it."""
        self._arranging = True
        try:
            yield
        finally:
            row = self.model.row_of(self._chosen)
            self._set_current(row)
            self._arranging = False

    def _set_current(self, row: int | None) -> None:
        selection = self.view.selectionModel()
        if row is None:
            selection.clear()
        elif selection.currentIndex().row() != row or not selection.hasSelection():
            selection.setCurrentIndex(self.model.index(row), QItemSelectionModel.SelectionFlag.ClearAndSelect)

    @Slot(str)
    def _filter(self, words: str) -> None:
        with self._keeping_the_choice():
            self.model.set_filter(words)

    @Slot(object)
    def _sort(self, order: Order) -> None:
        self.model.set_order(order)
        self.view.scrollTo(self.view.currentIndex())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Rows keep their places while the pointer is over them, or somebody goes through them with keys."""
        kind = event.type()
        if watched is self.view.viewport():
            if kind in (QEvent.Type.Enter, QEvent.Type.Leave):
                self._pointed = kind == QEvent.Type.Enter
                self._hold()
            elif isinstance(event, QResizeEvent):
                self._head.update()  # a scroll bar came or went
                self._keep_in_sight(event.oldSize().height())
        elif kind == QEvent.Type.KeyPress:
            self._keys.start()
            self._hold()
        elif kind == QEvent.Type.FocusOut:
            self._keys.stop()
            self._hold()
        return super().eventFilter(watched, event)

    def _keep_in_sight(self, height: int) -> None:
        """What is chosen stays in sight where a strip takes from the list, which was so high."""
        row = self.view.visualRect(self.view.currentIndex())
        if row.isValid() and not self._pointed and (height <= 0 or 0 <= row.top() < height):
            self._scrolling.start()

    @Slot()
    def _scroll(self) -> None:
        self.view.scrollTo(self.view.currentIndex())

    @Slot()
    def _hold(self) -> None:
        self.model.order_held = self._pointed or self._keys.isActive()

    def _set_stale_words(self, words: str) -> None:
        self._stale.setText(words)
        self._stale.setVisible(bool(words))
        if self._delegate.stale != bool(words):
            self._delegate.stale = bool(words)
            self._repaint()

    @Slot()
    def _repaint(self) -> None:
        self.view.viewport().update()
        self._head.update()


class _Head(QWidget):
    """The titles over the list, and the menu of orders.

    Signals:
        order_chosen(Order)
    """

    order_chosen = Signal(object)

    def __init__(self, delegate: DestinationDelegate, rows: QWidget, parent: QWidget) -> None:
        """`rows` is what the rows are painted on: as wide as they are, without a scroll bar."""
        super().__init__(parent)
        self._delegate, self._rows = delegate, rows
        button = self._button = QToolButton(self)
        button.setObjectName("destinations-order")
        button.setText(self.tr("Destinations") + " ▾")
        button.setAccessibleName(self.tr("Order of the destinations"))
        button.setToolTip(self.tr("Choose the order of the destinations"))
        button.setFont(theme.bold(self.font()))
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setMenu(self._make_menu(button))
        theme.dress(button, "chip")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 2, 4, 2)
        layout.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        self.setSizePolicy(self.sizePolicy().horizontalPolicy(), self.sizePolicy().Policy.Fixed)

    def _make_menu(self, parent: QWidget) -> QMenu:
        menu = QMenu(parent)
        group = QActionGroup(menu)
        for order, words in ((Order.NAME, self.tr("By name")), (Order.WORST, self.tr("Worst first"))):
            action = menu.addAction(words)
            action.setObjectName(f"destinations-order-{order}")
            action.setCheckable(True)
            action.setChecked(order is Order.NAME)
            action.setData(order.value)
            group.addAction(action)
        group.triggered.connect(lambda action: self.order_chosen.emit(Order(action.data())))
        return menu

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        colors = theme.current()
        painter.setPen(colors.muted)
        painter.setFont(theme.bold(self.font()))
        middle = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        titles = (self.tr("pending"), self.tr("oldest"))
        for (x, width), words in zip(self._delegate.columns(0, self._rows.width()), titles, strict=True):
            if x + width - painter.fontMetrics().horizontalAdvance(words) > self._button.geometry().right():
                painter.drawText(0, 0, x + width, self.height(), middle, words)
        painter.setPen(colors.line)
        painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
        painter.end()
