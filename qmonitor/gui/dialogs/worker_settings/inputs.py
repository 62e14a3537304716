"""The fields of a worker's entry: what each is called, and where it has a meaning."""

from typing import Any

from PySide6.QtCore import QCoreApplication

from qmonitor.gui.dialogs.inputs import Input, Kind, Values
from qmonitor.queues.source import has_pools
from qmonitor.senders.entries import ENTRY_FIELDS, POLICY_FIELDS, POOL_FIELDS
from qmonitor.senders.fields import Field
from qmonitor.senders.wires import WIRES
from qmonitor.values import dataclass


def _tls(values: Values) -> bool:
    return values.get("sender.tls") is True


def _https(values: Values) -> bool:
    return str(values.get("sender.url", "")).lower().startswith("https:")


def _basic(values: Values) -> bool:
    return values.get("sender.auth") == "basic"


def _ack(values: Values) -> bool:
    return values.get("sender.ack") is True


def on_server(values: Values) -> bool:
    """Whether the queue lies on a server where a pool of consumers works on it."""
    return has_pools(str(values.get("source") or ""))


def _in_file(values: Values) -> bool:
    return not on_server(values)


def _identified(values: Values) -> bool:
    """A key is of use only with its certificate."""
    return bool(values.get("sender.certificate"))


@dataclass(frozen=True, slots=True)
class WorkerInput(Input):
    """One of a worker's entry: what holds without it stands in the tables of the file."""

    @property
    def default(self) -> Any:
        field = _field(self.key)
        return None if field is None or field.required else field.default


def _field(key: str) -> Field | None:
    table, _, name = key.rpartition(".")
    fields = {"": (*ENTRY_FIELDS, *POOL_FIELDS), "policy": POLICY_FIELDS}.get(table)
    if fields is not None:
        return next((one for one in fields if one.name == name), None)
    return next((one for wire in WIRES.values() for one in wire.fields if one.name == name), None)


def names() -> tuple[WorkerInput, ...]:
    """Whose messages are sent."""
    return (
        WorkerInput("channel", _tr("&Channel"), shown=_in_file),
        WorkerInput("destination", _tr("&Destination"), shown=_in_file),
        WorkerInput("group", _tr("Consumer &group"), shown=on_server),
        WorkerInput("sender.type", _tr("Sent &by"), Kind.CHOICE, _types()),
    )


def policy() -> tuple[WorkerInput, ...]:
    """How often each is tried."""
    return (
        WorkerInput("policy.max_attempts", _tr("Attem&pts (0: for ever)"), Kind.NUMBER, shown=_in_file),
        WorkerInput("policy.backoff", _tr("Wait after a failure (s)"), Kind.NUMBER, shown=_in_file),
        WorkerInput("policy.max_backoff", _tr("Longest wait (s)"), Kind.NUMBER, shown=_in_file),
        WorkerInput("policy.timeout", _tr("Time for one attempt (s)"), Kind.NUMBER, shown=_in_file),
        WorkerInput("consumers", _tr("Sent at a time"), Kind.NUMBER, shown=on_server),
        WorkerInput("reclaim_after", _tr("Taken over after (s)"), Kind.NUMBER, shown=on_server),
        WorkerInput("keep_hours", _tr("Keep finished ones (h)"), Kind.NUMBER, shown=on_server),
        WorkerInput("keep_dead_hours", _tr("Keep dead letters (h)"), Kind.NUMBER, shown=on_server),
    )


def sender(kind: str) -> tuple[WorkerInput, ...]:
    """Where to, and how."""
    return {"mllp": _mllp, "http": _http, "file": _file}.get(kind, _mllp)()


def _mllp() -> tuple[WorkerInput, ...]:
    return (
        WorkerInput("sender.host", _tr("&Host")),
        WorkerInput("sender.port", _tr("P&ort"), Kind.NUMBER),
        WorkerInput("sender.pause", _tr("Pause between messages (s)"), Kind.NUMBER),
        WorkerInput("sender.on_nack", _tr("When it refuses a message"), Kind.CHOICE, _outcomes()),
        WorkerInput("sender.on_refused", _tr("When one can't be sent at all"), Kind.CHOICE, _outcomes()),
        WorkerInput("sender.tls", _tr("Over &TLS"), Kind.SWITCH),
        WorkerInput("sender.ca", _tr("Trusted authority (file)"), shown=_tls),
        WorkerInput("sender.certificate", _tr("Own certificate (file)"), shown=_tls),
        WorkerInput("sender.key", _tr("Its key (file)"), shown=_identified),
        WorkerInput("sender.server_name", _tr("Name in its certificate"), shown=_tls),
    )


def _http() -> tuple[WorkerInput, ...]:
    return (
        WorkerInput("sender.url", _tr("Address"), wide=True),
        WorkerInput("sender.content_type", _tr("Content type")),
        WorkerInput("sender.headers", _tr("Further headers"), Kind.HEADERS),
        WorkerInput("sender.auth", _tr("Signs in with"), Kind.CHOICE, _ways_in()),
        WorkerInput("sender.user", _tr("User"), shown=_basic),
        WorkerInput("sender.on_refused", _tr("When a message is refused"), Kind.CHOICE, _outcomes()),
        WorkerInput("sender.ack", _tr("Answers with an HL7 ACK"), Kind.SWITCH),
        WorkerInput("sender.on_nack", _tr("When that is negative"), Kind.CHOICE, _outcomes(), shown=_ack),
        WorkerInput("sender.ca", _tr("Trusted authority (file)"), shown=_https),
        WorkerInput("sender.certificate", _tr("Own certificate (file)"), shown=_https),
        WorkerInput("sender.key", _tr("Its key (file)"), shown=_identified),
    )


def _file() -> tuple[WorkerInput, ...]:
    return (
        WorkerInput("sender.folder", _tr("&Folder"), wide=True),
        WorkerInput("sender.name", _tr("Na&mes of the files")),
        WorkerInput("sender.mode", _tr("Who may read them"), Kind.CHOICE, _modes()),
        WorkerInput("sender.on_refused", _tr("When a name is taken"), Kind.CHOICE, _outcomes()),
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


def _tr(words: str) -> str:
    return QCoreApplication.translate("WorkerForm", words)
