"""Marks of equal length in place of what is hidden: `•` for characters, a letter for bytes."""

import re
from collections.abc import Iterable

MARK = "•"
"""Stands for a character that is hidden."""
FILL = b"X"
"""Stands for a byte that is hidden: a letter, so that no format takes it for something else."""

Span = tuple[int, int]

_HIDDEN = re.compile(r"[^\r\n]+")
_HIDDEN_BYTES = re.compile(rb"[^\r\n]+")


def marks(value: str) -> str:
    """As many marks as a text has characters; its lines stay lines."""
    return _HIDDEN.sub(lambda found: MARK * len(found[0]), value)


def mask_text(text: str, spans: Iterable[Span]) -> str:
    """A text with marks between the given characters; its lines stay lines."""
    parts, at = [], 0
    for begin, end in merged(spans):
        parts += [text[at:begin], marks(text[begin:end])]
        at = max(at, end)
    return "".join([*parts, text[at:]])


def mask_bytes(raw: bytes, spans: Iterable[Span], start: int = 0, fill: bytes = FILL) -> bytes:
    """Bytes, from the offset `start` of the payload on, with a letter in place of each that is hidden.

    Line ends stay, delimiters stand between the spans anyway. Of equal length. `fill`: as wide as a character.
    """
    view = bytearray(raw)
    for begin, end in spans:
        first, last = max(begin - start, 0), min(end - start, len(raw))
        if first < last:
            view[first:last] = _filled(raw[first:last], fill)
    return bytes(view)


def _filled(data: bytes, fill: bytes) -> bytes:
    if len(fill) > 1:
        return (fill * (len(data) // len(fill) + 1))[: len(data)]
    return _HIDDEN_BYTES.sub(lambda found: fill * len(found[0]), data)


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Spans in ascending order, those that touch each other as one; empty ones are left out."""
    found: list[Span] = []
    for begin, end in sorted(spans):
        if begin >= end:
            continue
        if found and begin <= found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((begin, end))
    return tuple(found)
