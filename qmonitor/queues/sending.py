"""Delivering messages, whatever the queue and whatever the wire: what a sender promises, and what a worker is told.

A queue hands bytes to a `Sender` and believes nothing but its silence: where `send` returns, the receiver has said
that it has the message. Everything else is raised. The queues know no metrics, no window and no wire; who wants to
see what happens is an `Observer`.
"""

from typing import Protocol, Self

from qmonitor.queues.errors import QueueError, Refused
from qmonitor.queues.words import Phrase, phrase
from qmonitor.values import dataclass

DEAD_LETTER = "dead-letter"
"""The channel of queues whose messages go out as JSON documents, and are never given up."""

LONGEST_BACKOFF = 3600.0
"""Seconds. A receiver that is back after a night must not wait for its first message until noon."""


LONGEST_TIMEOUT = 3600.0
"""Seconds. What is at work on one message for longer says nothing of the others behind it."""


class Sender(Protocol):
    """Brings a message to its receiver; used by one worker's thread at a time."""

    def send(self, raw: bytes, timeout: float) -> None:
        """Returns once the receiver has said that it has the message; raises otherwise.

        `timeout`: seconds for the whole attempt, from connecting to the last byte of the answer. What is raised is
        best a `NotDelivered`; any other exception counts as an outcome that nobody knows.
        """
        ...

    def describe(self) -> str:
        """Where it sends to, for people: `10.1.2.3:2575`. Never a secret."""
        ...


class OwnWords(str):
    """A cause in this program's own words: nothing of a message, nor of what a receiver said, is in it.

    `sent`: it was sent before, so that what was said of that tells more, where anything was.
    """

    __slots__ = ("said", "sent")
    said: Phrase
    sent: bool

    def __new__(cls, said: Phrase, *, sent: bool = True) -> Self:
        """The text is English; `said` can be translated."""
        made = super().__new__(cls, str(said))
        made.said, made.sent = said, sent
        return made


class Observer(Protocol):
    """Is told what came of each attempt, on the worker's thread, after it has been recorded. Must not raise."""

    def delivered(self, channel: str, destination: str, attempts: int, waited: float) -> None:
        """The `attempts`-th attempt brought it; `waited`: seconds since it entered the queue."""
        ...

    def retried(self, channel: str, destination: str, attempts: int, cause: str) -> None:
        """The `attempts`-th attempt failed; there will be another."""
        ...

    def gave_up(self, channel: str, destination: str, attempts: int, cause: str) -> None:
        """The `attempts`-th attempt failed, and was the last."""
        ...


class NotDelivered(QueueError):
    """An attempt that failed.

    `final`: another one makes no sense, or is not wanted: give up on the message. `wait`: seconds that the receiver
    asked to be left alone for (never shortens the back-off).
    """

    def __init__(
        self, cause: Phrase | str, remedy: Phrase | str = "", *, final: bool = False, wait: float | None = None
    ) -> None:
        super().__init__(cause, remedy)
        self.final, self.wait = final, wait


class Unreachable(NotDelivered):
    """The receiver was not reached: no byte of the message has left."""


class Postponed(Unreachable):
    """It was not even tried: others were sent there all the time, or just before. It counts as no attempt."""


class Unsendable(NotDelivered):
    """The message itself can't be sent this way: no byte of it has left."""


class Rejected(NotDelivered):
    """The receiver answered, and does not take the message."""


class OutcomeUnknown(NotDelivered):
    """Bytes have left and no answer came that can be trusted: the receiver may have the message or not."""


@dataclass(frozen=True, slots=True)
class Policy:
    """How often and in what steps one message is tried. All times in seconds.

    `max_attempts`: exactly so many, 0 for ever. `backoff` doubles after each failed attempt up to `max_backoff`;
    `timeout` is for one whole attempt.
    """

    max_attempts: int
    backoff: float = 5.0
    max_backoff: float = 60.0
    timeout: float = 30.0

    def __post_init__(self) -> None:
        """Raises `Refused` where a value can't be meant."""
        if not _is_count(self.max_attempts):
            raise Refused(
                phrase("max_attempts is {value}.", value=repr(self.max_attempts)),
                phrase("It is a whole number: 0 for ever, or exactly so many attempts."),
            )
        for name in ("backoff", "max_backoff", "timeout"):
            _require_positive(name, getattr(self, name))
        if self.timeout > LONGEST_TIMEOUT:
            raise Refused(
                phrase("{name} is {value}.", name="timeout", value=repr(self.timeout)),
                phrase("It is for one attempt, and at most an hour (3600 s)."),
            )
        if max(self.backoff, self.max_backoff) > LONGEST_BACKOFF:
            raise Refused(
                phrase("The back-off is above an hour."),
                phrase("A receiver that is back must not wait longer than that for its first message."),
            )

    def delay(self, attempts: int) -> float:
        """Seconds until the next attempt, after `attempts` (at least 1) have failed."""
        most = max(self.backoff, self.max_backoff)
        doublings = min(max(attempts, 1) - 1, 64)  # days of retries must not overflow
        return float(min(self.backoff * 2.0**doublings, most))

    def is_last(self, attempts: int) -> bool:
        """Whether no attempt follows the `attempts`-th."""
        return 0 < self.max_attempts <= attempts


@dataclass(frozen=True, slots=True)
class Pool(Policy):
    """How a pool of consumers works on a queue whose tries are its own rule, the same for whoever works on it.

    `consumers`: so many messages are sent at a time; `reclaim_after`: seconds after which what somebody got and never
    finished is taken over. `keep_hours`: for how long after it was queued what is finished stays, and `keep_dead_hours`
    the same for dead letters and outcomes; 0: for ever.
    """

    max_attempts: int = 4
    backoff: float = 10.0
    max_backoff: float = 300.0
    timeout: float = 60.0
    consumers: int = 4
    reclaim_after: float = 60.0
    keep_hours: float = 72.0
    keep_dead_hours: float = 168.0

    @property
    def trims(self) -> bool:
        """Whether anything is dropped at all."""
        return bool(self.keep_hours or self.keep_dead_hours)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _require_positive(name: str, value: object) -> None:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value < float("inf"):
        raise Refused(
            phrase("{name} is {value}.", name=name, value=repr(value)),
            phrase("It is a number of seconds above 0; without it the default holds."),
        )
