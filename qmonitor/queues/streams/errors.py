"""What can go wrong with a stream queue, as a branch of the tree of all errors. None of them quotes a payload."""

from qmonitor.queues.errors import (
    NotAQueue,
    NotMade,
    NotWritable,
    PasswordNeeded,
    QueueError,
    Refused,
    SourceBusy,
    SourceError,
    SourceForbidden,
)
from qmonitor.queues.words import counted, phrase


class StreamError(QueueError):
    """Base of this package's errors."""


class ServerUnreachable(StreamError, SourceError):
    """No connection, or none that lasted: whether the last command was carried out is not known."""


class WrongEncryption(ServerUnreachable):
    """One side speaks TLS and the other does not, or not as the other wants it."""


class ServerUntrusted(StreamError, SourceError):
    """Its certificate is not accepted: it may be another server than is meant. Nothing was sent to it."""


class CertificateUnusable(StreamError, SourceError):
    """A file that the connection names can't be read or is none of the kind: the server was not even asked."""


class ServerNotReady(StreamError, SourceBusy):
    """It is loading its data, or a cluster is electing or moving slots: passes by itself."""


class NotPermitted(StreamError, SourceForbidden):
    """This user may not do that on the server."""


class CommandMissing(NotPermitted):
    """The server has no such command, for anybody: it was switched off there, or the server is older."""


class NotLoggedIn(NotPermitted, PasswordNeeded):
    """The server wants to know who asks, or did not take the user's password."""


class ReadOnlyServer(StreamError, NotWritable):
    """A replica, or a server that can't save and so takes no writes."""


class ServerFull(StreamError, SourceError):
    """Its memory is used up: it takes nothing new."""


class WrongKind(StreamError, NotAQueue):
    """A key of ours holds something of another kind."""


class NoGroup(StreamError, NotMade):
    """The stream or its consumer group is not there (any more)."""


class GroupGone(StreamError, SourceError):
    """The group is not there although messages lie in the stream: one that is made would be sent all of them."""

    def __init__(self, stream: str, group: str, count: int) -> None:
        cause = counted(
            count,
            "The consumer group {group} is not there, and 1 message lies in the stream: a new group is sent it, also if"
            " another group has finished it.",
            "The consumer group {group} is not there, and {count} messages lie in the stream: a new group is sent all"
            " of them, also those that another group has finished.",
            group=group,
        )
        remedy = phrase(
            "See that the prefix and the group are those that are meant. To have all sent, stop this worker, start it"
            " again and confirm it (without a terminal: --make-group). To have only new ones sent, let the server's"
            " administrator make the group: XGROUP CREATE {stream} {group} $",
            stream=stream,
            group=group,
        )
        super().__init__(cause, remedy)


class KeysElsewhere(StreamError, SourceError):
    """The server belongs to a cluster, and the keys lie on another node."""


class NotACluster(StreamError, SourceError):
    """A server that stands alone was named as one of a cluster."""


class KeysApart(StreamError, NotWritable):
    """Keys that one step has to change together lie in several slots of a cluster."""

    def __init__(self) -> None:
        super().__init__(
            phrase(
                "The keys of this queue lie in several slots of the cluster: no step could change all of them or none."
            ),
            phrase("Give their names one tag in braces, such as {prefix} for a prefix.", prefix="{anvilkit}"),
        )


class NoDatabase(StreamError, SourceError):
    """The server has no database of that number."""


class ServerRefused(StreamError, SourceError):
    """The server answered with an error that none of the others is about."""


class EnvelopeConflict(StreamError, Refused):
    """Another request of the same deployment waits for the same retry: nothing was written."""

    def __init__(self) -> None:
        super().__init__(phrase("Another request of this deployment waits under the same id for its retry."))


class UnparseableEvent(StreamError, Refused):
    """A payload that no deployment can be read from, so that no status can be told to anybody."""

    def __init__(self) -> None:
        super().__init__(phrase("The payload is no JSON object with a deploymentId."))
