"""The writing connection: durable, and polite to the engine whose file it is."""

import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import field
from typing import Protocol

from qmonitor.queues.errors import (
    Interrupted,
    NotAQueue,
    NotWritable,
    QueueError,
    SourceBusy,
    SourceError,
    SourceMissing,
)
from qmonitor.queues.sqlite_errors import explained
from qmonitor.queues.sqlite_file import connect
from qmonitor.queues.sqlite_locks import in_use, is_wal
from qmonitor.queues.sqlite_stamp import network_type, resolve, stamp, uri
from qmonitor.queues.sqlite_turns import turns
from qmonitor.queues.words import phrase
from qmonitor.values import dataclass

TRY_EVERY = 0.001
"""Seconds between two tries for the write lock. SQLite's own busy timeout sleeps longer and longer and starves
beside a busy engine (600 rows in 8 s against 63,600, measured)."""

TRY_FOR = 30.0
"""Seconds after which the write lock is given up."""


LOG_SIZE = 16_000_000
"""Bytes of write-ahead log from which a long action sees to it that the log starts over."""

RELIEVE_FOR = 0.02
"""Seconds for which it tries, between two batches."""


CLOSINGS = 100
"""How often, every 10 ms, its side files are tried to be taken away (beside two restless lookers 20 were too few)."""


@dataclass(slots=True)
class Patience:
    """A writer's waiting for other programs, for any thread to look at or to end: with `stop` set it waits no more."""

    stop: threading.Event = field(default_factory=threading.Event)
    since: float | None = None
    """On the monotonic clock: when it began to wait; None while it does not."""
    try_for: float = field(default_factory=lambda: TRY_FOR)
    """Seconds after which it gives up."""

    @property
    def seconds(self) -> float:
        """For how long it has been waiting; 0 while it does not."""
        since = self.since
        return 0.0 if since is None else time.monotonic() - since


class Layout(Protocol):
    """What a queue's file holds; each is called within a transaction of the writer."""

    def create(self, db: sqlite3.Connection) -> None:
        """Make the queue's own table where there is none."""
        ...

    def check(self, db: sqlite3.Connection) -> None:
        """Raises `NotAQueue` where the table is missing, or another one."""
        ...

    def migrate(self, db: sqlite3.Connection) -> None:
        """Make our own objects where they are missing."""
        ...

    def migrated(self, db: sqlite3.Connection) -> bool:
        """Whether they are there already: then opening writes nothing."""
        ...


class Writer:
    """Writes to one file; used by the thread that opened it.

    It is made durable (`synchronous=FULL`) and leaves no trace of what it deletes (`secure_delete=ON`). `identity` is
    the file's device and inode, `held` how long the last transaction kept the write lock (seconds).
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        layout: Layout,
        *,
        create: bool = False,
        patience: Patience | None = None,
    ) -> None:
        """Raises `SourceError`; with `create` a missing or empty file becomes a new queue in WAL mode."""
        self._layout = layout
        self._patience = patience or Patience()
        self._stop = self._patience.stop
        self.path = resolve(path)
        self.held = 0.0
        allowed(self.path, create)
        fresh = create and (not os.path.exists(self.path) or not os.path.getsize(self.path))
        self._first = not os.path.exists(self.path + "-wal")
        if self._first and not create:
            make_side_files(self.path)
        with explained(self.path):
            self.db = connect(uri(self.path, "mode=rwc" if create else "mode=rw"), 0)
        try:
            self.identity = stamp(self.path).identity
        except SourceError:
            self.db.close()
            raise
        self._turns = turns(self.identity)
        self._used = in_use(self.identity)
        self._used.__enter__()
        try:
            self._prepare(fresh)
        except BaseException:
            self.close()
            raise

    def _prepare(self, fresh: bool) -> None:
        with explained(self.path):
            self._patiently("PRAGMA synchronous=FULL")
            self._patiently("PRAGMA secure_delete=ON")
            if fresh:
                self._patiently("PRAGMA journal_mode=WAL")
        with self.transaction():
            if fresh:
                self._layout.create(self.db)
            self._layout.check(self.db)
            if not self._layout.migrated(self.db):
                self._layout.migrate(self.db)

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """`BEGIN IMMEDIATE` … `COMMIT`, all or nothing.

        Raises `SourceBusy` where somebody else keeps the lock for longer than `Patience.try_for`.
        """
        with explained(self.path), self._turn():
            self._patiently("BEGIN IMMEDIATE")
            began = time.monotonic()
            try:
                yield self.db
                self._patiently("COMMIT")
            finally:
                if self.db.in_transaction:
                    self.db.execute("ROLLBACK")
                self.held = time.monotonic() - began

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Among those of this process; then the others are tried for."""
        self._patience.since = time.monotonic()
        try:
            if not self._turns.take(self._patience.try_for, self._stop):
                raise self._busy()
        finally:
            self._patience.since = None
        done = False
        try:
            yield
            done = True
        finally:
            self._turns.pass_on(done=done)

    def _patiently(self, statement: str) -> None:
        try:
            self._try(statement)
        finally:
            self._patience.since = None

    def _try(self, statement: str) -> None:
        """Again and again while another program has the lock."""
        until = time.monotonic() + self._patience.try_for
        while True:
            try:
                self.db.execute(statement)
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                    raise
                if self._stop.is_set() or time.monotonic() > until:
                    raise self._busy() from error
            self._patience.since = self._patience.since or time.monotonic()
            time.sleep(TRY_EVERY)

    def _busy(self) -> QueueError:
        """Why it could not get the lock."""
        if self._stop.is_set():
            return Interrupted(phrase("Waiting for {path} was called off.", path=self.path))
        seconds = int(self._patience.try_for)
        return SourceBusy(
            phrase("Another program kept {path} locked for {seconds} s.", path=self.path, seconds=seconds),
            phrase("Nothing was changed. See which program holds the lock, then try again."),
        )

    def in_place(self) -> bool:
        """Whether the path still leads to the file that is written."""
        try:
            return stamp(self.path).identity == self.identity
        except SourceMissing:
            return False

    @property
    def patience(self) -> Patience:
        """Its waiting for other programs."""
        return self._patience

    @property
    def stopped(self) -> bool:
        """Whether to end after the present transaction."""
        return self._stop.is_set()

    def rest(self) -> None:
        """Leave the write lock free for at least as long as it was last held, unless it is to stop."""
        self._stop.wait(max(TRY_EVERY, self.held))
        if _size(self.path + "-wal") > LOG_SIZE:
            self.relieve()

    def relieve(self) -> None:
        """Let the log start over. Two busy writers find no moment for it by themselves (240 MB after 17 s, measured).

        Most of the work is done first without holding anybody up; what remains then is short.
        """
        with suppress(sqlite3.Error):
            self.db.execute("PRAGMA wal_checkpoint(PASSIVE)")
        self.checkpoint(RELIEVE_FOR)

    def checkpoint(self, seconds: float = 5.0) -> bool:
        """Fold the write-ahead log into the file and empty it; whether that worked within `seconds`."""
        until = time.monotonic() + seconds
        with suppress(sqlite3.Error):  # of no harm to what is committed: it stays in the log
            while not self._stop.is_set():
                busy, frames, _ = self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
                if not busy:
                    return bool(frames <= 0)
                if time.monotonic() > until:
                    break
                time.sleep(TRY_EVERY)
        return False

    def close(self) -> None:
        """SQLite removes the side files where this was the last connection.

        A look at the same moment keeps it from that. Side files that came with this writer may not stay, because they
        may be of another user than the engine's: then it is tried again until the look is over.
        """
        self.db.close()
        self._used.__exit__(None, None, None)
        for _ in range(CLOSINGS if self._first else 0):
            if not os.path.exists(self.path + "-wal"):
                return
            time.sleep(TRY_EVERY * 10)
            with in_use(self.identity), suppress(sqlite3.Error):
                again = connect(uri(self.path, "mode=rw"), 0)
                try:
                    again.execute("SELECT 1 FROM sqlite_master").fetchone()
                finally:
                    again.close()


def make_side_files(path: str) -> None:
    """Empty side files with the owner, group and mode of the database, where another than its owner is about to act.

    SQLite copies the mode alone (but for root): the engine's group could then not open what a member of it has made,
    while he acts and after a kill. Raises `NotWritable` where the group can't be given.
    """
    main = stamp(path).main
    me = os.geteuid() if hasattr(os, "geteuid") else main.owner
    if me == main.owner or is_wal(path, (main.device, main.inode), wait=0) is not True:
        return
    like = os.stat(path)
    for suffix in ("-shm", "-wal"):  # the log last: only with both is the file taken for live
        try:
            number = os.open(path + suffix, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        except FileExistsError:
            return
        except OSError as error:
            raise _not_writable(path) from error
        try:
            os.fchown(number, like.st_uid if me == 0 else -1, like.st_gid)
            os.fchmod(number, like.st_mode & 0o666)
        except OSError as error:
            os.unlink(path + suffix)
            raise _not_writable(path) from error
        finally:
            os.close(number)


def _not_writable(path: str) -> NotWritable:
    return NotWritable(
        phrase("This user may not change {path}.", path=path),
        phrase("Act as a user who may write the file and its folder."),
    )


def _size(path: str) -> int:
    try:
        return os.path.getsize(path)
    except OSError:
        return 0


def allowed(path: str, create: bool = False) -> None:
    """Whether this user may write the file, told without touching it. Raises `SourceError`."""
    share = network_type(path)
    if share is not None:
        raise NotWritable(
            phrase("{path} lies on a network share ({kind}), where locks can't be trusted.", path=path, kind=share),
            phrase("Act on the engine's host; nothing is ever written to a file on a share."),
        )
    if create and not os.path.exists(path):
        return
    stamp(path)
    engine_runs = os.path.exists(path + "-wal")
    if not os.access(path, os.W_OK) or not (engine_runs or os.access(os.path.dirname(path), os.W_OK)):
        raise _not_writable(path)
    if not create and not os.path.getsize(path):
        raise NotAQueue(phrase("{path} is empty.", path=path), phrase("Choose the engine's queue file."))
