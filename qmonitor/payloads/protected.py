"""What of a message is about a person: the table that masking, export and search go by. Knows no Qt.

It says what may be shown, because no list could hold everything that may not; whatever it doesn't name is protected.

HL7 v2. A field is shown if its segment's row below has it. In segments without a row it is shown if its data type
(of the version that the message names) holds no words: codes, flags, counts, times, numbers of orders, places without
room and bed. And even then only if the value looks like one of its type: a code has no blanks. So protected are

- in PID, NK1, GT1, IN1, IN2, IN3, MRG, PD1, ROL, PRT, STF, CON and their like: all but set ids, sex and relationship;
- names (XPN, XCN, PPN, NDL), addresses (XAD), phones (XTN), organisations (XON) and numbers (CX) wherever they stand:
  clinicians, visit number PV1-19, account numbers, what a query asks for;
- OBX-5 of any type, embedded documents among them, NTE-3, and every other text (ST, TX, FT): descriptions of
  diagnoses, allergies and procedures, reasons, comments, MSA-3, ERR-7 and -8; the words of coded values, too, except
  where they name a test, a drug, a unit or a specimen;
- passwords (MSH-8), names of files and comments in FHS, BHS and their trailers;
- every field of Z segments and of those that the dictionary of the message's version doesn't know, fields and
  components beyond it, lines that are no segments, and what stands outside of segments.

JSON and CBOR: every text and number. Of FHIR codes, systems, states and units are shown, and the ids of bundle and
message header. XML: every text, attribute and comment; of FHIR the same as in JSON, of HL7 v3 and CDA codes and their
systems, of HL7 v2 XML the header. Text, binary and anything that is not understood: all of it.

Names of members and elements are shown: they say what is there, not what it is.
"""

import re
from collections.abc import Iterable

_CODE = re.compile(r"[^\s^]{1,24}\Z")
_FIGURE = re.compile(r"[<>=+-]{0,2}[0-9][0-9.,eE+-]{0,23}\Z")
_TIME = re.compile(r"[0-9][0-9.:TZ+-]{0,31}\Z")
_ID = re.compile(r"[^\s^]{1,64}\Z")
_URI = re.compile(r"(?:https?://[\w.-]+/[\w./-]{0,120}|urn:oid:[0-9.]{1,80}|[a-z]{2,12})\Z")
_OID = re.compile(r"[0-2](?:\.[0-9]{1,40}){2,30}\Z")

_FORMS: dict[str, tuple[re.Pattern[str], frozenset[int]]] = {
    "ID": (_CODE, frozenset({1})),
    "IS": (_CODE, frozenset({1})),
    "SI": (_FIGURE, frozenset({1})),
    "NM": (_FIGURE, frozenset({1})),
    "TS": (_TIME, frozenset({1, 2})),
    "DTM": (_TIME, frozenset({1})),
    "DT": (_TIME, frozenset({1})),
    "TM": (_TIME, frozenset({1})),
    "DR": (_TIME, frozenset({1, 2})),
    "CE": (_CODE, frozenset({1, 3, 4, 6})),
    "CF": (_CODE, frozenset({1, 3, 4, 6})),
    "CWE": (_CODE, frozenset({1, 3, 4, 6, 7, 8})),
    "CNE": (_CODE, frozenset({1, 3, 4, 6, 7, 8})),
    "CQ": (_CODE, frozenset({1, 2})),
    "EI": (_ID, frozenset({1, 2, 3, 4})),
    "EIP": (_ID, frozenset({1, 2})),
    "HD": (_ID, frozenset({1, 2, 3})),
    "MSG": (_CODE, frozenset({1, 2, 3})),
    "PT": (_CODE, frozenset({1, 2})),
    "VID": (_CODE, frozenset({1, 2})),
    "PL": (_ID, frozenset({1, 4, 5, 6, 7, 8})),
    "ERL": (_CODE, frozenset({1, 2, 3, 4, 5, 6})),
    "ELD": (_CODE, frozenset({1, 2, 3})),
}
"""Data types without words: how their values look, and which components are shown."""

_ONLY: dict[str, frozenset[int]] = {
    "PID": frozenset({1, 8, 30, 31, 33}),
    "PD1": frozenset(),
    "NK1": frozenset({1, 3, 7, 15}),
    "GT1": frozenset({1, 9, 10, 11}),
    "IN1": frozenset({1, 15, 17, 20, 21}),
    "IN2": frozenset(),
    "IN3": frozenset({1}),
    "MRG": frozenset(),
    "ROL": frozenset({2, 3}),
    "PRT": frozenset({2, 4}),
    "STF": frozenset(),
    "PRA": frozenset(),
    "CTD": frozenset({1}),
    "CON": frozenset({1}),
    "ARV": frozenset({1, 2}),
    "PDA": frozenset(),
    "PRD": frozenset({1}),
    "AFF": frozenset({1}),
    "EDU": frozenset({1}),
    "CER": frozenset({1}),
    "DB1": frozenset({1, 2}),
    "ACC": frozenset({2}),
    "DSP": frozenset({1, 2}),
    "DSC": frozenset({2}),
    "ADD": frozenset(),
    "QRD": frozenset({1, 2, 3, 4, 5, 7, 9, 12}),
    "QRF": frozenset(),
    "QPD": frozenset({1, 2}),
    "RDT": frozenset(),
    "NTE": frozenset({1, 2}),
}
"""Segments about persons, or of words: of their fields only these are shown."""

_ALWAYS: dict[str, frozenset[int]] = {
    "MSH": frozenset({*range(1, 8), *range(9, 22)}),
    "FHS": frozenset({1, 2, 3, 4, 5, 6, 7, 11, 12}),
    "BHS": frozenset({1, 2, 3, 4, 5, 6, 7, 11, 12}),
    "FTS": frozenset({1}),
    "BTS": frozenset({1}),
    "MSA": frozenset({1, 2, 4}),
    "QAK": frozenset({1, 2}),
    "OBX": frozenset({4, 7}),
}
"""Fields that are shown whatever their version says that they are, but on a line."""

_NEVER: dict[str, frozenset[int]] = {"MSH": frozenset({8}), "EVN": frozenset({5}), "OBX": frozenset({5})}

_NAMED = frozenset(
    {
        ("OBX", 3), ("OBX", 6), ("OBR", 4), ("RXA", 5), ("RXA", 7), ("RXE", 2), ("RXO", 1), ("RXD", 2), ("SPM", 4),
        ("ERR", 3),
    }
)  # fmt: skip
"""Coded values whose words (components 2 and 5) come from a catalogue."""

_WORDS = re.compile(r"[^\r\n]{1,80}\Z")


def hl7_shown(segment: str, field: int, component: int, datatype: str, value: str) -> bool:
    """Whether a value of HL7 v2 may be seen. `datatype` is the field's; an undivided field is its first component."""
    if field in _NEVER.get(segment, ()):
        return False
    if field in _ALWAYS.get(segment, ()):
        return bool(_WORDS.match(value))
    only = _ONLY.get(segment)
    if only is not None and field not in only:
        return False
    if segment in ("QRD", "QPD") and field in (2, 4):
        return bool(_CODE.match(value))
    if (segment, field) in _NAMED and component in (2, 5):
        return bool(_WORDS.match(value))
    form, components = _FORMS.get(datatype, (_CODE, frozenset()))
    return component in components and bool(form.match(value))


_PLAIN = frozenset({"boolean", "null", "undefined"})
"""Types of values that say neither a word nor a figure."""

_FHIR = frozenset(
    {
        "resourceType", "status", "code", "system", "use", "type", "intent", "unit", "gender", "mode", "priority",
        "versionId", "lastUpdated", "timestamp", "verificationStatus", "clinicalStatus", "category", "severity",
        "comparator", "method", "rank", "active", "experimental", "event", "version",
    }
)  # fmt: skip
"""Members of FHIR resources that hold codes, and times of the message."""

_FHIR_IDS = frozenset({"Bundle", "MessageHeader"})
_V3 = frozenset(
    {
        "code", "codeSystem", "codeSystemName", "codeSystemVersion", "classCode", "moodCode", "typeCode",
        "determinerCode", "contextControlCode", "nullFlavor", "unit", "use", "type", "mediaType", "representation",
        "ITSVersion", "inversionInd", "negationInd",
    }
)  # fmt: skip
"""Attributes of HL7 v3 and CDA that hold codes."""

_NUMBER = re.compile(r"\[[0-9]+\]\Z")
_HEADER = re.compile(r"/(?:\w+:)?MSH(?:\[[0-9]+\])?/(?:\w+:)?MSH\.([0-9]+)(?:\[[0-9]+\])?(?:/[\w.:\[\]]+)*\Z")


def plain(datatype: str) -> bool:
    """Whether a value of JSON or CBOR says nothing but yes, no or nothing."""
    return datatype in _PLAIN


def json_shown(title: str, path: str, value: str) -> bool:
    """Whether a text or number of JSON may be seen; `title` is what the document is."""
    return title.startswith("FHIR ") and _fhir_shown(title[5:], _steps(path), value)


def xml_shown(title: str, path: str, value: str) -> bool:
    """Whether a text or attribute of XML may be seen."""
    steps = _steps(path)
    if not title or not steps:
        return False
    last = steps[-1]
    if last == "@xmlns" or last.startswith("@xmlns:"):
        return bool(_URI.match(value) or value.startswith("urn:hl7-org:"))
    if title.startswith("FHIR "):
        return last == "@value" and _fhir_shown(title[5:], steps[1:-1], value)
    if title == "HL7 v2 XML":
        found = _HEADER.search(path)
        return bool(found) and hl7_shown("MSH", int(found[1]), 1, "", value) if found else False
    if last == "@root":
        return bool(_OID.match(value))
    return last.startswith("@") and last[1:].rpartition(":")[2] in _V3 and bool(_CODE.match(value))


def _fhir_shown(resource: str, steps: list[str], value: str) -> bool:
    last = steps[-1] if steps else ""
    if last == "id" and len(steps) == 1:
        return resource in _FHIR_IDS and bool(_ID.match(value))
    if last == "system":
        return bool(_URI.match(value))
    return last in _FHIR and bool(_CODE.match(value) or _TIME.match(value))


def _steps(path: str) -> list[str]:
    return [_NUMBER.sub("", step) for step in path.split("/")[1:]]


LEAST = 4
"""Characters of a protected value that must not occur anywhere else either: shorter ones are parts of everything."""


def telling(values: Iterable[str]) -> frozenset[str]:
    """Those that are looked for wherever they may stand: without blanks around them, in small letters."""
    return frozenset(found for value in values if len(found := value.strip().casefold()) >= LEAST)
