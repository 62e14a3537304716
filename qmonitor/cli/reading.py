"""The commands that look and change nothing: depth, list, show."""

import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import timedelta

import click

from qmonitor.cli import output
from qmonitor.cli.options import (
    TIME,
    TIMES,
    debug_option,
    encoding_option,
    id_argument,
    json_option,
    network_option,
    password_option,
    reading,
    session,
    source_argument,
)
from qmonitor.cli.places import as_given, check_error, check_state, in_all, query_of, say_missing
from qmonitor.monitor.export import slices
from qmonitor.monitor.export.records import record
from qmonitor.monitor.failures.said import veiled_item
from qmonitor.payloads.model import ROOM, Hint
from qmonitor.queues.errors import Refused
from qmonitor.queues.model import (
    PAGE_LIMIT,
    PAGE_LIMIT_MOST,
    Depth,
    Destination,
    Item,
    ItemId,
    Lack,
    Page,
    Query,
    State,
    Traits,
)
from qmonitor.queues.source import Reader, Source, traits_at
from qmonitor.queues.times import Instant, between
from qmonitor.queues.words import phrase

SLICE = 1 << 20
"""Bytes of a payload that are read and written at a time."""


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
    found = reader.depth(patient=True)
    while not found.complete:
        found = reader.depth(patient=True)
    return found


def _print_depth(found: Depth) -> None:
    if not found.rows:
        click.echo("Nothing waits and nothing has failed.")
        return
    rows = [
        (
            row.channel,
            row.destination,
            f"≥ {row.pending:,}" if row.at_least else output.number(row.pending),
            output.number(row.failed if row.failed_known else None),
            output.age(row.age),
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
@click.option("--state", metavar="S", help="Only pending, delivered, failed or skipped ones.")
@click.option("--text", metavar="T", help="Only those with T in control id or message type.")
@click.option("--error", metavar="T", help="Only those with T in the last error.")
@click.option("--since", type=TIME, metavar="TIME", help=f"Only those queued at TIME or later: {TIMES}.")
@click.option("--until", type=TIME, metavar="TIME", help="Only those queued before TIME.")
@click.option("--limit", type=click.IntRange(1, PAGE_LIMIT_MOST), default=PAGE_LIMIT, show_default=True, metavar="N",
              help="At most N messages.")  # fmt: skip
@click.option("--cursor", metavar="X", help="Go on where another page ended (its next or prev).")
@click.option("--head-first", is_flag=True, help="In the order of delivery instead of newest first.")
def list_items(source: str, as_json: bool, cursor: str | None, **filters: object) -> None:
    """List messages, newest first."""
    masked = session().policy.masked
    check_error(filters["error"])
    opened = session().open(source)
    with closing(opened.reader()) as reader:
        query = query_of(filters, reader)
        check_state(reader, query.state)
        page = reader.page(query, cursor, total=True)
        while not page.items and page.next is not None:  # it ended early, for it would have taken long
            page = reader.page(query, page.next, total=True)
        total = reader.count(query) if page.total is None else page.total
        at = reader.now()
        rows = None if page.items or as_json else reader.details().rows
        if not page.items:
            say_missing(reader, query.channel, query.destination)
    page = replace(page, items=tuple(veiled_item(item, masked=masked) for item in page.items))
    if as_json:
        items = [record(item, masked=False, named=_traits(opened, item).named) for item in page.items]
        output.print_json({"items": items, "next": page.next, "prev": page.prev, "total": total})
    elif page.items:
        _print_items(page, at, total, [_traits(opened, item) for item in page.items])
    else:
        _print_nothing_found(query, rows)


def _traits(source: Source, item: Item) -> Traits:
    return traits_at(source, Destination(item.channel, item.destination))


Cells = Callable[[Item, Instant], object]

_COLUMNS: tuple[tuple[str, Cells], ...] = (
    ("ID", lambda item, _: item.id),
    ("CHANNEL", lambda item, _: item.channel),
    ("DESTINATION", lambda item, _: item.destination),
    ("CONTROL ID", lambda item, _: item.control_id),
    ("TYPE", lambda item, _: item.message_type),
    ("STATE", lambda item, _: _state(item)),
    ("ATTEMPTS", lambda item, _: output.number(item.attempts)),
    ("AGE", lambda item, at: output.age(item.age(at))),
    ("NEXT ATTEMPT", lambda item, _: output.next_attempt(item)),
    ("KEPT UNTIL", lambda item, _: output.local_time(item.dropped_at)),
    ("LAST ERROR", lambda item, _: item.last_error),
)
_FLUSH = ("ID", "ATTEMPTS", "AGE")


def _print_items(page: Page, at: Instant, total: int | None, traits: Sequence[Traits]) -> None:
    """In columns, with ages as of `at`; none that such a source never has."""
    shown = {
        "CONTROL ID": any(one.named for one in traits),
        "ATTEMPTS": any(not one.dead for one in traits) or any(item.attempts is not None for item in page.items),
        "NEXT ATTEMPT": any(one.scheduled for one in traits),
        "KEPT UNTIL": any(item.dropped_at is not None for item in page.items),
    }
    columns = [(name, cell) for name, cell in _COLUMNS if shown.get(name, True)]
    rows = [[cell(item, at) for _, cell in columns] for item in page.items]
    head = [name for name, _ in columns]
    output.print_table(head, rows, right=[n for n, name in enumerate(head) if name in _FLUSH])
    said = "1 message." if (len(rows), total or 1) == (1, 1) else f"{_of(len(rows), total)} messages."
    output.say(said + (f" Next page: --cursor {page.next}" if page.next else ""))


def _state(item: Item) -> str:
    """With the stage, where a source knows stages."""
    lacking = {Lack.BODY: "body gone", Lack.PAYLOAD: "payload missing", Lack.SCHEDULE: "will never run"}
    stage = item.stage if item.lacks is None else lacking[item.lacks]
    return f"{item.state} ({stage})" if stage not in (None, item.state) else item.state


def _of(shown: int, total: int | None) -> str:
    return f"{shown:,}" if total is None else f"{shown:,} of {total:,}"


def _print_nothing_found(query: Query, rows: int | None) -> None:
    """Say which filters hid everything: an empty list must not be taken for an empty queue."""
    given = as_given(query)
    if not given:
        click.echo("No messages.")
        return
    click.echo(f"No messages match {given}.{in_all(rows)}")


@click.command()
@source_argument
@id_argument
@click.option("--raw", is_flag=True, help="Write exactly the stored bytes.")
@click.option("--tree", is_flag=True, help="Print what the message says, value by value, each with its path.")
@encoding_option
@json_option
@password_option
@network_option
@debug_option
def show(source: str, item: ItemId, raw: bool, tree: bool, encoding: str | None, as_json: bool) -> None:
    """Show one message: what is known of it, with --tree or --json what it says, with --raw its bytes."""
    if raw + tree + as_json > 1:
        raise click.UsageError("--raw, --tree and --json exclude each other.")
    if encoding and not (tree or as_json):
        raise click.UsageError("--encoding goes with --tree or --json.")
    masked = session().policy.masked
    if raw and masked:
        raise Refused(
            phrase("The stored bytes are not shown: the administrator's policy keeps names masked."),
            phrase("--tree and --json show the message with marks in their place."),
        )
    opened = session().open(source)
    with closing(opened.reader()) as reader:
        if raw:
            write_payload(reader, item)
            return
        found = veiled_item(reader.get(item), masked=masked)
        traits = _traits(opened, found)
        if tree or as_json:
            hint = Hint(assumed=encoding or "", size=found.size, room=ROOM)
            _show_content(reader, found, hint, as_json, masked, named=traits.named)
        else:
            _print_item(found, reader.now(), traits)


def _show_content(reader: Reader, item: Item, hint: Hint, as_json: bool, masked: bool, *, named: bool) -> None:
    from qmonitor.payloads import flat
    from qmonitor.payloads.describe import WINDOW, describe
    from qmonitor.payloads.mask import Protection, marks, veiled

    raw = reader.payload(item.id, 0, WINDOW)
    document = describe(raw, hint)
    protection = Protection.of(document, raw) if masked else None
    mask = None if protection is None else protection.mask
    if protection is not None and protection.tells(item.control_id):
        item = replace(item, control_id=marks(item.control_id))
    document = veiled(document) if masked else document
    if as_json:
        output.print_json({"item": record(item, masked=False, named=named), **flat.flat(document, raw, mask)})
    else:
        for line in flat.tree_text(document, mask):
            click.echo(line)


def write_payload(reader: Reader, item: ItemId) -> None:
    """The stored bytes to stdout, in slices, so that a message of any size passes through little memory."""
    for part in slices(reader, item, SLICE):
        sys.stdout.buffer.write(part)
    sys.stdout.buffer.flush()


def _print_item(item: Item, at: Instant, traits: Traits) -> None:
    rows: list[tuple[str, str]] = [
        ("id", str(item.id)),
        ("channel", item.channel),
        ("destination", item.destination),
        *([("control id", item.control_id or output.UNKNOWN)] if traits.named else []),
        ("message type", item.message_type or output.UNKNOWN),
        ("size", f"{item.size:,} bytes"),
        ("state", _state(item)),
        ("attempts", output.number(item.attempts)),
        ("queued", _queued(item, at)),
        *([("next attempt", output.next_attempt(item))] if traits.scheduled else []),
        ("last attempt", output.local_time(item.last_attempt)),
        ("last error", item.last_error or output.UNKNOWN),
        ("queued because", item.reason or output.UNKNOWN),
        *_kept(item, at),
    ]
    width = max(len(name) for name, _ in rows)
    for name, value in rows:
        click.echo(f"{name.ljust(width)}  {output.visible(value)}")


def _queued(item: Item, at: Instant) -> str:
    """When, and how long ago that was."""
    when, age = output.local_time(item.enqueued_at), item.age(at)
    return when if age is None else f"{when} ({output.age(age)} ago)"


def _kept(item: Item, at: Instant) -> list[tuple[str, str]]:
    """Until when the source keeps it, where it drops what is not sent by then."""
    left = None if item.dropped_at is None or item.state != State.PENDING else between(at, item.dropped_at)
    if left is None:
        return []
    when = f"dropped in {output.age(left)}" if left > timedelta() else "it may be dropped at any moment"
    return [("kept until", f"{output.local_time(item.dropped_at)} ({when})")]


COMMANDS = (depth, list_items, show)
