"""Cells with as much room at their sides as the titles above them."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from qmonitor.gui import theme


class CellDelegate(QStyledItemDelegate):
    """Paints the selection over the whole cell and the text within its margins."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        inner = QStyleOptionViewItem(option)
        if inner.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(inner.rect, inner.palette.highlight())
        inner.state &= ~(QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_HasFocus)
        inner.rect = inner.rect.adjusted(theme.GRID, 0, -theme.GRID, 0)
        super().paint(painter, inner, index)
