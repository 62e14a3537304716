"""What can be done in a stream queue, and why the rest can't: by its keys' places, and by what this user may do."""

from collections.abc import Mapping, Sequence
from typing import Any

from qmonitor.queues.model import State
from qmonitor.queues.source import ACTIONS
from qmonitor.queues.streams.acting.action_scripts import RIGHTS
from qmonitor.queues.streams.errors import CommandMissing, KeysApart, NotPermitted, ServerRefused
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.server.driver import require_together
from qmonitor.queues.streams.server.trouble import explained, lacks_command, no_command, no_key
from qmonitor.queues.words import Phrase, phrase
from qmonitor.values import dataclass

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


@dataclass(frozen=True, slots=True)
class Lack:
    """What an action needs and can't have: the number of what it is for, and the command; "" where it is a key.

    `known`: the server has the command, but not for this user.
    """

    number: int
    command: str = ""
    known: bool = True

    @property
    def said(self) -> Phrase:
        if not self.command:
            return no_key()
        return no_command(self.command) if self.known else lacks_command(self.command)


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
    for lack in missing(client, keys):
        barred.setdefault(lack.number, lack.said)
    return barred


def missing(client: Any, keys: Keys) -> tuple[Lack, ...]:
    """What this user may not do there, or nobody can. Writes nothing.

    Raises `SourceError` where the server can't be asked.
    """
    try:
        with explained():
            found = RIGHTS.run_reading(client, keys.of_actions, keys.group)
    except NotPermitted as error:
        if "command" not in error.cause.values:
            return (Lack(SCRIPTS),)
        return _missing_else(client, keys)
    return _lacks(found)


def _missing_else(client: Any, keys: Keys) -> tuple[Lack, ...]:
    """The same without EVAL_RO."""
    barred = []
    for ask in (RIGHTS.run_known, RIGHTS.run_whole):
        try:
            with explained():
                return _lacks(ask(client, keys.of_actions, keys.group))
        except NotPermitted as error:
            command = str(error.cause.values.get("command", ""))
            barred.append(Lack(SCRIPTS, command, not isinstance(error, CommandMissing)))
        except ServerRefused:  # it does not know the script
            continue
    return tuple(barred)


def _lacks(found: Sequence[Any]) -> tuple[Lack, ...]:
    return tuple(
        Lack(int(number), bytes(command).decode(), bool(known))
        for number, command, known in zip(found[::3], found[1::3], found[2::3], strict=True)
    )
