"""Names of files: made from a pattern, and such that they stay in their folder whatever a message says."""

import hashlib
import re
import string
from dataclasses import field
from datetime import UTC, datetime
from itertools import pairwise
from urllib.parse import quote

from qmonitor.values import dataclass

GAPS = ("control_id", "sequence", "time")
NO_ID = "no-id"
DIGITS = 8
"""Of a sequence number, so that names sort as they were sent; it may grow beyond."""

_LONGEST_ID = 100
_LONGEST_NAME = 250  # bytes; file systems take 255
_LONGEST = {"control_id": _LONGEST_ID, "sequence": 18, "time": 23}
_LITERAL = re.compile(r"[^/\\:*?\"<>|%\x00-\x1f\x7f]*")
_DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)
"""Names that Windows keeps for itself, whatever follows the dot."""
_APART = "%_"
"""What is put before one of them: no other name has it, as `%` is only before digits there."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """`{sequence}-{control_id}.hl7`. Raises ValueError where a name could leave its folder, or never differ."""

    text: str
    _parts: tuple[tuple[str, str | None], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise ValueError("no text")
        parsed = tuple(string.Formatter().parse(self.text))
        for literal, gap, form, conversion in parsed:
            fits = _LITERAL.fullmatch(literal) and literal.isprintable() and not form and not conversion
            if not fits or (gap is not None and gap not in GAPS):
                raise ValueError("a name can't have that")
        parts = tuple((literal, gap) for literal, gap, _, _ in parsed)
        if all(gap is None for _, gap in parts) or _length(parts) > _LONGEST_NAME:
            raise ValueError("every file would have the same name, or one that is too long")
        if self.text[0] in ". " or self.text[-1] in ". ":
            raise ValueError("hidden, or changed by some systems")
        if any(before and gap and not literal for (_, before), (literal, gap) in pairwise(parts)):
            raise ValueError("nobody could tell where a number begins")
        object.__setattr__(self, "_parts", parts)

    @property
    def numbered(self) -> bool:
        return self._has("sequence")

    def name(self, control_id: bytes, sequence: int, at: datetime) -> str:
        """The name of a file. `at`: with a zone."""
        values = {
            "control_id": readable(control_id),
            "sequence": f"{sequence:0{DIGITS}}",
            "time": at.astimezone(UTC).strftime("%Y%m%dT%H%M%S.%fZ"),
        }
        name = "".join(literal + ("" if gap is None else values[gap]) for literal, gap in self._parts)
        return f"{_APART}{name}" if _DEVICES.match(name) else name

    def sequence(self, name: str) -> int | None:
        """Which number a name has that may have been made by this pattern."""
        if not self.numbered:
            return None
        seen: set[str] = set()
        text = "".join(re.escape(literal) + self._expression(gap, seen) for literal, gap in self._parts)
        found = re.fullmatch(f"(?:{_APART})?{text}", name)
        return int(found["sequence"]) if found else None

    def _has(self, gap: str) -> bool:
        return any(gap == one for _, one in self._parts)

    @staticmethod
    def _expression(gap: str | None, seen: set[str]) -> str:
        if gap is None:
            return ""
        if gap == "sequence" and gap not in seen:
            seen.add(gap)
            return rf"(?P<sequence>\d{{{DIGITS},18}})"
        return r"\d+" if gap == "sequence" else r".+?"


def _length(parts: tuple[tuple[str, str | None], ...]) -> int:
    """The most bytes that a name can have."""
    return len(_APART) + sum(len(literal.encode()) + _LONGEST.get(gap or "", 0) for literal, gap in parts)


def readable(control_id: bytes) -> str:
    """A control id as a part of a name: no two ids have the same one.

    What some file system may not take is percent-encoded, and so are a dot at the beginning or the end, and a hyphen at
    the beginning, which many a program takes for an option; a long one is cut and gets the beginning of its digest.
    """
    if not control_id:
        return NO_ID
    text = quote(control_id, safe="")
    if text == NO_ID:
        return "no%2Did"
    if text.startswith((".", "-")):
        text = f"%{ord(text[0]):X}{text[1:]}"
    if text.endswith("."):
        text = f"{text[:-1]}%2E"
    if len(text) <= _LONGEST_ID:
        return text
    digest = hashlib.sha256(control_id).hexdigest()[:16]
    return f"{text[: _LONGEST_ID - 18]}%~{digest}"
