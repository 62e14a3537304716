"""The delivery queue: one table in one SQLite file, in order per destination, as interface engines keep it."""

from qmonitor.queues.delivery.store import Store
from qmonitor.queues.delivery.worker import Worker

__all__ = ["Store", "Worker"]
