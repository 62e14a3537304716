"""The names of the curves beside their colours; a click selects the destination."""

from collections import Counter
from collections.abc import Mapping, Sequence
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
            self._buttons = {where: self._make_button(where) for where in wanted}
            self._name()
        for where, pen, selected in entries:
            button = self._buttons[where]
            button.setChecked(selected)
            if changed or button.property("pen") != pen:
                button.setProperty("pen", pen)
                button.setIcon(_swatch(pen))
        if changed:
            self._place(self.rect(), move=True)
            self.updateGeometry()

    def _name(self) -> None:
        """Channel and destination where that takes no more lines, else the channel only where it tells two apart."""
        alike = Counter(where.destination for where in self._buttons)
        short = {w: w.destination if alike[w.destination] == 1 else str(w) for w in self._buttons}
        self._write(short)
        lines = self._lines(self.width())
        self._write({where: str(where) for where in self._buttons})
        if self._lines(self.width()) > lines:
            self._write(short)

    def _write(self, names: Mapping[Destination, str]) -> None:
        metrics = QFontMetrics(self.font())
        for where, button in self._buttons.items():
            elided = metrics.elidedText(names[where], Qt.TextElideMode.ElideMiddle, NAME_WIDTH)
            button.setText(elided.replace("&", "&&"))

    def _make_button(self, where: Destination) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName("charts-legend-entry")
        button.setCheckable(True)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keyboard has the list of destinations
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setIconSize(SWATCH)
        name = str(where)
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
        if event.size().width() != event.oldSize().width():
            self._name()
        self._place(self.rect(), move=True)

    def _lines(self, width: int) -> int:
        return len(self._broken(width))

    def _broken(self, width: int) -> list[list[QToolButton]]:
        """The entries in lines that are no wider than that."""
        lines: list[list[QToolButton]] = [[]]
        used = 0
        for button in self._buttons.values():
            size = button.sizeHint()
            if lines[-1] and used + size.width() > width:
                lines.append([])
                used = 0
            lines[-1].append(button)
            used += size.width()
        return lines

    def _place(self, box: QRect, *, move: bool) -> int:
        """Lay the entries out in lines that end at the right; the height that they take."""
        lines = self._broken(box.width())
        height = max((button.sizeHint().height() for button in self._buttons.values()), default=0)
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
