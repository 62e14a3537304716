"""`qmonitor worker`: deliver what waits in queues, without a window."""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import click

from qmonitor import logs
from qmonitor.cli.consent import agree, terminal
from qmonitor.cli.options import (
    SOURCE,
    Session,
    debug_option,
    network_option,
    password_option,
    read_only_option,
    session,
)
from qmonitor.cli.output import say, visible
from qmonitor.cli.secret import SIGNALS
from qmonitor.monitor.folders import workers_file
from qmonitor.monitor.running.crew import Crew
from qmonitor.monitor.running.equipment import Equipment
from qmonitor.monitor.running.hand import Order
from qmonitor.monitor.running.roster import Roster
from qmonitor.monitor.running.service import Only, Service, Site
from qmonitor.queues import audit
from qmonitor.queues.errors import NotADatabase, NotAQueue, Refused, SourceError, SourceMissing
from qmonitor.queues.servers import secret_name
from qmonitor.queues.source import canonical, is_url
from qmonitor.queues.words import phrase
from qmonitor.senders import settings

REASON = "qmonitor worker"
"""What the audit says of its starts and stops: nobody is asked why."""

FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("source", type=SOURCE, metavar="[SOURCE]", required=False)
@click.option(
    "--config",
    type=FILE,
    metavar="FILE",
    help="Which destinations are sent where, and how often it is tried; workers.toml of your settings without it.",
)
@click.option("--channel", metavar="C", help="Destinations of this channel alone.")
@click.option("--destination", metavar="D", help="Destinations of this name alone.")
@click.option(
    "--engine-stopped",
    is_flag=True,
    help="You state that no worker of the engine, and no daemon, is at it (kept in the audit with your name).",
)
@click.option(
    "--make-group",
    is_flag=True,
    help="A consumer group that is not there is made although messages lie in the stream: all of them are sent, also"
    " those that another group has finished. Without it that is asked for at a terminal, and waited for elsewhere.",
)
@click.option(
    "--check",
    "rehearsed",
    is_flag=True,
    help="Say what would be sent to whom, try each receiver without a message, and start nothing.",
)
@password_option
@read_only_option
@network_option
@debug_option
def worker(
    source: str | None,
    config: Path | None,
    channel: str | None,
    destination: str | None,
    engine_stopped: bool,
    make_group: bool,
    rehearsed: bool,
) -> None:
    """Deliver what waits in SOURCE, as FILE says, until Ctrl-C or SIGTERM. Without SOURCE: in all sources of FILE.

    One worker for each destination that an entry of FILE is for, also for those that are new; one message at a time,
    in order, delivered only when the receiver said so. What it does is told on stderr, a line for each attempt, with
    nothing of the messages. An attempt in flight is finished before the end (exit code 0); a second Ctrl-C ends it at
    once.

    In a queue on a server (redis://…) a pool of consumers works beside all others of its group; an entry for it has
    group, consumers = 4, reclaim_after = 60 and sender, and how often a message is tried is that queue's own rule.

    A source that is not there, or can't be worked on for now, is told and tried again, at least once a minute; the
    others are served meanwhile. What the settings or this line have wrong ends it before anything is sent.

    Where another worker has a destination, it waits. The engine's own worker is looked for first, and no message is
    sent while it delivers. After --engine-stopped its traces end the program (exit code 1).
    """
    logs.configure(debug=session().debug, subjects=(*logs.named(), "attempts"))
    place = config or workers_file()
    equipment = Equipment(session().secrets)
    order = Order(audit.actor(), REASON, engine_stopped, strict=True, agreed=make_group)
    ask = _ask if terminal() else None
    service = Service(_sites(source, place, equipment), equipment, order, Only(channel, destination), ask)
    if rehearsed:
        _rehearse(service)
        return
    with until_signal(equipment.secrets.close) as stop:
        service.run(stop)


def _ask(what: str) -> None:
    """Raises `Refused` unless the person says yes."""
    say(visible(what))
    agree("Start the worker there?")


def _rehearse(service: Service) -> None:
    """A line for each destination and each entry. Raises `Refused` where something is in the way."""
    fine = True
    for found in service.rehearse():
        click.echo(f"{found.about}: {found.said}")
        fine = fine and found.fine
    if not fine:
        raise Refused(phrase("Not everything could be sent as it is."))


def _sites(source: str | None, config: Path, equipment: Equipment) -> list[Site]:
    """One for each source. Raises `BadSettings`, `Refused` where the file names none, `NotAQueue` for a bad address."""
    if not os.path.lexists(config):
        raise Refused(
            phrase("There is no {path}.", path=config),
            phrase("Write it, or name another one with --config: README shows what is in it."),
        )
    entries = settings.load(config, source_given=source is not None, given=source or "")
    targets = settings.sources(entries) if source is None else (source,)
    if not targets:
        raise Refused(
            phrase("{path} has no worker.", path=config),
            phrase("Each is a table [[worker]] with source, channel, destination, sender and policy."),
        )
    now = session()
    for target in targets:
        _require_meant(now, target, typed=source is not None)
    return [_site(now, target, config, equipment, given=source is not None) for target in targets]


def _require_meant(now: Session, target: str, *, typed: bool) -> None:
    """Raises `SourceError` for an address of no kind, and for a path that was typed and leads to no queue at all."""
    if is_url(target):
        canonical(target)
    elif typed:
        try:
            now.open(target)
        except (SourceMissing, NotADatabase, NotAQueue):
            raise
        except SourceError:  # it is there, and is waited for
            return


def _site(now: Session, target: str, config: Path, equipment: Equipment, *, given: bool) -> Site:
    def opened() -> Crew:
        if is_url(target):
            now.secrets.reconsider(secret_name(target))
        source = now.open(target)
        return Crew(source, config, equipment, read_only=now.read_only, source_given=given, strict=True)

    ask = opened if is_url(target) and terminal() else None
    return Site(target, Roster(config, target, given=given), opened, ask, read_only=now.read_only)


@contextmanager
def until_signal(told: Callable[[], object] = lambda: None) -> Iterator[threading.Event]:
    """An event that Ctrl-C and SIGTERM set; a second one ends the program at once. In the main thread.

    `told` is called by the first one, between any two steps of the main thread.
    """
    stop = threading.Event()

    def on_signal(_number: int, _frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()
        told()

    old = {number: signal.signal(number, on_signal) for number in SIGNALS}
    try:
        yield stop
    finally:
        for number, handler in old.items():
            signal.signal(number, handler)


COMMANDS = (worker,)
