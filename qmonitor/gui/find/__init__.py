"""Search in the payloads of messages."""

from qmonitor.gui.find.panel import FindPanel

__all__ = ["FindPanel"]
