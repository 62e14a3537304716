"""A stream queue as a source of the monitor: looked at by reading commands, changed by confirmed plans only."""

import math
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from qmonitor.queues.errors import Refused
from qmonitor.queues.model import Destination, Traits
from qmonitor.queues.sending import Pool
from qmonitor.queues.streams import worker_terms
from qmonitor.queues.streams.acting import rights
from qmonitor.queues.streams.address import Address, parse_address
from qmonitor.queues.streams.errors import KeysApart, NoGroup, NotPermitted, ServerUnreachable
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.reading.look import Known
from qmonitor.queues.streams.server import needs
from qmonitor.queues.streams.server.clients import Certificates, connect
from qmonitor.queues.streams.server.driver import require_together
from qmonitor.queues.streams.server.probing import diagnosed
from qmonitor.queues.streams.server.trouble import explained
from qmonitor.queues.words import Phrase, phrase

if TYPE_CHECKING:
    from qmonitor.queues.access import Access
    from qmonitor.queues.plan import Admin
    from qmonitor.queues.running import RunningPlan
    from qmonitor.queues.sending import Observer, Policy, Sender
    from qmonitor.queues.source import Reader
    from qmonitor.queues.streams.working.handling import Handler
    from qmonitor.queues.working import Worker, WorkerState


def open_url(url: str, access: "Access | None" = None) -> "StreamSource":
    """For the registry. Raises `BadAddress`, and `SourceError` where the server does not answer or wants a password."""
    source = StreamSource(parse_address(url), access)
    try:
        _ask_rights(source)
    except ServerUnreachable as error:
        raise diagnosed(source.address, error) from error.__cause__
    return source


def _ask_rights(source: "StreamSource") -> None:
    client = source.connect()
    try:
        with explained():
            client.time()
        able = {**source.capabilities, **rights.capabilities(client, source.keys)}
        source.capabilities = {**able, "worker": _against_workers(client, source.keys)}
    finally:
        client.close()


def _against_workers(client: Any, keys: Keys) -> Phrase | None:
    """Why no worker can work there, if there is a reason."""
    try:
        require_together(client, keys.retry_payloads, keys.retry_index, keys.dlq)
    except KeysApart as error:
        return error.cause
    return None


class StreamSource:
    """One queue on one server. Holds no connection."""

    def __init__(self, address: Address, access: "Access | None" = None) -> None:
        self.address, self._access, self._known = address, access, Known()
        self.target = str(address)
        self.name = address.keys.main
        self.capabilities: Mapping[str, Phrase | None] = {**rights.unasked(), "worker": None}
        self.states = rights.STATES

    @property
    def keys(self) -> Keys:
        return self.address.keys

    @property
    def traits(self) -> Mapping[str, Traits]:
        from qmonitor.queues.streams.reading.reader import TRAITS  # who only names a source does not wait for it

        return {self.keys.main: TRAITS}

    def connect(self) -> Any:
        """A client of one's own, to be closed. Raises `StreamError` where a cluster does not answer."""
        access = self._access
        if access is None:
            return connect(self.address)
        certificates = Certificates(access.authority, access.certificate, access.key)
        return connect(self.address, access.password, certificates=certificates)

    def renew(self) -> None:
        """Take the password that is stored by now, from the next connection on."""
        anew = None if self._access is None else self._access.anew
        password = None if anew is None else anew()
        if self._access is not None and password is not None:
            self._access = replace(self._access, password=password)

    def reader(self) -> "Reader":
        from qmonitor.queues.streams.reading.reader import StreamReader  # as above

        return StreamReader(self.connect, self.keys, self.target, self._known, cluster=self.address.is_cluster)

    def pool_at(self, group: str) -> Destination:
        """Where the pool of a group works."""
        return Destination(self.keys.main, group)

    def company(self, where: Destination) -> tuple[str, ...]:
        """See `queues.source.company_at`."""
        client = self.connect()
        try:
            return worker_terms.present(client, replace(self.keys, group=where.destination))
        except (NoGroup, NotPermitted):
            return ()
        finally:
            client.close()

    def lying(self, where: Destination) -> int:
        """See `queues.source.lying_at`."""
        with closing(self.connect()) as client:
            found = needs.without_group(client, replace(self.keys, group=where.destination))
            return 0 if found is None else found.count

    def require_workable(self, where: Destination, policy: "Policy") -> None:
        """See `queues.source.require_workable`."""
        pool = policy if isinstance(policy, Pool) else Pool()
        with closing(self.connect()) as client:
            needs.require(client, replace(self.keys, group=where.destination), trims=pool.trims)

    def reader_of(self, where: Destination) -> "Reader":
        """One that looks at another group of the same stream."""
        if where.destination == self.keys.group:
            return self.reader()
        from qmonitor.queues.streams.reading.reader import StreamReader  # as above

        keys = replace(self.keys, group=where.destination)
        return StreamReader(self.connect, keys, self.target, Known(), cluster=self.address.is_cluster)

    def admin(self) -> "Admin":
        """Raises `StreamError` where a cluster does not answer."""
        from qmonitor.queues.streams.acting.admin import StreamAdmin  # who only looks does not wait for it

        return StreamAdmin(self.connect(), self.keys, reclaim_after=self._reclaim())

    def _reclaim(self) -> int | None:
        """What the address or the connection says of when workers take over (ms); None: nothing."""
        said = self.address.reclaim or (self._access.reclaim if self._access is not None else 0.0)
        return math.ceil(said * 1000) if said else None

    def worker(
        self,
        where: Destination,
        sender: "Sender | Handler",
        policy: "Policy",
        *,
        actor: str,
        reason: str,
        engine_stopped: bool = False,  # noqa: ARG002 - others may work beside it at any time
        strict: bool = False,  # noqa: ARG002
        observer: "Observer | None" = None,
        told: "Callable[[WorkerState], object] | None" = None,
    ) -> "Worker":
        """See `Source.worker`. `policy` is a `Pool`, else the usual one is meant; any `Handler` may do the work."""
        from qmonitor.queues.streams.working.pool import PoolWorker

        if where.channel != self.keys.main:
            raise Refused(phrase("{channel} is not the stream of this queue.", channel=where.channel))
        keys = replace(self.keys, group=where.destination)
        pool = policy if isinstance(policy, Pool) else Pool()
        return PoolWorker(
            self.connect, keys, sender, pool, actor=actor, reason=reason, observer=observer, told=told, renew=self.renew
        )  # fmt: skip

    def running(self) -> "tuple[RunningPlan, ...]":
        """See `queues.running.Telling`."""
        from qmonitor.queues.streams.plans import Plans  # as above

        client = self.connect()
        try:
            return Plans(client, self.keys).running()
        finally:
            client.close()

    def describe(self) -> str:
        return f"Stream queue {self.keys.main} ({self.keys.group}) at {self.target}"
