"""Ways to find something in one payload."""

import html
import json
import re
from collections.abc import Callable, Iterator
from typing import Protocol

from qmonitor.monitor.search.asked import Asked, Nonsense, Spans, Veil, hidden
from qmonitor.monitor.search.texts import Text, long_texts, texts
from qmonitor.payloads.describe import describe
from qmonitor.payloads.hl7.paths import NoPath, Path, numbered, path_of
from qmonitor.payloads.hl7.query import Glob, PathQuery
from qmonitor.payloads.hl7.split import fields, leaves
from qmonitor.payloads.hl7.walk import Walk
from qmonitor.payloads.model import Hint
from qmonitor.queues.errors import Refused
from qmonitor.queues.words import phrase
from qmonitor.values import dataclass

IDENTIFIERS = (
    "PID-2", "PID-3", "PID-4", "PID-18", "PID-19", "PID-20", "MRG-1", "MRG-2", "MRG-3", "MRG-4", "MRG-5", "MRG-6",
    "PV1-5", "PV1-19", "PV1-50", "NK1-33", "GT1-2", "GT1-12", "IN1-2", "IN1-36", "IN1-49", "IN2-1", "IN2-2", "IN2-6",
    "IN2-61", "ARV-3", "ACC-1", "QRD-8", "QPD-3",
)  # fmt: skip
"""Where HL7 v2 puts what a patient, a case, or who pays for it is known by."""

DESCRIBED = 256 << 10
"""Bytes of JSON, XML and others up to which the path of a text in them is worked out: some 100 ms."""

Read = Callable[[int, int], bytes]
"""Gives a slice of a payload, by offset and length."""


@dataclass(frozen=True, slots=True)
class Hit:
    """Where something was found: its bytes, its path where it is known, and in which message of the payload."""

    begin: int
    end: int
    path: str = ""
    message: int = 0


class Matcher(Protocol):
    """Finds the first place in a payload, if there is one."""

    def find(self, raw: bytes) -> Hit | None:
        """The first place in a whole payload; None: it is not there, or hidden."""
        ...


class TextMatcher:
    """Plain text, as it is stored or with what it needs escaping for in HL7, JSON or XML."""

    def __init__(self, asked: Asked, veil: Veil) -> None:
        self._hint, self._veil = asked.hint, veil
        self._fold = str.lower if asked.ignore_case else str
        self._needles = tuple(dict.fromkeys(map(self._fold, written(asked.what))))
        self._overlap = max(map(len, self._needles)) - 1
        self._lower = asked.ignore_case
        plain = [needle for needle in self._needles if needle.isascii()]
        self._bytes = [form for needle in plain for form in forms(needle)] if len(plain) == len(self._needles) else None

    def find(self, raw: bytes) -> Hit | None:
        if not self._possible(raw):
            return None
        return self._first(texts(raw, self._hint), lambda: self._veil.spans(raw, self._hint))

    def find_long(self, size: int, read: Read) -> Hit | None:
        """The same in slices. What is hidden can't be told then: only for where nothing is."""
        return self._first(long_texts(size, read, self._hint, self._overlap), tuple)

    def _possible(self, raw: bytes) -> bool:
        """Whether the bytes can hold it at all; most don't, and this is faster than making characters of them."""
        if self._bytes is None:
            return True
        searched = raw.lower() if self._lower else raw
        return any(form in searched for form in self._bytes)

    def _first(self, stretches: Iterator[Text], hides: Callable[[], Spans]) -> Hit | None:
        spans: Spans | None = None
        for stretch in stretches:
            folded = self._fold(stretch.text)
            even = len(folded) == len(stretch.text)
            for needle in self._needles:
                place = stretch.places()
                at = folded.find(needle)
                while at >= 0:
                    begin, length = (at, len(needle)) if even else unfolded(stretch.text, at, len(needle))
                    hit = Hit(*place(begin, begin + length))
                    spans = hides() if spans is None else spans
                    if not hidden(spans, hit.begin, hit.end):
                        return hit
                    at = folded.find(needle, at + 1)
        return None


def written(text: str) -> list[str]:
    """A text as it may be stored: itself, and with the escapes of HL7 (by its usual delimiters), JSON and XML."""
    marks = {"\\": "\\E\\", "|": "\\F\\", "^": "\\S\\", "~": "\\R\\", "&": "\\T\\"}
    hl7 = "".join(marks.get(character, character) for character in text)
    ascii_json, plain_json = (json.dumps(text, ensure_ascii=ascii_only)[1:-1] for ascii_only in (True, False))
    return [text, hl7, ascii_json, plain_json, html.escape(text), html.escape(text, quote=False)]


def forms(needle: str) -> list[bytes]:
    """The bytes of ASCII characters: one each, or among zeros in UTF-16 and UTF-32."""
    narrow = needle.encode("ascii")
    return [narrow, b"\0".join(bytes([byte]) for byte in narrow), b"\0\0\0".join(bytes([byte]) for byte in narrow)]


def unfolded(text: str, at: int, length: int) -> tuple[int, int]:
    """Index and length in a text of what was found in its lower case, where that is longer (İ)."""
    begin = end = seen = 0
    for index, character in enumerate(text):
        if seen <= at:
            begin = index
        seen += len(character.lower())
        end = index + 1
        if seen >= at + length:
            break
    return begin, end - begin


class PathMatcher:
    """A value of HL7 v2 messages, by its path."""

    def __init__(self, asked: Asked, veil: Veil) -> None:
        """Raises `Refused`."""
        self._query, self._hint, self._veil = path_query(asked.what, veil), asked.hint, veil

    def find(self, raw: bytes) -> Hit | None:
        spans: Spans | None = None
        for found in self._query.search(raw, self._hint):
            spans = self._veil.spans(raw, self._hint) if spans is None else spans
            if not hidden(spans, found.begin, found.end):
                return Hit(found.begin, found.end, found.path, found.message)
        return None


def path_query(text: str, veil: Veil) -> PathQuery:
    """Raises `Refused` for what is no path, or what is hidden."""
    try:
        query = PathQuery.parse(text)
    except NoPath:
        raise Nonsense(
            phrase("'{text}' is no path.", text=text),
            phrase("A path looks like PID-3, PID-3.1=12345 or OBX[2]-5[1].4.2; a * in the value is any text."),
        ) from None
    reason = veil.refuses(query)
    if reason is not None:
        raise Refused(reason)
    return query


class PersonMatcher:
    """A person's identifier: where HL7 v2 puts such, else exactly it as any value of a message of any kind."""

    def __init__(self, asked: Asked, veil: Veil) -> None:
        reason = veil.refuses_persons()
        if reason is not None:
            raise Refused(reason)
        self._hint, self._what = asked.hint, asked.what.strip()
        exact = Glob((self._what,))
        self._anywhere = PathQuery(Path("*"), exact)
        self._places = [PathQuery(Path.parse(path), exact) for path in IDENTIFIERS]
        plain = self._what.isascii()
        self._forms = [form for needle in written(self._what) for form in forms(needle)] if plain else []

    def find(self, raw: bytes) -> Hit | None:
        if Walk(raw, self._hint).opening is None:
            return self._elsewhere(raw) if self._possible(raw) else None
        anywhere = next(self._anywhere.search(raw, self._hint), None)
        if anywhere is None:
            return None
        found = next((hit for query in self._places for hit in query.search(raw, self._hint)), anywhere)
        return Hit(found.begin, found.end, found.path, found.message)

    def _possible(self, raw: bytes) -> bool:
        """Whether JSON, XML or CBOR can hold it: as it is, or written by the numbers of its characters."""
        return not self._forms or any(form in raw for form in (*self._forms, b"\\u", b"\\/", b"&#"))

    def _elsewhere(self, raw: bytes) -> Hit | None:
        for number, message in enumerate(describe(raw, self._hint).messages):
            for segment in message.segments:
                for element in segment.elements:
                    for leaf in element.leaves():
                        if leaf.value == self._what:
                            return Hit(*leaf.place, leaf.path, number)
        return None


def path_at(raw: bytes, hint: Hint, begin: int, veil: Veil) -> tuple[str, int]:
    """The path of the value that a byte belongs to, and in which message; ("", 0): none."""
    walk = Walk(raw, hint)
    if walk.opening is None:
        return _path_elsewhere(raw, hint, begin, veil)
    places = list(numbered(walk.places()))
    for number, place in places:
        if not place.first <= begin < place.last:
            continue
        same = sum(other.name == place.name and other.group == place.group for _n, other in places)
        name = f"{place.name}[{number}]" if same > 1 else place.name
        for field, span in enumerate(fields(place), 1):
            for leaf in leaves(place, field, *span):
                if leaf.begin <= begin < leaf.end:
                    return path_of(leaf, name), max(place.group, 0)
        return name, max(place.group, 0)
    return "", 0


def _path_elsewhere(raw: bytes, hint: Hint, begin: int, veil: Veil) -> tuple[str, int]:
    if len(raw) > DESCRIBED:
        return "", 0
    for number, message in enumerate(veil.described(raw, hint).messages):
        for segment in message.segments:
            for element in segment.elements:
                for leaf in element.leaves():
                    if leaf.place[0] <= begin < leaf.place[1]:
                        return leaf.path, number
    return "", 0


def compiled(pattern: str, ignore_case: bool) -> re.Pattern[str]:
    """A regular expression. Raises `Refused` for what is none, or finds everything."""
    try:
        found = re.compile(pattern, re.IGNORECASE if ignore_case else 0)
    except (re.error, OverflowError, RecursionError) as error:
        raise Nonsense(
            phrase("This is no regular expression: {cause}.", cause=error),
            phrase("Write a \\ before a character that is meant as itself."),
        ) from None
    if found.search("") is not None:
        raise Nonsense(phrase("This regular expression finds everything, even where there is nothing."))
    return found
