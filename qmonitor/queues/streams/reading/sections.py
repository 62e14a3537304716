"""Items of a stream queue, stage by stage, a bounded number at a time, by reading commands alone.

Each section is walked by its own key (an entry's id; an envelope's time and name), so that what comes and goes
meanwhile neither doubles nor hides anything else. Never a whole stream at once.
"""

from collections.abc import Callable, Sequence
from typing import Any

from qmonitor.queues.model import PAGE_LIMIT_MOST, Item, Stage
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.reading import items
from qmonitor.queues.streams.reading.items import Fields
from qmonitor.queues.streams.server.driver import require_bytes
from qmonitor.queues.streams.server.trouble import told
from qmonitor.values import dataclass

COMMANDS = ("TIME", "XINFO|GROUPS", "XPENDING", "XRANGE", "ZRANGE", "HMGET")
"""All that is ever sent."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some items of one section in its order; `next` is what to go on after, None at the end."""

    items: tuple[Item, ...]
    next: str | None


class Sections:
    """Reads one queue's items; for one thread. `after` is the `next` of the part before, "" for the first."""

    def __init__(self, client: Any, keys: Keys | None = None) -> None:
        """Raises ValueError for a client that decodes."""
        require_bytes(client)
        self._client, self._keys = client, keys or Keys()

    def in_flight(self, after: str = "", limit: int = 100) -> Part:
        """What consumers have in hand, the oldest first; those too whose body is gone."""
        limit, keys = _bounded(limit), self._keys
        with told():
            found = self._client.xpending_range(keys.main, keys.group, f"({after}" if after else "-", "+", limit)
        ids = [one["message_id"].decode() for one in found]
        return _part(
            [items.of_entry(keys, one, self._entry(keys.main, one), Stage.IN_FLIGHT) for one in ids], ids, limit
        )

    def undelivered(self, after: str = "", limit: int = 100) -> Part:
        """What the group has not got yet, the next first."""
        begin = max(self._delivered(), after or "0-0", key=_order)
        keys = self._keys
        return self._stream(
            keys.main, begin, limit, lambda one, fields: items.of_entry(keys, one, fields, Stage.UNDELIVERED)
        )

    def dead(self, after: str = "", limit: int = 100) -> Part:
        """The dead letters, the oldest first."""
        return self._stream(self._keys.dlq, after, limit, lambda one, fields: items.of_dead(self._keys, one, fields))

    def skipped(self, after: str = "", limit: int = 100) -> Part:
        """What people skipped, the oldest first."""
        keys, place = self._keys, items.SKIPPED_PLACE
        return self._stream(keys.skipped, after, limit, lambda one, fields: items.of_dead(keys, one, fields, place))

    def delayed(self, after: str = "", limit: int = 100) -> Part:
        """Retries that wait, the first due first."""
        limit, now = _bounded(limit), self._now()
        pairs = self._scheduled(after, limit)
        with told():
            stored = self._client.hmget(self._keys.retry_payloads, [name for name, _ in pairs]) if pairs else []
        found = [
            items.of_envelope(self._keys, name, one, _whole(score), now)
            for (name, score), one in zip(pairs, stored, strict=True)
        ]
        return _part(found, [f"{score!r} {name.hex()}" for name, score in pairs], limit)

    # -- reading ---------------------------------------------------------------------------------------------------

    def _stream(self, key: str, after: str, limit: int, make: Callable[[str, Fields], Item]) -> Part:
        limit = _bounded(limit)
        with told():
            found = self._client.xrange(key, f"({after}" if after else "-", "+", count=limit)
        ids = [entry_id.decode() for entry_id, _ in found]
        return _part([make(one, fields) for one, (_, fields) in zip(ids, found, strict=True)], ids, limit)

    def _entry(self, key: str, entry_id: str) -> Fields | None:
        with told():
            found = self._client.xrange(key, entry_id, entry_id, count=1)
        return found[0][1] if found else None

    def _delivered(self) -> str:
        with told():
            groups = self._client.xinfo_groups(self._keys.main)
        found = [one for one in groups if one["name"] == self._keys.group.encode()]
        return found[0]["last-delivered-id"].decode() if found else "0-0"

    def _scheduled(self, after: str, limit: int) -> list[tuple[bytes, float]]:
        """Names and times behind a place; many may have the same time."""
        score, _, name = after.partition(" ")
        least, beyond = (score, bytes.fromhex(name)) if after else ("-inf", b"")
        found: list[tuple[bytes, float]] = []
        offset = 0
        while len(found) < limit:
            with told():
                page = self._client.zrange(
                    self._keys.retry_index, least, "+inf", byscore=True, offset=offset, num=limit, withscores=True
                )
            found += [(bytes(one), at) for one, at in page if not after or (at, bytes(one)) > (float(score), beyond)]
            offset += len(page)
            if len(page) < limit:
                break
        return found[:limit]

    def _now(self) -> int:
        with told():
            seconds, microseconds = self._client.time()
        return int(seconds) * 1000 + int(microseconds) // 1000


def _part(found: Sequence[Item], places: Sequence[str], limit: int) -> Part:
    return Part(tuple(found), places[-1] if len(places) == limit else None)


def _bounded(limit: int) -> int:
    return min(max(limit, 1), PAGE_LIMIT_MOST)


def _order(entry_id: str) -> tuple[int, int]:
    first, _, second = entry_id.partition("-")
    return int(first), int(second or 0)


def _whole(score: float) -> int | None:
    """A time; None for one that is none (infinite, or beyond all years)."""
    return int(score) if abs(score) < 2**53 else None
