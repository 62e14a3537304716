"""What scripts and people get of a document: paths, names and values, nothing invisible, nothing that is masked."""

import json

from qmonitor.payloads.describe import describe
from qmonitor.payloads.flat import READ, flat, tree_text
from qmonitor.payloads.model import Document, Element, Hint, Segment
from qmonitor.payloads.tree import KEPT

HL7 = (
    b"MSH|^~\\&|HIS|NORTH|LAB|SOUTH|20261129080000||ADT^A01|7|P|2.5.1\r"
    b"EVN|A01\rPID|1||A^B&C~D||Nordmann^Ida\rNTE|1||x\\.br\\y\r"
)


def mask(element: Element, segment: Segment) -> str | None:
    return "█" * len(element.value or "") if segment.name == "PID" and element.path.startswith("PID-5") else None


def text(document: Document, **named: object) -> str:
    return "\n".join(tree_text(document, **named))  # type: ignore[arg-type]


def test_hl7_as_plain_values() -> None:
    made = flat(describe(HL7))

    assert {name: made[name] for name in ("format", "encoding", "notices")} == {
        "format": "hl7v2",
        "encoding": "UTF-8",
        "notices": [],
    }
    (message,) = made["messages"]
    assert [segment["name"] for segment in message["segments"]] == ["MSH", "EVN", "PID", "NTE"]
    assert message["segments"][2]["values"] == [
        {"path": "PID-1", "name": "Set Id Pid", "value": "1"},
        {"path": "PID-3[1].1", "name": "Patient Identifier List / Id Number", "value": "A"},
        {"path": "PID-3[1].2.1", "name": "Patient Identifier List / Check Digit", "value": "B"},
        {"path": "PID-3[1].2.2", "name": "Patient Identifier List / Check Digit", "value": "C"},
        {"path": "PID-3[2]", "name": "Patient Identifier List", "value": "D"},
        {"path": "PID-5.1", "name": "Patient Name / Family Name", "value": "Nordmann"},
        {"path": "PID-5.2", "name": "Patient Name / Given Name", "value": "Ida"},
    ]
    assert "envelope" not in made


def test_a_batch_has_an_envelope() -> None:
    made = flat(describe(b"BHS|^~\\&|HIS\r" + HL7 + HL7 + b"BTS|2\r"))

    assert len(made["messages"]) == 2
    assert [segment["name"] for segment in made["envelope"]["segments"]] == ["BHS", "BTS"]


def test_masked_values_are_marks_wherever_they_are_written() -> None:
    document = describe(HL7)

    written = json.dumps(flat(document, HL7, mask), ensure_ascii=False) + text(document, mask=mask)

    assert "Nordmann" not in written
    assert "Ida" not in written
    assert written.count("█" * 8) == 2


def test_values_that_are_not_kept_whole_are_read_again() -> None:
    raw = b'{"a": "' + b"x" * (KEPT + 5) + b'\\u00e4"}'

    def value(made: dict[str, object]) -> str:
        return made["messages"][0]["segments"][0]["values"][0]["value"]  # type: ignore[index, no-any-return]

    assert value(flat(describe(raw), raw)) == "x" * (KEPT + 5) + "ä"
    assert value(flat(describe(raw))) == "x" * KEPT


def test_what_is_not_described_is_said() -> None:
    document = describe(b'{"a": 1, "b', Hint(size=2_000_000))

    assert flat(document)["notices"] == ["11 of 2,000,000 bytes are described"]
    assert "! 11 of 2,000,000 bytes are described" in text(document)


def test_what_is_not_described_is_said_once() -> None:
    document = describe(HL7, Hint(size=2_000_000))
    said = f"{len(HL7)} of 2,000,000 bytes are described"

    assert flat(document)["notices"] == [said]
    assert [line for line in tree_text(document) if line.startswith("!")] == [f"! {said}"]


def test_a_notice_says_where() -> None:
    assert flat(describe(b'{"a": [1, 2, ]}'))["notices"] == ["A comma too many (/a)"]


def test_the_text_stands_in_columns() -> None:
    lines = text(describe(HL7)).splitlines()

    assert lines[0] == f"hl7v2, UTF-8, recognised by its bytes, {len(HL7)} bytes"
    begin = lines.index("PID  Patient Identification")
    assert lines[begin + 1 : begin + 11] == [
        "  PID-1               Set Id Pid                             1",
        "  PID-3               Patient Identifier List",
        "    PID-3[1]          Patient Identifier List",
        "      PID-3[1].1      Patient Identifier List / Id Number    A",
        "      PID-3[1].2      Patient Identifier List / Check Digit",
        "        PID-3[1].2.1  Patient Identifier List / Check Digit  B",
        "        PID-3[1].2.2  Patient Identifier List / Check Digit  C",
        "    PID-3[2]          Patient Identifier List                D",
        "  PID-5               Patient Name",
        "    PID-5.1           Patient Name / Family Name             Nordmann",
    ]


def test_nothing_in_the_text_is_invisible_or_runs_a_terminal() -> None:
    document = describe(b'{"a\\u001b[31m": "x\\u0000\\u202e\\r\\n\\u0007", "b": "\\ud83d"}')

    for line in tree_text(document):
        assert line.isprintable()
    assert "x␀⟨U+202E⟩␍␊␇" in text(document)


def test_a_long_value_is_said_to_be_longer() -> None:
    assert text(describe(b'["' + b"x" * 5_000 + b'"]')).endswith("x" * READ + " … (5,000 bytes)")
