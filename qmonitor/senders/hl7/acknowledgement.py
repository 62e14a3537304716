"""Reads an acknowledgement: its code, whose it is, and what it gives as the reason of a refusal.

The type of the response does not matter (a query's response carries an MSA as well), nor which delimiters it uses.
"""

import re

from qmonitor.senders.hl7 import segments
from qmonitor.values import dataclass

POSITIVE = (b"AA", b"CA")
NEGATIVE = (b"AE", b"AR", b"CE", b"CR")

LONGEST_REASON = 500
"""Characters that are kept of what the receiver says."""

_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f]+")
_TOLD = {b"MSA": (3,), b"ERR": (1, 2, 3, 7, 8)}
"""The fields that say why: text; location and code up to 2.4; location, code, diagnostics, text from 2.5 on."""


@dataclass(frozen=True, slots=True)
class Acknowledgement:
    """MSA-1 and MSA-2 of an answer, exactly as it has them, and the answer."""

    code: bytes
    control_id: bytes
    answer: bytes

    @classmethod
    def of(cls, answer: bytes) -> "Acknowledgement | None":
        """None: the frame holds none (no MSH, no MSA, or a code that HL7 doesn't know)."""
        mark, rest = _divided(answer)
        for segment in rest:
            parts = segments.fields(segment, mark, 2)
            if parts[0] == b"MSA":
                code = segments.nth(parts, 1)
                known = code in (*POSITIVE, *NEGATIVE)
                return cls(code, segments.nth(parts, 2), answer) if known else None
        return None

    @property
    def positive(self) -> bool:
        return self.code in POSITIVE

    def reason(self) -> str:
        """What MSA-3 and the ERR segments say, as one line of bounded length; empty: nothing."""
        mark, rest = _divided(self.answer)
        text = "; ".join(said for segment in rest for said in _told(segments.fields(segment, mark, 8)))
        return text if len(text) <= LONGEST_REASON else text[: LONGEST_REASON - 1] + "…"


def _divided(answer: bytes) -> tuple[bytes, list[bytes]]:
    """The field separator and the segments after the header; no segments where it is no HL7."""
    header, *rest = segments.lines(answer) or [b""]
    mark = segments.separator(header)
    return mark, rest if mark else []


def _told(parts: list[bytes]) -> list[str]:
    name = parts[0]
    found = [(number, _text(segments.nth(parts, number))) for number in _TOLD.get(name, ())]
    return [f"{name.decode()}-{number} {text}" for number, text in found if text]


def _text(field: bytes) -> str:
    """What can be read of it: the answer's character set is not always named, and control characters are none."""
    try:
        text = field.decode("utf-8")
    except UnicodeDecodeError:
        text = field.decode("latin-1")
    return _UNPRINTABLE.sub(" ", text[: 2 * LONGEST_REASON]).strip()
