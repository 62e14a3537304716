"""Icons: strokes of one colour, drawn in the colours of the scheme in use."""

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from qmonitor import assets
from qmonitor.gui import theme

SIZES = (16, 20, 24, 28, 32, 40, 48)
"""Pixels, so that an icon is sharp at every usual scale from 100 % to 300 %."""

LARGEST = 20
"""Qt's pixels: larger ones are asked for nowhere."""


def sizes(scale: float = 1.0) -> tuple[int, ...]:
    """Those that the screens need, or a picture of that scale.

    Whoever shows an icon draws it again when the theme tells of a change. To draw all in all sizes takes 26 ms.
    """
    largest = LARGEST * max(scale, theme.notifier().scale)
    return SIZES[: next((n for n, size in enumerate(SIZES, 1) if size >= largest), len(SIZES))]


def icon(name: str, ink: str | None = None, scale: float = 1.0) -> QIcon:
    """The icon of that name in `resources/icons`, in `ink` or the text colour, pale where it is disabled.

    `scale` is that of a picture that it is to be painted in, where it is larger than every screen's.
    """
    colors = theme.current()
    made, drawing = QIcon(), _drawing(name)
    for size in sizes(scale):
        strokes = _pixmap(drawing, size)
        made.addPixmap(_inked(strokes, ink or colors.text), QIcon.Mode.Normal)
        made.addPixmap(_inked(strokes, colors.disabled), QIcon.Mode.Disabled)
    return made


@cache
def program_icon() -> QIcon:
    """The program's own icon, in its own colours."""
    made, drawing = QIcon(), _drawing("qmonitor")
    for size in (16, 32, 64, 128):
        made.addPixmap(_pixmap(drawing, size))
    return made


@cache
def _drawing(name: str) -> QSvgRenderer:
    """Read once: the window draws icons while it shows figures."""
    return QSvgRenderer(QByteArray(assets.text(f"icons/{name}.svg").replace("currentColor", "black").encode()))


def _pixmap(drawing: QSvgRenderer, size: int) -> QPixmap:
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    drawing.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return pixmap


def _inked(strokes: QPixmap, color: str) -> QPixmap:
    """The same strokes in a colour: to draw them again takes three times as long."""
    pixmap = QPixmap(strokes)
    painter = QPainter(pixmap)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(pixmap.rect(), QColor(color))
    painter.end()
    return pixmap
