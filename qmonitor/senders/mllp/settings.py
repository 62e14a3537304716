"""Where an MLLP sender sends to, and how: checked as soon as it is made, without a look at file or network."""

import re
from typing import Any

from qmonitor.queues.words import Phrase, phrase
from qmonitor.senders.fields import Field, Kind, Unfit, check_values, shown
from qmonitor.senders.kinds import OUTCOME, PATH, PORT, RETRY, SWITCH, seconds
from qmonitor.values import dataclass

LONGEST_PAUSE = 60.0
"""Seconds. The pause counts within the time of an attempt."""

_HOST = re.compile(r"[^\s/\\@?#\[\]]+")


@dataclass(frozen=True, slots=True)
class MllpSettings:
    """One receiver. Raises `Unfit`.

    `ca`, `certificate` and `key` are files in PEM form: whose certificates are trusted (None: the system's), and what
    this side shows (a key may stand in the certificate's file). `server_name`: the name that the receiver's
    certificate has to bear, where it is not `host`. `pause`: seconds between two messages to one host and port.
    `on_nack`: what follows where the receiver refuses a message; `on_refused`: where it can't be sent this way at
    all. `retry`: it stays the head of its line; `give_up`: the next one follows.
    """

    host: str
    port: int
    tls: bool = False
    ca: str | None = None
    certificate: str | None = None
    key: str | None = None
    server_name: str | None = None
    pause: float = 0.0
    on_nack: str = RETRY
    on_refused: str = RETRY

    def __post_init__(self) -> None:
        check_values(FIELDS, self)
        for name in ("ca", "certificate", "key", "server_name"):
            if not self.tls and getattr(self, name) is not None:
                raise self._unfit(name, phrase("It is only for tls = true."))
        if self.key is not None and self.certificate is None:
            raise self._unfit("key", phrase("It needs a certificate, too."))

    @property
    def where(self) -> str:
        """Host and port."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def to(self) -> str:
        """Whom it sends to, for people."""
        return f"{self.where} (TLS)" if self.tls else self.where

    def _unfit(self, name: str, allowed: Phrase) -> Unfit:
        return Unfit(name, phrase("{key} is {value}.", key=name, value=shown(getattr(self, name))), allowed)


def _host(value: Any) -> str:
    """A name or an address; of what has colons, only an address of IPv6 (with its zone) is one."""
    if not isinstance(value, str) or not _HOST.fullmatch(value) or value.count(":") == 1:
        raise ValueError
    return value


HOST = Kind(phrase("It is a host name or an address, without port and scheme: 10.1.2.3."), _host)

FIELDS = (
    Field("host", HOST),
    Field("port", PORT),
    Field("tls", SWITCH, False),
    Field("ca", PATH, None),
    Field("certificate", PATH, None),
    Field("key", PATH, None),
    Field("server_name", HOST, None),
    Field("pause", seconds(phrase("It is a number of seconds from 0 to 60."), zero=True, most=LONGEST_PAUSE), 0.0),
    Field("on_nack", OUTCOME, RETRY),
    Field("on_refused", OUTCOME, RETRY),
)
