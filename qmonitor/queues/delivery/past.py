"""The curves of the last hours, told from the rows that the file still holds."""

import sqlite3
from collections.abc import Callable
from datetime import timedelta

from qmonitor.queues.past import Past


def reconstruct(db: sqlite3.Connection, span: timedelta, called_off: Callable[[], bool]) -> Past | None:
    """How every backlog moved over the last so long; None where nothing is certain."""
    return None
