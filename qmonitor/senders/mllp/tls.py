"""TLS towards a receiver: whom it trusts, and what this side shows of itself."""

import ssl
from collections.abc import Callable
from dataclasses import dataclass

from qmonitor.queues.sending import Unreachable
from qmonitor.queues.words import Phrase, phrase
from qmonitor.senders.limited import Limited, StillRunning
from qmonitor.senders.mllp.connection import reason
from qmonitor.senders.mllp.deadline import Deadline
from qmonitor.senders.mllp.settings import MllpSettings

KeyPassword = Callable[[], str | None]


@dataclass(frozen=True, slots=True)
class Identity:
    """What two senders have to share to share a connection."""

    ca: str | None
    certificate: str | None
    key: str | None
    name: str

    @classmethod
    def of(cls, settings: MllpSettings) -> "Identity | None":
        """None: without TLS."""
        if not settings.tls:
            return None
        return cls(settings.ca, settings.certificate, settings.key, settings.server_name or settings.host)


def context(identity: Identity, password: KeyPassword | None) -> ssl.SSLContext:
    """Reads the files anew, as certificates are renewed. Raises `Unreachable`.

    May hang as long as a file or the password does. The name in the receiver's certificate is always checked.
    """
    try:
        made = ssl.create_default_context(cafile=identity.ca)
    except OSError as error:
        raise _unusable("ca", identity.ca, error) from error
    if identity.certificate:
        try:
            made.load_cert_chain(identity.certificate, identity.key, lambda: _asked(password))
        except (OSError, ValueError) as error:
            raise _unusable("certificate", identity.certificate, error) from error
    return made


class Contexts:
    """Makes one for each connection, within its time; a call that hangs is waited for again, not begun again."""

    def __init__(self, identity: Identity, password: KeyPassword | None) -> None:
        self.identity = identity
        self._password = password
        self._reading: Limited[ssl.SSLContext] | None = None

    def make(self, deadline: Deadline) -> ssl.SSLContext:
        """Raises `Unreachable`. Used by one thread at a time."""
        if self._reading is None:
            self._reading = Limited(lambda: context(self.identity, self._password), "tls-files")
        try:
            return self._reading.result(deadline.left)
        except StillRunning:
            said = phrase("The files for TLS could not be read within {seconds} s.", seconds=str(deadline))
            raise Unreachable(said) from None
        finally:
            if not self._reading.running:
                self._reading = None


def _asked(password: KeyPassword | None) -> str:
    """Never None: OpenSSL would ask for it at the terminal."""
    return (password and password()) or ""


def _unusable(name: str, file: str | None, error: OSError | ValueError) -> Unreachable:
    why: Phrase | str = reason(error) if isinstance(error, OSError) else type(error).__name__
    return Unreachable(
        phrase("{name} ({file}) can't be used: {reason}.", name=name, file=file or "", reason=why),
        phrase("It has to be a readable file in PEM form, with the key's password where it has one."),
    )
