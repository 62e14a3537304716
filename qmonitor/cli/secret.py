"""Passwords for a command without a window: from a file or the service manager, the keyring, or the terminal."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from qmonitor.cli.consent import terminal
from qmonitor.senders.credentials import Secrets
from qmonitor.senders.keyrings import Answer, Keyring
from qmonitor.senders.secret_files import CredentialsFolder, PasswordFile

SIGNALS = (signal.SIGINT, signal.SIGTERM)


def secrets(password_file: Path | None, *, asks: bool = True) -> Secrets:
    """Those of this command; not where it `asks` nobody. Raises `Refused` where the file can't be used."""
    files = CredentialsFolder.of_this_job() if password_file is None else PasswordFile(password_file)
    return Secrets(Keyring(), files, ask if asks and terminal() else None)


def ask(name: str, answer: Answer | None) -> str | None:
    """The secret from the person at the terminal; it is known until the end, and kept nowhere.

    Nobody is asked from any other thread than the main one: a question would come out of nothing, and end by no key.
    """
    if threading.current_thread() is not threading.main_thread():
        return None
    if answer is not None and not answer.fine:
        click.echo(str(answer.cause), err=True)
    with _interrupted():  # nothing is being done yet: the end at once
        said: str = click.prompt(f"Secret for {name}", hide_input=True, default="", show_default=False, err=True)
    return said or None


@contextmanager
def _interrupted() -> Iterator[None]:
    """Whatever is under way is broken off by Ctrl-C and SIGTERM."""
    old = {number: signal.signal(number, signal.default_int_handler) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in old.items():
            signal.signal(number, handler)
