"""Dates and times in a form that people can read, beside what is stored: `202601311205` as `2026-01-31 12:05`.

HL7 v2 and v3 write `YYYY[MM[DD[HH[MM[SS[.S…]]]]]][+/-ZZZZ]` (v2.5.1, chapter 2A: DT, TM, TS, DTM), FHIR and XML the
extended form of ISO 8601. The reading is ISO's in every language, as precise as what is stored, in the zone that is
stored. Nothing is guessed: what is no date or time of its type has no reading, such as 31 February or a date of seven
digits. 24:00 is the end of a day, and second 60 is one where a leap second can be.
"""

import re
from calendar import monthrange

from qmonitor.queues.words import Phrase, counted

_FRACTION = r"(?:\.(?P<fraction>[0-9]{1,9}))?"
_TIME = rf"(?P<hour>[0-9]{{2}})(?:(?P<minute>[0-9]{{2}})(?:(?P<second>[0-9]{{2}}){_FRACTION})?)?"
_OFFSET = r"(?P<offset>[+-][0-9]{4})?"
_DAY = r"(?P<year>[0-9]{4})(?:(?P<month>[0-9]{2})(?:(?P<day>[0-9]{2}){rest})?)?"
_ISO_TIME = rf"(?P<hour>[0-9]{{2}}):(?P<minute>[0-9]{{2}})(?::(?P<second>[0-9]{{2}}){_FRACTION})?"
_ISO_OFFSET = r"(?P<offset>[Zz]|[+-][0-9]{2}:[0-9]{2})?"
_ISO_DAY = r"(?P<year>[0-9]{4})(?:-(?P<month>[0-9]{2})(?:-(?P<day>[0-9]{2}){rest})?)?"


def _with(day: str, rest: str) -> str:
    return day.replace("{rest}", rest)


_HL7_DATE = re.compile(_with(_DAY, ""))
_HL7_TIME = re.compile(_TIME + _OFFSET)
_HL7_MOMENT = re.compile(_with(_DAY, f"(?:{_TIME})?") + _OFFSET)
_ISO_DATE = re.compile(_with(_ISO_DAY, "") + _ISO_OFFSET)
_ISO_CLOCK = re.compile(_ISO_TIME + _ISO_OFFSET)
_ISO_MOMENT = re.compile(_with(_ISO_DAY, f"(?:[Tt]{_ISO_TIME})?") + _ISO_OFFSET)

_FORMS = {
    "DT": _HL7_DATE,
    "TM": _HL7_TIME,
    "TS": _HL7_MOMENT,
    "DTM": _HL7_MOMENT,
    "date": _ISO_DATE,
    "time": _ISO_CLOCK,
    "dateTime": _ISO_MOMENT,
    "instant": _ISO_MOMENT,
}

LONGEST = 40
"""Characters: no date or time is longer."""

FARTHEST = 14
"""Hours that a zone is from UTC at most."""


def reading(value: str, datatype: str = "") -> str:
    """The reading of a value of a data type (of HL7, FHIR or XML Schema); empty where it is no date or time of it.

    Without a type (a text in JSON or XML) it has to be a whole date in ISO's extended form.
    """
    form = _FORMS.get(datatype) if datatype else _ISO_MOMENT
    if form is None or len(value) > LONGEST:
        return ""
    found = form.fullmatch(value.strip())
    if found is None or not (datatype or found["day"]):
        return ""
    parts = {name: text or "" for name, text in found.groupdict().items()}
    offset = _zone(parts.get("offset", ""))
    if not (_is_date(parts) and _is_time(parts) and _is_zone(offset)):
        return ""
    date = "-".join(filter(None, (parts.get("year"), parts.get("month"), parts.get("day"))))
    return " ".join(filter(None, (date, _clock(parts), offset)))


def age(born: str, at: str) -> Phrase | None:
    """How old somebody born on one date is on another, both as HL7 or ISO write them.

    None where that is not certain to the day, or not yet born. It tells as much as the date of birth does: whoever
    masks that one masks this, too.
    """
    first, last = _day(born), _day(at)
    if first is None or last is None or last < first:
        return None
    months = (last[0] - first[0]) * 12 + last[1] - first[1] - (last[2] < first[2])
    if months >= 24:
        return counted(months // 12, "1 year old", "{count} years old")
    if months >= 1:
        return counted(months, "1 month old", "{count} months old")
    days = last[2] - first[2] if last[:2] == first[:2] else last[2] + monthrange(*first[:2])[1] - first[2]
    return counted(days, "1 day old", "{count} days old")


def _day(value: str) -> tuple[int, int, int] | None:
    date = (reading(value, "TS") or reading(value)).partition(" ")[0].split("-")
    return (int(date[0]), int(date[1]), int(date[2])) if len(date) == 3 else None


def _clock(parts: dict[str, str]) -> str:
    """The time of day; an hour by itself is marked as one."""
    hour, minute, second, fraction = (parts.get(name, "") for name in ("hour", "minute", "second", "fraction"))
    if not minute:
        return f"{hour}h" if hour else ""
    return ":".join(filter(None, (hour, minute, second))) + (f".{fraction}" if fraction else "")


def _zone(offset: str) -> str:
    if offset in ("Z", "z"):
        return "+00:00"
    return f"{offset[:3]}:{offset[-2:]}" if offset else ""


def _is_date(parts: dict[str, str]) -> bool:
    if not (year := parts.get("year", "")):
        return True
    month, day = int(parts["month"] or 1), int(parts["day"] or 1)
    return int(year) >= 1 and 1 <= month <= 12 and 1 <= day <= monthrange(int(year), month)[1]


def _is_time(parts: dict[str, str]) -> bool:
    hour, minute, second = (int(parts.get(name) or 0) for name in ("hour", "minute", "second"))
    if hour == 24:
        return minute == second == int(parts.get("fraction") or 0) == 0
    # a leap second ends a day of UTC; zones differ from it by quarters of an hour
    return hour < 24 and minute < 60 and (second < 60 or (second == 60 and minute % 15 == 14))


def _is_zone(offset: str) -> bool:
    if not offset:
        return True
    hours, minutes = int(offset[1:3]), int(offset[4:6])
    return minutes < 60 and hours * 60 + minutes <= FARTHEST * 60
