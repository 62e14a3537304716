"""The entry: which command is meant, and how whatever goes wrong is told in one line."""

import os
import signal
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module

import click

from qmonitor import __version__, logs
from qmonitor.cli import output
from qmonitor.cli.options import Session, debug_option, network_option, read_only_option
from qmonitor.queues.errors import QueueError, SourceError
from qmonitor.queues.targets import in_words

REFUSED, USAGE, UNREADABLE = 1, 2, 3
INTERRUPTED = 128 + signal.SIGINT
BROKEN_PIPE = 128 + 13
"""As a shell names the end by SIGPIPE (13), also where the platform has no such signal."""


PLACES: Mapping[str, tuple[str, ...]] = {
    "windows": ("window", "demo", "snapshot"),
    "reading": ("depth", "list", "show"),
    "finding": ("find",),
    "adding": ("enqueue",),
    "acting": ("skip", "drain", "retry-now", "restore", "resend", "remove", "purge", "erase", "resume"),
    "optimising": ("optimise",),
    "working": ("worker",),
    "recorded": ("audit", "journal", "plans"),
    "checking": ("check",),
}
"""Which module of this package has which commands, in the order of a day's work: each is loaded when it is meant."""

WINDOW, CHECK = "window", "check"


class Commands(click.Group):
    """A group whose first word may also be a source: then it is the window that is meant."""

    SWITCHES = ("--debug", "--read-only", "--allow-network")
    HELP = ("--help", "-h", "--version")

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        first = next((n for n, word in enumerate(args) if word not in self.SWITCHES), len(args))
        word = args[first] if first < len(args) else None
        if word is None or (word not in self.names and word not in self.HELP):
            self._refuse_slip(ctx, word)
            args = [*args[:first], WINDOW, *args[first:]]
        return super().parse_args(ctx, args)

    def _refuse_slip(self, ctx: click.Context, word: str | None) -> None:
        """A word that is nearly a command and no file is a slip of the finger, not a source."""
        if word is None or os.path.lexists(word):
            return
        from difflib import get_close_matches  # only where it is neither a command nor a file

        close = get_close_matches(word, self.names, n=1, cutoff=0.7)
        if close:
            ctx.fail(f"There is no command {word!r}, and no file of that name. Did you mean {close[0]!r}?")

    @property
    def names(self) -> list[str]:
        """In the order of a day's work, not of the alphabet."""
        return [name for names in PLACES.values() for name in names]

    def list_commands(self, _: click.Context) -> list[str]:
        return self.names

    def get_command(self, _: click.Context, cmd_name: str) -> click.Command | None:
        place = next((place for place, names in PLACES.items() if cmd_name in names), None)
        if place is None:
            return None
        found: Sequence[click.Command] = import_module(f"qmonitor.cli.{place}").COMMANDS
        return next(one for one in found if one.name == cmd_name)


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120})
@click.version_option(__version__, message="%(prog)s %(version)s")
@read_only_option
@network_option
@debug_option
def commands() -> None:
    """Watch, inspect and act on durable message queues.

    "qmonitor [SOURCE]..." opens the window; "qmonitor demo" opens it on a sample queue. SOURCE is the path
    of a file that holds a queue, or the address of a queue on a server: redis://user@host:port/database. A file named
    like a command is opened as ./NAME.
    """


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line (the process's by default); the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    session = Session()
    output.make_robust()
    try:
        return _run(given, session)
    except BrokenPipeError:
        _forget_stdout()
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(given: list[str], session: Session) -> int:
    try:
        code = _invoke(given, session)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except OSError as error:
        output.say(f"qmonitor: The output can't be written ({error.strerror}); what was done before that stays done.")
        _forget_stdout()
        return UNREADABLE if _is_check(given) else REFUSED  # of `check`: not known
    except Exception as error:  # noqa: BLE001 - the last resort: told in one line, shown by --debug
        code, line = explain(error)
        if session.debug:
            from qmonitor.monitor.failures.report import report

            output.say(in_words(report(error).rstrip(), *given))
        return _tell(given, code, in_words(line, *given))


def _invoke(given: list[str], session: Session) -> int:
    try:
        with commands.make_context("qmonitor", given, obj=session) as context:
            _check_subjects()
            logs.configure(debug=session.debug or "--debug" in given)
            commands.invoke(context)
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.Abort:
        raise KeyboardInterrupt from None
    return 0


def _check_subjects() -> None:
    for name in logs.unknown_subjects():
        known = ", ".join((logs.ALL, *logs.SUBJECTS))
        raise click.UsageError(f"{logs.FILTER_VARIABLE} names {name!r}, the subjects are {known}.")


def explain(error: Exception) -> tuple[int, str]:
    """Exit code and the one line for it. A defect of ours shows its type only: its text might quote data."""
    if isinstance(error, SourceError):
        return UNREADABLE, output.explained(error)
    if isinstance(error, QueueError):
        return REFUSED, output.explained(error)
    if isinstance(error, click.ClickException):
        return error.exit_code, _usage(error)
    return REFUSED, f"An unexpected error ({type(error).__name__}) ended it. Run it again with --debug to see where."


def _usage(error: click.ClickException) -> str:
    """The cause, and where to read how it is written."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "qmonitor"
    words = " ".join(error.format_message().split())
    return f'{words if words[-1:] in {*".!?"} else f"{words}."} See "{path} --help".'


def _tell(given: Sequence[str], code: int, line: str) -> int:
    """One line on stderr; of `check` on stdout, where its caller looks for it."""
    if _is_check(given):
        from qmonitor.cli import checking

        print_it = checking.print_json if "--json" in given else checking.print_line
        print_it(checking.Level.UNKNOWN, line)
        return int(checking.Level.UNKNOWN)
    output.say(f"qmonitor: {output.visible(line)}")
    return code


def _is_check(given: Sequence[str]) -> bool:
    words = [word for word in given if word not in Commands.SWITCHES]
    return words[:1] == [CHECK]


def _forget_stdout() -> None:
    """Nobody reads any more: let the interpreter's last flush go nowhere instead of complaining."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            try:
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
            except (OSError, ValueError):
                continue
