"""What a message's header says of the acknowledgement that its receiver owes.

HL7 v2, chapter 2, knows two modes, told apart by MSH-15 (accept acknowledgement) and MSH-16 (application
acknowledgement):

- **Original mode**, both empty: the answer is AA, AE or AR. Only AA is delivery. A CA has no place in this mode; it
  says that a message is stored, while the sender asked whether it was processed, so that it is not taken for AA.
- **Enhanced mode**, at least one given. AL: always answered, NE: never, SU: where it went well, ER: where it did not.
  CA (the receiver has it in safe storage) is final where MSH-16 is NE or empty. Where MSH-16 is AL or SU (or
  something unknown), AA is awaited. Where it is ER only a refusal would come: CA counts once the attempt's time is
  over, or the receiver has closed the connection, without one.
- Where neither may bring a positive answer (NE or ER in both), nobody could tell a delivery from a loss: refused.

AA is delivery in every mode: many receivers answer so whatever they are asked.
"""

from enum import Enum

from qmonitor.senders.hl7 import segments
from qmonitor.values import dataclass


class Awaited(Enum):
    """What is delivery beside AA."""

    APPLICATION = "AA alone"
    COMMIT = "CA as well"
    COMMIT_UNLESS_REFUSED = "CA, where no refusal follows in the attempt's time"
    NOTHING = "no positive answer is asked for"


_NULL = b'""'
_NOT_ON_SUCCESS = (b"NE", b"ER")


@dataclass(frozen=True, slots=True)
class Header:
    """MSH-10, MSH-15 and MSH-16 of a message, as bytes."""

    control_id: bytes
    accept: bytes = b""
    application: bytes = b""

    @classmethod
    def of(cls, raw: bytes) -> "Header | None":
        """None: the payload doesn't begin with an MSH segment, after white space and a byte-order mark at most."""
        segment = segments.header(raw)
        mark = segments.separator(segment)
        if not mark:
            return None
        parts = segments.fields(segment, mark, 15)
        return cls(segments.nth(parts, 9), _type(segments.nth(parts, 14)), _type(segments.nth(parts, 15)))

    @property
    def anonymous(self) -> bool:
        """Whether it has no control id that an answer could name."""
        return not self.control_id.strip()

    @property
    def awaited(self) -> Awaited:
        if not self.accept and not self.application:
            return Awaited.APPLICATION
        if self.accept in _NOT_ON_SUCCESS and self.application in _NOT_ON_SUCCESS:
            return Awaited.NOTHING
        if self.application in (b"", b"NE"):
            return Awaited.COMMIT
        return Awaited.COMMIT_UNLESS_REFUSED if self.application == b"ER" else Awaited.APPLICATION


def _type(field: bytes) -> bytes:
    """A code of table 0155; HL7's null is none."""
    code = field.strip().upper()
    return b"" if code == _NULL else code
