"""Rows of the queue table made into items, and names made into parameters."""

import re
import sqlite3
from collections.abc import Sequence

from qmonitor.queues import sqlite_values
from qmonitor.queues.errors import Refused, UnknownItem
from qmonitor.queues.model import Item, ItemId
from qmonitor.queues.sqlite_file import snapshot
from qmonitor.queues.times import Instant, parse
from qmonitor.queues.words import phrase

SIZE = "CASE typeof(raw) WHEN 'blob' THEN length(raw) WHEN 'null' THEN 0 ELSE length(CAST(raw AS BLOB)) END"
"""A payload's size in bytes. `length` of a blob reads the row's header only, not its overflow pages."""

ITEM_COLUMNS = (
    f"id, channel, destination, control_id, message_type, {SIZE},"
    " state, attempts, enqueued_at, next_attempt, last_attempt, last_error, reason"
)
"""Everything but the payload."""

PAYLOAD = "CAST(raw AS BLOB)"
"""The stored bytes of a payload, also where a row holds them as text or as a number."""


text, whole = sqlite_values.text, sqlite_values.whole
name, NAME = sqlite_values.name, sqlite_values.NAME


def moment(value: object) -> Instant | None:
    """A time column's value; None where there is none. Anything but text is no time."""
    if value is None:
        return None
    return parse(value) if isinstance(value, str) else Instant(text(value), None)


def item(row: Sequence[object], raw: bytes | None = None) -> Item:
    """The item of a row of `ITEM_COLUMNS`."""
    return Item(
        id=whole(row[0]),
        channel=text(row[1]),
        destination=text(row[2]),
        control_id=text(row[3]),
        message_type=text(row[4]),
        size=whole(row[5]),
        state=text(row[6]),
        attempts=whole(row[7]),
        enqueued_at=moment(row[8]),
        next_attempt=moment(row[9]),
        last_attempt=moment(row[10]),
        last_error=text(row[11]),
        reason=text(row[12]),
        raw=raw,
    )


def row_id(item: ItemId) -> int | None:
    """The id as SQLite knows it; None beyond its integers, where no row can be. Raises `Refused` for what is no id."""
    if isinstance(item, str) and re.fullmatch(r"-?[0-9]{1,40}", item) is None:
        raise Refused(phrase("'{item}' is no id of a delivery queue.", item=item), phrase("Ids are whole numbers."))
    number = int(item)
    return number if -(2**63) <= number < 2**63 else None


def payload(db: sqlite3.Connection, item_id: int | None, offset: int, length: int | None) -> bytes | None:
    """The stored bytes from `offset` on; None where there is no such item.

    A blob is read in place, by incremental I/O, so that a slice never loads the whole; its handle is closed again.
    """
    if offset < 0 or (length is not None and length < 0):
        raise Refused(phrase("A slice begins at 0 or later, and is not negative."))
    with snapshot(db):
        found = db.execute("SELECT typeof(raw) FROM queue WHERE id = ?", (item_id,)).fetchone()
        if item_id is None or found is None:
            return None
        if found[0] not in ("blob", "text"):
            stored = db.execute(f"SELECT {PAYLOAD} FROM queue WHERE id = ?", (item_id,)).fetchone()[0] or b""
            return bytes(stored[offset : None if length is None else offset + length])
        with db.blobopen("queue", "raw", item_id, readonly=True) as blob:
            blob.seek(min(offset, len(blob)))
            return blob.read(-1 if length is None else min(length, len(blob)))


def unknown(item_id: ItemId) -> UnknownItem:
    """What is said where no row has this id."""
    return UnknownItem(phrase("There is no item {id}.", id=item_id), phrase("It may have been removed meanwhile."))
