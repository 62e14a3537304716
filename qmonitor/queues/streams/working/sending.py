"""A sender as the handler of a stream queue: what a receiver says, as codes of jobs."""

from qmonitor.queues.sending import NotDelivered, OutcomeUnknown, Postponed, Sender
from qmonitor.queues.streams import codes
from qmonitor.queues.streams.events import Event
from qmonitor.queues.streams.working.handling import Deadline, JobAborted, JobError, Outcome, done

STAGE = "upload_artifacts"
"""The stage at which something is brought to somebody else."""

UNCONFIRMED = "ARTIFACT_UPLOAD_TIMEOUT"
"""Bytes have left and nobody knows what came of them: tried again."""

REJECTED = "RECEIVER_REJECTED"
"""The receiver does not want it, or it can't be sent: not tried again."""


class Sending:
    """Sends the request itself, as it stands in the queue. For as many threads at a time as the sender is for."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def handle(self, event: Event, attempt: int, deadline: Deadline) -> Outcome:  # noqa: ARG002
        deadline.at(STAGE)
        try:
            self._sender.send(event.payload, deadline.left)
        except Postponed:  # nothing was tried, so nothing is counted: recovery brings it back
            raise JobAborted from None
        except NotDelivered as error:
            raise JobError(_code(error), STAGE) from None
        return done()


def _code(error: NotDelivered) -> str:
    if error.final:
        return REJECTED
    return UNCONFIRMED if isinstance(error, OutcomeUnknown) else codes.QUEUE_TEMPORARY_FAILURE
