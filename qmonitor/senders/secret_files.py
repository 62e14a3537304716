"""Secrets for jobs without a session: a file that only its owner can read, or what the service manager hands over.

A password file holds lines `name = "secret"` (TOML), or nothing but one secret on one line: that is for the first
name that is asked for, and for no other, so that no receiver is ever shown another one's password.

systemd (`LoadCredential=`) puts one file for each credential into the folder CREDENTIALS_DIRECTORY; its name is the
secret's, with `_` for all but letters, digits, dots and hyphens: `https___anna_lab.example`.
"""

import errno
import os
import re
import stat
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from qmonitor.queues.errors import Refused
from qmonitor.queues.words import phrase
from qmonitor.senders import plain_files

VARIABLE = "CREDENTIALS_DIRECTORY"

_LONGEST = 65_536
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


class SecretFiles(Protocol):
    """Where secrets lie as files."""

    def get(self, name: str) -> str | None:
        """None: there is none for this name. Raises `Refused` where what is there must not be used."""
        ...

    def renew(self) -> None:
        """Have what lies there by now; where that can't be used, what was there before stays."""
        ...

    def describe(self) -> str:
        """The place."""
        ...


class PasswordFile:
    """Read once, and when it is renewed. Raises `Refused` where others could read it, too."""

    def __init__(self, path: str | Path) -> None:
        self._path = str(path)
        self._whose: str | None = None
        self._named, self._single = self._read()

    def _read(self) -> tuple[dict[str, str] | None, str]:
        """Its names and secrets, or the one secret that it is."""
        text = _read(self._path, forbidden=_OTHERS)
        named = _table(text)
        return named, _line(self._path, text) if named is None else ""

    def renew(self) -> None:
        with suppress(Refused):  # it may have been a pipe
            self._named, self._single = self._read()

    def get(self, name: str) -> str | None:
        if self._named is not None:
            return self._named.get(name)
        if self._whose is None:
            self._whose = name
        if name == self._whose:
            return self._single
        raise Refused(
            phrase(
                "{path} holds one secret, and {first} and {second} need one.",
                path=self._path,
                first=self._whose,
                second=name,
            ),
            phrase('Write a line for each: "name" = "secret".'),
        )

    def describe(self) -> str:
        return self._path


class CredentialsFolder:
    """What the service manager hands over; each file is read when it is asked for."""

    def __init__(self, folder: str | Path) -> None:
        self._folder = Path(folder)

    @classmethod
    def of_this_job(cls) -> "CredentialsFolder | None":
        """None: the service manager has handed nothing over."""
        folder = os.environ.get(VARIABLE)
        return cls(folder) if folder else None

    def get(self, name: str) -> str | None:
        path = self._folder / file_name(name)
        if not os.path.lexists(path):
            return None
        # For a service with a user of its own systemd grants that user by an access list, seen as the group's right.
        return _line(str(path), _read(str(path), forbidden=stat.S_IRWXO))

    def renew(self) -> None:
        """Each is read when it is asked for."""

    def describe(self) -> str:
        return str(self._folder)


def file_name(name: str) -> str:
    """How a secret's file is called there."""
    return re.sub(r"[^A-Za-z0-9.-]", "_", name)


def _read(path: str, forbidden: int) -> str:
    try:
        data, found = plain_files.read(path, _LONGEST)
    except OSError as error:
        if error.errno == errno.EFBIG:
            raise _no_password(path) from None
        raise Refused(phrase("{path} can't be read: {why}.", path=path, why=error.strerror or "error")) from error
    _require_private(path, found, forbidden)
    try:
        return data.decode("utf-8-sig")  # some editors put a mark at the beginning
    except ValueError:
        raise _no_password(path) from None


def _no_password(path: str) -> Refused:
    return Refused(phrase("{path} holds no password: it is too long, or no text in UTF-8.", path=path))


def _require_private(path: str, found: os.stat_result, forbidden: int) -> None:
    if plain_files.is_foreign(found):
        raise Refused(
            phrase("{path} is not a file of this user.", path=path), phrase("Somebody else could change what is in it.")
        )
    if plain_files.is_open(found, forbidden):
        raise Refused(
            phrase("{path} can be read by others (mode {mode}).", path=path, mode=plain_files.mode(found)),
            phrase("Take their rights away (chmod 600), and change the password if they may have seen it."),
        )


def _table(text: str) -> dict[str, str] | None:
    """Names and secrets; None where it is no table of them."""
    try:
        found = tomllib.loads(text)
    except (ValueError, RecursionError):
        return None
    if found and all(isinstance(secret, str) for secret in found.values()):
        return found
    return None


_BARE_NAME = re.compile(r"""[^\s"'=]+\s*=\s*(["']).*\1\s*""")
"""A line for one name that TOML can't read, as the name stands in no quotes."""


def _line(path: str, text: str) -> str:
    """The one secret: whatever the end of its line, and without empty lines around it."""
    lines = [line for line in re.split(r"\r\n|\n|\r", text) if line]
    if len(lines) == 1 and not _BARE_NAME.fullmatch(lines[0]):
        return lines[0]
    if not lines:
        problem = phrase("{path} holds no password: it is empty.", path=path)
    elif len(lines) == 1:
        problem = phrase("{path} holds no password: the name before the = stands in no quotes.", path=path)
    else:
        problem = phrase("{path} holds no password: it has several lines, and they are no table of secrets.", path=path)
    raise Refused(problem, phrase('It is one line with one secret, or a line "name" = "secret" for each.'))
