"""What a server holds for a queue that several workers share: figure by figure, and worker by worker."""

from qmonitor.gui.queue.panel import QueuePanel

__all__ = ["QueuePanel"]
