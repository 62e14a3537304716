"""Messages that lost bytes: fields of one segment stand at the end of another, and names look like its codes.

Where a segment doesn't fit its dictionary (`hl7.fit`), or a message its type, nothing is shown of it but what says
nothing of anybody wherever it came from: the standard's own codes, and set ids. A message is damaged if

- its header doesn't look like one: type, version, time and what else there has a form;
- a segment about the patient is missing, though its type has one, or segments are there that stand beside a patient.

Damage that leaves everything in its form is not seen: a field that is lost between two of the same type.
"""

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from qmonitor.payloads import protected
from qmonitor.payloads.hl7.fit import Fit
from qmonitor.payloads.hl7.split import NO_SEGMENT

_CHARSET = 18
"""Nobody agrees on the names of character sets."""

HEADERS = frozenset({"MSH", "FHS", "BHS"})


_FILLED = re.compile(r"X+\Z")
"""What masking left in a copy, which is read again: it fits wherever it stands."""


class Seen(NamedTuple):
    """A value that is not empty, with its place in the segment, and whether its place lets it be shown."""

    field: int
    component: int
    subcomponent: int
    value: str
    shown: bool


_KIND = {
    1: re.compile(r"[A-Z][A-Z0-9]{2}\Z"),
    2: re.compile(r"[A-Za-z0-9]{1,3}\Z"),
    3: re.compile(r"[A-Z][A-Z0-9]{2}(?:_[A-Z0-9]{2,4})?\Z"),
}
"""How the components of a message's type look."""

_PATIENTS = frozenset({"ADT", "BAR", "DFT", "MDM", "ORU", "VXU"})
"""Messages that are about a patient, whichever segments are left of them."""

_OTHERS = frozenset({("ADT", "A20")})
"""The status of a bed."""

_ANSWERS = frozenset(
    {"ACK", "MCF", "ORR", "ORL", "ORG", "ORS", "ORN", "ORD", "ORF", "RRA", "RRD", "RRE", "RRG", "SRR", "SQR", "OSR"}
)
"""Messages that answer others, most often without their patient."""

_WITHOUT = frozenset(
    {
        "MSH", "SFT", "UAC", "MSA", "ERR", "QAK", "QID", "DSC", "EVN", "NPU", "NTE", "NMD", "NCK", "NST", "NSC",
        "MFI", "MFE", "MFA", "OM1", "OM2", "OM3", "OM4", "OM5", "OM6", "OM7", "LOC", "LCH", "LRL", "LDP", "LCC",
        "PRC", "CDM", "STF", "PRA", "AFF", "EDU", "LAN", "CER", "QPD", "QRD", "QRF", "RCP", "SPR", "VTQ", "ERQ",
        "RDF", "RDT", "URD", "URS", "DSP", "EQU", "EQP", "EQL", "ISD", "INV", "TCC", "TCD", NO_SEGMENT,
    }
)  # fmt: skip
"""Segments of messages that are about no patient: replies, questions, lists of staff and places, devices."""


def is_damaged(names: AbstractSet[str], header: Sequence[Seen], fit: Fit) -> bool:
    """Whether a message lost what it was made of: by the names of its segments and the values of its MSH."""
    if _header_is_odd("MSH", header, fit):
        return True
    kind, event = ("".join(one.value for one in header if one.field == 9 and one.component == n) for n in (1, 2))
    if "PID" in names:
        return False
    if kind in _PATIENTS and (kind, event) not in _OTHERS:
        return True
    return kind not in _ANSWERS and not all(name in _WITHOUT or name.startswith("Z") for name in names)


def shown(segment: str, seen: Sequence[Seen], fit: Fit, *, damaged: bool) -> list[bool]:
    """Which of a segment's values may be seen. `damaged`: its message is."""
    strict = _does_not_fit(segment, seen, fit) or (damaged and segment not in HEADERS)
    torn = {one.field for one in seen if one.component > 1 and _overflows(segment, one, fit)}
    if not strict and not torn:
        return [one.shown for one in seen]
    return [
        one.shown
        and ((not strict and one.field not in torn) or _marks(segment, one) or fit.harmless(segment, *one[:4]))
        for one in seen
    ]


def _overflows(segment: str, one: Seen, fit: Fit) -> bool:
    """A message's type has two or three components, whatever the version says."""
    return (segment, one.field) != ("MSH", 9) and fit.overflows(segment, one.field, one.component)


def _does_not_fit(segment: str, seen: Sequence[Seen], fit: Fit) -> bool:
    if segment in HEADERS:
        return _header_is_odd(segment, seen, fit)
    misfits = fit.misfits
    odd = [one for one in seen if misfits(segment, *one[:4]) and not _FILLED.match(one.value)]
    if odd:
        known = {
            one.field for one in seen if one.component == one.subcomponent == 1 and fit.harmless(segment, *one[:4])
        }  # a code of the standard's own, though it has more parts than it should
        if any(one.component == one.subcomponent == 1 or one.field not in known for one in odd):
            return True
    return fit.lacks(segment, {one.field for one in seen})


def _header_is_odd(segment: str, seen: Sequence[Seen], fit: Fit) -> bool:
    """A header's values that have no business there, or fields that it has not."""
    if any(fit.is_beyond(segment, one.field) or _is_odd(segment, one) for one in seen):
        return True
    return segment == "MSH" and not (any(one.field == 9 for one in seen) and any(one.field > 10 for one in seen))


def _is_odd(segment: str, one: Seen) -> bool:
    if _FILLED.match(one.value):
        return False
    if segment == "MSH" and one.field == 9:
        form = _KIND.get(one.component)
        return form is None or not form.match(one.value)
    return not one.shown and one.field != _CHARSET and protected.has_form(segment, one.field)


def _marks(segment: str, one: Seen) -> bool:
    """The delimiters that a header names."""
    return segment in HEADERS and one.field <= 2
