"""The rows that a demo starts with: a day's traces, written back-dated in one go."""

import random
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from qmonitor.demo.people import Hospital
from qmonitor.demo.scene import BEHIND, QUEUED, RECEIVERS, Receiver, backoff
from qmonitor.queues.delivery.sample import write_sample
from qmonitor.queues.model import Item, State
from qmonitor.queues.times import Instant
from qmonitor.values import dataclass

SEED = 20_261_129

TRACE = 2.5
"""Seconds between arrival and delivery of what lies behind a receiver that keeps up."""

SKIPPED_BY = "skipped by night.desk@ws-0417"


@dataclass(frozen=True, slots=True)
class Draft:
    """A row to be, before its message is written. Times are seconds before the demo starts."""

    receiver: Receiver
    age: float
    state: State = State.PENDING
    attempts: int = 0
    last: float | None = None
    due: float | None = None
    error: str = ""
    reason: str = ""

    def item(self, hospital: Hospital, at: Instant) -> Item:
        """The row, with the next message of its kind."""
        queued = _before(at, self.age)
        message = hospital.message(self.receiver.kind, queued)
        return Item(
            self.receiver.channel,
            self.receiver.destination,
            message.raw,
            message.control_id,
            message.message_type,
            state=self.state,
            attempts=self.attempts,
            enqueued_at=queued,
            next_attempt=queued if self.due is None else _before(at, self.due),
            last_attempt=None if self.last is None else _before(at, self.last),
            last_error=self.error,
            reason=self.reason,
        )


def make_sample(path: Path, at: Instant) -> int:
    """Make the demo's file as it stands at that time; the number of its messages. Raises `SourceError`."""
    rng = random.Random(SEED)
    drafts = [draft for receiver in RECEIVERS for draft in (*_past(receiver, rng), *_waiting(receiver, rng))]
    drafts.sort(key=lambda draft: draft.age, reverse=True)
    hospital = Hospital(rng)
    write_sample(path, (draft.item(hospital, at) for draft in drafts))
    return len(drafts)


def _past(receiver: Receiver, rng: random.Random) -> Iterator[Draft]:
    """What was delivered, given up or skipped before the backlog began, the newest just before it."""
    ends = [State.DELIVERED] * receiver.delivered
    ends += [State.FAILED] * receiver.failed + [State.SKIPPED] * receiver.skipped
    rng.shuffle(ends)
    errors = {State.FAILED: receiver.error, State.SKIPPED: SKIPPED_BY}
    age = receiver.since + receiver.every
    for state in ends:
        age += rng.expovariate(1 / receiver.every)
        yield Draft(
            receiver,
            age,
            state,
            attempts=max(1, receiver.limit),
            last=max(0.0, age - TRACE),
            error=errors.get(state, ""),
        )


def _waiting(receiver: Receiver, rng: random.Random) -> Iterator[Draft]:
    """The backlog; its head is the oldest."""
    if not receiver.backlog:
        return
    if receiver.tried:
        last = rng.uniform(1, 4)
        due = last - backoff(receiver.tried)
        yield Draft(receiver, receiver.since, State.PENDING, receiver.tried, last, due, receiver.error, QUEUED)
    else:
        yield Draft(receiver, receiver.since, reason=BEHIND)
    for _ in range(receiver.backlog - 1):
        yield Draft(receiver, rng.uniform(receiver.until, receiver.since), reason=BEHIND)


def _before(at: Instant, seconds: float) -> Instant:
    return at + timedelta(seconds=-seconds)
