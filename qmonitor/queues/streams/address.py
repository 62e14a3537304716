"""The address of a stream queue: which server, as whom, and under which names. Never with a password in it.

    redis://[user@]host[:port][/database]        rediss:// the same with TLS
    redis+unix:///path[?database=n&user=name]
    redis+cluster://[user@]host[:port]           rediss+cluster:// the same with TLS

each with `prefix=…` and `group=…` after a question mark, where the usual names are not meant, and with `reclaim=…`
(seconds) where workers take over what nobody finished after another time than the usual.
"""

import re
import unicodedata
from dataclasses import replace
from ipaddress import IPv6Address
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from qmonitor.queues.errors import NotAQueue
from qmonitor.queues.streams.errors import StreamError
from qmonitor.queues.streams.keys import GROUP, PREFIX, Keys
from qmonitor.queues.words import phrase
from qmonitor.values import dataclass

PORT = 6379

PLAIN, TLS, UNIX, CLUSTER, CLUSTER_TLS = "redis", "rediss", "redis+unix", "redis+cluster", "rediss+cluster"
SCHEMES = (PLAIN, TLS, UNIX, CLUSTER, CLUSTER_TLS)


class BadAddress(StreamError, NotAQueue):
    """It can't be meant as it is written. Never quotes what may be a password."""


class PasswordInAddress(BadAddress):
    """As it stands there others can read it."""

    def __init__(self) -> None:
        super().__init__(
            phrase("There is a password in the address, where others can read it."),
            phrase("Leave it out: it is asked for, or taken from the keyring."),
        )


@dataclass(frozen=True, slots=True)
class Address:
    """One queue on one server. `path` is that of a socket file; host and port are of no meaning then."""

    scheme: str = PLAIN
    host: str = "localhost"
    port: int = PORT
    path: str = ""
    database: int = 0
    user: str = ""
    prefix: str = PREFIX
    group: str = GROUP
    reclaim: float = 0.0
    """Seconds after which what nobody finished is taken over; 0: nobody says."""

    @property
    def keys(self) -> Keys:
        return Keys.under(self.prefix, self.group)

    @property
    def secret_name(self) -> str:
        """What its password is kept by: the way to the server, and the user, whatever the queue."""
        return str(replace(self, database=0, prefix=PREFIX, group=GROUP, reclaim=0.0))

    @property
    def is_cluster(self) -> bool:
        return self.scheme in (CLUSTER, CLUSTER_TLS)

    @property
    def is_encrypted(self) -> bool:
        return self.scheme in (TLS, CLUSTER_TLS)

    def __str__(self) -> str:
        """The same address again, as short as it can be written."""
        asked = {"prefix": self.prefix, "group": self.group, "reclaim": _seconds_text(self.reclaim)}
        usual = {"prefix": PREFIX, "group": GROUP, "reclaim": "0", "database": "0", "user": ""}
        if self.scheme == UNIX:
            asked |= {"database": str(self.database), "user": self.user}
            place = quote(self.path)
        else:
            host = f"[{self.host}]" if ":" in self.host else self.host
            place = f"{quote(self.user, safe='')}@{host}" if self.user else host
            place += "" if self.port == PORT else f":{self.port}"
            place += f"/{self.database}" if self.database else ""
        query = urlencode({name: value for name, value in asked.items() if value != usual[name]})
        return f"{self.scheme}://{place}" + (f"?{query}" if query else "")


def scheme_of(*, socket: bool, cluster: bool, tls: bool) -> str:
    """How the address of a server begins that is reached so."""
    if socket:
        return UNIX
    if cluster:
        return CLUSTER_TLS if tls else CLUSTER
    return TLS if tls else PLAIN


def parse_address(url: str) -> Address:
    """Raises `BadAddress`."""
    try:
        parts = urlsplit(url)
        port, password = parts.port, parts.password
    except ValueError:
        raise _bad() from None  # its own words would quote the address
    if password is not None or _hides_password(parts.path, parts.netloc):
        raise PasswordInAddress
    if parts.scheme not in SCHEMES or parts.fragment:
        raise _bad()
    asked = _asked(parts.query, parts.scheme == UNIX)
    prefix, group = (_line(name, asked.get(name, usual)) for name, usual in (("prefix", PREFIX), ("group", GROUP)))
    reclaim = _seconds(asked.get("reclaim", ""))
    if parts.scheme == UNIX:
        if parts.netloc or not parts.path.startswith("/") or not parts.path.strip("/"):
            raise _bad()
        database, user = _database(asked.get("database", "")), _user(asked.get("user", ""))
        path = _plain(parts.path)
        return Address(UNIX, path=path, database=database, user=user, prefix=prefix, group=group, reclaim=reclaim)
    database = _database(parts.path.removeprefix("/"))
    host = parts.hostname or ""
    if not is_host(host) or port == 0 or (database and parts.scheme in (CLUSTER, CLUSTER_TLS)):
        raise _bad()
    user, port = _user(_plain(parts.username or "")), PORT if port is None else port
    return Address(parts.scheme, host, port, "", database, user, prefix, group, reclaim)


def is_host(name: str) -> bool:
    """Whether a host can be called so: a name that can be looked up, or an IP address without its brackets."""
    if ":" in name:
        try:
            IPv6Address(name)
        except ValueError:
            return False
        return True
    try:
        looked_up = name.encode("idna")  # as it is looked up: labels of at most 63 bytes, none of them empty
    except UnicodeError:
        return False
    return len(looked_up) <= _LONGEST_HOST and _HOST.fullmatch(looked_up) is not None


_LONGEST_HOST = 253
_HOST = re.compile(rb"[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_.])?")


def _user(name: str) -> str:
    """A user's name; one with a colon in it is a name and a password."""
    if ":" in name:
        raise PasswordInAddress
    if _NO_USER.search(name):
        raise _bad()  # no server has such a one
    return name


_NO_USER = re.compile(r"[\s\x00-\x1f\x7f…]")  # the last stands where a password was hidden


def _hides_password(path: str, server: str) -> bool:
    """Whether a user and a password stand where a path should be: `rediss:///user:password@host`."""
    return not server and _USER_AND_PASSWORD.search(path) is not None


_USER_AND_PASSWORD = re.compile(r":[^/@]*@")


def canonical(url: str) -> str:
    """The same address as it is always written, so that two spellings of one queue are alike. Raises `BadAddress`."""
    return str(parse_address(url))


def _asked(query: str, unix: bool) -> dict[str, str]:
    """What stands after the question mark: nothing unknown, nothing twice, nothing empty."""
    try:
        pairs = parse_qsl(query, keep_blank_values=True, strict_parsing=bool(query), errors="strict")
    except ValueError:
        raise _bad() from None
    found = dict(pairs)
    known = {"prefix", "group", "reclaim"} | ({"database", "user"} if unix else set())
    if len(found) < len(pairs) or not found.keys() <= known or not all(found.values()):
        raise _bad()
    return found


def _plain(part: str) -> str:
    """Without its percent-escapes; a name that is no text would silently become another one."""
    try:
        return unquote(part, errors="strict")
    except ValueError:
        raise _bad() from None


def _line(part: str, name: str) -> str:
    """A name of one line: it stands in texts that end with a line, and is shown."""
    if any(unicodedata.category(one) in _UNSEEN for one in name):
        raise BadAddress(_HOLDS_UNSEEN[part], phrase("Please use a name without: such a queue can't be acted on."))
    return name


_HOLDS_UNSEEN = {
    "prefix": phrase("The prefix holds a control character, such as a line break."),
    "group": phrase("The consumer group's name holds a control character, such as a line break."),
}
_UNSEEN = ("Cc", "Zl", "Zp")
"""Characters that end a line, or steer a terminal."""


def _seconds(text: str) -> float:
    """Up to a day, in thousandths; 0 where nothing is said."""
    if not text:
        return 0.0
    if _SECONDS.fullmatch(text) is None or not 0 < float(text) <= LONGEST_RECLAIM:
        raise _bad()
    return float(text)


def _seconds_text(seconds: float) -> str:
    return f"{seconds:.3f}".rstrip("0").rstrip(".")


_SECONDS = re.compile(r"[0-9]{1,5}(\.[0-9]{1,3})?", re.ASCII)

LONGEST_RECLAIM = 86_400.0
"""Seconds: a day."""


def _database(text: str) -> int:
    if not text:
        return 0
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise _bad()
    return int(text)


def _bad() -> BadAddress:
    return BadAddress(
        phrase("This is no address of a stream queue."),
        phrase(
            "It reads {example}, or begins with one of {schemes}.",
            example="redis://host:6379/0?prefix=anvilkit&group=export-worker",
            schemes=", ".join(f"{scheme}://" for scheme in SCHEMES),
        ),
    )
