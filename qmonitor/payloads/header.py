"""The two values of an HL7 v2 header that a queue keeps beside the message: control id and type.

Reads MSH-9 and MSH-10 and nothing else, with the separators that the header itself names. Whatever the
bytes are, the answer is two texts, empty where the message does not say.
"""

import re

LOOK_AT = 65_536
"""Bytes: a header further in than this is none (log text before it is tolerated, a document is not)."""

_START = re.compile(rb"(?:\A|[\r\n\x0b\xbf])[ \t]*MSH([^\w\s])")
_ANYWHERE = re.compile(rb"MSH([^\w\s])")
_END = re.compile(rb"[\r\n]")

TYPE, CONTROL_ID = 9, 10


def read_header(raw: bytes) -> tuple[str, str]:
    """(control id, message type) of the first header: MSH-10, and type and trigger event as `ADT^A01`."""
    data = raw[:LOOK_AT]
    found = _START.search(data) or _ANYWHERE.search(data)
    if found is None:
        return "", ""
    separator = found.group(1)
    segment = _END.split(data[found.start(1) :], maxsplit=1)[0]
    # what is split starts at MSH-1, the separator itself: element n is MSH-(n+1)
    fields = segment.split(separator)
    return _text(_field(fields, CONTROL_ID)), _type(_field(fields, TYPE), fields[1][:2])


def _field(fields: list[bytes], number: int) -> bytes:
    return fields[number - 1] if len(fields) >= number else b""


def _type(field: bytes, encoding: bytes) -> str:
    """Type and trigger of the first repetition; `encoding` starts with component and repetition separator."""
    component, repetition = encoding[:1], encoding[1:2]
    if repetition:
        field = field.split(repetition, 1)[0]
    parts = field.split(component) if component else [field]
    return "^".join(text for text in map(_text, parts[:2]) if text)


def _text(value: bytes) -> str:
    try:
        return value.decode("utf-8").strip()
    except UnicodeDecodeError:
        return value.decode("latin-1").strip()
