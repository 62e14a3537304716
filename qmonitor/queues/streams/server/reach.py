"""Why there is no connection to a server, as far as its error tells: its certificate, its encryption, the way to it.

The library of the encryption is not loaded here: its errors are known by their names.
"""

import re
from collections.abc import Iterator

from redis import exceptions

from qmonitor.queues.streams import errors
from qmonitor.queues.streams.errors import StreamError
from qmonitor.queues.words import Phrase, phrase

EXPIRED, NOT_YET, HOST, ADDRESS = 10, 9, 62, 64
STRANGERS = (18, 19, 20, 21)
"""What the library numbers a certificate's faults by: its time, its name, and an authority that nobody trusts."""

_NAME = re.compile(r"not valid for '([^']+)'")
_ALERT = re.compile(r"CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED")
_NO_TLS = ("WRONG_VERSION_NUMBER", "HTTP_REQUEST", "UNKNOWN_PROTOCOL", "PACKET_LENGTH_TOO_LONG")


def untrusted(error: BaseException) -> StreamError:
    """Its certificate is not accepted, and why."""
    verdict = next((one.verify_code for one in causes(error) if hasattr(one, "verify_code")), 0)
    again = phrase("Its administrator has to renew it. See as well that this computer's clock is right.")
    if verdict == EXPIRED:
        return _untrusted(phrase("it has expired"), again)
    if verdict == NOT_YET:
        return _untrusted(phrase("it is not valid yet"), again)
    if verdict in (HOST, ADDRESS):
        found = _NAME.search(str(error))
        return errors.ServerUntrusted(
            phrase(
                "The server's certificate is not accepted: it is not for {host}. So nothing was sent to it.",
                host=found[1] if found else "?",
            ),
            phrase("Name the server as its certificate does; by a number only where the certificate has that, too."),
        )
    if verdict in STRANGERS:
        return _untrusted(
            phrase("it comes from an authority that is not trusted here"),
            phrase("Name the file of the authority that issued it in the settings of the connection."),
        )
    return errors.ServerUntrusted(
        phrase("The server's certificate is not accepted, so nothing was sent to it."),
        phrase("Name the authority that issued it, and the server as its certificate does."),
    )


def _untrusted(why: Phrase, remedy: Phrase) -> StreamError:
    said = phrase("The server's certificate is not accepted: {why}. So nothing was sent to it.", why=why)
    return errors.ServerUntrusted(said, remedy)


def unreachable(error: BaseException) -> StreamError:
    """No connection, or none that lasted; what is known of the reason."""
    chain = list(causes(error))
    reason = " ".join(str(getattr(one, "reason", None) or "") for one in chain)
    if any(word in reason for word in _NO_TLS):
        return without_tls()
    if _ALERT.search(reason):
        return wants_certificate()
    if "ALERT" in reason or "UNSUPPORTED_PROTOCOL" in reason:
        return errors.ServerUnreachable(
            phrase("The server can't be reached: it and this computer agree on no kind of encryption."),
            phrase("Its administrator can permit a newer version of TLS. It may want an own certificate, too."),
        )
    if any(isinstance(one, exceptions.InvalidResponse) for one in chain):
        return no_redis()
    if any("max number of clients" in str(one) for one in chain):
        return full()
    return _by_way(chain)


def _by_way(chain: list[BaseException]) -> StreamError:
    kinds = {type(one).__name__ for one in chain}
    if "gaierror" in kinds:
        return errors.ServerUnreachable(
            phrase("The server can't be reached: its host is not known in this network."),
            phrase("See how the host is written, and that this computer is in the network that knows it."),
        )
    if "ConnectionRefusedError" in kinds:
        return errors.ServerUnreachable(
            phrase("The server can't be reached: its host is there, but nobody answers at this port."),
            phrase("See that the server runs, and which port it has."),
        )
    if "FileNotFoundError" in kinds:
        return errors.ServerUnreachable(
            phrase("The server can't be reached: there is no socket at this path."),
            phrase("See that the server runs, and what its socket is called."),
        )
    if "PermissionError" in kinds:
        return errors.ServerUnreachable(
            phrase("The server can't be reached: this user may not use its socket."),
            phrase("The server's administrator can permit it."),
        )
    return errors.ServerUnreachable(
        phrase("The server can't be reached, or did not answer in time."),
        phrase("See that it runs and that the network leads to it."),
    )


def full() -> StreamError:
    return errors.ServerUnreachable(
        phrase("The server lets nobody else in: as many connections are open as it permits."),
        phrase("Its administrator can permit more (maxclients), and see who holds them (CLIENT LIST)."),
    )


def guarded(_: BaseException | None = None) -> StreamError:
    """It was set up by nobody, and so it is for its own computer alone."""
    return errors.ServerRefused(
        phrase("The server lets nobody in from another computer (protected mode)."),
        phrase("Its administrator can set a password, and the addresses at which it listens."),
    )


# -- what is only known by asking the port -------------------------------------------------------------------


def without_tls() -> StreamError:
    return errors.WrongEncryption(
        phrase("The server does not speak TLS at this port, so no password was sent to it."),
        phrase("See which port of the server is for TLS. Without TLS its address has redis in the place of rediss."),
    )


def with_tls() -> StreamError:
    return errors.WrongEncryption(
        phrase("The server wants TLS at this port."),
        phrase("Switch TLS on for this connection: its address then has rediss in the place of redis."),
    )


def wants_certificate() -> StreamError:
    return errors.WrongEncryption(
        phrase("The server ended the encrypted connection: it wants an own certificate, or does not take this one."),
        phrase("Name a certificate that the server trusts, and its key, in the settings of the connection."),
    )


def no_redis() -> StreamError:
    return errors.ServerUnreachable(
        phrase("What answers at this port is no Redis server."),
        phrase("See that host and port are those of the server."),
    )


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """It and what led to it; at most ten."""
    for _ in range(10):
        if error is None:
            return
        yield error
        error = error.__cause__ or error.__context__


def is_cut(error: BaseException) -> bool:
    """Whether the other side ended the connection, or said nothing in time."""
    names = {type(one).__name__ for one in causes(error)}
    return bool(names & {"SSLEOFError", "SSLZeroReturnError", "ConnectionResetError", "BrokenPipeError"}) or any(
        isinstance(one, exceptions.TimeoutError | TimeoutError) or "closed by server" in str(one)
        for one in causes(error)
    )


def is_cut_in_tls(error: BaseException) -> bool:
    """Whether that happened within an encrypted connection."""
    return any(type(one).__name__ in ("SSLEOFError", "SSLZeroReturnError") for one in causes(error))
