"""Finds a destination among thousands: shows its curve, or ticks which ones have one of their own."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPen
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QListView, QPushButton, QVBoxLayout, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.charts.entry import SWATCH
from qmonitor.gui.charts.names import Names
from qmonitor.queues.model import Destination

WIDTH, ROWS = 84 * theme.GRID, 12
MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
ENTERS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Finder(QFrame):
    """A small window over the charts: words to look for, and the names that have them, the worst first.

    Signals:
        found(Destination): it is what was looked for: its curve is to be seen, and marked.
        toggled(Destination): its curve is to be shown, or not any more.
        reset(): the worst are to be shown again, as if nobody had chosen.
    """

    found = Signal(object)
    toggled = Signal(object)
    reset = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("charts-finder")
        self.setAccessibleName(self.tr("Find a curve"))
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.names = Names()
        self.field = QLineEdit(self)
        self.field.setObjectName("charts-finder-field")
        self.field.setAccessibleName(self.tr("Find a destination"))
        self.field.setPlaceholderText(self.tr("Find a destination"))
        self.field.setClearButtonEnabled(True)
        theme.dress(self.field, "field")
        self.list = self._make_list()
        self.said = QLabel(self)
        self.said.setObjectName("charts-finder-said")
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        theme.dress(self.said, "muted")
        self.worst = QPushButton(self.tr("&Worst again"), self)
        self.worst.setObjectName("charts-finder-worst")
        self.worst.setToolTip(self.tr("Show the worst dozen, as if nobody had chosen"))
        theme.dress(self.worst, "button")
        self._lay_out()
        self.field.textChanged.connect(self._look)
        self.field.installEventFilter(self)
        self.list.installEventFilter(self)
        self.list.clicked.connect(self._toggle)
        self.worst.clicked.connect(self.reset)

    def _make_list(self) -> QListView:
        made = QListView(self)
        made.setObjectName("charts-finder-list")
        made.setAccessibleName(self.tr("Destinations"))
        made.setModel(self.names)
        made.setUniformItemSizes(True)
        made.setSpacing(theme.GRID // 2)
        made.setFrameShape(QFrame.Shape.NoFrame)
        made.setIconSize(SWATCH)
        made.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        theme.dress(made, "list")
        return made

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * theme.GRID, 2 * theme.GRID, 2 * theme.GRID, 2 * theme.GRID)
        column.setSpacing(theme.GRID)
        column.addWidget(self.field)
        column.addWidget(self.list, 1)
        column.addWidget(self.said)
        column.addWidget(self.worst)

    def sizeHint(self) -> QSize:
        row = self.list.sizeHintForRow(0) if self.names.rowCount() else 6 * theme.GRID
        return QSize(
            WIDTH, ROWS * row + self.field.sizeHint().height() + self.worst.sizeHint().height() + 15 * theme.GRID
        )

    def open_below(self, widget: QWidget, order: Sequence[Destination]) -> None:
        """Show it under the right end of a button, with these destinations."""
        self.names.ratio = self.devicePixelRatioF()
        self.names.show_names(order)
        self.field.clear()
        self._first()
        size = self.sizeHint()
        self.resize(size)
        corner = widget.mapToGlobal(QPoint(widget.width() - size.width(), widget.height()))
        room = widget.screen().availableGeometry()
        self.move(max(room.left(), corner.x()), max(room.top(), min(corner.y(), room.bottom() - size.height())))
        self.show()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def show_ticks(self, ticked: Mapping[Destination, QPen], *, chosen: bool) -> None:
        """Tick those that have curves of their own; `chosen`: a person has had a hand in it."""
        self.names.show_ticks(ticked)
        self.worst.setEnabled(chosen)

    @Slot(str)
    def _look(self, words: str) -> None:
        self.names.look_for(words)
        self._first()

    def _first(self) -> None:
        count = self.names.rowCount()
        if count:
            self.list.setCurrentIndex(self.names.index(0))
        if not count:
            self.said.setText(self.tr("No destination has this in its name."))
        elif count == 1:
            self.said.setText(self.tr("1 destination; Enter shows its curve, a click ticks it"))
        else:
            said = self.tr("{count} destinations; Enter shows the curve, a click ticks it")
            self.said.setText(said.format(count=text.number(count)))

    @Slot(QModelIndex)
    def _toggle(self, index: QModelIndex) -> None:
        if (where := self.names.where(index.row())) is not None:
            self.toggled.emit(where)

    def _find(self) -> None:
        """Show the current one, and get out of the way."""
        if (where := self.names.where(self.list.currentIndex().row())) is not None:
            self.hide()
            self.found.emit(where)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The arrows move through the list while the field has the keyboard. Enter shows; Space ticks in the list."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if watched is self.field and event.key() in MOVES:
                self.list.keyPressEvent(event)
                return True
            if event.key() in ENTERS:
                self._find()
                return True
            if watched is self.list and event.key() == Qt.Key.Key_Space:
                self._toggle(self.list.currentIndex())
                return True
        return super().eventFilter(watched, event)
