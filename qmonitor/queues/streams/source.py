"""A stream queue as a source of the monitor: looked at by reading commands, changed by confirmed plans only."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from qmonitor.queues.errors import Refused
from qmonitor.queues.source import ACTIONS
from qmonitor.queues.streams.address import Address, parse_address
from qmonitor.queues.streams.clients import Certificates, connect
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.look import Known
from qmonitor.queues.streams.trouble import told
from qmonitor.queues.words import Phrase, phrase

if TYPE_CHECKING:
    from qmonitor.queues.access import Access
    from qmonitor.queues.plan import Admin
    from qmonitor.queues.source import Reader
    from qmonitor.queues.working import Worker

_UNKNOWN = phrase("qmonitor can't do that in a stream queue.")


def open_url(url: str, access: "Access | None" = None) -> "StreamSource":
    """For the registry. Raises `BadAddress`, and `SourceError` where the server does not answer or wants a password."""
    source = StreamSource(parse_address(url), access)
    client = source.connect()
    try:
        with told():
            client.time()
    finally:
        client.close()
    return source


class StreamSource:
    """One queue on one server. Holds no connection."""

    def __init__(self, address: Address, access: "Access | None" = None) -> None:
        self.address, self._access, self._known = address, access, Known()
        self.target = str(address)
        self.name = address.keys.main
        self.capabilities: Mapping[str, Phrase | None] = dict.fromkeys((*ACTIONS, "worker"), _UNKNOWN)

    @property
    def keys(self) -> Keys:
        return self.address.keys

    def connect(self) -> Any:
        """A client of one's own, to be closed. Raises `StreamError` where a cluster does not answer."""
        access = self._access
        if access is None:
            return connect(self.address)
        certificates = Certificates(access.authority, access.certificate, access.key)
        return connect(self.address, access.password, certificates=certificates)

    def reader(self) -> "Reader":
        from qmonitor.queues.streams.reader import StreamReader  # who only names a source does not wait for it

        return StreamReader(self.connect, self.keys, self.target, self._known, cluster=self.address.is_cluster)

    def admin(self) -> "Admin":
        """Raises `SourceError` where the server can't be written to."""
        raise Refused(_UNKNOWN)

    def worker(self, *_wanted: object, **_terms: object) -> "Worker":
        """See `Source.worker`."""
        raise Refused(_UNKNOWN)

    def describe(self) -> str:
        return f"Stream queue {self.keys.main} ({self.keys.group}) at {self.target}"
