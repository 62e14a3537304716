"""Whatever tells of a person is hidden, by marks of equal length, in every format; copies are read again."""

import json
import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from qmonitor.payloads import mask, protected
from qmonitor.payloads.describe import describe
from qmonitor.payloads.mask import FILL, MARK, NotMasked, Protection, mask_bytes, mask_text, masked, merged, veiled
from qmonitor.payloads.mask.needles import Needles
from qmonitor.payloads.mask.tails import mask_tail
from qmonitor.payloads.model import ROOM, Format, Hint

REPORT = (
    b"MSH|^~\\&|LAB|NORTH|RCV|SOUTH|20260101120000|s3cret|ORU^R01^ORU_R01|MSG00001|P|2.5.1\r"
    b"EVN|R01|20260101120000|||NURSE77^Quill^Ada\r"
    b"PID|1|OLD-1|12345^^^NORTH^MR~99-88^^^STATE^SS||QUENTIN^VERA^^DR||19700131|F||C|Elm Row 5^^Upton^^12345||"
    b"555-0101\r"
    b"NK1|1|QUENTIN^OTTO|SPO^Spouse|Elm Row 5|555-0102\r"
    b"PV1|1|I|WARD1^202^A^NORTH||||77^HEALER^TOM|||MED|||||||||V-99-77\r"
    b"OBR|1|A1^HIS|F1^LAB|GLU^Glucose^L|||20260101||||||lives alone\r"
    b"OBX|1|NM|GLU^Glucose^L||7.25|mmol/L|3-5|H|||F\r"
    b"NTE|1|L|Mrs QUENTIN called\r"
    b"AL1|1|DA^Drug|PEN^says it was a rash^L\r"
    b"ZPI|1|QUENTIN\r"
    b"XYZ|9|QUENTIN\r"
    b"dictated by QUENTIN\r"
)
SAID_NOTHING = (
    "QUENTIN",
    "VERA",
    "OTTO",
    "12345^",
    "99-88",
    "1970",
    "Elm",
    "555",
    "HEALER",
    "V-99",
    "Quill",
    "NURSE77",
)
FHIR = {
    "resourceType": "Patient",
    "id": "p-1",
    "identifier": [{"system": "http://north.example/ids", "use": "usual", "value": "99-88"}],
    "name": [{"family": "Quentin", "use": "official"}],
    "gender": "female",
    "birthDate": "1970-01-31",
    "active": True,
    "score": 12.50,
    "note": None,
}


def hidden(raw: bytes, hint: Hint = Hint()) -> str:  # noqa: B008 - frozen
    """The payload as it is shown, a letter for each byte that is hidden."""
    return mask_bytes(raw, Protection.of(describe(raw, hint), raw).spans).decode("latin-1")


# -- the table -----------------------------------------------------------------------------------------------


def test_a_report_keeps_what_support_needs_and_nothing_of_the_patient():
    shown = hidden(REPORT).split("\r")
    assert shown[0] == "MSH|^~\\&|LAB|NORTH|RCV|SOUTH|20260101120000|XXXXXX|ORU^R01^ORU_R01|MSG00001|P|2.5.1"
    assert shown[1] == "EVN|R01|20260101120000|||XXXXXXX^XXXXX^XXX"
    assert shown[2].startswith(
        "PID|1|XXXXX|XXXXX^^^XXXXX^XX~XXXXX^^^XXXXX^XX||XXXXXXX^XXXX^^XX||XXXXXXXX|F||X|XXXXXXXXX^^"
    )
    assert shown[3] == "NK1|1|XXXXXXX^XXXX|SPO^XXXXXX|XXXXXXXXX|XXXXXXXX"
    assert shown[4] == "PV1|1|I|WARD1^XXX^X^NORTH||||XX^XXXXXX^XXX|||MED|||||||||XXXXXXX"
    assert shown[5] == "OBR|1|A1^HIS|F1^LAB|GLU^Glucose^L|||20260101||||||XXXXXXXXXXX"
    assert shown[6] == "OBX|1|NM|GLU^Glucose^L||XXXX|mmol/L|3-5|H|||F"
    assert shown[7] == "NTE|1|L|XXXXXXXXXXXXXXXXXX"
    assert shown[8] == "AL1|1|DA^XXXX|PEN^XXXXXXXXXXXXXXXXXX^L"
    assert shown[9:12] == ["ZPI|X|XXXXXXX", "XYZ|X|XXXXXXX", "X" * len("dictated by QUENTIN")]


@pytest.mark.parametrize("version", ["2.1", "2.2", "2.3", "2.3.1", "2.4", "2.5", "2.6", "2.7", "2.8.2", "9.9", "", "2"])
def test_no_version_shows_more_than_another(version):
    shown = hidden(REPORT.replace(b"2.5.1", version.encode()))
    assert not [one for one in SAID_NOTHING if one in shown]
    assert "MSG00001" in shown
    assert "ORU^R01" in shown


def test_what_stands_before_the_header_and_between_messages_is_hidden():
    raw = b"2026-01-01 received for QUENTIN:\r\n" + REPORT.replace(b"ZPI", b"\x1c\r\x0bstray QUENTIN\rZPI")
    assert "QUENTIN" not in hidden(raw)


@pytest.mark.parametrize(
    "line",
    [
        b"PV1|1|Quentin Vera",  # no code
        b"PV1|1|I^Quentin",  # a component that its type does not have
        b"OBX|1|ED|DOC||^application^pdf^Base64^UXVlbnRpbg==",
        b"ORC|RE||||||||||||||||||||||||||||||||||||||||Quentin",
        b"DG1|1||J45|Quentin has asthma",
        b"MSA|AE|MSG00001|Quentin is unknown",
        b"ERR||PID^1^5|101|E||||Quentin is too long",
        b"QRD|20260101|R|I|Q1|||1^RD|^Quentin^Vera",
        b"ROL|1|AD|PP|77^Quentin",
        b"GT1|1||Quentin^Vera",
        b"IN1|1|P|2|||||||||||||Quentin^Vera",
        b"IN2|Quentin",
        b"MRG|Quentin",
        b"PD1|||Quentin Practice|7^Quentin",
        b"OBR|1||||||||||||||||||Quentin",
        b"TXA|1|DS||||||||||||||Quentin.pdf",
        b"CON|1|||||||||||||||||||||||Quentin",
        b"BHS|^~\\&||||||| Quentin",
        b"pid|1||||Quentin",
        b"Z|Quentin",
    ],
)
def test_a_name_at_an_unusual_place(line):
    assert "Quentin" not in hidden(b"MSH|^~\\&|A|B|C|D|20260101||ADT^A08|M1|P|2.5.1\r" + line + b"\r")


ENDS = [
    "\x1e",
    "\\r",
    "\\X0D\\",
    "\x85",
    "\u2028",
    "\f",
    "\v",
    "\0",
    " ",
    "",
    "<br>",
    "&#13;",
    "\x1c",
    "~",
    "\\.br\\",
    "\\n",
]
PERSON = "PID|1||777123^^^NORTH^MR||QUENTIN^VERA||19700131|F|||Elm Row||555-0101|||||||||1|||||||||||||Quentin"


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("before", ["MSH|^~\\&|A|B|C|D|20260101||ADT^A08|M1|P|2.5.1", "EVN|A08|20260101", "PV1|1||W2"])
@pytest.mark.parametrize("codec", ["utf-8", "utf-16"])
def test_a_lost_line_end_shows_nobody(end, before, codec):
    head = "" if before.startswith("MSH") else "MSH|^~\\&|A|B|C|D|20260101||ADT^A08|M1|P|2.5.1\r"
    raw = f"{head}{before}{end}{PERSON}\rPV1|1|I\r".encode(codec)
    told = re.compile("QUENTIN|VERA|777123|1970|555|Elm", re.IGNORECASE)
    protection = Protection.of(describe(raw, Hint()), raw)
    assert not told.search(mask_bytes(raw, protection.spans).decode(codec, "replace"))
    for segment in protection.document.segments():
        assert not [leaf for one in segment.elements for leaf in one.leaves() if told.search(protection.shown(leaf))]
    assert not told.search(masked(raw).decode(codec, "replace"))


@pytest.mark.parametrize(
    "line",
    [
        b"PID||777123||QUENTIN^VERA||19700131|F",
        b"PID|777123||QUENTIN^VERA||19700131|F",
        b"PID|1||||777123||QUENTIN^VERA|19700131|F",
        b"PID|1|||||777123||QUENTIN^VERA||19700131|F",
        b"PID|1|||||||F&QUENTIN^VERA~QUENTIN",
        b"NK1|1|VERA|QUENTIN|||||QUENTIN||||||||QUENTIN",
        b"MSH|^~\\&|A|B|C|D|QUENTIN||ADT^A08|M|QUENTIN|QUENTIN|QUENTIN|QUENTIN|QUENTIN|QUENTIN|QUENTIN|QUENTIN|QUENTIN",
        b"PV1|1|I&QUENTIN",
    ],
)
def test_fields_at_the_place_of_others_show_nobody(line):
    shown = hidden(b"MSH|^~\\&|A|B|C|D|20260101||ADT^A08|M1|P|2.5.1\r" + line + b"\r")
    assert not re.search("QUENTIN|VERA|777123|1970", shown)


def test_a_header_whose_delimiters_are_a_name():
    assert "QUENTIN" not in hidden(b"MSH|QUENTIN VERA|LAB|N|R|S|2026||A|1|P|2.5\rPID|1||5\r")


def test_who_it_is_does_not_stand_again_at_another_place():
    raw = (
        b"MSH|^~\\&|LAB|NORTH|RCV|SOUTH|20260101||ORU^R01|M-777123|P|2.5.1\rPID|1||777123^^^NORTH||QUENTIN^VERA\r"
        b"ORC|RE|777123|A1\rOBR|1|777123^HIS|F1|GLU^Glucose of Quentin^L\rPV1|1|I|QUENTIN\r"
    )
    shown = hidden(raw).split("\r")
    assert shown[0] == "MSH|^~\\&|LAB|NORTH|RCV|SOUTH|20260101||ORU^R01|XXXXXXXX|P|2.5.1"
    assert shown[2:5] == ["ORC|RE|XXXXXX|A1", "OBR|1|XXXXXX^HIS|F1|GLU^XXXXXXXXXXXXXXXXXX^L", "PV1|1|I|XXXXXXX"]


def test_a_number_of_the_patient_inside_a_code_is_hidden_where_the_message_is_seen():
    raw = (
        b"MSH|^~\\&|LAB|NORTH|RCV|SOUTH|20260101||ADT^A01|M1|P|2.5.1\rPID|1||777123^^^NORTH~2026^^^OLD||QUENTIN^VERA\r"
        b"PV1|1|I||||||||MED||||||||V777123\rOBR|1|A777123-01^HIS|F1|88777-1^Glucose\r"
    )
    protection = Protection.of(describe(raw, Hint()), raw)
    for value in (b"V777123", b"A777123-01"):
        assert (raw.index(value), raw.index(value) + len(value)) in protection.spans
    assert not protection.covers(raw.index(b"20260101"), raw.index(b"20260101") + 8)  # too short a number to tell
    assert not protection.covers(raw.index(b"88777-1"), raw.index(b"88777-1") + 7)


@pytest.mark.parametrize("codec", ["utf-8", "utf-16"])
@pytest.mark.parametrize(
    "raw",
    [
        {"Quentin Vera": {"777123": [True, 1]}, "a": 1},
        {"resourceType": "Patient", "Quentin": 1, "contained": [{"777123": "x"}]},
        [{"born 1970": None}],
        {"resourceType": "Patient", "telecom": [{"system": "quentin", "use": "Quentin", "rank": 1970}],
         "address": [{"type": "Quentin", "use": "Quentin"}], "active": "Quentin",
         "identifier": [{"system": "urn:oid:777123", "type": "777123"}],
         "lastUpdated": "19700131", "timestamp": "1970-01-31"},
        {"resourceType": "Quentin"},
    ],
)  # fmt: skip
def test_names_of_members_and_values_that_are_no_codes(codec, raw):
    stored = json.dumps(raw).encode(codec)
    document = describe(stored, Hint())
    shown = mask_bytes(stored, Protection.of(document, stored).spans).decode(codec, "replace")
    said = re.compile("Quentin|Vera|777123|1970", re.IGNORECASE)
    assert not said.search(shown)
    for segment in veiled(document).segments():
        assert not [leaf for one in segment.elements for leaf in one.leaves() if said.search(leaf.path)]
    try:
        copy = masked(stored)
    except NotMasked:
        return
    assert not said.search(copy.decode(codec, "replace"))
    assert codec == "utf-16" or json.loads(copy)


def test_paths_that_are_marks_differ_and_notices_follow_them():
    raw = b'{"Quentin Vera":1,"Quentin Otto":2,"a":{"b":1,"b":2},"Quentin Vera":{"c":1,"c":2},"list":[0,1]}'
    document = describe(raw, Hint())
    shown = veiled(document)
    paths = [leaf.path for segment in shown.segments() for one in segment.elements for leaf in one.leaves()]
    assert len(set(paths)) == len(paths) == 8
    assert {notice.path for notice in shown.notices} <= set(paths) | {f"/{MARK * 15}[4]"}
    assert "Quentin" not in repr(shown)
    assert veiled(describe(b'{"a":[1,{"b":2}]}', Hint())).messages[0].segments[0].elements[0].path == "/a"


def test_keys_of_cbor():
    raw = b"\xa2\x67QUENTIN\xf5\x6cVERA QUENTIN\x01"
    assert "VERA" not in hidden(raw)
    assert "VERA" not in repr(veiled(describe(raw, Hint())))


@pytest.mark.parametrize(
    "raw",
    [
        b'<Patient xmlns="http://hl7.org/fhir"></Patient Quentin="Vera">',
        b'<?xml version="1.0" Quentin="Vera"?><Patient xmlns="http://hl7.org/fhir"/>',
        b'<?xml version="1.0" standalone="Quentin"?><a/>',
        b"<a>" + b"&x;<b/>" * 200 + b"</a><!DOCTYPE a [<!ENTITY e 'Quentin'>]>",
    ],
)
def test_what_has_no_business_in_a_tag_or_a_declaration(raw):
    assert not re.search("Quentin|Vera", hidden(raw))
    try:
        assert b"Quentin" not in masked(raw)
    except NotMasked:
        assert b"DOCTYPE" in raw


def test_json_hides_every_text_and_number_and_fhir_shows_its_codes():
    raw = json.dumps(FHIR).encode()
    found = json.loads(re.sub(r"X+\.?X*(?=[,}])", "0", hidden(raw)))
    assert found["resourceType"] == "Patient"
    assert found["gender"] == "female"
    assert found["identifier"][0] == {"system": "http://north.example/ids", "use": "usual", "value": "XXXXX"}
    assert found["name"][0] == {"family": "XXXXXXX", "use": "official"}
    assert (found["id"], found["birthDate"], found["active"], found["note"]) == ("XXX", "XXXXXXXXXX", True, None)
    assert hidden(b'{"status":"active","code":"A1"} Quentin') == '{"status":"XXXXXX","code":"XX"}XXXXXXXX'


def test_xml_hides_texts_attributes_comments_and_definitions():
    raw = (
        b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY m "Quentin">]><Patient xmlns="http://hl7.org/fhir">'
        b'<name><family value="Quentin"/></name><gender value="female"/><!-- Quentin --><?note Quentin?>'
        b"<text>Quentin &m; <b>Vera</b><![CDATA[Quentin]]></text></Patient>"
    )
    shown = hidden(raw)
    assert not re.search("Quentin|Vera|&m;", shown)
    assert 'xmlns="http://hl7.org/fhir"' in shown
    assert '<gender value="female"/>' in shown


def test_cda_shows_codes_and_their_systems_alone():
    raw = (
        b'<ClinicalDocument xmlns="urn:hl7-org:v3"><id root="2.16.840.1.113883.19" extension="99-88"/>'
        b'<code code="11488-4" codeSystem="2.16.840.1.113883.6.1" displayName="Consult of Quentin"/>'
        b'<effectiveTime value="19700131"/><title>Quentin</title></ClinicalDocument>'
    )
    shown = hidden(raw)
    assert not re.search("Quentin|99-88|1970", shown)
    assert 'root="2.16.840.1.113883.19"' in shown
    assert 'code="11488-4" codeSystem="2.16.840.1.113883.6.1"' in shown


@pytest.mark.parametrize("raw", [b"Quentin\r\nVera", b"\x89PNG\r\n\x1a\nQuentin\0\1\2", b"%PDF-1.7 Quentin", b""])
def test_what_is_not_understood_is_hidden_as_a_whole(raw):
    assert not re.search(r"[^X\r\n]", hidden(raw))


def test_of_a_beginning_the_rest_is_hidden_too():
    raw = REPORT[:200]
    protection = Protection.of(describe(raw, Hint(size=len(REPORT))), raw)
    assert protection.spans[-1][1] == len(REPORT)
    assert protection.covers(200, len(REPORT))


def test_passwords_and_nulls():
    assert hidden(b'MSH|^~\\&|A||||20260101|pw|ADT^A08|1|P|2.5.1\rPID|1||""||""') == (
        'MSH|^~\\&|A||||20260101|XX|ADT^A08|1|P|2.5.1\rPID|1||""||""'
    )


# -- marks ---------------------------------------------------------------------------------------------------


SPANS = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), max_size=8)


@given(st.text(max_size=50), SPANS)
def test_marks_are_as_many_as_the_characters_and_lines_stay_lines(text, spans):
    shown = mask_text(text, spans)
    assert len(shown) == len(text)
    covered = {at for begin, end in spans for at in range(begin, end)}
    for at, character in enumerate(text):
        kept = at not in covered or character in "\r\n"
        assert shown[at] == (character if kept else MARK)


@given(st.binary(max_size=50), SPANS, st.integers(0, 20))
def test_bytes_keep_their_places(raw, spans, start):
    shown = mask_bytes(raw, spans, start)
    assert len(shown) == len(raw)
    covered = {at for begin, end in spans for at in range(begin, end)}
    for at, byte in enumerate(raw):
        kept = at + start not in covered or byte in b"\r\n"
        assert shown[at] == (byte if kept else FILL[0])


@given(SPANS)
def test_spans_are_merged(spans):
    found = merged(spans)
    assert {at for span in found for at in range(*span)} == {at for span in spans for at in range(*span)}
    assert all(left[1] < right[0] for left, right in zip(found, found[1:], strict=False))


# -- any payload ---------------------------------------------------------------------------------------------


PIECES = [
    REPORT, b"QUENTIN", b"|", b"^", b"~", b"&", b"\\", b"\\X51\\", b"\r", b"\n", b"\x0b", b"\x1c", b"MSH|^~\\&|",
    b"MSH", b"PID|1||", b"ZZZ|", b'{"a":"Vera"}', b'"', b"<a b='Vera'>", b"</a>", b"<!--", b"]]>", b"\xff", b"\0",
    "ß".encode(), b"UNICODE UTF-8", b"2.5.1", json.dumps(FHIR).encode(), b"[", b"]", b"{", b"}", b":", b",", b"1.5e3",
    b"\xa2\x61a",
]  # fmt: skip


@st.composite
def payloads(draw):
    """Pieces of messages, spliced."""
    raw = b"".join(draw(st.lists(st.sampled_from(PIECES) | st.binary(max_size=6), max_size=12)))
    begin = draw(st.integers(0, len(raw)))
    return raw[begin:] if draw(st.booleans()) else raw[: len(raw) - begin]


@settings(max_examples=300, deadline=None)
@given(payloads())
@example(b"")
@example(REPORT.decode().encode("utf-16"))
@example(b'{"a":["Vera", "Ve\\u0072a", {"Vera": 1}]}')
@example(b' 12.5, "note": null}' + json.dumps(FHIR).encode())
@example(b"MSH|^~\\&|Z\rZAA|MSH|\rZAB|A\\F\\B C")
def test_nothing_hidden_is_shown_and_no_copy_holds_it(raw):
    document = describe(raw, Hint())
    protection = Protection.of(document, raw)
    assert protection.spans == merged(protection.spans)
    for segment in document.segments():
        for element in segment.elements:
            for leaf in element.leaves():
                shown = protection.shown(leaf)
                assert len(shown) == len(leaf.value or "")
                assert not protection.hides(leaf) or not shown.strip(f"{MARK}\r\n")
    try:
        copy = masked(raw)
    except NotMasked:
        return
    assert len(copy) == len(raw)
    left = copy.lower().decode("latin-1")
    for value in protected.telling(protection.values()):
        for stored in (value.encode("utf-8"), value.encode("utf-16-le"), value.encode("utf-16-be")):
            assert stored.strip(b"x9 \0").decode("latin-1") == "" or stored.decode("latin-1") not in left


# -- masked copies -------------------------------------------------------------------------------------------


def test_a_copy_is_masked_where_a_value_stands_again():
    raw = REPORT.replace(b"GLU^Glucose^L||", b"GLU^quentin^L||").replace(b"MSG00001", b"M\\X51\\UENTIN1")
    copy = masked(raw)
    assert b"uentin" not in copy.lower()
    assert describe(copy, Hint()).format is Format.HL7V2
    assert copy.count(b"\r") == raw.count(b"\r")


def test_what_stands_beside_the_values_of_a_document_is_left_nowhere():
    raw = b'{"resourceType":"Observation","code":{"coding":[{"code":"QUENTIN1"}]}}'
    for beside in (b" QUENTIN1", b" ,QUENTIN1}"):
        assert b"QUENTIN1" not in masked(raw + beside)


def test_brackets_too_many_are_no_reason_to_refuse_a_copy():
    assert masked(b'{"a":{"b":{"c":{"d":"Vera"}}}}}}}}').startswith(b'{"a":{"b":{"c":{"d":"XXXX"}}}}')


def test_a_copy_of_json_stays_json():
    found = json.loads(masked(json.dumps(FHIR).encode()))
    assert found["score"] == 9999
    assert found["name"][0]["family"] == "XXXXXXX"
    assert found["gender"] == "female"


def test_a_copy_in_wide_characters():
    for codec in ("utf-16", "utf-16-le", "utf-32"):
        copy = masked(REPORT.decode().encode(codec))
        assert "QUENTIN" not in copy.decode(codec)
        assert "MSG00001" in copy.decode(codec)
        assert "PID|1|XXXXX|XXXXX^" in copy.decode(codec)


def test_a_copy_goes_through_all_of_a_large_message():
    raw = REPORT + b"".join(b"OBX|%d|TX|A||result %d of QUENTIN\r" % (n, n) for n in range(20_000))
    assert describe(raw, Hint()).described < len(raw)
    copy = masked(raw)
    assert b"QUENTIN" not in copy
    assert copy.splitlines()[-1].endswith(b"OBX|19999|TX|A||" + b"X" * len("result 19999 of QUENTIN"))


def test_no_copy_where_a_value_would_stay():
    """A value that consists of what divides the message can't be taken out without dividing it otherwise."""
    with pytest.raises(NotMasked) as told:
        masked(b"MSH|^~\\&|A|||||||1|P|2.5.1\rZAA|\\F\\\\F\\\\F\\\\F\\")
    assert "||||" not in str(told.value)
    assert told.value.remedy


def test_needles():
    found = list(Needles({"vera", "vera quentin", "quen"}).found("has vera quentin, vera and quentin"))
    assert found == [(4, 16), (18, 22), (27, 31)]


def test_the_door():
    assert set(mask.__all__) >= {"Protection", "mask_text", "mask_bytes", "masked", "NotMasked", "MARK"}


def test_a_copy_hides_all_of_a_code_that_a_value_stands_in():
    """Half of it would be no code any more, and the copy would look unmasked."""
    raw = REPORT.replace(b"PV1|1|I|", b"PV1|12345|I|") + b"OBX|2|NM|12345-9^Count^L||1|1|0-2|N|||F\r"
    copy = masked(raw)
    assert b"PV1|XXXXX|I|" in copy
    assert b"OBX|2|NM|XXXXXXX^Count^L||X|1|0-2|N|||F" in copy


def test_a_copy_of_a_very_long_document_stays_one():
    names = ["Quentin Vera", 'Vera \\u00e4 \\"x\\\\', "b]}"]
    item = ',{"n":-1.5e3,"%s":["a\\"b",true,null,{}],"e":""}'
    raw = ("[0" + "".join(item % names[n % 3] for n in range(25_000)) + "]").encode()
    assert describe(raw, Hint(room=ROOM)).described < len(raw)
    copy = masked(raw)
    found = json.loads(copy)
    assert len(found) == 25_001
    assert found[-1]["X"] == ""
    assert not re.search(rb"Quentin|Vera|1\.5", copy)
    one = b"<p n=\"Quentin\" m='V'><a>Vera &amp; Quentin</a><!-- Quentin --><![CDATA[Vera]]><b/></p>\n"
    raw = b"<list>" + one * 25_000 + b"</list>"
    assert describe(raw, Hint(room=ROOM)).described < len(raw)
    copy = masked(raw)
    assert not re.search(rb"Quentin|Vera|amp", copy)
    root = ET.fromstring(copy.decode())
    assert len(root) == 25_000
    assert root[-1].find("a").text.split() == ["X" * 4, "X" * 5, "X" * 7]


@pytest.mark.parametrize("kind", [Format.JSON, Format.XML])
@given(st.binary(max_size=60) | st.lists(st.sampled_from(PIECES)).map(b"".join))
def test_an_end_is_masked_whatever_it_is(kind, tail):
    found = mask_tail(tail, kind)
    assert len(found) == len(tail)
    assert mask_tail(found, kind) == found


@pytest.mark.parametrize(
    ("kind", "tail", "expected"),
    [
        (Format.JSON, b'uentin","a":Vera,true,truely,-1.5', b'XXXXXX"X"X"XXXXXXXXXXXXXXXXXXXXXX'),
        (Format.JSON, b'"Quentin \\"Vera', b'"XXXXXXXXXXXXXX'),
        (Format.XML, b'uentin</a Vera><b Vera><c d="Vera"/>', b'XXXXXXXXX XXXXXXX XXXXX<c d="XXXX"/>'),
        (Format.XML, b"<!DOCTYPE Vera><?Vera?><!-- Vera", b"XXXXXXXXX XXXXXXXXXXXXXXXXX XXXX"),
    ],
)
def test_an_end_that_is_odd(kind, tail, expected):
    assert mask_tail(tail, kind) == expected


@pytest.mark.parametrize("control_id", ["777123", "M777123-4", "x-quentin"])
def test_a_control_id_that_holds_a_name_or_number_tells(control_id):
    raw = (
        f"MSH|^~\\&|LAB|NORTH|RCV|SOUTH|20260101||ORU^R01|{control_id}|P|2.5.1\r"
        "PID|1||777123^^^N||QUENTIN^VERA\rOBX|1|NM|GLU^G^L||4711||||||F\r"
    ).encode()
    protection = Protection.of(describe(raw, Hint()), raw)
    assert protection.tells(control_id)
    assert control_id not in hidden(raw)
    assert not protection.tells("MSG4711")
    assert not protection.tells("")


def test_what_other_formats_protect_tells_too():
    raw = json.dumps(FHIR).encode()
    protection = Protection.of(describe(raw, Hint()), raw)
    assert protection.tells("B-99-88-1")
    assert not protection.tells("female-1")


NUMBERED = (
    (
        b'{"resourceType":"Bundle","id":"777123456","type":"message","entry":[{"resource":{"resourceType":"Patient",'
        b'"identifier":[{"system":"http://north.example/M777123456","value":"777123456"}],'
        b'"name":[{"family":"Quentin"}]}},{"resource":{"resourceType":"Observation","status":"final",'
        b'"code":{"coding":[{"code":"QUENTIN"}]}}}]}'
    ),
    (
        b'<ClinicalDocument xmlns="urn:hl7-org:v3"><id root="2.16.840.1.777123456"/>'
        b'<code code="Quentin" codeSystem="2.16"/><recordTarget><patientRole>'
        b'<id extension="777123456" root="2.16.840.1"/><patient><name><family>Quentin</family>'
        b"</name></patient></patientRole></recordTarget></ClinicalDocument>"
    ),
    (
        b'<Bundle xmlns="http://hl7.org/fhir"><id value="777123456"/><entry><resource><Patient><identifier>'
        b'<value value="777123456"/></identifier><name><family value="Quentin"/></name></Patient></resource>'
        b"</entry></Bundle>"
    ),
    (
        b'<ADT_A01 xmlns="urn:hl7-org:v2xml"><MSH><MSH.10>777123456</MSH.10></MSH><PID>'
        b"<PID.3><CX.1>777123456</CX.1></PID.3><PID.5><XPN.1><FN.1>Quentin</FN.1></XPN.1></PID.5></PID></ADT_A01>"
    ),
)


@pytest.mark.parametrize("raw", NUMBERED)
def test_the_number_and_name_of_a_person_are_hidden_wherever_they_stand_again(raw):
    document = describe(raw)
    protection = Protection.of(document, raw)
    shown = [protection.shown(leaf) for part in document.segments() for one in part.elements for leaf in one.leaves()]
    assert not [value for value in shown if "777123456" in value or "quentin" in value.casefold()]
    changed = raw.replace(b"777123456", b"888123456", 1)
    again = Protection.of(describe(changed), changed)
    seen = [
        again.shown(leaf) for part in describe(changed).segments() for one in part.elements for leaf in one.leaves()
    ]
    assert [value for value in seen if "888123456" in value]  # what is nobody's number stays


def test_codes_beside_a_person_stay_to_be_seen():
    shown = {leaf.path for leaf in _shown_leaves(NUMBERED[0])}
    assert {"/type", "/entry/1/resource/status"} <= shown


def _shown_leaves(raw):
    document = describe(raw)
    protection = Protection.of(document, raw)
    for part in document.segments():
        for one in part.elements:
            yield from (leaf for leaf in one.leaves() if leaf.value and not protection.hides(leaf))
