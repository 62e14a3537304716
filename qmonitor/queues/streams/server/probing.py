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

_PING = b"PING\r\n"
_HELLO = bytes.fromhex("160301000401000000")
"""The beginning of a greeting in TLS, and nothing in it: what speaks TLS answers that it is none."""

_ANSWERS = (b"+", b"-")
_RECORDS = (b"\x15", b"\x16")


def diagnosed(address: Address, error: ServerUnreachable) -> StreamError:
    """What is the case at a server that was not reached: the same error, or one that says more. Takes some seconds."""
    cause = error.__cause__
    if address.path or cause is None or not reach.is_cut(cause):
        return error
    if not address.is_encrypted:
        return reach.with_tls() if _first_byte(address, _HELLO) in _RECORDS else error
    if _first_byte(address, _PING) in _ANSWERS:
        return reach.without_tls()
    return reach.wants_certificate() if reach.is_cut_in_tls(cause) else error


def _first_byte(address: Address, said: bytes) -> bytes:
    """Of its answer; nothing where there is none."""
    try:
        with socket.create_connection((address.host, address.port), PATIENCE) as connection:
            connection.settimeout(PATIENCE)
            connection.sendall(said)
            return connection.recv(1)
    except OSError:
        return b""
