"""One connection, as it stands in the file and in the form that it is filled in by."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from qmonitor.queues.access import Access
from qmonitor.queues.errors import NotAQueue, Refused
from qmonitor.queues.servers import Server, secret_name, server_of, url_of, usual, usual_port
from qmonitor.queues.words import Phrase, phrase
from qmonitor.senders.fields import Field, Kind, Unfit, lean, read_table, shown
from qmonitor.senders.kinds import LINE, PATH, PORT, RECLAIM, SWITCH, whole
from qmonitor.values import dataclass

DATABASE = whole(0, 99_999, phrase("It is the number of a database, from 0."))

LONGEST_NAME, LONGEST = 100, 1000
"""Characters of a connection's name, and of anything else that is typed."""


def _short(most: int, allowed: Phrase) -> Kind:
    """A text of one line that is no longer than that."""

    def read(value: Any) -> str:
        if len(LINE.read(value)) > most:
            raise ValueError
        return str(value)

    return Kind(allowed, read)


NAME = _short(
    LONGEST_NAME,
    phrase("It is a text of one line, not empty, and of at most {most} characters.", most=LONGEST_NAME),
)
TEXT = _short(LONGEST, phrase("It is a text of one line, not empty, and of at most {most} characters.", most=LONGEST))

FIELDS = (
    Field("name", NAME),
    Field("host", TEXT, ""),
    Field("port", PORT, usual_port()),
    Field("socket", PATH, ""),
    Field("tls", SWITCH, False),
    Field("cluster", SWITCH, False),
    Field("user", TEXT, ""),
    Field("database", DATABASE, 0),
    Field("prefix", TEXT, ""),
    Field("group", TEXT, ""),
    Field("reclaim_after", RECLAIM, 0.0),
    Field("authority", PATH, ""),
    Field("certificate", PATH, ""),
    Field("key", PATH, ""),
)
"""What a `[[connection]]` of the file may say. `socket`: the path of a server's socket file, in place of host and port;
`prefix` and `group` are "" for the usual ones. `reclaim_after`: after how many seconds workers take over what nobody
finished; 0.0, which can't be written, where nothing is said of it."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A connection under a name. Raises `NotAQueue` by `url` where it can't be meant."""

    name: str
    host: str = ""
    port: int = usual_port()
    socket: str = ""
    tls: bool = False
    cluster: bool = False
    user: str = ""
    database: int = 0
    prefix: str = ""
    group: str = ""
    reclaim_after: float = 0.0
    authority: str = ""
    certificate: str = ""
    key: str = ""

    @property
    def url(self) -> str:
        return url_of(
            Server(
                tls=self.tls, cluster=self.cluster, host=self.host, port=self.port, path=self.socket,
                database=self.database, user=self.user, prefix=self.prefix, group=self.group,
            )
        )  # fmt: skip

    @property
    def secret_name(self) -> str:
        """What its password is kept by."""
        return secret_name(self.url)

    def access(self, password: str | None = None) -> Access:
        return Access(password, self.authority, self.certificate, self.key, self.reclaim_after)


def read_profile(table: object) -> Profile:
    """The profile that a table holds. Raises `Refused`: key, value, and what is allowed; `Unfit` of one key."""
    _require_bare_user(table)
    profile = Profile(**read_table(FIELDS, table, ""))
    if not profile.host and not profile.socket:
        raise Unfit("host", phrase("The host is missing, or the path of the socket."), phrase("Name one of the two."))
    if profile.host and profile.socket:
        raise Unfit("socket", phrase("A connection has either a host or a socket."), phrase("Name one of the two."))
    if profile.socket and (profile.tls or profile.cluster):
        raise Refused(phrase("A socket leads to one server on this computer, without encryption."))
    if profile.cluster and profile.database:
        raise Unfit("database", phrase("A cluster has no databases but 0."), phrase("Leave it empty."))
    if not profile.tls and (profile.authority or profile.certificate or profile.key):
        raise Refused(phrase("Certificates are for an encrypted connection (TLS)."))
    _require_address(profile)
    return profile


def _require_bare_user(table: object) -> None:
    """First of all: no other refusal may repeat a password."""
    user = table.get("user") if isinstance(table, Mapping) else None
    if isinstance(user, str) and ":" in user:
        raise Unfit(
            "user",
            phrase("A colon stands in the user, and behind it maybe a password."),
            phrase("Leave it out: the password is asked for, or taken from the keyring."),
        )


def _require_address(profile: Profile) -> None:
    """Whether each part of the address would be taken for itself."""
    if profile.host and not _is_meant(Profile("", profile.host), "host", profile.host.lower()):
        allowed = phrase("It is a host's name, or its IP address: nothing before it, and no port behind it.")
        raise Unfit("host", phrase("{key} is {value}.", key="host", value=_named(profile.host)), allowed)
    if not _is_meant(Profile("", "localhost", user=profile.user), "user", profile.user):
        raise Unfit(
            "user",
            phrase("{key} is {value}.", key="user", value=shown(profile.user)),
            phrase("It is a user's name, without spaces."),
        )
    try:
        server_of(profile.url)
    except NotAQueue as error:
        raise Refused(error.cause, error.remedy) from error


def _is_meant(profile: Profile, part: str, value: str) -> bool:
    try:
        return bool(getattr(server_of(profile.url), part) == value)
    except NotAQueue:
        return False


def _named(host: str) -> str:
    """A host as it may be shown: before an @ a password may stand."""
    return shown("…@" + host.rpartition("@")[2] if "@" in host else host)


def written_profile(profile: Profile, *, bare: bool = True) -> dict[str, Any]:
    """The table that says this; not `bare`, also what holds without a word."""
    values: Mapping[str, Any] = {one.name: getattr(profile, one.name) for one in FIELDS}
    return lean(FIELDS, values) if bare else dict(values)


def profile_of(url: str, name: str = "") -> Profile:
    """What a URL says, as a profile. Raises `NotAQueue`."""
    server, usually = server_of(url), usual()
    made = Profile(
        name or url,
        socket=server.path,
        tls=server.tls,
        cluster=server.cluster,
        user=server.user,
        database=server.database,
        prefix="" if server.prefix == usually.prefix else server.prefix,
        group="" if server.group == usually.group else server.group,
        reclaim_after=server.reclaim,
    )
    return made if server.path else replace(made, host=server.host, port=server.port)
