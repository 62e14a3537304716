"""The cells of the tree: values as they are sent, and beside them, quieter and where there is room, what they mean."""

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from qmonitor.gui import theme
from qmonitor.gui.cell import frame_current_row
from qmonitor.gui.inspector.tree_model import MEANING, NAME, ODD, PART, PATH, QUIET, VALUE
from qmonitor.payloads.model import Message, Segment

Index = QModelIndex | QPersistentModelIndex

GAP = 2 * theme.GRID


class PartDelegate(QStyledItemDelegate):
    """Segments stand out, names are quiet, values are in the font that keeps characters apart."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.pale = False
        """Whether what is shown is old."""

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(0, QFontMetrics(option.font).height() + theme.GRID)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, option.palette.highlight())
        painter.save()
        room = option.rect.adjusted(theme.GRID if index.column() != PATH else 0, 0, -theme.GRID, 0)
        heading = isinstance(index.data(PART), Segment | Message)
        used = self._write(painter, room, index, self._font(option.font, index.column(), heading))
        if index.column() == VALUE and (meaning := index.data(MEANING)):
            self._say(painter, room.adjusted(used + GAP if used else 0, 0, 0, 0), option.font, meaning, index.data(ODD))
        painter.restore()
        frame_current_row(painter, option, index)

    def _write(self, painter: QPainter, room: QRect, index: Index, font: QFont) -> int:
        """Write the cell's own text; how wide it came out."""
        colours = theme.current()
        quiet = self.pale or index.column() == NAME or index.data(QUIET)
        painter.setFont(font)
        painter.setPen(QColor(colours.muted if quiet else colours.text))
        metrics = QFontMetrics(font)
        words = str(index.data() or "")
        words = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), words)
        return metrics.horizontalAdvance(words)

    def _say(self, painter: QPainter, room: QRect, font: QFont, meaning: str, odd: bool) -> None:
        """Write what is said beside a value."""
        colours = theme.current()
        painter.setFont(font)
        painter.setPen(QColor(colours.muted if self.pale or not odd else colours.warning))
        words = QFontMetrics(font).elidedText(meaning, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), words)

    def _font(self, font: QFont, column: int, heading: bool) -> QFont:
        if column == VALUE:
            fixed = theme.monospace()
            fixed.setPointSizeF(font.pointSizeF())
            return fixed
        return theme.bold(font) if heading and column == PATH else font
