"""How figures, times and the library's sentences are written in the window.

Every function takes None for "not known" and answers with `UNKNOWN` then, never with a zero. Made for the
GUI thread, but free of state: any thread may use them.
"""

import html
import unicodedata
from datetime import datetime, timedelta

from PySide6.QtCore import QCoreApplication, QLocale

from qmonitor.monitor.failures.said import Recorded
from qmonitor.queues.errors import QueueError
from qmonitor.queues.model import Lack, Stage, State
from qmonitor.queues.plan import GONE, PRESENT
from qmonitor.queues.source import kinds
from qmonitor.queues.times import Instant
from qmonitor.queues.words import Phrase

UNKNOWN = "–"
"""Stands where there is no value, or none is known."""

IDS = ("id", "item", "plan")
"""Gaps of the library's sentences that hold an identity: never written with separators."""

LINE = 500
"""Characters of one line at most, unless told otherwise: Qt lays out and elides each of them at every painting."""
SHORT, LONG = 40, 2000
"""The same for a word, and for a text that may fill a few lines."""

BREAK = "\u200b"
"""A place at which a label may break a long word; whoever copies the word copies it, too."""

CUT = "…"
"""Stands in the middle of a line, for what was left out of it."""

_MARKS = {
    **{code: chr(0x2400 + code) for code in range(0x20)},
    0x7F: "\u2421",
    0xAD: "⟨SHY⟩",
    0x061C: "⟨ALM⟩",
    0x200B: "⟨ZWSP⟩",
    0x200C: "⟨ZWNJ⟩",
    0x200D: "⟨ZWJ⟩",
    0xFEFF: "⟨BOM⟩",
    0x200E: "⟨LRM⟩",
    0x200F: "⟨RLM⟩",
    0x2028: "⟨LS⟩",
    0x2029: "⟨PS⟩",
    **dict(zip(range(0x202A, 0x202F), ("⟨LRE⟩", "⟨RLE⟩", "⟨PDF⟩", "⟨LRO⟩", "⟨RLO⟩"), strict=True)),
    **dict(zip(range(0x2066, 0x206A), ("⟨LRI⟩", "⟨RLI⟩", "⟨FSI⟩", "⟨PDI⟩"), strict=True)),
}
"""What stands for a character that would not be seen, or would reorder or break the line."""

MINUS = "−"
HALF_A_YEAR = timedelta(days=182)
MINUTE = 60
DAY = 86_400


def age(span: timedelta | None) -> str:
    """A span of time: `42 s`, then hours and minutes `04:12`, with days `3 d 04:12`.

    A negative one (two clocks disagree) carries a minus sign.
    """
    if span is None:
        return UNKNOWN
    seconds = int(abs(span).total_seconds())
    sign = MINUS if span < timedelta(0) and seconds else ""
    if seconds < MINUTE:
        return sign + QCoreApplication.translate("text", "{seconds} s").format(seconds=seconds)
    days, rest = divmod(seconds, DAY)
    clock = f"{rest // 3600:02d}:{rest % 3600 // 60:02d}"
    if not days:
        return sign + clock
    return sign + QCoreApplication.translate("text", "{days} d {clock}").format(days=number(days), clock=clock)


def span(value: timedelta) -> str:
    """The same within a sentence, where `04:12` would be taken for a time of day: `4 h 12 min`, `3 d 4 h`."""
    seconds = int(abs(value).total_seconds())
    if seconds < MINUTE:
        return age(value)
    minutes, hours = seconds // MINUTE, seconds // 3600
    if minutes < 60:
        said = QCoreApplication.translate("text", "{minutes} min")
    elif hours < 24:
        said = QCoreApplication.translate("text", "{hours} h {minutes} min")
    else:
        said = QCoreApplication.translate("text", "{days} d {hours} h")
    sign = MINUS if value < timedelta(0) else ""
    return sign + said.format(days=number(hours // 24), hours=hours % 24, minutes=minutes % 60)


def local_time(when: Instant | None) -> str:
    """Date and time on this machine's clock with its offset: `2026-11-26 17:31:04 +01:00`.

    What is stored but is no time is shown as it is stored.
    """
    moment = _moment(when)
    if moment is None:
        return _unread(when)
    return f"{moment:%Y-%m-%d %H:%M:%S} {offset(moment)}"


def utc_time(when: Instant | None) -> str:
    """The same in UTC, as stored: for tool tips."""
    if when is None:
        return UNKNOWN
    return QCoreApplication.translate("text", "{time} (as stored)").format(time=when.text)


def short_time(when: Instant | None) -> str:
    """The time of day if it is today's, day and time within half a year, else the date; local, without the offset."""
    moment = _moment(when)
    if moment is None:
        return _unread(when)
    now = datetime.now().astimezone()
    if moment.date() == now.date():
        return f"{moment:%H:%M:%S}"
    if abs(moment - now) < HALF_A_YEAR:
        month = QLocale().standaloneMonthName(moment.month, QLocale.FormatType.ShortFormat)
        return f"{moment.day} {month} {moment:%H:%M}"
    return f"{moment:%Y-%m-%d}"


def offset(moment: datetime) -> str:
    """The offset from UTC of a time with a zone: `+01:00`."""
    text = f"{moment:%z}"
    return f"{text[:3]}:{text[3:5]}"


def number(value: int | None) -> str:
    """A count, with the locale's separators."""
    return UNKNOWN if value is None else QLocale().toString(value)


def size(value: int | None) -> str:
    """A size in bytes: exact below 10,000, rounded above."""
    if value is None or value < 10_000:
        return exact_size(value)
    return QLocale().formattedDataSize(value, 1, QLocale.DataSizeFormat.DataSizeTraditionalFormat)


def exact_size(value: int | None) -> str:
    """A size to the byte."""
    if value is None:
        return UNKNOWN
    if value == 1:
        return QCoreApplication.translate("text", "1 byte")
    return QCoreApplication.translate("text", "{count} bytes").format(count=number(value))


def milliseconds(seconds: float | None) -> str:
    """How long a reading took: `12 ms`."""
    if seconds is None:
        return UNKNOWN
    return QCoreApplication.translate("text", "{count} ms").format(count=number(max(1, round(seconds * 1000))))


def line(value: str, most: int = LINE) -> str:
    """Stored text as one line of plain characters, for a cell or a sentence: nothing in it is hidden.

    Controls, line ends, marks of direction and bytes that are no UTF-8 become visible signs. Above `most` characters
    the middle is left out, with a sign for that.
    """
    if len(value) > 2 * most + 1:
        value = f"{value[:most]}\0{value[-most:]}"  # what is left out again below, and never looked at
    shown = value if value.isprintable() else "".join(map(_visible, value))
    if len(shown) <= most:
        return shown
    begin = most // 2
    return f"{shown[:begin]}{CUT}{shown[len(shown) - (most - begin - 1) :]}"


def _visible(character: str) -> str:
    code = ord(character)
    if code in _MARKS:
        return _MARKS[code]
    if character.isprintable() or unicodedata.category(character) == "Zs":
        return character
    if 0xDC80 <= code <= 0xDCFF:
        return f"⟨\\x{code - 0xDC00:02X}⟩"
    return f"⟨U+{code:04X}⟩"


def tip(words: str, *, wrapped: bool = False) -> str:
    """The same words and lines for a tool tip: Qt would take some of them for markup, and show or fetch what that says.

    `wrapped`: a long line is broken. (Only so, and where it has to be, it is markup: a screen reader would read that.)
    """
    if not wrapped and "<" not in words:
        return words
    return f'<p style="white-space: pre-wrap">{html.escape(words)}</p>'


def without_mnemonic(label: str) -> str:
    """A label as it is read aloud: `&&` stands for one ampersand, a single one marks a key."""
    return label.replace("&&", "\0").replace("&", "").replace("\0", "&")


def state(value: str) -> str:
    """A state of a message in one word, or its stage; one that is not ours as it is stored."""
    words = {
        State.PENDING: QCoreApplication.translate("text", "pending"),
        State.FAILED: QCoreApplication.translate("text", "failed"),
        State.DELIVERED: QCoreApplication.translate("text", "delivered"),
        State.SKIPPED: QCoreApplication.translate("text", "skipped"),
        GONE: QCoreApplication.translate("text", "gone"),
        PRESENT: QCoreApplication.translate("text", "there"),
    }
    return words[value] if value in words else stage(value)


def stage(value: str | None, lacks: Lack | None = None) -> str:
    """Where in its queue a message is, or what it lacks so that it can't go on; "" where the source knows no stages."""
    missing: dict[Lack, str] = {
        Lack.BODY: QCoreApplication.translate("text", "body gone"),
        Lack.PAYLOAD: QCoreApplication.translate("text", "payload missing"),
        Lack.SCHEDULE: QCoreApplication.translate("text", "will never run"),
    }
    if lacks is not None:
        return missing[lacks]
    words: dict[str, str] = {
        Stage.UNDELIVERED: QCoreApplication.translate("text", "not delivered"),
        Stage.IN_FLIGHT: QCoreApplication.translate("text", "in flight"),
        Stage.BODY_GONE: missing[Lack.BODY],
        Stage.DELAYED: QCoreApplication.translate("text", "delayed"),
        Stage.DUE: QCoreApplication.translate("text", "due"),
        Stage.DEAD: QCoreApplication.translate("text", "dead-lettered"),
        Stage.REFUSED: QCoreApplication.translate("text", "without a retry"),
        Stage.FINISHED: QCoreApplication.translate("text", "finished"),
        Stage.SKIPPED: QCoreApplication.translate("text", "skipped"),
    }
    return words.get(value or "", line(value or "", SHORT))


def kind(value: str) -> str:
    """What a message is about: in the user's language where its queue has known words, all else as it is stored."""
    known = kinds().get(value)
    return value if known is None else translate(known)


def stored_kind(typed: str) -> str:
    """What is to be looked for where a part of such a word is typed: the shortest one that is meant, as it is stored.

    The others hold that one; what is a part of none stays as it is typed.
    """
    part = typed.casefold()
    meant = [stored for stored, known in kinds().items() if part and part in translate(known).casefold()]
    return min(meant, key=len, default=typed)


def translate(phrase: Phrase) -> str:
    """A sentence of the library in the user's language, with its values as they are written here."""
    values = {name: line(str(value)) if name in IDS else _value(value) for name, value in phrase.values.items()}
    return QCoreApplication.translate("queues", phrase.template).format(**values)


def explain(error: QueueError) -> str:
    """An error of a source in one line: its cause, then what to do about it."""
    return f"{translate(error.cause)} {translate(error.remedy)}".strip()


def _value(value: object) -> object:
    match value:
        case bool():
            return value
        case int():
            return number(value)
        case Instant():
            return short_time(value)
        case timedelta():
            return span(value)
        case Phrase():
            return translate(value)
        case str() | Recorded():
            return line(str(value), LONG)
    return value


def _moment(when: Instant | None) -> datetime | None:
    return None if when is None else when.local()


def _unread(when: Instant | None) -> str:
    """The stored text of what is no time, cut to a length that a cell can hold."""
    return (when.text[:40] if when is not None else "") or UNKNOWN
