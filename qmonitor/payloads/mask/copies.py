"""Masked copies of payloads, to be given away: as long as the original, and read again before anybody gets them.

What is hidden becomes letters; so does every other place at which a hidden value of four characters or more stands
again, as it is written or as it is read. Then the copy is read as if it were a stranger's. Where anything is left,
there is no copy. What can't be divided (text, binary, CBOR) is letters all over; numbers of JSON are nines, so that it
stays JSON.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from operator import itemgetter
from string import whitespace

from qmonitor.payloads import protected
from qmonitor.payloads.describe import describe
from qmonitor.payloads.mask.hl7 import Sweep
from qmonitor.payloads.mask.marks import FILL, Span, mask_bytes, merged
from qmonitor.payloads.mask.names import hidden_names
from qmonitor.payloads.mask.needles import Needles
from qmonitor.payloads.mask.protection import Protection, gaps
from qmonitor.payloads.mask.tails import mask_tail
from qmonitor.payloads.model import ROOM, Document, Element, Format, Hint
from qmonitor.queues.errors import Refused
from qmonitor.queues.words import Phrase, phrase
from qmonitor.values import dataclass

_NINE = b"9"
_FILLED = re.compile(r"[xX9\s\0]*\Z")
_STRUCTURE = {Format.JSON: b'{}[],:"\\', Format.XML: b"<>&;=/?!\"'"}


class NotMasked(Refused):
    """A masked copy would still say something of a person."""

    def __init__(self, cause: Phrase) -> None:
        super().__init__(cause, phrase("No masked copy was made. Unmask, if you may, and save it as it is stored."))


STILL_THERE = phrase("The message can't be masked: a protected value would stand in it a second time.")
NOT_ALL = phrase("The message can't be masked: a protected place would still hold its value.")
BROKEN = phrase("The message can't be masked: it would be divided otherwise than it is.")


@dataclass
class _Parts:
    """What a payload consists of, for masking: hidden places, the values there, and what is shown.

    `seen` are the places of all values that are shown, `shown` those that mean something else than is written. `tail`
    is where the end begins that is not described, masked as a whole.
    """

    hidden: list[Span] = field(default_factory=list)
    numbers: list[Span] = field(default_factory=list)
    values: set[str] = field(default_factory=set)
    encoded: set[bytes] = field(default_factory=set)
    shown: list[tuple[int, int, str]] = field(default_factory=list)
    seen: list[Span] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    tail: tuple[int, Format] | None = None
    structure: bytes = b""
    wide: str = ""

    def hide(self, begin: int, end: int, texts: Iterable[str], codec: str) -> None:
        """A hidden place, with all forms in which its value may stand somewhere else."""
        self.hidden.append((begin, end))
        self.forbid(texts, codec)

    def forbid(self, texts: Iterable[str], codec: str) -> None:
        """What must not be left at any place, as it is read or as it is stored."""
        for text in protected.telling(texts):
            self.values.add(text)
        for text in texts:
            text = text.strip()
            if len(text) >= protected.LEAST and not _FILLED.match(text):
                self.encoded.update(_encoded(text, codec))


def _encoded(text: str, codec: str) -> Iterator[bytes]:
    for one in {codec or "utf-8", "utf-8"}:
        try:
            yield text.encode(one).lower()
        except UnicodeError:
            continue


def masked(raw: bytes, hint: Hint = Hint()) -> bytes:  # noqa: B008 - frozen
    """A copy in which nothing is left of what is protected. Raises `NotMasked` where that can't be had."""
    parts = _parts(raw, hint)
    if parts is None:
        return mask_bytes(raw, ((0, len(raw)),))
    for _ in range(ROUNDS):
        copy, text, stored = _copied(raw, parts)
        again = _check(copy, raw, hint, parts, text, stored)
        if all(_FILLED.match(value) for value in again.values):
            return copy
        raw, parts = copy, again
    raise NotMasked(NOT_ALL)


ROUNDS = 3
"""What is hidden may make a segment look damaged, so that more of it is hidden when it is read again."""


def _copied(raw: bytes, parts: _Parts) -> tuple[bytes, Needles, Needles]:
    """The copy, and what must not be found in it: values as they are read, and as they are stored."""
    copy = _filled(raw, parts, merged(parts.hidden))
    text = Needles(value for value in parts.values if not _FILLED.match(value))
    stored = Needles(value.decode("latin-1") for value in parts.encoded)
    copy = _filled(copy, parts, merged((b, e) for b, e, value in parts.shown if text.any_in(value.casefold())))
    again = merged(_whole(stored.found(copy.lower().decode("latin-1")), parts.seen))
    return _spared(_filled(copy, parts, again), copy, parts, again), text, stored


def _filled(raw: bytes, parts: _Parts, spans: tuple[Span, ...]) -> bytes:
    fill = FILL.decode().encode(parts.wide) if parts.wide else FILL
    copy = bytearray(mask_bytes(raw, spans, fill=fill))
    nine = _NINE.decode().encode(parts.wide) if parts.wide else _NINE
    for begin, end in parts.numbers:
        copy[begin:end] = nine * ((end - begin) // len(nine))
    if parts.tail:
        begin, kind = parts.tail
        copy[begin:] = mask_tail(raw[begin:], kind)
    return bytes(copy)


def _whole(found: Iterable[Span], seen: list[Span]) -> Iterator[Span]:
    """What was found, and all of the values that it is part of: half a code would be none any more."""
    seen = sorted(seen)
    for begin, end in found:
        yield begin, end
        at = bisect_right(seen, begin, key=itemgetter(1))
        while at < len(seen) and seen[at][0] < end:
            yield seen[at]
            at += 1


def _spared(filled: bytes, before: bytes, parts: _Parts, spans: Iterable[Span]) -> bytes:
    """What divides the message stays, wherever a value stood again."""
    copy = bytearray(filled)
    for begin, end in spans:
        for at in range(begin, end):
            if before[at] in parts.structure:
                copy[at] = before[at]
    return bytes(copy)


# --- what there is


def _parts(raw: bytes, hint: Hint) -> _Parts | None:
    """None: all of it is hidden."""
    document = describe(raw, hint)
    if document.format is Format.HL7V2:
        return _of_hl7(raw, hint)
    if document.format not in _STRUCTURE:
        return None
    if document.described < len(raw):
        document = describe(raw, replace(hint, room=ROOM))
    return _of_document(document, raw)


def _of_hl7(raw: bytes, hint: Hint) -> _Parts:
    sweep, parts = Sweep(raw, hint), _Parts()
    for found in sweep.values():
        if found.hidden:
            parts.hide(found.begin, found.end, {found.value, found.stored}, found.codec)
            continue
        parts.seen.append((found.begin, found.end))
        if found.value != found.stored:
            parts.shown.append((found.begin, found.end, found.value))
    parts.names, parts.wide = sweep.names, sweep.fill_codec
    parts.structure = bytes(sweep.delimiters)
    return parts


def _of_document(document: Document, raw: bytes) -> _Parts:
    protection, parts = Protection.of(document, raw), _Parts(structure=_STRUCTURE[document.format])
    parts.wide = document.codec if document.codec.startswith(("utf-16", "utf-32")) else ""
    for leaf in _leaves(document):
        begin, end = leaf.place
        stored = raw[begin:end].decode(document.codec, "replace")
        if protection.hides(leaf):
            parts.hide(begin, end, {leaf.value or "", stored}, document.codec)
            if leaf.type == "number" and document.format is Format.JSON:
                parts.numbers.append((begin, end))
            continue
        parts.seen.append((begin, end))
        if leaf.value and leaf.value != stored:
            parts.shown.append((begin, end, leaf.value))
    for (begin, end), name in hidden_names(document, raw):
        parts.hide(begin, end, {name}, document.codec)
    for begin, end in gaps(document, raw):
        beside = raw[begin:end].decode(document.codec, "replace")
        parts.forbid({beside.strip(_STRUCTURE[document.format].decode() + whitespace)}, document.codec)
    if document.described < len(raw) and not parts.wide:
        parts.tail = document.described, document.format
        parts.hidden += [(begin, min(end, document.described)) for begin, end in protection.spans]
    else:
        parts.hidden += protection.spans
    return parts


def _leaves(document: Document) -> Iterator[Element]:
    for segment in document.segments():
        for element in segment.elements:
            yield from element.leaves()


# --- the copy, read again


def _check(copy: bytes, raw: bytes, hint: Hint, parts: _Parts, text: Needles, stored: Needles) -> _Parts:
    """As a stranger would read it: what the copy consists of. Raises `NotMasked`."""
    if len(copy) != len(raw):
        raise NotMasked(BROKEN)
    for begin, end in merged(parts.hidden):
        if not _FILLED.match(copy[begin:end].decode("latin-1")):
            raise NotMasked(NOT_ALL)
    if parts.tail and mask_tail(copy[parts.tail[0] :], parts.tail[1]) != copy[parts.tail[0] :]:
        raise NotMasked(NOT_ALL)
    if stored.any_in(copy.lower().decode("latin-1")):
        raise NotMasked(STILL_THERE)
    again = _parts(copy, hint)
    if again is None or again.names != parts.names:
        raise NotMasked(BROKEN)
    if any(text.any_in(value.casefold()) for _begin, _end, value in again.shown):
        raise NotMasked(STILL_THERE)
    return again
