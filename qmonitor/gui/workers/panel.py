"""The workers tab: who sends from here, how far they are, and what came of each attempt."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction, QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QMenu,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from qmonitor.gui import text, theme
from qmonitor.gui.chips import as_chip, make_action
from qmonitor.gui.fitted import FittedText
from qmonitor.gui.hairline import Hairline, Splitter
from qmonitor.gui.workers import summary, words
from qmonitor.gui.workers.attempts import AttemptsModel, AttemptsTable
from qmonitor.gui.workers.model import WorkersModel
from qmonitor.gui.workers.nobody import Nobody
from qmonitor.gui.workers.row import Row
from qmonitor.gui.workers.table import WorkersTable
from qmonitor.monitor.failures.said import said
from qmonitor.monitor.running.model import Offer, Post
from qmonitor.queues.errors import QueueError
from qmonitor.queues.model import Destination
from qmonitor.queues.working import Phase


class WorkersPanel(QWidget):
    """One row for each destination that has a worker or could have one. It decides nothing: it asks.

    `running` is how many workers run. Nothing is drawn while the tab is not seen. Why a worker was started is shown by
    its kind, as in the audit, until `set_masked` says that names may be seen: a person may have named the patient.
    `shared`: others may work on the queue at any time; nobody watches for them, or can say that they have stopped.

    Signals:
        seen(bool): the tab is looked at from now on, and what is known of the settings may be old; or no more.
        start_requested(destinations), stop_requested(destinations): for the selected rows.
        statement_requested(Destination): a person wants to say that the engine is stopped.
        destination_requested(Destination): to be shown.
        settings_requested(): which destinations are sent, and where to.
        counted(): `running`, or what `summary` says, is another one.
    """

    seen = Signal(bool)
    start_requested = Signal(object)
    stop_requested = Signal(object)
    statement_requested = Signal(object)
    destination_requested = Signal(object)
    settings_requested = Signal()
    counted = Signal()

    def __init__(self, parent: QWidget | None = None, *, shared: bool = False) -> None:
        super().__init__(parent)
        self.setObjectName("workers-panel")
        self._shared = shared
        self._asked = tuple(name for name in ("start", "stop", "statement") if not (shared and name == "statement"))
        """What can be asked of workers here."""
        self._told: tuple[Post, ...] = ()
        self._posts: Mapping[Destination, Post] = {}
        self._masked = True
        self._offers: Mapping[Destination, Offer] = {}
        self._wanted: Destination | None = None
        self._known = False
        self._problem: QueueError | None = None
        self.running = 0
        self.summary = ""
        self._built = False
        theme.dress(self, "surface")
        self.setAutoFillBackground(True)

    def _build(self) -> None:
        """Make what is in it when it is seen first: the start of the window does not wait for that."""
        self._built = True
        self.model = WorkersModel(self)
        self.table = WorkersTable(self.model)
        self.table.selectionModel().selectionChanged.connect(self._on_selection)
        self.table.selectionModel().currentRowChanged.connect(self._on_selection)
        self.table.customContextMenuRequested.connect(self._show_menu)
        self.attempts = AttemptsModel(self)
        self._lines = AttemptsTable(self.attempts)
        self._said = _said()
        self.nobody = Nobody(self, shared=self._shared)
        self.nobody.settings_requested.connect(self.settings_requested)
        self._actions = self._make_actions()
        self._lay_out()

    # -- what it is told -------------------------------------------------------------------------------------

    def show_posts(self, posts: Sequence[Post]) -> None:
        """What the workers are at."""
        self._told = tuple(posts)
        self._posts = {post.destination: self._veiled(post) for post in posts}
        self._show_if_seen()

    def set_masked(self, masked: bool) -> None:
        """Whether what tells of persons is masked."""
        if masked != self._masked:
            self._masked = masked
            self.show_posts(self._told)

    def _veiled(self, post: Post) -> Post:
        return replace(post, reason=said(post.reason, masked=True)) if self._masked and post.reason else post

    def show_offers(self, offers: Sequence[Offer], problem: QueueError | None) -> None:
        """What starting would mean, for each destination that is known; or why nothing can be started."""
        self._offers = {offer.destination: offer for offer in offers}
        self._problem, self._known = problem, True
        self._show_if_seen()

    def look_at(self, destination: Destination | None) -> None:
        """Another destination is selected in the window: turn to its row, where it has one."""
        self._wanted = destination
        if destination is not None and self.isVisible():
            self.table.select_only(destination)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._built:
            self._build()
        self._show()
        self.seen.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        self.seen.emit(False)
        super().hideEvent(event)

    # -- showing ---------------------------------------------------------------------------------------------

    def _show_if_seen(self) -> None:
        """While it is not seen, only the title of its tab is kept up."""
        if self.isVisible():
            self._show()
        else:
            self._count()

    @Slot()
    def _show(self) -> None:
        self._count()
        rows = self._rows()
        before = len(self.model.rows)
        self.model.show_rows(rows)
        if len(rows) != before:
            self._share()
        if not rows:
            self.nobody.say(known=self._known, problem=self._problem)
        self._turn_to(0 if rows else 1)
        if self.table.current() is None and rows:
            self._select_first(rows)
        self._on_selection()

    @property
    def first(self) -> QWidget:
        """What takes the keyboard (see MessagesPanel: no focus proxy below tabs); the panel keeps it until it is known
        what there is.
        """
        if not self._built:
            return self
        if self.model.rows:
            return self.table
        return self.nobody.button if self.nobody.button.isVisibleTo(self) else self

    def _turn_to(self, place: int) -> None:
        """The table, or what stands where there is none; the keyboard goes along, if it is in here."""
        focused = self.window().focusWidget()
        changed = self._places.currentIndex() != place
        within = focused is self or (changed and self._holds(focused))
        self._places.setCurrentIndex(place)
        if within:
            self.first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _holds(self, focused: QWidget | None) -> bool:
        return focused is not None and self._places.isAncestorOf(focused)

    def _select_first(self, rows: Sequence[Row]) -> None:
        """The destination that is looked at, or the first: what stands below the table is never of nothing."""
        wanted = next((row.where for row in rows if row.where == self._wanted), rows[0].where)
        self.table.select_only(wanted)

    def _rows(self) -> list[Row]:
        places = {*self._posts, *self._offers}
        return sorted(
            (Row(where, self._posts.get(where), self._offers.get(where)) for where in places),
            key=lambda row: (row.where.channel, row.where.destination),
        )

    def _count(self) -> None:
        before = self.running, self.summary
        posts = self._posts.values()
        self.running = sum(post.alive for post in posts)
        self.summary = summary.of(self._rows(), problem=self._problem)
        if self._built:
            troubled = self._problem is not None or any(not post.alive and post.ended is not None for post in posts)
            self._said.setText(self.summary)
            theme.dress(self._said, "danger" if troubled else "muted")
        if before != (self.running, self.summary):
            self.counted.emit()

    @Slot()
    def _on_selection(self) -> None:
        """Show the row that is looked at in full, and offer what can be done with those that are selected."""
        row = self.table.current()
        self._detail.show_text("" if row is None else words.in_full(row))
        self.attempts.show_attempts(() if row is None or row.post is None else row.post.attempts)
        chosen = self.table.chosen()
        self._allow("start", any(one.can_start for one in chosen), self._no_start(chosen))
        self._allow("stop", any(one.runs for one in chosen), self.tr("Select a worker that is running."))
        watching = row is not None and row.post is not None and row.post.state.phase is Phase.WATCHING
        self._name_statement(daemon=row is not None and row.dead)
        self._allow("statement", watching, self.tr("Only while a worker watches for another program."))
        self._allow("destination", row is not None, self.tr("Select a destination first."))

    def _name_statement(self, *, daemon: bool) -> None:
        """Who is said to be stopped."""
        action, label = self._actions["statement"], self.tr("&Engine is stopped…")
        self._tips["statement"] = self.tr(
            "Say that the engine is stopped, so that the worker need not watch for its own"
        )
        if daemon:
            label = self.tr("Daemon is stopp&ed…")
            self._tips["statement"] = self.tr(
                "Say that the daemon is stopped, so that the worker need not watch for it"
            )
        action.setText(label)
        action.setIconText(text.without_mnemonic(label))

    def _no_start(self, chosen: Sequence[Row]) -> str:
        """Why none of these can be started."""
        for row in chosen:
            if row.hindrance is not None:
                return row.hindrance
        return self.tr("Select a destination whose worker is stopped.")

    def _allow(self, name: str, can: bool, why: str) -> None:
        """`why`: what hinders it, where it can't be done."""
        action = self._actions[name]
        button = self.findChild(QToolButton, f"workers-{name}-button")
        if not can and button is not None and button is self.window().focusWidget():
            self.first.setFocus(Qt.FocusReason.OtherFocusReason)  # not whatever comes next
        action.setEnabled(can)
        action.setToolTip(text.tip(self._tips[name] if can else why))

    # -- what a person does ----------------------------------------------------------------------------------

    def _make_actions(self) -> dict[str, QAction]:
        calls: dict[str, tuple[str, str, Callable[[], None]]] = {
            "start": (
                self.tr("Sta&rt…"),
                self.tr("Have workers send the messages of the selected destinations"),
                self._start,
            ),
            "stop": (self.tr("St&op…"), self.tr("Have the selected workers finish their attempt, and end"), self._stop),
            "statement": (
                self.tr("&Engine is stopped…"),
                self.tr("Say that the engine is stopped, so that the worker need not watch for its own"),
                self._state,
            ),
            "destination": (self.tr("Go to &destination"), self.tr("Show this destination"), self._go),
            "settings": (
                self.tr("Se&ttings…"),
                self.tr("Which destinations are sent, and where to"),
                self.settings_requested.emit,
            ),
        }
        made, self._tips = {}, {}
        for name, (label, tip, call) in calls.items():
            made[name] = make_action(self, f"workers-{name}", label, call)
            made[name].setToolTip(tip)
            self._tips[name] = tip
        return made

    def _start(self) -> None:
        if found := tuple(row.where for row in self.table.chosen() if row.can_start):
            self.start_requested.emit(found)

    def _stop(self) -> None:
        if found := tuple(row.where for row in self.table.chosen() if row.runs):
            self.stop_requested.emit(found)

    def _state(self) -> None:
        row = self.table.current()
        if row is not None:
            self.statement_requested.emit(row.where)

    def _go(self) -> None:
        row = self.table.current()
        if row is not None:
            self.destination_requested.emit(row.where)

    @Slot(QPoint)
    def _show_menu(self, place: QPoint) -> None:
        menu = QMenu(self)
        menu.setObjectName("workers-menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        menu.addActions([self._actions[name] for name in self._asked])
        menu.addSeparator()
        menu.addActions([self._actions[name] for name in ("destination", "settings")])
        menu.popup(self.table.viewport().mapToGlobal(place))

    # -- how it looks ----------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        bar.setContentsMargins(2 * theme.GRID, theme.GRID, 2 * theme.GRID, theme.GRID)
        bar.setSpacing(theme.GRID)
        bar.addWidget(self._said, 1)
        for name in (*self._asked, "settings"):
            bar.addWidget(self._button(name))
        self._places = QStackedWidget()
        self._places.addWidget(self._make_halves())
        self._places.addWidget(self.nobody)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(bar)
        layout.addWidget(self._places, 1)

    def _make_halves(self) -> Splitter:
        below = QWidget()
        self._detail = FittedText("workers-detail", self.tr("The selected worker in full"), below)
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._detail)
        column.addWidget(Hairline())
        column.addWidget(self._lines, 1)
        halves = Splitter(Qt.Orientation.Vertical)
        halves.setObjectName("workers-halves")
        halves.addWidget(self.table)
        halves.addWidget(below)
        halves.setHandleWidth(1)
        halves.setChildrenCollapsible(False)
        halves.splitterMoved.connect(self._on_moved)
        self._halves, self._moved = halves, False
        return halves

    @Slot()
    def _on_moved(self) -> None:
        """From here on it is as a person wants it."""
        self._moved = True

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._built:
            self._share()

    def _share(self) -> None:
        """The table has what its rows need, up to half; attempts have the rest."""
        if not self._moved:
            high = self._halves.height()
            wanted = min(self.table.wanted(), high // 2)
            self._halves.setSizes([wanted, high - wanted])

    def _button(self, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setDefaultAction(self._actions[name])
        return as_chip(button, f"workers-{name}-button", self._actions[name].iconText().rstrip("…"))


def _said() -> QLabel:
    said = QLabel()
    said.setObjectName("workers-said")
    said.setTextFormat(Qt.TextFormat.PlainText)
    said.setWordWrap(True)
    theme.dress(said, "muted")
    return said
