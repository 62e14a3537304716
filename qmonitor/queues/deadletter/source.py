"""Dead-letter queues as a source of the monitor: looked at over short readings, changed by confirmed plans only."""

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Unpack

from qmonitor.queues.deadletter import schema
from qmonitor.queues.model import Destination, Traits
from qmonitor.queues.source import ACTIONS
from qmonitor.queues.sqlite_file import SqliteFile
from qmonitor.queues.sqlite_stamp import untrusted
from qmonitor.queues.words import Phrase, phrase

if TYPE_CHECKING:
    from qmonitor.queues.deadletter.admin import DeadLetterAdmin
    from qmonitor.queues.deadletter.reader import DeadLetterReader
    from qmonitor.queues.deadletter.worker import Worker
    from qmonitor.queues.running import RunningPlan
    from qmonitor.queues.sending import Policy, Sender
    from qmonitor.queues.working import Work

_NO_SCHEDULE = phrase("This queue has no schedule: the daemon tries all of it again by itself.")
_NOTHING_FINISHED = phrase("What was sent is not kept in this queue: there is nothing to remove.")
_UNKNOWN = phrase("qmonitor can't do that in a dead-letter queue.")


def open_file(file: SqliteFile) -> "DeadLetterSource":
    """For the registry. Raises `NotAQueue` where a column is missing."""
    file.read(schema.check)
    return DeadLetterSource(file)


class DeadLetterSource:
    """A file with a `kv` table. Holds no connection."""

    def __init__(self, file: SqliteFile) -> None:
        self._file = file
        self.target = file.target
        self.name = os.path.basename(file.target)
        self.capabilities: Mapping[str, Phrase | None] = {
            **dict.fromkeys(ACTIONS, _UNKNOWN),
            "worker": untrusted(file.path),
            **dict.fromkeys(("skip", "drain", "restore", "erase")),
            "retry-now": _NO_SCHEDULE,
            **dict.fromkeys(("remove", "purge"), _NOTHING_FINISHED),
        }

    @property
    def traits(self) -> Mapping[str, Traits]:
        from qmonitor.queues.deadletter.depths import TRAITS  # with it comes what reads documents

        return TRAITS

    def reader(self) -> "DeadLetterReader":
        from qmonitor.queues.deadletter.reader import DeadLetterReader  # with it comes cbor2

        return DeadLetterReader(self._file.twin())

    def admin(self) -> "DeadLetterAdmin":
        """Raises `SourceError` where the file can't be written."""
        from qmonitor.queues.deadletter.admin import DeadLetterAdmin  # who only looks does not wait for it

        return DeadLetterAdmin(self._file.twin())

    def worker(self, where: Destination, sender: "Sender", policy: "Policy", **work: Unpack["Work"]) -> "Worker":
        """See `Source.worker`. Raises `Refused` for a policy that gives messages up."""
        from qmonitor.queues.deadletter.worker import Worker  # as above

        return Worker(self._file.target, where.channel, where.destination, sender, policy, **work)

    def running(self) -> "tuple[RunningPlan, ...]":
        """See `queues.running.Telling`."""
        from qmonitor.queues.sqlite_plans import running  # as above

        return self._file.read(running)

    def describe(self) -> str:
        return f"Dead-letter queues in {self._file.path}"
