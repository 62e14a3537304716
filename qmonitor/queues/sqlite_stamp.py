"""Where a database file lies and what its files look like from outside, without opening it by SQLite."""

import os
import re
import sys
import time
from pathlib import PurePath, PureWindowsPath
from urllib.parse import quote

from qmonitor.queues.errors import SourceForbidden, SourceMissing
from qmonitor.queues.words import Phrase, phrase
from qmonitor.values import dataclass

SETTLED = 0.05
"""Seconds after which a further write is sure to show in a file's mtime (the kernel's clock ticks every 1 to 10 ms)."""

COARSE_SETTLED = 2.0
"""The same where mtime holds whole (or, on FAT, even) seconds only."""

_NETWORK_TYPES = frozenset(
    {"9p", "afs", "beegfs", "ceph", "cifs", "coda", "davfs", "glusterfs", "gpfs", "lustre", "ncpfs", "nfs", "nfs4"}
    | {"ocfs2", "smb2", "smb3", "smbfs", "virtiofs"}
    | {"fuse.davfs", "fuse.glusterfs", "fuse.rclone", "fuse.s3fs", "fuse.sshfs"}
)

_OCTAL = re.compile(r"\\([0-7]{3})")


@dataclass(frozen=True, slots=True)
class Side:
    """One file's state as `stat` tells it (never atime: reading changes that)."""

    device: int
    inode: int
    size: int
    mtime_ns: int
    owner: int


@dataclass(frozen=True, slots=True)
class Stamp:
    """A database and its side files at one moment; equal stamps of settled files mean that nothing was written."""

    path: str
    main: Side
    wal: Side | None
    shm: Side | None
    journal: Side | None

    @property
    def identity(self) -> tuple[int, int]:
        """Device and inode: another file under the same path has another one."""
        return (self.main.device, self.main.inode)

    @property
    def live(self) -> bool:
        """An engine's write-ahead log and index lie beside the file: it is (or was, to the end) being written."""
        return self.wal is not None and self.shm is not None

    @property
    def lonely(self) -> bool:
        """A log with content but without its index: SQLite would have to make one."""
        return self.wal is not None and self.wal.size > 0 and self.shm is None

    def same_content(self, other: "Stamp") -> bool:
        """Whether nothing was written between the two (the index of the log changes by mere reading)."""
        return (self.main, self.wal, self.journal) == (other.main, other.wal, other.journal)

    def unsettled(self, now_ns: int) -> float:
        """Seconds still to wait until a further write would be sure to change this stamp."""
        newest = max(side.mtime_ns for side in (self.main, self.wal, self.journal) if side is not None)
        needed = COARSE_SETTLED if newest % 1_000_000_000 == 0 else SETTLED
        return min(needed, max(0.0, needed - (now_ns - newest) / 1e9))


def resolve(target: str | os.PathLike[str]) -> str:
    """The real path: SQLite too puts side files next to what a link points to."""
    return os.path.realpath(os.path.abspath(os.path.expanduser(target)))


def stamp(path: str) -> Stamp:
    """Look at the files. Raises `SourceMissing` or `SourceForbidden`."""
    main = _side(path)
    if main is None:
        raise SourceMissing(
            phrase("There is no file {path}.", path=path),
            phrase("Check the path; the engine, or somebody else, may have moved or deleted the file."),
        )
    if os.path.isdir(path):
        raise SourceMissing(phrase("{path} is a folder.", path=path), phrase("Choose the database file in it."))
    return Stamp(path, main, _side(path + "-wal"), _side(path + "-shm"), _side(path + "-journal"))


def _side(path: str) -> Side | None:
    try:
        found = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise forbidden(path) from error
    return Side(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_uid)


def forbidden(path: str) -> SourceForbidden:
    return SourceForbidden(
        phrase("This user may not read {path}.", path=path),
        phrase("Ask its owner or an administrator for the right to read the file and its folder."),
    )


def uri(path: str | PurePath, options: str) -> str:
    """SQLite's URI for a path, every special character escaped (https://sqlite.org/uri.html, section 3.1)."""
    windows = isinstance(path, PureWindowsPath) or (sys.platform == "win32" and not isinstance(path, PurePath))
    text = str(path)
    if windows:
        text = text.replace("\\", "/")
        text = text if text.startswith("/") else "/" + text
    return f"file://{quote(text.encode('utf-8', 'surrogateescape'), safe='/:')}?{options}"


def wait_settled(found: Stamp) -> None:
    """Wait (0.05 s at most, 2 s on coarse file systems) until a further write is sure to be noticed."""
    wait = found.unsettled(time.time_ns())
    if wait:
        time.sleep(wait)


def network_type(path: str) -> str | None:
    """The kind of network share that a path lies on; None where it is local, or where that can't be told."""
    if sys.platform == "win32":  # pragma: no cover - runs on Windows only
        return _windows_share(path)
    try:
        with open("/proc/self/mountinfo", encoding="utf-8", errors="surrogateescape") as file:
            kind = mount_type(path, file.read())
    except OSError:
        return None
    return kind if kind in _NETWORK_TYPES else None


def untrusted(path: str) -> Phrase | None:
    """Why no worker can be at a file, where it lies on a share: its lease is a lock."""
    kind = network_type(path)
    if kind is None:
        return None
    return phrase("{path} lies on a network share ({kind}), where locks can't be trusted.", path=path, kind=kind)


def mount_type(path: str, mountinfo: str) -> str | None:
    """The file-system type of the innermost mount that holds `path` (proc_pid_mountinfo(5))."""
    best, kind = "", None
    for line in mountinfo.splitlines():
        left, _, right = line.partition(" - ")
        fields = left.split()
        if len(fields) < 5 or not right:
            continue
        point = _OCTAL.sub(lambda code: chr(int(code[1], 8)), fields[4])
        if len(point) >= len(best) and (path == point or path.startswith(point.rstrip("/") + "/")):
            best, kind = point, right.split()[0]
    return kind


def _windows_share(path: str) -> str | None:  # pragma: no cover - runs on Windows only
    import ctypes

    drive_remote = 4
    if path.startswith("\\\\"):
        return "UNC"
    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]
    return "mapped drive" if kernel.GetDriveTypeW(os.path.splitdrive(path)[0] + "\\") == drive_remote else None
