"""`qmonitor enqueue`: put one message into a delivery queue."""

from contextlib import closing
from pathlib import Path
from typing import BinaryIO

import click

from qmonitor.cli import output
from qmonitor.cli.options import debug_option, json_option, network_option, read_only_option, session, source_argument
from qmonitor.cli.places import say_new
from qmonitor.payloads.header import read_header
from qmonitor.queues.errors import NotAQueue, ReadOnly, SourceMissing
from qmonitor.queues.model import Destination, Item
from qmonitor.queues.source import require_path
from qmonitor.queues.words import phrase


@click.command()
@source_argument
@click.argument("channel")
@click.argument("destination")
@click.argument("file", type=click.File("rb"))
@click.option("--create", is_flag=True, help="Make the queue where there is none.")
@json_option
@read_only_option
@network_option
@debug_option
def enqueue(source: str, channel: str, destination: str, file: BinaryIO, create: bool, as_json: bool) -> None:
    """Put the message in FILE (- is stdin) in line for a destination; prints its id once it is safely on disk."""
    if session().read_only:
        raise ReadOnly(phrase("Nothing can be queued in read-only mode."), phrase("Start it without --read-only."))
    if session().policy.read_only:
        raise ReadOnly(phrase("Nothing can be queued: the administrator's policy."), phrase("Ask the administrator."))
    raw = file.read()
    _check_place(source, create)
    _require_line(source)
    _tell_new(source, channel, destination)
    control_id, message_type = read_header(raw)
    from qmonitor.queues.delivery import Store

    with Store(source) as store:
        made = store.enqueue(Item(channel, destination, raw, control_id, message_type))
    if as_json:
        output.print_json({"id": made})
    else:
        click.echo(made)


def _check_place(source: str, create: bool) -> None:
    """Raises unless a queue lies there, or with `create` nothing: a file that holds something else is left alone."""
    require_path(source)
    try:
        if create and not Path(source).stat().st_size:
            return
    except FileNotFoundError:
        if create:
            return
    except OSError:
        pass  # told better by the opening below
    try:
        session().open(source)
    except SourceMissing as error:
        raise SourceMissing(error.cause, phrase("Check the path, or make a new queue with --create.")) from error


def _require_line(source: str) -> None:
    """Raises `NotAQueue` for a file of dead letters alone: what it holds is said, and what can be done with it."""
    from qmonitor.queues.sqlite_file import SqliteFile

    try:
        if not Path(source).stat().st_size:
            return
    except OSError:
        return
    file = SqliteFile(source, allow_network=session().allow_network)
    if "queue" not in file.tables():
        raise NotAQueue(
            phrase(
                "{path} holds a daemon's dead letters, and no delivery queue: no message can be put in line there.",
                path=source,
            ),
            phrase(
                "The daemon puts there what it could not send: it can be listed, skipped, drained, restored, erased and"
                " sent by a worker."
            ),
        )


def _tell_new(source: str, channel: str, destination: str) -> None:
    """A destination that a queue did not have until now may be a slip of the finger."""
    try:
        if not Path(source).stat().st_size:
            return
    except OSError:
        return
    with closing(session().open(source).reader()) as reader:
        say_new(reader.destinations(), Destination(channel, destination))


COMMANDS = (enqueue,)
