"""The errors tab: what went wrong, by destination and kind of error."""

from qmonitor.gui.errors.panel import ErrorsPanel

__all__ = ["ErrorsPanel"]
