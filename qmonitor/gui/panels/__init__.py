"""The panels on one source, in their places and connected with its session."""

from qmonitor.gui.panels.panels import Panels

__all__ = ["Panels"]
