"""That alerts are open at a destination, or in a source: a bell beside its shape, and the words for it."""

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from qmonitor.gui import text, theme
from qmonitor.monitor.alerts.model import Alert, Level
from qmonitor.queues.model import Destination
from qmonitor.values import dataclass


@dataclass(frozen=True, slots=True)
class Alarm:
    """How many alerts are open at a destination. `level` is the worst of those that nobody has taken; None: all are."""

    count: int = 0
    level: Level | None = None

    @classmethod
    def of(cls, found: Iterable[Alert]) -> "Alarm":
        """All of these together."""
        made = NONE
        for alert in found:
            made = made.add(alert)
        return made

    def add(self, alert: Alert) -> "Alarm":
        levels = [level for level in (self.level, None if alert.silent else alert.level) if level is not None]
        return Alarm(self.count + 1, max(levels, default=None))


NONE = Alarm()


def alarms(found: Iterable[Alert]) -> Mapping[Destination | None, Alarm]:
    """Those of each destination; of None where the source itself has one."""
    every: dict[Destination | None, Alarm] = {}
    for alert in found:
        every[alert.destination] = every.get(alert.destination, NONE).add(alert)
    return every


def alarm_words(alarm: Alarm) -> str:
    """For screen readers and the tool tip; empty where no alert is open."""
    if not alarm.count:
        return ""
    if alarm.level is None:
        one = QCoreApplication.translate("destinations", "1 alert is open, acknowledged or snoozed")
        many = QCoreApplication.translate("destinations", "{count} alerts are open, all acknowledged or snoozed")
    else:
        one = QCoreApplication.translate("destinations", "1 alert is open")
        many = QCoreApplication.translate("destinations", "{count} alerts are open")
    return one if alarm.count == 1 else many.format(count=text.number(alarm.count))


def alarm_color(alarm: Alarm) -> QColor:
    """Pale once somebody has taken all of them."""
    colors = theme.current()
    if alarm.level is None:
        return QColor(colors.muted)
    return QColor(colors.danger if alarm.level is Level.CRITICAL else colors.warning)


def paint_bell(painter: QPainter, box: QRectF, alarm: Alarm, color: QColor) -> None:
    """Filled while somebody is to take one; an outline after that."""

    def at(x: float, y: float) -> QPointF:
        return QPointF(box.x() + x * box.width(), box.y() + y * box.height())

    bell = QPainterPath(at(0.06, 0.78))
    bell.cubicTo(at(0.3, 0.6), at(0.1, 0.08), at(0.5, 0.08))
    bell.cubicTo(at(0.9, 0.08), at(0.7, 0.6), at(0.94, 0.78))
    bell.closeSubpath()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(color, 1.2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(color if alarm.level is not None else Qt.BrushStyle.NoBrush)
    painter.drawPath(bell)
    painter.drawLine(at(0.4, 0.98), at(0.6, 0.98))
    painter.restore()
