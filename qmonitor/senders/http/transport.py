"""httpx over one connection for each request, with one deadline for all of it.

httpx's own time limits are for single operations: a receiver that sends a byte now and then would never meet one. And
a connection that is kept may hold what was the answer to something else, so that each request has its own.
"""

import logging
import ssl
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import httpcore
import httpx

from qmonitor.queues.sending import NotDelivered, OutcomeUnknown, Unreachable
from qmonitor.queues.words import phrase
from qmonitor.senders.lookup import addresses
from qmonitor.senders.mllp.connecting import Receiver
from qmonitor.senders.mllp.connection import Connection, reason
from qmonitor.senders.mllp.deadline import Deadline

for library in ("httpx", "httpcore"):
    logging.getLogger(library).setLevel(logging.WARNING)  # below that they note addresses, and what a receiver says

_REFUSING = ("CERTIFICATE", "UNKNOWN_CA", "ACCESS_DENIED")
"""Words of TLS's alerts that say whom the receiver does not let in: then it has read nothing either."""


@dataclass(slots=True)
class Time:
    """By when all has to be done; may be set anew between two steps."""

    deadline: Deadline


class Transport(httpx.BaseTransport):
    """For one request. Raises `NotDelivered` and httpcore's errors."""

    def __init__(self, receiver: Receiver, time: Time) -> None:
        # To httpcore all is http: TLS is made with the connection, and is none of its business.
        self._pool = httpcore.ConnectionPool(max_connections=1, network_backend=_Network(receiver, time))

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        url = request.url
        assert isinstance(request.stream, httpx.SyncByteStream)
        place = httpcore.URL(scheme=b"http", host=url.raw_host, port=url.port or _port(url), target=url.raw_path)
        answer = self._pool.handle_request(
            httpcore.Request(request.method, place, headers=request.headers.raw, content=request.stream)
        )
        assert isinstance(answer.stream, Iterable)
        return httpx.Response(answer.status, headers=answer.headers, stream=_Body(answer), extensions={})

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
    """Makes connections, whatever time limits httpcore wishes."""

    def __init__(self, receiver: Receiver, time: Time) -> None:
        self._receiver, self._time = receiver, time

    def connect_tcp(self, *_: Any, **__: Any) -> httpcore.NetworkStream:
        return _Stream(self._receiver.connect(addresses, self._time.deadline), self._time)


class _Stream(httpcore.NetworkStream):
    def __init__(self, connection: Connection, time: Time) -> None:
        self._connection, self._time = connection, time
        self._broken: NotDelivered | None = None
        self._heard = False

    def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ARG002 - one deadline counts
        """A receiver may answer, and close, before it has read everything: its answer is looked for then."""
        try:
            self._connection.send(buffer, self._time.deadline)
        except NotDelivered as error:
            if isinstance(error.__cause__, TimeoutError):
                raise OutcomeUnknown(error.cause) from error  # the head was sent, maybe
            self._broken = self._broken or error
            raise httpcore.WriteError from error

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ARG002 - bounded already
        try:
            data = self._connection.receive(self._time.deadline)
        except OSError as error:
            raise self._failure(error) from error
        if not data and self._broken is not None:
            raise OutcomeUnknown(self._broken.cause) from self._broken
        self._heard = self._heard or bool(data)
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
        if isinstance(error, TimeoutError):
            return OutcomeUnknown(
                phrase(
                    "No response came from {where} within {seconds} s.", where=where, seconds=str(self._time.deadline)
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
