"""The small shapes before alerts: a square where it is critical, a triangle for a warning, a ring once it is solved."""

from PySide6.QtGui import QIcon

from qmonitor.gui import theme
from qmonitor.gui.marks import mark_icon
from qmonitor.monitor.alerts.model import Alert, Level
from qmonitor.monitor.status import Kind


def mark(alert: Alert) -> QIcon:
    """The shape of an alert; pale once somebody has taken it."""
    if alert.solved is not None:
        return mark_icon(Kind.IDLE, theme.current().muted)
    critical = alert.level is Level.CRITICAL
    strong = "danger" if critical else "warning"
    ink = "muted" if alert.silent else strong
    return mark_icon(Kind.STUCK if critical else Kind.GROWING, getattr(theme.current(), ink))
