"""Makes a connection within an attempt's time: name, TCP, TLS. Whatever goes wrong here, nothing has been sent."""

import socket
import ssl
from collections.abc import Callable

from qmonitor.queues.sending import Unreachable
from qmonitor.queues.words import phrase
from qmonitor.senders.deadline import Deadline
from qmonitor.senders.network.connection import Connection, prepare, reason
from qmonitor.senders.network.lookup import Address
from qmonitor.senders.network.tls import Contexts, Identity, KeyPassword

Find = Callable[[str, int, float], tuple[Address, ...]]
"""`lookup.addresses`."""


class Receiver:
    """Whom one sender connects to; `where` is what people call it. Used by one thread at a time."""

    def __init__(
        self, host: str, port: int, where: str, identity: Identity | None = None, password: KeyPassword | None = None
    ) -> None:
        self.where, self.identity = where, identity
        self._host, self._port = host, port
        self._contexts = Contexts(identity, password) if identity else None

    def connect(self, find: Find, deadline: Deadline) -> Connection:
        """Raises `Unreachable`."""
        secure = self._contexts.make(deadline) if self._contexts else None
        sock = self._reach(find(self._host, self._port, deadline.left), deadline)
        return Connection(self._shake_hands(sock, secure, deadline) if secure else sock, self.where)

    def _reach(self, addresses: tuple[Address, ...], deadline: Deadline) -> socket.socket:
        """Each address gets its share of the time: the first may be one that swallows everything."""
        last: OSError = TimeoutError()
        for number, address in enumerate(addresses):
            try:
                return _open(address, deadline.require() / (len(addresses) - number))
            except OSError as error:
                last = error
        said = phrase("{where} is not reachable: {reason}.", where=self.where, reason=reason(last))
        raise Unreachable(said) from last

    def _shake_hands(self, sock: socket.socket, secure: ssl.SSLContext, deadline: Deadline) -> ssl.SSLSocket:
        assert self.identity is not None
        try:
            sock.settimeout(deadline.require())
            return secure.wrap_socket(sock, server_hostname=self.identity.name)
        except ssl.SSLCertVerificationError as error:
            raise Unreachable(
                phrase("The certificate of {where} is not trusted: {reason}.", where=self.where, reason=reason(error)),
                phrase("See to ca and server_name in the settings, and to the certificate that the receiver shows."),
            ) from error
        except (OSError, ValueError) as error:
            why = reason(error) if isinstance(error, OSError) else type(error).__name__
            raise Unreachable(
                phrase("TLS with {where} failed: {reason}.", where=self.where, reason=why),
                phrase("See whether the receiver expects TLS there."),
            ) from error
        finally:
            sock.close()  # the one for TLS has taken it over


def _open(address: Address, seconds: float) -> socket.socket:
    sock = socket.socket(address.family, socket.SOCK_STREAM)
    try:
        sock.settimeout(seconds)
        sock.connect(address.place)
        prepare(sock)
    except BaseException:
        sock.close()
        raise
    return sock
