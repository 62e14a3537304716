"""Small multiples: one small chart for each destination, all on the same axes; their list, and how one is drawn."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QAbstractListModel, QLineF, QModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from qmonitor.gui import text, theme
from qmonitor.gui.charts import model, words
from qmonitor.gui.charts.drawing import Drawing, Side
from qmonitor.gui.charts.lines import Frame, draw_path, path_of
from qmonitor.gui.charts.model import Span
from qmonitor.gui.charts.names import Index, matching
from qmonitor.gui.charts.tint import paint_tint
from qmonitor.queues.model import Destination
from qmonitor.queues.times import NS
from qmonitor.values import dataclass

PAD = 2 * theme.GRID
CURVE = 12 * theme.GRID
"""Pixels that a small curve is high."""
FIRST = 200
"""The axis of values fits so many of the highest, and whatever is seen beside them."""


@dataclass(frozen=True, slots=True)
class Axes:
    """What all small charts share: the stretch of time, and the highest value."""

    begin: float
    end: float
    highest: float


class Cells(QAbstractListModel):
    """Every destination that is looked for, the highest value first."""

    def __init__(self, drawing: Drawing) -> None:
        super().__init__()
        self.drawing = drawing
        self.side: Side = drawing.sides[0]
        self.second: float | None = None
        """The instant that is pointed at."""
        self._order: Sequence[Destination] = ()
        self._places: Sequence[int] = ()
        """Where they stand in the order of first sight."""
        self._words = ""
        self._shown: list[Destination] = []
        self._axes = Axes(0.0, 1.0, 0.0)
        self._seen = 0.0

    # -- what is shown ---------------------------------------------------------------------------------------

    def arrange(self) -> None:
        """Order all anew, the highest value first."""
        newest, ages = self.drawing.newest, self.side is self.drawing.sides[1]
        self._places = newest.highest_first(ages=ages, before=self._places)
        order = [newest.order[at] for at in self._places]
        if order != list(self._order):
            self._order = order
            self._fill()

    def meet(self) -> None:
        """Add those at the end that are new."""
        known = set(self._order)
        fresh = [where for where in self.drawing.newest.order if where not in known]
        if fresh:
            self._order = [*self._order, *fresh]
            self._fill()

    def look_for(self, words: str) -> None:
        """Show only those that have all of these words in their names."""
        if words != self._words:
            self._words = words
            self._fill()

    def show_side(self, number: int) -> None:
        """Show the depth (0) or the age (1)."""
        self.side = self.drawing.sides[number]
        self._places, self._seen = (), 0.0

    def _fill(self) -> None:
        shown = matching(self._order, self._words)
        if shown != self._shown:
            self.layoutAboutToBeChanged.emit()
            before = self.persistentIndexList()
            stood = [self.where(index.row()) for index in before]
            self._shown = shown
            places = {where: row for row, where in enumerate(shown)}
            after = [self.index(places[where]) if where in places else QModelIndex() for where in stood]
            self.changePersistentIndexList(before, after)
            self.layoutChanged.emit()

    # -- axes ------------------------------------------------------------------------------------------------

    @property
    def axes(self) -> Axes:
        return self._axes

    def measure(self) -> None:
        """Take the stretch of time that is seen, and the highest value of the worst and of those last drawn."""
        begin, end = self.side.plot.time()
        highest = max((self._highest(where, begin, end) for where in self._shown[:FIRST]), default=0.0)
        self._axes, self._seen = Axes(begin, end, max(highest, self._seen)), 0.0

    def see(self, highest: float) -> None:
        """A small chart that is drawn has this highest value."""
        self._seen = max(self._seen, highest)

    @property
    def too_low(self) -> bool:
        """Whether something was drawn that does not fit the axis."""
        return self._seen > self._axes.highest

    def _highest(self, where: Destination, begin: float, end: float) -> float:
        values = model.values_between(self.drawing.track(self.side, where), begin, end)
        most = float(np.fmax.reduce(values)) if values.size else 0.0
        return most if most > 0 else 0.0

    # -- Qt's own --------------------------------------------------------------------------------------------

    @property
    def shown(self) -> Sequence[Destination]:
        """Those that have a small chart, in their order."""
        return self._shown

    def where(self, row: int) -> Destination | None:
        return self._shown[row] if 0 <= row < len(self._shown) else None

    def row_of(self, where: Destination | None) -> int:
        """The row of a destination; -1 where it is not shown."""
        return self._shown.index(where) if where in self._shown else -1

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        where = self.where(index.row())
        if where is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return text.line(str(where))
        if role == Qt.ItemDataRole.ToolTipRole:
            return text.tip(text.line(str(where)))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return words.standing(self.drawing.book, where)
        return None

    def value(self, where: Destination) -> str:
        """What stands beside the name: the value at the instant that is pointed at, else the newest."""
        track = self.drawing.track(self.side, where)
        found = track.last() if self.second is None else model.value_at(track, self.second)
        return words.count(found) if self.side is self.drawing.sides[0] else words.age(found)


class CellPainter(QStyledItemDelegate):
    """Draws one small chart, only where it is seen: its name and value, the curve, and what is marked in it."""

    def __init__(self, cells: Cells) -> None:
        super().__init__()
        self.cells = cells
        self.size = QSize()
        """Of each: as the grid has room."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return self.size

    @staticmethod
    def height(font: QFont) -> int:
        """How high a small chart is."""
        return QFontMetrics(font).height() + CURVE + 3 * theme.GRID

    @staticmethod
    def inside(cell: QRect, font: QFont) -> QRect:
        """Where in it the curve lies."""
        return cell.adjusted(PAD, QFontMetrics(font).height() + 2 * theme.GRID, -PAD, -theme.GRID)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        where = self.cells.where(index.row())
        if where is None or where not in self.cells.drawing.book:
            return
        painter.save()
        colors, box = theme.current(), option.rect
        state = option.state
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(box, QColor(colors.accent_surface))
        painter.setPen(QColor(colors.line))
        painter.drawLine(box.topRight(), box.bottomRight())
        painter.drawLine(box.bottomLeft(), box.bottomRight())
        self._write(painter, option, where)
        self._draw(painter, self.inside(box, option.font), where)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QColor(colors.accent))
            painter.drawRect(box.adjusted(0, 0, -1, -1))
        painter.restore()

    def _write(self, painter: QPainter, option: QStyleOptionViewItem, where: Destination) -> None:
        colors, cell, font = theme.current(), option.rect, option.font
        box = cell.adjusted(PAD, theme.GRID, -PAD, 0)
        value, bold = self.cells.value(where), theme.figures(theme.bold(font))
        taken = QFontMetrics(bold).horizontalAdvance(value) + PAD
        painter.setPen(QColor(colors.text))
        painter.setFont(bold)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop, value)
        painter.setFont(font)
        painter.setPen(QColor(colors.muted if self.cells.second is not None else colors.text))
        name = QFontMetrics(font).elidedText(
            text.line(str(where)), Qt.TextElideMode.ElideMiddle, max(0, box.width() - taken)
        )
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, name)

    def _draw(self, painter: QPainter, box: QRect, where: Destination) -> None:
        drawing, axes = self.cells.drawing, self.cells.axes
        area = QRectF(box)
        pixel = (axes.end - axes.begin) / box.width()
        self._mark_past(painter, area, pixel)
        painter.setPen(QColor(theme.current().line))
        painter.drawLine(box.bottomLeft(), box.bottomRight())
        ratio = painter.deviceTransform().m11()
        span = Span(axes.begin, axes.end, round(box.width() * ratio))
        curve = model.curve(drawing.track(self.cells.side, where), span)
        self.cells.see(curve.highest())
        frame = Frame(span, drawing.scale.top(axes.highest), round(box.height() * ratio), drawing.scale)
        painter.save()
        painter.setClipRect(area.adjusted(-1, -1, 1, 1))
        painter.translate(area.topLeft())
        draw_path(painter, path_of(curve, frame), theme.curve_pen(drawing.book[where].index, dashes=0))
        painter.restore()
        if self.cells.second is not None:
            x = round(area.left() + (self.cells.second - axes.begin) / pixel)
            painter.setPen(QColor(theme.current().muted))
            painter.drawLine(QLineF(QPointF(x, area.top()), QPointF(x, area.bottom())))

    def _mark_past(self, painter: QPainter, area: QRectF, pixel: float) -> None:
        axes = self.cells.axes
        for stretch in self.cells.drawing.book.unseen:
            left, right = (area.left() + (ns / NS - axes.begin) / pixel for ns in stretch)
            seen = QRectF(left, area.top(), right - left, area.height()).intersected(area)
            if seen.width() >= 1:
                paint_tint(painter, seen)
