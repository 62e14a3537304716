"""What of a message is about a person: the table that masking, export and search go by. Knows no Qt.

It says what may be shown, because no list could hold everything that may not; whatever it doesn't name is protected.

HL7 v2. A field is shown if its segment's row below has it. In segments without a row it is shown if its data type
(of the version that the message names) holds no words: codes, flags, counts, times, numbers of orders, places without
room and bed. And even then only if the value looks like one of its type: a code has no blanks. So protected are

- in PID, NK1, GT1, IN1, IN2, IN3, MRG, PD1, ROL, PRT, STF, CON and their like: all but set ids, sex and relationship,
  and these only while they are short: where fields are shifted, nothing else passes for them;
- numbers and names of PID, MRG, NK1, GT1 and IN1 wherever they stand again as a word of their own (`identifies`), and
  such numbers of five characters and more inside another word;
- names (XPN, XCN, PPN, NDL), addresses (XAD), phones (XTN), organisations (XON) and numbers (CX) wherever they stand:
  clinicians, visit number PV1-19, account numbers, what a query asks for;
- OBX-5 of any type, embedded documents among them, NTE-3, and every other text (ST, TX, FT): descriptions of
  diagnoses, allergies and procedures, reasons, comments, MSA-3, ERR-7 and -8; the words of coded values, too, except
  where they name a test, a drug, a unit or a specimen;
- passwords (MSH-8), names of files and comments in FHS, BHS and their trailers;
- every field of Z segments and of those that the dictionary of the message's version doesn't know, fields, components
  and subcomponents beyond it, lines that are no segments, and what stands outside of segments;
- the rest of a segment from where another one begins in it: its line end is lost (`swallows`);
- where a message lost bytes (`mask.damage`), of a segment that doesn't fit its dictionary, or of all segments if the
  patient's is missing: all but the standard's own codes and set ids, and of a header that is none even its words.

JSON and CBOR: every text and number, and names of members that are none (figures, words with blanks: `name_shown`). Of
FHIR codes, systems, states and units are shown, and the ids of bundle and message header; of dead letters the code and
the times (`letter.shown`). XML: every text, attribute
and comment; of FHIR the same as in JSON, of HL7 v3 and CDA codes and their systems, of HL7 v2 XML the header. Text,
binary and anything that is not understood: all of it.

Other names of members, and those of elements, are shown: they say what is there, not what it is.
"""

import re
from collections.abc import Iterable

from qmonitor.payloads.fhir import RESOURCES

_CODE = re.compile(r"[^\s^]{1,24}\Z")
_FIGURE = re.compile(r"[<>=+-]{0,2}[0-9][0-9.,eE+-]{0,23}\Z")
_TIME = re.compile(r"[0-9][0-9.:TZ+-]{0,31}\Z")
_ID = re.compile(r"[^\s^]{1,64}\Z")
_URI = re.compile(r"(?:https?://[\w.-]+/[\w./-]{0,120}|urn:oid:[0-2](?:\.[0-9]{1,40}){2,30}|[a-z]{2,12})\Z")
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
    "PID": frozenset({1, 8, 30, 31}),
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

_PERSONS = frozenset({"PID", "NK1", "GT1", "IN1", "IN3", "ROL", "PRT", "CTD", "CON", "PRD", "AFF", "EDU", "CER", "DB1"})
_SHORT = re.compile(r"[0-9]{1,4}\Z|[A-Za-z0-9]{1,3}\Z")
"""Whatever is shown of a person: set ids and codes."""

_DEEP = frozenset({("PL", 4), ("EIP", 1), ("EIP", 2), ("VID", 2), ("VID", 3)})
"""Components of the shown types that are divided once more."""

_WORDS = re.compile(r"[^\r\n]{1,80}\Z")
_MARKS = re.compile(r"[^\w\s]{1,8}\Z")
_BATCH = {1: _MARKS, 2: _MARKS, **dict.fromkeys(range(3, 7), _WORDS), 7: _TIME, 11: _ID, 12: _ID}
_ALWAYS: dict[str, dict[int, re.Pattern[str]]] = {
    "MSH": {
        1: _MARKS,
        2: _MARKS,
        **dict.fromkeys((3, 4, 5, 6, 10), _WORDS),
        7: _TIME,
        9: _CODE,
        11: re.compile(r"[A-Za-z]{1,2}\Z"),
        12: re.compile(r"[0-9][0-9.]{0,7}\Z|[A-Z]{3}\Z"),
        13: _FIGURE,
        15: re.compile(r"[A-Z]{2}\Z"),
        16: re.compile(r"[A-Z]{2}\Z"),
        17: re.compile(r"[A-Za-z0-9]{2,3}\Z"),
        18: re.compile(r"(?=[^0-9]{0,20}[0-9]|ASCII|UNICODE)[A-Za-z0-9 /._-]{1,24}\Z"),
        19: re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z]{2,4})?\Z|ISO[0-9-]{1,8}\Z"),
        20: re.compile(r"ISO 2022-1994\Z|[0-9.]{1,6}\Z"),
    },
    "FHS": _BATCH,
    "BHS": _BATCH,
    "FTS": {1: _FIGURE},
    "BTS": {1: _FIGURE},
    "MSA": {1: _CODE, 2: _WORDS, 4: _FIGURE},
    "QAK": {1: _WORDS, 2: _CODE},
    "OBX": {4: _CODE, 7: _WORDS},
}
"""Fields that are shown whatever their version says that they are, if they look like this."""

_NEVER: dict[str, frozenset[int]] = {"MSH": frozenset({8}), "EVN": frozenset({5}), "OBX": frozenset({5})}

_NAMED = frozenset(
    {
        ("OBX", 3), ("OBX", 6), ("OBR", 4), ("RXA", 5), ("RXA", 7), ("RXE", 2), ("RXO", 1), ("RXD", 2), ("SPM", 4),
        ("ERR", 3),
    }
)  # fmt: skip
"""Coded values whose words (components 2 and 5) come from a catalogue."""


def hl7_shown(segment: str, field: int, component: int, datatype: str, value: str, subcomponent: int = 1) -> bool:
    """Whether a value of HL7 v2 may be seen. `datatype` is the field's; what is not divided is its first part."""
    if field in _NEVER.get(segment, ()):
        return False
    if form := _ALWAYS.get(segment, {}).get(field):
        return bool(form.match(value))
    if subcomponent > 1 and (datatype, component) not in _DEEP:
        return False
    only = _ONLY.get(segment)
    if only is not None and field not in only:
        return False
    if segment in ("QRD", "QPD") and field in (2, 4):
        return bool(_CODE.match(value))
    if (segment, field) in _NAMED and component in (2, 5):
        return bool(_WORDS.match(value))
    form, components = _FORMS.get(datatype, (_CODE, frozenset()))
    return component in components and bool((_SHORT if segment in _PERSONS else form).match(value))


def has_form(segment: str, field: int) -> bool:
    """Whether a field of a header holds no words, so that what has another form doesn't belong there."""
    form = _ALWAYS.get(segment, {}).get(field)
    return form is not None and form is not _WORDS


_SWALLOWED = re.compile(
    r"[^A-Z](?:PID|PD1|NK1|GT1|IN[123]|MRG|PV[12]|EVN|NTE|OB[RX]|ORC|AL1|DG1|PR1|FT1|DSP|QR[DF]|QPD|MSH|Z[A-Z0-9]{2})\Z"
)


def swallows(field: str) -> bool:
    """Whether the next segment begins at the end of a field: what divided them was no line end, or got lost."""
    return bool(_SWALLOWED.search(field[-8:]))


_NUMBERS = {("PID", n): 1 for n in (2, 3, 4, 18, 19, 20)} | {("MRG", n): 1 for n in range(1, 7)} | {("IN1", 36): 1}
_CALLED = {("PID", 5), ("PID", 6), ("PID", 9), ("MRG", 7), ("NK1", 2), ("GT1", 3), ("IN1", 16)}
_IDENTIFYING = _NUMBERS | dict.fromkeys(_CALLED, 3)
_WORD = re.compile(r"\w+")


def identifies(segment: str, field: int, component: int) -> bool:
    """Whether a value is what a person is called or known by, so that it says who it is at any other place, too."""
    return component <= _IDENTIFYING.get((segment, field), 0)


_V2_NAMES = frozenset({"CX.1", "FN.1", "XPN.1", "XPN.2"})


def names_person(title: str, path: str) -> bool:
    """The same of a value of JSON or XML, by its path."""
    steps = [step.rpartition(":")[2] for step in _steps(path) if not step.isdigit() and step != "@value"]
    last, around = (steps[-1], steps[-2] if len(steps) > 1 else "") if steps else ("", "")
    if title.startswith("FHIR "):
        known = last == "id" or (last == "value" and around in ("identifier", "telecom"))
        return known or last in ("family", "given")
    if title == "HL7 v2 XML":
        return "PID" in steps and last in _V2_NAMES
    return last in ("family", "given") or (around, last) == ("id", "@extension")


def words(value: str) -> frozenset[str]:
    """Those of a value that tell something, as they are compared."""
    return telling(_WORD.findall(value))


_PLAIN = frozenset({"boolean", "null", "undefined"})
"""Types of values that say neither a word nor a figure."""

_LOWER = re.compile(r"[a-z][a-z-]{1,40}\Z")
_MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9.:Z+-]{1,24}\Z")
_FHIR: dict[str, re.Pattern[str]] = {
    **dict.fromkeys(
        (
            "status", "type", "intent", "gender", "mode", "priority", "verificationStatus", "clinicalStatus",
            "category", "severity", "event",
        ),
        _LOWER,
    ),
    "code": _CODE,
    "unit": _CODE,
    "system": re.compile(_URI.pattern.replace("[a-z]{2,12}", "phone|fax|email|pager|url|sms|other")),
    "use": re.compile(r"(?:usual|official|temp|nickname|anonymous|old|maiden|home|work|mobile|billing|secondary)\Z"),
    "comparator": re.compile(r"[<>=a-z]{1,3}\Z"),
    "method": re.compile(r"[A-Z]{3,6}\Z"),
    "rank": re.compile(r"[0-9]{1,2}\Z"),
    "version": re.compile(r"[0-9][0-9.]{0,11}\Z"),
    "versionId": re.compile(r"[0-9.]{1,6}\Z"),
    "lastUpdated": _MOMENT,
    "timestamp": _MOMENT,
}  # fmt: skip
"""Members of FHIR resources that hold codes, and times of the message, if they look like this."""

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
        return found is not None and hl7_shown("MSH", int(found[1]), 1, "", value)
    if last == "@root":
        return bool(_OID.match(value))
    return last.startswith("@") and last[1:].rpartition(":")[2] in _V3 and bool(_CODE.match(value))


def _fhir_shown(resource: str, steps: list[str], value: str) -> bool:
    last = steps[-1] if steps else ""
    if last == "id" and len(steps) == 1:
        return resource in _FHIR_IDS and bool(_ID.match(value))
    if last == "resourceType" or (last == "type" and value in RESOURCES):
        return value in RESOURCES
    form = _FHIR.get(last)
    return form is not None and bool(form.match(value))


_MEMBER = re.compile(r"(?!\D*[0-9]{4})[A-Za-z_$@#][\w$@.:-]{0,63}(?:\[[0-9]+\])?\Z|-?[0-9]{0,3}\Z", re.ASCII)
_FHIR_MEMBER = re.compile(r"_?[a-z][A-Za-z0-9]{0,63}(?:\[[0-9]+\])?\Z|[0-9]{0,3}\Z")


def name_shown(title: str, name: str) -> bool:
    """Whether the name of a member of JSON or CBOR may be seen: it looks like one, and not like what somebody is."""
    return bool((_FHIR_MEMBER if title.startswith("FHIR ") else _MEMBER).match(name))


def _steps(path: str) -> list[str]:
    return [_NUMBER.sub("", step) for step in path.split("/")[1:]]


LEAST = 4
"""Characters of a protected value that must not occur anywhere else either: shorter ones are parts of everything."""


def telling(values: Iterable[str]) -> frozenset[str]:
    """Those that are looked for wherever they may stand: without blanks around them, in small letters."""
    return frozenset(found for value in values if len(found := value.strip().casefold()) >= LEAST)
