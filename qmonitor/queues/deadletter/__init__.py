"""The dead-letter queue: messages that a daemon could not send, kept in a key-value table of an SQLite file.

Whoever only looks needs none of these: each is loaded when it is asked for.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qmonitor.queues.deadletter.codec import MAX_QUEUE_AGE, Code, Message
    from qmonitor.queues.deadletter.errors import DeadLetterError
    from qmonitor.queues.deadletter.queue import Queued, Store

__all__ = ["MAX_QUEUE_AGE", "Code", "DeadLetterError", "Message", "Queued", "Store"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(name)
    from qmonitor.queues.deadletter import codec, errors, queue

    return next(getattr(room, name) for room in (queue, codec, errors) if hasattr(room, name))
