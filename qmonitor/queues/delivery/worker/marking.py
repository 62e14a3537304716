"""Writing down what came of an attempt: in the item's row."""

import sqlite3

from qmonitor.queues.delivery import reports
from qmonitor.queues.delivery.worker.changes import Head, Row
from qmonitor.queues.sqlite_worker.attempt import Report


def mark(db: sqlite3.Connection, report: Report[Head]) -> Row | None:
    """Inside the caller's transaction; what the row holds then, None where it is another one by now."""
    head, attempts, at = report.head, report.attempts, report.at.text
    if report.failure is None:
        done, state = reports.succeeded(db, head.id, attempts, at), b"delivered"
    elif report.next is None:
        done = reports.gave_up(db, head.id, attempts, at, report.failure.cause, head.was, head.stored_due)
        state = b"failed"
    else:
        cause, later = report.failure.cause, report.next.text
        done = reports.retry(db, head.id, attempts, at, cause, head.was, head.stored_due, later)
        state = b"pending"
    return (state, b"%d" % attempts, at.encode()) if done else None
