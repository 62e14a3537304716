"""The rules' file, `alerts.toml` in the user's configuration folder: read by everybody, written by the window.

It holds a person's own rules, which come first, and what a person changed in those that come with qmonitor: they are
told by their ids, and whatever is not in the file is as it comes. Keys that are not known survive.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from qmonitor.monitor import folders
from qmonitor.monitor.alerts import wording
from qmonitor.monitor.alerts.defaults import DEFAULTS
from qmonitor.monitor.alerts.model import Rule
from qmonitor.monitor.alerts.wording import RuleError
from qmonitor.queues.errors import NotWritable
from qmonitor.queues.words import Phrase, phrase
from qmonitor.values import dataclass

if TYPE_CHECKING:
    from tomlkit import TOMLDocument
    from tomlkit.items import AoT

HEAD = """# When qmonitor alerts. Own rules stand first; of several that fit a destination, the first one counts.
# A table with the id of a rule that comes with qmonitor changes that rule. Limits: "5 min", "1 h", 100, "never".

"""

_DEFAULTS: Mapping[str, Rule] = {rule.id: rule for rule in DEFAULTS}

Table = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """All rules in their order, and what in the file could not be used, as sentences.

    `readable`: whether there was a list of rules to be read; else those that come with qmonitor hold.
    """

    rules: tuple[Rule, ...]
    problems: tuple[Phrase, ...] = ()
    readable: bool = True


def default_path() -> Path:
    return folders.config() / "alerts.toml"


def load(path: Path | None = None) -> Rulebook:
    """The rules that hold. Never fails: what can't be read is told, and what comes with qmonitor holds instead."""
    place = path or default_path()
    try:
        document = _read(place)
    except (OSError, ValueError, RecursionError) as error:
        return Rulebook(tuple(DEFAULTS), (_unreadable(place, error),), readable=False)
    known: dict[str, Rule] = {}
    problems: list[Phrase] = []
    for n, table in enumerate(_tables(document), start=1):
        try:
            rule = wording.read(table, _DEFAULTS.get(str(table.get("id"))))
        except RuleError as error:
            problems.append(phrase("Rule {n} in {path} is left out: {text}", n=n, path=str(place), text=error.cause))
            continue
        known.setdefault(rule.id, rule)
    return Rulebook(ordered(known.values()), tuple(problems))


def ordered(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """Own rules in their order, then those that come with qmonitor, changed or not."""
    known = {rule.id: rule for rule in rules}
    own = [rule for rule in known.values() if rule.id not in _DEFAULTS]
    return (*own, *(known.get(rule.id, rule) for rule in DEFAULTS))


def save(rules: Sequence[Rule], path: Path | None = None) -> None:
    """Write what differs from what comes with qmonitor. Raises `RuleError`, or `NotWritable`.

    Comments stay; those below a rule that is removed go with it. A file that can't be read is set aside as
    `alerts.toml.broken`.
    """
    for rule in rules:
        wording.check(rule)
    place = path or default_path()
    try:
        _write(place, rules)
    except OSError as error:
        raise NotWritable(
            phrase("The rules can't be written to {path}: {error}.", path=str(place), error=error.strerror or ""),
            phrase("Nothing was changed. See to the folder's rights and the space on its disk."),
        ) from error


def _write(place: Path, rules: Sequence[Rule]) -> None:
    import tomlkit  # only here: it takes as long to load as all rules to read

    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        before = _tables(_read(place))
        document = tomlkit.parse(_text(place))
    except (ValueError, RecursionError):
        _put(place.with_name(place.name + ".broken"), place.read_bytes())
        before, document = [], tomlkit.parse(HEAD)
    tables = _merged(before, document, rules)
    if tables:
        document["rule"] = tables
    elif "rule" in document:
        del document["rule"]
    fresh = place.with_name(place.name + ".new")
    _put(fresh, tomlkit.dumps(document).encode())
    os.replace(fresh, place)


def _text(place: Path) -> str:
    try:
        return place.read_text(encoding="utf-8")
    except FileNotFoundError:
        return HEAD


def _put(place: Path, content: bytes) -> None:
    """For its owner's eyes alone: names of a hospital's systems stand in it."""
    with open(os.open(place, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as file:
        if hasattr(os, "fchmod"):
            os.fchmod(file.fileno(), 0o600)  # where it was there already
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _merged(before: Sequence[Table], document: TOMLDocument, rules: Sequence[Rule]) -> AoT:
    """The tables of rules: keys that are not ours stay, and so do tables that were left out."""
    import tomlkit
    from tomlkit.items import AoT

    found = document.get("rule")
    written = list(found) if isinstance(found, AoT) else [tomlkit.item(dict(table)) for table in before]
    old = {str(table.get("id")): table for table in reversed(written)}
    merged = tomlkit.aot()
    for rule in rules:
        ours: Table = wording.written(rule)
        if rule.id in _DEFAULTS:
            ours = _changed(ours, wording.written(_DEFAULTS[rule.id]))
        table = old.get(rule.id, tomlkit.table())
        if ours or any(key not in wording.FIELDS for key in table):
            _fill(table, {"id": rule.id, **ours})
            merged.append(table)
    for table, plain in zip(written, before, strict=True):
        if not _usable(plain):
            merged.append(table)
    return merged


def _fill(table: MutableMapping[str, object], ours: Table) -> None:
    """Let a table say this, and what in it is not ours. What says so already stays as it was written."""
    for key in wording.FIELDS:
        if key not in ours:
            table.pop(key, None)
        elif table.get(key) != ours[key]:
            table[key] = ours[key]


def _changed(ours: Table, default: Table) -> Table:
    """What of a rule is not as it comes; the whole of it where it has no more what it came with."""
    if default.keys() - ours.keys() or ours["measure"] != default["measure"]:
        return ours
    kept = {"clear"} if ours["limit"] != default["limit"] else set()  # another limit alone takes it along
    return {key: value for key, value in ours.items() if key in kept or value != default.get(key)}


def _usable(table: Table) -> bool:
    try:
        wording.read(table, _DEFAULTS.get(str(table.get("id"))))
    except RuleError:
        return False
    return True


def _read(place: Path) -> Mapping[str, object]:
    """Raises OSError, or ValueError where it holds no list of rules."""
    try:
        document = tomllib.loads(place.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    rules = document.get("rule", [])
    if not isinstance(rules, list) or not all(isinstance(table, dict) for table in rules):
        raise ValueError("each rule begins with [[rule]]")
    return document


def _tables(document: Table) -> list[Table]:
    found = document.get("rule", [])
    return list(found) if isinstance(found, list) else []


def _unreadable(place: Path, error: Exception) -> Phrase:
    if isinstance(error, OSError):
        return phrase(
            "{path} can't be read ({error}): the rules that come with qmonitor hold.",
            path=str(place),
            error=error.strerror or "",
        )
    return phrase(
        "{path} is no TOML ({error}): the rules that come with qmonitor hold.", path=str(place), error=str(error)
    )
