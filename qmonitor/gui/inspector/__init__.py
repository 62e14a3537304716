"""One message: what is known of it, and what it says."""

from qmonitor.gui.inspector.panel import InspectorPanel

__all__ = ["InspectorPanel"]
