"""What is reported of an attempt: each report changes one row, inside the caller's transaction.

A late report must not undo what a person did meanwhile: a failed attempt changes only a pending row that still holds
the attempts (`was`) and the next attempt (`due`) that were read with the item, both as the bytes of their texts, so
that whatever a careless writer stored there compares right. `at` is when it happened, as it is stored.
"""

import sqlite3

from qmonitor.queues.model import State

_AS_READ = " WHERE id = ? AND state = 'pending' AND CAST(attempts AS BLOB) IS ? AND CAST(next_attempt AS BLOB) IS ?"


def succeeded(db: sqlite3.Connection, item: int | None, attempts: int, at: str) -> bool:
    """The receiver has it: that is the truth whatever the row says by now. False where the row is gone."""
    sql = "UPDATE queue SET state = 'delivered', attempts = ?, last_attempt = ?, last_error = '' WHERE id = ?"
    return db.execute(sql, (attempts, at, item)).rowcount == 1


def retry(
    db: sqlite3.Connection,
    item: int | None,
    attempts: int,
    at: str,
    cause: str,
    was: bytes | None,
    due: bytes | None,
    next: str,
) -> bool:
    """It failed, and the next attempt is scheduled. False where the row is another one by now."""
    sql = f"UPDATE queue SET attempts = ?, next_attempt = ?, last_attempt = ?, last_error = ?{_AS_READ}"
    return db.execute(sql, (attempts, next, at, cause, item, was, due)).rowcount == 1


def gave_up(
    db: sqlite3.Connection, item: int | None, attempts: int, at: str, cause: str, was: bytes | None, due: bytes | None
) -> bool:
    """The last attempt failed. False where the row is another one by now."""
    sql = f"UPDATE queue SET state = '{State.FAILED}', attempts = ?, last_attempt = ?, last_error = ?{_AS_READ}"
    return db.execute(sql, (attempts, at, cause, item, was, due)).rowcount == 1
