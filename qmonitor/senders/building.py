"""From an entry of the settings to what sends."""

import re
from typing import Protocol

from qmonitor.queues.sending import Sender
from qmonitor.queues.words import Phrase
from qmonitor.senders import plain_files
from qmonitor.senders.credentials import Secrets
from qmonitor.senders.entries import WorkerEntry
from qmonitor.senders.filedrop.sender import FileSender
from qmonitor.senders.filedrop.settings import FileSettings
from qmonitor.senders.http.sender import HttpSender
from qmonitor.senders.http.settings import HttpSettings
from qmonitor.senders.mllp import Lines, MllpSender
from qmonitor.senders.wires import SenderSettings

_LOCKED_KEY = re.compile(rb"-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: *4, *ENCRYPTED")
_LONGEST_KEY = 1_000_000


class Built(Sender, Protocol):
    """A sender as its worker's host needs it."""

    def test_connection(self, timeout: float) -> Phrase:
        """Whether a message could be sent, without sending one. Raises `NotDelivered`."""
        ...

    def close(self) -> None:
        """Called when no `send` runs any more."""
        ...


def needed_secrets(sender: SenderSettings) -> tuple[str, ...]:
    """The names of all secrets that it needs. Looks into the file of its key, which may hang as long as a disk does."""
    own = sender.secret_name if isinstance(sender, HttpSettings) else None
    return tuple(name for name in (own, _locked_key(sender)) if name)


def build(entry: WorkerEntry, lines: Lines, secrets: Secrets) -> Built:
    """The sender of an entry, with its secrets. Raises `Refused` where one is missing.

    `lines` are shared by all workers of the process. Takes as long as finding the secrets does.
    """
    settings = entry.sender
    if isinstance(settings, FileSettings):
        return FileSender(settings)
    key = _locked_key(settings)
    password = secrets.get(key) if key else None
    if isinstance(settings, HttpSettings):
        name = settings.secret_name
        secret = secrets.get(name) if name else None
        return HttpSender(settings, secret, lambda: password, lambda: secrets.forget(name or ""))
    return MllpSender(settings, lines, lambda: password)


def test_connection(entry: WorkerEntry, lines: Lines, secrets: Secrets, timeout: float) -> Phrase:
    """What a test of an entry found, without a message. Raises `NotDelivered`, or `Refused` of a missing secret."""
    sender = build(entry, lines, secrets)
    try:
        return sender.test_connection(timeout)
    finally:
        sender.close()


def key_secret(path: str) -> str:
    """Under what name the password of a key file is kept."""
    return f"key:{path}"


def _locked_key(settings: SenderSettings) -> str | None:
    """The name of the secret that opens the client's key; None where the key is open, or there is none."""
    if isinstance(settings, FileSettings):
        return None
    path = settings.key or settings.certificate
    if path is None:
        return None
    try:
        data, _ = plain_files.read(path, _LONGEST_KEY)
    except OSError:
        return None  # told when it is needed
    return key_secret(path) if _LOCKED_KEY.search(data) else None
