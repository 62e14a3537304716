"""Whether anything in a queue may be another than it was: told by a few short commands, sent at once."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.reading.figures import crowd_of, mapping
from qmonitor.queues.streams.reading.link import Command, ask_all
from qmonitor.queues.streams.server.trouble import code_of, explained

COMMANDS = ("XINFO|STREAM", "XINFO|GROUPS", "XINFO|CONSUMERS", "ZCARD", "ZCOUNT", "ZRANGE", "HLEN")
"""All that is ever sent."""

ONCE_MORE = 10.0
"""Seconds after which a look is worth while all the same: a few commands can't tell every change by hand."""

HEARD = 1.5
"""Seconds by which the last sign of a consumer may differ, for it is told as a span."""

_STREAM = (b"length", b"entries-added", b"last-generated-id", b"max-deleted-entry-id", b"recorded-first-entry-id")
_GROUP = (b"name", b"consumers", b"pending", b"last-delivered-id")

Sign = tuple[object, Mapping[bytes, float]]
"""What has to be equal, and when each consumer was last heard of (s)."""


class Signs:
    """Of one queue, from look to look."""

    def __init__(self, keys: Keys, passed: Callable[[], float] = time.monotonic) -> None:
        self._keys, self._passed = keys, passed
        self._kept: Sign | None = None
        self._crowd: bool | None = None
        self._at = 0.0

    def read(self, client: Any) -> Sign:
        """As it is now. Raises `StreamError`."""
        keys, now = self._keys, time.time()
        streams = (keys.main, keys.dlq, keys.failed, keys.skipped, keys.audit)
        asked: list[Command] = [("XINFO", "STREAM", key) for key in streams]
        asked += [
            ("XINFO", "GROUPS", keys.main),
            self._ask_consumers(client),
            ("ZCARD", keys.retry_index),
            ("ZCOUNT", keys.retry_index, "-inf", int(now * 1000)),
            ("ZRANGE", keys.retry_index, 0, 0, "WITHSCORES"),
            ("ZRANGE", keys.retry_index, -1, -1, "WITHSCORES"),
            ("HLEN", keys.retry_payloads),
        ]
        answers = ask_all(client, asked)
        _pass_on(answers)
        count = len(streams)
        groups, consumers = answers[count : count + 2]
        self._crowd = _is_crowd(groups, keys.group)
        found = [_part(one, _STREAM) for one in answers[:count]]
        found += [_part(one, _GROUP) for one in _each(groups)]
        found += [_part(one, (b"name", b"pending")) for one in _each(consumers)]
        heard = {bytes(mapping(one)[b"name"]): now - int(mapping(one)[b"idle"]) / 1000 for one in _each(consumers)}
        return (found, [repr(one) for one in answers[count + 2 :]]), heard

    def _ask_consumers(self, client: Any) -> Command:
        """Of a crowd the sum alone, which is short."""
        keys = self._keys
        if self._crowd is None:
            self._crowd = _is_crowd(ask_all(client, [("XINFO", "GROUPS", keys.main)])[0], keys.group)
        return ("XLEN", keys.main) if self._crowd else ("XINFO", "CONSUMERS", keys.main, keys.group)

    def keep(self, sign: Sign) -> None:
        """What the last look was of."""
        self._kept, self._at = sign, self._passed()

    def differ(self, client: Any) -> bool:
        """Whether anything is another than at the last look, or that was some time ago. Raises `StreamError`."""
        if self._kept is None or self._passed() - self._at > ONCE_MORE:
            return True
        (found, heard), (kept, before) = self.read(client), self._kept
        return found != kept or any(abs(at - before.get(name, at)) > HEARD for name, at in heard.items())


def _pass_on(answers: Sequence[Any]) -> None:
    """Raise what is of the whole server; what is of one key or one command alone is a sign like any other."""
    for answer in answers:
        if isinstance(answer, Exception) and code_of(answer) not in ("", "NOPERM", "WRONGTYPE", "NOGROUP", "ERR"):
            with explained():
                raise answer


def _is_crowd(groups: Any, name: str) -> bool:
    found = (mapping(one) for one in _each(groups))
    return any(one[b"name"] == name.encode() and crowd_of(one) for one in found)


def _each(answer: Any) -> Sequence[Any]:
    return answer if isinstance(answer, list) else ()


def _part(answer: Any, names: Sequence[bytes]) -> object:
    if isinstance(answer, Exception):
        return code_of(answer)
    found = mapping(answer)
    return tuple(found.get(name) for name in names)
