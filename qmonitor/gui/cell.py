"""Cells with as much room at their sides as the titles above them, and a frame around the current row."""

from collections.abc import Collection

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from qmonitor.gui import theme

Index = QModelIndex | QPersistentModelIndex


class CellDelegate(QStyledItemDelegate):
    """Paints the selection over the whole cell and the text within its margins.

    A text that is too long loses its middle, or in the columns with `prose` its end.
    """

    def __init__(self, parent: QObject, prose: Collection[int] = ()) -> None:
        super().__init__(parent)
        self._prose = prose

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        inner = QStyleOptionViewItem(option)
        if inner.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(inner.rect, inner.palette.highlight())
        inner.state &= ~(QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_HasFocus)
        inner.rect = inner.rect.adjusted(theme.GRID, 0, -theme.GRID, 0)
        prose = index.column() in self._prose
        inner.textElideMode = Qt.TextElideMode.ElideRight if prose else Qt.TextElideMode.ElideMiddle
        super().paint(painter, inner, index)
        frame_current_row(painter, option, index)


def frame_current_row(painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
    """Paint a cell's part of the frame, where its row is the current one of a view that has the keyboard."""
    view = option.widget
    if isinstance(view, QAbstractItemView) and view.hasFocus() and view.currentIndex().row() == index.row():
        painter.save()
        painter.setPen(QPen(QColor(theme.current().accent), 1))
        painter.drawLine(option.rect.topLeft(), option.rect.topRight())
        painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight())
        painter.restore()
