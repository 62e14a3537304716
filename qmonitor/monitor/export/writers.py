"""The forms that messages are exported in: each written under another name first, so that it is whole or not there."""

import base64
import csv
import hashlib
import io
import json
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import field, replace
from enum import StrEnum
from pathlib import Path

from qmonitor.monitor.export import parts, records
from qmonitor.monitor.export.saving import file_name, keep, slices
from qmonitor.monitor.export.values import values
from qmonitor.payloads.describe import describe
from qmonitor.payloads.hl7.query import PathQuery
from qmonitor.payloads.mask import NotMasked, Protection, marks, masked
from qmonitor.payloads.model import Hint
from qmonitor.payloads.protected import LEAST
from qmonitor.queues.model import Item, ItemId, Query
from qmonitor.queues.source import Reader
from qmonitor.queues.words import phrase
from qmonitor.values import dataclass

SLICE = 3 << 20
"""Bytes of a payload that are read and written at once: a multiple of three, for base64 in pieces."""

MASKED_MOST = 32 << 20
"""Bytes of a message that can be masked: it is held in memory as a whole."""

Missing = Sequence[tuple[ItemId, str]]
"""Messages that could not be written, and why."""


class Form(StrEnum):
    """What an export is written as."""

    FILES = "files"
    """A folder: each message's bytes in a file, and what is known of them as `index.csv` and `index.jsonl`."""
    CSV = "csv"
    LINES = "jsonl"
    """A line of JSON for each message, its bytes in base64: nothing is lost."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is wanted: `what` are ids in the order of the screen, or a query. `paths` are further columns of a CSV.

    `mark` is the `Depth.mark` of the content in which they were seen: in another one ids mean other messages.
    """

    form: Form
    what: Query | Sequence[ItemId]
    path: Path
    source: str
    masked: bool
    paths: tuple[PathQuery, ...] = ()
    hint: Hint = field(default_factory=Hint)
    mark: str = ""


class Payload:
    """The bytes of one message as they are to be written: as stored, or masked."""

    def __init__(self, reader: Reader, item: Item, order: Order) -> None:
        self._reader, self._item, self._order = reader, item, order

    def slices(self) -> Iterator[bytes]:
        """Raises `UnknownItem`, and `NotMasked` before anything is given."""
        if self._order.masked:
            yield self._masked()
            return
        yield from slices(self._reader, self._item.id, SLICE)

    def known(self, item: Item) -> Item:
        """What is known of it: without its control id, if that tells what is masked in the payload."""
        order = self._order
        if not order.masked or len(item.control_id) < LEAST:
            return item
        raw = self._reader.payload(item.id, 0, MASKED_MOST)
        document = describe(raw, replace(order.hint, size=item.size))
        tells = Protection.of(document, raw).tells(item.control_id)
        return replace(item, control_id=marks(item.control_id)) if tells else item

    def values(self) -> list[str]:
        """Those of the paths that are wanted, of the beginning of a payload that is very long."""
        if not self._order.paths:
            return []
        raw = self._reader.payload(self._item.id, 0, MASKED_MOST)
        hint = Hint(self._order.hint.encoding, self._order.hint.assumed, self._item.size)
        return values(raw, self._order.paths, hint, masked=self._order.masked)

    def _masked(self) -> bytes:
        if self._item.size > MASKED_MOST:
            raise NotMasked(phrase("The message is too long to be masked."))
        return masked(self._reader.payload(self._item.id), self._order.hint)


class Writer:
    """Writes one form under another name, and gives it its own at the end: whole, or not at all."""

    def __init__(self, order: Order) -> None:
        self._order = order

    def mark(self) -> int:
        """Where `back` goes back to, if a message can't be written."""
        return 0

    def back(self, mark: int) -> None:
        """Leave nothing of the message that was begun after `mark`."""

    def write(self, item: Item, payload: Payload) -> None:
        """Add one message. Raises `UnknownItem`, `NotMasked`, `OSError`: call `back` then."""
        raise NotImplementedError

    def finish(self, missing: Missing) -> None:
        """Say which are missing, have all of it on the disk, and give it its name. Raises `OSError`."""
        raise NotImplementedError

    def discard(self) -> None:
        """Leave nothing of it that has no name yet. May be called again, and after `finish`."""
        raise NotImplementedError


class OneFile(Writer):
    """In one file, readable by its owner alone."""

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        handle, self._part = parts.new_file(order.path)
        self._file: io.BufferedRandom | io.BufferedWriter = os.fdopen(handle, "w+b")

    def mark(self) -> int:
        return self._file.tell()

    def back(self, mark: int) -> None:
        self._file.seek(mark)
        self._file.truncate()

    def finish(self, missing: Missing) -> None:
        for item, why in missing:
            self.miss(item, why)
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        parts.give_name(self._part, self._order.path)
        keep(self._order.path.parent)

    def miss(self, item: ItemId, why: str) -> None:
        """Write that a message is missing."""
        raise NotImplementedError

    def discard(self) -> None:
        with suppress(OSError):  # where the disk is full, what is buffered can't be written now either
            self._file.close()
        self._part.unlink(missing_ok=True)


class CsvFile(OneFile):
    """RFC 4180, UTF-8 with a byte-order mark; no cell is a formula."""

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        self._file.write(b"\xef\xbb\xbf" + row((*records.HEAD, *(str(query.path) for query in order.paths))))

    def write(self, item: Item, payload: Payload) -> None:
        found = [records.safe(value) for value in payload.values()]
        known = payload.known(item) if self._order.paths else item
        self._file.write(row((*records.cells(known, masked=self._order.masked), *found)))

    def miss(self, item: ItemId, why: str) -> None:
        self._file.write(row((records.safe(str(item)), "", "", "", "", why)))


class LinesFile(OneFile):
    """One JSON object a line: what is known, and the bytes in base64."""

    def write(self, item: Item, payload: Payload) -> None:
        veil = self._order.masked
        known = json.dumps(records.record(payload.known(item), masked=veil) | {"masked": veil})
        self._file.write(known[:-1].encode() + b', "raw": "')
        digest = hashlib.sha256()
        for data in payload.slices():
            digest.update(data)
            self._file.write(base64.b64encode(data))
        self._file.write(f'", "sha256": "{digest.hexdigest()}"}}\n'.encode())

    def miss(self, item: ItemId, why: str) -> None:
        self._file.write(json.dumps({"id": item, "missing": why}).encode() + b"\n")


class Folder(Writer):
    """A folder of its own: a file for each message, and two indexes."""

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        held, self._part = parts.new_folder(order.path)
        self._open = ExitStack()
        if held >= 0:
            self._open.callback(os.close, held)
        self._csv, self._lines = (self._new(name) for name in ("index.csv", "index.jsonl"))
        self._csv.write(b"\xef\xbb\xbf" + row((*records.HEAD, "file", "sha256")))

    def write(self, item: Item, payload: Payload) -> None:
        name, digest = file_name(item.id), hashlib.sha256()
        path = self._part / name
        path.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            for data in payload.slices():
                digest.update(data)
                file.write(data)
            file.flush()
            os.fsync(file.fileno())
        veil, known = self._order.masked, payload.known(item)
        self._csv.write(row((*records.cells(known, masked=veil), name, digest.hexdigest())))
        more = {"masked": veil, "file": name, "sha256": digest.hexdigest()}
        self._lines.write(json.dumps(records.record(known, masked=veil) | more).encode() + b"\n")

    def back(self, mark: int) -> None:
        """What a message that could not be written has left is overwritten, or goes with the end."""

    def finish(self, missing: Missing) -> None:
        for item, why in missing:
            self._csv.write(row((records.safe(str(item)), "", "", "", "", why)))
            self._lines.write(json.dumps({"id": item, "missing": why}).encode() + b"\n")
            (self._part / file_name(item)).unlink(missing_ok=True)
        for file in (self._csv, self._lines):
            file.flush()
            os.fsync(file.fileno())
        self._open.close()
        keep(self._part)
        parts.give_name(self._part, self._order.path)
        keep(self._order.path.parent)

    def discard(self) -> None:
        with suppress(OSError):
            self._open.close()
        shutil.rmtree(self._part, ignore_errors=True)

    def _new(self, name: str) -> io.BufferedWriter:
        handle = os.open(self._part / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        return self._open.enter_context(os.fdopen(handle, "wb"))


WRITERS: dict[Form, type[Writer]] = {Form.FILES: Folder, Form.CSV: CsvFile, Form.LINES: LinesFile}


def row(cells: Sequence[str]) -> bytes:
    """A line of CSV."""
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerow(cells)
    return text.getvalue().encode("utf-8", "backslashreplace")
