"""The bar over the table: which states, which words, from when, in which order."""

from collections.abc import Callable, Collection, Mapping
from functools import partial

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QSizePolicy, QToolButton, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.messages.age import AgeFilter, RangeRow
from qmonitor.gui.messages.among_row import AmongRow
from qmonitor.gui.press import MEANS
from qmonitor.queues import times
from qmonitor.queues.model import Among, Destination, Query, State, Traits
from qmonitor.queues.times import Instant

ARROWS = "↕"
TYPING_MS = 250
"""A text filter acts when nobody has typed for so long."""
STATES: tuple[State | None, ...] = (State.PENDING, State.FAILED, State.DELIVERED, State.SKIPPED, None)
"""The chips, from the left; None lets every state pass."""
NAME = 60
"""Characters of a filter's text that are repeated in a sentence."""


class FilterBar(QWidget):
    """Chips for the states with their counts, two text fields, the age, and the order.

    Signals:
        changed(): another query is asked for.
        left(): the user has pressed Escape in a field, and wants to be in the table.
    """

    changed = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None, clock: Callable[[], Instant] = times.now) -> None:
        super().__init__(parent)
        self.setObjectName("messages-filters")
        self.state: State | None = State.PENDING
        self._flipped = False
        self._dead = False
        self._clock = clock
        self._destination: Destination | None = None
        self._typing = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._typing.setObjectName("messages-typing")
        self._typing.timeout.connect(self.changed)
        self._places: tuple[bool, bool] | None = None
        self._order_words = ARROWS
        self._counts: Mapping[State | None, int | None] = {}
        self.chips = {state: self._make_chip(state) for state in STATES}
        self.order = self._make_order()
        self.text_field = self._make_field(
            "text", self.tr("Control id or type"), self.tr("Filter by control id or type")
        )
        self.error_field = self._make_field("error", self.tr("Last error"), self.tr("Filter by last error"))
        self.age = AgeFilter(self, clock)
        self.range = RangeRow(self)
        self.among = AmongRow(self)
        self.view = self._make_view()
        self._lay_out()
        self.age.changed.connect(self._apply)
        self.age.range_wanted.connect(self._on_range_wanted)
        self.range.changed.connect(self.age.set_range)
        self.range.left.connect(self._leave)
        self.among.dropped.connect(self._on_dropped)

    def _make_chip(self, state: State | None) -> QToolButton:
        chip = QToolButton(self)
        chip.setObjectName(f"messages-state-{state or 'all'}")
        chip.setProperty(MEANS, str(state))  # its words count as well
        chip.setCheckable(True)  # in no exclusive group: that would be a single stop of Tab
        chip.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        chip.setChecked(state == self.state)
        chip.clicked.connect(partial(self._choose, state))
        theme.dress(chip, "chip")
        return chip

    def _make_field(self, name: str, hint: str, spoken: str) -> QLineEdit:
        field = QLineEdit(self)
        field.setObjectName(f"messages-{name}")
        field.setPlaceholderText(hint)
        field.setAccessibleName(spoken)
        field.setToolTip(spoken)
        field.setClearButtonEnabled(True)
        field.setMinimumWidth(field.fontMetrics().horizontalAdvance(hint) + 9 * theme.GRID)
        field.installEventFilter(self)
        field.textChanged.connect(self._typing.start)
        field.returnPressed.connect(self._apply)
        theme.dress(field, "field")
        return field

    def _make_order(self) -> QToolButton:
        order = QToolButton(self)
        order.setObjectName("messages-order")
        order.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        order.clicked.connect(self._flip)
        theme.dress(order, "chip")
        return order

    def _make_view(self) -> QToolButton:
        """The button whose menu the panel fills."""
        view = QToolButton(self)
        view.setObjectName("messages-view")
        view.setText(self.tr("view ▾"))
        view.setAccessibleName(self.tr("Columns and places"))
        view.setToolTip(self.tr("Choose columns, go to a message, clear the filters"))
        view.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        view.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        theme.dress(view, "chip")
        return view

    def _lay_out(self) -> None:
        self._chips = chips = QHBoxLayout()
        chips.setSpacing(theme.GRID // 2)
        for chip in self.chips.values():
            chips.addWidget(chip)
        chips.addStretch(1)
        self._fields = QWidget(self)
        self._line = fields = QHBoxLayout(self._fields)
        fields.setContentsMargins(0, 0, 0, 0)
        fields.setSpacing(theme.GRID)
        for widget in (self.text_field, self.error_field, self.age, self.view):
            fields.addWidget(widget)
        for chip in (self.age, self.view, self.order):
            chip.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(theme.GRID, theme.GRID, 2 * theme.GRID, theme.GRID)
        self._grid.setSpacing(theme.GRID)
        self._grid.addLayout(chips, 0, 0)
        self._grid.addWidget(self._fields, 1, 0)
        self._grid.addWidget(self.range, 2, 0, 1, 2)
        self._grid.addWidget(self.among, 3, 0, 1, 2)
        self._grid.setColumnStretch(0, 1)
        self.show_counts({})

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold the fields into a second line where there is no room beside the chips."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Never cut a number: where there is no room the order goes down to the fields, then others lose theirs."""
        margins = self._grid.contentsMargins()
        room = self.width() - margins.left() - margins.right()
        self._write_chips(lambda _: True)
        self.order.setText(self._order_words)
        chips = [chip for chip in self.chips.values() if not chip.isHidden()]
        needed = sum(chip.sizeHint().width() + self._chips.spacing() for chip in chips)
        order = self.order.sizeHint().width() + theme.GRID
        wide = room >= needed + order + self._fields_width()
        if needed > room:
            self._write_chips(lambda state: state == self.state)
        below = needed + order > room and not wide
        if below and order + self._fields_width() > room:
            self.order.setText(ARROWS)  # its words stay in the tool tip
        if (below, wide) == self._places:
            return
        self._places = (below, wide)
        (self._line if below else self._chips).insertWidget(0 if below else len(self.chips), self.order)
        self._grid.removeWidget(self._fields)
        self._grid.addWidget(self._fields, 0 if wide else 1, 1 if wide else 0)
        self._grid.setColumnStretch(1, 1 if wide else 0)

    def _fields_width(self) -> int:
        """What the second line needs, without the order."""
        fields = self.text_field.minimumWidth() + self.error_field.minimumWidth()
        return fields + self.age.sizeHint().width() + self.view.sizeHint().width() + 4 * theme.GRID

    def minimumSizeHint(self) -> QSize:
        return QSize(300, super().minimumSizeHint().height())

    # -- the query -------------------------------------------------------------------------------------------

    def set_destination(self, destination: Destination | None) -> None:
        """Another destination: the order begins as it is best for it."""
        self._destination, self._flipped = destination, False
        self.among.show_among(None)
        self._name_order()

    def set_kinds(self, kinds: Collection[Traits]) -> None:
        """What the queues are like: no chip for what they never list, no word of a control id where there is none."""
        listed, named = (any(getattr(traits, name) for traits in kinds) for name in ("lists", "named"))
        self._dead = all(traits.dead for traits in kinds)
        hint = self.tr("Control id or type") if named else self.tr("Type")
        if (not self.chips[State.DELIVERED].isHidden(), hint) == (listed, self.text_field.placeholderText()):
            return
        self.chips[State.DELIVERED].setVisible(listed)
        spoken = self.tr("Filter by control id or type") if named else self.tr("Filter by type")
        self.text_field.setPlaceholderText(hint)
        self.text_field.setAccessibleName(spoken)
        self.text_field.setToolTip(spoken)
        if self.state is State.DELIVERED and not listed:
            self._choose(State.PENDING)
        self._name_order()
        self._fit()

    def set_masked(self, masked: bool) -> None:
        """What is masked is not searched either: finding it would tell it."""
        field = self.error_field
        searched = bool(field.text())
        if masked:
            field.clear()
        field.setEnabled(not masked)
        spoken = self.tr("Filter by last error")
        field.setToolTip(self.tr("Error texts are masked, and so are not searched") if masked else spoken)
        if masked and searched:
            self._apply()

    def show_among(self, among: Among) -> None:
        """Let these messages pass and no others, whatever became of them."""
        self._clear_fields()
        self.among.show_among(among)
        self._choose(None)

    @Slot()
    def _on_dropped(self) -> None:
        self.among.show_among(None)
        self._apply()
        self.left.emit()

    def query(self) -> Query:
        """What is asked for."""
        where = self._destination
        return Query(
            channel=None if where is None else where.channel,
            destination=None if where is None else where.destination,
            state=self.state,
            text=self._text() or None,
            error=(self.error_field.text().strip() or None) if self.error_field.isEnabled() else None,
            since=self.age.since,
            until=self.age.until,
            among=self.among.among,
            head_first=self.head_first,
        )

    def _text(self) -> str:
        """What is looked for; the words of codes are shown in the user's language, and stored in another."""
        typed = self.text_field.text().strip()
        return text.stored_kind(typed) if self._dead else typed

    @property
    def head_first(self) -> bool:
        """Pending messages of one destination stand in the order of delivery; everything else newest first."""
        natural = self.state is State.PENDING and self._destination is not None
        return natural != self._flipped

    def filters(self) -> list[str]:
        """The filters that are set, in words."""
        words, query = [], self.query()
        if self.state is not None:
            words.append(self.tr("state {state}").format(state=text.state(self.state)))
        if query.text:
            said = self.tr("type contains “{text}”") if self._dead else self.tr("control id or type contains “{text}”")
            words.append(said.format(text=text.line(self.text_field.text().strip(), NAME)))
        if query.error:
            words.append(self.tr("last error contains “{text}”").format(text=text.line(query.error, NAME)))
        if self.age.words():
            words.append(self.age.words())
        if query.among is not None:
            words.append(self.among.words())
        return words

    def show_counts(self, counts: Mapping[State | None, int | None]) -> None:
        """How many messages each chip stands for; none where it is not known."""
        self._counts = counts
        for state, chip in self.chips.items():
            count = counts.get(state)
            spoken = self.tr("Show {state} messages").format(state=self._name(state))
            chip.setAccessibleName(spoken if count is None else f"{spoken} ({text.number(count)})")
        self._name_order()
        self._fit()

    def _name(self, state: State | None) -> str:
        return self.tr("all") if state is None else text.state(state)

    def _write_chips(self, with_number: Callable[[State | None], bool]) -> None:
        for state, chip in self.chips.items():
            name, count = self._name(state), self._counts.get(state)
            words = name if count is None or not with_number(state) else f"{name} {text.number(count)}"
            if chip.text() != words:
                chip.setText(words)

    def settle(self) -> None:
        """What was just typed holds from now on, not in a moment."""
        if self._typing.isActive():
            self._apply()

    @Slot()
    def clear(self) -> None:
        """Let everything pass."""
        self._clear_fields()
        self._choose(None)

    @Slot()
    def _leave(self) -> None:
        """Clear what was typed and chosen beside the state, and go back to the table."""
        if self.filters()[1 if self.state is not None else 0 :]:
            self._clear_fields()
            self._apply()
        self.left.emit()

    def _clear_fields(self) -> None:
        self.age.blockSignals(True)  # one query for all that is cleared
        self.age.clear()
        self.age.blockSignals(False)
        self.range.hide()
        self.among.show_among(None)
        self.text_field.clear()
        self.error_field.clear()

    @Slot(bool)
    def _on_range_wanted(self, wanted: bool) -> None:
        if wanted:
            self.range.begin(self._clock())
        else:
            self.range.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Escape in a field clears the filters."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape:
            self._leave()
            return True
        return super().eventFilter(watched, event)

    def _choose(self, state: State | None, _checked: bool = True) -> None:
        self.state = state
        for one, chip in self.chips.items():
            chip.setChecked(one == state)
        self._flipped = False
        self._apply()

    @Slot()
    def _flip(self) -> None:
        self._flipped = not self._flipped
        self._apply()

    @Slot()
    def _apply(self) -> None:
        self._typing.stop()
        self._name_order()
        self.changed.emit()

    def _name_order(self) -> None:
        if not self.head_first:
            words = self.tr("newest first")
        elif self.state is State.PENDING and self._destination is not None and not self._dead:
            words = self.tr("head first")
        else:
            words = self.tr("oldest first")
        if self._order_words == f"{ARROWS} {words}":
            return
        self._order_words = f"{ARROWS} {words}"
        self.order.setText(self._order_words)
        self.order.setToolTip(self.tr("Turn the order round: {order}").format(order=words))
        self.order.setAccessibleName(self.tr("Order: {order}").format(order=words))
