"""CBOR (RFC 8949): items where they lie, numbers exactly as they are, names that occur twice kept apart.

Paths are JSON Pointers; a key that is no text stands in them in diagnostic notation (`/1`, `/h'0a'`). CBOR within a
byte string (tag 24) is opened. Taken for CBOR is only what is well-formed from the first to the last byte and divided,
or says that it is CBOR (tag 55799).
"""

from qmonitor.payloads import letter
from qmonitor.payloads.cbor_heads import (
    ARRAY,
    BREAK,
    BYTES,
    MAP,
    NEGATIVE,
    SIMPLE,
    TAG,
    TEXT,
    UNSIGNED,
    Head,
    Malformed,
    Truncated,
    head,
    joined,
    simple,
    skip,
    string_end,
)
from qmonitor.payloads.decoding import Decoded, decode_part
from qmonitor.payloads.model import Document, Element, Format, Hint, Kind
from qmonitor.payloads.tree import DEEPEST, KEPT, Full, Node, Part, Reading
from qmonitor.queues.words import phrase

_MARKED = b"\xd9\xd9\xf7"
"""Tag 55799: what it stands before is CBOR."""
_EMBEDDED, _DECIMAL = 24, 4
_BIG = {2: 1, 3: -1}
_DIGITS = 1_000
"""Bytes of a big number that are written as a decimal one (Python refuses to write more than 4,300 digits)."""
_OPENED = 8
"""Byte strings within byte strings that are opened: each is looked through once more."""
_LABELS = 16
"""Tags before one item that its type lists."""
_ENOUGH = 8
"""Items that a beginning must have to be taken for CBOR, if its first key is no text."""
_IN_PIECES = "in pieces"

_FORMAT = phrase("as the format has it")


def read(raw: bytes, hint: Hint) -> Document | None:
    """The payload as CBOR; None if it is not that, or only might be."""
    if len(raw) < 2 or raw[0] >> 5 not in (ARRAY, MAP, TAG):
        return None
    return _Reader(Reading(raw, hint)).document()


def value_of(element: Element, data: bytes) -> str:
    """A string in full, of the bytes at its place."""
    content = joined(data) if _IN_PIECES in element.type else data
    return content.hex() if "bytes" in element.type else decode_part(content, "utf-8")


class _Open:
    """An array or map that is not closed yet; `left`: items (of a map: pairs) that are to come, None: up to a break."""

    __slots__ = ("key", "key_at", "left", "map", "node", "seen", "tags")

    def __init__(self, node: Node, found: Head, tags: list[int]) -> None:
        self.node, self.left, self.tags = node, found.number, tags
        self.map = found.major == MAP
        self.key: str | None = None
        self.key_at = 0
        self.seen: set[str] = set()


class _Reader:
    """Walks the items of one payload."""

    def __init__(self, reading: Reading) -> None:
        self._reading, self._raw = reading, reading.raw
        self._open: list[_Open] = []
        self._root: Node | None = None
        self._tags: list[int] = []
        self._begin = self._at = 0
        self._heads = self._opened = self._undecodable = 0

    def document(self) -> Document | None:
        clear = self._raw.startswith(_MARKED)
        try:
            self._read()
            sure, described = True, len(self._raw)
        except Full:
            sure, described = self._heads >= _ENOUGH, self._at
        except Truncated as stop:
            sure, described = self._reading.cut and self._promises(), len(self._raw)
            if not self._reading.cut:
                described = stop.at
                self._reading.note("cbor-end", phrase("Ends within an item"), None, stop.at, len(self._raw))
        except Malformed as stop:
            sure, described = False, stop.at
            self._reading.note("cbor-broken", phrase("No CBOR from here on"), None, stop.at, len(self._raw))
        if self._root is None:
            return None
        divided = self._root.kind in (Kind.ARRAY, Kind.OBJECT)
        if not (clear or (divided and (sure or _begins_as_letter(self._root)))):
            return None
        return self._made(self._root, described)

    def _promises(self) -> bool:
        """Whether a beginning can be taken for CBOR."""
        root = self._root
        named = root is not None and root.kind is Kind.OBJECT and root.children and root.children[0].step[1:2].isalpha()
        return bool(named) or self._heads >= _ENOUGH

    def _made(self, root: Node, described: int) -> Document:
        for frame in self._open:
            frame.node.end = described
        reading = self._reading
        reading.decoded = Decoded("", "utf-8", _FORMAT, undecodable=self._undecodable)
        divided = root.kind in (Kind.ARRAY, Kind.OBJECT)
        title = letter.TITLE if _holds_letters(root) else root.type if divided else ""
        return reading.document(Format.CBOR, [Part(root, title, divided=divided)], described)

    def _read(self) -> None:
        while self._root is None or self._open:
            self._reading.token()
            self._heads += 1
            frame = self._open[-1] if self._open else None
            if frame and not self._tags and self._ends(frame):
                continue
            if frame and frame.map and frame.key is None:
                self._key(frame)
            else:
                self._item()
        if self._at < len(self._raw):
            raise Malformed(self._at)

    def _ends(self, frame: _Open) -> bool:
        """Whether what is open ends here; then it is closed."""
        if frame.left is None and self._raw[self._at : self._at + 1] == BREAK:
            if frame.key is not None:
                raise Malformed(self._at)
            self._at += 1
        elif frame.left != 0:
            return False
        self._open.pop()
        frame.node.end = self._at
        if frame.tags[-1:] == [_DECIMAL]:
            _decimal(frame.node)
        return True

    # --- keys

    def _key(self, frame: _Open) -> None:
        begin = self._at
        found = head(self._raw, begin)
        end = skip(self._raw, begin, self._reading.token)
        frame.key_at, self._at = begin, end
        if found.major == TEXT:
            frame.key = self._text(found, end, None)[0]
        else:
            frame.key = _notation(self._raw, begin, found, end)

    # --- items

    def _item(self) -> None:
        if not self._tags:
            self._begin = self._at
        begin, found = self._at, head(self._raw, self._at)
        if found.major == TAG:
            self._tags.append(found.number or 0)
            self._at = found.at
        elif found.major == BYTES and self._tags[-1:] == [_EMBEDDED] and self._is_embedded(begin, found):
            self._opened += 1
            self._tags.append(-1)  # its only item stands for it
            self._at = found.at
        elif found.major in (ARRAY, MAP):
            self._enter(begin, found)
        else:
            self._leaf(begin, found)

    def _is_embedded(self, begin: int, found: Head) -> bool:
        end = string_end(self._raw, begin, found, self._reading.token)
        if found.number is None or self._opened >= _OPENED:
            return False
        try:
            return skip(self._raw[:end], found.at, self._reading.token) == end
        except Malformed:
            return False

    def _node(self, kind: Kind) -> Node:
        """A node for the item that begins here, in what is open."""
        reading = self._reading
        if not self._open:
            self._root = node = reading.node(kind, "", self._begin)
        elif self._open[-1].map:
            frame = self._open[-1]
            step = "/" + (frame.key or "").replace("~", "~0").replace("/", "~1")
            node = reading.node(Kind.MEMBER if kind is Kind.VALUE else kind, step, frame.key_at, frame.node)
            if step in frame.seen:
                text = phrase("A key that the same map has already: both are shown")
                reading.note("cbor-duplicate", text, node, frame.key_at, self._begin)
            frame.seen.add(step)
            frame.key = None
        else:
            frame = self._open[-1]
            node = reading.node(kind, f"/{len(frame.node.children)}", self._begin, frame.node)
        if self._open and self._open[-1].left is not None:
            self._open[-1].left -= 1
        return node

    def _enter(self, begin: int, found: Head) -> None:
        if found.number is not None and found.number > len(self._raw) - found.at and not self._reading.cut:
            raise Truncated(begin)
        if len(self._open) >= DEEPEST:
            self._pass_deep(begin)
            return
        node = self._node(Kind.OBJECT if found.major == MAP else Kind.ARRAY)
        node.type, node.end = _labels(self._tags), found.at
        self._open.append(_Open(node, found, self._tags))
        self._tags, self._at = [], found.at

    def _pass_deep(self, begin: int) -> None:
        end = skip(self._raw, begin, self._reading.token)
        node = self._node(Kind.VALUE)
        text = phrase("More than {count} levels deep: shown as one value", count=DEEPEST)
        self._reading.note("deep", text, node, begin, end)
        content, self._at = self._raw[begin : min(end, begin + KEPT // 2)], end
        self._set(node, content.hex(), "bytes", (begin, end), whole=end - begin <= KEPT // 2)

    def _leaf(self, begin: int, found: Head) -> None:
        end = self._leaf_end(begin, found)
        node, tags = self._node(Kind.VALUE), self._tags
        self._at = end
        if found.major == TEXT:
            value, whole = self._text(found, end, node)
            self._set(node, value, _string("string", found), _inside(found, end), whole=whole)
        elif found.major == BYTES:
            self._bytes(node, found, end, tags)
        elif found.major == SIMPLE:
            value, kind = simple(self._raw, begin, found)
            node.null = value == "null"
            self._set(node, value, kind, (begin, end))
        else:
            self._set(node, _integer(found), "integer", (begin, end))

    def _leaf_end(self, begin: int, found: Head) -> int:
        if found.major not in (BYTES, TEXT):
            return found.at
        try:
            return string_end(self._raw, begin, found, self._reading.token)
        except Truncated:
            if self._reading.cut and found.number is not None:
                return len(self._raw)
            raise

    def _bytes(self, node: Node, found: Head, end: int, tags: list[int]) -> None:
        at = _inside(found, end)
        content = self._raw[at[0] : at[1]] if found.number is not None else joined(self._raw[at[0] : at[1]])
        if tags[-1:] and tags[-1] in _BIG and len(content) <= _DIGITS:
            number = int.from_bytes(content, "big")
            self._set(node, str(number if _BIG[tags[-1]] > 0 else -1 - number), "integer", at)
            return
        if tags[-1:] == [_EMBEDDED]:
            text = phrase("Bytes that are said to be CBOR, and are none that is opened here")
            self._reading.note("cbor-embedded", text, node, *at)
        self._set(node, content[: KEPT // 2].hex(), _string("bytes", found), at, whole=len(content) <= KEPT // 2)

    def _text(self, found: Head, end: int, node: Node | None) -> tuple[str, bool]:
        """The characters of a text string, as far as they are kept (a key's: all)."""
        at = _inside(found, end)
        content = self._raw[at[0] : at[1]] if found.number is not None else joined(self._raw[at[0] : at[1]])
        text = content.decode("utf-8", "surrogateescape")
        if wrong := sum(1 for character in text if "\ud800" <= character <= "\udfff") if not _is_utf8(content) else 0:
            self._undecodable += wrong
        whole = node is None or len(text) <= KEPT
        return decode_part((text if whole else text[:KEPT]).encode("utf-8", "surrogateescape"), "utf-8"), whole

    def _set(self, node: Node, value: str, kind: str, at: tuple[int, int], *, whole: bool = True) -> None:
        self._reading.spend(len(value))
        node.value, node.at, node.end = value, at, self._at
        node.whole = whole and not (self._reading.cut and self._at == len(self._raw))
        node.type = ", ".join(part for part in (_labels(self._tags), kind) if part)
        self._tags = []


def _begins_as_letter(root: Node) -> bool:
    """Whether it goes on as no CBOR does, but began as a dead letter."""
    first = root.children[0] if root.kind is Kind.ARRAY and root.children else root
    return first.kind is Kind.OBJECT and letter.is_letter([child.step[1:] for child in first.children])


def _holds_letters(root: Node) -> bool:
    """Whether it is a dead letter, or a list of nothing else."""
    maps = root.children if root.kind is Kind.ARRAY else [root]
    return bool(maps) and all(
        one.kind is Kind.OBJECT and letter.is_letter([child.step[1:] for child in one.children]) for one in maps
    )


def _is_utf8(content: bytes) -> bool:
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _inside(found: Head, end: int) -> tuple[int, int]:
    """Where the content of a string lies: its break is none of it."""
    return found.at, end if found.number is not None else end - 1


def _string(kind: str, found: Head) -> str:
    return kind if found.number is not None else f"{kind} {_IN_PIECES}"


def _integer(found: Head) -> str:
    count = found.number or 0
    return str(count if found.major == UNSIGNED else -1 - count)


def _labels(tags: list[int]) -> str:
    """The tags before an item, from the outside."""
    named = [f"tag {tag}" for tag in tags[:_LABELS] if tag >= 0]
    return ", ".join([*named, "…"] if len(tags) > _LABELS else named)


def _notation(raw: bytes, begin: int, found: Head, end: int) -> str:
    """A key that is no text, in diagnostic notation; one that is divided or tagged by its bytes."""
    if found.major in (UNSIGNED, NEGATIVE):
        return _integer(found)
    if found.major == SIMPLE:
        return simple(raw, begin, found)[0]
    if found.major == BYTES:
        at = _inside(found, end)
        content = raw[at[0] : at[1]]
        return f"h'{(content if found.number is not None else joined(content)).hex()}'"
    return f"<<{raw[begin:end].hex()}>>"


def _decimal(node: Node) -> None:
    """Tag 4: ten to the power of the first number, as often as the second; written out without rounding."""
    parts = [child.value or "" for child in node.children if child.type.endswith("integer")]
    if len(parts) != 2 or len(node.children) != 2:
        return
    power, digits = int(parts[0]), parts[1]
    if -20 <= power <= 0:
        sign, number = ("-", digits[1:]) if digits.startswith("-") else ("", digits)
        number = number.rjust(1 - power, "0")
        node.value = f"{sign}{number[: len(number) + power]}.{number[len(number) + power :]}".rstrip(".")
    else:
        node.value = f"{digits}e{power}"
    node.kind, node.children, node.at = Kind.VALUE, [], (node.children[0].begin, node.end)
    node.type += ", decimal"
