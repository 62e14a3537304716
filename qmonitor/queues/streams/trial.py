"""Tries a connection: what this user may do with a queue there. Nothing is written, whatever comes of it.

The server checks whether a user may give a command before it looks at what the command would do. So commands that
write are given with arguments that no server carries out: an id that can't be added, an entry that can't be there.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from redis import exceptions

from qmonitor.queues.access import Access
from qmonitor.queues.errors import QueueError
from qmonitor.queues.servers import Trial
from qmonitor.queues.streams.address import parse_address
from qmonitor.queues.streams.errors import NotPermitted
from qmonitor.queues.streams.keys import Keys, together
from qmonitor.queues.streams.source import open_url
from qmonitor.queues.streams.trouble import told
from qmonitor.queues.words import Phrase, phrase

Command = tuple[str, Sequence[str | int]]

NEVER = "0-0"
"""An id that no entry has, and under which none can be added."""

SHA = "0" * 40
"""No script has this."""

NOBODY = "qmonitor:nobody"
"""A group that is not there: in one that is, a consumer would be made."""


def try_out(url: str, access: Access) -> Trial:
    """Raises `SourceError` where there is no connection, or the password is not taken."""
    source = open_url(url, access)
    keys = parse_address(url).keys
    client = source.connect()
    try:
        reading = _forbidden(client, _reading(keys))
        acting = _forbidden(client, _acting(keys))
        return Trial(_version(client), reading, acting, tuple(_notes(client, keys)))
    finally:
        with suppress(exceptions.RedisError, OSError):
            client.close()


def _reading(keys: Keys) -> tuple[Command, ...]:
    """Each reading command once, at a key that it is used for."""
    main, group, index, hash_ = keys.main, keys.group, keys.retry_index, keys.retry_payloads
    return (
        ("TIME", ()),
        ("XINFO|STREAM", (main,)),
        ("XINFO|GROUPS", (main,)),
        ("XINFO|CONSUMERS", (main, group)),
        ("XLEN", (main,)),
        ("XRANGE", (main, "-", "+", "COUNT", 1)),
        ("XRANGE", (keys.dlq, "-", "+", "COUNT", 1)),
        ("XREVRANGE", (keys.audit, "+", "-", "COUNT", 1)),
        ("XPENDING", (main, group)),
        ("ZCARD", (index,)),
        ("ZCOUNT", (index, "-inf", "+inf")),
        ("ZRANGE", (index, 0, 0)),
        ("ZSCORE", (index, NEVER)),
        ("HGET", (hash_, NEVER)),
        ("HMGET", (hash_, NEVER)),
        ("HKEYS", (keys.plans,)),
        ("HMGET", (keys.plans, NEVER)),
    )


def _acting(keys: Keys) -> tuple[Command, ...]:
    """Each command of the actions and their scripts, so that no server does anything at it."""
    return (
        ("EVALSHA", (SHA, 1, keys.audit)),
        ("XADD", (keys.audit, NEVER, "x", "x")),
        ("XADD", (keys.main, NEVER, "x", "x")),
        ("XADD", (keys.skipped, NEVER, "x", "x")),
        ("XDEL", (keys.dlq, NEVER)),
        ("XDEL", (keys.main, NEVER)),
        ("XACK", (keys.main, keys.group, NEVER)),
        ("XCLAIM", (keys.main, NOBODY, NOBODY, 1 << 40, NEVER)),
        ("ZREM", (keys.retry_index, NEVER)),
        ("HDEL", (keys.retry_payloads, NEVER)),
    )


def _forbidden(client: Any, commands: Iterable[Command]) -> tuple[str, ...]:
    """The names of those that this user may not give, each once. Raises `StreamError` of a connection that is lost."""
    found: dict[str, None] = {}
    for name, arguments in commands:
        try:
            with told():
                client.execute_command(name.replace("|", " "), *arguments)
        except NotPermitted:
            found[name.replace("|", " ")] = None
        except QueueError as error:
            if not isinstance(error.__cause__, exceptions.ResponseError):
                raise
    return tuple(found)


def _version(client: Any) -> str:
    """Nothing where this user may not know."""
    try:
        found = client.info("server")
    except exceptions.RedisError:
        return ""
    one = found if "redis_version" in found else next(iter(found.values()), {})
    return str(one.get("redis_version", ""))


def _notes(client: Any, keys: Keys) -> Iterable[Phrase]:
    """What is the case with the queue there, as far as this user may know it."""
    if hasattr(client, "get_node_from_key") and not together(*keys.of_actions):
        yield phrase("The keys of this queue lie in several slots of the cluster, so nothing can be changed there.")
    try:
        with told():
            groups = client.xinfo_groups(keys.main)
    except NotPermitted:
        return
    except QueueError as error:
        if isinstance(error.__cause__, exceptions.ResponseError):
            yield phrase("There is no stream {stream} yet.", stream=keys.main)
        return
    names = [one["name"].decode("utf-8", "backslashreplace") for one in groups]
    if keys.group not in names:
        yield phrase("The stream {stream} has no group {group} yet.", stream=keys.main, group=keys.group)
