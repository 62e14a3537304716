"""From stored bytes to what they say, whatever they are.

`describe` never raises, whatever the bytes; what it takes is bounded (`tree`), and it may be called in any thread.
The formats are asked in turn, each says at a look whether the payload is its own.
"""

from dataclasses import replace

from qmonitor.payloads import cbor, hl7, json, lines, xml
from qmonitor.payloads.model import Document, Hint

WINDOW = 32 * 2**20
"""Bytes that are looked at; the rest is not described, and the document says so."""


def describe(raw: bytes, hint: Hint = Hint()) -> Document:  # noqa: B008 — frozen
    """What a payload, or its beginning (`hint.size` is the whole then), is made of."""
    if len(raw) > WINDOW:
        hint = replace(hint, size=max(hint.size or 0, len(raw)))
        raw = raw[:WINDOW]
    for read in (json.read, xml.read, cbor.read):
        if document := read(raw, hint):
            return document
    # last, for log text may stand before its header: JSON and XML may hold a message, too
    return hl7.describe(raw, hint) if hl7.looks_like(raw) else lines.read(raw, hint)
