"""What a value means beside what is stored: of a coded one what its table says, of a date its reading."""

from fractions import Fraction

from qmonitor.payloads import letter
from qmonitor.payloads.model import Document, Element, Format
from qmonitor.queues import times
from qmonitor.queues.times import NS, Instant
from qmonitor.queues.words import Phrase, phrase
from qmonitor.values import dataclass

LONGEST = 80
"""Characters of a value that can be a code or a date."""

NULL = phrase("null: delete what is there")


@dataclass(frozen=True, slots=True)
class Meaning:
    """What is said beside a value; `odd` where it should not be like that."""

    text: Phrase | str
    odd: bool = False


@dataclass(frozen=True, slots=True)
class Meanings:
    """Speaks for one document. Cheap to ask; the first question of a version takes some milliseconds."""

    version: str | None = None
    """What MSH-12 says; None: this is no HL7 v2."""
    sent: str = ""
    """What MSH-7 says: when it was written."""
    letter: bool = False
    """Whether it is a dead letter."""

    @classmethod
    def of(cls, document: Document) -> "Meanings":
        """Asks once, so that nobody else waits for the tables."""
        if document.format is not Format.HL7V2:
            return cls(letter=any(segment.title == letter.TITLE for segment in document.segments()))
        header = next((one for one in document.segments() if one.name == "MSH"), None)
        made = cls(*(_first(header.elements, number) for number in (12, 7)) if header else ("", ""))
        from qmonitor.payloads.hl7 import tables

        tables.known(made.version or "", "0001", "?")
        return made

    def meaning(self, element: Element) -> Meaning | None:
        """What is said beside the value of a leaf; None: nothing that the value does not say itself."""
        value = element.value
        if self.letter and value and len(value) <= LONGEST:
            return _of_letter(element, value)
        if self.version is None or not value or len(value) > LONGEST:
            return None
        if element.null:
            return Meaning(NULL)
        if _dated(element.type):
            return self._date(element, value)
        table = _table(self.version, element.path)
        return self._coded(table, value) if table else None

    def _coded(self, table: str, value: str) -> Meaning | None:
        from qmonitor.payloads.hl7 import tables

        if meaning := tables.meaning(table, value):
            return Meaning(meaning)
        if tables.known(self.version or "", table, value) is False:
            return Meaning(phrase("not in table {table}", table=table), odd=True)
        return None

    def _date(self, element: Element, value: str) -> Meaning | None:
        from qmonitor.payloads.hl7 import reading

        said = reading.reading(value, element.type)
        if not said:
            return Meaning(phrase("no date or time of this type"), odd=True) if value.strip() else None
        if element.path == "PID-7" and (age := reading.age(value, self.sent)):
            return Meaning(phrase("{date}, {age}", date=said, age=age))
        return Meaning(said)


def _of_letter(element: Element, value: str) -> Meaning | None:
    """What a dead letter's code stands for, and when a time was."""
    if element.path.endswith("/Code"):
        said = letter.kind(value)
        return Meaning(said) if said else Meaning(phrase("a code that is not known"), odd=True)
    at = time_of(element.type, value)
    if at is None:
        return None
    return Meaning(phrase("no time is set")) if (at.ns or 0) <= 0 else Meaning(phrase("{time}", time=at))


def time_of(datatype: str, value: str) -> Instant | None:
    """The time that a value of CBOR is, by its tag; None for what is none."""
    if datatype.startswith("tag 0,"):
        at = times.parse(value)
        return at if at.ns is not None else None
    if datatype.startswith("tag 1,"):
        try:
            return times.from_ns(round(Fraction(value) * NS))
        except (ValueError, OverflowError):
            return None
    return None


def _dated(datatype: str) -> bool:
    return datatype in ("DT", "TM", "TS", "DTM")


def _first(elements: tuple[Element, ...], number: int) -> str:
    """The value of a field, of its first component where it is divided."""
    if number > len(elements):
        return ""
    return next((leaf.value or "" for leaf in elements[number - 1].leaves()), "")


def _table(version: str, path: str) -> str:
    """The table that the value at a path is from; empty for none."""
    from qmonitor.payloads.hl7.dictionary import names
    from qmonitor.payloads.hl7.paths import NoPath, Path

    try:
        place = Path.parse(path)
    except NoPath:
        return ""
    return names(version).table(place.segment, place.field, place.component, place.subcomponent)
