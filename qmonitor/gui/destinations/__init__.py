"""The list of destinations: which one is behind, and why."""

from qmonitor.gui.destinations.panel import DestinationsPanel

__all__ = ["DestinationsPanel"]
