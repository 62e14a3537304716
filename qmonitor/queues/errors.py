"""Everything that can go wrong with a source, as one tree.

Each error tells its reader two things: the cause, and what to do about it (`remedy`). The driver's own
error stays as `__cause__`. None of them ever quotes a payload.

Two branches matter to callers: `SourceError` says that the source can't be read or written (environment
at fault; the command line exits with 3), `Refused` says that the source is fine but what was asked for is
not done (exit 1). Anything else that is raised is a defect of ours.
"""

from qmonitor.queues.words import Phrase, phrase


class QueueError(Exception):
    """Base of the tree: a cause and a remedy, both sentences for the user."""

    def __init__(self, cause: Phrase | str, remedy: Phrase | str = "") -> None:
        self.cause = cause if isinstance(cause, Phrase) else phrase("{text}", text=cause)
        self.remedy = remedy if isinstance(remedy, Phrase) else phrase("{text}", text=remedy)
        super().__init__(str(self))

    def __str__(self) -> str:
        return f"{self.cause} {self.remedy}".strip()


class SourceError(QueueError):
    """The source can't be read or written as things stand; looking again later may succeed."""


class SourceMissing(SourceError):
    """Nothing lies at the given place (never there, moved, or deleted)."""


class SourceForbidden(SourceError):
    """The operating system lets this user not do that with the source."""


class PasswordNeeded(SourceForbidden):
    """The server wants a password, or did not take the one that it was given; with another one it may."""


class SourceBusy(SourceError):
    """Somebody else holds a lock that keeps us out."""


class SourceCorrupt(SourceError):
    """The file is damaged: truncated, or a page of it is malformed."""


class NotADatabase(SourceError):
    """The file is something else than an SQLite database, or an encrypted one."""


class NotAQueue(SourceError):
    """A readable database, but it does not hold a queue that we know."""


class NotMade(NotAQueue):
    """Nothing is there yet; the first worker that starts makes it."""


class SideFileMissing(SourceError):
    """A write-ahead log without its index: reading it would mean to change it."""


class NetworkLocation(SourceError):
    """The file lies on a network share, where its locks can't be trusted."""


class SourceUnsteady(SourceError):
    """The file kept changing its identity under every look at it."""


class Interrupted(SourceError):
    """The reading was called off (`Reader.interrupt`): no result, and no fault of the source."""


class SourceClosed(SourceError):
    """The reader, admin or store was used after `close()`."""


class Refused(QueueError):
    """What was asked for is not done, and nothing was changed."""


class NotWritable(Refused):
    """The source can be read, but not be changed by this user or at this place."""


class UnknownItem(Refused):
    """There is no item with this id (any more)."""


class ReadOnly(Refused):
    """Actions are switched off here."""
