"""A delivery queue as a source of the monitor: looked at over short readings, changed by confirmed plans only."""

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Unpack

from qmonitor.queues.delivery import schema
from qmonitor.queues.delivery.reader import DeliveryReader
from qmonitor.queues.model import Destination, Traits
from qmonitor.queues.source import ACTIONS
from qmonitor.queues.sqlite_file import SqliteFile
from qmonitor.queues.sqlite_stamp import untrusted
from qmonitor.queues.words import Phrase

if TYPE_CHECKING:
    from qmonitor.queues.delivery.admin import DeliveryAdmin
    from qmonitor.queues.delivery.worker import Worker
    from qmonitor.queues.running import RunningPlan
    from qmonitor.queues.sending import Policy, Sender
    from qmonitor.queues.working import Work


def open_file(file: SqliteFile) -> "DeliverySource":
    """For the registry. Raises `NotAQueue` where a column is missing."""
    file.read(schema.check)
    return DeliverySource(file)


class DeliverySource:
    """A file with a `queue` table. Holds no connection."""

    def __init__(self, file: SqliteFile) -> None:
        self._file = file
        self.target = file.target
        self.name = os.path.basename(file.target)
        self.capabilities: Mapping[str, Phrase | None] = {**dict.fromkeys(ACTIONS), "worker": untrusted(file.path)}
        self.traits: Mapping[str, Traits] = {}

    def reader(self) -> DeliveryReader:
        return DeliveryReader(self._file.twin())

    def admin(self) -> "DeliveryAdmin":
        """Raises `SourceError` where the file can't be written."""
        from qmonitor.queues.delivery.admin import DeliveryAdmin  # who only looks does not wait for it

        return DeliveryAdmin(self._file.twin())

    def worker(self, where: Destination, sender: "Sender", policy: "Policy", **work: Unpack["Work"]) -> "Worker":
        """See `Source.worker`."""
        from qmonitor.queues.delivery.worker import Worker  # as above

        return Worker(self._file.target, where.channel, where.destination, sender, policy, **work)

    def running(self) -> "tuple[RunningPlan, ...]":
        """See `queues.running.Telling`."""
        from qmonitor.queues.sqlite_plans import running  # as above

        return self._file.read(running)

    def describe(self) -> str:
        return f"Delivery queue in {self._file.path}"
