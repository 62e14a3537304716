"""What a worker needs on a server before it may send anything: its commands at each key, the kinds of the keys, and
its group. A message whose end can't be written down would be sent again and again. Nothing is written here.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from redis import exceptions

from qmonitor.queues.streams.errors import CommandMissing, NotLoggedIn, NotPermitted, WrongKind
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.server.scripts import Script
from qmonitor.queues.streams.server.trouble import SWITCHED_OFF, explained, lacks_command
from qmonitor.queues.words import phrase
from qmonitor.values import dataclass

Asked = tuple[str, str, tuple[tuple[str, ...], ...]]
"""A key, its kind, and the commands."""

_NEEDS = Script("""
-- KEYS one; ARGV its kind ('' where that is not asked), the commands as JSON
local lacks, gone = {}, {}
for _, one in ipairs(cjson.decode(ARGV[2])) do
  local known, lacking = pcall(barred, unpack(one))
  if not known then gone[#gone + 1] = one[1] elseif lacking then lacks[#lacks + 1] = one[1] end
end
local found = ''
local known, lacking = pcall(barred, 'TYPE', KEYS[1])
if ARGV[1] ~= '' and known and not lacking and other(KEYS[1], ARGV[1]) then found = call('TYPE', KEYS[1])['ok'] end
return {found, lacks, gone}
""")
"""Of what kind the key is where it is another one, the commands that this user lacks there, and those that the server
does not have.
"""

_SCRIPTS = (("EVALSHA", "a", "1", "@"), ("EVAL", "", "1", "@"), ("TYPE", "@"))
_APPEND = ("XADD", "@", "*", "a", "b")
_TRIM = ("XTRIM", "@", "MINID", "=", "0-0")


@dataclass(frozen=True, slots=True)
class Lying:
    """Of a stream without the group: how many entries lie in it, and when the first was added (Unix ms)."""

    count: int
    first: int


@dataclass(frozen=True, slots=True)
class _Found:
    """Of a key: what other kind it is of, which commands this user lacks ("*": all), and which the server has not."""

    kind: str = ""
    lacks: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()


def require(client: Any, keys: Keys, *, trims: bool = True) -> None:
    """Raises `NotPermitted` or `WrongKind`, naming commands and keys; `StreamError` where nobody can be asked.

    `trims`: the worker also drops what is past its retention.
    """
    _require(client, keys, _asked(keys, trims))


def require_removal(client: Any, keys: Keys) -> None:
    """The same of what a delayed retry needs to be removed."""
    _require(client, keys, [one for one in _asked(keys, False) if one[0] in (keys.retry_payloads, keys.retry_index)])


def _require(client: Any, keys: Keys, asked: Iterable[Asked]) -> None:
    lacks, wrong, gone = [], [], set[str]()
    for key, kind, commands in asked:
        found = _answer(client, key, kind, commands)
        gone.update(found.gone)
        if found.lacks:
            lacks.append(f"{', '.join(found.lacks)} ({_shown(key, keys)})")
        if found.kind:
            wrong.append(f"{key} ({found.kind})")
    if gone:
        raise CommandMissing(lacks_command(", ".join(sorted(gone))), SWITCHED_OFF)
    if lacks:
        raise NotPermitted(
            phrase("This user lacks rights that a worker needs: {lacks}.", lacks="; ".join(lacks)),
            phrase("The server's administrator can permit it (ACL SETUSER)."),
        )
    if wrong:
        raise WrongKind(
            phrase("Keys of the queue hold something of another kind: {found}.", found="; ".join(wrong)),
            phrase("See which application writes under this name; nothing was changed."),
        )


def without_group(client: Any, keys: Keys) -> Lying | None:
    """What lies in a stream that does not have the group; None where it has it. Raises `StreamError`."""
    with explained():
        try:
            groups = client.xinfo_groups(keys.main)
        except exceptions.ResponseError as error:
            if "no such key" not in str(error):
                raise
            return Lying(0, 0)
        if any(bytes(one["name"]) == keys.group.encode() for one in groups):
            return None
        first = client.xrange(keys.main, "-", "+", count=1)
        return Lying(int(client.xlen(keys.main)), int(first[0][0].partition(b"-")[0]) if first else 0)


def _asked(keys: Keys, trims: bool) -> Iterator[Asked]:
    """Each key with its kind, and what is done at it; "@" stands for the key."""
    trim, group = (_TRIM,) if trims else (), keys.group
    yield keys.main, "stream", (
        *_SCRIPTS, ("TIME",), _APPEND, *trim, ("XREADGROUP", "GROUP", group, "a", "STREAMS", "@", ">"),
        ("XACK", "@", group, "0-1"), ("XAUTOCLAIM", "@", group, "a", "0", "0-0"), ("EXISTS", "@"),
        ("XINFO", "GROUPS", "@"), ("XPENDING", "@", group), ("XRANGE", "@", "-", "+"),
    )  # fmt: skip
    yield keys.retry_payloads, "hash", (
        *_SCRIPTS, ("HGET", "@", "a"), ("HMGET", "@", "a"), ("HEXISTS", "@", "a"), ("HSET", "@", "a", "b"),
        ("HDEL", "@", "a"),
    )  # fmt: skip
    yield keys.retry_index, "zset", (
        *_SCRIPTS, ("ZRANGE", "@", "0", "0"), ("ZADD", "@", "1", "a"), ("ZREM", "@", "a"),
    )  # fmt: skip
    for stream in (keys.dlq, keys.ready, keys.failed):
        yield stream, "stream", (("TYPE", "@"), _APPEND, *trim)
    yield keys.audit, "stream", (
        *_SCRIPTS, _APPEND, ("EXISTS", "@"), ("XINFO", "STREAM", "@"), ("XRANGE", "@", "-", "+"),
        ("XREVRANGE", "@", "+", "-"),
    )  # fmt: skip
    yield keys.lock_of("qmonitor"), "", (
        *_SCRIPTS[:2], ("SET", "@", "a", "NX", "PX", "1"), ("GET", "@"), ("PEXPIRE", "@", "1"), ("DEL", "@"),
    )  # fmt: skip


def _answer(client: Any, key: str, kind: str, commands: tuple[tuple[str, ...], ...]) -> _Found:
    text, found = json.dumps([[key if part == "@" else part for part in one] for one in commands]), _Found()
    for ask in (_NEEDS.run_reading, _NEEDS.run):
        try:
            with explained():
                other, *names = ask(client, [key], kind, text)
        except NotLoggedIn:
            raise
        except NotPermitted as error:  # the first is only the better one to ask by
            if "command" not in error.cause.values:
                return _Found(lacks=("*",))
            name = (str(error.cause.values["command"]),)
            found = _Found(gone=name) if isinstance(error, CommandMissing) else _Found(lacks=name)
        else:
            return _Found(bytes(other).decode(), *(tuple(bytes(one).decode() for one in some) for some in names))
    return found


def _shown(key: str, keys: Keys) -> str:
    return f"{keys.lock}*" if key == keys.lock_of("qmonitor") else key
