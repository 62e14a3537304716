"""Saving a payload, or a document in it, byte for byte; never in the place of another file."""

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

from qmonitor.monitor.export import parts
from qmonitor.monitor.inspecting.content import GiveWay, slices
from qmonitor.monitor.inspecting.embedded import Enclosed
from qmonitor.payloads.hl7.encoded import decode
from qmonitor.queues.errors import Refused
from qmonitor.queues.model import ItemId
from qmonitor.queues.source import Reader
from qmonitor.queues.words import phrase
from qmonitor.values import dataclass

COPIED = 32 * 2**20
"""Bytes that are put on the clipboard at most."""


@dataclass(frozen=True, slots=True)
class Saved:
    """What was written or read: how many bytes, their SHA-256 (hex), the file."""

    size: int
    sha256: str
    path: str = ""
    data: bytes = b""


def save_stored(reader: Reader, item: ItemId, size: int, path: str, give_way: GiveWay) -> Saved:
    """Write the stored bytes into a new file that its owner alone may read. Raises `Refused`, `UnknownItem`."""
    return _written(slices(reader, item, 0, size, give_way), path)


def save_enclosed(reader: Reader, item: ItemId, what: Enclosed, path: str, give_way: GiveWay) -> Saved:
    """Write a document of a payload, decoded piece by piece. Raises `Refused`, `UnknownItem`, `NotDecodable`."""
    assert what.embedded is not None, "a reference is no document"
    pieces = slices(reader, item, what.begin + what.embedded.begin, what.end, give_way)
    return _written(decode(pieces, what.embedded.encoding), path)


def read_stored(reader: Reader, item: ItemId, begin: int, end: int, give_way: GiveWay) -> Saved:
    """Stored bytes for the clipboard. Raises `Refused` where they are too many."""
    if end - begin > COPIED:
        raise Refused(
            phrase("{size} bytes are too many for the clipboard.", size=end - begin), phrase("Save them as a file.")
        )
    data = b"".join(slices(reader, item, begin, end, give_way))
    return Saved(len(data), hashlib.sha256(data).hexdigest(), data=data)


def _written(pieces: Iterable[bytes], name: str) -> Saved:
    path, digest, size = Path(name), hashlib.sha256(), 0
    if os.path.lexists(path):
        raise _taken(path)
    part: Path | None = None
    try:
        handle, part = parts.new_file(path)
        with os.fdopen(handle, "wb") as file:
            for piece in pieces:
                file.write(piece)
                digest.update(piece)
                size += len(piece)
            file.flush()
            os.fsync(file.fileno())
        parts.give_name(part, path)
    except FileExistsError as error:
        raise _taken(path) from error
    except OSError as error:
        cause = error.strerror or "error"
        raise Refused(
            phrase("{name} could not be saved: {cause}.", name=path.name, cause=cause),
            phrase("Choose another folder."),
        ) from error
    finally:
        if part is not None:
            part.unlink(missing_ok=True)
    return Saved(size, digest.hexdigest(), str(path))


def _taken(path: Path) -> Refused:
    return Refused(phrase("There is a file named {name} already.", name=path.name), phrase("Choose another name."))
