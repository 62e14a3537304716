"""Values of a message by their paths, for the columns of a table."""

from collections.abc import Sequence
from dataclasses import replace

from qmonitor.payloads.describe import describe
from qmonitor.payloads.hl7.paths import NoPath
from qmonitor.payloads.hl7.query import PathQuery
from qmonitor.payloads.mask import Protection
from qmonitor.payloads.model import ROOM, Hint
from qmonitor.queues.errors import Refused
from qmonitor.queues.words import phrase

BETWEEN = " | "
"""Stands between several values of one path."""


def paths(typed: str) -> tuple[PathQuery, ...]:
    """Paths of HL7 v2 as a person typed them, with commas or blanks between. Raises `Refused` for what is none."""
    try:
        if "=" in typed:
            raise NoPath(typed)
        return tuple(map(PathQuery.parse, typed.replace(",", " ").replace(";", " ").split()))
    except NoPath:
        raise Refused(
            phrase("'{text}' is no list of paths.", text=typed),
            phrase("Write paths with commas between them: PID-3.1, OBX-5."),
        ) from None


def values(raw: bytes, wanted: Sequence[PathQuery], hint: Hint, *, masked: bool) -> list[str]:
    """For each path its values, decoded; marks in place of those that are masked."""
    if not wanted:
        return []
    document = describe(raw, replace(hint, room=ROOM))
    protection = Protection.of(document, raw) if masked else None
    leaves = {
        leaf.place: leaf
        for segment in document.segments()
        for element in segment.elements
        for leaf in element.leaves()
    }  # fmt: skip
    columns: list[str] = []
    for query in wanted:
        found = [leaves[place] for hit in query.search(raw, hint) if (place := (hit.begin, hit.end)) in leaves]
        columns.append(BETWEEN.join(protection.shown(leaf) if protection else leaf.value or "" for leaf in found))
    return columns
