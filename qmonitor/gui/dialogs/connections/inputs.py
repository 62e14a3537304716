"""The fields of a connection: what each is called, and how what is typed becomes a table of the file."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication

from qmonitor.gui.dialogs.inputs import Input, Kind, Values
from qmonitor.monitor.profiles.model import (
    FIELDS,
    LONGEST_NAME,
    Profile,
    profile_of,
    read_profile,
    written_profile,
)
from qmonitor.queues import servers
from qmonitor.queues.errors import NotAQueue, Refused
from qmonitor.values import dataclass

SERVER, CLUSTER, SOCKET = "server", "cluster", "socket"

_DEFAULTS = {field.name: field.default for field in FIELDS if not field.required} | {"kind": SERVER}


@dataclass(frozen=True, slots=True)
class ConnectionInput(Input):
    """One of a connection: what holds without it stands in the profiles' own table."""

    @property
    def default(self) -> Any:
        return _DEFAULTS.get(self.key) or (False if self.kind is Kind.SWITCH else None)


def _by_network(values: Values) -> bool:
    return values.get("kind") != SOCKET


def _by_socket(values: Values) -> bool:
    return values.get("kind") == SOCKET


def _with_databases(values: Values) -> bool:
    return values.get("kind") != CLUSTER


def _encrypted(values: Values) -> bool:
    return values.get("tls") is True and _by_network(values)


def _identified(values: Values) -> bool:
    return bool(values.get("certificate")) and _encrypted(values)


def place() -> tuple[ConnectionInput, ...]:
    """Where the server is."""
    kinds = (
        (SERVER, _tr("one server")),
        (CLUSTER, _tr("a cluster")),
        (SOCKET, _tr("a socket on this computer")),
    )
    return (
        ConnectionInput("name", _tr("Na&me"), wide=True),
        ConnectionInput("kind", _tr("K&ind"), Kind.CHOICE, kinds),
        ConnectionInput("host", _tr("&Host"), shown=_by_network, wide=True),
        ConnectionInput("port", _tr("P&ort"), Kind.NUMBER, shown=_by_network),
        ConnectionInput("socket", _tr("Path of the sock&et"), shown=_by_socket, wide=True),
        ConnectionInput("tls", _tr("Over &TLS"), Kind.SWITCH, shown=_by_network),
        ConnectionInput("authority", _tr("Trusted authority (file)"), shown=_encrypted),
        ConnectionInput("certificate", _tr("Own certificate (file)"), shown=_encrypted),
        ConnectionInput("key", _tr("Its key (file)"), shown=_identified),
    )


def queue() -> tuple[ConnectionInput, ...]:
    """Which queue of it, and as whom."""
    return (
        ConnectionInput("user", _tr("&User")),
        ConnectionInput("database", _tr("&Database"), Kind.NUMBER, shown=_with_databases),
        ConnectionInput("prefix", _tr("&Prefix of the keys")),
        ConnectionInput("group", _tr("Consumer &group")),
        ConnectionInput("reclaim_after", _tr("Taken over after (s)"), Kind.NUMBER),
    )


def usual() -> Mapping[str, str]:
    """What holds where nothing is typed, for fields whose table says nothing of it."""
    server = servers.usual()
    return {
        "port": str(server.port), "prefix": server.prefix, "group": server.group, "database": "0",
        "reclaim_after": "60",
    }  # fmt: skip


def values_of(table: Mapping[str, Any]) -> dict[str, Any]:
    """A table of the file as the fields show it."""
    kind = SOCKET if table.get("socket") else CLUSTER if table.get("cluster") else SERVER
    return {**{key: value for key, value in table.items() if key != "cluster"}, "kind": kind}


def table_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """What stands in the fields as a table of the file."""
    given = {key: value for key, value in values.items() if value not in (None, "") and key != "kind"}
    if values.get("kind") == CLUSTER:
        given["cluster"] = True
    return given


def fault(table: Mapping[str, Any]) -> Refused | None:
    """What the check of the file would say of it."""
    try:
        read_profile(table)
    except Refused as error:
        return error
    return None


def table_for(url: str) -> dict[str, Any] | None:
    """A new connection to a URL, called as the window calls what lies there; None for what can't be meant."""
    try:
        made = profile_of(url, servers.title_of(url)[:LONGEST_NAME])
        return written_profile(read_profile(written_profile(made)))
    except (NotAQueue, Refused):
        return None


def profile(table: Mapping[str, Any]) -> Profile:
    """Raises `Refused`."""
    return read_profile(table)


def _tr(words: str) -> str:
    return QCoreApplication.translate("Connections", words)
