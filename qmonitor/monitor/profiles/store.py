"""The file of all connections, `connections.toml`: read strictly, written for its owner alone.

[[connection]]
name = "Export, production"
host = "queue.example"
tls = true
authority = "/etc/ssl/queue-ca.pem"
user = "monitor"
"""

import os
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from qmonitor.monitor.profiles.model import Profile, read_profile, written_profile
from qmonitor.queues.errors import NotWritable, Refused
from qmonitor.queues.words import phrase
from qmonitor.senders import plain_files
from qmonitor.senders.fields import not_known, shown
from qmonitor.senders.problems import BadSettings, in_file

TABLE = "connection"

HEAD = """# Servers that qmonitor's window connects to. Passwords are in the keyring, never here.

"""


def load(path: Path) -> tuple[Profile, ...]:
    """All connections of the file, none where there is no file. Raises `BadSettings`, and quotes no secret."""
    if not os.path.lexists(path):
        return ()
    document = _document(str(path))
    for key in document:
        if key != TABLE:
            raise in_file(str(path), *not_known(key, document[key], phrase("Known is: [[connection]].")))
    tables = document.get(TABLE, [])
    if not isinstance(tables, list):
        problem = phrase("connection is {value}.", value=shown(tables))
        raise in_file(str(path), problem, phrase("Each begins with [[connection]]."))
    return tuple(_profile(str(path), number, table) for number, table in enumerate(tables, start=1))


def save(path: Path, profiles: Sequence[Profile]) -> None:
    """All or nothing; comments stay with the connection of their name. Raises `NotWritable`."""
    from qmonitor.senders.writing import put  # whoever only reads does not wait for it

    place = Path(os.path.realpath(path))  # a link to the file stays one
    try:
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        put(place, _text(place, profiles))
    except OSError as error:
        raise NotWritable(
            phrase("Connections can't be written to {path}: {error}.", path=str(path), error=error.strerror or "error"),
            phrase("Nothing was changed. See to the folder's rights and the space on its disk."),
        ) from error


def _profile(place: str, number: int, table: object) -> Profile:
    try:
        return read_profile(table)
    except Refused as error:
        said = phrase("{path}, connection {number}: {problem}", path=place, number=number, problem=error.cause)
        raise BadSettings(said, error.remedy) from error


def _document(place: str) -> dict[str, Any]:
    try:
        return tomllib.loads(plain_files.read(place, plain_files.LONGEST)[0].decode("utf-8-sig"))
    except OSError as error:
        raise in_file(place, phrase("It can't be read ({cause}).", cause=error.strerror or "error")) from error
    except (ValueError, RecursionError):
        raise in_file(place, phrase("It is no TOML.")) from None  # its own words may quote what stands there


def _text(place: Path, profiles: Sequence[Profile]) -> bytes:
    import tomlkit
    from tomlkit.items import AoT

    from qmonitor.senders.writing import document_of

    document = document_of(place, HEAD)
    found = document.get(TABLE)
    old: dict[Any, Any] = {table.get("name"): table for table in found} if isinstance(found, AoT) else {}
    tables = tomlkit.aot()
    for profile in profiles:
        tables.append(_say(old.get(profile.name, tomlkit.table()), profile))
    document.pop(TABLE, None)
    if profiles:
        document[TABLE] = tables
    return tomlkit.dumps(document).encode()


def _say(table: Any, profile: Profile) -> Any:
    bare, whole = written_profile(profile), written_profile(profile, bare=False)
    for key in [key for key in table if key not in whole or (key not in bare and table[key] != whole[key])]:
        del table[key]
    for key, value in bare.items():
        if key not in table or table[key] != value:
            table[key] = value
    return table
