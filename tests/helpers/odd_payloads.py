"""Payloads that went wrong: random ones, and ones of every format, mutated, cut and spliced into each other."""

import random

from qmonitor.payloads.model import Hint

SEEDS = (
    b'{"a": [1, -2.50, "x\\u00e9\\ud83d\\ude00", null, true], "b": {"c": "d"}, "resourceType": "Patient"}',
    b'<?xml version="1.0" encoding="ISO-8859-1"?><!DOCTYPE a [<!ENTITY x "y">]><a xmlns="urn:hl7-org:v3">\xe4</a>',
    b'<a b="c&amp;"><!--x--><d>e &lt; <![CDATA[q]]></d><?pi x?><d/></a>',
    bytes.fromhex("a66161820120616241ff6163f93c006164d81843820102616582c48221196ab3f76166a101f5"),
    bytes.fromhex("9f5f4161ff7f6162ffbf616101ffff"),
    b"MSH|^~\\&|A|B|C|D|20260101||ADT^A01|1|P|2.5.1\rPID|1||A^B&C~D||X^Y\rOBX|1|TX|a||x\\.br\\y\\Zq\\\r",
    b"FHS|^~\\&|A\rBHS|^~\\&|A\rMSH|^~\\&|A|B|C|D|1||ACK|1|P|2.3||||||8859/1\rMSA|AA|1|\xe4\rBTS|1\rFTS|1\r",
    "<ä>ü</ä>".encode("utf-16"),
    '{"ä":["ü",1]}'.encode("utf-16-be"),
    '{"ä":["ü",1]}'.encode("utf-32"),
    "MSH|^~\\&|Ä|B|C|D|1||ADT^A01|1|P|2.5\r".encode("utf-16-le"),
    b"line one\r\nline two\n",
    b"%PDF-1.4\n%\xff",
)
_BITS = (
    b'"', b"<", b">", b"{", b"]", b",", b"\\", b"&", b"'", b"\xff", b"\x00", b"<!", b"<![CDATA[", b"\xc3", b"\x9f",
    b"\xd8\x18", b"|", b"^", b"~", b"\r", b"\n", b"\x0b", b"\x1c", b"\\X", b"MSH",
)  # fmt: skip
_ENCODINGS = ("utf-16", "latin-1", "cp1252", "shift_jis", "utf-8", "utf-32", "nonsense")


def odd_payload(chance: random.Random) -> tuple[bytes, Hint]:
    """One payload, and what is said to be known of it."""
    kind = chance.randrange(5)
    if kind == 0:
        raw = chance.randbytes(chance.randrange(300))
    else:
        made = bytearray(chance.choice(SEEDS))
        if kind in (1, 3):
            _mutate(made, chance)
        if kind >= 2:
            _splice(made, chance)
        raw = bytes(made[: chance.randrange(len(made) + 1)] if kind == 4 else made)
    hint = chance.choice((Hint(), Hint(), Hint(size=len(raw) + chance.randrange(50)), _hinted(chance)))
    return raw, hint


def _hinted(chance: random.Random) -> Hint:
    return Hint(encoding=chance.choice(_ENCODINGS), assumed=chance.choice(_ENCODINGS))


def _mutate(made: bytearray, chance: random.Random) -> None:
    for _ in range(chance.randrange(1, 6)):
        at = chance.randrange(len(made) + 1)
        made[at : at + chance.randrange(3)] = chance.choice(
            (chance.randbytes(chance.randrange(4)), chance.choice(_BITS))
        )


def _splice(made: bytearray, chance: random.Random) -> None:
    other = chance.choice(SEEDS)
    at, begin = chance.randrange(len(made) + 1), chance.randrange(len(other))
    made[at:at] = other[begin : begin + chance.randrange(60)]
