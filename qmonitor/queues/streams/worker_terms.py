"""What this program's workers said of themselves when they began: it stands with their start in the audit.

Of workers of other programs nothing is known but what somebody says of them, and nothing is guessed.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.server.trouble import explained
from qmonitor.values import dataclass

FEW, MANY = 200, 2000
"""Entries of the audit that are looked through, the newest ones: by who only shows it, and by who acts."""

START, STOP = "worker-start", "worker-stop"

SILENT = 30.0
"""Seconds without a sign of life after which a worker is taken for dead; it gives one every five."""

_OURS = "qmonitor@"

_NAMES = ("reclaim_after", "keep_hours", "keep_dead_hours")


@dataclass(frozen=True, slots=True)
class Terms:
    """`reclaim_after`: seconds after which what nobody finished is taken over. `keep_hours` and `keep_dead_hours`: for
    how long what is finished stays, and dead letters; 0: for ever.
    """

    reclaim_after: float
    keep_hours: float
    keep_dead_hours: float

    def recorded(self) -> list[list[object]]:
        """As an entry of the audit holds it."""
        return [[name, getattr(self, name)] for name in _NAMES]


def consumer_of(host: str, plan: str) -> str:
    """The name by which a worker reads: its machine's, and a part of what its rows in the audit have in common."""
    return f"{_OURS}{host}:{plan[:8]}"


def silence(client: Any, keys: Keys) -> dict[str, int]:
    """By consumer of the group for how long nothing was heard of it (ms). Raises `SourceError`."""
    with explained():
        found = client.xinfo_consumers(keys.main, keys.group)
    return {bytes(one["name"]).decode("utf-8", "replace"): int(one["idle"]) for one in found}


def present(client: Any, keys: Keys) -> tuple[str, ...]:
    """The names of this program's workers that are at the group now, wherever they run. Raises `SourceError`."""
    heard = silence(client, keys)
    return tuple(sorted(name for name, ms in heard.items() if name.startswith(_OURS) and ms < SILENT * 1000))


def working(client: Any, keys: Keys, looked: int = MANY) -> tuple[Terms, ...]:
    """Those of the workers of this group that have begun and not stopped, as far as they are known.

    One that was killed counts, too: it says nothing of its end. Raises `SourceError`.
    """
    return tuple(_running(_newest(client, keys.audit, looked), f"{keys.main}/{keys.group} → "))


def _newest(client: Any, key: str, looked: int) -> Iterator[Mapping[bytes, bytes]]:
    end, left = "+", looked
    while left > 0:
        with explained():
            found = client.xrevrange(key, end, "-", count=FEW)
        yield from (fields for _, fields in found)
        if len(found) < FEW:
            return
        end, left = f"({found[-1][0].decode()}", left - len(found)


def _running(newest_first: Iterable[Mapping[bytes, bytes]], begin: str) -> Iterable[Terms]:
    stopped: set[bytes] = set()
    for fields in newest_first:
        action, plan = fields.get(b"action", b"").decode("utf-8", "replace"), fields.get(b"plan", b"")
        if not fields.get(b"target", b"").decode("utf-8", "replace").startswith(begin):
            continue
        if action == STOP:
            stopped.add(plan)
        elif action == START and plan not in stopped:
            terms = _read(fields.get(b"before", b""))
            if terms is not None:
                yield terms


def _read(stored: bytes) -> Terms | None:
    """None for what says nothing of it: an entry of an older version, or one that somebody else made."""
    try:
        pairs: Sequence[Sequence[Any]] = json.loads(stored)
        said = {str(name): value for name, value in pairs}
        values = [said[name] for name in _NAMES]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    if not all(isinstance(one, int | float) and not isinstance(one, bool) and 0 <= one < 2**31 for one in values):
        return None
    return Terms(*values) if values[0] > 0 else None
