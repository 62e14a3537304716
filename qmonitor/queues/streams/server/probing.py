"""Asks a port that did not do what was expected of it what it speaks: Redis as it is, or TLS.

A server that waits for TLS and one that does not both fall silent, or hang up, where they are spoken to in the other
way: from outside that looks as if they were not there. What is sent here says nothing of anybody.
"""

import socket

from qmonitor.queues.streams.address import Address
from qmonitor.queues.streams.errors import ServerUnreachable, StreamError
from qmonitor.queues.streams.server import reach

PATIENCE = 2.0
"""Seconds that a port gets to answer."""
AT_ONCE = 0.5
"""The same for what is said unasked."""

_PING = b"PING\r\n"
_HELLO = bytes.fromhex("160301000401000000")
"""The beginning of a greeting in TLS, and nothing in it: what speaks TLS answers that it is none."""

_ANSWERS = (b"+", b"-")
_RECORDS = (b"\x15", b"\x16")


def diagnosed(address: Address, error: ServerUnreachable) -> StreamError:
    """What is the case at a server that was not reached: the same error, or one that says more. Takes some seconds."""
    cause = error.__cause__
    if cause is None or not reach.is_cut(cause):
        return error
    if address.is_encrypted:
        if _answer(address, _PING)[:1] in _ANSWERS:
            return reach.without_tls()
        return reach.wants_certificate() if reach.is_cut_in_tls(cause) else error
    said = _answer(address, b"", AT_ONCE)  # whom it does not let in it tells so unasked, and hangs up
    if b"max number of clients" in said:
        return reach.full()
    if said.startswith(b"-DENIED"):
        return reach.guarded()
    first = _answer(address, _HELLO)[:1]
    if first in _RECORDS and not address.path:
        return reach.with_tls()
    return reach.no_redis() if first and first not in _ANSWERS else error


def _answer(address: Address, said: bytes, patience: float | None = None) -> bytes:
    """The beginning of what comes back; nothing where nothing does."""
    limit = PATIENCE if patience is None else patience
    try:
        with _connected(address, limit) as connection:
            connection.settimeout(limit)
            if said:
                connection.sendall(said)
            return connection.recv(200)
    except (OSError, AttributeError):  # some systems have no such sockets
        return b""


def _connected(address: Address, limit: float) -> socket.socket:
    if not address.path:
        return socket.create_connection((address.host, address.port), limit)
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.settimeout(limit)
        connection.connect(address.path)
    except OSError:
        connection.close()
        raise
    return connection
