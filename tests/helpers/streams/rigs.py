"""One stream queue to be tested, whatever it runs on: the parts under test, and a plain look at what they left."""

import itertools
from typing import Any, Protocol

from qmonitor.queues.streams.interfaces import LockServer, Queue, RetryStore
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.server.driver import RedisDriver
from qmonitor.queues.streams.server.locks import RedisLocks
from qmonitor.queues.streams.server.retry import RedisRetryStore
from tests.helpers.streams.memory import Fields, MemoryLocks, MemoryQueue, MemoryStore, as_text

Entries = list[tuple[str, Fields]]

_numbers = itertools.count(1)


class Rig(Protocol):
    """What a contract test works with."""

    keys: Keys
    queue: Queue
    store: RetryStore
    locks: LockServer

    def put(self, **fields: bytes) -> str:
        """An entry of the main stream, written by somebody else."""
        ...

    def entries(self, stream: str) -> Entries: ...

    def pending(self) -> list[str]: ...

    def envelopes(self) -> dict[str, tuple[bytes | None, int | None]]:
        """By id: what lies in the storage, and when it is due; each None where it is missing."""
        ...

    def put_envelope(self, name: str, text: bytes | None, due: int | None) -> None: ...

    def lose(self, entry_id: str) -> None:
        """Somebody deletes an entry of the main stream."""
        ...

    def second_group(self) -> None:
        """Another group that has got nothing yet."""
        ...

    def free_lock(self, deployment_id: str) -> None:
        """Its time is over."""
        ...

    def close(self) -> None: ...


class MemoryRig:
    def __init__(self) -> None:
        self.queue = MemoryQueue()
        self.keys, self.store, self.locks = self.queue.keys, MemoryStore(self.queue), MemoryLocks()

    def put(self, **fields: bytes) -> str:
        return self.queue.add(self.keys.main, fields)

    def entries(self, stream: str) -> Entries:
        return [(as_text(entry_id), fields) for entry_id, fields in self.queue.streams.get(stream, [])]

    def pending(self) -> list[str]:
        return [as_text(entry_id) for entry_id in sorted(self.queue.group.pending)]

    def envelopes(self) -> dict[str, tuple[bytes | None, int | None]]:
        names = {*self.store.payloads, *self.store.index}
        return {name: (self.store.payloads.get(name), self.store.index.get(name)) for name in names}

    def put_envelope(self, name: str, text: bytes | None, due: int | None) -> None:
        if text is not None:
            self.store.payloads[name] = text
        if due is not None:
            self.store.index[name] = due

    def lose(self, entry_id: str) -> None:
        kept = [one for one in self.queue.streams[self.keys.main] if as_text(one[0]) != entry_id]
        self.queue.streams[self.keys.main] = kept

    def second_group(self) -> None:
        self.queue.ensure_group("another")

    def free_lock(self, deployment_id: str) -> None:
        self.locks.owners.pop(deployment_id, None)

    def close(self) -> None:
        """Nothing is open."""


class RedisRig:
    """On a real server, under a prefix of its own; `working` is the client of the parts under test."""

    def __init__(self, client: Any, working: Any = None, keys: Keys | None = None) -> None:
        self.client, self._working = client, working or client
        self.keys = keys or Keys.under(f"{{t{next(_numbers)}}}")
        self.queue = RedisDriver(self._working, "worker-1", self.keys)
        self.store = RedisRetryStore(self._working, self.keys, worker_id="worker-1")
        self.locks = RedisLocks(self._working, self.keys)

    def put(self, **fields: bytes) -> str:
        return self.client.xadd(self.keys.main, fields).decode()

    def entries(self, stream: str) -> Entries:
        found = self.client.xrange(stream)
        return [(one.decode(), {name.decode(): value for name, value in fields.items()}) for one, fields in found]

    def pending(self) -> list[str]:
        found = self.client.xpending_range(self.keys.main, self.keys.group, "-", "+", 10_000)
        return [one["message_id"].decode() for one in found]

    def envelopes(self) -> dict[str, tuple[bytes | None, int | None]]:
        texts = self.client.hgetall(self.keys.retry_payloads)
        times = {name: int(at) for name, at in self.client.zrange(self.keys.retry_index, 0, -1, withscores=True)}
        return {name.decode(): (texts.get(name), times.get(name)) for name in {*texts, *times}}

    def put_envelope(self, name: str, text: bytes | None, due: int | None) -> None:
        if text is not None:
            self.client.hset(self.keys.retry_payloads, name, text)
        if due is not None:
            self.client.zadd(self.keys.retry_index, {name: due})

    def lose(self, entry_id: str) -> None:
        self.client.xdel(self.keys.main, entry_id)

    def second_group(self) -> None:
        self.client.xgroup_create(self.keys.main, "another", "0")

    def free_lock(self, deployment_id: str) -> None:
        self.client.delete(self.keys.lock_of(deployment_id))

    def close(self) -> None:
        self._working.close()
        self.client.close()
