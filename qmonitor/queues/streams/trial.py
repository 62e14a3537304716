"""Tries a connection: what this user may do with a queue there. Nothing is written, whatever comes of it."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from redis import exceptions

from qmonitor.queues.access import Access
from qmonitor.queues.errors import QueueError
from qmonitor.queues.servers import Trial
from qmonitor.queues.streams.acting import rights
from qmonitor.queues.streams.address import parse_address
from qmonitor.queues.streams.errors import NotPermitted
from qmonitor.queues.streams.keys import Keys, together
from qmonitor.queues.streams.server.trouble import explained
from qmonitor.queues.streams.source import open_url
from qmonitor.queues.words import Phrase, phrase

Command = tuple[str, Sequence[str | int]]

NEVER = "0-0"
"""An id that no entry has, and the name of no envelope."""


def try_out(url: str, access: Access) -> Trial:
    """Raises `SourceError` where there is no connection, or the password is not taken."""
    source = open_url(url, access)
    keys = parse_address(url).keys
    client = source.connect()
    try:
        reading = _forbidden(client, _reading(keys))
        acting = _acting(client, keys)
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
        ("ZMSCORE", (index, NEVER)),
        ("HGET", (hash_, NEVER)),
        ("HMGET", (hash_, NEVER)),
        ("HEXISTS", (hash_, NEVER)),
        ("HLEN", (hash_,)),
        ("HSCAN", (hash_, 0, "COUNT", 1)),
        ("HKEYS", (keys.plans,)),
        ("HMGET", (keys.plans, NEVER)),
    )


def _acting(client: Any, keys: Keys) -> tuple[str, ...]:
    """What this user lacks for actions, by the names of commands. In several slots of a cluster there are none."""
    if hasattr(client, "get_node_from_key") and not together(*keys.of_actions):
        return ()
    names = (lack.command for lack in rights.missing(client, keys) if lack.command)
    return tuple(dict.fromkeys("XINFO STREAM" if name == "XINFO" else name for name in names))  # that one is asked for


def _forbidden(client: Any, commands: Iterable[Command]) -> tuple[str, ...]:
    """The names of those that this user may not give, each once. Raises `StreamError` of a connection that is lost."""
    found: dict[str, None] = {}
    for name, arguments in commands:
        try:
            with explained():
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
        with explained():
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
