"""Whether what stands in a segment is what its dictionary has there: fields that lost their segment's head don't fit.

A message that lost bytes has fields of one segment at the end of another, or shifted by some. Then what looks like a
code may be a name. Nobody can tell from one value; but hardly ever do all values of a segment still fit: there are
more fields or components than it has, a text where a time or figure belongs, or nothing where something has to be.
"""

import re
from collections.abc import Iterable

from qmonitor.payloads.hl7 import tables
from qmonitor.payloads.hl7.dictionary import VARIES, Entry, Names

_TIME = re.compile(r"[0-9]{4}[0-9.:TZ+-]{0,28}\Z")
_CLOCK = re.compile(r"[0-9]{2}[0-9.:TZ+-]{0,28}\Z")
_FIGURE = re.compile(r"[<>=+-]{0,2}[0-9.][0-9.,eE+-]{0,23}\Z")
_FORMS = {"TS": _TIME, "DTM": _TIME, "DT": _TIME, "TM": _CLOCK, "NM": _FIGURE, "SI": _FIGURE}
_SIMPLE = frozenset({"ID", "IS", "SI", "NM", "DT", "TM", "DTM"})
"""Types that nothing divides."""

_SHORT = re.compile(r"[0-9]{1,4}\Z")

_NEEDED = {
    "OBX": frozenset({3, 11}),
    "OBR": frozenset({4}),
    "ORC": frozenset({1}),
    "AL1": frozenset({3}),
    "TXA": frozenset({2}),
    "RXA": frozenset({3, 5, 6}),
    "FT1": frozenset({4, 6, 7}),
    "AIS": frozenset({3}),
    "PV1": frozenset({2}),
}
"""Fields without which nobody sends a segment (required in all versions that have it)."""


class Fit:
    """The dictionary of one version, asked whether values fit."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._fields: dict[tuple[str, int], Entry] = {}
        self._known: dict[tuple[str, str], bool] = {}
        self._over: dict[tuple[str, int, int], bool] = {}

    def misfits(self, segment: str, field: int, component: int, subcomponent: int, value: str) -> bool:
        """Whether this value can't be what the dictionary has at its place."""
        said = self._said(segment, field)
        if not said.type:
            return segment != "QPD"  # what it asks is the query's own matter
        if component > 1 or subcomponent > 1:
            return said.type in _SIMPLE
        form = _FORMS.get(said.type)
        if form is not None:
            return not form.match(value.strip())
        return said.type == "ID" and self._is_wrong(said.table, value)

    def _said(self, segment: str, field: int) -> Entry:
        said = self._fields.get((segment, field))
        if said is None:
            said = self._fields[segment, field] = self._names.entry(segment, field)
        return said

    def _is_wrong(self, table: str, code: str) -> bool:
        """Whether a code is none of a closed table."""
        found = self._known.get((table, code))
        if found is None:
            found = tables.known(self._names.version, table, code) is False
            if len(self._known) < KEPT:
                self._known[table, code] = found
        return found

    def overflows(self, segment: str, field: int, component: int) -> bool:
        """Whether a field has more components than its type."""
        key = (segment, field, component)
        found = self._over.get(key)
        if found is None:
            said = self._said(segment, field).type
            found = segment != "QPD" and said not in ("", VARIES) and not self._names.entry(*key).type
            self._over[key] = found
        return found

    def lacks(self, segment: str, there: Iterable[int]) -> bool:
        """Whether a field is missing without which nobody sends this segment."""
        fields = frozenset(there)
        if segment == "OBX" and 5 in fields and max(fields) == 5:
            return 3 not in fields  # many a sender leaves the rest away
        needed = _NEEDED.get(segment)
        return needed is not None and not needed <= fields

    def is_beyond(self, segment: str, field: int) -> bool:
        """Whether the segment has no such field."""
        return not self._said(segment, field).type

    def harmless(self, segment: str, field: int, component: int, subcomponent: int, value: str) -> bool:
        """Whether a value says nothing of anybody wherever it came from: a code of the standard's own, a set id."""
        names = self._names
        if field == component == subcomponent == 1 and names.type(segment, 1) == "SI":
            return bool(_SHORT.match(value))
        table = names.table(segment, field, component, subcomponent if subcomponent > 1 else 0)
        if not table and component == 1:
            table = names.table(segment, field)
        return bool(table) and tables.known(names.version, table, value) is True


KEPT = 20_000
"""Codes that are remembered: most of them occur again and again."""
