"""Makes a connection within an attempt's time: name, TCP, TLS. Whatever goes wrong here, nothing has been sent."""

import socket
import ssl
from collections.abc import Callable
from dataclasses import dataclass

from qmonitor.queues.sending import Unreachable
from qmonitor.queues.words import phrase
from qmonitor.senders.limited import Limited, StillRunning
from qmonitor.senders.lookup import Address
from qmonitor.senders.mllp.connection import Connection, prepare, reason
from qmonitor.senders.mllp.deadline import Deadline
from qmonitor.senders.mllp.tls import Identity, KeyPassword, context

Find = Callable[[str, int, float], tuple[Address, ...]]
"""`lookup.addresses`."""


@dataclass(frozen=True, slots=True)
class Receiver:
    """Whom to connect to; `where` is what people call it."""

    host: str
    port: int
    where: str
    identity: Identity | None = None
    password: KeyPassword | None = None

    def connect(self, find: Find, deadline: Deadline) -> Connection:
        """Raises `Unreachable`."""
        secure = self._context(deadline)
        sock = self._reach(find(self.host, self.port, deadline.left), deadline)
        try:
            prepare(sock)
            return Connection(self._shake_hands(sock, secure, deadline) if secure else sock, self.where)
        except BaseException:
            sock.close()
            raise

    def _context(self, deadline: Deadline) -> ssl.SSLContext | None:
        identity, password = self.identity, self.password
        if identity is None:
            return None
        try:
            return Limited(lambda: context(identity, password), "tls-files").result(deadline.left)
        except StillRunning:
            raise Unreachable(
                phrase("The files for TLS could not be read within {seconds} s.", seconds=str(deadline))
            ) from None

    def _reach(self, addresses: tuple[Address, ...], deadline: Deadline) -> socket.socket:
        """Each address gets its share of the time: the first may be one that swallows everything."""
        last: OSError = TimeoutError()
        for number, address in enumerate(addresses):
            sock = socket.socket(address.family, socket.SOCK_STREAM)
            try:
                sock.settimeout(deadline.require() / (len(addresses) - number))
                sock.connect(address.place)
            except OSError as error:
                sock.close()
                last = error
            except BaseException:
                sock.close()
                raise
            else:
                return sock
        raise Unreachable(
            phrase("{where} can't be reached: {reason}.", where=self.where, reason=reason(last))
        ) from last

    def _shake_hands(self, sock: socket.socket, secure: ssl.SSLContext, deadline: Deadline) -> ssl.SSLSocket:
        assert self.identity is not None
        try:
            sock.settimeout(deadline.require())
            return secure.wrap_socket(sock, server_hostname=self.identity.name)
        except ssl.SSLCertVerificationError as error:
            raise Unreachable(
                phrase("The certificate of {where} is not trusted: {reason}.", where=self.where, reason=reason(error)),
                phrase("See to ca and server_name in the settings, and to the receiver's certificate."),
            ) from error
        except (OSError, ValueError) as error:
            why = reason(error) if isinstance(error, OSError) else type(error).__name__
            raise Unreachable(phrase("TLS with {where} failed: {reason}.", where=self.where, reason=why)) from error
