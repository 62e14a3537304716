"""JSON as it was written: read strictly, and with each member's own text, so that nothing is ever written anew.

A number with more digits than a float holds, or a key that is there twice, would not survive reading and writing.
"""

import json
from collections.abc import Mapping

_BLANK = " \t\n\r"


class NotAnObject(ValueError):
    """It is no JSON object, or none that can be read."""


def _no_constant(name: str) -> object:
    raise NotAnObject(f"{name} is no JSON")


def _whole(digits: str) -> int | float:
    """A whole number; one of thousands of digits, which Python refuses to read, as a float."""
    return int(digits) if len(digits) < 1000 else float(digits)


_DECODER = json.JSONDecoder(parse_constant=_no_constant, parse_int=_whole)


def read(raw: bytes) -> Mapping[str, object]:
    """The object that UTF-8 text holds. Raises `NotAnObject`; of a key that is there twice, the last counts."""
    document = _document(raw)
    if not isinstance(document, dict):
        raise NotAnObject("no JSON object")
    return document


def _document(raw: bytes) -> object:
    """None for what is no JSON. (The decoder's own error would carry the whole text along.)"""
    try:
        return _DECODER.decode(raw.decode("utf-8"))
    except (ValueError, RecursionError):
        return None


def member(raw: bytes, name: str) -> bytes | None:
    """The text of one member of the object, exactly as it stands there; None where there is none.

    Raises `NotAnObject`.
    """
    read(raw)  # from here on it is known to be an object
    text, found = raw.decode("utf-8"), None
    at = _skip(text, _skip(text, 0) + 1)
    while text[at] == '"':
        key, at = _DECODER.raw_decode(text, at)
        begin = _skip(text, _skip(text, at) + 1)
        end = _DECODER.raw_decode(text, begin)[1]
        if key == name:
            found = text[begin:end].encode("utf-8")
        at = _skip(text, end)
        if text[at] == "}":
            break
        at = _skip(text, at + 1)
    return found


def with_member(raw: bytes, name: str) -> tuple[Mapping[str, object], bytes | None]:
    """The object, and the text of one member of it. Raises `NotAnObject`.

    Where that member is the last one, as in what a worker writes, nothing has to be read twice: what stands before it,
    closed by a brace, is an object only if it was cut between two members, and the rest is a value only if no further
    member follows.
    """
    before, found, rest = raw.partition(b',"%b":' % name.encode("ascii"))
    if found and rest.endswith(b"}"):
        last = rest[:-1].strip(_BLANK.encode("ascii"))
        others, value = _document(before + b"}"), _document(last)
        if isinstance(others, dict) and others and value is not None:
            return {**others, name: value}, last
    return read(raw), member(raw, name)


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in _BLANK:
        at += 1
    return at
