"""Passwords and tokens: where they come from, and that they are never written anywhere in the clear.

The first place that has one wins: what was asked for in this session, the files of a job without one, the keyring, and
at last a question to the person. What is asked for stays in memory until the program ends; it gets into the keyring
only by `remember`.
"""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from qmonitor.queues.errors import Refused
from qmonitor.queues.words import phrase
from qmonitor.senders.keyrings import Answer, Keyring, Outcome
from qmonitor.senders.secret_files import SecretFiles

LEFT_ALONE = 15.0
"""Seconds for which a keyring that has not answered is not asked again."""

Ask = Callable[[str, Answer | None], str | None]
"""Asks a person for the secret of a name, on the caller's thread; None: nothing was said. Is told why the keyring
did not have it (None: it was not asked)."""


class NoSecret(Refused):
    """Nobody has the secret, or would tell it."""


class Secrets:
    """Usable from any thread: whoever needs a secret that is being asked for waits for the same answer.

    `remember`, `use` and `forget` never wait for that: whoever is to give an answer may tell it by them.
    """

    def __init__(
        self, keyring: Keyring | None = None, files: SecretFiles | None = None, ask: Ask | None = None
    ) -> None:
        self._keyring, self._files, self._ask = keyring, files, ask
        self._known: dict[str, str] = {}
        self._rejected: dict[str, set[str]] = {}
        self._lock = threading.Lock()
        """Held for no longer than it takes to look."""
        self._finding: dict[str, threading.Lock] = {}
        self._reading = threading.Lock()
        self._silent: tuple[Answer | None, float] = None, 0.0
        """What a keyring that did not answer in its time was taken to say, and when."""

    def get(self, name: str) -> str:
        """Takes as long as the keyring's limit, and as the person. Raises `NoSecret`, or `Refused` of a file."""
        with self._lock:
            finding = self._finding.setdefault(name, threading.Lock())
        with finding:
            known = self._told(name)
            if known is None:
                found = self._find(name)
                with self._lock:
                    known = self._known.setdefault(name, found)
            return known

    def _told(self, name: str) -> str | None:
        with self._lock:
            return self._known.get(name)

    def remember(self, name: str, secret: str) -> Answer:
        """Know it in this session, and store it in the keyring; the answer says whether it is there."""
        self.use(name, secret)
        return self._keyring.store(name, secret) if self._keyring else Answer(Outcome.NONE, name)

    def use(self, name: str, secret: str) -> None:
        """Know it in this session alone."""
        with self._lock:
            self._known[name] = secret
            self._rejected.pop(name, None)

    def forget(self, name: str, *, rejected: str | None = None) -> None:
        """Look for it anew when it is needed next.

        `rejected`: what was not accepted; it is taken from no file and no keyring any more in this session.
        """
        with self._lock:
            self._known.pop(name, None)
            if rejected is not None:
                self._rejected.setdefault(name, set()).add(rejected)

    def reconsider(self, name: str) -> None:
        """What was not accepted may be by now, and another one may lie in its place: look everywhere anew."""
        with self._lock:
            self._rejected.pop(name, None)
        if self._files is not None:
            with self._reading:
                self._files.renew()

    def stored(self, name: str) -> str | None:
        """What a file or the keyring has by now, whatever is known; nobody is asked. May take as long as a keyring."""
        if self._files is not None:
            with self._reading, suppress(Refused):
                self._files.renew()
                return self._files.get(name)
            return None
        return self._read(self._keyring, name).secret if self._keyring else None

    def _is_rejected(self, name: str, secret: str | None) -> bool:
        with self._lock:
            return secret in self._rejected.get(name, ())

    def close(self) -> None:
        """Wait for no keyring any more: for the end of the program."""
        if self._keyring:
            self._keyring.close()

    def _find(self, name: str) -> str:
        with self._reading:  # a file of one secret gives it to one name alone
            found = self._files.get(name) if self._files else None
        if self._files is not None and self._is_rejected(name, found):
            raise self._wrong(name, self._files)
        answer = Answer(Outcome.REJECTED, name) if name in self._rejected else None
        if found is None and self._keyring:
            read = self._read(self._keyring, name)
            found = None if self._is_rejected(name, read.secret) else read.secret
            answer = read if answer is None or found else answer
        if found is None and self._ask:
            found = self._ask(name, answer) or self._told(name)
        if found:
            return found
        raise self._missing(name, answer)

    def _read(self, keyring: Keyring, name: str) -> Answer:
        """One that has just been silent is so for all: many workers that start are not to wait for it one by one."""
        silent, since = self._silent
        if silent is not None and time.monotonic() - since < LEFT_ALONE:
            return replace(silent, name=name)
        answer = keyring.read(name)
        self._silent = (answer if answer.outcome is Outcome.SILENT else None), time.monotonic()
        return answer

    @staticmethod
    def _wrong(name: str, files: SecretFiles) -> Refused:
        return Refused(
            phrase("{place} has a secret for {name} that is not accepted.", place=files.describe(), name=name),
            phrase("Write the right one there."),
        )

    def _missing(self, name: str, answer: Answer | None) -> NoSecret:
        if self._files is not None:
            return NoSecret(
                phrase("{place} has no secret for {name}.", place=self._files.describe(), name=name),
                phrase('It is a line "{name}" = "secret", or a file of the service manager.', name=name),
            )
        if answer is not None and not answer.fine:
            return NoSecret(phrase("There is no secret for {name}: {why}", name=name, why=answer.cause), answer.remedy)
        return NoSecret(
            phrase("There is no secret for {name}.", name=name),
            phrase("Store it in the keyring with the workers' settings, or give it by a password file."),
        )
