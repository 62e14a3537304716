"""The tables that coded values are from: what a table is called, whether a code is in it, and what a code means.

Names and codes come from hl7apy, per version (v2.3.1 and later have them); meanings from `meanings`, in words of our
own, since hl7apy has none. A code is called wrong only where the list is closed: a table that HL7 defines, whose list
is complete for just the version that the message is of (v2.5.1, chapter 2, on HL7 and user-defined tables).
May be called from any thread.
"""

import re
from collections.abc import Mapping
from functools import cache

from qmonitor.payloads.hl7.dictionary import DEFAULT, is_exact, library_of, nearest
from qmonitor.payloads.hl7.meanings import MESSAGES, ORDERS, PEOPLE
from qmonitor.queues.words import Phrase, phrase

_MEANINGS: Mapping[str, Mapping[str, Phrase]] = PEOPLE | MESSAGES | ORDERS

_VERSIONS = "0104"
_VERSION = re.compile(r"2\.\d(?:\.\d)?")

_OPEN = frozenset({"0104", "0125", "0203", "0291", "0396"})
"""HL7's own, but not to be held against a sender: the lists lag behind their version (0104; 0125 of v2.5.1 lacks CWE),
or are meant to be added to: identifiers (0203), subtypes of MIME (0291), coding systems such as `99LAB` (0396)."""

_SITE = frozenset({"0003", "0076", "0354"})
"""Events, types and structures of messages: those that begin with Z are a site's own (v2.5.1, chapter 2)."""

_BROKEN = re.compile(r"\.\.\.|…|\d ?_ ?\d|^[Aa]n? |.{21}")
"""Entries of hl7apy's that are no codes: ranges (`10 ... 19`) and scraps of text. Their lists are not complete."""


def name(version: str, table: str) -> str:
    """What a table is called; in the default version, where this one doesn't know it. Empty: nobody does."""
    for one in (nearest(version), DEFAULT):
        entry = _tables(one).get(f"HL7{table}")
        if entry is not None:
            return entry[0].strip()
    return ""


def known(version: str, table: str, code: str) -> bool | None:
    """Whether a code is in a table. None: nobody can tell, since no closed list of codes is known.

    `version` is what MSH-12 says: of a version that hl7apy doesn't have, no code is called wrong.
    """
    if not code or code == '""':
        return None
    if code in _codes(nearest(version), table):
        return True
    if table in _SITE and code.startswith("Z"):
        return None
    return False if is_exact(version) and _closed(nearest(version), table) else None


def meaning(table: str, code: str) -> Phrase | None:
    """What a code means. None: it is not one of the few that are known."""
    if table == _VERSIONS and _VERSION.fullmatch(code):
        return phrase("version {number} of HL7", number=code)
    return _MEANINGS.get(table, {}).get(code)


def _tables(version: str) -> Mapping[str, tuple[str, str | tuple[str, ...]]]:
    return library_of(version).get("Table", {})


@cache
def _codes_of(version: str) -> dict[str, frozenset[str]]:
    # a table with one code has a text in place of the list
    found = {key[3:]: (codes,) if isinstance(codes, str) else codes for key, (_, codes) in _tables(version).items()}
    return {table: frozenset(map(str.strip, codes)) - {""} for table, codes in found.items()}


def _codes(version: str, table: str) -> frozenset[str]:
    return _codes_of(version).get(table, frozenset())


def _closed(version: str, table: str) -> bool:
    """Whether a table is one of HL7's own, whose codes are all known."""
    codes = _codes(version, table)
    if not codes or table in _OPEN or any(map(_BROKEN.search, codes)):
        return False
    # later versions don't say which tables their components are of: the default one does
    types = _types_of(version).get(table, frozenset()) | _types_of(DEFAULT).get(table, frozenset())
    return "ID" in types and "IS" not in types


@cache
def _types_of(version: str) -> dict[str, frozenset[str]]:
    """The data types that refer to each table: ID to HL7's own, IS to those of a site (v2.5.1, chapter 2A)."""
    found: dict[str, set[str]] = {}
    library = library_of(version)
    for said in (*library["Field"].values(), *library["Component"].values()):
        if said[-2]:
            found.setdefault(said[-2][3:], set()).add(said[2])
    return {table: frozenset(types) for table, types in found.items()}
