"""How the command line writes: JSON as scripts expect it, and text that a terminal shows unharmed.

Whatever a queue holds may end up here, so JSON is pure ASCII, and in text a character that a terminal
would act on (control characters, reversed writing, halves of surrogates) is written as its escape.
"""

import json
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import timedelta

import click

from qmonitor.queues.audit import AuditEntry
from qmonitor.queues.errors import QueueError
from qmonitor.queues.model import Depth, DepthRow, Item, ItemId, State
from qmonitor.queues.plan import GONE, InterruptedPlan
from qmonitor.queues.times import Instant
from qmonitor.queues.words import Phrase

UNKNOWN = "-"
"""Stands in text where there is no value, or none is known. Never a zero."""

MINUTE, DAY = 60, 86_400

COUNTS = frozenset({"count", "done", "left", "rows", "saved"})
"""The gaps of a sentence that hold a figure; a number in another one is an id."""

NAMED = 5
"""So many ids are named in a cell; the rest is counted."""


def print_json(value: object) -> None:
    click.echo(json.dumps(value, ensure_ascii=True))


def say(text: str) -> None:
    """One line for the person at the terminal, beside the data: on stderr."""
    click.echo(text, err=True)


def make_robust() -> None:
    """Let no character that the terminal's encoding lacks end the program: it is written as its escape."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def visible(text: str) -> str:
    """The text with everything that would not print as itself written as an escape (`\\x1b`)."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def seen(value: object) -> str:
    """A cell of a table: visible text, `UNKNOWN` for None."""
    return UNKNOWN if value is None else visible(str(value))


def print_table(head: Sequence[str], rows: Iterable[Sequence[object]], *, right: Iterable[int] = ()) -> None:
    """Aligned columns; those numbered in `right` flush right. The last one is not padded."""
    lines = [list(head), *([seen(cell) for cell in row] for row in rows)]
    widths = [max(map(_width, column)) for column in zip(*lines, strict=True)]
    flush = set(right)
    for line in lines:
        cells = [_pad(cell, widths[n], n in flush) for n, cell in enumerate(line)]
        click.echo("  ".join(cells).rstrip())


def _pad(text: str, width: int, right: bool) -> str:
    fill = " " * (width - _width(text))
    return fill + text if right else text + fill


def _width(text: str) -> int:
    """Columns that a terminal needs: two for wide (East Asian) characters, none for combining marks."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def age(span: timedelta | None) -> str:
    """`42 s`, then hours and minutes `04:12`, with days `3 d 04:12`; with a minus where two clocks disagree."""
    if span is None:
        return UNKNOWN
    seconds = int(abs(span).total_seconds())
    sign = "-" if span < timedelta(0) and seconds else ""
    if seconds < MINUTE:
        return f"{sign}{seconds} s"
    days, rest = divmod(seconds, DAY)
    clock = f"{rest // 3600:02d}:{rest % 3600 // 60:02d}"
    return f"{sign}{days} d {clock}" if days else sign + clock


def span(value: timedelta) -> str:
    """The same within a sentence, where `04:12` would be taken for a time of day: `4 h 12 min`, `3 d 4 h`."""
    seconds = int(abs(value).total_seconds())
    if seconds < MINUTE:
        return age(value)
    sign = "-" if value < timedelta(0) else ""
    minutes, hours = seconds // MINUTE, seconds // 3600
    if minutes < 60:
        return f"{sign}{minutes} min"
    return f"{sign}{hours} h {minutes % 60} min" if hours < 24 else f"{sign}{hours // 24} d {hours % 24} h"


def local_time(when: Instant | None) -> str:
    """`2026-11-26 17:31:04+01:00` on this machine's clock; what is no time as it is stored."""
    moment = None if when is None else when.local()
    if moment is None:
        return UNKNOWN if when is None or not when.text else visible(when.text)
    return moment.isoformat(sep=" ", timespec="seconds")


def number(value: int | None) -> str:
    return UNKNOWN if value is None else f"{value:,}"


def next_attempt(item: Item) -> str:
    """When it is tried again; `UNKNOWN` for a message that is not, whatever time is still stored with it."""
    finished = item.state in (State.DELIVERED, State.FAILED, State.SKIPPED)
    return UNKNOWN if finished else local_time(item.next_attempt)


def state_words(state: str) -> str:
    """The state that an item was found in."""
    return "not there" if state == GONE else visible(state)


def left_alone(item: ItemId, state: str, reason: Phrase | None) -> str:
    """An item that was not changed, the state it was found in, and why, where that is known beside it."""
    found = f"{visible(str(item))} ({state_words(state)})"
    return found if reason is None else f"{found}. {sentence(reason)}"


def some_ids(ids: Sequence[ItemId]) -> str:
    """The first few, and how many more there are."""
    more = len(ids) - NAMED
    return ", ".join(visible(str(item)) for item in ids[:NAMED]) + (f" and {more:,} more" if more > 0 else "")


def sentence(words: Phrase) -> str:
    """A sentence with its times, spans and figures written as everywhere else here."""
    return visible(str(Phrase(words.template, {name: _value(name, value) for name, value in words.values.items()})))


def _value(name: str, value: object) -> object:
    if isinstance(value, int) and name in COUNTS:
        return number(value)
    if isinstance(value, Phrase):
        return sentence(value)
    if isinstance(value, Instant):
        return local_time(value)
    if isinstance(value, timedelta):
        return span(value)
    return value


def explained(error: QueueError) -> str:
    """Cause and remedy."""
    return f"{sentence(error.cause)} {sentence(error.remedy)}".strip()


def stored(when: Instant | None) -> str | None:
    """A time in JSON: as stored, null where there is none."""
    return None if when is None else when.text


def depth_json(depth: Depth) -> dict[str, object]:
    return {
        "destinations": [depth_row_json(row) for row in depth.rows],
        "complete": depth.complete,
        "at": depth.as_of.text,
    }


def depth_row_json(row: DepthRow) -> dict[str, object]:
    return {
        "channel": row.channel,
        "destination": row.destination,
        "pending": None if row.at_least else row.pending,
        "failed": row.failed if row.failed_known else None,
        "oldest": stored(row.oldest),
        "oldestSeconds": None if row.age is None else max(0.0, row.oldest_seconds or 0.0),
        "maxAttempts": row.max_attempts,
    }


def audit_json(entry: AuditEntry) -> dict[str, object]:
    return {
        "at": entry.at.text,
        "actor": entry.actor,
        "host": entry.host,
        "action": entry.action,
        "target": entry.target,
        "count": entry.count,
        "ids": list(entry.ids),
        "reason": entry.reason,
        "plan": entry.plan,
        "part": entry.part,
    }


def plan_json(plan: InterruptedPlan) -> dict[str, object]:
    return {
        "plan": plan.id,
        "action": plan.action,
        "target": plan.target,
        "actor": plan.actor,
        "at": plan.at.text,
        "done": plan.done,
        "left": plan.left,
    }
