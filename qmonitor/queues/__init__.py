"""The library: durable message queues that can be watched, inspected and acted on.

Usable alone: it imports neither Qt nor numpy, and nothing from the other rooms of the package.
`open_source` is the door for whoever only wants to look or act; a backend's own package
(`qmonitor.queues.delivery`) has the queue itself, for whoever puts messages in or delivers them.
"""

from qmonitor.queues.model import Depth, DepthRow, Destination, Item, Page, Query, State
from qmonitor.queues.source import open_source
from qmonitor.queues.times import Instant

__all__ = ["Depth", "DepthRow", "Destination", "Instant", "Item", "Page", "Query", "State", "open_source"]
