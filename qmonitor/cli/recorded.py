"""The commands that show what was done, to a source or beside it: audit, journal, plans."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import field
from typing import Protocol

import click

from qmonitor.cli import output
from qmonitor.cli.options import debug_option, json_option, reading, session
from qmonitor.monitor.failures.said import veiled_entry
from qmonitor.monitor.journal.file import Journal
from qmonitor.queues.audit import AuditEntry, Verification
from qmonitor.queues.errors import Refused
from qmonitor.queues.running import SILENCE, RunningPlan, running_at
from qmonitor.queues.words import counted, phrase
from qmonitor.values import dataclass

AUDIT_PAGE = 500


@click.command()
@reading
@click.option("--verify", is_flag=True, help="Recompute the chain that ties the entries together.")
@click.option(
    "--limit", type=click.IntRange(1), metavar="N", help="Only the newest N (with --json entries, else acts)."
)
def audit(source: str, as_json: bool, verify: bool, limit: int | None) -> None:
    """Show who did what to the source, newest first."""
    with closing(session().open(source).reader()) as reader:
        _show(reader, "Nobody has acted on this source.", as_json, verify, limit)


@click.command()
@json_option
@debug_option
@click.option("--verify", is_flag=True, help="Recompute the chain that ties the entries together.")
@click.option(
    "--limit", type=click.IntRange(1), metavar="N", help="Only the newest N (with --json entries, else acts)."
)
def journal(as_json: bool, verify: bool, limit: int | None) -> None:
    """Show who unmasked, exported, or decided on alerts here, newest first: acts that changed no source."""
    _show(Journal(), "Nothing was decided yet.", as_json, verify, limit)


class Audited(Protocol):
    """What has an audit: a source's reader, or the local journal."""

    def audit(self, limit: int = 100, before: int | None = None) -> tuple[AuditEntry, ...]: ...

    def verify_audit(self) -> Verification: ...


def _show(audited: Audited, nothing: str, as_json: bool, verify: bool, limit: int | None) -> None:
    entries = list(audit_entries(audited, limit)) if as_json else []
    lines = [] if as_json else audit_lines(audit_entries(audited), limit)
    verification = audited.verify_audit() if verify else None
    if as_json:
        found: dict[str, object] = {"entries": [output.audit_json(entry) for entry in entries]}
        if verification is not None:
            found |= {"rows": verification.rows, "intact": verification.intact, "brokenAt": verification.broken_at}
        output.print_json(found)
    else:
        _print_audit(lines, nothing)
    if verification is not None:
        _tell_verified(verification)


def _tell_verified(found: Verification) -> None:
    """Raises `Refused` where the chain is broken."""
    if not found.intact:
        raise Refused(
            phrase("The audit does not hold: entry {item} was changed, or one before it is missing.",
                   item=found.broken_at),
            phrase("Compare it with a backup, and tell whoever answers for this system."),
        )  # fmt: skip
    holds = counted(found.rows, "The chain of 1 entry holds.", "The chain of {count} entries holds.")
    output.say(f"{holds} (Entries cut off at the end, or a chain computed anew as a whole, can't be noticed.)")


def audit_entries(audited: Audited, limit: int | None = None) -> Iterator[AuditEntry]:
    """The newest `limit` entries, or all of them, page by page."""
    left, before = limit, None
    while left is None or left > 0:
        page = audited.audit(AUDIT_PAGE if left is None else min(left, AUDIT_PAGE), before)
        if not page:
            return
        yield from (veiled_entry(entry, masked=session().policy.masked) for entry in page)
        before = page[-1].id
        left = None if left is None else left - len(page)


@dataclass(slots=True)
class AuditLine:
    """One act as people read it: the batches of a long one are its `entries`, newest first."""

    entries: list[AuditEntry] = field(default_factory=list)

    def cells(self) -> tuple[object, ...]:
        last, oldest_first = self.entries[0], self.entries[::-1]
        ids = [item for entry in oldest_first for item in entry.ids]
        sending = last.action == "worker-start"  # about no messages yet
        count = output.UNKNOWN if sending else output.number(sum(entry.count for entry in self.entries))
        at = output.local_time(last.at)
        return at, last.actor, last.action, last.target, count, output.some_ids(ids), last.reason, last.plan


def audit_lines(entries: Iterator[AuditEntry], limit: int | None = None) -> list[AuditLine]:
    """The newest `limit` acts, or all of them. A plan that was gone on with is an act of its own."""
    lines: dict[tuple[str, ...], AuditLine] = {}
    for entry in entries:
        key = entry.plan, entry.actor, entry.action, entry.target, entry.reason
        if key not in lines and len(lines) == limit:
            break
        lines.setdefault(key, AuditLine()).entries.append(entry)
    return list(lines.values())


def _print_audit(lines: list[AuditLine], nothing: str) -> None:
    if not lines:
        click.echo(nothing)
        return
    head = ("AT", "ACTOR", "ACTION", "TARGET", "COUNT", "IDS", "REASON", "PLAN")
    output.print_table(head, [line.cells() for line in lines], right=(4,))


@click.command()
@reading
def plans(source: str, as_json: bool) -> None:
    """List actions that were confirmed but ended before their end."""
    opened = session().open(source)
    with closing(opened.reader()) as reader:
        found = reader.interrupted()
    running = running_at(opened)
    if as_json:
        told = {"perhapsRunning": [{**output.plan_json(one.plan), "host": one.host} for one in running]}
        output.print_json({"plans": [output.plan_json(plan) for plan in found], **(told if running else {})})
        return
    if found:
        head = ("PLAN", "ACTION", "TARGET", "ACTOR", "AT", "DONE", "LEFT")
        rows = [
            (p.id, p.action, p.target, p.actor, output.local_time(p.at), output.number(p.done), output.number(p.left))
            for p in found
        ]
        output.print_table(head, rows, right=(5, 6))
        output.say('Go on with "qmonitor resume SOURCE PLAN --reason TEXT", or give the rest up with --discard.')
    elif not running:
        click.echo("No action was interrupted.")
    for one in running:
        _tell_running(one)


def _tell_running(one: RunningPlan) -> None:
    plan, host = one.plan, output.visible(one.host)
    what = f"{plan.action} of {output.visible(plan.target)} by {output.visible(plan.actor)}"
    done = f"{output.number(plan.done)} done, {output.number(plan.left)} left"
    output.say(f"An action is perhaps still running on {host}: {what} (plan {output.visible(plan.id)}; {done}).")
    output.say(f"Without a sign from there for {SILENCE} seconds it counts as interrupted, and is listed here.")


COMMANDS = (audit, journal, plans)
