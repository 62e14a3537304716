"""XML, HL7 v3 and CDA included: elements, attributes and text where they stand, with names as they are written.

Paths are XPaths; what occurs more than once beside its like carries its number, the first too. No entity is looked up,
no document type definition is read, nothing is fetched. What is wrong is told and passed over.
"""

import re
from dataclasses import field

from qmonitor.payloads import xml_tokens as written
from qmonitor.payloads.decoding import decode, mark_of, shown, wide_of
from qmonitor.payloads.model import Document, Element, Format, Hint, Kind
from qmonitor.payloads.tree import DEEPEST, KEPT, Full, Node, Part, Reading
from qmonitor.payloads.xml_says import label_of, title_of
from qmonitor.payloads.xml_tokens import Token
from qmonitor.queues.words import Phrase, counted, phrase
from qmonitor.values import dataclass

_HEAD = 4_096
"""Bytes that are looked at before a payload is decoded at all."""
_START = re.compile(rf"\s*+(?:<\?xml[\s?]|<!--|<!DOCTYPE\s|<{written.NAME}(?:[\s/>]|\Z))")
_TRIAL, _DOUBT, _CREDIT = 64, 5, 10
"""Of the first 64 tokens fewer than one in five is wrong; a clear beginning counts as ten right ones."""
_CLEAR = re.compile(rf"\s*+(?:<\?xml\s|<{written.NAME}\s[^<>]*xmlns)")

COMMENT, INSTRUCTION = "comment", "processing instruction"
_STEPS = {written.COMMENT: "/comment()", written.INSTRUCTION: "/processing-instruction()"}
_TYPES = {written.COMMENT: COMMENT, written.INSTRUCTION: INSTRUCTION}

_BLANK = " \t\r\n"
_XML_DECLARATION = {f"<?xml{after}" for after in f"{_BLANK}?"}


class _NotXml(Exception):
    """Too much is wrong for anybody to have meant XML."""


def read(raw: bytes, hint: Hint) -> Document | None:
    """The payload as XML; None if it is not clearly meant to be any."""
    head = raw[:_HEAD] if not raw[:_HEAD].isspace() else raw
    text = decode(head, Hint(), cut=True).text if wide_of(head) or mark_of(head)[1] else head.decode("latin-1")
    if not _START.match(text):
        return None
    label, odd = label_of(text, head)
    reading = Reading(raw, hint, decode(raw, hint, label, cut=(hint.size or 0) > len(raw)))
    if odd:
        reading.note("xml-encoding", odd)
    try:
        return _Reader(reading).document()
    except _NotXml:
        return None


def meaning(element: Element, text: str) -> str:
    """What a value means that is written like this."""
    if element.type in (COMMENT, INSTRUCTION):
        return text
    return written.resolved(text)[0] if element.kind is Kind.ATTRIBUTE else written.content(text)


@dataclass(slots=True)
class _Run:
    """Text and CDATA sections one after the other."""

    begin: int
    end: int
    value: str
    whole: bool


@dataclass(slots=True)
class _Open:
    """An element that is not closed yet (the first is the document). `inside`: where its content begins, as a byte."""

    node: Node
    name: str
    inside: int
    run: _Run | None = None
    texts: list[Node] = field(default_factory=list)
    runs: int = 0
    parts: int = 0


class _Reader:
    """Reads the tokens of one payload. What is wrong is noted, and the nearest meaning is taken."""

    def __init__(self, reading: Reading) -> None:
        assert reading.decoded is not None
        self._reading, self._text = reading, reading.decoded.text
        self._begin = self._end = self._reached = reading.decoded.start
        self._top = _Open(Node(Kind.ELEMENT, "", self._begin), "", self._begin)
        self._open = [self._top]
        self._deep: list[str] = []
        self._deep_from = 0
        self._tokens = self._wrong = 0
        self._root: Node | None = None
        self._reached_text = 0
        self._definition = self._told = False

    def document(self) -> Document:
        reading, complete = self._reading, True
        try:
            self._read()
            described = len(reading.raw)
        except Full:
            described, complete = self._reached, False
        if self._deep:  # no room for its end
            self._deep_node.at = (self._deep_node.at or (0, 0))[0], described
            self._deep_node.end = described
        for frame in reversed(self._open):
            frame.node.end = described
        if not self._definition and not self._told:
            self._check(complete=complete and not reading.cut)
        part = Part(self._top.node, title_of(self._root))
        return reading.document(Format.XML, [part], described)

    def _check(self, *, complete: bool) -> None:
        """Ask the parser where nothing was wrong so far."""
        from qmonitor.payloads import xml_check  # with all it needs as dear as the other formats together: 18 ms

        text = self._text if complete else self._text[: self._reached_text]
        if fault := xml_check.first_fault(text, end=complete):
            place = self._reading.place(fault[1])
            self._reading.note("xml-fault", fault[0], None, place, place)

    def _read(self) -> None:
        place, take = self._reading.place, self._reading.token
        for token in written.tokens(self._text):
            take()
            self._begin, self._end = place(token.begin), place(token.end)
            self._token(token)
            self._reached, self._reached_text = self._end, token.end
            self._tokens += 1
            if self._tokens == _TRIAL:
                self._decide()
        self._finish()
        if self._tokens < _TRIAL:
            self._decide()

    def _decide(self) -> None:
        clear = _CLEAR.match(self._text[:_HEAD])
        if not clear and self._root and self._text[-200:].rstrip().endswith(">"):
            clear = _START.match(self._text)
        if self._wrong * _DOUBT >= self._tokens + (_CREDIT if clear else 0) or not (self._root or clear):
            raise _NotXml

    def _fault(self, code: str, text: Phrase, node: Node | None = None) -> None:
        """Something that XML does not allow, at the current token."""
        self._wrong += 1
        self._told = True
        self._reading.note(code, text, node or self._open[-1].node, self._begin, self._end)

    # --- what comes

    def _token(self, token: Token) -> None:
        kind = token.kind
        if self._deep:
            self._pass_deep(token)
        elif kind in (written.TEXT, written.CDATA):
            self._words(token)
        elif kind in (written.START, written.EMPTY):
            self._start(token)
        elif kind == written.END:
            self._leave(token.name)
        elif kind == written.BROKEN:
            self._broken(token)
        elif kind == written.DECLARATION:
            self._declaration(token)
        else:
            self._aside(token)

    def _start(self, token: Token) -> None:
        frame = self._flushed()
        frame.parts += 1
        if frame is self._top and self._root:
            self._fault("xml-roots", phrase("More than one element at the top"))
        node = self._reading.node(Kind.ELEMENT, f"/{shown(token.name)}", self._begin, frame.node)
        node.end = self._end
        self._root = self._root or node
        if node.depth > DEEPEST and token.kind == written.START:
            self._start_deep(node, token)
            return
        self._attributes(node, token)
        self._begin = self._reading.place(token.begin)
        opened = _Open(node, token.name, self._end)
        if token.kind == written.EMPTY:
            node.value, node.at = "", (self._end, self._end)
        else:
            self._open.append(opened)

    def _attributes(self, node: Node, token: Token) -> None:
        for attribute in written.attributes(self._text, token):
            self._reading.token()
            begin, end = attribute.inner
            if not attribute.right:
                self._fault("xml-attribute", phrase("An attribute without a value in quotation marks"), node)
            place = self._reading.place
            made = self._reading.node(Kind.ATTRIBUTE, f"/@{shown(attribute.name)}", place(attribute.begin), node)
            made.at, made.end = (place(begin), place(end)), place(attribute.end)
            made.value, made.whole = self._resolved(begin, end, made)
            self._reading.spend(len(made.value))
            self._reached, self._reached_text = made.end, token.begin

    def _resolved(self, begin: int, end: int, node: Node | None) -> tuple[str, bool]:
        """What is written there, as far as it is kept."""
        whole = end - begin <= KEPT
        text = self._text[begin : min(end, begin + KEPT)]
        if not whole:  # no reference is cut
            text = text[: text.rfind("&", -12)] if "&" in text[-12:] else text
        value, right = written.resolved(text)
        if not right and not (self._reading.cut and end == len(self._text)):
            self._told = True
            self._reading.note(
                "xml-reference",
                phrase("A reference that is not known, or an & that is none: shown as it is written"),
                node or self._open[-1].node,
                self._begin,
                self._end,
            )
        return shown(value), whole

    def _leave(self, name: str) -> None:
        opened = {frame.name for frame in self._open[1:]}
        if name not in opened:
            self._fault("xml-tag", phrase("A closing tag for an element that is not open"))
            return
        if self._open[-1].name != name:
            self._fault("xml-tag", phrase("A closing tag is missing before this one"))
        while self._open[-1].name != name:
            self._close(self._begin, self._begin)
        self._close(self._begin, self._end)

    def _close(self, inside: int, end: int) -> None:
        """Close the innermost element: its content ends at `inside`, it itself at `end`."""
        frame = self._open[-1]
        node, run = frame.node, frame.run
        if frame.parts:
            self._flushed()
            _number(frame)
        else:
            node.value, node.whole = (run.value, run.whole) if run else ("", True)
            node.at = (frame.inside, inside)
            self._reading.spend(len(node.value))
        node.end = end
        self._open.pop()

    # --- text

    def _words(self, token: Token) -> None:
        begin, end = token.inner
        if token.kind == written.CDATA:
            value, whole = shown(self._text[begin : min(end, begin + KEPT)]), end - begin <= KEPT
            if not token.closed and not self._reading.cut:
                self._fault("xml-end", phrase("Ends within markup"))
        elif self._open[-1] is self._top and self._text[begin:end].isspace():
            return
        else:
            value, whole = self._resolved(begin, end, None)
        self._add(value, whole)

    def _add(self, value: str, whole: bool) -> None:
        frame = self._open[-1]
        run = frame.run
        if run is None:
            frame.run = _Run(self._begin, self._end, value, whole)
            return
        run.end = self._end
        room = KEPT - len(run.value)
        run.whole = run.whole and whole and len(value) <= room
        if room > 0:
            run.value += value[:room]

    def _flushed(self) -> _Open:
        """What is open, its text so far a part of its own: something else comes now, or came before."""
        frame = self._open[-1]
        run, frame.run = frame.run, None
        if run is None:
            return frame
        frame.runs += 1
        if frame is self._top:
            self._fault("xml-stray", phrase("Text outside of any element"))
        elif not run.value.strip(_BLANK):
            return frame
        node = self._reading.node(Kind.VALUE, f"/text()[{frame.runs}]", run.begin, frame.node)
        node.end, node.value, node.whole = run.end, run.value, run.whole
        self._reading.spend(len(run.value))
        frame.texts.append(node)
        return frame

    # --- what stands beside the elements

    def _broken(self, token: Token) -> None:
        if not (self._reading.cut and token.end == len(self._text)):
            self._fault("xml-broken", phrase("A < that begins no markup, or a tag that does not end"))
        begin, end = token.inner
        self._add(shown(self._text[begin : min(end, begin + KEPT)]), end - begin <= KEPT)

    def _aside(self, token: Token) -> None:
        """A comment or an instruction: kept in its place. The XML declaration is no part of the document."""
        if self._text[token.begin : token.begin + 6] in _XML_DECLARATION:
            return
        frame = self._flushed()
        frame.parts += 1
        node = self._reading.node(Kind.VALUE, _STEPS[token.kind], self._begin, frame.node)
        begin, end = token.inner
        node.type, node.end = _TYPES[token.kind], self._end
        node.value, node.whole = shown(self._text[begin : min(end, begin + KEPT)]), end - begin <= KEPT
        node.at = (self._reading.place(begin), self._reading.place(end))
        node.whole = node.whole and (token.closed or not self._reading.cut)
        self._reading.spend(len(node.value))
        if not token.closed and not self._reading.cut:
            self._fault("xml-end", phrase("Ends within markup"), node)

    def _declaration(self, token: Token) -> None:
        self._flushed()
        self._definition = True
        text = phrase("A document type definition, which is not read: its entities are shown as they are written")
        self._reading.note("xml-definition", text, None, self._begin, self._end)
        if not token.closed and not self._reading.cut:
            self._fault("xml-end", phrase("Ends within markup"))

    # --- depth and end

    def _start_deep(self, node: Node, token: Token) -> None:
        self._deep, self._deep_from = [token.name], token.end
        node.value, node.at, node.whole = "", (self._end, self._end), False
        text = phrase("More than {count} levels deep: shown as one value", count=DEEPEST)
        self._reading.note("deep", text, node, self._begin, self._end)
        self._deep_node = node

    def _pass_deep(self, token: Token) -> None:
        """Within what lies too deep only its end matters."""
        if token.kind == written.START:
            self._deep.append(token.name)
        elif token.kind == written.END:
            self._deep.pop()
        if not self._deep:
            self._close_deep(token.begin, self._begin, self._end)

    def _close_deep(self, until: int, inside: int, end: int) -> None:
        self._deep = []
        node, begin = self._deep_node, self._deep_from
        node.value, node.whole = shown(self._text[begin : min(until, begin + KEPT)]), until - begin <= KEPT
        node.type = "markup"
        self._reading.spend(len(node.value))
        node.at, node.end = ((node.at or (inside, 0))[0], inside), end

    def _finish(self) -> None:
        """The end: what is still open was cut off, or forgotten."""
        reading = self._reading
        self._begin = self._end = len(reading.raw) - (reading.decoded.ragged if reading.decoded else 0)
        if self._deep:
            self._close_deep(len(self._text), self._end, self._end)
        left = len(self._open) - 1 + len(self._deep)
        if left and not reading.cut:
            self._fault("xml-end", _unclosed(left))
        if reading.cut and (run := self._open[-1].run):
            run.whole = False
        while len(self._open) > 1:
            self._close(self._end, self._end)
        self._flushed()
        _number(self._top)


def _number(frame: _Open) -> None:
    """A single text among the parts of an element has no number."""
    if frame.runs == 1:
        for text in frame.texts:
            text.step = "/text()"


def _unclosed(count: int) -> Phrase:
    return counted(count, "Ends before its last element is closed", "Ends before its last {count} elements are closed")
