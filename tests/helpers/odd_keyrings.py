"""Backends for the keyring library that behave as some do in the field. Named by PYTHON_KEYRING_BACKEND."""

import os
import sys
import threading
from pathlib import Path

from keyring.backend import KeyringBackend
from keyring.errors import KeyringError


class Hanging(KeyringBackend):
    """Waits for somebody, and has started something that holds its pipes."""

    priority = 1.0

    def get_password(self, service, username):
        Path(os.environ["ODD_KEYRING_PID"]).write_text(str(os.getpid()))
        threading.Event().wait()

    def set_password(self, service, username, password):
        self.get_password(service, username)


class Forgetful(KeyringBackend):
    """Knows what it was told as long as its process lives."""

    priority = 1.0
    known: dict[tuple[str, str], str] = {}

    def get_password(self, service, username):
        return self.known.get((service, username))

    def set_password(self, service, username, password):
        self.known[service, username] = password


class Changing(Forgetful):
    """Keeps something else than it was told."""

    def get_password(self, service, username):
        return "cut"


class Loud(KeyringBackend):
    """Fails, and tells the secret in its error and on every stream."""

    priority = 1.0

    def get_password(self, service, username):
        raise KeyringError("hunter2")

    def set_password(self, service, username, password):
        print(password)
        print(password, file=sys.stderr)
        raise RuntimeError(password)


class Chatty(Changing):
    """Tells what it does where an answer is expected, in every way that there is."""

    def get_password(self, service, username):
        print("opening the vault")
        os.write(1, b'{"outcome": "absent"}')
        os.system("echo opened")
        return super().get_password(service, username)


class Dying(KeyringBackend):
    """Takes the interpreter along."""

    priority = 1.0

    def get_password(self, service, username):
        os.abort()


class PlaintextKeyring(Forgetful):
    """Named like the one that writes passwords into a file as they are."""
