"""A source in one word and one sentence: for its tab, while another source is in front."""

from qmonitor.monitor.standing import Standing
from qmonitor.monitor.status import Kind
from qmonitor.queues.errors import QueueError
from qmonitor.queues.words import Phrase, phrase
from qmonitor.values import dataclass


@dataclass(frozen=True, slots=True)
class Headline:
    """The worst state of a source's destinations; `fault` where it can't be read, `kind` then is unknown."""

    kind: Kind
    words: Phrase
    fault: bool = False

    @classmethod
    def unread(cls) -> "Headline":
        return cls(Kind.UNKNOWN, phrase("not read yet"))

    @classmethod
    def of(cls, standing: Standing) -> "Headline":
        """That of a look."""
        return cls(standing.kind, _words(standing.kind, standing.kinds[standing.kind]))

    @classmethod
    def broken(cls, error: QueueError) -> "Headline":
        return cls(Kind.UNKNOWN, error.cause, fault=True)


def _words(kind: Kind, count: int) -> Phrase:
    many = {
        Kind.STUCK: phrase("{count} destinations stuck", count=count),
        Kind.OVERDUE: phrase("{count} destinations overdue", count=count),
        Kind.GROWING: phrase("{count} destinations growing", count=count),
        Kind.UNKNOWN: phrase("{count} destinations of which nothing can be told yet", count=count),
    }
    one = {
        Kind.STUCK: phrase("1 destination stuck"),
        Kind.OVERDUE: phrase("1 destination overdue"),
        Kind.GROWING: phrase("1 destination growing"),
        Kind.UNKNOWN: phrase("1 destination of which nothing can be told yet"),
    }
    calm = phrase("nothing waits") if kind is Kind.IDLE else phrase("no destination stuck, overdue or growing")
    return (one if count == 1 else many).get(kind, calm)
