"""What is going on in the demo: eight receivers, each with a day of its own.

Both halves are written from this: the rows that are there when it starts (`sample`), and what the
simulated engine does from then on (`engine`).
"""

from qmonitor.values import dataclass

REFUSED = "dial tcp 192.0.2.17:6661: connect: connection refused"
NO_ANSWER = "timeout after 30 s waiting for the acknowledgement"
REJECTED = "AE: the report has no author"
BEHIND = "queued behind earlier messages"
QUEUED = "the receiver did not answer"

MINUTE, HOUR = 60.0, 3600.0


@dataclass(frozen=True, slots=True)
class Receiver:
    """A destination, how messages come in for it, and how it takes them.

    Times are in seconds. `every` is the mean time between two new messages, `takes` the time from one
    attempt to the next while there is work. `failing` is the share of attempts that fail with `error`, and
    `limit` gives up after so many attempts (0: never). With `worked` false no engine attends to it at all.
    `backlog` messages wait at the start, the first of them since `since`; `tried` is how often its head was
    tried. `failed` and `delivered` count what lies behind it.
    """

    channel: str
    destination: str
    kind: str
    every: float
    takes: float
    backlog: int = 0
    since: float = 0.0
    until: float = 0.0
    tried: int = 0
    failing: float = 0.0
    error: str = ""
    limit: int = 0
    worked: bool = True
    delivered: int = 100
    failed: int = 0
    skipped: int = 0


RECEIVERS = (
    # down for an hour: the head fails over and over, everything else waits behind it
    Receiver("adt", "registry", "admission", every=11.7, takes=1, backlog=312, since=61 * MINUTE, tried=62,
             failing=1, error=REFUSED, delivered=420, skipped=3),
    # takes messages slower than they come
    Receiver("orders", "pharmacy", "prescription", every=3.5, takes=15, backlog=96, since=8 * MINUTE, delivered=300),
    # came back an hour ago, works off what the night has left
    Receiver("lab", "lis-north", "result", every=9, takes=0.7, backlog=730, since=3.4 * HOUR, until=4 * MINUTE,
             delivered=700),
    # answers every other time
    Receiver("imaging", "pacs", "imaging", every=25, takes=1, backlog=4, since=75, tried=3, failing=0.55,
             error=NO_ANSWER, delivered=160),
    # nobody delivers: its worker was never started again
    Receiver("billing", "claims", "charge", every=210, takes=1, backlog=38, since=2.25 * HOUR, worked=False,
             delivered=120),
    # rejects a report now and then, and the engine gives that one up
    Receiver("documents", "archive", "report", every=14, takes=1, failing=0.12, error=REJECTED, limit=1,
             delivered=220, failed=23),
    # takes them just as they come, and has some before it
    Receiver("orders", "dispensary", "prescription", every=3, takes=2.95, backlog=25, since=75, delivered=180),
    # nothing to do most of the time
    Receiver("adt", "portal", "appointment", every=400, takes=1, delivered=60),
)  # fmt: skip


def backoff(attempts: int) -> float:
    """Seconds until the next attempt after so many failed ones: 5 s doubling to 60 s."""
    return min(60.0, 5.0 * 2.0 ** min(attempts - 1, 10))
