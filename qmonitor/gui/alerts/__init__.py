"""What a person is to know of a source, and who has taken it."""

from qmonitor.gui.alerts.panel import AlertsPanel

__all__ = ["AlertsPanel"]
