"""Files and folders under another name while they are written, and what a killed program left of such.

A part is named `.<name>.<random>.part`, belongs to its owner alone and is locked for as long as somebody writes it; so
one that nobody holds was left by a program that was killed, and the next that writes something of that name removes
it. Where a file system knows no locks, parts are left: they block no name.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from errno import EEXIST
from pathlib import Path

if os.name == "nt":

    def _hold(handle: int) -> None:
        """An open file is held anyway."""
else:
    import fcntl

    def _hold(handle: int) -> None:
        """Raises `OSError` where somebody else holds it."""
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


SUFFIX = ".part"
NAMED = 40
"""Characters of the name that a part has, too: no file system takes any length."""
TAKEN = "a file of that name has come to be there"


def new_file(path: Path) -> tuple[int, Path]:
    """A new part of the file `path`, open for writing. Raises `OSError`."""
    sweep(path)
    while True:
        handle, name = tempfile.mkstemp(SUFFIX, _prefix(path), path.parent)
        with suppress(OSError):
            _hold(handle)
        if _is_there(handle, name):
            return handle, Path(name)
        os.close(handle)  # swept before it was held


def new_folder(path: Path) -> tuple[int, Path]:
    """A new part of the folder `path`, and what holds it, to be closed at the end (-1: nothing). Raises `OSError`."""
    sweep(path)
    while True:
        part = Path(tempfile.mkdtemp(SUFFIX, _prefix(path), path.parent))
        if os.name == "nt":
            return -1, part
        handle = os.open(part, os.O_RDONLY)
        with suppress(OSError):
            _hold(handle)
        if _is_there(handle, str(part)):
            return handle, part
        os.close(handle)


def give_name(part: Path, path: Path) -> None:
    """Give what was written its name. Raises `FileExistsError` where somebody has taken that meanwhile."""
    if part.is_dir() or os.name == "nt":
        if os.path.lexists(path):
            raise FileExistsError(EEXIST, TAKEN)
        part.rename(path)
        return
    try:
        os.link(part, path)  # which refuses to replace anything, where renaming would
    except FileExistsError as error:
        raise FileExistsError(EEXIST, TAKEN) from error
    except OSError:  # a file system without links
        if os.path.lexists(path):
            raise
        part.rename(path)
        return
    part.unlink()


def sweep(path: Path) -> None:
    """Remove what killed programs left of `path`."""
    for part in _parts(path):
        with suppress(OSError):
            _remove(part)


def _parts(path: Path) -> Iterator[Path]:
    prefix = _prefix(path)
    with suppress(OSError), os.scandir(path.parent) as found:
        for one in found:
            if one.name.startswith(prefix) and one.name.endswith(SUFFIX) and not one.is_symlink():
                yield Path(one.path)


def _remove(part: Path) -> None:
    """Unless somebody writes it."""
    if os.name == "nt":
        if part.is_file():
            part.unlink()  # which fails while it is open
        return
    handle = os.open(part, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        _hold(handle)
        if part.is_dir():
            shutil.rmtree(part)
        else:
            part.unlink()
    finally:
        os.close(handle)


def _prefix(path: Path) -> str:
    return f".{path.name[:NAMED]}."


def _is_there(handle: int, name: str) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), os.stat(name))
    except FileNotFoundError:
        return False
