"""Paints one destination: shape, name and figures, state and reason, trend line."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from qmonitor.gui import text, theme
from qmonitor.gui.alarms import alarm_color, paint_bell
from qmonitor.gui.destinations import entry as words
from qmonitor.gui.destinations.entry import Entry
from qmonitor.gui.destinations.model import ENTRY, DestinationModel, Index
from qmonitor.gui.marks import ROLES, paint_mark
from qmonitor.monitor.status import Kind

PAD = 2 * theme.GRID
MARK = 10
"""Side of the shape, in pixels."""
INDENT = PAD + MARK + PAD
GAP = 2 * theme.GRID
"""Between the two columns of figures."""
SPARK = 3 * theme.GRID
"""Height of the trend line."""
LEAST = 8
"""Average characters that the third line has to have room for, before the reason goes on there."""


class DestinationDelegate(QStyledItemDelegate):
    """Paints rows of a `DestinationModel`; all rows have one height, all figures stand in two columns."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.stale = False
        self._columns = (0, 0)
        self._rates = 0
        self._fonts: tuple[QFont, tuple[QFont, QFont]] | None = None

    def fonts(self, font: QFont) -> tuple[QFont, QFont]:
        """For names and counts, and for everything else; every row has the same."""
        if self._fonts is None or font != self._fonts[0]:
            self._fonts = QFont(font), (theme.figures(theme.bold(font)), theme.figures(font))
        return self._fonts[1]

    def fit_columns(self, font: QFont, pending: int, oldest: str) -> None:
        """Make the columns "pending" and "oldest" as wide as the widest they hold; they never shrink.

        The sum of all may reach further to the left: its name is short.
        """
        strong, plain = (QFontMetrics(f) for f in self.fonts(font))
        titles = [strong.horizontalAdvance(words) for words in (self.tr("pending"), self.tr("oldest"))]
        self._columns = (
            max(self._columns[0], titles[0], strong.horizontalAdvance(text.number(pending))),
            max(self._columns[1], titles[1], plain.horizontalAdvance(oldest)),
        )

    def columns(self, left: int, width: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """Where "pending" and "oldest" stand in a row of this place and width: x and width of each."""
        oldest = left + width - PAD - theme.GRID - self._columns[1]
        return (oldest - GAP - self._columns[0], self._columns[0]), (oldest, self._columns[1])

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        line = QFontMetrics(self.fonts(option.font)[0]).height()
        height = PAD + 2 * line + theme.GRID // 2 + max(4 * theme.GRID, line) + PAD
        return QSize(200, -(-height // theme.GRID) * theme.GRID)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry = index.data(ENTRY)
        if not isinstance(entry, Entry):
            return
        painter.save()
        self._paint_ground(painter, option)
        colors = _Colors(entry, self.stale)
        box = option.rect.adjusted(0, PAD, -PAD - theme.GRID, -PAD)
        line = QFontMetrics(self.fonts(option.font)[0]).height()
        mark = QRectF(box.x() + PAD, box.y() + (line - MARK) / 2, MARK, MARK)
        paint_mark(painter, mark, Kind.UNKNOWN if self.stale else entry.status.kind, colors.state)
        if entry.alarm.count:
            bell = mark.translated(0, line + theme.GRID // 2)
            paint_bell(painter, bell, entry.alarm, colors.state if self.stale else alarm_color(entry.alarm))
        self._paint_figures(painter, option, QRect(box.x(), box.y(), box.width(), line), entry, colors)
        second = QRect(box.x() + INDENT, box.y() + line + theme.GRID // 2, box.width() - INDENT, line)
        third = QRect(second.x(), box.bottom() + 1 - line, second.width(), line)
        room = third.adjusted(0, 0, -self._paint_rates(painter, option, third, entry), 0)
        if not self._paint_reason(painter, second, room, entry, colors):
            self._paint_course(painter, third, index, colors)
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        colors, box = theme.current(), option.rect
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(box, QColor(colors.accent_surface))
            painter.fillRect(QRect(box.topLeft(), QSize(3, box.height())), QColor(colors.accent))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(box, QColor(colors.hover))
        painter.setPen(QColor(colors.line))
        painter.drawLine(box.bottomLeft(), box.bottomRight())
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(QColor(colors.accent), 1))
            painter.drawRect(box.adjusted(0, 0, -1, -1))

    def _paint_figures(
        self, painter: QPainter, option: QStyleOptionViewItem, box: QRect, entry: Entry, colors: "_Colors"
    ) -> None:
        strong, plain = self.fonts(option.font)
        (pending_x, pending_width), (oldest_x, oldest_width) = self.columns(option.rect.x(), option.rect.width())
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        oldest = QRect(oldest_x, box.y(), oldest_width, box.height())
        pending = QRect(pending_x, box.y(), pending_width, box.height())
        painter.setFont(plain)
        painter.setPen(colors.age)
        painter.drawText(oldest, right, words.oldest_words(entry))
        painter.setFont(strong)
        painter.setPen(colors.text)
        figure = words.pending_words(entry)
        pending.setLeft(pending.right() + 1 - painter.fontMetrics().horizontalAdvance(figure))
        painter.drawText(pending, right, figure)
        name = QRect(box.x() + INDENT, box.y(), pending.x() - box.x() - INDENT - PAD, box.height())
        title = words.title(entry)
        if entry.destination is None and painter.fontMetrics().horizontalAdvance(title) > name.width():
            title = words.short_title()
        _paint_elided(painter, name, title, Qt.TextElideMode.ElideMiddle)

    def _paint_rates(self, painter: QPainter, option: QStyleOptionViewItem, box: QRect, entry: Entry) -> int:
        """What comes and goes, at the right; how much room it takes with its distance."""
        painter.setFont(self.fonts(option.font)[1])
        rates, width = words.rates_words(entry), painter.fontMetrics().horizontalAdvance
        self._rates = max(self._rates, width(words.usual_rates()), width(rates))
        painter.setPen(QColor(theme.current().muted))
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, rates)
        return width(rates) + PAD if rates else 0

    def _paint_reason(self, painter: QPainter, box: QRect, more: QRect, entry: Entry, colors: "_Colors") -> bool:
        """State and reason, and what failed; whether the reason went on in the room that there is below."""
        failed, metrics = words.failed_words(entry), painter.fontMetrics()
        width = metrics.horizontalAdvance(failed)
        painter.setPen(colors.failed)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, failed)
        painter.setPen(colors.reason)
        room = box.adjusted(0, 0, -width - PAD if width else 0, 0)
        first, rest = words.state_words(entry), ""
        if more.width() >= LEAST * metrics.averageCharWidth():
            first, rest = wrapped(first, room.width(), metrics.horizontalAdvance)
        _paint_elided(painter, room, first, Qt.TextElideMode.ElideRight)
        _paint_elided(painter, more, rest, Qt.TextElideMode.ElideRight)
        return bool(rest)

    def _paint_course(self, painter: QPainter, box: QRect, index: Index, colors: "_Colors") -> None:
        """The trend line; those of all rows begin and end at the same place, beside what comes and goes."""
        source, entry, width = index.model(), index.data(ENTRY), box.width() - self._rates - PAD
        if isinstance(source, DestinationModel) and width > 2 * PAD:
            spark = QRectF(box.x(), box.bottom() - SPARK, width, SPARK - 1)
            _paint_spark(painter, spark, source.spark(entry), colors.spark)


def wrapped(said: str, width: int, advance: Callable[[str], int]) -> tuple[str, str]:
    """A line that is cut at the last blank that has room, and the rest; all in the first one where no blank has.

    A figure keeps its `×`.
    """
    if advance(said) <= width:
        return said, ""
    blanks = said.replace(" ×", "××")
    at = blanks.find(" ")
    while (following := blanks.find(" ", at + 1)) > 0 and advance(said[:following]) <= width:
        at = following
    return (said, "") if at < 0 or advance(said[:at]) > width else (said[:at], said[at + 1 :].removeprefix("· "))


class _Colors:
    """What one row is painted in; all muted while its figures are stale."""

    def __init__(self, entry: Entry, stale: bool) -> None:
        colors, kind = theme.current(), entry.status.kind
        role = "muted" if stale else ROLES[kind]
        calm = role == "neutral" or entry.destination is None
        self.state = QColor(getattr(colors, role))
        self.reason = QColor(colors.muted) if calm else self.state
        self.text = QColor(colors.muted if stale else colors.text)
        urgent = kind in (Kind.STUCK, Kind.OVERDUE) and entry.destination is not None and not stale
        self.age = self.state if urgent else self.text
        self.failed = QColor(colors.muted if stale else colors.danger)
        index = entry.series.index if entry.series is not None else -1
        self.spark = QColor(colors.rest_curve) if index < 0 else theme.curve(index)


def _paint_elided(painter: QPainter, box: QRect, words: str, mode: Qt.TextElideMode) -> None:
    shown = painter.fontMetrics().elidedText(words, mode, box.width())
    painter.drawText(
        box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, shown
    )


def _paint_spark(painter: QPainter, box: QRectF, values: Sequence[float | None], color: QColor) -> None:
    """The values as a line from zero to their highest, broken where nothing was seen."""
    top = max((v for v in values if v is not None), default=0)
    painter.setPen(QPen(color, 1.25))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    run: list[QPointF] = []
    for n, value in enumerate((*values, None)):
        if value is not None:
            x = box.x() + box.width() * n / max(1, len(values) - 1)
            run.append(QPointF(x, box.bottom() - (box.height() * value / top if top else 0)))
            continue
        if len(run) > 1:
            painter.drawPolyline(QPolygonF(run))
        elif run:
            painter.drawPoint(run[0])
        run = []
