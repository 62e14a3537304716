"""Writes the workers' file: what a person wrote into it stays as it is where it still holds, with its comments."""

import os
import tempfile
from collections.abc import Mapping, MutableMapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit import TOMLDocument
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT

from qmonitor.queues.errors import NotWritable
from qmonitor.queues.words import phrase
from qmonitor.senders import pieces, plain_files
from qmonitor.senders.entries import BrokenEntry, WorkerEntry, written_entry

Entry = WorkerEntry | BrokenEntry

HEAD = """# Which destinations qmonitor's workers send, and where to. Passwords are in the keyring, never here.

"""

_TABLE = "worker"


def write(path: Path, entries: Sequence[Entry]) -> None:
    """All or nothing, for the owner's eyes alone. Raises `NotWritable`.

    What is broken and kept stays as it stands there. A file that is no TOML, and of which nothing broken is kept, is
    set aside as `<name>.broken`.
    """
    place = Path(os.path.realpath(path))  # a link to the file stays one
    try:
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        put(place, _text(place, entries))
    except OSError as error:
        raise NotWritable(
            phrase("The workers can't be written to {path}: {error}.", path=str(path), error=error.strerror or "error"),
            phrase("Nothing was changed. See to the folder's rights and the space on its disk."),
        ) from error


def document_of(place: Path, head: str) -> TOMLDocument:
    """What a person wrote there, to be written again; where there is nothing, a new one that begins with `head`.

    A file that is no TOML is set aside as `<name>.broken`. Raises `OSError`.
    """
    try:
        return tomlkit.parse(plain_files.read(place, plain_files.LONGEST)[0].decode("utf-8-sig"))
    except FileNotFoundError:
        return tomlkit.parse(head)
    except (TOMLKitError, ValueError, RecursionError):
        put(place.with_name(f"{place.name}.broken"), place.read_bytes())
        return tomlkit.parse(head)


def _text(place: Path, entries: Sequence[Entry]) -> bytes:
    text = _in_pieces(place)
    if text is not None and not any(isinstance(entry, BrokenEntry) for entry in entries):
        put(place.with_name(f"{place.name}.broken"), place.read_bytes())
    if text is not None:
        return _patched(text, entries).encode()
    document = document_of(place, HEAD)
    tables = _tables(document, entries)
    if document.get(_TABLE) is not tables:
        document.pop(_TABLE, None)
        document[_TABLE] = tables
    if not tables:
        del document[_TABLE]
    return tomlkit.dumps(document).encode()


def _in_pieces(place: Path) -> str | None:
    """What stands there, if that can only be read entry by entry; None where it is whole, or no entry can be told."""
    try:
        text = plain_files.read(place, plain_files.LONGEST)[0].decode("utf-8-sig")
    except (FileNotFoundError, ValueError):
        return None
    try:
        whole = set(tomlkit.parse(text)) <= {_TABLE}
    except (TOMLKitError, ValueError, RecursionError):
        whole = False
    return text if not whole and pieces.cut(text)[1] else None


def _patched(text: str, entries: Sequence[Entry]) -> str:
    """The file entry by entry: the broken ones word for word."""
    head, parts = pieces.cut(text)
    written = [head]
    for entry in entries:
        if isinstance(entry, BrokenEntry):
            part = parts[entry.number - 1]
        elif 0 < entry.number <= len(parts):
            document = tomlkit.parse(parts[entry.number - 1])
            _say(document[_TABLE][0], entry)
            part = tomlkit.dumps(document)
        else:
            tables = tomlkit.aot()
            tables.append(_say(tomlkit.table(), entry))
            part = tomlkit.dumps(tomlkit.document().append(_TABLE, tables))
        between = "" if not written[-1] or written[-1].endswith("\n") else "\n"
        written.append(between + part)
    return "".join(written)


def _tables(document: TOMLDocument, entries: Sequence[Entry]) -> AoT:
    """The document's own tables where they stay in their order, so that nothing between them moves; else new ones."""
    found = document.get(_TABLE)
    tables = found if isinstance(found, AoT) else tomlkit.aot()
    old: list[Any] = list(tables)
    known = [entry.number for entry in entries if 0 < entry.number <= len(old)]
    if known == sorted(set(known)) and [entry.number for entry in entries[: len(known)]] == known:
        for number in range(len(old), 0, -1):
            if number not in known:
                del tables[number - 1]
        added = entries[len(known) :]
        for entry, table in zip(entries, list(tables), strict=False):
            _say(table, entry)
    else:
        tables, added = tomlkit.aot(), entries
    for entry in added:
        table = old[entry.number - 1] if entry.number in known else tomlkit.table()
        tables.append(_say(table, entry))
    return tables


def _say(table: Any, entry: Entry) -> Any:
    if isinstance(entry, BrokenEntry):
        return table
    _fill(table, written_entry(entry), written_entry(entry, whole=True))
    return table


def _fill(table: MutableMapping[str, Any], lean: Mapping[str, Any], whole: Mapping[str, Any]) -> None:
    """Let a table say `whole`. A default that stands there already may stay; none is added."""
    for key in [key for key in table if key not in whole or (key not in lean and table[key] != whole[key])]:
        del table[key]
    for key, value in lean.items():
        if not isinstance(value, Mapping):
            if key not in table or table[key] != value:
                table[key] = value
            continue
        if not isinstance(table.get(key), MutableMapping):
            table[key] = tomlkit.inline_table()
        _fill(table[key], value, whole[key])


def put(place: Path, content: bytes) -> None:
    """Replace a file as a whole: whoever reads it sees the old one or the new one."""
    handle, fresh = tempfile.mkstemp(prefix=f".{place.name}.", dir=place.parent)  # for its owner alone
    try:
        with open(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, place)
    except BaseException:
        with suppress(OSError):
            os.unlink(fresh)
        raise
    _keep(place.parent)


def _keep(folder: Path) -> None:
    """Have the name on the disk too; a system that can't do that has no such need."""
    if os.name == "nt":
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
