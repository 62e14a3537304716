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
from qmonitor.senders.lookup import addresses
from qmonitor.senders.mllp.connecting import Receiver
from qmonitor.senders.mllp.connection import Connection, reason
from qmonitor.senders.mllp.deadline import Deadline
from qmonitor.senders.mllp.framing import TooLong

for library in ("httpx", "httpcore"):
    logging.getLogger(library).setLevel(logging.WARNING)  # below that they note addresses, and what a receiver says

_END = b"\r\n\r\n"

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
        self.stream = _Stream(self._receiver.connect(addresses, self.deadline), self)
        return self.stream


class _Stream(httpcore.NetworkStream):
    def __init__(self, connection: Connection, network: _Network) -> None:
        self._connection, self._network = connection, network
        self._broken: NotDelivered | None = None
        self._head = b""
        self._count = 0
        self._heard = False
        self._clean = True
        self._sent = False

    def settle(self, body: int | None) -> None:
        """Whether all that came was one answer: a head, and a body of so many bytes."""
        head, end, _ = self._head.partition(_END)
        self._clean = bool(end) and body is not None and self._count == len(head) + len(_END) + body
        self._head, self._count, self._sent = b"", 0, False

    def get_extra_info(self, info: str) -> Any:
        """Whether something is amiss: what is readable before it was asked anything is closed by httpcore."""
        if info == "is_readable":
            return not self._clean or not self._quiet()
        return None

    def _quiet(self) -> bool:
        frames = self._connection.frames
        try:
            return self._connection.waiting() == [] and not frames.skipped and not frames.inside
        except TooLong:
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
        self._heard = self._heard or bool(data)
        self._count += len(data)
        if _END not in self._head:
            self._head += data
        return data

    def close(self) -> None:
        self._connection.close()

    def _failure(self, error: OSError) -> NotDelivered:
        where = self._connection.where
        if isinstance(error, ssl.SSLError) and not self._heard and _refuses(error):
            return Unreachable(
                phrase("{where} rejected the client certificate: {reason}.", where=where, reason=reason(error)),
                phrase("See to certificate and key in the settings."),
            )
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


def _refuses(error: ssl.SSLError) -> bool:
    return "ALERT" in (error.reason or "") and any(word in error.reason for word in _REFUSING)
