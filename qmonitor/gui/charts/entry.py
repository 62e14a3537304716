"""One entry of the legend: what it says, and the button that shows it."""

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QEnterEvent, QIcon, QMouseEvent, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QToolButton, QWidget

from qmonitor.gui import text, theme
from qmonitor.queues.model import Destination
from qmonitor.values import dataclass

SWATCH = QSize(6 * theme.GRID, 3 * theme.GRID)
"""Wide enough for every kind of dashes to be told from the others."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A name in the legend. `where` is None for the curves that share one item."""

    where: Destination | None
    name: str
    pen: QPen
    selected: bool = False
    hidden: bool = False
    highlighted: bool = False


class EntryButton(QToolButton):
    """One entry of the legend, which has the style sheet for all of them.

    Signals:
        entered(), left(): the pointer came or went.
        switched(): a click with Ctrl.
        asked(QPoint): its menu, at a place of the screen.
    """

    entered = Signal()
    left = Signal()
    switched = Signal()
    asked = Signal(QPoint)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.where: Destination | None = None
        self._shown: object = None
        self._looks: object = None
        self.setObjectName("charts-legend-entry")
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the panel's keys and its menu reach every entry
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setIconSize(SWATCH)

    def show_entry(self, entry: Entry, hint: str) -> None:
        """Look as the entry says; a hidden one is struck out beside an empty frame."""
        shown = (entry, hint, theme.current().name, self.devicePixelRatioF())
        if shown == self._shown:
            return
        self._shown = shown
        self.where = entry.where
        self.setChecked(entry.selected or entry.highlighted)
        self.setAccessibleName(entry.name)
        self.setAccessibleDescription(self.tr("hidden") if entry.hidden else hint)  # else Qt takes the tool tip
        self.setToolTip(text.tip(f"{entry.name}\n{hint}"))
        looks = (entry.pen, entry.hidden, *shown[2:])
        if looks != self._looks:
            self._looks = looks
            self._strike_out(entry.hidden)
            self.setIcon(swatch(entry.pen, self.devicePixelRatioF(), empty=entry.hidden))

    def _strike_out(self, hidden: bool) -> None:
        font = self.font()
        if font.strikeOut() != hidden:
            font.setStrikeOut(hidden)
            self.setFont(font)

    def nextCheckState(self) -> None:  # noqa: N802
        """What is checked is what is selected: not for the button to say."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        inside = self.rect().contains(event.position().toPoint())
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and event.button() == Qt.MouseButton.LeftButton:
            self.setDown(False)
            if inside:
                self.switched.emit()
            return
        super().mouseReleaseEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.asked.emit(event.globalPos())
        event.accept()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.entered.emit()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.left.emit()


def swatch(pen: QPen, ratio: float, *, empty: bool = False) -> QIcon:
    """A piece of a curve as an icon."""
    picture = QPixmap(SWATCH * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    draw_swatch(painter, QRect(QPoint(0, 0), SWATCH), pen, empty=empty)
    painter.end()
    return QIcon(picture)


def draw_swatch(painter: QPainter, box: QRect, pen: QPen, *, empty: bool = False) -> None:
    """A piece of a curve, twice as bold; an empty frame for one that is hidden."""
    bold = QPen(pen)
    bold.setCosmetic(False)  # so wide at any scale of the screen
    bold.setWidthF(1 if empty else 2)
    if empty:
        bold.setStyle(Qt.PenStyle.SolidLine)
    elif pattern := pen.dashPattern():
        bold.setDashPattern([length * pen.widthF() / 2 for length in pattern])  # as long as in the plot
    painter.setPen(bold)
    if empty:
        painter.drawRect(box.adjusted(3, 3, -4, -4))
    else:
        painter.drawLine(box.left(), box.center().y(), box.right(), box.center().y())
