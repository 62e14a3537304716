"""The writing connection to a delivery queue's file."""

import os

from qmonitor.queues import sqlite_writer
from qmonitor.queues.delivery import schema
from qmonitor.queues.sqlite_writer import TRY_EVERY, Patience, allowed

__all__ = ["TRY_EVERY", "Patience", "Writer", "allowed"]


class Writer(sqlite_writer.Writer):
    """Writes to one file that holds, or with `create` is to hold, a delivery queue."""

    def __init__(self, path: str | os.PathLike[str], *, create: bool = False, patience: Patience | None = None) -> None:
        """Raises `SourceError`."""
        super().__init__(path, schema, create=create, patience=patience)
