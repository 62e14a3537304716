"""The commands that look and change nothing: depth, list, show, audit, plans."""

import sys
from collections.abc import Iterator
from contextlib import closing

import click

from qmonitor.cli import output
from qmonitor.cli.options import (
    TIME,
    debug_option,
    id_argument,
    json_option,
    network_option,
    reading,
    session,
    source_argument,
)
from qmonitor.queues.audit import AuditEntry
from qmonitor.queues.errors import Refused
from qmonitor.queues.model import PAGE_LIMIT, PAGE_LIMIT_MOST, Depth, Item, ItemId, Page, Query
from qmonitor.queues.source import Reader
from qmonitor.queues.times import Instant, now
from qmonitor.queues.words import phrase

SLICE = 1 << 20
"""Bytes of a payload that are read and written at a time."""

AUDIT_PAGE = 500


@click.command()
@reading
def depth(source: str, as_json: bool) -> None:
    """Show the backlog of each destination: how much waits, and since when."""
    with closing(session().open(source).reader()) as reader:
        found = whole_depth(reader)
    if as_json:
        output.print_json(output.depth_json(found))
    else:
        _print_depth(found)


def whole_depth(reader: Reader) -> Depth:
    """Every figure exact: asks again until nothing is left open."""
    found = reader.depth()
    while not found.complete:
        found = reader.depth()
    return found


def _print_depth(found: Depth) -> None:
    if not found.rows:
        click.echo("Nothing waits and nothing has failed.")
        return
    rows = [
        (
            row.channel,
            row.destination,
            output.number(row.pending),
            output.number(row.failed),
            output.since(row.oldest, found.as_of),
            output.local_time(row.oldest),
            output.number(row.max_attempts),
        )
        for row in found.rows
    ]
    head = ("CHANNEL", "DESTINATION", "PENDING", "FAILED", "OLDEST", "SINCE", "ATTEMPTS")
    output.print_table(head, rows, right=(2, 3, 4, 6))


@click.command("list")
@reading
@click.option("--channel", metavar="C", help="Only of this channel.")
@click.option("--destination", metavar="D", help="Only for this destination.")
@click.option("--state", metavar="S", help="Only pending, failed, delivered or skipped ones.")
@click.option("--text", metavar="T", help="Only those with T in control id or message type.")
@click.option("--error", metavar="T", help="Only those with T in the last error.")
@click.option("--since", type=TIME, metavar="TIME", help="Only those queued at TIME or later.")
@click.option("--until", type=TIME, metavar="TIME", help="Only those queued before TIME.")
@click.option("--limit", type=click.IntRange(1, PAGE_LIMIT_MOST), default=PAGE_LIMIT, show_default=True, metavar="N")
@click.option("--cursor", metavar="X", help="Go on where another page ended (its next or prev).")
@click.option("--head-first", is_flag=True, help="In the order of delivery instead of newest first.")
def list_items(source: str, as_json: bool, cursor: str | None, **filters: object) -> None:
    """List messages, newest first."""
    query = Query(**filters)  # type: ignore[arg-type]
    with closing(session().open(source).reader()) as reader:
        page = reader.page(query, cursor)
        total = reader.count(query)
        rows = None if page.items or as_json else reader.details().rows
    if as_json:
        items = [output.item_json(item) for item in page.items]
        output.print_json({"items": items, "next": page.next, "prev": page.prev, "total": total})
    elif page.items:
        _print_items(page, total)
    else:
        _print_nothing_found(filters, rows)


def _print_items(page: Page, total: int | None) -> None:
    head = (
        "ID",
        "CHANNEL",
        "DESTINATION",
        "CONTROL ID",
        "TYPE",
        "STATE",
        "ATTEMPTS",
        "AGE",
        "NEXT ATTEMPT",
        "LAST ERROR",
    )
    rows = [
        (
            item.id,
            item.channel,
            item.destination,
            item.control_id,
            item.message_type,
            item.state,
            output.number(item.attempts),
            output.since(item.enqueued_at, page.as_of),
            output.local_time(item.next_attempt),
            item.last_error,
        )
        for item in page.items
    ]
    output.print_table(head, rows, right=(0, 6, 7))
    of = f" of {total:,}" if total is not None else ""
    output.say(f"{len(rows):,}{of} messages." + (f" Next page: --cursor {page.next}" if page.next else ""))


def _print_nothing_found(filters: dict[str, object], rows: int | None) -> None:
    """Say which filters hid everything: an empty list must not be taken for an empty queue."""
    names = ("channel", "destination", "state", "text", "error", "since", "until")
    given = [f"--{name} {_given(filters[name])}" for name in names if filters[name] is not None]
    if not given:
        click.echo("No messages.")
        return
    there = "" if rows is None else f" The source holds {rows:,} messages in all."
    click.echo(f"No messages match {' '.join(given)}.{there}")


def _given(value: object) -> str:
    return output.visible(value.text if isinstance(value, Instant) else str(value))


@click.command()
@source_argument
@id_argument
@click.option("--raw", is_flag=True, help="Write exactly the stored bytes.")
@json_option
@network_option
@debug_option
def show(source: str, item: ItemId, raw: bool, as_json: bool) -> None:
    """Show one message: what is known of it, or with --raw its bytes."""
    if raw and as_json:
        raise click.UsageError("--raw and --json exclude each other.")
    with closing(session().open(source).reader()) as reader:
        if raw:
            write_payload(reader, item)
            return
        found = reader.get(item)
    if as_json:
        output.print_json(output.item_json(found))
    else:
        _print_item(found, now())


def write_payload(reader: Reader, item: ItemId) -> None:
    """The stored bytes to stdout, in slices, so that a message of any size passes through little memory."""
    for part in slices(reader, item):
        sys.stdout.buffer.write(part)
    sys.stdout.buffer.flush()


def slices(reader: Reader, item: ItemId, length: int = SLICE) -> Iterator[bytes]:
    offset = 0
    while part := reader.payload(item, offset, length):
        yield part
        offset += len(part)
        if len(part) < length:
            return


def _print_item(item: Item, at: Instant) -> None:
    rows: list[tuple[str, str]] = [
        ("id", str(item.id)),
        ("channel", item.channel),
        ("destination", item.destination),
        ("control id", item.control_id or output.UNKNOWN),
        ("message type", item.message_type or output.UNKNOWN),
        ("size", f"{item.size:,} bytes"),
        ("state", item.state),
        ("attempts", output.number(item.attempts)),
        ("queued", f"{output.local_time(item.enqueued_at)} ({output.since(item.enqueued_at, at)} ago)"),
        ("next attempt", output.local_time(item.next_attempt)),
        ("last attempt", output.local_time(item.last_attempt)),
        ("last error", item.last_error or output.UNKNOWN),
        ("queued because", item.reason or output.UNKNOWN),
    ]
    width = max(len(name) for name, _ in rows)
    for name, value in rows:
        click.echo(f"{name.ljust(width)}  {output.visible(value)}")


@click.command()
@reading
@click.option("--verify", is_flag=True, help="Recompute the chain that ties the entries together.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Only the newest N.")
def audit(source: str, as_json: bool, verify: bool, limit: int | None) -> None:
    """Show who did what to the source, newest first."""
    with closing(session().open(source).reader()) as reader:
        entries = list(audit_entries(reader, limit))
        verification = reader.verify_audit() if verify else None
    if as_json:
        found: dict[str, object] = {"entries": [output.audit_json(entry) for entry in entries]}
        if verification is not None:
            found |= {"rows": verification.rows, "intact": verification.intact, "brokenAt": verification.broken_at}
        output.print_json(found)
    else:
        _print_audit(entries)
    if verification is None:
        return
    if not verification.intact:
        raise Refused(
            phrase("The audit does not hold: entry {item} was changed, or one before it is missing.",
                   item=verification.broken_at),
            phrase("Compare it with a backup, and tell whoever answers for this system."),
        )  # fmt: skip
    output.say(f"The chain of {verification.rows:,} entries holds. (Entries cut off at the end can't be noticed.)")


def audit_entries(reader: Reader, limit: int | None = None) -> Iterator[AuditEntry]:
    """The newest `limit` entries, or all of them, page by page."""
    left, before = limit, None
    while left is None or left > 0:
        page = reader.audit(AUDIT_PAGE if left is None else min(left, AUDIT_PAGE), before)
        if not page:
            return
        yield from page
        before = page[-1].id
        left = None if left is None else left - len(page)


def _print_audit(entries: list[AuditEntry]) -> None:
    if not entries:
        click.echo("Nobody has acted on this source.")
        return
    head = ("AT", "ACTOR", "ACTION", "TARGET", "COUNT", "PLAN", "PART", "REASON")
    rows = [
        (output.local_time(e.at), e.actor, e.action, e.target, output.number(e.count), e.plan[:8], e.part, e.reason)
        for e in entries
    ]
    output.print_table(head, rows, right=(4, 6))


@click.command()
@reading
def plans(source: str, as_json: bool) -> None:
    """List actions that were confirmed but ended before their end."""
    with closing(session().open(source).reader()) as reader:
        found = reader.interrupted()
    if as_json:
        output.print_json({"plans": [output.plan_json(plan) for plan in found]})
    elif not found:
        click.echo("No action was interrupted.")
    else:
        head = ("PLAN", "ACTION", "TARGET", "ACTOR", "AT", "DONE", "LEFT")
        rows = [
            (p.id, p.action, p.target, p.actor, output.local_time(p.at), output.number(p.done), output.number(p.left))
            for p in found
        ]
        output.print_table(head, rows, right=(5, 6))
        output.say('Go on with "qmonitor resume SOURCE PLAN --reason TEXT", or give the rest up with --discard.')


COMMANDS = (depth, list_items, show, audit, plans)
