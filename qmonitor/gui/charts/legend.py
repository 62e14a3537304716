"""The names of the curves beside their colours; a click selects the destination."""

from collections import Counter
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QIcon, QPainter, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QToolButton, QWidget

from qmonitor.gui import theme
from qmonitor.queues.model import Destination

SWATCH = QSize(14, 10)
NAME_WIDTH = 132
"""Pixels that a name may take; longer ones are elided in the middle."""
LINES = 2
"""Lines that the legend may take; what does not fit is in the list of destinations."""


class Legend(QWidget):
    """Wraps its entries from the right; takes at most `LINES` lines.

    Signals:
        destination_selected(Destination): its entry was clicked.
    """

    destination_selected = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("charts-legend")
        self._buttons: dict[Destination, QToolButton] = {}
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        policy.setHorizontalPolicy(policy.Policy.Expanding)
        self.setSizePolicy(policy)

    def show_entries(self, entries: Sequence[tuple[Destination, QPen, bool]]) -> None:
        """Name these destinations, each with its pen and whether it is the selected one."""
        wanted = [where for where, _, _ in entries]
        changed = wanted != list(self._buttons)
        if changed:
            for button in self._buttons.values():
                button.hide()
                button.deleteLater()
            alike = Counter(where.destination for where in wanted)
            self._buttons = {w: self._make_button(w, alone=alike[w.destination] == 1) for w in wanted}
        for where, pen, selected in entries:
            button = self._buttons[where]
            button.setChecked(selected)
            if changed or button.property("pen") != pen:
                button.setProperty("pen", pen)
                button.setIcon(_swatch(pen))
        if changed:
            self._place(self.rect(), move=True)
            self.updateGeometry()

    def _make_button(self, where: Destination, *, alone: bool) -> QToolButton:
        """`alone`: no other destination has this name, so that it needs no channel."""
        button = QToolButton(self)
        button.setObjectName("charts-legend-entry")
        button.setCheckable(True)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keyboard has the list of destinations
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setIconSize(SWATCH)
        name = str(where)
        short = where.destination if alone else name
        elided = QFontMetrics(self.font()).elidedText(short, Qt.TextElideMode.ElideMiddle, NAME_WIDTH)
        button.setText(elided.replace("&", "&&"))
        button.setToolTip(name)
        button.setAccessibleName(name)
        button.clicked.connect(partial(self.destination_selected.emit, where))
        theme.dress(button, "legend")
        button.show()
        return button

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), move=False)

    def sizeHint(self) -> QSize:
        return QSize(240, self.heightForWidth(max(240, self.width())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place(self.rect(), move=True)

    def _place(self, box: QRect, *, move: bool) -> int:
        """Lay the entries out in lines that end at the right; the height that they take."""
        lines: list[list[QToolButton]] = [[]]
        used, height = 0, 0
        for button in self._buttons.values():
            size = button.sizeHint()
            height = max(height, size.height())
            if lines[-1] and used + size.width() > box.width():
                lines.append([])
                used = 0
            lines[-1].append(button)
            used += size.width()
        if move:
            for n, line in enumerate(lines):
                self._place_line(line, box, n * height, shown=n < LINES)
        return min(LINES, len(lines)) * height

    def _place_line(self, line: Sequence[QToolButton], box: QRect, top: int, *, shown: bool) -> None:
        left = box.width() - sum(button.sizeHint().width() for button in line)
        for button in line:
            button.setGeometry(QRect(QPoint(max(0, left), top), button.sizeHint()))
            button.setVisible(shown)
            left += button.width()


def _swatch(pen: QPen) -> QIcon:
    picture = QPixmap(SWATCH)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    thick = QPen(pen)
    thick.setWidthF(2)
    painter.setPen(thick)
    painter.drawLine(1, SWATCH.height() // 2, SWATCH.width() - 2, SWATCH.height() // 2)
    painter.end()
    return QIcon(picture)
