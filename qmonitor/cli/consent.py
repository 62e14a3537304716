"""Asking before anything is changed: the plan in words, then a yes, or the typed name of what it hits."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import click

from qmonitor.cli import output
from qmonitor.cli.options import (
    SECONDS,
    debug_option,
    json_option,
    network_option,
    password_option,
    read_only_option,
)
from qmonitor.queues.errors import Refused
from qmonitor.queues.plan import Plan
from qmonitor.queues.words import phrase
from qmonitor.values import dataclass

PLACES = 20
"""So many destinations are named; the rest is counted."""

Option = Callable[[Callable[..., Any]], Callable[..., Any]]


@dataclass(frozen=True, slots=True)
class Consent:
    """What the person at the command line said about an action beforehand; no `reason` is asked for after the plan."""

    reason: str | None
    yes: bool
    as_json: bool
    watch: timedelta


def _reason(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    if value is not None and not value.strip():
        raise click.BadParameter("say why: it is kept with your name.")
    return value


yes_option = click.option("--yes", is_flag=True, help="Do not ask; needed where there is no terminal to ask on.")
reason_option = click.option(
    "--reason", required=True, callback=_reason, metavar="TEXT", help="Why; kept in the audit with your name."
)
reason_or_discard_option = click.option(
    "--reason", callback=_reason, metavar="TEXT", help="Why; needed unless the rest is given up."
)
reason_or_ask_option = click.option(
    "--reason",
    callback=_reason,
    metavar="TEXT",
    help="Why; kept in the audit with your name. Without it only the cost is told.",
)
watch_option = click.option(
    "--watch",
    type=SECONDS,
    default="0",
    metavar="SECONDS",
    help="Check for so long afterwards that it stays so; an engine that was just sending may change it again.",
)

_SESSION = (password_option, read_only_option, network_option, debug_option)


def acting(command: Callable[..., Any]) -> Callable[..., Any]:
    """What every command that changes a source takes; it is called with a `Consent`."""
    return _with(command, reason_option, yes_option, watch_option, json_option, *_SESSION)


def acting_on_source(command: Callable[..., Any]) -> Callable[..., Any]:
    """The same where it is no message that is changed: there is nothing to be watched afterwards."""
    return _with(command, reason_or_ask_option, yes_option, json_option, *_SESSION)


def resuming(command: Callable[..., Any]) -> Callable[..., Any]:
    """The same, for a command that needs a reason only sometimes."""
    return _with(command, reason_or_discard_option, yes_option, watch_option, json_option, *_SESSION)


def _with(command: Callable[..., Any], *options: Option) -> Callable[..., Any]:
    for option in reversed(options):
        command = option(command)
    return command


def require_answerable(yes: bool) -> None:
    """Before anything is opened: without a terminal nobody could be asked."""
    if not yes and not terminal():
        raise click.UsageError("There is no terminal to ask on: say --yes to do it unasked.")


def terminal() -> bool:
    """Whether a person can be asked: a question goes to stderr, the answer comes from stdin."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr))


def describe(plan: Plan) -> None:
    """The plan in words, on stderr, and what was named but can't be part of it."""
    if not plan.of_messages:
        for line in _on_source(plan):
            output.say(line)
    elif plan.count or plan.resumed:
        first, *more = map(output.sentence, (*plan.words, *plan.warnings, plan.undo))
        for line in (first, *_shares(plan), *_parts(plan), *_span(plan), *more):
            output.say(line)
    for item, state in plan.excluded:
        end = "" if item in plan.reasons else "."
        output.say(f"Not part of it: {output.left_alone(item, state, plan.reasons.get(item))}{end}")


def _on_source(plan: Plan) -> Iterator[str]:
    """What is done to the source itself, with the figures; that there is nothing to do, where that is so."""
    yield from map(output.sentence, plan.words)
    if plan.count:
        yield from (f"  {output.sentence(fact.label)}: {output.sentence(fact.value)}" for fact in plan.facts)
        yield from map(output.sentence, (*plan.warnings, plan.undo))


def _shares(plan: Plan) -> Iterator[str]:
    """How many of them are for which destination, where they are for several."""
    for share in plan.shares[:PLACES]:
        count = "1 message" if share.count == 1 else f"{share.count:,} messages"
        later = f", {share.later:,} later delivered meanwhile" if share.later else ""
        yield f"  {output.visible(str(share.where))}: {count}{later}"
    more = len(plan.shares) - PLACES
    if more > 0:
        yield f"  and {more:,} more"


def _parts(plan: Plan) -> Iterator[str]:
    """The messages of rows that go as a whole, and which of them nobody asked for."""
    for part in plan.parts[:PLACES]:
        about = output.visible(part.item.message_type or part.item.state)
        comes = "" if part.chosen else ", comes with it"
        since = output.local_time(part.item.enqueued_at)
        yield f"  {output.visible(str(part.item.id))}: {about}, first failed {since}{comes}"
    more = len(plan.parts) - PLACES
    if more > 0:
        yield f"  and {more:,} more of such rows"


def _span(plan: Plan) -> Iterator[str]:
    """From when to when they were queued, and the head where it is one of them."""
    if plan.oldest is not None and plan.newest is not None:
        first, last = output.local_time(plan.oldest), output.local_time(plan.newest)
        yield f"Queued at {first}." if first == last else f"Queued from {first} to {last}."
    if plan.head is not None:
        head = output.visible(str(plan.head))
        yield f"It is the head of its line: {head}." if plan.count == 1 else f"The head, {head}, is one of them."


def ask_reason(given: str | None) -> str:
    """Why it is to be done: asked for where it was not said, once it is known what it means."""
    if given is not None:
        return given
    if not terminal():
        raise click.UsageError("Nothing was changed: say --reason TEXT and --yes to do it.")
    with _called_off():
        reason: str = click.prompt("Reason, kept in the audit with your name", default="", show_default=False, err=True)
        if not reason.strip():
            raise click.Abort
    return reason


def ask(plan: Plan, yes: bool) -> None:
    """Raises `Refused` unless the person agrees. No is what an empty answer means, and what Ctrl-C means."""
    if yes:
        return
    if plan.type_name is None:
        agree(f"{plan.action}: do it?")
        return
    name = output.visible(plan.type_name)
    with _called_off():
        if click.prompt(f'Type "{name}" to do it', default="", show_default=False, err=True).strip() != name.strip():
            raise click.Abort


def agree(question: str) -> None:
    """Raises `Refused` unless the person says yes."""
    with _called_off():
        click.confirm(question, default=False, err=True, abort=True)


@contextmanager
def _called_off() -> Iterator[None]:
    try:
        yield
    except click.Abort:
        raise Refused(phrase("Not confirmed: nothing was changed.")) from None
