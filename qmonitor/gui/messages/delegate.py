"""Paints the cells of the table: the head's mark, and the current row."""

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from qmonitor.gui import theme
from qmonitor.gui.marks import paint_mark
from qmonitor.gui.messages.columns import Column
from qmonitor.gui.messages.model import HEAD, Index
from qmonitor.monitor.status import Kind

PAD = 2 * theme.GRID
MARK = 8


class CellDelegate(QStyledItemDelegate):
    """Text with room at both sides, painted without the style: a screen of cells takes half the time.

    The current row is framed, instead of the current cell.
    """

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setFont(option.font)
        box = QRect(option.rect)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(box, QColor(theme.current().accent_surface))
        if index.column() == Column.HEAD:
            self._paint_head(painter, box, index)
        else:
            self._paint_text(painter, box.adjusted(PAD, 0, -PAD, 0), index)
        view = option.widget
        if isinstance(view, QAbstractItemView) and view.hasFocus() and view.currentIndex().row() == index.row():
            painter.setPen(QPen(QColor(theme.current().accent), 1))
            painter.drawLine(box.topLeft(), box.topRight())
            painter.drawLine(box.bottomLeft(), box.bottomRight())
        painter.restore()

    def _paint_head(self, painter: QPainter, box: QRect, index: Index) -> None:
        if index.data(HEAD):
            corner = box.center() - QPoint(MARK // 2 - 1, MARK // 2 - 1)
            paint_mark(painter, QRectF(corner.x(), corner.y(), MARK, MARK), Kind.STUCK, QColor(theme.current().text))

    def _paint_text(self, painter: QPainter, box: QRect, index: Index) -> None:
        metrics = painter.fontMetrics()
        words = index.data()
        if not words or box.width() <= 0:
            return
        chosen = index.data(Qt.ItemDataRole.ForegroundRole)
        painter.setPen(chosen if isinstance(chosen, QColor) else QColor(theme.current().text))
        elided = metrics.elidedText(str(words), Qt.TextElideMode.ElideMiddle, box.width())
        painter.drawText(box, int(index.data(Qt.ItemDataRole.TextAlignmentRole)), elided)
