"""What the commands have in common: their options, the types of their values, and the present session."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from qmonitor.cli import output
from qmonitor.monitor import policy
from qmonitor.monitor.policy import Policy
from qmonitor.queues import open_source
from qmonitor.queues.model import ItemId
from qmonitor.queues.source import Source, is_url
from qmonitor.queues.targets import tells_password
from qmonitor.queues.times import Instant, instant, now, parse
from qmonitor.values import dataclass

if TYPE_CHECKING:  # whoever opens a file needs no password
    from qmonitor.monitor.admission import Admission
    from qmonitor.senders.credentials import Secrets

Command = Callable[..., Any]

_SPAN = re.compile(r"(\d{1,9}(?:\.\d{1,6})?)(s|m|h|d|w)", re.ASCII)
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800}
_NUMBER = re.compile(r"-?\d{1,19}", re.ASCII)
_SECONDS = re.compile(r"\d{1,9}(?:\.\d{1,6})?", re.ASCII)
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_SIZE = re.compile(r"(\d{2,5})[x×](\d{2,5})", re.ASCII)

TIMES = "2026-11-29T08:00:00Z, 2026-11-29 for the start of that day (local time), or 30d for thirty days ago"
"""How a time may be written."""


@dataclass(slots=True)
class Session:
    """What holds for the whole call; given before or after the command's name."""

    debug: bool = False
    read_only: bool = False
    allow_network: bool = False
    password_file: Path | None = None

    known: Policy | None = None
    known_secrets: "Secrets | None" = None

    @property
    def policy(self) -> Policy:
        """The administrator's; what is odd about its file is told once."""
        if self.known is None:
            self.known = policy.read()
            for problem in self.known.problems:
                output.say(f"qmonitor: {output.sentence(problem)}")
        return self.known

    @property
    def secrets(self) -> "Secrets":
        """Where this command's passwords come from. Raises `Refused` where the file of them can't be used."""
        if self.known_secrets is None:
            from qmonitor.cli.secret import secrets

            self.known_secrets = secrets(self.password_file)
        return self.known_secrets

    def open(self, target: str) -> Source:
        """Raises `SourceError`; asks for a password where one is needed and there is a terminal."""
        return self.admission.open(target) if is_url(target) else open_source(target, allow_network=self.allow_network)

    @property
    def admission(self) -> "Admission":
        """How this command opens servers."""
        from qmonitor.monitor.admission import Admission

        if self.password_file is not None:
            _ = self.secrets  # a file that must not be used is told, needed or not
        return Admission(lambda: self.secrets)


def session() -> Session:
    """The session of the command that is running."""
    found: Session = click.get_current_context().find_root().ensure_object(Session)
    return found


def _set(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    """Switch a field of the session on, wherever in the line the option stands."""
    if value and parameter.name is not None:
        setattr(context.find_root().ensure_object(Session), parameter.name, True)


debug_option = click.option(
    "--debug", is_flag=True, expose_value=False, callback=_set, help="Log everything; show where an error arose."
)
network_option = click.option(
    "--allow-network",
    is_flag=True,
    expose_value=False,
    callback=_set,
    help="Read a file on a network share (it is never written there).",
)


def _set_file(context: click.Context, _: click.Parameter, value: Path | None) -> None:
    if value is not None:
        context.find_root().ensure_object(Session).password_file = value


password_option = click.option(
    "--password-file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    expose_value=False,
    callback=_set_file,
    help='Secrets by lines "name" = "secret", or a single one, in a file that only you can read; without it the '
    "keyring has them.",
)
read_only_option = click.option(
    "--read-only", is_flag=True, expose_value=False, callback=_set, help="Switch every action off."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


class TextType(click.ParamType):  # type: ignore[type-arg]
    """A type of value made by a function from what was typed; its ValueError is the usage error."""

    def __init__(self, name: str, read: Callable[[str], Any]) -> None:
        self.name = name
        self._read = read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        try:
            return self._read(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


def read_source(text: str) -> str:
    """A path or a URL. A password in it would be seen by every user of the machine, so it is refused."""
    if not text:
        raise ValueError("no source is named, the path is empty.")
    if tells_password(text):
        raise ValueError("a password in a URL is refused, other users of this machine could read it.")
    return text


def read_item(text: str) -> ItemId:
    """An item's id: a number where it is one that SQLite can hold, else opaque text.

    One that was copied from the window may have places in it at which its label was broken.
    """
    text = text.replace("\u200b", "")
    if _NUMBER.fullmatch(text) and -(2**63) <= int(text) < 2**63:
        return int(text)
    return text


def read_span(text: str) -> timedelta:
    """A length of time: `30s`, `5m`, `2h`, `3d`, `1w`, or several together, `1h30m`."""
    try:
        if text and not _SPAN.sub("", text):
            return timedelta(seconds=sum(float(count) * _UNITS[unit] for count, unit in _SPAN.findall(text)))
    except OverflowError:
        pass  # longer than any clock runs: told like any other nonsense
    raise ValueError(f"{text!r} is no length of time, write 30s, 5m, 2h, 3d or 1h30m.")


def read_seconds(text: str) -> timedelta:
    """Seconds as a plain number, or a length of time with its unit."""
    return read_span(f"{text}s" if _SECONDS.fullmatch(text) else text)


def read_time(text: str) -> Instant | timedelta:
    """A point in time: RFC 3339, a date (its start, by this machine's clock), or how long ago it was (`30d`).

    What is so long ago stays a span: it goes by the clock of the source.
    """
    given = parse(text)
    if given.known:
        return given
    try:
        if _DATE.fullmatch(text):
            return instant(datetime.fromisoformat(text).astimezone())
        span = read_span(text)
        now() + -span  # no clock goes back further than its beginning
        return span
    except (OverflowError, ValueError):
        raise ValueError(f"{text!r} is no time, write {TIMES}.") from None


def read_picture(text: str) -> Path:
    """Where a picture is to be written: what the name says is what it will be."""
    if not text.lower().endswith(".png"):
        raise ValueError(f"the picture is a PNG, so its name has to end in .png, not as in {text!r}.")
    return Path(text)


def read_size(text: str) -> tuple[int, int]:
    """Width and height in pixels, `1440x900`."""
    found = _SIZE.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no size, write 1440x900.")
    return int(found.group(1)), int(found.group(2))


def read_encoding(text: str) -> str:
    """An encoding by the name that people or Python know it by; as Python calls it."""
    from qmonitor.payloads.decoding import known

    codec = known(text)
    if not codec:
        raise ValueError(f"{text!r} is no encoding that is known here, write utf-8, latin-1, cp1252, shift_jis …")
    return codec


SOURCE = TextType("source", read_source)
ITEM = TextType("id", read_item)
SPAN = TextType("span", read_span)
SECONDS = TextType("seconds", read_seconds)
TIME = TextType("time", read_time)
PICTURE = TextType("picture", read_picture)
SIZE = TextType("size", read_size)
ENCODING = TextType("encoding", read_encoding)

encoding_option = click.option(
    "--encoding",
    type=ENCODING,
    metavar="E",
    help="Read messages that do not say their encoding as E: latin-1, shift_jis …",
)

source_argument = click.argument("source", type=SOURCE, metavar="SOURCE")
ids_argument = click.argument("ids", type=ITEM, metavar="ID...", nargs=-1, required=True)
id_argument = click.argument("item", type=ITEM, metavar="ID")


def reading(command: Command) -> Command:
    """What every command that looks at a source takes."""
    return source_argument(json_option(password_option(network_option(debug_option(command)))))
