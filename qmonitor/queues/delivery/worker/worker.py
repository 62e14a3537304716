"""The worker of one destination of a delivery queue."""

from qmonitor.queues.delivery.worker.changes import Head
from qmonitor.queues.delivery.worker.desk import Desk
from qmonitor.queues.sqlite_worker import worker
from qmonitor.queues.words import phrase


class Worker(worker.Worker[Head]):
    """Sends the lowest pending id of its destination, and only that."""

    LOOKED_FIRST = phrase("Whether the engine delivers here itself is looked at first.")
    SEE = phrase("See whether the engine's own worker still delivers here.")

    def _open(self, lease: tuple[float, float]) -> Desk:
        return Desk(self._path, self.where, self._sender.describe(), lease, self._clock)
