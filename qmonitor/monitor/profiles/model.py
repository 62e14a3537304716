"""One connection, as it stands in the file and in the form that it is filled in by."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from qmonitor.queues.access import Access
from qmonitor.queues.errors import NotAQueue, Refused
from qmonitor.queues.servers import Server, secret_name, server_of, url_of
from qmonitor.queues.words import phrase
from qmonitor.senders.fields import Field, lean, read_table
from qmonitor.senders.kinds import LINE, PATH, PORT, SWITCH, whole

PLAIN, TLS, UNIX, CLUSTER, CLUSTER_TLS = "redis", "rediss", "redis+unix", "redis+cluster", "rediss+cluster"

ENCRYPTED = (TLS, CLUSTER_TLS)
"""Schemes of URLs by which certificates are asked for."""

DATABASE = whole(0, 99_999, phrase("It is the number of a database, from 0."))

FIELDS = (
    Field("name", LINE),
    Field("host", LINE, ""),
    Field("port", PORT, 6379),
    Field("socket", PATH, ""),
    Field("tls", SWITCH, False),
    Field("cluster", SWITCH, False),
    Field("user", LINE, ""),
    Field("database", DATABASE, 0),
    Field("prefix", LINE, ""),
    Field("group", LINE, ""),
    Field("authority", PATH, ""),
    Field("certificate", PATH, ""),
    Field("key", PATH, ""),
)
"""What a `[[connection]]` of the file may say. `socket`: the path of a server's socket file, in place of host and port;
`prefix` and `group` are "" for the usual ones."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A connection under a name. Raises `NotAQueue` by `url` where it can't be meant."""

    name: str
    host: str = ""
    port: int = 6379
    socket: str = ""
    tls: bool = False
    cluster: bool = False
    user: str = ""
    database: int = 0
    prefix: str = ""
    group: str = ""
    authority: str = ""
    certificate: str = ""
    key: str = ""

    @property
    def scheme(self) -> str:
        if self.socket:
            return UNIX
        if self.cluster:
            return CLUSTER_TLS if self.tls else CLUSTER
        return TLS if self.tls else PLAIN

    @property
    def url(self) -> str:
        return url_of(
            Server(
                self.scheme, self.host, self.port, self.socket, self.database, self.user, self.prefix, self.group
            )
        )  # fmt: skip

    @property
    def secret_name(self) -> str:
        """What its password is kept by."""
        return secret_name(self.url)

    def access(self, password: str | None = None) -> Access:
        return Access(password, self.authority, self.certificate, self.key)


def read_profile(table: object) -> Profile:
    """The profile that a table holds. Raises `Refused`: key, value, and what is allowed."""
    profile = Profile(**read_table(FIELDS, table, ""))
    if not profile.host and not profile.socket:
        raise Refused(phrase("The host is missing, or the path of the socket."))
    if profile.host and profile.socket:
        raise Refused(phrase("A connection has either a host or a socket."))
    if profile.socket and (profile.tls or profile.cluster):
        raise Refused(phrase("A socket leads to one server on this computer, without encryption."))
    if profile.cluster and profile.database:
        raise Refused(phrase("A cluster has no databases but 0."))
    if not profile.tls and (profile.authority or profile.certificate or profile.key):
        raise Refused(phrase("Certificates are for an encrypted connection (TLS)."))
    try:
        meant = server_of(profile.url)
    except NotAQueue as error:
        raise Refused(error.cause, error.remedy) from error
    if profile.host and (meant.host, meant.user, meant.port) != (profile.host.lower(), profile.user, profile.port):
        raise Refused(phrase("{key} is {value}.", key="host", value=repr(profile.host)), phrase("It is a host's name."))
    return profile


def written_profile(profile: Profile, *, bare: bool = True) -> dict[str, Any]:
    """The table that says this; not `bare`, also what holds without a word."""
    values: Mapping[str, Any] = {one.name: getattr(profile, one.name) for one in FIELDS}
    return lean(FIELDS, values) if bare else dict(values)


def profile_of(url: str, name: str = "") -> Profile:
    """What a URL says, as a profile. Raises `NotAQueue`."""
    server = server_of(url)
    usual = server_of(f"{PLAIN}://localhost")
    made = Profile(
        name or url,
        socket=server.path,
        tls=server.scheme in (TLS, CLUSTER_TLS),
        cluster=server.scheme in (CLUSTER, CLUSTER_TLS),
        user=server.user,
        database=server.database,
        prefix="" if server.prefix == usual.prefix else server.prefix,
        group="" if server.group == usual.group else server.group,
    )
    return made if server.path else replace(made, host=server.host, port=server.port)
