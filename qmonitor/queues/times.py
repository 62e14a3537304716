"""Times as queues keep them: the stored text, and the instant it stands for.

The format is RFC 3339 in UTC with exactly nine fraction digits and `Z`, so that the order of the texts is
the order of the times. Older writers left 0 to 9 digits, or an offset; their texts are kept as they are and
compared by instant. A text that is no time has no instant: that reads as unknown, never as an error.
"""

import re
import time
from datetime import UTC, datetime, timedelta

from qmonitor.values import dataclass

NS = 1_000_000_000
"""Nanoseconds in a second."""

DRIFT = timedelta(seconds=60)
"""What was queued further in the future than this has no age: a clock was wrong when it was written."""

_RFC3339 = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d\d):(\d\d))", re.ASCII
)
_EPOCH_DAY = datetime(1970, 1, 1).toordinal()


@dataclass(frozen=True, slots=True)
class Instant:
    """A point in time: `text` exactly as stored, `ns` nanoseconds since 1970 (UTC), None where unknown."""

    text: str
    ns: int | None

    def __str__(self) -> str:
        return self.text

    @property
    def known(self) -> bool:
        return self.ns is not None

    def local(self) -> datetime | None:
        """In this machine's time zone, cut to microseconds, for display."""
        if self.ns is None:
            return None
        try:
            return datetime.fromtimestamp(self.ns // NS, UTC).replace(microsecond=self.ns % NS // 1000).astimezone()
        except (OverflowError, OSError, ValueError):  # year 1 or 9999 pushed out of range by the zone
            return None

    def __add__(self, span: timedelta) -> "Instant":
        if self.ns is None:
            raise ValueError("an unknown time can't be moved")
        return from_ns(self.ns + span // timedelta(microseconds=1) * 1000)


When = Instant | datetime | str
"""What callers may hand over as a time; `instant` makes an `Instant` of it."""


def parse(text: str) -> Instant:
    """The instant that an RFC 3339 text stands for (section 5.6; second 60 is the next minute's 0)."""
    return Instant(text, _nanoseconds(text))


def _nanoseconds(text: str) -> int | None:
    found = _RFC3339.fullmatch(text)
    if found is None:
        return None
    year, month, day, hour, minute, second, fraction, sign, off_hours, off_minutes = found.groups()
    hours, minutes, seconds = int(hour), int(minute), int(second)
    if hours > 23 or minutes > 59 or seconds > 60:
        return None
    try:
        days = datetime(int(year), int(month), int(day)).toordinal() - _EPOCH_DAY
    except ValueError:
        return None
    total = days * 86_400 + hours * 3600 + minutes * 60 + seconds
    if sign:
        if int(off_hours) > 23 or int(off_minutes) > 59:
            return None
        offset = int(off_hours) * 3600 + int(off_minutes) * 60
        total += -offset if sign == "+" else offset
    return total * NS + (int(fraction.ljust(9, "0")) if fraction else 0)


def from_ns(ns: int) -> Instant:
    """The instant `ns` nanoseconds after 1970, with its text in the stored format.

    Raises OverflowError outside the years 1 to 9999, which the format can't hold.
    """
    seconds, fraction = divmod(ns, NS)
    moment = datetime(1970, 1, 1) + timedelta(seconds=seconds)
    return Instant(f"{moment.isoformat(timespec='seconds')}.{fraction:09d}Z", ns)


def now() -> Instant:
    """The present instant, by this machine's clock."""
    return from_ns(time.time_ns())


def before(at: Instant, span: timedelta) -> Instant:
    """So long before; at the earliest when year 1 begins."""
    try:
        return at + -span
    except OverflowError:
        return parse("0001-01-01T00:00:00.000000000Z")


def instant(when: When) -> Instant:
    """An `Instant` of whatever a caller may hand over. Raises ValueError for a datetime without a zone."""
    if isinstance(when, Instant):
        return when
    if isinstance(when, str):
        return parse(when)
    if when.tzinfo is None:
        raise ValueError("a datetime without a time zone names no instant")
    since = when - datetime(1970, 1, 1, tzinfo=UTC)
    return from_ns(since // timedelta(microseconds=1) * 1000)


def between(earlier: Instant | None, later: Instant) -> timedelta | None:
    """How much later; None where either is unknown. Cut to microseconds; negative where the order is reversed."""
    if earlier is None or earlier.ns is None or later.ns is None:
        return None
    return timedelta(microseconds=(later.ns - earlier.ns) // 1000)


def believed(age: timedelta | None) -> timedelta | None:
    """An age to be shown: None for one that is negative by more than clocks may differ, so that nobody knows it."""
    return None if age is None or age < -DRIFT else max(age, timedelta(0))


def latest(*instants: Instant | None) -> Instant | None:
    """The latest of those that are known."""
    return max((at for at in instants if at is not None and at.ns is not None), key=lambda at: at.ns or 0, default=None)
