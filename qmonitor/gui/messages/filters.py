"""The bar over the table: which states, which words, in which order."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QToolButton, QWidget

from qmonitor.gui import text, theme
from qmonitor.queues.model import Destination, Query, State

TYPING_MS = 250
"""A text filter acts when nobody has typed for so long."""
STATES: tuple[State | None, ...] = (State.PENDING, State.FAILED, State.DELIVERED, State.SKIPPED, None)
"""The chips, from the left; None lets every state pass."""
ONE_LINE = 820
"""Pixels: below this width the text fields stand in a second line."""


class FilterBar(QWidget):
    """Chips for the states with their counts, two text fields, and the order.

    Signals:
        changed(): another query is asked for.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("messages-filters")
        self.state: State | None = State.PENDING
        self._flipped = False
        self._destination: Destination | None = None
        self._typing = QTimer(self)
        self._typing.setObjectName("messages-typing")
        self._typing.setSingleShot(True)
        self._typing.setInterval(TYPING_MS)
        self._typing.timeout.connect(self.changed)
        self._places: tuple[bool, bool] | None = None
        self._counts: Mapping[State | None, int | None] = {}
        self.chips = {state: self._make_chip(state) for state in STATES}
        self.order = self._make_order()
        self.text_field = self._make_field(
            "text", self.tr("Control id or type"), self.tr("Filter by control id or type")
        )
        self.error_field = self._make_field("error", self.tr("Last error"), self.tr("Filter by last error"))
        self._lay_out()

    def _make_chip(self, state: State | None) -> QToolButton:
        chip = QToolButton(self)
        chip.setObjectName(f"messages-state-{state or 'all'}")
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
        field.textChanged.connect(self._typing.start)
        field.returnPressed.connect(self._apply)
        theme.dress(field, "field")
        return field

    def _make_order(self) -> QToolButton:
        order = QToolButton(self)
        order.setObjectName("messages-order")
        order.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        order.setToolTip(self.tr("Turn the order round"))
        order.clicked.connect(self._flip)
        theme.dress(order, "chip")
        return order

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
        fields.addWidget(self.text_field)
        fields.addWidget(self.error_field)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(theme.GRID, theme.GRID, 2 * theme.GRID, theme.GRID)
        self._grid.setSpacing(theme.GRID)
        self._grid.addLayout(chips, 0, 0)
        self._grid.addWidget(self._fields, 1, 0)
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
        needed = sum(chip.sizeHint().width() + self._chips.spacing() for chip in self.chips.values())
        if needed > room:
            self._write_chips(lambda state: state == self.state)
        below, wide = needed + self.order.sizeHint().width() > room, self.width() >= ONE_LINE
        if (below, wide) == self._places:
            return
        self._places = (below, wide)
        (self._line if below else self._chips).insertWidget(0 if below else len(self.chips), self.order)
        self._grid.removeWidget(self._fields)
        self._grid.addWidget(self._fields, 0 if wide else 1, 1 if wide else 0)
        self._grid.setColumnStretch(1, 1 if wide else 0)

    def minimumSizeHint(self) -> QSize:
        return QSize(300, super().minimumSizeHint().height())

    # -- the query -------------------------------------------------------------------------------------------

    def set_destination(self, destination: Destination | None) -> None:
        """Another destination: the order begins as it is best for it."""
        self._destination, self._flipped = destination, False
        self._name_order()

    def query(self) -> Query:
        """What is asked for."""
        where = self._destination
        return Query(
            channel=None if where is None else where.channel,
            destination=None if where is None else where.destination,
            state=self.state,
            text=self.text_field.text().strip() or None,
            error=self.error_field.text().strip() or None,
            head_first=self.head_first,
        )

    @property
    def head_first(self) -> bool:
        """Pending messages of one destination stand in the order of delivery; everything else newest first."""
        natural = self.state is State.PENDING and self._destination is not None
        return natural != self._flipped

    def filters(self) -> list[str]:
        """The filters that are set, in words."""
        words = []
        if self.state is not None:
            words.append(self.tr("state {state}").format(state=text.state(self.state)))
        if self.text_field.text().strip():
            words.append(self.tr("control id or type contains “{text}”").format(text=self.text_field.text().strip()))
        if self.error_field.text().strip():
            words.append(self.tr("last error contains “{text}”").format(text=self.error_field.text().strip()))
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

    @Slot()
    def clear(self) -> None:
        """Let everything pass."""
        self.text_field.clear()
        self.error_field.clear()
        self._choose(None)

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
        elif self.state is State.PENDING and self._destination is not None:
            words = self.tr("head first")
        else:
            words = self.tr("oldest first")
        self.order.setText(f"↕ {words}")
        self.order.setAccessibleName(self.tr("Order: {order}").format(order=words))
