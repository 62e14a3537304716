"""TLS towards a receiver: whom it trusts, and what this side shows of itself."""

import os
import ssl
import threading
import time
from collections.abc import Callable

from qmonitor.queues.sending import Unreachable
from qmonitor.queues.words import Phrase, phrase
from qmonitor.senders.deadline import Deadline
from qmonitor.senders.limited import Limited, StillRunning, Together
from qmonitor.senders.network.connection import reason
from qmonitor.values import dataclass

KeyPassword = Callable[[], str | None]

READ_EVERY = 3600.0
"""Seconds after which files are read anew, changed or not: of some systems' authorities no file tells a change."""

Stamps = tuple[tuple[int, int, int] | None, ...]
"""Of some files: number, size, and when it was changed; None: there is none."""


@dataclass(frozen=True, slots=True)
class Identity:
    """What two senders have to share to share a connection. Files in PEM form; `ca` None: the system's authorities.

    `name`: what the receiver's certificate has to bear.
    """

    ca: str | None
    certificate: str | None
    key: str | None
    name: str

    def stamps(self) -> Stamps:
        """What the files are like now. May hang as long as a file does."""
        system = ssl.get_default_verify_paths()
        trusted = (self.ca,) if self.ca else (system.cafile, system.capath)
        return tuple(_stamp(file) for file in (*trusted, self.certificate, self.key))


def context(identity: Identity, password: KeyPassword | None) -> ssl.SSLContext:
    """Reads the files. Raises `Unreachable`.

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


class Kept:
    """A context for as long as its files are as they were: to read the system's authorities takes a tenth of a second.

    Used by any thread. Two that find it outdated at once both read the files: a file that hangs holds up nobody else.
    """

    def __init__(self) -> None:
        self._now: tuple[Stamps, float, ssl.SSLContext] | None = None

    def get(self, identity: Identity, password: KeyPassword | None) -> ssl.SSLContext:
        """As `context`."""
        stamps, kept = identity.stamps(), self._now
        if kept is not None and kept[0] == stamps and time.monotonic() - kept[1] < READ_EVERY:
            return kept[2]
        made = context(identity, password)
        self._now = stamps, time.monotonic(), made
        return made


_reading: Together[ssl.SSLContext] = Together()
_shared: dict[str | None, Kept] = {}
_guard = threading.Lock()


def _kept(identity: Identity) -> Kept:
    """That of all who trust the same authorities and show nothing; with a certificate, one's own."""
    if identity.certificate:
        return Kept()
    with _guard:
        return _shared.setdefault(identity.ca, Kept())


class Contexts:
    """Has one for each connection, within its time; a call that hangs is waited for again, not begun again."""

    def __init__(self, identity: Identity, password: KeyPassword | None) -> None:
        self.identity = identity
        self._password = password
        self._kept = _kept(identity)
        self._reading: Limited[ssl.SSLContext] | None = None

    def make(self, deadline: Deadline) -> ssl.SSLContext:
        """Raises `Unreachable`. Used by one thread at a time."""
        if self._reading is None:
            self._reading = _reading.call(
                self._kept, lambda: self._kept.get(self.identity, self._password), "tls-files"
            )
        try:
            return self._reading.result(deadline.left)
        except StillRunning:
            said = phrase("The files for TLS could not be read within {seconds} s.", seconds=str(deadline))
            raise Unreachable(said) from None
        finally:
            if not self._reading.running:
                self._reading = None


def _stamp(file: str | None) -> tuple[int, int, int] | None:
    try:
        found = os.stat(file) if file else None
    except OSError:
        return None
    return found and (found.st_ino, found.st_size, found.st_mtime_ns)


def _asked(password: KeyPassword | None) -> str:
    """Never None: OpenSSL would ask for it at the terminal."""
    return (password and password()) or ""


def _unusable(name: str, file: str | None, error: OSError | ValueError) -> Unreachable:
    why: Phrase | str = reason(error) if isinstance(error, OSError) else type(error).__name__
    return Unreachable(
        phrase("{name} ({file}) can't be used: {reason}.", name=name, file=file or "", reason=why),
        phrase("It has to be a readable file in PEM form, with the key's password where it has one."),
    )
