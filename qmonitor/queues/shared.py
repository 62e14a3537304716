"""What is to be known of a queue on a server that several workers share: for a panel of its own.

None stands for what is not known: what the server does not tell, or this user may not read.
"""

from collections.abc import Mapping
from dataclasses import field
from datetime import timedelta

from qmonitor.queues.times import Instant
from qmonitor.values import dataclass


@dataclass(frozen=True, slots=True)
class Member:
    """A worker of the group: how many messages it has in hand, and when the server last heard of it (server's clock).

    `deliveries`: how often the one of them was delivered that was delivered most often, as far as was looked.
    """

    name: str
    in_flight: int
    heard: Instant | None
    deliveries: int | None


@dataclass(frozen=True, slots=True)
class Shared:
    """One look.

    `undelivered` is None while it is counted: then there are `undelivered_least` or more, and the server guesses
    `estimate`. `due` are those of the delayed whose time has come, `overdue` those of them that a dispatcher should
    have sent by now. `dispatch_lag`: for how many seconds the first of them has waited (0: none waits). `refused`:
    failures without a retry. `body_gone`, `no_payload`, `unscheduled`: in flight without a body, delayed without a
    payload, and payloads without a time, which will never run. `overdue_after` is for how long one has to be due to
    count as overdue, and `bodies_looked` of how many in flight the bodies are looked for. `barred` names, by figure
    (`no_payload` and `unscheduled` together as "strays"), the command that this user may not use; "": a key holds
    something else. `clock` is how far the server's clock is ahead of this machine's; `stepless`: its keys lie apart in
    a cluster, so that no step could change all of them or none.
    """

    as_of: Instant
    undelivered: int | None
    undelivered_least: int
    estimate: int | None
    in_flight: int
    members: tuple[Member, ...] | None
    delayed: int | None
    due: int | None
    overdue: int | None
    dispatch_lag: float | None
    dead: int | None
    refused: int | None
    skipped: int | None
    body_gone: int | None = None
    no_payload: int | None = None
    unscheduled: int | None = None
    overdue_after: timedelta | None = None
    bodies_looked: int | None = None
    clock: timedelta = timedelta(0)
    stepless: bool = False
    barred: Mapping[str, str] = field(default_factory=dict)
