"""The delivery queue: one table in one SQLite file, in order per destination, as interface engines keep it.

Whoever only looks needs neither of these: each is loaded when it is asked for (a third of the package, measured).
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qmonitor.queues.delivery.store import Store
    from qmonitor.queues.delivery.worker import Worker

__all__ = ["Store", "Worker"]


def __getattr__(name: str) -> object:
    if name == "Store":
        from qmonitor.queues.delivery.store import Store

        return Store
    if name == "Worker":
        from qmonitor.queues.delivery.worker import Worker

        return Worker
    raise AttributeError(name)
