"""What workers go by."""

from qmonitor.queues.model import ORDINARY
from qmonitor.queues.sending import Policy
from qmonitor.values import dataclass


@dataclass(frozen=True, slots=True)
class Terms:
    """What workers go by, all in seconds; the defaults are what every installation runs with.

    `idle`: until it looks again where nothing is pending. `lease`: how long a lease lasts (None: 60, or twice the
    timeout and 20 if that is longer), and `margin`: by how much it has to outlast an attempt's timeout. `watch_due`:
    for how long beyond the time at which the head is due nobody else must touch it, `watch_idle`: the same where
    nothing is pending.
    """

    idle: float = 2.0
    lease: float | None = None
    margin: float = 5.0
    watch_due: float = ORDINARY.watched.total_seconds()
    watch_idle: float = 10.0

    def lease_of(self, policy: Policy) -> float:
        """For how long a worker of this policy takes its lease."""
        return max(60.0, 2 * policy.timeout + 20.0) if self.lease is None else self.lease
