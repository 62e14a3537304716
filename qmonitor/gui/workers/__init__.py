"""What sends messages from here: a worker for each destination, and what came of its attempts."""

from qmonitor.gui.workers.panel import WorkersPanel

__all__ = ["WorkersPanel"]
