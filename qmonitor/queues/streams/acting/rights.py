"""What can be done in a stream queue, and why the rest can't: by its keys' places, and by what this user may do."""

from collections.abc import Mapping, Sequence
from typing import Any

from qmonitor.queues.model import State
from qmonitor.queues.source import ACTIONS
from qmonitor.queues.streams.acting.action_scripts import RIGHTS
from qmonitor.queues.streams.errors import KeysApart, NotPermitted, ServerRefused
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.server.driver import require_together
from qmonitor.queues.streams.server.trouble import explained, no_command, no_key
from qmonitor.queues.words import Phrase, phrase

COMMANDS = ("EVALSHA", "EVAL", "EVAL_RO", "TYPE", "EXISTS", "XADD", "XDEL", "XACK", "HSET", "HDEL", "ZREM")
"""What who acts needs beside all that who looks does (`reader.COMMANDS`).

By EVAL_RO nothing but these rights is asked for; without it EVAL asks, which waits while the server holds up writes.
"""

REWRITING = (
    "DEL", "EXPIRE", "PERSIST", "PTTL", "PEXPIRE", "RENAME", "XCLAIM", "XGROUP", "XSETID", "XTRIM",
)  # fmt: skip
"""What an erasure needs besides, to take deleted bytes out of the streams."""

SCRIPTS, PUBLISH, ASIDE, DELAYED, DEAD, SKIPPED, MAIN, AUDIT, PLANS = range(9)
"""What is asked for, as the script numbers it."""

_ALWAYS = (SCRIPTS, AUDIT, PLANS)
_NEEDS: Mapping[str, tuple[int, ...]] = {
    "retry-now": (PUBLISH, DELAYED, DEAD),
    "skip": (ASIDE, DELAYED, DEAD, MAIN),
    "drain": (ASIDE, DELAYED, DEAD, MAIN),
    "restore": (PUBLISH, SKIPPED),
    "remove": (SKIPPED,),
    "purge": (SKIPPED,),
    "erase": (DELAYED, DEAD, SKIPPED, MAIN),
}

STATES: Mapping[str, frozenset[str]] = {"remove": frozenset({State.SKIPPED})}
"""Where an action takes fewer states than in other sources: a dead letter is set aside before it is removed."""

_RESEND = phrase("What is finished is not listed in a stream queue; retry now publishes a dead letter again.")
_UNKNOWN = phrase("qmonitor can't do that in a stream queue.")


def unasked() -> dict[str, Phrase | None]:
    """What a stream queue can do at all, before its server was asked."""
    able: dict[str, Phrase | None] = dict.fromkeys(ACTIONS, _UNKNOWN)
    return {**able, **dict.fromkeys(_NEEDS), "resend": _RESEND}


def capabilities(client: Any, keys: Keys) -> dict[str, Phrase | None]:
    """By action why it can't be done; None where it can. Raises `SourceError` where the server can't be asked."""
    able = unasked()
    try:
        require_together(client, *keys.of_actions)
    except KeysApart as error:
        return {**able, **dict.fromkeys(_NEEDS, error.cause)}
    barred = _barred(client, keys)
    for action, needs in _NEEDS.items():
        able[action] = next((barred[one] for one in (*_ALWAYS, *needs) if one in barred), None)
    return able


def _barred(client: Any, keys: Keys) -> Mapping[int, Phrase]:
    """For each of what is asked for the first command that is missing. Without a right to each key nothing goes."""
    barred: dict[int, Phrase] = {}
    for number, command in missing(client, keys):
        barred.setdefault(number, no_command(command) if command else no_key())
    return barred


def missing(client: Any, keys: Keys) -> tuple[tuple[int, str], ...]:
    """What this user may not do, each with the command that is missing; "" where it is a key. Writes nothing.

    Raises `SourceError` where the server can't be asked.
    """
    try:
        with explained():
            found = RIGHTS.run_reading(client, keys.of_actions, keys.group)
    except NotPermitted as error:
        if "command" not in error.cause.values:
            return ((SCRIPTS, ""),)
        return _missing_else(client, keys)
    return _pairs(found)


def _missing_else(client: Any, keys: Keys) -> tuple[tuple[int, str], ...]:
    """The same for a user without EVAL_RO."""
    barred = []
    for ask in (RIGHTS.run_known, RIGHTS.run_whole):
        try:
            with explained():
                return _pairs(ask(client, keys.of_actions, keys.group))
        except NotPermitted as error:
            barred.append((SCRIPTS, str(error.cause.values.get("command", ""))))
        except ServerRefused:  # it does not know the script
            continue
    return tuple(barred)


def _pairs(found: Sequence[Any]) -> tuple[tuple[int, str], ...]:
    return tuple(
        (int(number), bytes(command).decode()) for number, command in zip(found[::2], found[1::2], strict=True)
    )
