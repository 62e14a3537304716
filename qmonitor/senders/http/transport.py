"""httpx over connections that are kept only where that is safe, with one deadline for all of a request.

httpx's own time limits are for single operations: a receiver that sends a byte now and then would never meet one. And
what comes late, or twice, would be taken for the answer to the next message. So a connection is used again only where
answers name their message (`settle`), where each byte that came belonged to the answer before, and for a short while,
as receivers close idle ones.
"""

import logging
import ssl
from collections.abc import Iterable, Iterator
from typing import Any

import httpcore
import httpx

from qmonitor.queues.sending import NotDelivered, OutcomeUnknown, Unreachable
from qmonitor.queues.words import phrase
from qmonitor.senders.deadline import Deadline
from qmonitor.senders.network.connecting import Receiver
from qmonitor.senders.network.connection import Connection, Flooded, reason
from qmonitor.senders.network.lookup import addresses

for library in ("httpx", "httpcore"):
    logging.getLogger(library).setLevel(logging.WARNING)  # below that they note addresses, and what a receiver says

_END = b"\r\n\r\n"

_INTERIM = (b"HTTP/1.0 1", b"HTTP/1.1 1")
"""How an answer begins that is not the last one: it says nothing of the message."""

LONGEST = 200_000
"""Bytes that are read of one answer, with all that comes before it: one interim answer after the other, say."""

_REFUSING = ("CERTIFICATE", "UNKNOWN_CA", "ACCESS_DENIED")
"""Words of TLS's alerts that say whom the receiver does not let in: then it has read nothing either."""


IDLE = 2.0
"""Seconds after which a connection is not used again. Web servers close idle ones after five, some; a message that is
sent at that very moment would have an outcome that nobody knows."""


class Transport(httpx.BaseTransport):
    """For one request at a time, within `deadline`. Raises `NotDelivered` and httpcore's errors."""

    def __init__(self, receiver: Receiver) -> None:
        self._network = _Network(receiver)
        # To httpcore all is http: TLS is made with the connection, and is none of its business.
        self._pool = httpcore.ConnectionPool(max_connections=1, keepalive_expiry=IDLE, network_backend=self._network)

    def until(self, deadline: Deadline) -> None:
        """By when all has to be done; may be set anew between two steps."""
        self._network.deadline = deadline

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        url = request.url
        assert isinstance(request.stream, httpx.SyncByteStream)
        place = httpcore.URL(scheme=b"http", host=url.raw_host, port=url.port or _port(url), target=url.raw_path)
        answer = self._pool.handle_request(
            httpcore.Request(request.method, place, headers=request.headers.raw, content=request.stream)
        )
        assert isinstance(answer.stream, Iterable)
        return httpx.Response(answer.status, headers=answer.headers, stream=_Body(answer), extensions={})

    def settle(self, body: int | None) -> None:
        """An answer has been read. `body`: how many bytes its body had; None: don't use the connection again."""
        if self._network.stream is not None:
            self._network.stream.settle(body)

    @property
    def hasty(self) -> bool:
        """Whether the answer came before the whole request had left: whatever it says, nobody has all of it."""
        return self._network.stream is not None and self._network.stream.hasty

    def close(self) -> None:
        self._pool.close()


def _port(url: httpx.URL) -> int:
    return 443 if url.scheme == "https" else 80


class _Body(httpx.SyncByteStream):
    def __init__(self, answer: httpcore.Response) -> None:
        self._answer = answer

    def __iter__(self) -> Iterator[bytes]:
        yield from self._answer.iter_stream()

    def close(self) -> None:
        self._answer.close()


class _Network(httpcore.NetworkBackend):
    """Makes connections, whatever time limits httpcore wishes. `stream`: the one that was made last."""

    def __init__(self, receiver: Receiver) -> None:
        self._receiver = receiver
        self.deadline = Deadline(0)
        self.stream: _Stream | None = None

    def connect_tcp(self, *_: Any, **__: Any) -> httpcore.NetworkStream:
        connection = self._receiver.connect(addresses, self.deadline)
        self.stream = None
        try:
            self._require_silent(connection)
        except NotDelivered:
            connection.close(abort=True)
            raise
        self.stream = _Stream(connection, self)
        return self.stream

    def _require_silent(self, connection: Connection) -> None:
        """An answer before the question could not be told from one to it. Raises `Unreachable`."""
        try:
            found = connection.waiting()
        except Flooded:
            found = b"without end"
        if connection.lost is not None and _refuses(connection.lost):
            raise _rejected(connection.where, connection.lost)
        if found:  # an end is told by whoever reads next
            raise Unreachable(
                phrase("{where} sent something before any message: is it a web server?", where=connection.where)
            )


class _Stream(httpcore.NetworkStream):
    def __init__(self, connection: Connection, network: _Network) -> None:
        self._connection, self._network, self._where = connection, network, connection.where
        self._broken: NotDelivered | None = None
        self._head = b""
        self._count = 0
        self._heard = False
        self._clean = True
        self._sent = False
        self.hasty = False

    def settle(self, body: int | None) -> None:
        """Whether all that came was one answer: a head, and a body of so many bytes."""
        head, end, _ = self._head.partition(_END)
        self._clean = bool(end) and body is not None and self._count == len(head) + len(_END) + body
        self._head, self._count, self._sent, self.hasty = b"", 0, False, False

    def get_extra_info(self, info: str) -> Any:
        """Whether something is amiss: what is readable before it was asked anything is closed by httpcore."""
        if info == "is_readable":
            return not self._clean or not self._quiet()
        return None

    def _quiet(self) -> bool:
        try:
            return self._connection.waiting() == b""
        except Flooded:
            return False

    def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ARG002 - one deadline counts
        """A receiver may answer, and close, before it has read everything: its answer is looked for then."""
        try:
            self._connection.send(buffer, self._network.deadline)
        except NotDelivered as error:
            nothing = isinstance(error, Unreachable) and not self._sent
            self._broken = self._broken or (Unreachable if nothing else OutcomeUnknown)(error.cause)
            if isinstance(error.__cause__, TimeoutError):
                raise self._broken from error
            raise httpcore.WriteError from error
        self._sent = True

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ARG002 - bounded already
        try:
            data = self._connection.receive(self._network.deadline)
        except OSError as error:
            raise self._failure(error) from error
        if not data and self._broken is not None:
            raise self._broken
        if not self._count:
            self.hasty = self._broken is not None or (self._connection.hasty and _answers(data))
        self._heard = self._heard or bool(data)
        self._count += len(data)
        if self._count > LONGEST:
            raise OutcomeUnknown(
                phrase("What came from {where} has no end within {count} bytes.", where=self._where, count=LONGEST)
            )
        if _END not in self._head:
            self._head += data
        return data

    def close(self) -> None:
        self._connection.close()

    def _failure(self, error: OSError) -> NotDelivered:
        where = self._where
        if not self._heard and _refuses(error):
            return _rejected(where, error)
        if self._broken is not None:
            return self._broken
        if isinstance(error, TimeoutError):
            return OutcomeUnknown(
                phrase(
                    "No response came from {where} within {seconds} s.",
                    where=where,
                    seconds=str(self._network.deadline),
                )
            )
        return OutcomeUnknown(
            phrase(
                "The connection to {where} was lost before a response came: {reason}.",
                where=where,
                reason=reason(error),
            )
        )


def _answers(data: bytes) -> bool:
    """Whether there is more than interim answers."""
    return any(part and not part.startswith(_INTERIM) for part in data.split(_END))


def _refuses(error: OSError) -> bool:
    """Whether the receiver does not let this side in."""
    why = (error.reason or "") if isinstance(error, ssl.SSLError) else ""
    return "ALERT" in why and any(word in why for word in _REFUSING)


def _rejected(where: str, error: OSError) -> Unreachable:
    return Unreachable(
        phrase("{where} rejected the client certificate: {reason}.", where=where, reason=reason(error)),
        phrase("See to certificate and key in the settings."),
    )
