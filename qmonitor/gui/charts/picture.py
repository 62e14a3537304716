"""The charts as a picture: a title, the time that is seen, the names of the curves, and both plots."""

from collections.abc import Sequence

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage, QImageWriter, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from qmonitor.gui import theme
from qmonitor.gui.charts.cells import CellPainter
from qmonitor.gui.charts.entry import SWATCH, Entry, draw_swatch
from qmonitor.gui.charts.legend import NAME_WIDTH
from qmonitor.gui.charts.plot import Plot

SCALE = 2.0
"""Pixels of the picture for each on the screen: it is to be printed."""
PAD = 4 * theme.GRID
MOST_CELLS = 100
"""So many small charts are in a picture at most: of thousands it would be as long as a corridor."""


def compose(title: str, stretch: str, entries: Sequence[Entry], plots: Sequence[tuple[str, Plot]]) -> QImage:
    """Draw the picture. `stretch`: the time that is seen; `plots` with their names. For the GUI thread."""
    font = plots[0][1].font()
    line = QFontMetrics(font).height() + theme.GRID
    width = max(plot.width() for _, plot in plots) + 2 * PAD
    names = _wrapped(entries, width - 2 * PAD, QFontMetrics(font))
    height = 2 * PAD + line * (2 + len(names) + len(plots)) + PAD + sum(plot.height() for _, plot in plots)
    image = QImage(round(width * SCALE), round(height * SCALE), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(SCALE)
    colors = theme.current()
    image.fill(QColor(colors.surface))
    painter = QPainter(image)
    box = QRect(PAD, PAD, width - 2 * PAD, line)
    _write(painter, box, title, theme.bold(font, 1.1), colors.text)
    box.translate(0, line)
    _write(painter, box, stretch, theme.figures(font), colors.muted)
    for row in names:
        box.translate(0, line)
        _draw_names(painter, row, box, font)
    box.translate(0, PAD)
    for name, plot in plots:
        box.translate(0, line)
        _write(painter, box, name, theme.bold(font), colors.muted)
        plot.render(painter, QRectF(box.left(), box.bottom() + 1, plot.width(), plot.height()), plot.viewport().rect())
        box.translate(0, plot.height())
    painter.end()
    return image


def compose_grid(title: str, said: Sequence[str], cells: CellPainter, font: QFont, columns: int) -> QImage:
    """The same of small charts, whole ones and not only those that the screen has room for; `said` are lines above."""
    metrics, model, cell = QFontMetrics(font), cells.cells, cells.size
    line = metrics.height() + theme.GRID
    count = min(MOST_CELLS, model.rowCount())
    width = max(columns * cell.width(), *map(metrics.horizontalAdvance, said)) + 2 * PAD
    height = 3 * PAD + (1 + len(said)) * line + -(-count // columns) * cell.height()
    image = QImage(round(width * SCALE), round(height * SCALE), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(SCALE)
    colors = theme.current()
    image.fill(QColor(colors.surface))
    painter = QPainter(image)
    box = QRect(PAD, PAD, width - 2 * PAD, line)
    _write(painter, box, title, theme.bold(font, 1.1), colors.text)
    for words in said:
        box.translate(0, line)
        _write(painter, box, words, theme.figures(font), colors.muted)
    option = QStyleOptionViewItem()
    option.font = font
    for n in range(count):
        place = QPoint(PAD + n % columns * cell.width(), box.bottom() + PAD + n // columns * cell.height())
        option.rect = QRect(place, cell)
        cells.paint(painter, option, model.index(n))
    painter.end()
    return image


def png(image: QImage) -> bytes:
    """The bytes of a PNG file. Takes some 100 ms: for a lane; it touches no widget."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, b"PNG").write(image)
    buffer.close()
    return bytes(data.data())


def _write(painter: QPainter, box: QRect, words: str, font: QFont, color: str) -> None:
    painter.setFont(font)
    painter.setPen(QColor(color))
    elided = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideMiddle, box.width())
    painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, elided)


def _wrapped(entries: Sequence[Entry], width: int, metrics: QFontMetrics) -> list[list[tuple[Entry, str, int]]]:
    """The names that are seen in lines, each as it is written and with its width."""
    lines: list[list[tuple[Entry, str, int]]] = []
    used = width
    for entry in entries:
        if entry.hidden:
            continue
        words = metrics.elidedText(entry.name, Qt.TextElideMode.ElideMiddle, 2 * NAME_WIDTH)
        size = SWATCH.width() + theme.GRID + metrics.horizontalAdvance(words) + PAD
        if not lines or used + size > width:
            lines.append([])
            used = 0
        lines[-1].append((entry, words, size))
        used += size
    return lines


def _draw_names(painter: QPainter, row: Sequence[tuple[Entry, str, int]], box: QRect, font: QFont) -> None:
    left = box.left()
    for entry, words, size in row:
        draw_swatch(painter, QRect(left, box.top(), SWATCH.width(), box.height()), entry.pen)
        after = left + SWATCH.width() + theme.GRID
        _write(painter, QRect(after, box.top(), size, box.height()), words, font, theme.current().text)
        left += size
