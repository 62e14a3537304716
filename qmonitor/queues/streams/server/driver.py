"""The stream queue on a Redis server: delivery, recovery of pending entries, dead letters, outcomes and trimming."""

import logging
import re
from collections.abc import Iterable, Mapping
from typing import Any

from redis import exceptions

from qmonitor.queues.streams.errors import KeysApart, ServerRefused
from qmonitor.queues.streams.keys import Keys, together
from qmonitor.queues.streams.server import scripts
from qmonitor.queues.streams.server.trouble import code_of, explained
from qmonitor.queues.streams.values import Delivery, DLQEntry, OutgoingMessage
from qmonitor.queues.words import phrase

_LOG = logging.getLogger("qmonitor.streams")

_ATTEMPT = re.compile(rb"[0-9]{1,9}")

LAST_TIME = 2**64 - 1
"""No id of a stream has more before its dash."""

ROUNDS = 100
"""So many steps of a recovery's walk through the pending entries make one call at most."""

START = b"0-0"

BEYOND = f"{2**64 - 1}-0"
"""Nobody has anything pending after it. The very highest id is what the server takes ">" for: it would hand out new
entries, to nobody.
"""


class RedisDriver:
    """One consumer of one group, for any number of threads.

    `client`: a `redis.Redis` or `redis.RedisCluster` that gives bytes. It should repeat no command by itself, and
    wait for an answer longer than `fetch` may block. `worker_id` is the consumer's name.
    """

    def __init__(self, client: Any, consumer_name: str, keys: Keys | None = None) -> None:
        """Raises ValueError for a client that decodes, or a name that is empty; `KeysApart` in a cluster."""
        require_bytes(client)
        if not consumer_name:
            raise ValueError("a consumer has a name")
        self.keys, self.worker_id = keys or Keys(), consumer_name
        self.bodies_gone = 0
        """Entries that were pending and whose body somebody had removed: found, dropped by the server, logged."""
        self._client = client
        self._cursor = START

    # -- delivery --------------------------------------------------------------------------------------------------

    def ensure_group(self) -> None:
        with explained():
            try:
                self._call("XGROUP", "CREATE", self.keys.main, self.keys.group, "0", "MKSTREAM")
            except exceptions.ResponseError as error:
                if code_of(error) != "BUSYGROUP":
                    raise

    def fetch(self, max: int, block: float = 0.0) -> tuple[Delivery, ...]:
        waiting = ("BLOCK", round(block * 1000) or 1) if block > 0 else ()  # BLOCK 0 would be for ever
        with explained():
            answer = self._call(
                "XREADGROUP", "GROUP", self.keys.group, self.worker_id, "COUNT", max, *waiting,
                "STREAMS", self.keys.main, ">",
            )  # fmt: skip
        return tuple(_delivery(*entry) for entry in _entries(answer))

    def ack(self, *ids: str) -> int:
        if not ids:
            return 0
        with explained():
            return int(self._call("XACK", self.keys.main, self.keys.group, *ids))

    def appear(self) -> None:
        """Let the group know that this consumer is there: asked is what it has in hand after the end of all ids."""
        with explained():
            self._call("XREADGROUP", "GROUP", self.keys.group, self.worker_id, "STREAMS", self.keys.main, BEYOND)

    def pending_count(self) -> int:
        with explained():
            answer = self._call("XPENDING", self.keys.main, self.keys.group)
        return int(answer["pending"] if isinstance(answer, Mapping) else answer[0])

    # -- recovery --------------------------------------------------------------------------------------------------

    def reclaim(self, min_idle: float, count: int) -> tuple[Delivery, ...]:
        """Goes on where the call before it ended, and once round at most."""
        found: dict[str, Delivery] = {}
        begun_at_start = self._cursor == START
        for _ in range(ROUNDS):
            found |= {one.id: one for one in self._claimed(min_idle, count - len(found))}
            if len(found) >= count:
                break
            if self._cursor == START:
                if begun_at_start:
                    break
                begun_at_start = True
        return tuple(found.values())

    def _claimed(self, min_idle: float, count: int) -> list[Delivery]:
        idle = round(min_idle * 1000)
        with explained():
            answer = self._call(
                "XAUTOCLAIM", self.keys.main, self.keys.group, self.worker_id, idle, self._cursor, "COUNT", count
            )
        self._cursor = bytes(answer[0])
        gone = [entry_id.decode() for entry_id in (answer[2] if len(answer) > 2 else ())]
        if gone:
            self.bodies_gone += len(gone)
            _LOG.warning("%d pending entries had lost their body, from %s to %s", len(gone), gone[0], gone[-1])
        return [_delivery(*entry) for entry in answer[1] if entry[1] is not None]

    # -- writing ---------------------------------------------------------------------------------------------------

    def publish(self, message: OutgoingMessage) -> str:
        fields: dict[str, str | bytes] = {"payload": message.payload, "attempt": str(message.attempt)}
        if message.last_error_code:
            fields["lastErrorCode"] = message.last_error_code
        if message.trace_id:
            fields["traceId"] = message.trace_id
        return self._added(self.keys.main, fields)

    def send_to_dlq(self, entry: DLQEntry) -> str:
        return self._added(self.keys.dlq, entry.fields())

    def append_outcome(self, stream: str, payload: bytes) -> str:
        return self._added(stream, {"payload": payload})

    def _added(self, stream: str, fields: Mapping[str, str | bytes]) -> str:
        try:
            with explained():
                added = self._call("XADD", stream, "*", *(part for field in fields.items() for part in field))
        except ServerRefused as error:
            if "last possible ID" in str(error.__cause__):
                raise used_up(stream) from error
            raise
        return bytes(added).decode()

    # -- trimming and time -----------------------------------------------------------------------------------------

    def trim_main(self, horizon: int) -> int:
        """Exact, in one step on the server; nothing goes while the stream has no group."""
        with explained():
            return int(scripts.TRIM_MAIN.run(self._client, [self.keys.main], _bound(horizon)))

    def trim_stream(self, stream: str, horizon: int) -> int:
        """For the main stream this is `trim_main`."""
        if stream == self.keys.main:
            return self.trim_main(horizon)
        with explained():
            return int(self._call("XTRIM", stream, "MINID", "=", _bound(horizon)))

    def now(self) -> int:
        """The server's time (Unix ms)."""
        with explained():
            seconds, microseconds = self._client.time()
        return int(seconds) * 1000 + int(microseconds) // 1000

    def _call(self, *command: str | bytes | int) -> Any:
        return self._client.execute_command(*command)


def used_up(key: str) -> ServerRefused:
    """A stream has an entry with the highest id that there is, or once had: it takes no other one."""
    return ServerRefused(
        phrase("{key} has no ids left for new entries, so nothing was done: its last id is the highest one.", key=key),
        phrase(
            "No program gives such an id by itself. The server's administrator can delete the entry (XDEL), if it is"
            " still there, and set the last id back to that of the entry before it (XSETID)."
        ),
    )


def require_bytes(client: Any) -> None:
    """Raises ValueError for a client that makes text of what it gets: payloads are bytes, whatever is in them."""
    kwargs = client.get_connection_kwargs() if hasattr(client, "get_connection_kwargs") else {}
    if kwargs.get("decode_responses"):
        raise ValueError("the client must not decode (decode_responses=False)")


def require_together(client: Any, *keys: str) -> None:
    """Raises `KeysApart` where the client's server is a cluster and the keys have several slots."""
    if hasattr(client, "get_node_from_key") and not together(*keys):
        raise KeysApart


def _bound(horizon: int) -> str:
    return f"{min(max(horizon, 0), LAST_TIME)}-0"


def _entries(answer: Any) -> Iterable[tuple[bytes, Any]]:
    """The entries of the one stream that was read, as either version of the protocol has them."""
    streams = answer.items() if isinstance(answer, Mapping) else answer or ()
    for _, entries in streams:
        for entry in entries:
            if isinstance(entry, list) and entry and isinstance(entry[0], list | tuple) and len(entry[0]) == 2:
                yield from entry  # RESP3 as redis-py nests it
            else:
                yield entry


def _delivery(id: bytes, fields: Any) -> Delivery:
    pairs = tuple(fields.items() if isinstance(fields, Mapping) else zip(fields[::2], fields[1::2], strict=True))
    found = dict(pairs)
    attempt = found.get(b"attempt", b"0")
    return Delivery(
        id=id.decode(),
        payload=found.get(b"payload"),
        attempt=int(attempt) if _ATTEMPT.fullmatch(attempt) else None,
        last_error_code=_text(found.get(b"lastErrorCode", b"")),
        trace_id=_text(found.get(b"traceId", b"")),
        fields=pairs,
    )


def _text(value: bytes) -> str:
    return value.decode("utf-8", "backslashreplace")
