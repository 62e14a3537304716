"""One line of the table of workers: a destination that has a worker, or could have one."""

from qmonitor.gui import text
from qmonitor.monitor.running.model import Offer, Post
from qmonitor.queues.model import Destination
from qmonitor.queues.sending import Policy
from qmonitor.queues.working import Phase
from qmonitor.values import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """`post`: its worker, which may have ended; `offer`: what starting one would mean. One of them is there."""

    where: Destination
    post: Post | None = None
    offer: Offer | None = None

    @property
    def phase(self) -> Phase:
        return Phase.STOPPED if self.post is None else self.post.state.phase

    @property
    def dead(self) -> bool:
        """Whether it holds what could not be sent: then it is a daemon that may send, too."""
        known = self.offer or self.post
        return known is not None and known.traits.dead

    @property
    def runs(self) -> bool:
        """Whether there is a worker that has not ended."""
        return self.post is not None and self.post.alive

    @property
    def others(self) -> tuple[str, ...]:
        """Who else works there now, wherever that is."""
        own = self.post.state.name if self.post is not None and self.runs else ""
        return () if self.offer is None else tuple(name for name in self.offer.company if name != own)

    @property
    def troubled(self) -> bool:
        """Whether it ended by itself: a person is needed."""
        return self.post is not None and self.post.ended is not None and not self.runs

    @property
    def can_start(self) -> bool:
        return not self.runs and self.offer is not None and self.offer.refusal is None

    @property
    def hindrance(self) -> str | None:
        """Why it can't be started; None where it can, or is running."""
        if self.runs or self.offer is None or self.offer.refusal is None:
            return None
        remedy = "" if self.offer.remedy is None else text.translate(self.offer.remedy)
        return f"{text.translate(self.offer.refusal)} {remedy}".strip()

    @property
    def to(self) -> str:
        """To whom it sends; "" where that is not known."""
        if self.post is not None and (self.runs or self.offer is None):
            return self.post.to
        return self.offer.to if self.offer is not None else ""

    @property
    def policy(self) -> Policy | None:
        if self.post is not None and (self.runs or self.offer is None):
            return self.post.policy
        return self.offer.policy if self.offer is not None else None
