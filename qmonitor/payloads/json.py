"""JSON, FHIR included: every token as it is written, numbers unrounded, names that occur twice kept apart.

Paths are JSON Pointers; where a name occurs more than once in an object, each carries its number (`/name[2]`). What is
wrong is told and passed over, so that the rest of a broken document is still there. Several values one after the other
(NDJSON) are messages of their own.
"""

import re

from qmonitor.payloads.decoding import decode, mark_of, shown, wide_of
from qmonitor.payloads.fhir import RESOURCES
from qmonitor.payloads.json_tokens import (
    CONTROL,
    LIKE_A_NUMBER,
    MARK,
    NUMBER,
    ODD,
    OPEN,
    STRING,
    tokens,
    unescape,
)
from qmonitor.payloads.model import Document, Format, Hint, Kind
from qmonitor.payloads.tree import DEEPEST, KEPT, Full, Node, Part, Reading, kept
from qmonitor.queues.words import Phrase, counted, phrase

_LITERALS = {"true": "boolean", "false": "boolean", "null": "null"}
_START = re.compile(r'[ \t\r\n\x1e]*+(?:[{\["]|-?[0-9]|true|false|null)')
_CLEAR = re.compile(r'[ \t\r\n\x1e]*+(?:\[[ \t\r\n]*+)*+(?:\{[ \t\r\n]*+"|(?<=\[)\{|[^,{}\[\]"]{1,40},|"[^"]{0,200}",)')
"""A beginning that hardly anything else has."""

_HEAD = 4_096
"""Bytes that are looked at before a payload is decoded at all."""
_TRIAL = 64
"""Tokens after which it is decided whether this is JSON."""
_DOUBT, _CREDIT = 5, 10
"""JSON with faults has more than five tokens for each of them; a clear beginning counts as ten right ones."""

NAME, COLON, VALUE, COMMA = "name", "colon", "value", "comma"
"""What may come next within an object or array."""


class _NotJson(Exception):
    """Too much is wrong for anybody to have meant JSON."""


def read(raw: bytes, hint: Hint) -> Document | None:
    """The payload as JSON; None if it is not clearly meant to be any."""
    head = raw[:_HEAD] if not raw[:_HEAD].isspace() else raw
    if wide_of(head) or mark_of(head)[1]:
        head = decode(head, Hint(), cut=True).text.encode("utf-8", "replace")
    if not _START.match(head.decode("latin-1")):
        return None
    reading = Reading(raw, hint, decode(raw, hint, cut=(hint.size or 0) > len(raw)))
    try:
        return _Reader(reading).document()
    except _NotJson:
        return None


class _Open:
    """An object or array that is not closed yet."""

    __slots__ = ("begin", "comma", "name", "node", "object", "seen", "wants")

    def __init__(self, node: Node, *, object: bool) -> None:  # noqa: A002 — the word of JSON
        self.node, self.object = node, object
        self.wants = NAME if object else VALUE
        self.seen: set[str] = set()
        self.name, self.begin, self.comma = "", -1, -1


class _Reader:
    """Reads the tokens of one payload. What is wrong is noted, and the nearest meaning is taken."""

    def __init__(self, reading: Reading) -> None:
        assert reading.decoded is not None
        self._reading, self._text = reading, reading.decoded.text
        self._open: list[_Open] = []
        self._parts: list[Node] = []
        self._deep: list[str] = []
        self._deep_from = 0
        self._begin = self._end = reading.decoded.start
        self._tokens = self._wrong = 0
        self._stray = False

    def document(self) -> Document:
        reading = self._reading
        try:
            self._read()
            described = len(reading.raw)
        except Full:
            described = self._end
        if self._deep:  # no room for its end
            self._deep_node.at = (self._deep_node.at or (0, 0))[0], described
            self._deep_node.end = described
        for frame in self._open:
            frame.node.end = described
        parts = [Part(node, _title(node), divided=node.kind in (Kind.OBJECT, Kind.ARRAY)) for node in self._parts]
        if len(parts) > 1:
            reading.note("several", phrase("{count} JSON values one after the other", count=len(parts)))
        return reading.document(Format.JSON, parts, described)

    def _read(self) -> None:
        place, take = self._reading.place, self._reading.token
        for kind, begin, end in tokens(self._text):
            take()
            self._begin, self._end = place(begin), place(end)
            if kind == MARK:
                self._mark(self._text[begin], begin)
            elif kind == ODD:
                self._space(begin, end)
            elif not self._deep:
                self._word(kind, begin, end)
            self._tokens += 1
            if self._tokens == _TRIAL:
                self._decide()
        self._finish()
        if self._tokens < _TRIAL:
            self._decide()

    def _decide(self) -> None:
        credit = _CREDIT if _CLEAR.match(self._text) else 0
        if self._wrong * _DOUBT >= self._tokens + credit:
            raise _NotJson

    def _fault(self, code: str, text: Phrase, node: Node | None = None) -> None:
        """Something that JSON does not allow, at the current token."""
        self._wrong += 1
        if node is None and self._open:
            node = self._open[-1].node
        self._reading.note(code, text, node, self._begin, self._end)

    # --- structure

    def _mark(self, mark: str, begin: int) -> None:
        if self._deep:
            self._pass_deep(mark, begin)
        elif mark in "{[":
            self._enter(mark, begin)
        elif mark in "}]":
            self._leave(mark)
        elif not self._open:
            self._between()
        elif mark == ",":
            self._comma(self._open[-1])
        elif self._open[-1].wants == COLON:
            self._open[-1].wants = VALUE
        else:
            self._fault("json-colon", phrase("A colon too many"))

    def _enter(self, mark: str, begin: int) -> None:
        node = self._node(Kind.OBJECT if mark == "{" else Kind.ARRAY)
        if node.depth < DEEPEST:
            self._open.append(_Open(node, object=mark == "{"))
            return
        self._deep, self._deep_from = [mark], begin
        node.kind, node.type = Kind.VALUE, "object" if mark == "{" else "array"
        node.value, node.whole, node.at = "", False, (self._begin, self._end)
        text = phrase("More than {count} levels deep: shown as one value", count=DEEPEST)
        self._reading.note("deep", text, node, self._begin, self._end)
        self._deep_node = node

    def _pass_deep(self, mark: str, begin: int) -> None:
        """Within what lies too deep only its end matters."""
        if mark in "{[":
            self._deep.append(mark)
        elif mark in "}]":
            self._deep.pop()
        if not self._deep:
            self._close_deep(begin + 1)

    def _close_deep(self, end: int) -> None:
        node, self._deep = self._deep_node, []
        node.value, node.whole = kept(self._text[self._deep_from : min(end, self._deep_from + KEPT + 1)])
        self._reading.spend(len(node.value))
        node.at = ((node.at or (node.begin, 0))[0], self._end)
        node.end = self._end

    def _leave(self, mark: str) -> None:
        if not any(frame.object == (mark == "}") for frame in self._open):
            self._fault("json-bracket", phrase("A closing bracket that nothing opened"))
            return
        if self._open[-1].object != (mark == "}"):
            self._fault("json-bracket", phrase("A closing bracket is missing before this one"))
        while self._open[-1].object != (mark == "}"):
            self._close(self._begin)
        self._close(self._end)

    def _close(self, end: int) -> None:
        frame = self._open[-1]
        if frame.wants in (COLON, VALUE) and frame.object:
            self._missing()
        elif frame.comma >= 0 and frame.wants != COMMA:
            self._fault("json-comma", phrase("A comma too many"))
        frame.node.end = end
        self._open.pop()

    def _comma(self, frame: _Open) -> None:
        if frame.object and frame.wants in (COLON, VALUE):
            self._missing()
        elif frame.wants != COMMA:
            self._fault("json-comma", phrase("A comma too many"))
        frame.wants = NAME if frame.object else VALUE
        frame.comma = self._begin

    def _missing(self) -> None:
        """A name without a value, perhaps without a colon, too."""
        self._open[-1].wants = VALUE
        node = self._node(Kind.MEMBER)
        node.value, node.end = "", self._begin
        node.at = (self._begin, self._begin)
        self._fault("json-value", phrase("A value is missing"), node)

    # --- values

    def _word(self, kind: str, begin: int, end: int) -> None:
        frame = self._open[-1] if self._open else None
        if frame and frame.object and (frame.wants == NAME or (frame.wants == COMMA and kind == STRING)):
            self._name(frame, kind, begin, end)
        elif frame is None and not self._is_value(kind, begin, end):
            self._between()
        else:
            self._leaf(kind, begin, end)

    def _is_value(self, kind: str, begin: int, end: int) -> bool:
        """Whether this may stand alone: a first value, or one after an object or array."""
        if self._parts and self._parts[0].kind not in (Kind.OBJECT, Kind.ARRAY):
            return False
        word = self._text[begin : min(end, begin + KEPT)]
        return kind == STRING or (kind == OPEN and self._reading.cut) or word in _LITERALS or bool(NUMBER.match(word))

    def _between(self) -> None:
        """Something before, between or after values that is none; told once for each place."""
        if self._stray:
            self._wrong += 1
        else:
            self._fault("json-stray", phrase("Characters that are no JSON, outside of any value"))
        self._stray = True

    def _name(self, frame: _Open, kind: str, begin: int, end: int) -> None:
        if frame.wants == COMMA:
            self._fault("json-comma", phrase("A comma is missing"))
        if kind in (STRING, OPEN):
            name = self._inner(kind, begin, end)[0]
        else:
            name = shown(self._text[begin:end])
            self._fault("json-name", phrase("A name is not in quotation marks"))
        frame.name, frame.begin, frame.wants = name, self._begin, COLON

    def _node(self, kind: Kind) -> Node:
        """A node for the value that begins here, in what is open."""
        reading = self._reading
        if not self._open:
            self._parts.append(reading.node(kind, "", self._begin))
            self._stray = False
            return self._parts[-1]
        frame = self._open[-1]
        if not frame.object:
            if frame.wants == COMMA:
                self._fault("json-comma", phrase("A comma is missing"))
            frame.wants = COMMA
            return reading.node(kind, f"/{len(frame.node.children)}", self._begin, frame.node)
        return self._member(frame, kind)

    def _member(self, frame: _Open, kind: Kind) -> Node:
        if frame.wants == COLON:
            self._fault("json-colon", phrase("A colon is missing"))
        elif frame.wants != VALUE:
            self._fault("json-name", phrase("A value without a name"))
            frame.name, frame.begin = "", self._begin
        frame.wants = COMMA
        step = "/" + frame.name.replace("~", "~0").replace("/", "~1")
        node = self._reading.node(kind, step, frame.begin, frame.node)
        if step in frame.seen:
            text = phrase("A name that the same object has already: both are shown")
            self._reading.note("json-duplicate", text, node, frame.begin, self._end)
        frame.seen.add(step)
        return node

    def _leaf(self, kind: str, begin: int, end: int) -> None:
        node = self._node(Kind.MEMBER if self._open and self._open[-1].object else Kind.VALUE)
        node.end = self._end
        if kind in (STRING, OPEN):
            node.type, node.at = "string", (self._begin + self._quote(begin), self._end - self._quote(begin))
            if kind == OPEN:
                node.at = (node.at[0], self._end)
            node.value, node.whole = self._inner(kind, begin, end, node)
        else:
            node.at = (self._begin, self._end)
            node.value, node.whole = kept(self._text[begin : min(end, begin + KEPT + 1)])
            node.null = node.value == "null"
            node.type = self._type(node)
        self._reading.spend(len(node.value))

    def _type(self, node: Node) -> str:
        word = node.value or ""
        if word in _LITERALS:
            return _LITERALS[word]
        if not node.whole or NUMBER.match(word):
            return "number"
        if self._reading.cut and self._end == len(self._reading.raw):
            node.whole = False
        elif LIKE_A_NUMBER.match(word):
            self._fault("json-number", phrase("Not written as JSON writes numbers"), node)
            return "number"
        else:
            self._fault("json-token", phrase("No JSON value: neither a string nor a number, true, false or null"), node)
        return ""

    def _quote(self, begin: int) -> int:
        """Bytes of a quotation mark."""
        return self._reading.place(begin + 1) - self._begin

    def _inner(self, kind: str, begin: int, end: int, node: Node | None = None) -> tuple[str, bool]:
        """What a string means, as far as it is kept."""
        last = end - 1 if kind == STRING else end
        whole = last - begin - 1 <= KEPT or node is None
        inner = self._text[begin + 1 : last if whole else begin + 1 + KEPT]
        if kind == OPEN and not self._reading.cut:
            self._fault("json-string", phrase("A string that does not end"), node)
        meaning, right = unescape(inner, whole=whole and kind == STRING)
        if not right:
            text = phrase("Not a JSON escape sequence, or half of a character: shown as it is written")
            self._reading.note("bad-escape", text, node, self._begin, self._end)
        if CONTROL.search(inner):
            text = phrase("Control characters that JSON wants to be escaped")
            self._reading.note("json-control", text, node, self._begin, self._end)
        return shown(meaning), whole and not (kind == OPEN and self._reading.cut)

    def _space(self, begin: int, end: int) -> None:
        if self._open or set(self._text[begin:end]) != {"\x1e"}:  # between values: RFC 7464
            self._fault("json-space", phrase("White space that JSON does not know"))

    def _finish(self) -> None:
        """The end: what is still open was cut off, or forgotten."""
        reading = self._reading
        self._begin = self._end = len(reading.raw) - (reading.decoded.ragged if reading.decoded else 0)
        if self._deep:
            self._close_deep(len(self._text))
        if self._open and not reading.cut:
            left = len(self._open) + len(self._deep)
            self._fault("json-end", _unclosed(left))
        while self._open and not reading.cut:
            self._close(self._end)


def _unclosed(count: int) -> Phrase:
    return counted(count, "Ends before its last bracket is closed", "Ends before its last {count} brackets are closed")


def _title(root: Node) -> str:
    """`FHIR Patient`, where the object says that it is one of the resources that FHIR knows."""
    for child in root.children if root.kind is Kind.OBJECT else ():
        if child.step == "/resourceType" and child.type == "string" and child.value in RESOURCES:
            return f"FHIR {child.value}"
    return ""
