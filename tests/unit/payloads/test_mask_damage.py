"""Messages that lost bytes: whose fields came to stand elsewhere, nobody sees; whole messages stay as readable."""

import json
import random
import re

import pytest

from qmonitor.payloads.describe import describe
from qmonitor.payloads.flat import flat, tree_text
from qmonitor.payloads.hl7.dictionary import names
from qmonitor.payloads.hl7.fit import Fit
from qmonitor.payloads.mask import NotMasked, Protection, mask_bytes, masked
from qmonitor.payloads.model import Hint

HEAD = "MSH|^~\\&|LAB|NORTH|RCV|SOUTH|20260101120000||%s|MSG00001|P|%s\r"
PERSON = (
    "PID|1|OLDNR77|PATNR8812^^^REG^MR~SOZNR991^^^STATE^SS||QUENTINIA^VERATHEA^Q^JR||19700131|F|ALIASNAM^VERONIKA|C|"
    "ELM5^^UPTON^AL^12345||5550101||GERMAN|M|CAT|ACCNR4711|SSN99887\r"
)
DOCTOR = "77^HEALER^TOM"
MESSAGES = [
    (
        HEAD % ("ADT^A01^ADT_A01", "2.5.1") + "EVN|A01|20260101120000|||7^QUILL^ADA\r" + PERSON
        + "PD1||||12^FAMDOC^EU\rNK1|1|QUENTINIA^OTTOKARL|SPO^Spouse|ELM5^^UPTON|5550102\r"
        + f"PV1|1|I|WARD1^202^A^NORTH||||{DOCTOR}|78^SURGEON^WILMA||MED|||||||||V9977\r"
        + "AL1|1|DA^Drug|PEN^Penicillin^L|SV|RASH\rDG1|1||J45^Asthma^I10|WHEEZE|20260101|A\r"
        + "GT1|1||QUENTINIA^GUARVANIA^X||BILL9^^UPTON|5550103\r"
        + "IN1|1|P|INS1|INSURANCE CO||||||||||||QUENTINIA^INSUREDA|SEL|19650203|BILL9\r"
    ),
    (
        HEAD % ("ORU^R01", "2.5.1") + PERSON + "PV1|1|O|AMB^1\r"
        + f"ORC|RE|A1^HIS|F1^LAB||CM||||20260101|31^TYPIST^MARGA||{DOCTOR}\r"
        + f"OBR|1|A1^HIS|F1^LAB|GLU^Glucose^L|||20260101|||||||||{DOCTOR}||||||20260102|||F\r"
        + "OBX|1|NM|GLU^Glucose^L||7.25|mmol/L|3-5|H|||F|||20260101\rNTE|1|L|QUENTINIA called\r"
    ),
    (
        HEAD % ("SIU^S12", "2.3") + f"SCH|1^HIS|2^HIS|||||CHECKUP^Visit^L|||30|min||||||{DOCTOR}\r" + PERSON
        + f"PV1|1|O|AMB||||{DOCTOR}\rRGS|1\rAIS|1||CONSULT^Consultation^L\rAIL|1||ROOM4^^^NORTH\r"
    ),
    (
        HEAD % ("ADT^A40^ADT_A39", "2.4") + "EVN|A40|20260101120000\r" + PERSON
        + "MRG|MRGNR221^^^REG^MR||ACCMRG33||||MERGEDNAME^PREVIOUSLY\r"
    ),
    (
        HEAD % ("VXU^V04", "2.5.1") + PERSON + "NK1|1|QUENTINIA^OTTOKARL|MTH^Mother^HL70063\rORC|RE||IMM1^HIS\r"
        + "RXA|0|1|20260101|20260101|08^HepB^CVX|1|mL||00|31^TYPIST^MARGA|^^^AMB||||LOT1|20270101|MSD^Merck^MVX\r"
    ),
]  # fmt: skip
TOLD = re.compile(
    "QUENTINIA|VERATHEA|ALIASNAM|VERONIKA|OTTOKARL|GUARVANIA|INSUREDA|MERGEDNAME|PREVIOUSLY|"
    "OLDNR77|PATNR8812|SOZNR991|SSN99887|MRGNR221",
    re.IGNORECASE,
)
ODD = "|^~\\&\r\n \0AZ1"


def cut(chance: random.Random, text: str) -> str:
    """Without some bytes, few more often than many."""
    length = 1 + int(chance.random() ** 2 * 60)
    begin = chance.randrange(len(text) - length)
    return text[:begin] + text[begin + length :]


def headless(chance: random.Random, text: str) -> str:
    """Without the end of one segment and the head of the next."""
    begin = chance.choice([found.start() for found in re.finditer(r"\r\w{3}\|", text)])
    return text[: begin - chance.randrange(3)] + text[begin + chance.randrange(2, 14) :]


def without_line(chance: random.Random, text: str) -> str:
    lines = text.split("\r")
    del lines[chance.randrange(len(lines) - 1)]
    return "\r".join(lines)


def changed(chance: random.Random, text: str) -> str:
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(len(text))
        text = text[:at] + chance.choice(ODD) + text[at + 1 :]
    return text


def added(chance: random.Random, text: str) -> str:
    at = chance.randrange(len(text))
    return text[:at] + "".join(chance.choice(ODD) for _ in range(chance.randrange(1, 5))) + text[at:]


def divided(chance: random.Random, text: str) -> str:
    """With another delimiter in its header."""
    at = chance.randrange(3, 9)
    return text[:at] + chance.choice(ODD + "#$") + text[at + 1 :]


LOSSES = [cut, cut, cut, headless, headless, without_line, changed, added, divided]


def views(raw: bytes) -> str:
    """All that is shown of a message: text, hex, tree, JSON."""
    document = describe(raw, Hint())
    protection = Protection.of(document, raw)
    tree = "\n".join(tree_text(document, protection.mask))
    text = mask_bytes(raw, protection.spans).decode("latin-1")
    return "\n".join((text, tree, json.dumps(flat(document, raw, protection.mask))))


def copy(raw: bytes) -> str:
    try:
        return masked(raw).decode("latin-1")
    except NotMasked:
        return ""


@pytest.mark.parametrize("seed", range(8))
def test_what_is_lost_shows_nobody(seed):
    chance = random.Random(seed)
    for _ in range(100):
        raw = chance.choice(LOSSES)(chance, chance.choice(MESSAGES)).encode()
        assert not TOLD.search(views(raw)), raw
        assert not TOLD.search(copy(raw)), raw


@pytest.mark.parametrize("message", MESSAGES)
def test_whatever_is_lost_with_the_head_of_the_patient(message):
    """Each number of bytes from each place around it on."""
    at = message.index("\rPID|")
    for begin in range(at - 3, at + 2):
        for length in range(2, 30, 3):
            raw = (message[:begin] + message[begin + length :]).encode()
            assert not TOLD.search(views(raw)), raw


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        (MESSAGES[0], ["LAB|NORTH|RCV|SOUTH", "EVN|A01|2026", "SPO^", "WARD1^", "|MED|", "PEN^", "J45^", "SEL"]),
        (MESSAGES[1], ["AMB^", "ORC|RE|A1^HIS|F1^LAB||CM||||20260101", "GLU^Glucose^L", "mmol/L|3-5|H|||F|||20260101"]),
        (MESSAGES[2], ["SCH|1^HIS|2^HIS", "CHECKUP^", "CONSULT^", "ROOM4^^^NORTH"]),
        (MESSAGES[3], ["EVN|A40|20260101120000", "PID|1|"]),
        (MESSAGES[4], ["MTH^", "ORC|RE||IMM1^HIS", "|20260101|20260101|08^HepB^CVX|1|mL||00|", "MSD^"]),
    ],
)  # fmt: skip
def test_whole_messages_stay_readable(message, kept):
    raw = message.encode()
    shown = mask_bytes(raw, Protection.of(describe(raw, Hint()), raw).spans).decode()
    assert [one for one in kept if one not in shown] == []
    assert [one for one in kept if one not in copy(raw)] == []


@pytest.mark.parametrize(
    "lines",
    [
        "PV1|1|I|QUENTINIA\r",
        "NK1|LI|KIM|LEE\rOBX|1|CE|QUENTINIA^VERATHEA||X\r",
        "OBR|1|QUENTINIA|VERATHEA|PATNR8812\rPV1|1|OTTOKARL\r",
        "MRG|MRGNR221\rEVN|QUENTINIA|SSN99887\rIN1|KIM|QUENTINIA|LEE\r",
        "GT1|1|||||||||LEE|KIM\rDG1|1|KIM|QUENTINIA\rAL1|1|KIM|QUENTINIA\r",
    ],
)
def test_without_a_patient_only_the_standard_s_own_codes_are_shown(lines):
    raw = (HEAD % ("ZZZ^Z01", "2.5.1") + lines).encode()
    shown = views(raw) + copy(raw)
    assert not TOLD.search(shown)
    assert not re.search(r"\b(?:KIM|LEE|LI)\b", shown)
    assert "LAB|NORTH|RCV|SOUTH" in shown


@pytest.mark.parametrize(
    "message",
    [
        HEAD % ("ACK^A01", "2.5.1") + "MSA|AA|MSG77\r",
        HEAD % ("ORR^O02", "2.3") + "MSA|AA|MSG77\rORC|OK|A77^HIS\r",
        HEAD % ("MFN^M02", "2.5.1") + "MFI|STF||UPD|||NE\rMFE|MAD|MSG77|20260101|A77\r",
        HEAD % ("ADT^A20", "2.5.1") + "EVN|A20|20260101\rNPU|A77^1^2|C\r",
    ],
)
def test_messages_that_have_no_patient_are_whole(message):
    assert re.search("MSG77|A77|MAD", views(message.encode()))


def test_a_header_that_lost_its_middle():
    raw = b"MSH|^~\\&|LAB|NORTH|RCV|SMERGEDNAME^PREVIOUSLY\rPID|1||5\r"
    assert not TOLD.search(views(raw))
    for kind in (b"ORU^QUENTINIA", b"QUENTINIA", b"ORU^R01^QUENTINIA", b"ORU^R01^^QUENTINIA"):
        raw = b"MSH|^~\\&|VERATHEA|||||||M1|P|2.5\rPID|1||5\r".replace(b"|||||||M1", b"||||||" + kind + b"|M1")
        assert not TOLD.search(views(raw))


def test_a_code_of_the_standard_stays_where_a_segment_does_not_fit():
    raw = (HEAD % ("ADT^A01", "2.5.1") + PERSON + "PV1|1|I|QUENTIN|E||||||LEE||||VERA||KIM||||20260101||||\r").encode()
    shifted = raw.replace(b"||||\r", b"||||" + b"|" * 40 + b"ANNE\r")
    shown = mask_bytes(shifted, Protection.of(describe(shifted, Hint()), shifted).spans)
    assert b"PV1|1|I|XXXXXXX|E||||||XXX||||XXXX||XXX||||XXXXXXXX" in shown


def test_what_fits():
    fit = Fit(names("2.5.1"))
    assert not fit.misfits("EVN", 2, 1, 1, "20260101")
    assert fit.misfits("EVN", 2, 1, 1, "Quentin")
    assert fit.misfits("EVN", 8, 1, 1, "Quentin")
    assert fit.misfits("OBX", 11, 1, 1, "QUENTIN")
    assert not fit.misfits("PV1", 10, 1, 1, "QUENTIN")
    assert fit.misfits("PV1", 10, 2, 1, "QUENTIN")
    assert fit.overflows("OBR", 4, 7)
    assert not fit.overflows("OBR", 4, 6)
    assert not fit.overflows("OBX", 5, 20)
    assert fit.lacks("OBR", {1, 2})
    assert not fit.lacks("OBX", {1, 2, 3, 5})
    assert fit.lacks("OBX", {1, 2, 3, 5, 6})
    assert fit.harmless("PV1", 2, 1, 1, "I")
    assert not fit.harmless("PV1", 2, 1, 1, "Quentin")
    assert not fit.harmless("PV1", 10, 1, 1, "LEE")


@pytest.mark.parametrize(
    "header",
    [
        "MSH|^~\\&|LAB|NORTH|RCV|SOUTH|2026||ADT^A40|PATNR8812",
        "MSH|^~\\&|QUENTINIA",
        "MSH|^~\\&|||||||||QUENTINIA|P|2.5",
    ],
)
def test_a_header_that_lost_its_end_or_its_type(header):
    assert not TOLD.search(views(f"{header}\rPV1|1|I\r".encode()))
