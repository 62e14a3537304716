"""The commands that change a source, each one planned, confirmed, run, and read again."""

import shlex
import time
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from functools import wraps
from typing import Any

import click

from qmonitor.cli import output
from qmonitor.cli.consent import (
    Consent,
    acting,
    agree,
    ask,
    ask_reason,
    describe,
    require_answerable,
    resuming,
)
from qmonitor.cli.options import ITEM, SPAN, TIME, TIMES, id_argument, ids_argument, session, source_argument
from qmonitor.cli.places import require_destination
from qmonitor.cli.progress import Progress
from qmonitor.monitor.operations import Operations
from qmonitor.monitor.watch import Reversal, Watch, acted_on
from qmonitor.queues.errors import SourceError
from qmonitor.queues.model import Destination, ItemId, Query
from qmonitor.queues.plan import Plan, Report
from qmonitor.queues.source import Source
from qmonitor.queues.times import Instant

MOVED = 20
"""So many items are named one by one that have other ids since."""

MakePlan = Callable[[Operations], Plan]


def with_consent(command: Callable[..., MakePlan]) -> Callable[..., None]:
    """Make a click callback of a function that only says what is to be planned."""

    @acting
    @wraps(command)
    def run(source: str, **given: Any) -> None:
        consent = Consent(*(given.pop(name) for name in ("reason", "yes", "as_json", "watch")))
        act(source, consent, command(**given), _place(given))

    return run


def _place(given: dict[str, Any]) -> Destination | None:
    """The destination that a command is aimed at, where it is."""
    channel, destination = given.get("channel"), given.get("destination")
    return None if channel is None or destination is None else Destination(channel, destination)


def act(target: str, consent: Consent, make_plan: MakePlan, place: Destination | None = None) -> None:
    """Plan, ask, run, watch and report. Ends with exit code 1 unless all that was confirmed was done and stayed.

    A `place` that hits nothing is refused where there is no such destination.
    """
    source = session().open(target)
    with Operations(source, read_only=session().read_only) as operations:
        plan = make_plan(operations)
        if not plan.count and place is not None:
            require_destination(source, place)
        if consent.reason is not None and (plan.count or plan.resumed):  # what can't be done needs no consent
            require_answerable(consent.yes)
        describe(plan)
        report = _run(operations, plan, consent)
    watch = _watch(source, plan, report, consent.watch) if consent.watch else None
    if consent.as_json:
        output.print_json(report_json(report, watch))
    else:
        _print_report(report, watch)
    for said in (*report.remarks, *report.notices):
        output.say(output.sentence(said))
    if report.left and plan.of_messages:
        _tell_left(target, report)
    if report.unchanged or report.left or report.notices or (watch is not None and watch.reversals):
        raise click.exceptions.Exit(1)


def _run(operations: Operations, plan: Plan, consent: Consent) -> Report:
    reason = consent.reason or ""
    if plan.count or plan.resumed:
        reason = ask_reason(consent.reason)
        ask(plan, consent.yes)
    with Progress(plan.action, of_messages=plan.of_messages) as progress:
        return operations.run(plan, reason, progress)


def _watch(source: Source, plan: Plan, report: Report, span: timedelta) -> Watch:
    """Read again what was done, until the span is over or Ctrl-C. Never raises: there is a report to be printed."""
    watch = Watch(plan.action, acted_on(plan, report), plan=plan.id, span=span)
    if not watch.over:
        _look_on(watch, source, span)
        _tell_end(watch)
    return watch


def _look_on(watch: Watch, source: Source, span: timedelta) -> None:
    output.say(f"Checking for {output.age(span)} that it stays so: an engine may have been sending just then …")
    try:
        with closing(source.reader()) as reader:
            while not watch.over:
                time.sleep(watch.pause)
                for reversal in watch.look(reader.states, reader.audit):
                    output.say(_reversal(reversal))
    except KeyboardInterrupt:
        output.say("No longer checking.")
    except SourceError as error:
        output.say(f"No longer checking: {output.explained(error)}")


def _tell_end(watch: Watch) -> None:
    if watch.over and not watch.reversals:
        output.say("It stayed so.")


def _reversal(reversal: Reversal) -> str:
    item, found = output.visible(str(reversal.item)), output.state_words(reversal.found)
    return f"Changed again: {item} was left {reversal.expected} and is {found} now."


def report_json(report: Report, watch: Watch | None = None) -> dict[str, object]:
    """The report; `created` only where new items came to be, `moved` where items have other ids since, `left` only of a
    stopped run, `reversed` if watched, `remarks` and `notices` only where there is more to be known. So is the `reason`
    of what is unchanged: only where its state does not say it.

    A watch that was cut off has seen no reversal, perhaps: that is null, not an empty list.
    """
    found: dict[str, object] = {
        "action": report.action,
        "confirmed": report.confirmed,
        "done": report.done,
        "unchanged": [_left_alone(report, item, state) for item, state in report.unchanged],
        "actor": report.actor,
        "plan": report.plan,
    }
    if report.created:
        found["created"] = list(report.created)
    if report.moved:
        found["moved"] = [{"id": item, "now": now} for item, now in report.moved]
    if report.left:
        found["left"] = report.left
    if report.remarks:
        found["remarks"] = [output.sentence(remark) for remark in report.remarks]
    if report.notices:
        found["notices"] = [output.sentence(notice) for notice in report.notices]
    if watch is not None:
        seen = [{"id": reversal.item, "state": reversal.found} for reversal in watch.reversals]
        found["reversed"] = seen if seen or watch.over else None
    return found


def _left_alone(report: Report, item: ItemId, state: str) -> dict[str, object]:
    reason = report.reasons.get(item)
    return {"id": item, "state": state, **({"reason": output.sentence(reason)} if reason is not None else {})}


def _print_report(report: Report, watch: Watch | None) -> None:
    if not report.confirmed:
        click.echo(f"{report.action}: nothing to do.")
        return
    click.echo(f"{report.action}: {report.done:,} of {report.confirmed:,} done, by {output.visible(report.actor)}.")
    for item in report.created:
        click.echo(f"new message {output.visible(str(item))}")
    for item, now in report.moved[:MOVED]:
        click.echo(f"{output.visible(str(item))} is now {output.visible(str(now))}")
    if len(report.moved) > MOVED:
        click.echo(f"and {len(report.moved) - MOVED:,} more have other ids now, which the audit names.")
    for item, state in report.unchanged:
        click.echo(f"not changed: {output.left_alone(item, state, report.reasons.get(item))}")
    for reversal in watch.reversals if watch is not None else ():
        click.echo(_reversal(reversal))


def _tell_left(target: str, report: Report) -> None:
    again = f"qmonitor resume {shlex.quote(output.visible(target))} {report.plan}"
    output.say(f'Stopped: {report.left:,} left. Go on with "{again} --reason TEXT", or give them up with --discard.')


@click.command()
@source_argument
@ids_argument
@with_consent
def skip(ids: tuple[ItemId, ...]) -> MakePlan:
    """Skip messages: they stay in the queue as skipped, and are not sent unless they are restored."""
    return lambda operations: operations.plan("skip", ids)


@click.command()
@source_argument
@click.argument("channel")
@click.argument("destination")
@click.option("--include-failed", is_flag=True, help="Skip the failed ones too.")
@click.option("--first", type=click.IntRange(1), metavar="N", help="Only the first N in line.")
@click.option("--older-than", type=SPAN, metavar="T", help="Only those queued longer ago than T (5m, 2h, 3d).")
@with_consent
def drain(
    channel: str, destination: str, include_failed: bool, first: int | None, older_than: timedelta | None
) -> MakePlan:
    """Skip everything that waits for a destination."""
    query = Query(channel=channel, destination=destination)
    return lambda operations: operations.plan(
        "drain", query, include_failed=include_failed, first=first, older_than=older_than
    )


@click.command("retry-now")
@source_argument
@click.argument("ids", type=ITEM, nargs=-1, metavar="(ID... | --channel C --destination D)")
@click.option("--channel", metavar="C", help="Everything of this channel and …")
@click.option("--destination", metavar="D", help="… this destination that waits.")
@click.option("--include-failed", is_flag=True, help="The failed ones of the destination too.")
@with_consent
def retry_now(ids: tuple[ItemId, ...], channel: str | None, destination: str | None, include_failed: bool) -> MakePlan:
    """Make messages due at once, with a fresh count of attempts."""
    if bool(ids) == (channel is not None or destination is not None):
        raise click.UsageError("Name either ids, or --channel and --destination.")
    if ids:
        if include_failed:
            raise click.UsageError("--include-failed belongs to --channel and --destination.")
        return lambda operations: operations.plan("retry-now", ids)
    if channel is None or destination is None:
        raise click.UsageError("--channel and --destination belong together.")
    query = Query(channel=channel, destination=destination)
    return lambda operations: operations.plan("retry-now", query, include_failed=include_failed)


@click.command()
@source_argument
@ids_argument
@with_consent
def restore(ids: tuple[ItemId, ...]) -> MakePlan:
    """Put skipped messages back in line."""
    return lambda operations: operations.plan("restore", ids)


@click.command()
@source_argument
@id_argument
@with_consent
def resend(item: ItemId) -> MakePlan:
    """Queue the same bytes once more, as the last message of the same destination."""
    return lambda operations: operations.plan("resend", (item,))


@click.command()
@source_argument
@ids_argument
@with_consent
def remove(ids: tuple[ItemId, ...]) -> MakePlan:
    """Delete finished messages from the queue; never one that still waits."""
    return lambda operations: operations.plan("remove", ids)


@click.command()
@source_argument
@click.option(
    "--before",
    type=TIME,
    required=True,
    metavar="TIME",
    help=f"Finished before TIME: {TIMES}.",
)
@with_consent
def purge(before: Instant | timedelta) -> MakePlan:
    """Delete delivered and skipped messages that finished long ago; failed ones stay."""
    return lambda operations: operations.plan("purge", Query(), before=before)


@click.command()
@source_argument
@ids_argument
@with_consent
def erase(ids: tuple[ItemId, ...]) -> MakePlan:
    """Delete messages whatever their state, so that their bytes are gone from the disk."""
    return lambda operations: operations.plan("erase", ids)


@click.command()
@source_argument
@click.argument("plan")
@click.option("--discard", is_flag=True, help="Give the rest up instead; what was done stays done.")
@resuming
def resume(source: str, plan: str, discard: bool, reason: str | None, **given: Any) -> None:
    """Go on with an action that ended before its end (see plans)."""
    consent = Consent(reason or "", *(given[name] for name in ("yes", "as_json", "watch")))
    if discard:
        _discard(source, plan, consent)
        return
    if reason is None:
        raise click.UsageError("Missing option '--reason'.")
    act(source, consent, lambda operations: operations.resume(plan))


def _discard(target: str, plan: str, consent: Consent) -> None:
    with Operations(session().open(target), read_only=session().read_only) as operations:
        if not consent.yes:
            rest = operations.resume(plan)
            require_answerable(consent.yes)
            agree(f"{rest.action} for {output.visible(rest.target)}: leave the remaining {rest.count:,} as they are?")
        operations.discard(plan)
    if consent.as_json:
        output.print_json({"plan": plan, "discarded": True})
    else:
        click.echo("Given up: what was left of it stays as it is.")


COMMANDS = (skip, drain, retry_now, restore, resend, remove, purge, erase, resume)
