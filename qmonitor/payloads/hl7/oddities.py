"""What is odd about an HL7 v2 message, in words that hold nothing of it but names of segments and figures."""

import re
from collections.abc import Iterator, Sequence

from qmonitor.payloads.decoding import BY_HAND, BY_MARK, GUESSED
from qmonitor.payloads.hl7.elements import Tally
from qmonitor.payloads.hl7.split import NO_SEGMENT
from qmonitor.payloads.hl7.walk import Walk, declared
from qmonitor.payloads.model import Element, Message, Notice, Segment
from qmonitor.payloads.tree import LISTED, not_listed, undecodable
from qmonitor.queues.words import Phrase, counted, phrase

_REQUIRED = {
    "ACK": ("MSA",),
    "ADT": ("EVN", "PID"),
    "BAR": ("EVN", "PID"),
    "DFT": ("EVN", "PID", "FT1"),
    "MDM": ("EVN", "PID", "TXA"),
    "MFN": ("MFI",),
    "OMG": ("ORC", "OBR"),
    "OML": ("ORC",),
    "ORM": ("ORC",),
    "ORU": ("PID", "OBR"),
    "RAS": ("ORC", "RXA"),
    "RDE": ("ORC", "RXE"),
    "RDS": ("ORC", "RXD"),
    "SIU": ("SCH",),
    "VXU": ("PID",),
}
"""Segments without which a receiver can do nothing with a message of that type (v2.5.1 chapters 2 to 10)."""

_OTHERWISE = {("ADT", "A20"): ("EVN", "NPU")}
"""Events that differ from their type: the status of a bed has no patient."""


def of_payload(walk: Walk, tally: Tally) -> Iterator[Notice]:
    """What is odd about the payload as a whole."""
    opening, first = walk.opening, walk.first
    assert opening is not None
    if opening.prefix:
        text = counted(opening.begin, "1 byte stands before the header", "{count} bytes stand before the header")
        yield Notice("prefix", text, begin=0, end=opening.begin)
    if opening.framed or walk.framed:
        yield Notice("framing", phrase("The bytes that MLLP puts around a message are stored with it"))
    if opening.mark:
        yield Notice("byte-order-mark", phrase("A byte-order mark stands before the message"))
    yield from _line_ends(walk)
    yield from _encoding(walk, tally)
    marks = first.delimiters
    if not (marks.component and marks.repetition and marks.escape and marks.subcomponent):
        text = phrase("MSH-2 does not name all delimiters: what it does not name divides nothing")
        yield Notice("delimiters", text)


def _line_ends(walk: Walk) -> Iterator[Notice]:
    ends = sorted(walk.ends - {""})
    if len(ends) > 1:
        yield Notice("line-ends", phrase("Segments end in different ways: {ends}", ends=", ".join(ends)))
    elif ends not in ([], ["CR"]):
        yield Notice("line-ends", phrase("Segments end in {ends}, not in CR", ends=ends[0]))
    if not walk.feeds and (count := _swallowed(walk)):
        text = counted(
            count,
            "Within a field, a line feed is followed by what looks like a segment: segments end in CR",
            "Within fields, {count} line feeds are followed by what looks like a segment: segments end in CR",
        )
        yield Notice("line-feed", text)


def _swallowed(walk: Walk) -> int:
    """Line feeds that end no segment though they look as if they did."""
    data, begin = walk.units()
    # what stands before is looked at afterwards: so line feeds are found at once (else in 160 ms of 20 MB, measured)
    like = re.compile(rb"\n[A-Z][A-Z0-9]{2}" + re.escape(walk.first.delimiters.field))
    return sum(data[found.start() - 1 : found.start()] != b"\r" for found in like.finditer(data, begin))


def _encoding(walk: Walk, tally: Tally) -> Iterator[Notice]:
    first, charset = walk.first, walk.charset(walk.first)
    if walk.hint.encoding and first.source != BY_HAND:
        yield Notice("encoding-unfit", phrase("The encoding that was chosen cannot be what these bytes are in"))
    if first.label:
        yield Notice("charset-unknown", phrase("MSH-18 names a character set that is not known here, or cannot be it"))
    if first.source == BY_MARK and _contradicted(walk):
        yield Notice("charset-differs", phrase("MSH-18 names another character set than the byte-order mark"))
    if walk.source(first) == GUESSED:
        text = phrase("No character set is named: {encoding} is a guess", encoding=charset.name)
        yield Notice("charset-guessed", text)
    if tally.undecodable:
        text = undecodable(tally.undecodable, charset.name)
        yield _at("undecodable", text, tally.undecodable_at) if tally.undecodable_at else Notice("undecodable", text)
    if tally.bad_at:
        text = counted(
            tally.bad,
            "1 escape sequence is invalid or not known: it is shown as it is",
            "{count} escape sequences are invalid or not known: they are shown as they are",
        )
        yield _at("bad-escape", text, tally.bad_at)


def _contradicted(walk: Walk) -> bool:
    data, begin = walk.units()
    charset, label = declared(data, begin, walk.wide)
    return bool(label) or (charset is not None and charset != walk.first.charset)


def _at(code: str, text: Phrase, element: Element) -> Notice:
    return Notice(code, text, element.path, element.begin, element.end)


def of_message(message: Message, *, whole: bool) -> Iterator[Notice]:
    """What is odd about one message. `whole`: it is described to its end."""
    header = message.segments[0]
    if header.name != "MSH":
        return
    if not _first(header, 9):
        yield _field("empty-type", phrase("MSH-9, the message type, is empty"), header, 9)
    if not _first(header, 10):
        yield _field("empty-control-id", phrase("MSH-10, the control id, is empty"), header, 10)
    lost = [segment for segment in message.segments if segment.name == NO_SEGMENT]
    if lost:
        text = counted(len(lost), "1 line is no segment", "{count} lines are no segments")
        yield Notice("no-segment", text, lost[0].path, lost[0].begin, lost[0].end)
    if whole:
        yield from _missing(message, header)


def _missing(message: Message, header: Segment) -> Iterator[Notice]:
    kind, event = ([leaf.value or "" for leaf in _leaves(header, 9)] + ["", ""])[:2]
    there = {segment.name for segment in message.segments}
    for name in _OTHERWISE.get((kind, event)) or _REQUIRED.get(kind, ()):
        if name not in there:
            text = phrase("A message of type {type} needs {segment}, which is missing", type=kind, segment=name)
            yield Notice("missing-segment", text, name, header.begin, header.end)


def _field(code: str, text: Phrase, header: Segment, number: int) -> Notice:
    place = header.elements[number - 1] if len(header.elements) >= number else header
    return Notice(code, text, f"{header.path}-{number}", place.begin, place.end)


def _leaves(segment: Segment, number: int) -> list[Element]:
    return list(segment.elements[number - 1].leaves()) if len(segment.elements) >= number else []


def _first(segment: Segment, number: int) -> str:
    """The first value of a field that isn't empty; nothing else of a field says that it is."""
    return next((leaf.value.strip() for leaf in _leaves(segment, number) if leaf.value and leaf.value.strip()), "")


_COUNT = re.compile(r"\s*(\d{1,9})\s*")


def of_batch(messages: Sequence[Message], envelope: Sequence[Segment]) -> Iterator[Notice]:
    """What is odd about what is put around messages: BHS to BTS around those of a batch, FHS to FTS around batches."""
    if len(messages) > 1 and not envelope:
        yield Notice("several", phrase("{count} messages are stored as one, without a batch", count=len(messages)))
    opened: Segment | None = None
    batches = 0
    for segment in envelope:
        if segment.name == "BHS":
            opened, batches = segment, batches + 1
        elif segment.name == "BTS":
            after = opened.begin if opened else -1
            inside = sum(1 for message in messages if after < message.begin < segment.begin)
            yield from _count(
                segment, [inside], phrase("BTS-1 counts other messages than there are: {count}", count=inside)
            )
            opened = None
        elif segment.name == "FTS":
            # without batches in between, a file's trailer counts its messages
            counts = [batches] if batches else [0, 1, len(messages)]
            yield from _count(
                segment, counts, phrase("FTS-1 counts other batches than there are: {count}", count=batches)
            )
    for begins, ends in (("BHS", "BTS"), ("FHS", "FTS")):
        there = [segment.name for segment in envelope]
        if there.count(begins) > there.count(ends):
            yield Notice(
                "no-trailer",
                phrase("{segment} is missing at the end of what {header} begins", segment=ends, header=begins),
            )


def _count(trailer: Segment, counts: Sequence[int], wrong: Phrase) -> Iterator[Notice]:
    """A trailer's count, if it says one and it is none of those that are right."""
    said = _first(trailer, 1)
    number = _COUNT.fullmatch(said)
    if said and number is None:
        yield _field("wrong-count", phrase("{segment}-1 is no number", segment=trailer.name), trailer, 1)
    elif number and int(number[1]) not in counts:
        yield _field("wrong-count", wrong, trailer, 1)


def limited(notices: Iterator[Notice]) -> tuple[Notice, ...]:
    """The first hundred, and how many more there are."""
    listed: list[Notice] = []
    more = 0
    for notice in notices:
        if len(listed) < LISTED:
            listed.append(notice)
        else:
            more += 1
    if more:
        listed.append(not_listed(more))
    return tuple(listed)
