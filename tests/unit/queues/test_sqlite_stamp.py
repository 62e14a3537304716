"""Paths, stamps and mounts, told without opening a database."""

import os
import sqlite3
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from qmonitor.queues.errors import SourceMissing
from qmonitor.queues.sqlite_locks import in_use, is_wal
from qmonitor.queues.sqlite_stamp import COARSE_SETTLED, SETTLED, Side, Stamp, mount_type, stamp, uri


@pytest.mark.parametrize(
    ("path", "address"),
    [
        (PurePosixPath("/srv/a b/q.db"), "file:///srv/a%20b/q.db?mode=ro"),
        (PurePosixPath("/srv/#1/q?.db"), "file:///srv/%231/q%3F.db?mode=ro"),
        (PurePosixPath("/srv/%41.db"), "file:///srv/%2541.db?mode=ro"),
        (PurePosixPath("/srv/ü.db"), "file:///srv/%C3%BC.db?mode=ro"),
        (PureWindowsPath(r"C:\Users\Ann Lee\%41.db"), "file:///C:/Users/Ann%20Lee/%2541.db?mode=ro"),
        (PureWindowsPath(r"\\server\share\q.db"), "file:////server/share/q.db?mode=ro"),
    ],
)
def test_every_special_character_of_a_path_is_escaped(path: PurePosixPath | PureWindowsPath, address: str) -> None:
    assert uri(path, "mode=ro") == address


def test_a_path_that_begins_with_two_slashes_has_no_authority() -> None:
    assert uri("//srv/x.db", "mode=ro") == "file:////srv/x.db?mode=ro"


def test_a_name_that_is_no_utf8_names_the_same_file(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/q\xff.db"
    sqlite3.connect(path).close()
    with open(path, "wb"):
        pass
    db = sqlite3.connect(uri(os.fsdecode(path), "mode=rw"), uri=True)
    db.execute("CREATE TABLE here(x)")
    db.close()
    assert os.listdir(os.fsencode(tmp_path)) == [b"q\xff.db"]
    assert os.path.getsize(path) > 0


MOUNTS = """\
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
40 22 0:40 / /mnt/share rw,relatime shared:2 - nfs4 server:/export rw
41 22 0:41 / /mnt/two\\040words rw - cifs //server/share rw
42 40 8:2 / /mnt/share/local rw master:1 propagate_from:2 - xfs /dev/sdb1 rw
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/srv/q.db", "ext4"),
        ("/mnt/share/q.db", "nfs4"),
        ("/mnt/shared/q.db", "ext4"),
        ("/mnt/share", "nfs4"),
        ("/mnt/two words/q.db", "cifs"),
        ("/mnt/share/local/q.db", "xfs"),
    ],
)
def test_the_innermost_mount_decides(path: str, kind: str) -> None:
    assert mount_type(path, MOUNTS) == kind


def test_a_stamp_is_unsettled_as_long_as_a_write_might_not_show() -> None:
    fine, whole = 1_000_000_123, 2_000_000_000
    for written, needed in ((fine, SETTLED), (whole, COARSE_SETTLED)):
        at = Stamp("q", Side(1, 1, 10, written, 0), None, None, None)
        assert at.unsettled(written) == needed
        assert at.unsettled(written + int(needed * 1e9)) == 0
        assert at.unsettled(written - 10**12) == needed  # a clock set back: waits, but not for ever


def test_a_folder_and_nothing_are_no_files(tmp_path: Path) -> None:
    with pytest.raises(SourceMissing, match="is a folder"):
        stamp(str(tmp_path))
    with pytest.raises(SourceMissing, match="There is no file"):
        stamp(str(tmp_path / "nothing"))


@pytest.mark.parametrize(("mode", "wal"), [("wal", True), ("delete", False)])
def test_the_journal_mode_is_told_by_the_header(tmp_path: Path, mode: str, wal: bool) -> None:
    path = str(tmp_path / "q.db")
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA journal_mode={mode}")
    db.execute("CREATE TABLE queue(x)")
    db.close()
    assert is_wal(path, stamp(path).identity, wait=0) is wal


def test_a_file_that_sqlite_has_open_here_is_not_opened_a_second_time(tmp_path: Path) -> None:
    """Closing a plain handle would drop SQLite's locks: another process could then write into a transaction of ours."""
    path = str(tmp_path / "q.db")
    sqlite3.connect(path).close()
    Path(path).write_bytes(b"")
    identity = stamp(path).identity
    with in_use(identity):
        assert is_wal(path, identity, wait=0) is None
    assert is_wal(path, identity, wait=0) is False
