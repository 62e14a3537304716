"""What a payload is described as: formats, elements with their place in the stored bytes, and what is odd about them.

An element never holds bytes of its own: it says where they lie (`begin` to `end`, offsets into the stored payload), so
every view (tree, text, hex), every mask and every search speaks of the same bytes. Knows no Qt.
"""

from collections.abc import Iterator
from enum import StrEnum

from qmonitor.queues.words import Phrase
from qmonitor.values import dataclass


class Format(StrEnum):
    """What the bytes were taken for."""

    HL7V2 = "hl7v2"
    JSON = "json"
    XML = "xml"
    CBOR = "cbor"
    TEXT = "text"
    BINARY = "binary"


class Kind(StrEnum):
    """What an element is in its format."""

    FIELD = "field"
    REPETITION = "repetition"
    COMPONENT = "component"
    SUBCOMPONENT = "subcomponent"
    OBJECT = "object"
    ARRAY = "array"
    MEMBER = "member"
    ELEMENT = "element"
    ATTRIBUTE = "attribute"
    VALUE = "value"


ROOM = 4
"""`Hint.room` where nobody waits for a picture: up to 2 s."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What is known of a payload beside its bytes.

    `encoding` is what a person chose for this view, `assumed` what is taken where the message does not say (both names
    of Python's codecs; empty: nobody said). `size` is the length of the whole payload where `raw` is its beginning
    only; None: `raw` is all of it. `room`: how many times the usual number of elements is described, where nobody waits
    for a picture: it takes as many times as long.
    """

    encoding: str = ""
    assumed: str = ""
    size: int | None = None
    room: int = 1


@dataclass(frozen=True, slots=True)
class Notice:
    """Something odd. `code` is a stable name (`undecodable`, `bad-escape`, …); `path` and bytes where it has a place.

    `text` never holds anything of the payload but names of segments and fields, figures and delimiters.
    """

    code: str
    text: Phrase
    path: str = ""
    begin: int = -1
    end: int = -1


@dataclass(frozen=True, slots=True)
class Element:
    """A part of a message, its children in the order in which they are stored; empty ones are kept.

    `path` says which it is (`PID-3[1].4.2`, a JSON Pointer, an XPath), `name` what that means (from the dictionary;
    empty where it is not known). `value` is a leaf's decoded value, as far as it is kept (`whole`: all of it); None
    for what is divided. `null` is what HL7 writes as `""`, JSON as `null`.
    """

    kind: Kind
    path: str
    name: str
    begin: int
    end: int
    value: str | None = None
    children: tuple["Element", ...] = ()
    null: bool = False
    whole: bool = True
    type: str = ""
    """Its data type: `CX`, `string`, `tag 0` …; empty where it is not known."""
    value_at: tuple[int, int] | None = None
    """Where the value alone lies, if it is not the whole of the element (no name, quotes or tags around it)."""

    @property
    def place(self) -> tuple[int, int]:
        """Where the bytes of the value begin and end: what a mask covers and a change of colour marks."""
        return self.value_at or (self.begin, self.end)

    def leaves(self) -> Iterator["Element"]:
        """What is not divided any further, empty ones too, in the order in which they are stored."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            if element.value is not None:
                yield element
            waiting.extend(reversed(element.children))


@dataclass(frozen=True, slots=True)
class Segment:
    """A segment, or the whole of a message that knows none: `name` is then the format's."""

    name: str
    path: str
    title: str
    begin: int
    end: int
    elements: tuple[Element, ...]


@dataclass(frozen=True, slots=True)
class Message:
    """One message: of a batch, or the only one."""

    begin: int
    end: int
    segments: tuple[Segment, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """What `describe` found. `encoding` is the name people know (`ISO 8859-1`), `codec` Python's, `source` who said so.

    `described` counts the bytes, from the beginning on, that the elements stand for; where it is less than `size`,
    something is not shown, and whoever shows it says so ("X of Y bytes").
    """

    format: Format
    encoding: str
    codec: str
    source: Phrase
    size: int
    described: int
    messages: tuple[Message, ...]
    envelope: tuple[Segment, ...] = ()
    """A batch's own segments (FHS, BHS, BTS, FTS)."""
    notices: tuple[Notice, ...] = ()
    undecodable: int = 0
    """Bytes that the encoding could not take."""
    ends: str = ""
    """How the segments of an HL7 v2 message end: `CR`, `LF`, `CRLF`, or several of them (`CR, LF`)."""

    def segments(self) -> Iterator[Segment]:
        """All of them: the envelope's and each message's, as stored."""
        found = [*self.envelope, *(segment for message in self.messages for segment in message.segments)]
        yield from sorted(found, key=lambda segment: segment.begin)
