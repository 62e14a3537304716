"""What each action does to one row, to which it may be done, and in which words."""

import sqlite3
from collections.abc import Callable, Mapping

from qmonitor.queues.audit import plain
from qmonitor.queues.model import State
from qmonitor.queues.times import now
from qmonitor.queues.words import plural
from qmonitor.values import dataclass

Change = Callable[[sqlite3.Connection, bytes, str, str], bool]
"""Changes the row of a key, found in the confirmed state in the same transaction, for somebody and a reason; whether it
could."""


@dataclass(frozen=True, slots=True)
class Act:
    """An action: the states in which it may be done, what it does to a row, and its words.

    `says` and `undo` are sentences for one message and for several, the first with gaps for `count` and `target`.
    `skips` is whether messages leave the queue unsent, `saves` whether they should be saved before.
    """

    states: tuple[str, ...]
    change: Change
    says: tuple[str, str]
    undo: tuple[str, str]
    skips: bool = False
    saves: bool = False


def _skip(db: sqlite3.Connection, key: bytes, who: str, reason: str) -> bool:
    """The whole row goes aside. One of the same key that is there already is never written over."""
    moved = db.execute(
        "INSERT OR IGNORE INTO qmonitor_skipped (key, value, who, at, reason)"
        " SELECT key, value, ?, ?, ? FROM kv WHERE key = ? AND expires_at IS NULL",
        (plain(who), now().text, plain(reason), key),
    ).rowcount
    return bool(moved) and _deleted(db, "kv", key)


def _restore(db: sqlite3.Connection, key: bytes, _who: str, _reason: str) -> bool:
    moved = db.execute(
        "INSERT OR IGNORE INTO kv (key, value) SELECT key, value FROM qmonitor_skipped WHERE key = ?", (key,)
    ).rowcount
    return bool(moved) and _deleted(db, "qmonitor_skipped", key)


def _erase(db: sqlite3.Connection, key: bytes, _who: str, _reason: str) -> bool:
    """Both copies of a row that came back while it was skipped. Under a bare name it is another one's messages that
    were skipped before: nobody was told of them.
    """
    gone = _deleted(db, "kv", key)
    if gone and 0 not in key:
        return True
    return _deleted(db, "qmonitor_skipped", key) or gone


def _deleted(db: sqlite3.Connection, table: str, key: bytes) -> bool:
    queued = " AND expires_at IS NULL" if table == "kv" else ""
    return db.execute(f"DELETE FROM {table} WHERE key = ?{queued}", (key,)).rowcount == 1


_WAITING = (State.PENDING, State.FAILED)
_UNSENT = plural(
    "1 message for {target} will not be sent, unless it is restored.",
    "{count} messages for {target} will not be sent, unless they are restored.",
)
_RESTORABLE = plural(
    "Restore puts it back in line, in its old place.", "Restore puts them back in line, in their old places."
)

ACTS: Mapping[str, Act] = {
    "skip": Act(_WAITING, _skip, _UNSENT, _RESTORABLE, skips=True),
    "drain": Act(_WAITING, _skip, _UNSENT, _RESTORABLE, skips=True, saves=True),
    "restore": Act(
        (State.SKIPPED,),
        _restore,
        plural(
            "1 skipped message for {target} goes back in line, in its old place.",
            "{count} skipped messages for {target} go back in line, in their old places.",
        ),
        plural(
            "Skip takes it out of line again, as long as it is not sent.",
            "Skip takes them out of line again, as long as they are not sent.",
        ),
    ),
    "erase": Act(
        (*_WAITING, State.SKIPPED),
        _erase,
        plural(
            "1 message of {target} is erased, whatever its state: its content is gone for good.",
            "{count} messages of {target} are erased, whatever their state: their contents are gone for good.",
        ),
        plural("This can't be undone.", "This can't be undone."),
        saves=True,
    ),
}
"""Every action of a dead-letter queue by its name."""
