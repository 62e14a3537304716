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

SEED = 20_261_129
TRACE = 2.5
"""Seconds between arrival and delivery of what lies behind a receiver that keeps up."""


def make_sample(path: Path, at: Instant) -> int:
    """Make the demo's file as it stands at that time; the number of its messages. Raises `SourceError`."""
    rng = random.Random(SEED)
    hospital = Hospital(rng)
    items = [item for receiver in RECEIVERS for item in _rows(receiver, hospital, at, rng)]
    items.sort(key=lambda item: item.enqueued_at.ns or 0 if item.enqueued_at else 0)
    write_sample(path, items)
    return len(items)


def _rows(receiver: Receiver, hospital: Hospital, at: Instant, rng: random.Random) -> Iterator[Item]:
    yield from _past(receiver, hospital, at, rng)
    yield from _waiting(receiver, hospital, at, rng)


def _past(receiver: Receiver, hospital: Hospital, at: Instant, rng: random.Random) -> Iterator[Item]:
    """What was delivered, given up or skipped before the backlog began, the newest just before it."""
    ends = (
        [State.DELIVERED] * receiver.delivered + [State.FAILED] * receiver.failed + [State.SKIPPED] * receiver.skipped
    )
    rng.shuffle(ends)
    age = receiver.since + receiver.every
    for state in ends:
        age += rng.expovariate(1 / receiver.every)
        queued = _ago(at, age)
        error = {State.FAILED: receiver.error, State.SKIPPED: "skipped by night.desk@ws-0417"}.get(state, "")
        yield _item(
            receiver,
            hospital,
            queued,
            state=state,
            attempts=max(1, receiver.limit),
            last_attempt=queued + _s(TRACE),
            last_error=error,
        )


def _waiting(receiver: Receiver, hospital: Hospital, at: Instant, rng: random.Random) -> Iterator[Item]:
    """The backlog in order of arrival, its head first."""
    ages = sorted((rng.uniform(receiver.until, receiver.since) for _ in range(receiver.backlog - 1)), reverse=True)
    for n, age in enumerate([receiver.since, *ages] if receiver.backlog else []):
        queued = _ago(at, age)
        if n or not receiver.tried:
            yield _item(receiver, hospital, queued, reason=BEHIND)
            continue
        last = _ago(at, rng.uniform(1, 4))
        yield _item(
            receiver, hospital, queued, attempts=receiver.tried, next_attempt=last + _s(backoff(receiver.tried)),
            last_attempt=last, last_error=receiver.error, reason=QUEUED,
        )  # fmt: skip


def _item(
    receiver: Receiver,
    hospital: Hospital,
    queued: Instant,
    *,
    state: State = State.PENDING,
    attempts: int = 0,
    next_attempt: Instant | None = None,
    last_attempt: Instant | None = None,
    last_error: str = "",
    reason: str = "",
) -> Item:
    message = hospital.message(receiver.kind, queued)
    return Item(
        receiver.channel,
        receiver.destination,
        message.raw,
        message.control_id,
        message.message_type,
        state=state,
        attempts=attempts,
        enqueued_at=queued,
        next_attempt=next_attempt or queued,
        last_attempt=last_attempt,
        last_error=last_error,
        reason=reason,
    )


def _ago(at: Instant, seconds: float) -> Instant:
    return at + _s(-seconds)


def _s(seconds: float) -> timedelta:
    return timedelta(seconds=seconds)
