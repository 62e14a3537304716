"""What can go wrong in a dead-letter queue, as a branch of the tree of all errors."""

from qmonitor.queues.errors import QueueError, Refused, SourceError
from qmonitor.queues.words import phrase


class DeadLetterError(QueueError):
    """Base of this package's errors."""


class Unavailable(DeadLetterError, SourceError):
    """The file can't be read or written as things stand."""


class NotAName(DeadLetterError, Refused):
    """No queue can have this name."""


class NotAKey(DeadLetterError, Refused):
    """No row of a queue can have this key."""


class NotAMessage(DeadLetterError, Refused):
    """What was handed over can't be written as a message."""


class Undecodable(DeadLetterError):
    """A row's value is no list of messages, or beyond the limits within which one is read."""

    def __init__(self) -> None:
        super().__init__(
            phrase("The row can't be decoded: it holds something else than a list of messages."),
            phrase("It is kept as it stands; look at its bytes."),
        )
