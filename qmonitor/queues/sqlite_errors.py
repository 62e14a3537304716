"""SQLite's result codes, sorted into what they mean for the person at the screen."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from qmonitor.queues import errors
from qmonitor.queues.sqlite_stamp import forbidden
from qmonitor.queues.words import phrase

_HOT_JOURNAL = {sqlite3.SQLITE_READONLY_ROLLBACK, sqlite3.SQLITE_READONLY_RECOVERY, sqlite3.SQLITE_READONLY_CANTINIT}


@contextmanager
def explained(path: str) -> Iterator[None]:
    """Lets no error of SQLite's out of the block but as one of ours."""
    try:
        yield
    except sqlite3.Error as error:
        raise explain(error, path) from error


def explain(error: sqlite3.Error, path: str) -> errors.QueueError:
    """The error that says what `error` means for the file at `path`; raise it from `error`."""
    if isinstance(error, sqlite3.ProgrammingError) and "closed" in str(error):
        return errors.SourceClosed(phrase("{path} was closed.", path=path))
    code = getattr(error, "sqlite_errorcode", None) or 0
    known = _BY_CODE.get(code) or _BY_CODE.get(code & 0xFF)
    if known is None:
        return errors.SourceError(
            phrase(
                "SQLite reports {name} for {path}.",
                name=getattr(error, "sqlite_errorname", type(error).__name__),
                path=path,
            ),
            phrase("If it stays so, ask the administrator of the engine's host."),
        )
    return known(path)


def _busy(path: str) -> errors.SourceError:
    return errors.SourceBusy(
        phrase("Another program holds a lock on {path}.", path=path),
        phrase("If it stays so, see which program keeps the file locked."),
    )


def _corrupt(path: str) -> errors.SourceError:
    return errors.SourceCorrupt(
        phrase("{path} is damaged or cut off.", path=path),
        phrase(
            "Nothing was repaired. Tell whoever runs the engine; restore the file from a backup, with its -wal file."
        ),
    )


def _not_a_database(path: str) -> errors.SourceError:
    return errors.NotADatabase(
        phrase("{path} is not an SQLite database, or it is encrypted.", path=path),
        phrase("Choose the engine's queue file; an encrypted one can't be opened."),
    )


def _cannot_open(path: str) -> errors.SourceError:
    for file in (path, path + "-wal", path + "-shm"):
        if os.path.exists(file) and not os.access(file, os.R_OK):
            return forbidden(file)
    return errors.SourceForbidden(
        phrase("{path} can't be opened.", path=path),
        phrase("Check that it is still there and that you may read the file and its folder."),
    )


def _hot_journal(path: str) -> errors.SourceError:
    return errors.SideFileMissing(
        phrase("{path} holds an unfinished change of its engine that only a writer can finish.", path=path),
        phrase("Let the engine, or the file's owner, open it once."),
    )


def _read_only(path: str) -> errors.QueueError:
    return errors.NotWritable(
        phrase("This user may not change {path}.", path=path),
        phrase("Act as a user who may write the file and its folder."),
    )


def _full(path: str) -> errors.SourceError:
    return errors.SourceError(
        phrase("The disk that holds {path} is full.", path=path), phrase("Free some space; nothing was changed.")
    )


def _disk(path: str) -> errors.SourceError:
    return errors.SourceCorrupt(
        phrase("The disk reports an error, or {path} was cut off while it was read.", path=path),
        phrase("Nothing was repaired. Check the disk and tell whoever runs the engine."),
    )


def _interrupted(path: str) -> errors.SourceError:
    return errors.Interrupted(phrase("The reading of {path} was called off.", path=path))


def _no_queue(path: str) -> errors.SourceError:
    return not_a_queue(path)


def not_a_queue(path: str) -> errors.NotAQueue:
    return errors.NotAQueue(
        phrase("{path} is a database, but no queue that qmonitor knows.", path=path),
        phrase(
            "Choose the file that holds the engine's table 'queue' or the daemon's table 'kv', or name the URL of a"
            " stream queue."
        ),
    )


_BY_CODE = {
    sqlite3.SQLITE_BUSY: _busy,
    sqlite3.SQLITE_LOCKED: _busy,
    sqlite3.SQLITE_PROTOCOL: _busy,
    sqlite3.SQLITE_CORRUPT: _corrupt,
    sqlite3.SQLITE_NOTADB: _not_a_database,
    sqlite3.SQLITE_CANTOPEN: _cannot_open,
    sqlite3.SQLITE_PERM: _cannot_open,
    sqlite3.SQLITE_READONLY: _read_only,
    sqlite3.SQLITE_FULL: _full,
    sqlite3.SQLITE_IOERR: _disk,
    sqlite3.SQLITE_INTERRUPT: _interrupted,
    sqlite3.SQLITE_ERROR: _no_queue,
} | dict.fromkeys(_HOT_JOURNAL, _hot_journal)
