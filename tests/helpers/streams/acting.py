"""A person's desk before one queue: messages at every stage, and actions on them."""

from collections.abc import Sequence
from typing import Any

from qmonitor.queues.model import ItemId, Query
from qmonitor.queues.plan import Plan, Report
from qmonitor.queues.streams.acting.admin import StreamAdmin
from qmonitor.queues.streams.envelopes import envelope_id
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.values import DLQEntry, Envelope, OutgoingMessage
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig

WHO, WHY = "ann@ward-7", "because"
CODE = "STORAGE_5XX"
LATER = 2**52
"""A time (ms) at which nobody will see it."""

LONG_IDLE = 61_000
"""Milliseconds after which a worker counts as gone."""


class Desk:
    """`admin` acts through a client of its own."""

    def __init__(self, rig: RedisRig, client: Any) -> None:
        self.rig, self.keys, self.client = rig, rig.keys, rig.client
        self.admin = StreamAdmin(client, rig.keys)

    def close(self) -> None:
        self.admin.close()

    # -- messages --------------------------------------------------------------------------------------------------

    def undelivered(self, name: str, payload: bytes | None = None, attempt: int = 0) -> str:
        message = OutgoingMessage(payload or request(name, f"e-{name}"), attempt, "", f"t-{name}")
        return f"main:{self.rig.queue.publish(message)}"

    def in_flight(self, name: str, payload: bytes | None = None, idle: int = 0) -> str:
        """What lies before it in the stream is delivered, too."""
        wanted = self.undelivered(name, payload)
        while wanted.removeprefix("main:") not in [one.id for one in self.rig.queue.fetch(100)]:
            pass
        self.leave(wanted, idle)
        return wanted

    def leave(self, item: ItemId, idle: int = LONG_IDLE) -> None:
        """Let a worker have had it for so long (ms)."""
        keys, entry = self.keys, str(item).removeprefix("main:")
        self.client.xclaim(keys.main, keys.group, "worker-1", 0, [entry], idle=idle, justid=True)

    def finished(self, name: str, payload: bytes | None = None) -> str:
        found = self.in_flight(name, payload)
        self.rig.queue.ack(found.removeprefix("main:"))
        return found

    def body_gone(self, name: str) -> str:
        found = self.in_flight(name)
        self.rig.lose(found.removeprefix("main:"))
        return found

    def delayed(self, name: str, payload: bytes | None = None, attempt: int = 1, due: int = LATER) -> str:
        envelope = envelope_id(name, attempt, CODE)
        self.rig.store.schedule(
            Envelope(envelope, name, attempt, due, CODE, f"t-{name}", payload or request(name, f"e-{name}"))
        )
        return f"delayed:{envelope}"

    def dead(self, name: str, payload: bytes | None = None) -> str:
        at = "2026-11-30T12:00:00.000000000Z"
        entry = DLQEntry(payload or request(name, f"e-{name}"), CODE, "upload_artifacts", 3, f"t-{name}", "w", at, at)
        return f"dlq:{self.rig.queue.send_to_dlq(entry)}"

    def skipped(self, name: str, payload: bytes | None = None) -> str:
        return str(self.act("skip", [self.dead(name, payload)]).moved[0][1])

    # -- acting ----------------------------------------------------------------------------------------------------

    def plan(self, action: str, what: Query | Sequence[ItemId], **reach: Any) -> Plan:
        return self.admin.plan(action, what, **reach)

    def act(self, action: str, what: Query | Sequence[ItemId], **reach: Any) -> Report:
        return self.admin.run(self.plan(action, what, **reach), WHO, WHY)

    def here(self, **filters: Any) -> Query:
        return Query(channel=self.keys.main, destination=self.keys.group, **filters)

    # -- looking ---------------------------------------------------------------------------------------------------

    def entry(self, item: ItemId) -> dict[str, bytes] | None:
        place, _, name = str(item).partition(":")
        key = {"main": self.keys.main, "dlq": self.keys.dlq, "skipped": self.keys.skipped}[place]
        return dict(self.rig.entries(key)).get(name)

    def dump(self) -> dict[bytes, bytes | None]:
        """Everything that is kept under this queue's names."""
        return dump(self.client, self.keys)

    def holds(self, text: bytes) -> list[str]:
        """The names of all keys in which a text stands."""
        return [name for name, value in everything(self.client, self.keys).items() if text in value]


def names(keys: Keys) -> tuple[str, ...]:
    return (*keys.of_actions, keys.ready, keys.failed)


def dump(client: Any, keys: Keys) -> dict[bytes, bytes | None]:
    return {name.encode(): client.dump(name) for name in names(keys)}


def everything(client: Any, keys: Keys) -> dict[str, bytes]:
    """All bytes of every key: as they are dumped, and as they are read (a dump may be compressed)."""
    found = {}
    for name in names(keys):
        kind = client.type(name)
        dumped = client.dump(name) or b""
        if kind == b"stream":
            groups = client.xinfo_groups(name)
            found[name] = dumped + repr((client.xrange(name), groups)).encode("utf-8", "surrogatepass")
        elif kind == b"hash":
            found[name] = dumped + repr(client.hgetall(name)).encode()
        elif kind == b"zset":
            found[name] = dumped + repr(client.zrange(name, 0, -1, withscores=True)).encode()
        else:
            found[name] = dumped
    return found
