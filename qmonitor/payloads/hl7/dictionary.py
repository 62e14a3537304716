"""What HL7 v2 calls its segments, fields and components, and of which data type and table they are.

Everything but the titles of segments comes from hl7apy's dictionaries, which hold what each version's standard says
(v2.5.1: chapters 2 to 15 for segments, 2A for data types). Only its dictionaries: its parser rejects or alters
messages that hospitals do send.

The library and a version are loaded at first use and then kept: 6 ms and 4 to 10 ms, 0.5 to 2 MB of memory; a look-up
takes 1 µs (measured). May be called from any thread.
"""

import importlib
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from qmonitor.payloads.hl7.titles import TITLES
from qmonitor.values import dataclass

DEFAULT = "2.5.1"
"""Taken where a message names no version: the one most often spoken, and the one whose dictionary knows most tables."""

VARIES = "varies"
"""The data type of a field whose type another field says, such as OBX-5 (by OBX-2)."""

_VERSION = re.compile(r"\s*[vV]?(2(?:\.\d{1,4}){1,3})(?!\d)")
_TORN = re.compile(r" {2,}")
_TABLE = re.compile(r"HL7(0\d{3})")

_OLD_TABLES = {
    "CM_MSG_1": "0076",
    "CM_MSG_2": "0003",
    "PT_1": "0103",
    "PID_8": "0001",
    "MSA_1": "0008",
    "OBR_24": "0074",
}
"""Where v2.1 to v2.3 say no table, though it is known, and later versions have another name or type."""

_WITHOUT_TABLES = "2.1"


@dataclass(frozen=True, slots=True)
class Entry:
    """What the dictionary says of a field, component or subcomponent; empty texts where it says nothing."""

    name: str = ""
    """In title case: `Patient Identifier List`."""
    type: str = ""
    """The data type as the standard writes it: `CX`, `CM`, `varies`."""
    table: str = ""
    """The number of the HL7 table that its codes are from: `0001`."""


NOTHING = Entry()


class Names:
    """The dictionary of one version. What is asked is answered by a text, empty for what the version doesn't know."""

    def __init__(self, version: str, fields: Mapping[str, Sequence[Any]], parts: Mapping[str, Sequence[Any]]) -> None:
        """`fields` and `parts` (of data types) as hl7apy has them, by `PID_3` and `CX_1`."""
        self.version = version
        self._fields = fields
        self._parts = parts
        self._entries: dict[tuple[str, str], Entry] = {}  # by key and the table inherited: no more than the version has

    def segment(self, name: str) -> str:
        """What a segment is called."""
        return TITLES.get(name, "")

    def type(self, segment: str, field: int, component: int = 0, sub: int = 0) -> str:
        """The data type of a field, component or subcomponent."""
        return self.entry(segment, field, component, sub).type

    def table(self, segment: str, field: int, component: int = 0, sub: int = 0) -> str:
        """The table of a value that is not divided any further: if its type could be, then that of the first part."""
        own = self.entry(segment, field, component, sub).table
        if own or sub:
            return own
        return self.table(segment, field, component, 1) if component else self.table(segment, field, 1)

    def entry(self, segment: str, field: int, component: int = 0, sub: int = 0, varies: str = "") -> Entry:
        """All that is said of one place. `varies`: the type (OBX-2) of a field that the dictionary leaves open."""
        key = f"{segment}_{field}"
        said = self._fields.get(key)
        if said is None:
            return NOTHING
        if not component:
            return self._entry(key, said)
        if said[2] == VARIES:
            return self.part(varies, component, sub)
        return self._part(said, component, sub)

    def part(self, datatype: str, component: int, sub: int = 0) -> Entry:
        """What is said of a data type's component (or of its subcomponent).

        Senders use types before their version has them (CWE in v2.3) and after it dropped them (CE in v2.7): of one
        that it doesn't know, the default version speaks.
        """
        if f"{datatype}_1" not in self._parts and self.version != DEFAULT:
            return names(DEFAULT).part(datatype, component, sub)
        return self._part((None, None, datatype, "", None), component, sub)

    def _part(self, said: Sequence[Any], component: int, sub: int) -> Entry:
        key = f"{said[2]}_{component}"
        inner = self._parts.get(key)
        if inner is None:
            return NOTHING
        if sub:
            return self._part(inner, sub, 0)
        # a field's table is that of its first component: the code of a CE, the namespace of an HD
        return self._entry(key, inner, _table(said) if component == 1 else "")

    def _entry(self, key: str, said: Sequence[Any], inherited: str = "") -> Entry:
        entry = self._entries.get((key, inherited))
        if entry is None:
            table = inherited or _table(said) or _OLD_TABLES.get(key, "") or self._later_table(key, said)
            entry = self._entries[key, inherited] = Entry(_name(said), _type(said), table)
        return entry

    def _later_table(self, key: str, said: Sequence[Any]) -> str:
        """The table of what this version gives none, from the default version: what has the same place and name there.

        It is needed for all fields of v2.1, and for components (of v2.6 and later, all of them): the coded ones.
        """
        if self.version == DEFAULT:
            return ""
        if key in self._fields:
            same = names(DEFAULT)._fields.get(key) if self.version == _WITHOUT_TABLES else None
        else:
            same = names(DEFAULT)._parts.get(key) if said[2] in ("ID", "IS") else None
        return _table(same) if same is not None and same[-3] == said[-3] else ""


def names(version: str) -> Names:
    """The dictionary for what MSH-12 says; of the nearest version that there is, of the default one for nonsense."""
    return _load(nearest(version))


def nearest(version: str) -> str:
    """The version that speaks for `version`: itself, else the last one before it, else the first."""
    found = _VERSION.match(version[:40])
    if found is None:
        return DEFAULT
    wanted = _numbers(found.group(1))
    known = _versions()
    return next((one for one in reversed(known) if _numbers(one) <= wanted), known[0])


def is_exact(version: str) -> bool:
    """Whether there is a dictionary for just what MSH-12 says, and not only one near it."""
    found = _VERSION.match(version[:40])
    return found is not None and found.group(1) in _versions()


@cache
def _versions() -> tuple[str, ...]:
    return tuple(sorted(importlib.import_module("hl7apy").SUPPORTED_LIBRARIES, key=_numbers))


@cache
def _load(version: str) -> Names:
    # two threads that come at once may both make one: they are alike
    library = library_of(version)
    return Names(version, library["Field"], library["Component"])


def library_of(version: str) -> Mapping[str, Mapping[str, Any]]:
    """hl7apy's dictionaries of a version that it has, by kind; those without tables have no `Table`."""
    module = importlib.import_module(importlib.import_module("hl7apy").SUPPORTED_LIBRARIES[version])
    elements: Mapping[str, Mapping[str, Any]] = module.ELEMENTS
    return elements


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


# An entry of hl7apy's is (leaf or sequence, parts, type, name, table, length). RX1-30 of v2.1 has one value more before
# its name, so the name is counted from the end.


def _name(said: Sequence[Any]) -> str:
    # some names are torn by a run of spaces ("DISABLED_PERSO   N_IDENTIFIER")
    return _TORN.sub("", said[-3] or "").replace("_", " ").title()


def _type(said: Sequence[Any]) -> str:
    """`CM_PAT_ID` is hl7apy's own way to tell one CM (composite) from the others."""
    named = said[2] or ""
    return str(named).partition("_")[0]


def _table(said: Sequence[Any]) -> str:
    found = _TABLE.fullmatch(said[-2] or "")
    return found.group(1) if found else ""
