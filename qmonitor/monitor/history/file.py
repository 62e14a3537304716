"""The file in which this user's histories lie: one SQLite database that several windows share.

What becomes of it is never an error for whoever looks at a queue: a full disk, a folder that can't be written, a
damaged file. Each is said once, and it is tried again. Used by one thread.
"""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar

from qmonitor.monitor.history.records import Damaged
from qmonitor.queues.words import Phrase, phrase

T = TypeVar("T")

VERSION = 1
"""Of the tables. A file of a later version is left alone."""

AGAIN_S = 60.0
"""Seconds until a file that could not be used is tried again."""

WAIT_S = 0.25
"""Seconds to wait for another window that writes; what could not be written comes with the next batch."""

CACHE_KB = 256
"""What is kept of it in memory for each source that is looked at; 2 MB by themselves, which a day of looks fills."""

TABLES = (
    "CREATE TABLE source(id INTEGER PRIMARY KEY, target TEXT NOT NULL, mark TEXT NOT NULL, begun INTEGER NOT NULL)",
    "CREATE INDEX source_target ON source(target)",
    """CREATE TABLE line(id INTEGER PRIMARY KEY, source INTEGER NOT NULL, total INTEGER NOT NULL,
  channel BLOB NOT NULL, destination BLOB NOT NULL, UNIQUE(source, total, channel, destination))""",
    """CREATE TABLE stretch(source INTEGER NOT NULL, begin INTEGER NOT NULL, end INTEGER NOT NULL,
  PRIMARY KEY(source, begin)) WITHOUT ROWID""",
    """CREATE TABLE fresh(source INTEGER NOT NULL, begin INTEGER NOT NULL, end INTEGER NOT NULL, lines BLOB NOT NULL,
  records BLOB NOT NULL)""",
    "CREATE INDEX fresh_begin ON fresh(source, begin)",
    """CREATE TABLE chunk(line INTEGER NOT NULL, step INTEGER NOT NULL, begin INTEGER NOT NULL, records BLOB NOT NULL,
  PRIMARY KEY(line, step, begin))""",
    "CREATE TABLE lease(source INTEGER PRIMARY KEY, holder TEXT NOT NULL, token TEXT NOT NULL, until INTEGER NOT NULL)",
)
"""Times in milliseconds since 1970. `stretch`: when somebody looked. `fresh`: every change of all lines of a source,
one line after the other; `lines` says how many are of each (JSON). `chunk`: one line's changes, thinned to steps.
`lease`: which window writes a source's history."""


class _Strange(Exception):
    """A later release made the file, or another program."""


class HistoryFile:
    """The database at a path, opened when it is first used, and again after it could not be."""

    def __init__(self, path: Path, passed: Callable[[], float] = time.monotonic) -> None:
        """`passed` tells how many seconds have passed. `generation` is another number once it is another file."""
        self.path = path
        self._name = str(path)
        self._passed = passed
        self._db: sqlite3.Connection | None = None
        self._again = 0.0
        self.generation = 0
        self._inode = -1
        self._said: Phrase | None = None
        self._news: Phrase | None = None

    def use(self, work: Callable[[sqlite3.Connection], T]) -> T | None:
        """What `work` makes of the database; None where it can't be used now, or another window is at it.

        `work` raises `Damaged` where it finds something that was never written there.
        """
        if self._passed() < self._again:
            return None
        try:
            found = work(self._open())
        except _Strange:
            self._fail(
                phrase(
                    "The history file {path} is not of this release: it is left alone, and nothing is kept.",
                    path=self._name,
                )
            )
        except Damaged:
            self._set_aside()
        except (sqlite3.Error, OSError) as error:
            self._weigh(error)
        else:
            self._said = None
            return found
        return None

    def notice(self) -> Phrase | None:
        """What has to be said about the file: once, and again only after it could be used meanwhile."""
        news, self._news = self._news, None
        return news

    def _say(self, said: Phrase) -> None:
        if said != self._said:
            self._said = self._news = said

    def close(self) -> None:
        db, self._db = self._db, None
        if db is not None:
            db.close()

    @property
    def _there(self) -> int:
        """The file's number: another one under the same name was put there by another window, or by a person."""
        try:
            return self.path.stat().st_ino
        except FileNotFoundError:
            return -1

    # -- opening ---------------------------------------------------------------------------------------------

    def _open(self) -> sqlite3.Connection:
        if self._db is not None and self._there != self._inode:
            self.close()
            self.generation += 1
        if self._db is None:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))  # names of hospitals' systems: for its owner
            db = sqlite3.connect(self.path, timeout=WAIT_S, isolation_level=None)
            try:
                self._prepare(db)
            except BaseException:
                db.close()
                raise
            self._db, self._inode = db, self._there
        return self._db

    def _prepare(self, db: sqlite3.Connection) -> None:
        version = db.execute("PRAGMA user_version").fetchone()[0]
        tables = db.execute("SELECT count(*) FROM sqlite_master WHERE type = 'table'").fetchone()[0]
        if version > VERSION or (version == 0 and tables):
            raise _Strange
        if version and not {sql for (sql,) in db.execute("SELECT sql FROM sqlite_master")}.issuperset(TABLES):
            raise Damaged("other tables")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute(f"PRAGMA cache_size = -{CACHE_KB}")
        db.execute("PRAGMA synchronous = NORMAL")  # a power cut may cost the last seconds, never the file
        if version == 0:
            with writing(db):
                if db.execute("PRAGMA user_version").fetchone()[0] == 0:
                    for statement in TABLES:
                        db.execute(statement)
                    db.execute(f"PRAGMA user_version = {VERSION}")

    # -- when it can't be used -------------------------------------------------------------------------------

    def _weigh(self, error: Exception) -> None:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_INTERRUPT):
            return
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            self._set_aside()
        elif code == sqlite3.SQLITE_FULL:
            self._wait(
                phrase("The disk of {path} is full: the history is not kept until there is room.", path=self._name)
            )
        else:
            self._fail(
                phrase("The history file {path} can't be written: nothing is kept until it can.", path=self._name)
            )

    def _fail(self, trouble: Phrase) -> None:
        self.close()
        self._wait(trouble)

    def _wait(self, trouble: Phrase) -> None:
        self._say(trouble)
        self._again = self._passed() + AGAIN_S

    def _set_aside(self) -> None:
        """A damaged file gets another name, and the next one begins empty."""
        self.close()
        aside = self._aside()
        try:
            os.replace(self.path, aside)
            for ending in ("-wal", "-shm"):
                Path(f"{self.path}{ending}").unlink(missing_ok=True)
        except OSError:
            self._fail(phrase("The history file {path} is damaged: nothing is kept.", path=self._name))
            return
        self.generation += 1
        self._say(
            phrase(
                "The history file was damaged. It is now named {name}, and the history begins anew.", name=aside.name
            )
        )

    def _aside(self) -> Path:
        names = (self.path.with_name(f"{self.path.stem}-damaged-{n}{self.path.suffix}") for n in range(1, 10_000))
        return next(name for name in names if not name.exists())


@contextmanager
def writing(db: sqlite3.Connection) -> Iterator[None]:
    """A transaction that writes: all of it or nothing."""
    with closing(db.execute("BEGIN IMMEDIATE")):
        pass
    try:
        yield
    except BaseException:
        if db.in_transaction:  # a full disk may have ended it already
            db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")
