"""A stream queue in memory: the same promises without any server, to test job logic on, and to compare with.

It keeps a stream as a list and does nothing cleverly: what is right about it is to be seen at a glance.
"""

import logging
import threading
from dataclasses import dataclass, field

from qmonitor.queues.streams import names
from qmonitor.queues.streams.envelopes import UnreadableEnvelope, decode, encode, same_event
from qmonitor.queues.streams.errors import EnvelopeConflict
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.values import Delivery, DLQEntry, Envelope, OutgoingMessage

_LOG = logging.getLogger("tests.streams")

Id = tuple[int, int]
Fields = dict[str, bytes]


def as_text(entry_id: Id) -> str:
    return f"{entry_id[0]}-{entry_id[1]}"


def as_id(text: str) -> Id:
    first, second = text.split("-")
    return int(first), int(second)


@dataclass
class Group:
    last: Id = (0, 0)
    pending: dict[Id, int] = field(default_factory=dict)
    """By id, since when (ms)."""


class MemoryQueue:
    """Everything but the retries and the locks. `time` (ms) moves only where a test moves it."""

    def __init__(self, time: int = 1_790_000_000_000, keys: Keys | None = None) -> None:
        self.time, self.keys, self.worker_id = time, keys or Keys(), "memory"
        self.streams: dict[str, list[tuple[Id, Fields]]] = {}
        self.groups: dict[str, Group] = {}
        self.bodies_gone = 0
        self.guard = threading.RLock()
        self._last: Id = (0, 0)

    def now(self) -> int:
        return self.time

    def ensure_group(self, name: str = "") -> None:
        self.streams.setdefault(self.keys.main, [])
        self.groups.setdefault(name or self.keys.group, Group())

    @property
    def group(self) -> Group:
        return self.groups[self.keys.group]

    def add(self, stream: str, fields: Fields) -> str:
        with self.guard:
            self._last = max((self.time, 0), (self._last[0], self._last[1] + 1))
            self.streams.setdefault(stream, []).append((self._last, fields))
            return as_text(self._last)

    # -- the interfaces --------------------------------------------------------------------------------------------

    def fetch(self, max: int, block: float = 0.0) -> list[Delivery]:  # noqa: A002 - as the interface names it
        with self.guard:
            fresh = [one for one in self.streams[self.keys.main] if one[0] > self.group.last][:max]
            for entry_id, _ in fresh:
                self.group.last = entry_id
                self.group.pending[entry_id] = self.time
        if not fresh and block:
            threading.Event().wait(min(block, 0.01))
        return [_delivery(*one) for one in fresh]

    def ack(self, *ids: str) -> int:
        with self.guard:
            return sum(self.group.pending.pop(as_id(one), None) is not None for one in ids)

    def reclaim(self, min_idle: float, count: int) -> list[Delivery]:
        with self.guard:
            bodies = dict(self.streams[self.keys.main])
            found: list[Delivery] = []
            for entry_id, since in sorted(self.group.pending.items()):
                if self.time - since < min_idle * 1000 or len(found) == count:
                    continue
                if entry_id not in bodies:
                    self.bodies_gone += 1
                    _LOG.warning("pending entries had lost their body")
                    del self.group.pending[entry_id]
                    continue
                self.group.pending[entry_id] = self.time
                found.append(_delivery(entry_id, bodies[entry_id]))
            return found

    def pending_count(self) -> int:
        return len(self.group.pending)

    def publish(self, message: OutgoingMessage) -> str:
        fields = {"payload": message.payload, "attempt": str(message.attempt).encode()}
        more = {"lastErrorCode": message.last_error_code.encode(), "traceId": message.trace_id.encode()}
        return self.add(self.keys.main, {**fields, **{name: value for name, value in more.items() if value}})

    def send_to_dlq(self, entry: DLQEntry) -> str:
        fields = {name: value.encode() if isinstance(value, str) else value for name, value in entry.fields().items()}
        return self.add(self.keys.dlq, fields)

    def append_outcome(self, stream: str, payload: bytes) -> str:
        return self.add(stream, {"payload": payload})

    def trim_main(self, horizon: int) -> int:
        entries = self.streams.get(self.keys.main, [])
        if not self.groups:
            return 0
        bounds: list[Id] = [(horizon, 0)]
        for group in self.groups.values():
            bounds += group.pending
            bounds += [entry_id for entry_id, _ in entries if entry_id > group.last][:1]
        return self._cut(self.keys.main, min(bounds))

    def trim_stream(self, stream: str, horizon: int) -> int:
        return self.trim_main(horizon) if stream == self.keys.main else self._cut(stream, (horizon, 0))

    def _cut(self, stream: str, bound: Id) -> int:
        with self.guard:
            before = self.streams.get(stream, [])
            kept = [one for one in before if one[0] >= bound]
            if stream in self.streams:
                self.streams[stream] = kept
            return len(before) - len(kept)


class MemoryStore:
    """Delayed retries; what can't be read goes to the queue's dead letters."""

    def __init__(self, queue: MemoryQueue) -> None:
        self.payloads: dict[str, bytes] = {}
        self.index: dict[str, int] = {}
        self.orphans = self.unreadable = 0
        self._queue, self._guard = queue, queue.guard

    def schedule(self, envelope: Envelope) -> None:
        with self._guard:
            there = self.payloads.get(envelope.id)
            if there is None:
                self.payloads[envelope.id], self.index[envelope.id] = encode(envelope), envelope.next_attempt_at
            elif not same_event(there, envelope):
                raise EnvelopeConflict
            else:
                self.index.setdefault(envelope.id, envelope.next_attempt_at)

    def due(self, now: int, batch: int) -> list[Envelope]:
        with self._guard:
            found: list[Envelope] = []
            for name in sorted(self.index, key=lambda name: (self.index[name], name)):
                if self.index[name] > now or len(found) == batch:
                    continue
                if name not in self.payloads:
                    self.orphans += 1
                    _LOG.warning("a retry had lost its payload")
                    del self.index[name]
                    continue
                try:
                    found.append(decode(names.raw(name), self.payloads[name]))
                except UnreadableEnvelope:
                    self._bury(name)
            return found

    def _bury(self, name: str) -> None:
        self.unreadable += 1
        _LOG.warning("a retry can't be read")
        fields = {"payload": self.payloads[name], "errorCode": b"ENVELOPE_UNREADABLE"}
        self._queue.add(self._queue.keys.dlq, fields)
        self.remove(name)

    def remove(self, envelope_id: str) -> None:
        with self._guard:
            self.payloads.pop(envelope_id, None)
            self.index.pop(envelope_id, None)

    def oldest_due_lag(self, now: int) -> float | None:
        due = [at for at in self.index.values() if at <= now]
        return (now - min(due)) / 1000 if due else None


class MemoryLocks:
    """Locks that end when a test says so."""

    def __init__(self) -> None:
        self.owners: dict[str, str] = {}
        self._guard = threading.Lock()

    def take(self, deployment_id: str, token: str, ttl: float) -> bool:
        with self._guard:
            return self.owners.setdefault(deployment_id, token) == token

    def extend(self, deployment_id: str, token: str, ttl: float) -> bool:
        return self.owners.get(deployment_id) == token

    def give_back(self, deployment_id: str, token: str) -> bool:
        with self._guard:
            return self.owners.get(deployment_id) == token and self.owners.pop(deployment_id) == token


def _delivery(entry_id: Id, fields: Fields) -> Delivery:
    attempt = fields.get("attempt", b"0")
    return Delivery(
        id=as_text(entry_id),
        payload=fields.get("payload"),
        attempt=int(attempt) if attempt.isdigit() and len(attempt) < 10 else None,
        last_error_code=fields.get("lastErrorCode", b"").decode(),
        trace_id=fields.get("traceId", b"").decode(),
        fields=tuple((name.encode(), value) for name, value in fields.items()),
    )
