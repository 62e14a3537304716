"""The file of all connections, `connections.toml`: read strictly, written for its owner alone.

[[connection]]
name = "Export, production"
host = "queue.example"
tls = true
authority = "/etc/ssl/queue-ca.pem"
user = "monitor"
"""

import os
import re
import stat
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from qmonitor.monitor.profiles.model import Profile, read_profile, written_profile
from qmonitor.queues.errors import NotWritable, Refused
from qmonitor.queues.words import Phrase, phrase
from qmonitor.senders import plain_files
from qmonitor.senders.fields import Unfit, not_known, shown
from qmonitor.senders.problems import BadSettings, in_file

TABLE = "connection"

HEAD = """# Servers that qmonitor's window connects to. Passwords are in the keyring, never here.

"""


def load(path: Path) -> tuple[Profile, ...]:
    """All connections of the file, none where there is no file. Raises `BadSettings`, and quotes no secret."""
    if not os.path.lexists(path):
        return ()
    text = _text_of(str(path))
    document = _document(str(path), text)
    for key in document:
        if key != TABLE:
            raise in_file(str(path), *not_known(key, document[key], phrase("Only [[connection]] is known here.")))
    tables = document.get(TABLE, [])
    if not isinstance(tables, list):
        problem = phrase("connection is {value}.", value=shown(tables))
        raise in_file(str(path), problem, phrase("Each begins with [[connection]]."))
    places = _Places(str(path), text, len(tables))
    profiles = tuple(_profile(places, number, table) for number, table in enumerate(tables, start=1))
    _require_own_names(places, profiles)
    return profiles


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


class _Places:
    """Where connections stand in the file, as far as that can be told: TOML itself does not say it."""

    def __init__(self, path: str, text: str, count: int) -> None:
        self._path, self._lines = path, text.splitlines()
        heads = [number for number, line in enumerate(self._lines, start=1) if _HEAD.match(line)]
        self._heads = heads if len(heads) == count else []

    def refusal(self, number: int, problem: Phrase, remedy: Phrase | str, key: str = "") -> BadSettings:
        """That of the `number`-th connection, from 1, at one of its keys."""
        line = self._line(number, key)
        if not line:
            said = phrase("{path}, connection {number}: {problem}", path=self._path, number=number, problem=problem)
        else:
            said = phrase(
                "{path}, line {line}, connection {number}: {problem}",
                path=self._path,
                line=line,
                number=number,
                problem=problem,
            )
        return BadSettings(said, remedy)

    def _line(self, number: int, key: str) -> int:
        """0: not known."""
        if not self._heads:
            return 0
        head, end = self._heads[number - 1], [*self._heads, len(self._lines) + 1][number]
        own = range(head + 1, end)
        says = re.compile(rf"""\s*["']?{re.escape(key)}["']?\s*=""")
        return next((line for line in own if key and says.match(self._lines[line - 1])), head)


_HEAD = re.compile(rf"""\s*\[\[\s*["']?{TABLE}["']?\s*\]\]""")


def _profile(places: _Places, number: int, table: object) -> Profile:
    try:
        return read_profile(table)
    except Refused as error:
        key = error.key if isinstance(error, Unfit) else ""
        name = table.get("name") if isinstance(table, Mapping) else None
        problem = error.cause
        if isinstance(name, str) and key != "name":
            problem = phrase("{name}: {problem}", name=shown(name), problem=error.cause)
        raise places.refusal(number, problem, error.remedy, key) from error


def _require_own_names(places: _Places, profiles: Sequence[Profile]) -> None:
    """A name that two have says of neither where it leads."""
    known: dict[str, int] = {}
    for number, profile in enumerate(profiles, start=1):
        first = known.setdefault(profile.name, number)
        if first != number:
            problem = phrase("Connection {first} is called {name}, too.", first=first, name=shown(profile.name))
            raise places.refusal(number, problem, phrase("Give one of them another name."), "name")


def _text_of(place: str) -> str:
    try:
        data, found = plain_files.read(place, plain_files.LONGEST)
    except OSError as error:
        raise in_file(place, phrase("It can't be read ({cause}).", cause=error.strerror or "error")) from error
    _require_own(place, found)
    try:
        return data.decode("utf-8-sig")  # some editors put a mark at the beginning
    except UnicodeDecodeError:
        raise in_file(place, phrase("It is no text in UTF-8.")) from None


def _require_own(place: str, found: os.stat_result) -> None:
    """Whoever changes this file decides to which server people, and their passwords, go, and whom to trust there."""
    see = phrase("See first whether every connection still leads where it should.")
    if plain_files.is_foreign(found):
        take = phrase("Make a file of your own of it (copy it and put the copy in its place).")
        raise in_file(
            place,
            phrase("It is not a file of this user, so it is not used: somebody else could lead you to another server."),
            phrase("{cause} {remedy}", cause=see, remedy=take),
        )
    if plain_files.is_open(found, stat.S_IWGRP | stat.S_IWOTH):
        take = phrase("Then take their right away (chmod go-w).")
        raise in_file(
            place,
            phrase(
                "It can be changed by others (mode {mode}), so it is not used: they could lead you to another server.",
                mode=plain_files.mode(found),
            ),
            phrase("{cause} {remedy}", cause=see, remedy=take),
        )


def _document(place: str, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # its own words may quote what stands there
        found = _AT_LINE.search(str(error))
        if found is None:
            raise in_file(place, phrase("It is no TOML.")) from None
        raise in_file(place, phrase("It is no TOML (line {line}).", line=found[1])) from None


_AT_LINE = re.compile(r"at line (\d+), column \d+\)$")


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
