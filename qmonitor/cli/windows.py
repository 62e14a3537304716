"""The commands that need a window: opening it, the demo, and the window as a picture.

The window's package, and with it Qt, is imported here and only when one of them runs.
"""

import gc
import os
import socket
import sys
from datetime import timedelta
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import click

from qmonitor.cli import output
from qmonitor.cli.options import (
    PICTURE,
    SECONDS,
    SIZE,
    SOURCE,
    debug_option,
    network_option,
    password_option,
    read_only_option,
    session,
)
from qmonitor.monitor.folders import history_file
from qmonitor.monitor.opening import Terms
from qmonitor.monitor.sharing import share
from qmonitor.queues.errors import Refused
from qmonitor.queues.words import Phrase, phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from qmonitor.demo import DemoFolder
    from qmonitor.monitor.admission import Admission

X11_SOCKETS = "/tmp/.X11-unix/X"  # noqa: S108 - where every X server listens
THEMES = click.Choice(["light", "dark"])
theme_option = click.option("--theme", type=THEMES, help="Instead of the system's.")


@click.command()
@click.argument("sources", type=SOURCE, nargs=-1, metavar="[SOURCE]...")
@theme_option
@password_option
@read_only_option
@network_option
@debug_option
def window(sources: tuple[str, ...], theme: str | None) -> None:
    """Open the window (the same as no command at all)."""
    raise click.exceptions.Exit(open_window(sources, theme=theme))


def open_window(sources: tuple[str, ...], *, theme: str | None = None, said: Phrase | None = None) -> int:
    """The window until it is closed; its exit code."""
    require_display()
    now = session()
    read_only, admission = now.read_only or now.policy.read_only, _by_file() if now.password_file else None
    terms = Terms(read_only, now.allow_network, history_file(), now.policy, admission)
    openers = [terms.opener(source, passes=said is not None and n == 0) for n, source in enumerate(sources)]
    share()
    if openers:
        openers[0].look_ahead()
    code: int = _app().run(openers, terms, theme=theme, said=said)
    return code


def _by_file() -> "Callable[[], Admission]":
    """What opens servers with the passwords of a file, and asks nobody. Raises `Refused` of the file."""
    from qmonitor.cli.secret import secrets
    from qmonitor.monitor.admission import Admission

    known = secrets(session().password_file, asks=False)
    made = Admission(lambda: known)
    return lambda: made


def _app() -> ModuleType:
    """The window's entry. A library that the system lacks is told by name: it is what people have to install.

    Nothing is garbage while modules load, and to look for it took 40 ms; the window has a collector of its own. And
    numpy's linear algebra, which charts don't need, would begin a thread for each further processor: 50 ms of work.
    """
    gc.disable()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        from qmonitor.gui import app
    except ImportError as error:
        raise Refused(
            phrase("The window can't be loaded: {cause}.", cause=error),
            phrase('"python3 packaging/dev.py run" tells what is missing; the other commands need no window.'),
        ) from error
    return app


WITHOUT_A_DISPLAY = phrase('Log in graphically or use "ssh -X"; "qmonitor --help" lists the commands that need none.')
DEMO_WITHOUT_A_DISPLAY = phrase(
    'Log in graphically or use "ssh -X"; "qmonitor demo --no-window" runs the demo for the command line.'
)


def require_display(remedy: Phrase = WITHOUT_A_DISPLAY) -> None:
    """Qt ends the process without a word to us where it finds no display, so look first (X11 and Wayland)."""
    if sys.platform in ("win32", "darwin") or os.environ.get("QT_QPA_PLATFORM"):
        return
    if not (_wayland() or _x11(os.environ.get("DISPLAY", ""))):
        raise Refused(phrase("There is no display to open a window on."), remedy)


def _wayland() -> bool:
    name = os.environ.get("WAYLAND_DISPLAY", "")
    return bool(name) and Path(os.environ.get("XDG_RUNTIME_DIR", ""), name).exists()


def _x11(display: str) -> bool:
    """Whether a server answers there. A display of another host (`ssh -X`) is believed."""
    host, _, rest = display.rpartition(":")
    number = rest.split(".")[0]
    if not number.isdecimal():
        return False
    if host not in ("", "unix"):
        return True
    return any(_connects(f"{prefix}{X11_SOCKETS}{number}") for prefix in ("\0", ""))


def _connects(address: str) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(2)
        try:
            probe.connect(address)
        except OSError:
            return False
        return True


PNG_BEGINS = b"\x89PNG\r\n\x1a\n"


@click.command()
@click.option("--dir", "folder", type=click.Path(file_okay=False, path_type=Path), help="Make it there and keep it.")
@click.option("--no-window", is_flag=True, help="Print the path and run until Ctrl-C, for the command line.")
@click.option("--engine", nargs=1, hidden=True, help="Be the engine of a demo (how a frozen program starts it).")
@click.option("--remove-folder", is_flag=True, hidden=True)
@click.option("--streams", is_flag=True, help="A stream queue, on a private server: where redis-server is installed.")
@click.option("--dead-letters", "letters", is_flag=True, help="What a daemon could not send, in a file of its own.")
@theme_option
@debug_option
def demo(
    folder: Path | None,
    no_window: bool,
    engine: str | None,
    remove_folder: bool,
    streams: bool,
    letters: bool,
    theme: str | None,
) -> None:
    """Try it out: a sample queue of invented patients, with a simulated engine that is having a bad day."""
    from qmonitor import demo as stage

    if engine is not None:
        first = [stage.STREAMS] * streams + [stage.LETTERS] * letters
        last = [stage.REMOVE] * remove_folder
        raise click.exceptions.Exit(stage.engine_process([*first, engine, *last]))
    if streams and letters:
        raise click.UsageError("--streams and --dead-letters exclude each other: start it twice.")
    if streams:
        if folder is not None:
            raise click.UsageError("--dir and --streams exclude each other: that server keeps nothing.")
        raise click.exceptions.Exit(_streams_here() if no_window else _streams_in_window(theme))
    made = stage.DemoFolder(folder, letters=letters)
    code = _demo_here(made) if no_window else _demo_in_window(made, theme)
    raise click.exceptions.Exit(code)


def _demo_here(folder: "DemoFolder") -> int:
    """The engine in this process, until Ctrl-C or SIGTERM."""
    from qmonitor import demo as stage

    with stage.until_signal() as ended, folder as made:
        click.echo(made.path)
        output.say("A demo with invented data; its engine runs until Ctrl-C.")
        stage.work(made.path, ended.wait, letters=made.letters)
    return 0


def _demo_in_window(folder: "DemoFolder", theme: str | None) -> int:
    from qmonitor import demo as stage

    require_display(DEMO_WITHOUT_A_DISPLAY)
    with folder as made, stage.DemoEngine(made):
        if not made.temporary:
            click.echo(made.path)
        return open_window((str(made.path),), theme=theme, said=stage.SAID)


def _streams_here() -> int:
    from qmonitor import demo as stage
    from qmonitor.demo.streams import StreamDemo

    with stage.until_signal() as ended, StreamDemo() as made:
        click.echo(made.url)
        output.say("A demo with invented data; its server runs until Ctrl-C.")
        ended.wait()
    return 0


def _streams_in_window(theme: str | None) -> int:
    from qmonitor.demo.streams import SAID, StreamDemo

    require_display(DEMO_WITHOUT_A_DISPLAY)
    with StreamDemo() as made:
        return open_window((made.url,), theme=theme, said=SAID)


@click.command()
@click.argument("source", type=SOURCE, metavar="SOURCE")
@click.option("--out", type=PICTURE, required=True, metavar="PNG", help="The picture's file; its path is printed.")
@click.option("--size", type=SIZE, default="1440x900", show_default=True, metavar="WxH")
@click.option(
    "--after", type=SECONDS, default="0", metavar="SECONDS", help="Look on for so long before, for the charts."
)
@theme_option
@password_option
@network_option
@debug_option
def snapshot(source: str, out: Path, size: tuple[int, int], after: timedelta, theme: str | None) -> None:
    """Save the window on SOURCE as a picture; needs no display."""
    now = session()
    now.open(source)
    _refuse_to_overwrite(out)
    width, height = size
    seconds = after.total_seconds()
    code: int = _app().snapshot(
        source, out, width=width, height=height, theme=theme, seconds=seconds,
        terms=Terms(allow_network=now.allow_network, admission=lambda: now.admission),
    )  # fmt: skip
    if not code:
        click.echo(output.visible(str(out)))
    raise click.exceptions.Exit(code)


def _refuse_to_overwrite(out: Path) -> None:
    """A picture may take another one's place, but never that of a queue (under whatever name), or of anything else."""
    if not out.exists():
        return
    with out.open("rb") as file:
        is_picture = file.read(len(PNG_BEGINS)) == PNG_BEGINS
    if not is_picture:
        raise Refused(
            phrase("{path} is there already, and no PNG picture: it is not overwritten.", path=out),
            phrase("Give the picture another name."),
        )


COMMANDS = (window, demo, snapshot)
