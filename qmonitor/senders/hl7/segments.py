"""The little of HL7 v2 that a sender has to read, in bytes: lines and fields.

What a person reads is made by `payloads`; a sender compares bytes and must not depend on how they are shown. What
divides a field (MSH-2) is not needed: what is compared are whole fields.
"""

import re

_MARK = re.compile(rb"(?:\xef\xbb\xbf)?[ \t\r\n]*")
"""What may stand before a header: the byte-order mark of UTF-8, white space."""

_LINE_END = re.compile(rb"[\r\n]")


def header(message: bytes) -> bytes:
    """The first segment of a message that begins with MSH; empty where it doesn't.

    A carriage return or a line feed ends a segment, as both are found in the field.
    """
    begin = _beginning(message)
    if message[begin : begin + 3] != b"MSH" or len(message) == begin + 3:
        return b""
    end = _LINE_END.search(message, begin)
    return message[begin : end.start()] if end else message[begin:]


def lines(message: bytes) -> list[bytes]:
    """All of its segments, the header first."""
    begin = _beginning(message)
    return [line for line in _LINE_END.split(message[begin:]) if line] if header(message) else []


def separator(first: bytes) -> bytes:
    """What divides the fields of a message, by its first segment (MSH-1); empty: it names nothing that could."""
    field = _character(first[3:7])
    return b"" if field.isalnum() or field.isspace() else field


def fields(segment: bytes, field: bytes, last: int) -> list[bytes]:
    """Name and fields of a segment, up to the number `last`; of MSH, what stands at index n is MSH-(n + 1)."""
    return segment.split(field, last + 1)[: last + 1]


def nth(parts: list[bytes], number: int) -> bytes:
    """One of them; empty where the segment is shorter."""
    return parts[number] if number < len(parts) else b""


def _beginning(message: bytes) -> int:
    found = _MARK.match(message)
    return found.end() if found else 0


def _character(data: bytes) -> bytes:
    """The first character: of several bytes where they are one in UTF-8."""
    for length in range(2, 5):
        if data[0:1].isascii():
            break
        try:
            if len(data[:length].decode("utf-8")) == 1:
                return data[:length]
        except UnicodeDecodeError:
            continue
    return data[:1]
