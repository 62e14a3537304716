"""What each action does to one row, and to which rows it may be done."""

import sqlite3
from collections.abc import Callable, Mapping, Sequence

from qmonitor.queues.audit import plain
from qmonitor.queues.delivery.rows import SIZE, text
from qmonitor.queues.model import State
from qmonitor.queues.times import now
from qmonitor.queues.words import plural
from qmonitor.values import dataclass

Change = Callable[[sqlite3.Connection, int, str], int | None]
"""Changes the row of an id, found in the confirmed state in the same transaction, for somebody; a new row's id."""

_UNSENT = (State.PENDING, State.FAILED)


@dataclass(frozen=True, slots=True)
class Act:
    """An action: the states in which it may be done, what it does to a row, and its words.

    `says` and `undo` are sentences for one message and for several, the first with gaps for `count` and `target`,
    and so is `more`, which goes on where the first does not say all. `skips` is whether items leave the line unsent,
    `keeps_before` whether the audit keeps what the row held, `reorders` whether items may be sent after later ones.
    """

    states: tuple[str, ...] | None
    change: Change
    says: tuple[str, str]
    undo: tuple[str, str]
    more: tuple[str, str] | None = None
    skips: bool = False
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
_NO_WAY_BACK = plural("This can't be undone.", "This can't be undone.")
_UNSENT_UNLESS = plural(
    "1 message for {target} will not be sent, unless it is restored.",
    "{count} messages for {target} will not be sent, unless they are restored.",
)
_RESTORABLE = plural(
    "Restore puts it back in line, in its old place.", "Restore puts them back in line, in their old places."
)

ACTS: Mapping[str, Act] = {
    "skip": Act(
        _UNSENT,
        _abandon("skipped"),
        _UNSENT_UNLESS,
        _RESTORABLE,
        skips=True,
    ),
    "drain": Act(
        _UNSENT,
        _abandon("drained"),
        _UNSENT_UNLESS,
        _RESTORABLE,
        skips=True,
        saves=True,
    ),
    "retry-now": Act(
        _UNSENT,
        _retry_now,
        plural(
            "1 message for {target} becomes due now, with its attempts counted from 0 again.",
            "{count} messages for {target} become due now, with their attempts counted from 0 again.",
        ),
        plural(
            "The count of attempts can't be put back; the audit keeps it.",
            "The counts of attempts can't be put back; the audit keeps them.",
        ),
        reorders=True,
    ),
    "restore": Act(
        (State.SKIPPED,),
        _restore,
        plural(
            "1 skipped message for {target} goes back in line, in its old place, and will be sent.",
            "{count} skipped messages for {target} go back in line, in their old places, and will be sent.",
        ),
        plural(
            "Skip takes it out of line again, as long as it is not sent.",
            "Skip takes them out of line again, as long as they are not sent.",
        ),
        plural(
            "Its attempts count from 0 again, and its last error is cleared.",
            "Their attempts count from 0 again, and their last errors are cleared.",
        ),
        reorders=True,
    ),
    "resend": Act(
        _FINISHED,
        _resend,
        plural(
            "1 message is sent to {target} once more, as a new one at the end of the line.",
            "{count} messages are sent to {target} once more, as new ones at the end of the line.",
        ),
        plural(
            "Skip takes the new message out of line again, as long as it is not sent.",
            "Skip takes the new messages out of line again, as long as they are not sent.",
        ),
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
