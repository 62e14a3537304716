"""The fields of the form: what each is called, how it is typed, and how that is read."""

import re
from collections.abc import Callable, Mapping
from enum import Enum, auto
from typing import Any

from PySide6.QtCore import QCoreApplication

from qmonitor.queues.source import SCHEMES
from qmonitor.senders.entries import ENTRY_FIELDS, POLICY_FIELDS, POOL_FIELDS
from qmonitor.senders.fields import Field
from qmonitor.senders.wires import WIRES
from qmonitor.values import dataclass


class Kind(Enum):
    """How a value is typed."""

    TEXT = auto()
    NUMBER = auto()
    SWITCH = auto()
    CHOICE = auto()
    HEADERS = auto()
    """`X-Sender: lab; X-Place: north`"""


_OWN = r"\;"
_BETWEEN = re.compile(r"(?<!\\);")
"""A semicolon that belongs to a header's value, and one between two headers."""
_THOUSANDS = re.compile(r"-?[1-9]\d{0,2}([.,]\d{3})+")
"""What may be meant as thousands or as a fraction, depending on where one learned to write."""

Values = Mapping[str, Any]
Shown = Callable[[Values], bool]


def _always(_values: Values) -> bool:
    return True


def _tls(values: Values) -> bool:
    return values.get("sender.tls") is True


def _https(values: Values) -> bool:
    return str(values.get("sender.url", "")).lower().startswith("https:")


def _basic(values: Values) -> bool:
    return values.get("sender.auth") == "basic"


def _ack(values: Values) -> bool:
    return values.get("sender.ack") is True


def on_server(values: Values) -> bool:
    """Whether the queue lies on a server, where a pool of consumers works on it."""
    return str(values.get("source") or "").partition("://")[0].lower() in SCHEMES


def _in_file(values: Values) -> bool:
    return not on_server(values)


def _identified(values: Values) -> bool:
    """A key is of use only with its certificate."""
    return bool(values.get("sender.certificate"))


@dataclass(frozen=True, slots=True)
class Input:
    """`key` is the whole one; `choices` are (value, label). It is `shown` where it has a meaning; a `wide` one
    takes the room of two, and begins a row.
    """

    key: str
    label: str
    kind: Kind = Kind.TEXT
    choices: tuple[tuple[str, str], ...] = ()
    shown: Shown = _always
    wide: bool = False

    @property
    def default(self) -> Any:
        """What holds without it; None: it has to be there, or is left out."""
        field = _field(self.key)
        return None if field is None or field.required else field.default


def _field(key: str) -> Field | None:
    table, _, name = key.rpartition(".")
    fields = {"": (*ENTRY_FIELDS, *POOL_FIELDS), "policy": POLICY_FIELDS}.get(table)
    if fields is not None:
        return next((one for one in fields if one.name == name), None)
    return next((one for wire in WIRES.values() for one in wire.fields if one.name == name), None)


def names() -> tuple[Input, ...]:
    """Whose messages are sent."""
    return (
        Input("channel", _tr("&Channel"), shown=_in_file),
        Input("destination", _tr("&Destination"), shown=_in_file),
        Input("group", _tr("Consumer &group"), shown=on_server),
        Input("sender.type", _tr("Sent &by"), Kind.CHOICE, _types()),
    )


def policy() -> tuple[Input, ...]:
    """How often each is tried."""
    return (
        Input("policy.max_attempts", _tr("Attem&pts (0: for ever)"), Kind.NUMBER, shown=_in_file),
        Input("policy.backoff", _tr("Wait after a failure (s)"), Kind.NUMBER, shown=_in_file),
        Input("policy.max_backoff", _tr("Longest wait (s)"), Kind.NUMBER, shown=_in_file),
        Input("policy.timeout", _tr("Time for one attempt (s)"), Kind.NUMBER, shown=_in_file),
        Input("consumers", _tr("Sent at a time"), Kind.NUMBER, shown=on_server),
        Input("reclaim_after", _tr("Taken over after (s)"), Kind.NUMBER, shown=on_server),
        Input("keep_hours", _tr("Keep finished ones (h)"), Kind.NUMBER, shown=on_server),
        Input("keep_dead_hours", _tr("Keep dead letters (h)"), Kind.NUMBER, shown=on_server),
    )


def sender(kind: str) -> tuple[Input, ...]:
    """Where to, and how."""
    return {"mllp": _mllp, "http": _http, "file": _file}.get(kind, _mllp)()


def _mllp() -> tuple[Input, ...]:
    return (
        Input("sender.host", _tr("&Host")),
        Input("sender.port", _tr("P&ort"), Kind.NUMBER),
        Input("sender.pause", _tr("Pause between messages (s)"), Kind.NUMBER),
        Input("sender.on_nack", _tr("When it refuses a message"), Kind.CHOICE, _outcomes()),
        Input("sender.on_refused", _tr("When one can't be sent at all"), Kind.CHOICE, _outcomes()),
        Input("sender.tls", _tr("Over &TLS"), Kind.SWITCH),
        Input("sender.ca", _tr("Trusted authority (file)"), shown=_tls),
        Input("sender.certificate", _tr("Own certificate (file)"), shown=_tls),
        Input("sender.key", _tr("Its key (file)"), shown=_identified),
        Input("sender.server_name", _tr("Name in its certificate"), shown=_tls),
    )


def _http() -> tuple[Input, ...]:
    return (
        Input("sender.url", _tr("Address"), wide=True),
        Input("sender.content_type", _tr("Content type")),
        Input("sender.headers", _tr("Further headers"), Kind.HEADERS),
        Input("sender.auth", _tr("Signs in with"), Kind.CHOICE, _ways_in()),
        Input("sender.user", _tr("User"), shown=_basic),
        Input("sender.on_refused", _tr("When a message is refused"), Kind.CHOICE, _outcomes()),
        Input("sender.ack", _tr("Answers with an HL7 ACK"), Kind.SWITCH),
        Input("sender.on_nack", _tr("When that is negative"), Kind.CHOICE, _outcomes(), shown=_ack),
        Input("sender.ca", _tr("Trusted authority (file)"), shown=_https),
        Input("sender.certificate", _tr("Own certificate (file)"), shown=_https),
        Input("sender.key", _tr("Its key (file)"), shown=_identified),
    )


def _file() -> tuple[Input, ...]:
    return (
        Input("sender.folder", _tr("&Folder"), wide=True),
        Input("sender.name", _tr("Na&mes of the files")),
        Input("sender.mode", _tr("Who may read them"), Kind.CHOICE, _modes()),
        Input("sender.on_refused", _tr("When a name is taken"), Kind.CHOICE, _outcomes()),
    )


def _types() -> tuple[tuple[str, str], ...]:
    return ("mllp", _tr("MLLP")), ("http", _tr("HTTP")), ("file", _tr("files in a folder"))


def _outcomes() -> tuple[tuple[str, str], ...]:
    return ("retry", _tr("try it again")), ("give_up", _tr("give up, go on with the next"))


def _ways_in() -> tuple[tuple[str, str], ...]:
    return ("none", _tr("nothing")), ("basic", _tr("user and password")), ("bearer", _tr("a token"))


def _modes() -> tuple[tuple[str, str], ...]:
    return (
        ("0600", _tr("the owner alone")),
        ("0640", _tr("owner; the group reads")),
        ("0660", _tr("owner and group")),
    )


# -- as it is typed ------------------------------------------------------------------------------------------


def written(kind: Kind, value: Any) -> str:
    """A value as it is typed; "" for none."""
    if value is None:
        return ""
    if kind is Kind.HEADERS and isinstance(value, Mapping | tuple):
        pairs = value.items() if isinstance(value, Mapping) else value
        return "; ".join(f"{name}: {str(said).replace(';', _OWN)}" for name, said in pairs)
    return repr(value).removesuffix(".0") if isinstance(value, float) else str(value)


def read(kind: Kind, typed: str) -> Any:
    """What was typed as a value; None for nothing. What can't be read stays a text, which the check then refuses."""
    typed = typed.strip()
    if not typed:
        return None
    if kind is Kind.NUMBER:
        return _number(typed)
    if kind is Kind.HEADERS:
        parts = [part.partition(":") for part in _BETWEEN.split(typed) if part.strip()]
        if not all(colon for _, colon, _ in parts):
            return typed
        return {name.strip(): said.strip().replace(_OWN, ";") for name, _, said in parts}
    return typed


def _number(typed: str) -> Any:
    if _THOUSANDS.fullmatch(typed):
        return typed
    for kind in (int, float):
        try:
            return kind(typed.replace(",", "."))
        except ValueError:
            continue
    return typed


def _tr(words: str) -> str:
    return QCoreApplication.translate("WorkerForm", words)
