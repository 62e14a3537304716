"""Saving messages as files, byte for byte as they are stored."""

import hashlib
import os
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

from qmonitor.monitor.export import parts
from qmonitor.monitor.journal.file import Journal
from qmonitor.queues.errors import Refused, UnknownItem
from qmonitor.queues.model import ItemId
from qmonitor.queues.plan import Progress
from qmonitor.queues.source import Reader
from qmonitor.queues.sqlite_audit import Deed
from qmonitor.queues.words import phrase

SLICE = 4_000_000
"""Bytes read at once: a message of a hundred megabytes never lies in memory as a whole."""

TELL_EVERY = 50
"""After how many messages the progress is told."""


IDS_EACH = 10_000
"""Ids in one entry of the journal."""

FORBIDDEN = phrase("The administrator's policy keeps names masked: messages can't be saved as they are stored.")


LONGEST_NAME = 200
"""Characters of a file's name at most: file systems take 255 bytes, and some programs fewer."""


def file_name(item: ItemId) -> str:
    """The name of an item's file: its id, with whatever a file system may not like percent-encoded.

    A longer one is cut, and told apart by its digest.
    """
    name = f"{quote(str(item), safe='')}.bin"
    if len(name) <= LONGEST_NAME:
        return name
    digest = hashlib.sha256(name.encode()).hexdigest()
    return f"{name[: LONGEST_NAME - len(digest) - 5]}-{digest}.bin"


class Saving:
    """Writes each item's stored bytes into `folder` as `<id>.bin`, readable by its owner alone.

    It stands in the local journal before the first byte is written, for what is stored is never masked. A file that is
    there already is left alone if it is the same message, and refused if it is not. Items that are gone by now are
    left out. Belongs to one thread.
    """

    def __init__(
        self,
        ids: Iterable[ItemId],
        folder: str | Path,
        *,
        source: str = "",
        forbidden: bool = False,
        journal: Journal | None = None,
    ) -> None:
        """`source` is named in the journal. `forbidden`: the administrator's policy keeps names masked."""
        self._ids = tuple(ids)
        self._folder = Path(folder)
        self._source, self._forbidden, self._journal = source, forbidden, journal or Journal()
        self._recorded = False
        self._position = 0
        self.saved = 0
        """How many messages lie in the folder by now."""

    def run(self, reader: Reader, progress: Progress | None = None, give_way: Callable[[], None] = lambda: None) -> int:
        """Save all, or go on after an interruption. How many there are in all.

        `give_way` is called before each message and may raise `Interrupted`. Raises `Refused` where the policy forbids
        it, the folder can't be written, or `progress` called it off, and `NotWritable` where the journal can't be.
        """
        if self._forbidden:
            raise Refused(FORBIDDEN, phrase("Export them masked, or ask the administrator."))
        if not self._recorded:
            record(self._journal, self._ids, f"{self._source} as stored, unmasked: {self._folder}")
            self._recorded = True
        while self._position < len(self._ids):
            give_way()
            if progress is not None and self._position % TELL_EVERY == 0:
                self._tell(progress)
            self._save_next(reader)
        keep(self._folder)
        return self.saved

    def _tell(self, progress: Progress) -> None:
        if progress(self._position, len(self._ids)) is False:
            raise Refused(phrase("Saving was stopped after {saved} messages.", saved=self.saved))

    def _save_next(self, reader: Reader) -> None:
        item = self._ids[self._position]
        try:
            _save(reader, item, self._folder / file_name(item))
            self.saved += 1
        except UnknownItem:
            pass
        except OSError as error:
            raise Refused(
                phrase("Message {item} could not be saved: {cause}.", item=item, cause=error.strerror or "error"),
                phrase("Choose another folder."),
            ) from error
        self._position += 1


def record(journal: Journal, ids: Sequence[ItemId], of: str) -> None:
    """Write down which messages leave the source, `of` which and how. Raises `NotWritable`."""
    plan = uuid.uuid4().hex
    for part, begin in enumerate(range(0, max(1, len(ids)), IDS_EACH), start=1):
        journal.record(Deed("export", f"{len(ids)} messages of {of}", plan, part, ids[begin : begin + IDS_EACH], []))


def _save(reader: Reader, item: ItemId, path: Path) -> None:
    if path.exists():
        _compare(reader, item, path)
        return
    handle, part = parts.new_file(path)
    try:
        with os.fdopen(handle, "wb") as file:
            for data in slices(reader, item, SLICE):
                file.write(data)
            file.flush()
            os.fsync(file.fileno())  # what is erased next must be on the disk
        parts.give_name(part, path)
    finally:
        part.unlink(missing_ok=True)


def keep(folder: Path) -> None:
    """Have the names of the files on the disk too, not only their bytes."""
    if os.name == "nt":
        return  # a folder can't be opened there
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return  # one may be allowed to write a folder but not to read it
    try:
        os.fsync(handle)
    except OSError as error:
        cause = error.strerror or "error"
        raise Refused(phrase("The folder could not be saved: {cause}.", cause=cause)) from error
    finally:
        os.close(handle)


def slices(reader: Reader, item: ItemId, length: int) -> Iterator[bytes]:
    """The stored bytes, `length` of them at a time. Raises `UnknownItem`."""
    offset = 0
    while True:
        data = reader.payload(item, offset, length)
        yield data
        offset += len(data)
        if len(data) < length:
            return


def _compare(reader: Reader, item: ItemId, path: Path) -> None:
    with path.open("rb") as file:
        same = all(file.read(len(data)) == data for data in slices(reader, item, SLICE)) and not file.read(1)
    if not same:
        raise Refused(
            phrase("The folder already holds another file named {name}.", name=path.name),
            phrase("Choose an empty folder."),
        )
