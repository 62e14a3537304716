"""Servers that the window connects to: chosen, set up, tried."""

from qmonitor.gui.dialogs.connections.dialog import ConnectionsDialog

__all__ = ["ConnectionsDialog"]
