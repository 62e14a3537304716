"""What can be done in a stream queue, and why the rest can't: by its keys' places, and by what this user may do."""

from collections.abc import Mapping
from typing import Any

from qmonitor.queues.model import State
from qmonitor.queues.source import ACTIONS
from qmonitor.queues.streams.acting.action_scripts import RIGHTS
from qmonitor.queues.streams.errors import KeysApart, NotPermitted
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.server.driver import require_together
from qmonitor.queues.streams.server.trouble import told
from qmonitor.queues.words import Phrase, phrase

COMMANDS = ("EVALSHA", "EVAL", "TYPE", "EXISTS", "XADD", "XDEL", "XACK", "HSET", "HDEL", "ZREM")
"""What who acts needs beside all that who looks does (`reader.COMMANDS`)."""

REWRITING = (
    "DEL", "EXPIRE", "PERSIST", "PTTL", "PEXPIRE", "RENAME", "XCLAIM", "XGROUP", "XSETID", "XTRIM",
)  # fmt: skip
"""What an erasure needs besides, to take deleted bytes out of the streams."""

PUBLISH, ASIDE, DELAYED, DEAD, SKIPPED, MAIN, AUDIT, PLANS = range(1, 9)
"""What is asked for, as the script numbers it."""

_ALWAYS = (AUDIT, PLANS)
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
    try:
        with told():
            found = RIGHTS.run(client, keys.of_actions, keys.group)
    except NotPermitted as error:
        return {AUDIT: error.cause}
    barred: dict[int, Phrase] = {}
    for number, command in zip(found[::2], found[1::2], strict=True):
        said = phrase("This user may not use the command {command}.", command=bytes(command).decode())
        barred.setdefault(int(number), said)
    return barred
