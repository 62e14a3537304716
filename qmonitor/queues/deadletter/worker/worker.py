"""The worker of one dead-letter queue.

A queue is delivered in its order of arrival, so a message that fails blocks those behind it: it stays first, in its
row, and is tried again after the policy's back-off, which is kept in memory. It is never given up, also where its
receiver refuses it for good: this store has no state for that, and to pass over it would be to reorder. A person may
skip it. Only a row that can't be decoded is passed over: nothing in it could be sent, and it stays where it is.

What is sent is a JSON document. The row is removed once its receiver has it; before, what the daemon would do when it
fetches is done to it: a list of several messages is split, a missing `QueuedAt` is stamped, what is too old is dropped.
"""

from dataclasses import replace
from typing import Any

from qmonitor.queues.deadletter import keys
from qmonitor.queues.deadletter.depths import WATCHED
from qmonitor.queues.deadletter.worker.desk import Desk
from qmonitor.queues.deadletter.worker.head import Head
from qmonitor.queues.errors import Refused
from qmonitor.queues.sqlite_worker import worker
from qmonitor.queues.sqlite_worker.attempt import Failure, Report
from qmonitor.queues.sqlite_worker.terms import Terms
from qmonitor.queues.words import phrase

_WATCHED = WATCHED.total_seconds()


class Worker(worker.Worker[Head]):
    """Sends the first message of its queue that can be decoded, and only that. See `sqlite_worker.worker.Worker`."""

    TERMS = Terms(watch_due=_WATCHED, watch_idle=_WATCHED)
    LOOKED_FIRST = phrase("Whether the daemon sends these messages itself is looked at first.")
    SEE = phrase("See whether the daemon still sends these messages itself.")

    def __init__(self, *arguments: Any, **work: Any) -> None:
        """Raises `Refused` where no queue can have this name, or the policy gives messages up."""
        super().__init__(*arguments, **work)
        self._name = keys.encoded(self.where.destination)
        if self._policy.max_attempts:
            raise Refused(
                phrase("max_attempts is {value}.", value=repr(self._policy.max_attempts)),
                phrase("For a dead-letter queue it is 0: what fails stays in the queue."),
            )

    def _open(self, lease: tuple[float, float]) -> Desk:
        return Desk(self._path, self.where, self._name, self._sender.describe(), lease, self._clock)

    def _reported(self, head: Head, failure: Failure | None) -> Report[Head]:
        """No failure is the last one."""
        return super()._reported(head, None if failure is None else replace(failure, final=False))
