"""One open connection to a receiver: bytes out and in until a deadline, and whether it can still be trusted."""

import contextlib
import os
import socket
import ssl
import struct

from qmonitor.queues.sending import OutcomeUnknown, Unreachable
from qmonitor.queues.words import Phrase, phrase
from qmonitor.senders.deadline import Deadline

PIECE = 16_384
"""Bytes handed over at once: one record of TLS, which is readable only as a whole."""

MOST = 100_000
"""Bytes that are taken of what nobody asked for: a receiver that sends faster than this side reads has no end."""

_AT_ONCE = 65_536
_NOTHING_YET = (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError)
_ABORT = struct.pack("hh" if os.name == "nt" else "ii", 1, 0)
_KEEPALIVE = {"TCP_KEEPIDLE": 30, "TCP_KEEPINTVL": 10, "TCP_KEEPCNT": 3}
"""Seconds, seconds, times: a receiver whose machine is gone is noticed within a minute, also while nothing is sent."""


class Flooded(Exception):
    """More came than anybody would send unasked."""


class Connection:
    """Used by one thread at a time. `where`: whom it leads to, for people.

    `hasty`: something came while the end of what was to be sent had not left yet. Whatever that is, it does not
    confirm that all of it has arrived.
    """

    def __init__(self, sock: socket.socket, where: str) -> None:
        self.where = where
        self.hasty = False
        self.lost: OSError | None = None
        """Why the receiver is gone, where that was found while nothing was asked, or while something was sent."""
        self._sock = sock
        self._ahead = b""
        """What came while something was sent, and was not asked for yet."""
        self._under_way = False
        """Whether something was sent since the last time that something was asked for."""

    def send(self, data: bytes, deadline: Deadline) -> None:
        """All of it. Raises `Unreachable` where no byte has left, else `OutcomeUnknown`."""
        view, sent = memoryview(data), 0
        self.hasty = self.hasty and self._under_way
        try:
            while sent < len(view):
                if self._under_way and len(view) - sent <= PIECE:
                    self._look_ahead()
                self._sock.settimeout(deadline.require())
                sent += self._sock.send(view[sent : sent + PIECE])
                self._under_way = True
        except OSError as error:
            self._look_ahead()
            said = broken_off(self.where, error, deadline)
            raise (OutcomeUnknown(said) if sent else Unreachable(said)) from error

    def _look_ahead(self) -> None:
        """Take what a receiver says before it can have read everything; an end is found by whoever reads."""
        try:
            self._sock.settimeout(0)
            if len(self._ahead) < _AT_ONCE:
                self._ahead += self._sock.recv(_AT_ONCE)
        except (*_NOTHING_YET, ValueError):
            pass
        except OSError as error:
            self.lost = self.lost or error  # an alert of TLS is said once: whoever reads gets it from here
        self.hasty = self.hasty or bool(self._ahead)

    def receive(self, deadline: Deadline) -> bytes:
        """What has come, at least one byte; none: the receiver has closed its side. Raises `OSError`."""
        ahead, self._ahead, self._under_way = self._ahead, b"", False
        if ahead:
            return ahead
        if self.lost is not None:
            raise self.lost
        self._sock.settimeout(deadline.require())
        return self._sock.recv(_AT_ONCE)

    def waiting(self) -> bytes | None:
        """What came although nothing was asked; None: the receiver is gone. Raises `Flooded`."""
        found, self._ahead = bytearray(self._ahead), b""
        self._sock.settimeout(0)
        while len(found) <= MOST:
            try:
                data = self._sock.recv(_AT_ONCE)
            except _NOTHING_YET:
                return bytes(found)
            except OSError as error:
                self.lost = error
                return None
            if not data:
                return None
            found += data
        raise Flooded

    def tls(self) -> str:
        """The version of TLS; empty: none."""
        return (self._sock.version() or "") if isinstance(self._sock, ssl.SSLSocket) else ""

    def close(self, *, abort: bool = False) -> None:
        """`abort`: what still waits to be sent is not sent, so that it can't arrive beside another try."""
        with contextlib.suppress(OSError, ValueError):
            if abort:
                self._sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _ABORT)
            elif isinstance(self._sock, ssl.SSLSocket):
                self._sock.settimeout(0)
                self._sock.unwrap()  # tells the other side that this is the end; its answer is not awaited
        with contextlib.suppress(OSError):
            self._sock.close()


def prepare(sock: socket.socket) -> None:
    """No waiting for more to send, and a silent end of the other side noticed."""
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in _KEEPALIVE.items():
        if hasattr(socket, name):
            sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def broken_off(where: str, error: OSError, deadline: Deadline) -> Phrase:
    """Why sending ended before its end."""
    if isinstance(error, TimeoutError) and not deadline.left:
        return phrase(
            "{where} did not accept the whole message within {seconds} s.", where=where, seconds=str(deadline)
        )
    return phrase("The connection to {where} was lost while sending: {reason}.", where=where, reason=reason(error))


def reason(error: OSError) -> Phrase:
    """What the system or TLS says went wrong, in a few words."""
    match error:
        case ssl.SSLCertVerificationError():
            return phrase("{text}", text=error.verify_message)
        case ssl.SSLError():
            return phrase("{text}", text=error.reason or "TLS")
        case ConnectionRefusedError():
            return phrase("nothing accepts connections there")
        case ConnectionResetError() | BrokenPipeError() | ConnectionAbortedError():
            return phrase("reset by the receiver")
        case TimeoutError():
            return phrase("no response")
    return phrase("{text}", text=error.strerror or type(error).__name__)
