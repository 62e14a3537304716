"""Channels, destinations and states as they are typed: a name that the source lacks is told, not taken for empty."""

from collections.abc import Mapping
from contextlib import closing
from datetime import timedelta
from difflib import get_close_matches
from typing import Any

import click

from qmonitor.cli import output
from qmonitor.cli.options import session
from qmonitor.queues.errors import Refused
from qmonitor.queues.model import Destination, Query, State
from qmonitor.queues.source import Reader, Source
from qmonitor.queues.times import Instant, before
from qmonitor.queues.words import phrase


def require_destination(source: Source, place: Destination) -> None:
    """Raises `Refused` where the source has no message for it, whatever its state."""
    with closing(source.reader()) as reader:
        cause, remedy = missing(reader.destinations(), place.channel, place.destination)
    if cause:
        raise Refused(phrase("{text}", text=cause), phrase("{text}", text=remedy))


def say_missing(reader: Reader, channel: str | None, destination: str | None) -> None:
    """A line on stderr where there is no such channel, or destination, or the two of them together."""
    if channel is not None or destination is not None:
        told = " ".join(missing(reader.destinations(), channel, destination)).strip()
        if told:
            output.say(told)


def check_state(reader: Reader, state: str | None) -> None:
    """An engine may have states of its own; any other word is a slip, and must not read as "none"."""
    known = [str(one) for one in State]
    if state is None or state in known or reader.page(Query(state=state, limit=1)).items:
        return
    close = get_close_matches(state, known, n=1)
    meant = f" Did you mean {close[0]}?" if close else ""
    raise click.BadParameter(
        f"no message is {output.visible(state)!r}, the states are {', '.join(known)}.{meant}",
        click.get_current_context(),
        param_hint="'--state'",
    )


def query_of(filters: Mapping[str, Any], reader: Reader) -> Query:
    """What the options ask for; what is so long ago goes by the clock of the source."""
    spans = {name: value for name, value in filters.items() if isinstance(value, timedelta)}
    at = reader.now() if spans else None
    ends = {} if at is None else {name: before(at, span) for name, span in spans.items()}
    asked: dict[str, Any] = {**filters, **ends}
    return Query(**asked)


def check_error(error: object) -> None:
    """Error texts may quote messages: where those are masked, nobody finds out what is in them. Raises `Refused`."""
    if error is not None and session().policy.masked:
        raise Refused(
            phrase("Error texts are not searched: the administrator's policy keeps them masked."),
            phrase('"qmonitor list" without --error shows their kinds.'),
        )


FILTERS = ("channel", "destination", "state", "text", "error", "since", "until")
"""Options by which some messages are left out."""


def as_given(query: Query) -> str:
    """The filters that were given, as they are typed; empty: none."""
    given = ((name, getattr(query, name)) for name in FILTERS)
    return " ".join(
        f"--{name} {output.visible(value.text if isinstance(value, Instant) else str(value))}"
        for name, value in given
        if value is not None
    )


def in_all(rows: int | None) -> str:
    """How many messages there are without any filter; None: not known."""
    return "" if rows is None else f" The source holds {'1 message' if rows == 1 else f'{rows:,} messages'} in all."


def missing(there: tuple[Destination, ...], channel: str | None, destination: str | None) -> tuple[str, str]:
    """What is not there, and what may have been meant; two empty texts where it is there."""
    if channel is not None and destination is not None:
        return _told("destination", f"{channel}/{destination}", {str(one) for one in there})
    if channel is not None:
        return _told("channel", channel, {one.channel for one in there})
    return _told("destination", destination or "", {one.destination for one in there})


def say_new(there: tuple[Destination, ...], place: Destination) -> None:
    """A line on stderr where a queue did not have this destination until now: it may be a slip."""
    if there and place not in there:
        close = _close(str(place), {str(one) for one in there})
        meant = f" Did you mean {close}?" if close else ""
        output.say(f"{output.visible(str(place))} is a new destination of this queue.{meant}")


def _told(kind: str, name: str, known: set[str]) -> tuple[str, str]:
    if name in known:
        return "", ""
    close = _close(name, known)
    meant = f"Did you mean {close}?" if close else f"The queue has {output.some_ids(sorted(known))}." if known else ""
    return f"There is no {kind} {output.visible(name)}.", meant


def _close(name: str, known: set[str]) -> str:
    return "".join(map(output.visible, get_close_matches(name, sorted(known), n=1)))
