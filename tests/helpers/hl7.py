"""HL7 messages: typical ones of any size, and broken ones by the thousand."""

import random
from collections.abc import Iterator

ADMISSION = (
    b"MSH|^~\\&|HIS|NORTH|LAB|SOUTH|20261129080000||ADT^A01^ADT_A01|M1|P|2.5.1\rEVN|A01\rPID|1||4711^^^N&1.2&ISO~9"
    b'||Haselmaus^Tilda^M||19610203|F|||Weidenweg 12^^Neustadt\rPV1|1|I|W3^101\rZPI|x\\F\\y|""\r'
)
RESULT = (
    b"\x0bMSH|^~\\&|A|B|C|D|2026||ORU^R01|7|P|2.3||||||8859/1\rPID|1\rOBR|1\r"
    b"OBX|1|TX|a||M\xfcller\\.br\\x\\XFC\\\r\x1c\r"
)
MESSAGES = (
    ADMISSION,
    RESULT,
    b"FHS|^~\\&|A\rBHS|^~\\&|B\rMSH#*!$%#A\nPID#1#a*b!c\nBTS|1\nFTS|1\n",
    "MSH|^~\\&|病院|||||||1|P|2.5||||||~ISO IR87\rPID|1||7||山田^太郎\r".encode("iso2022_jp"),
    "MSH|^~\\&|ソ表|||||||1|P|2.5||||||SHIFT_JIS\rPID|1||7||表^ソ能~暴十\r".encode("cp932"),
    "\ufeffMSH|^~\\&|A|||||||1|P|2.5||||||UNICODE UTF-16\rPID|1||7||Müller^山田~🩺\r".encode("utf-16-le"),
    "MSH|^~\\&|A|||||||1|P|2.5||||||GB 18030-2000\rPID|1||7||亅^丄~㐁䶮\r".encode("gb18030"),
)
DOCUMENT = b"\rOBX|1|ED|||^^^Base64^" + b"QUJD" * 99
PIECES = (
    b"|", b"^", b"~", b"\\", b"&", b"\r", b"\n", b"\r\n", b"\x0b", b"\x1c\r", b"MSH|^~\\&|", b"MSH", b"MSH|",
    b"BHS|^~|", b"BTS|9", b"FTS|", b"\xef\xbb\xbf", b"\xff\xfe", b"\x1b$B", b"\x1b(B", b"\x81", b"\x81\x30\x81\x30",
    b"\\X", b"\\XC3\\", b"\\M2442\\", b"\\.sp99\\", b'""', b"\0", b"\xff" * 9, b"PID|", b"|" * 200, DOCUMENT,
)  # fmt: skip


PATIENT = (
    b"PID|1||4711^^^NORTH^MR~99-1^^^SSA^SS||Haselmaus^Tilda^M^^Dr.^^L||19610203|F|||Weidenweg 12^^Neustadt^^12345^DE"
    b"||+49 30 1234^PRN^PH|||M|||||||||||||||N\r"
    b"PV1|1|I|W3^101^1^NORTH||||1234^Arzt^Anna^^^Dr.|||MED||||||||5678^^^NORTH^VN\r"
    b"OBR|1|A1^HIS|F1^LAB|24323-8^Comprehensive panel^LN|||20261129070000||||||||1234^Arzt^Anna|||||||20261129|||F\r"
)


def laboratory(size: int) -> bytes:
    """A message with results, of about so many bytes."""
    parts = [b"MSH|^~\\&|HIS^1.2.3^ISO|NORTH|LAB|SOUTH|20261129080000||ORU^R01^ORU_R01|MSG1|P|2.5.1\r", PATIENT]
    length = sum(map(len, parts))
    while length < size - 60:
        value = 90 + len(parts) % 9
        parts.append(
            b"OBX|%d|NM|2345-7^Glucose^LN^GLU^Glukose^L||%d|mg/dL^milligram per deciliter^UCUM|70-105|N|||F"
            b"|||20261129070000||99^Labor^Lena\r" % (len(parts) - 1, value)
        )
        length += len(parts[-1])
    return b"".join(parts)


def mutations(chance: random.Random, count: int) -> Iterator[bytes]:
    """So many byte strings: a tenth of them noise, the others messages with some bytes changed, cut or put in."""
    for n in range(count):
        if n % 10 == 0:
            yield chance.randbytes(chance.randrange(600))
            continue
        raw = bytearray(chance.choice(MESSAGES))
        for _ in range(chance.randrange(1, 8)):
            mutate(raw, chance)
        yield bytes(raw)


def mutate(raw: bytearray, chance: random.Random) -> None:
    at = chance.randrange(len(raw) + 1)
    match chance.randrange(6):
        case 0:
            raw[at : at + 1] = bytes([chance.randrange(256)])
        case 1:
            del raw[at : at + chance.randrange(1, 30)]
        case 2:
            raw[at:at] = chance.choice(PIECES)
        case 3:
            other = chance.choice(MESSAGES)
            raw[at:] = other[chance.randrange(len(other)) :]
        case 4:
            raw[at:at] = raw[: chance.randrange(len(raw) + 1)]
        case _:
            raw[at : at + 2] = chance.choice(PIECES) * chance.randrange(1, 4)
