"""The local journal, `audit.db` in the user's state folder: acts that change no source, and the alerts of the moment.

Acts (acknowledging and snoozing alerts, changing their rules) stand in the same append-only, hash-chained table as
those in a queue's own file. The file is opened for each call alone, so that programs don't keep it from one another.
Used by one thread, but for `interrupt`.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from qmonitor.monitor import folders
from qmonitor.queues import audit, sqlite_audit
from qmonitor.queues.audit import AuditEntry, Verification
from qmonitor.queues.errors import NotWritable, SourceError
from qmonitor.queues.sqlite_audit import Deed
from qmonitor.queues.words import phrase

VERSION = 1
BUSY_WAIT = 5.0
"""Seconds for which another program's writing is waited for; it takes some milliseconds."""

STATEMENTS = (
    *sqlite_audit.STATEMENTS,
    """CREATE TABLE IF NOT EXISTS qmonitor_alert(source TEXT, place TEXT, rule TEXT, solved TEXT, body TEXT,
  PRIMARY KEY (source, place, rule, solved)) WITHOUT ROWID""",
)
"""Append; never edit what was released. `solved` is empty for an open alert, `place` for one about a source."""


def default_path() -> Path:
    return folders.state() / "audit.db"


class Journal:
    """The file at `path`. It is made, for this user's eyes alone, by the first act."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or default_path()
        self._active: sqlite3.Connection | None = None

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it is kept, or nothing. Raises `NotWritable`."""
        try:
            self._make()
            with self._open() as db:
                _migrate(db, self.path)
                with db:
                    db.execute("BEGIN IMMEDIATE")
                    yield db
        except (OSError, sqlite3.Error) as error:
            raise NotWritable(
                phrase("The journal {path} can't be written: {error}.", path=str(self.path), error=_told(error)),
                phrase("Nothing was done. See to the rights of its folder and the space on its disk."),
            ) from error

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection | None]:
        """The file as it is; None where nothing was ever written. Raises `SourceError`."""
        if not os.path.exists(self.path):
            yield None
            return
        try:
            with self._open() as db:
                yield db
        except sqlite3.Error as error:
            raise SourceError(
                phrase("The journal {path} can't be read: {error}.", path=str(self.path), error=_told(error)),
                phrase("If it is damaged, put it aside: a new one is begun."),
            ) from error

    def record(self, deed: Deed, reason: str = "") -> None:
        """Write one act, under the operating-system user's name. Raises `NotWritable`: then it must not be done."""
        with self.writing() as db:
            sqlite_audit.record(db, deed, audit.actor(), reason)

    def audit(self, limit: int = 100, before: int | None = None) -> tuple[AuditEntry, ...]:
        """Recorded acts, newest first, of ids below `before`."""
        with self.reading() as db:
            return () if db is None else sqlite_audit.entries(db, limit, before)

    def verify_audit(self) -> Verification:
        """Recompute the chain of the acts."""
        with self.reading() as db:
            return Verification(0) if db is None else sqlite_audit.verify(db)

    def interrupt(self) -> None:
        """From any thread: the call under way ends soon."""
        active = self._active
        if active is not None:
            active.interrupt()

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """For writing, also to read: what a killed program left half-done is rolled back."""
        uri = f"{self.path.absolute().as_uri()}?mode=rw"
        with closing(sqlite3.connect(uri, uri=True, timeout=BUSY_WAIT, isolation_level=None)) as db:
            self._active = db
            try:
                db.execute("PRAGMA synchronous=FULL")
                yield db
            finally:
                self._active = None

    def _make(self) -> None:
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))


def _migrate(db: sqlite3.Connection, path: Path) -> None:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        raise NotWritable(
            phrase("The journal {path} was written by a later release of qmonitor.", path=str(path)),
            phrase("Use that release here, too."),
        )
    if version < VERSION:
        with db:
            db.execute("BEGIN IMMEDIATE")
            for statement in STATEMENTS:
                db.execute(statement)
            db.execute(f"PRAGMA user_version = {VERSION}")


def _told(error: Exception) -> str:
    return (error.strerror or type(error).__name__) if isinstance(error, OSError) else str(error)
