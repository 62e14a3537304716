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
from qmonitor.senders import plain_files
from qmonitor.senders.entries import WorkerEntry, written_entry

HEAD = """# Which destinations qmonitor's workers send, and where to. Passwords are in the keyring, never here.

"""

_TABLE = "worker"


def write(path: Path, entries: Sequence[WorkerEntry]) -> None:
    """All or nothing, for the owner's eyes alone. Raises `NotWritable`.

    A file that is no TOML is set aside as `<name>.broken`.
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


def _text(place: Path, entries: Sequence[WorkerEntry]) -> bytes:
    document = document_of(place, HEAD)
    tables = _tables(document, entries)
    if document.get(_TABLE) is not tables:
        document.pop(_TABLE, None)
        document[_TABLE] = tables
    if not tables:
        del document[_TABLE]
    return tomlkit.dumps(document).encode()


def _tables(document: TOMLDocument, entries: Sequence[WorkerEntry]) -> AoT:
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


def _say(table: Any, entry: WorkerEntry) -> Any:
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
