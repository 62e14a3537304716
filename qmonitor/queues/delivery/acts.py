"""What each action does to one row, and to which rows it may be done."""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from qmonitor.queues.audit import plain
from qmonitor.queues.delivery.rows import SIZE, text
from qmonitor.queues.model import State
from qmonitor.queues.times import now
from qmonitor.queues.words import Phrase, phrase, plural

Change = Callable[[sqlite3.Connection, int, str], int | None]
"""Changes the row of an id, found in the confirmed state in the same transaction, for somebody; a new row's id."""

_UNSENT = (State.PENDING, State.FAILED)


@dataclass(frozen=True, slots=True)
class Act:
    """An action: the states in which it may be done, what it does to a row, and its words.

    `says` is the sentence for one message and for several, with gaps for `count` and `target`. `keeps_before` is
    whether the audit keeps what the row held, `reorders` whether items may be sent after later ones.
    """

    states: tuple[str, ...] | None
    change: Change
    says: tuple[str, str]
    undo: Phrase
    saves: bool = False
    keeps_before: bool = True
    reorders: bool = False

    def allows(self, state: str) -> bool:
        """Whether it may be done to an item in this state."""
        return self.states is None or state in self.states


def _abandon(verb: str) -> Change:
    def change(db: sqlite3.Connection, row: int, who: str) -> None:
        db.execute(
            "UPDATE queue SET state = 'skipped', last_attempt = ?, last_error = ? WHERE id = ?",
            (now().text, plain(f"{verb} by {who}"), row),
        )

    return change


def _retry_now(db: sqlite3.Connection, row: int, _who: str) -> None:
    db.execute(
        "UPDATE queue SET state = 'pending', attempts = 0, next_attempt = ? WHERE id = ?",
        (now().text, row),
    )


def _restore(db: sqlite3.Connection, row: int, _who: str) -> None:
    db.execute(
        "UPDATE queue SET state = 'pending', attempts = 0, next_attempt = ?, last_error = '' WHERE id = ?",
        (now().text, row),
    )


def _delete(db: sqlite3.Connection, row: int, _who: str) -> None:
    db.execute("DELETE FROM queue WHERE id = ?", (row,))


def _resend(db: sqlite3.Connection, row: int, who: str) -> int | None:
    at = now().text
    return db.execute(
        "INSERT INTO queue (channel, destination, control_id, message_type, raw, state, attempts, enqueued_at,"
        " next_attempt, last_attempt, last_error, reason)"
        " SELECT channel, destination, control_id, message_type, raw, 'pending', 0, ?, ?, NULL, '', ?"
        " FROM queue WHERE id = ?",
        (at, at, plain(f"resent by {who} from {row}"), row),
    ).lastrowid


_FINISHED = (State.DELIVERED, State.FAILED, State.SKIPPED)
_NO_WAY_BACK = phrase("This can't be undone.")
_RESTORABLE = phrase("Restore puts them back in line, in their old place.")

ACTS: Mapping[str, Act] = {
    "skip": Act(
        _UNSENT,
        _abandon("skipped"),
        plural("1 message for {target} will never be sent.", "{count} messages for {target} will never be sent."),
        _RESTORABLE,
    ),
    "drain": Act(
        _UNSENT,
        _abandon("drained"),
        plural("1 message for {target} will never be sent.", "{count} messages for {target} will never be sent."),
        _RESTORABLE,
        saves=True,
    ),
    "retry-now": Act(
        _UNSENT,
        _retry_now,
        plural(
            "1 message for {target} becomes due now, with its attempts counted from 0 again.",
            "{count} messages for {target} become due now, with their attempts counted from 0 again.",
        ),
        phrase("The counts of attempts can't be put back; the audit keeps them."),
        reorders=True,
    ),
    "restore": Act(
        (State.SKIPPED,),
        _restore,
        plural(
            "1 skipped message for {target} goes back in line, in its old place, and will be sent.",
            "{count} skipped messages for {target} go back in line, in their old places, and will be sent.",
        ),
        phrase("Skip takes them out of line again, as long as they are not sent."),
        reorders=True,
    ),
    "resend": Act(
        _FINISHED,
        _resend,
        plural(
            "1 message is sent to {target} once more, as a new one at the end of the line.",
            "{count} messages are sent to {target} once more, as new ones at the end of the line.",
        ),
        phrase("Skip takes the new messages out of line again, as long as they are not sent."),
    ),
    "remove": Act(
        _FINISHED,
        _delete,
        plural("1 finished message of {target} is deleted.", "{count} finished messages of {target} are deleted."),
        _NO_WAY_BACK,
    ),
    "purge": Act(
        (State.DELIVERED, State.SKIPPED),
        _delete,
        plural(
            "1 delivered or skipped message of {target} is deleted.",
            "{count} delivered or skipped messages of {target} are deleted.",
        ),
        _NO_WAY_BACK,
    ),
    "erase": Act(
        None,
        _delete,
        plural(
            "1 message of {target} is erased, whatever its state: its content is gone for good.",
            "{count} messages of {target} are erased, whatever their state: their contents are gone for good.",
        ),
        _NO_WAY_BACK,
        saves=True,
        keeps_before=False,
    ),
}
"""Every action of a delivery queue by its name."""


@dataclass(frozen=True, slots=True)
class Found:
    """A row as it is now: what the audit keeps of it, and its payload's size in bytes."""

    before: list[object]
    size: int

    @property
    def state(self) -> str:
        return text(self.before[1])


def look_up(db: sqlite3.Connection, ids: Sequence[int]) -> dict[int, Found]:
    """The rows that are there. `before` is [id, state, attempts, next_attempt, last_attempt]."""
    marks = ", ".join("?" * len(ids))
    rows = db.execute(
        f"SELECT id, state, attempts, next_attempt, last_attempt, {SIZE} FROM queue WHERE id IN ({marks})", tuple(ids)
    )
    return {row[0]: Found([text(v) if isinstance(v, bytes) else v for v in row[:-1]], row[-1]) for row in rows}
