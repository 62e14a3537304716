"""Reading a database that belongs to somebody else, without leaving a trace.

Every look opens the file, reads, and closes it again (0.06 ms plus the schema, measured): between two looks nothing
of ours is on the file, and whatever lies under the path now is what is read. An engine that stops can fold its
write-ahead log back as ever; where it stops at the very moment of a look, its side files stay until its next start.
Side files are never made by us:

- log and index are there: `mode=ro`, and they are kept from going away meanwhile;
- none are: for a WAL-mode file `mode=ro&immutable=1` for one short read, kept only where the files' stamps are
  the same afterwards (a plain read-only open would leave `-wal` and `-shm` of ours, and the engine could no
  longer write); a file in rollback-journal mode is opened `mode=ro`, which makes none;
- a log with content but without its index: not opened at all.
"""

import logging
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from qmonitor.queues.errors import (
    Interrupted,
    NetworkLocation,
    NotAQueue,
    SideFileMissing,
    SourceClosed,
    SourceError,
    SourceUnsteady,
)
from qmonitor.queues.sqlite_errors import explained, not_a_queue
from qmonitor.queues.sqlite_locks import in_use, is_wal, side_files_kept
from qmonitor.queues.sqlite_log import Log
from qmonitor.queues.sqlite_stamp import SETTLED, Stamp, network_type, resolve, stamp, uri, wait_settled
from qmonitor.queues.words import phrase

T = TypeVar("T")

_LOG = logging.getLogger("qmonitor.files")
"""The subject "files" of the program's log; the library itself shows none of it."""

SQLITE_VERSION = sqlite3.sqlite_version
"""Of the library that reads the files."""

LOOKS = 15
"""How often one reading is begun anew when the file changes its state meanwhile."""

PAUSE = 0.005
"""Seconds before it is begun anew, more each time: an engine that opens and closes its file comes to rest."""

BUSY_WAIT = 1.0
"""Seconds for which a reader waits on another program's lock."""

SNAPSHOT_AGE = 0.03
"""Seconds after which a read transaction is exchanged for a new one at the next opportunity."""

_PROGRESS_STEPS = 400_000
"""SQLite's virtual-machine steps between two looks at the interrupt flag: some 10 to 20 ms.

What runs is interrupted by SQLite itself; the flag is for what begins just after. Each look waits for whoever runs
Python: with 5,000 steps a reading took twice as long beside a window that was being made."""


ROLLBACK = phrase(
    "The file is in rollback-journal mode: while it is read its engine waits with commits. It is read in short steps."
)
"""A notice for a banner."""


class _Moved(SourceError):
    """The look has to begin anew."""


class SqliteFile:
    """The file at a path, for reading. One thread reads; `interrupt` may be called from any."""

    def __init__(self, target: str | os.PathLike[str], *, allow_network: bool = False) -> None:
        self.target = os.fspath(target)
        self.allow_network = allow_network
        self.wal_mode: bool | None = None
        self.stamp: Stamp | None = None
        self._lock = threading.Lock()
        self._active: sqlite3.Connection | None = None
        self._called_off = threading.Event()
        self._closed = False

    @property
    def path(self) -> str:
        """The real path, resolved anew: a link may point elsewhere by now."""
        return resolve(self.target)

    def twin(self) -> "SqliteFile":
        """The same file for another thread."""
        return SqliteFile(self.target, allow_network=self.allow_network)

    def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What `work` makes of the file, over a connection that is closed again.

        `work` may be begun anew when the file changes its state meanwhile, so it must only read. Afterwards
        `stamp` is the file as it was before the reading. Raises `SourceError`.
        """
        if self._closed:
            raise SourceClosed(phrase("{path} was closed.", path=self.target))
        self._called_off.clear()
        for tried in range(LOOKS):
            time.sleep(tried * PAUSE)
            before = self.look()
            done, result = self._attempt(before, work)
            if done:
                self.stamp = before
                return result  # type: ignore[return-value]
        raise SourceUnsteady(
            phrase("{path} was exchanged or restarted under every look at it.", path=self.target),
            phrase("Look again in a moment."),
        )

    def look(self) -> Stamp:
        """The files' stamp, checked for what forbids opening them."""
        self._refuse_share(os.path.abspath(self.target))  # before anything that could wait for a dead share
        path = self.path
        self._refuse_share(path)
        found = stamp(path)
        if found.lonely:  # an engine that stops takes the index away just before the log
            time.sleep(SETTLED)
            found = stamp(path)
        if found.lonely:
            raise SideFileMissing(
                phrase("{path} has a write-ahead log (-wal) but no index of it (-shm).", path=path),
                phrase(
                    "Copy all files together while the engine is stopped, or let the engine or the file's owner open "
                    "it once. An engine that keeps the file to itself can't be watched."
                ),
            )
        return found

    def _refuse_share(self, path: str) -> None:
        share = None if self.allow_network else network_type(path)
        if share is not None:
            raise NetworkLocation(
                phrase("{path} lies on a network share ({kind}), where locks can't be trusted.", path=path, kind=share),
                phrase(
                    "Run qmonitor on the engine's host, look at a copy, or consent to reading it with --allow-network."
                ),
            )

    def _attempt(self, before: Stamp, work: Callable[[sqlite3.Connection], T]) -> tuple[bool, T | None]:
        quiet = not before.live
        if quiet:
            wal = is_wal(before.path, before.identity, wait=BUSY_WAIT if self.wal_mode is None else 0)
            self.wal_mode = wal if wal is not None else self.wal_mode
        else:
            self.wal_mode = True
        immutable = quiet and self.wal_mode is not False
        if immutable:
            wait_settled(before)
            if stamp(before.path) != before:
                return False, None
        try:
            result = self._run(before, "mode=ro&immutable=1" if immutable else "mode=ro", work)
        except SourceError as error:
            if isinstance(error, Interrupted) or not (isinstance(error, _Moved) or self._disturbed(before, immutable)):
                raise
            return False, None
        return not immutable or stamp(before.path) == before, result

    def _disturbed(self, before: Stamp, immutable: bool) -> bool:
        """Whether an error may come of the file's changing under the look, instead of being its own."""
        after = stamp(before.path)
        return after != before if immutable else after.identity != before.identity or after.live != before.live

    def _run(self, before: Stamp, options: str, work: Callable[[sqlite3.Connection], T]) -> T:
        began = time.perf_counter()
        try:
            return self._work(before, options, work)
        finally:
            took = (time.perf_counter() - began) * 1000
            _LOG.debug("%r was open with %s for %.1f ms", before.path, options, took)

    def _work(self, before: Stamp, options: str, work: Callable[[sqlite3.Connection], T]) -> T:
        with in_use(before.identity), self._held(before), explained(before.path):
            db = connect(uri(before.path, options), BUSY_WAIT)
            try:
                db.set_progress_handler(self._called_off.is_set, _PROGRESS_STEPS)
                with self._lock:
                    self._active = db
                return work(db)
            finally:
                with self._lock:
                    self._active = None
                db.close()

    @contextmanager
    def _held(self, before: Stamp) -> Iterator[None]:
        """Keeps a live file's side files from going away; raises `_Moved` where they, or the file, already have."""
        if not before.live:
            yield
            return
        with side_files_kept(before.path, before.identity):
            now = stamp(before.path)
            if now.identity != before.identity or not now.live:
                raise _Moved(phrase("The engine of {path} has just stopped.", path=before.path))
            yield

    def interrupt(self) -> None:
        """From any thread: the reading under way ends with `Interrupted`."""
        self._called_off.set()
        with self._lock:
            if self._active is not None:
                self._active.interrupt()

    @property
    def called_off(self) -> bool:
        """Whether the reading under way was interrupted; long work looks at it between two statements."""
        return self._called_off.is_set()

    def close(self) -> None:
        self._closed = True

    def tables(self) -> frozenset[str]:
        """The names of the file's tables."""
        return self.read(
            lambda db: frozenset(row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'"))
        )

    def not_a_queue(self) -> NotAQueue:
        if not stamp(self.path).main.size:
            return NotAQueue(
                phrase("{path} is empty.", path=self.path),
                phrase("An engine fills it when it starts; choose another file if it does not."),
            )
        return not_a_queue(self.path)


def connect(address: str, busy_wait: float) -> sqlite3.Connection:
    """A connection in autocommit mode that hands back any text, also where it is no UTF-8 (surrogate escapes)."""
    db = sqlite3.connect(address, uri=True, timeout=busy_wait, isolation_level=None)
    db.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
    return db


class Snapshot:
    """One read transaction: everything read inside agrees, unless `breathe` began another. Joins one that is open."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._own = not db.in_transaction
        self._log = Log(f"{db.execute('PRAGMA database_list').fetchone()[2]}-wal" if self._own else "")
        self._begin()

    def _begin(self) -> None:
        self._began = time.monotonic()
        if self._own:
            self._db.execute("BEGIN")

    def breathe(self) -> bool:
        """Begin another transaction where this one is getting old; whether that was done.

        The engine's log can't be reset while one is open: 150 ms every 2 s left 20 MB of it, 50 ms 10 MB (measured).
        """
        return time.monotonic() - self._began > SNAPSHOT_AGE and self.renew()

    def renew(self) -> bool:
        """Begin another transaction now; whether that was done: one of the caller's stays as it is."""
        if self._own:
            self.end()
            self._log.give_way()
            self._begin()
        return self._own

    def end(self) -> None:
        if self._own and self._db.in_transaction:
            self._db.execute("ROLLBACK")


@contextmanager
def snapshot(db: sqlite3.Connection) -> Iterator[Snapshot]:
    """A read transaction for the length of the block."""
    view = Snapshot(db)
    try:
        yield view
    finally:
        view.end()
