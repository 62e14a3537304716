"""What comes from a receiver and is no message's acknowledgement: late, repeated, foreign, or no answer at all.

It is told in numbers, and credited to nobody. Nothing of its text is logged, and no control id.
"""

from enum import Enum

from qmonitor import logs
from qmonitor.senders.hl7.acknowledgement import Acknowledgement
from qmonitor.senders.mllp.framing import TooLong
from qmonitor.senders.mllp.session import Session
from qmonitor.senders.network.connection import Flooded
from qmonitor.values import dataclass

_log = logs.subject("senders")


@dataclass(slots=True)
class Stray:
    """True where any frame came. `answers`: acknowledgements of other messages, `others`: frames that are none."""

    answers: int = 0
    others: int = 0
    skipped: int = 0
    """Bytes outside of frames."""

    def __bool__(self) -> bool:
        return self.count > 0

    @property
    def count(self) -> int:
        return self.answers + self.others

    def add(self, answer: Acknowledgement | None) -> None:
        """`answer`: what a frame holds."""
        if answer is None:
            self.others += 1
        else:
            self.answers += 1

    def log(self, where: str, when: str) -> None:
        """One line, where there is anything to tell."""
        level = "warning" if self else "info"
        if self or self.skipped:
            text = "%s, %s: %d acknowledgement(s) of other messages, %d other frame(s), %d byte(s) outside of frames"
            getattr(_log, level)(text, where, when, self.answers, self.others, self.skipped)


class State(Enum):
    """How a session is before a message is sent in it."""

    QUIET = "open, and nothing came"
    STRAY = "something came that nobody asked for"
    FLOOD = "that has no end"
    GONE = "the receiver has closed its side"


def state(session: Session) -> State:
    """Takes what has come. White space is nothing: many a receiver ends its frames with a line feed."""
    frames = session.frames
    skipped, noise = frames.skipped, frames.noise
    try:
        found = session.waiting()
    except (Flooded, TooLong):
        return State.FLOOD
    if found == [] and not frames.inside and frames.skipped == skipped:
        return State.QUIET
    stray = Stray(others=1 if frames.inside else 0, skipped=frames.skipped - skipped)
    for content in found or ():
        stray.add(Acknowledgement.of(content))
    stray.log(session.where, "before anything was sent")
    if found is None:
        return State.GONE
    return State.STRAY if stray or frames.noise > noise else State.QUIET
