"""Counts and spans of time as a person types them into a field, and as they are written back."""

import re

from PySide6.QtCore import QCoreApplication

from qmonitor.gui import text

_SPAN = re.compile(r"(\d{1,9}) ?([smhd])", re.ASCII)
_UNITS = {"d": 86_400, "h": 3600, "m": 60, "s": 1}
MOST_COUNT = 1_000_000_000
MOST_AGE = 3650 * 86_400
"""Seconds: ten years."""


def read_count(written: str) -> int | None:
    """The count that was typed; None for nothing. Raises ValueError."""
    written = re.sub(r"[\s.,'’]", "", written)
    if not written:
        return None
    if not written.isascii() or not written.isdigit() or not 0 < int(written[:12]) <= MOST_COUNT:
        raise ValueError("no such count")
    return int(written)


def read_age(written: str) -> int | None:
    """The seconds of an age that was typed, `15m`, `4h` or `1d 12h`; None for nothing. Raises ValueError."""
    written = written.strip().lower()
    if not written:
        return None
    seconds = sum(int(count) * _UNITS[unit] for count, unit in _SPAN.findall(written))
    if _SPAN.sub("", written).strip() or not 0 < seconds <= MOST_AGE:
        raise ValueError("no such age")
    return seconds


def write_age(seconds: int | None) -> str:
    """An age as it is typed."""
    if seconds is None:
        return ""
    unit = next(letter for letter, size in _UNITS.items() if seconds % size == 0)
    return f"{seconds // _UNITS[unit]}{unit}"


def age_words(seconds: int) -> str:
    """An age to the second, in the largest unit of which it is a whole number: `15 min`, `4 h`."""
    if seconds % 86_400 == 0:
        return QCoreApplication.translate("charts", "{count} d").format(count=text.number(seconds // 86_400))
    if seconds % 3600 == 0:
        return QCoreApplication.translate("charts", "{count} h").format(count=text.number(seconds // 3600))
    if seconds % 60 == 0:
        return QCoreApplication.translate("charts", "{count} min").format(count=text.number(seconds // 60))
    return QCoreApplication.translate("charts", "{count} s").format(count=text.number(seconds))
