"""The system's keyring, asked in a child process within a time limit: whatever it does, qmonitor goes on.

Each call takes at least as long as a Python takes to start, and at most the limit (storing: twice that). Never called
from the window's own thread.
"""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field
from enum import Enum
from pathlib import Path
from typing import Any

import qmonitor
from qmonitor.queues.words import Phrase, phrase
from qmonitor.values import dataclass

SERVICE = "qmonitor"

LIMIT = 10.0
"""Seconds. Where a person may first have to unlock the keyring in a window of its own, more is to be given."""

CHILD = "--keyring-child"
"""What a frozen program, which has no `-m`, is started with to be that child."""


class Outcome(Enum):
    """What came of a call. The first four are what was asked for."""

    FOUND = "found"
    ABSENT = "absent"
    STORED = "stored"
    DELETED = "deleted"
    NOT_KEPT = "not kept"
    """The keyring said that it has stored a secret, and does not have it."""
    LOCKED = "locked"
    NONE = "none"
    """There is no keyring here, or only one that writes secrets in the clear."""
    SILENT = "silent"
    """No answer within the limit; the child was killed."""
    FAILED = "failed"
    REJECTED = "rejected"
    """What the keyring has was given to whom it is for, and not accepted."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a keyring said. `secret` only where it was found; `kind`: the backend's name, or the error's."""

    outcome: Outcome
    name: str
    secret: str | None = field(default=None, repr=False)
    kind: str = ""
    limit: float = LIMIT

    @property
    def fine(self) -> bool:
        """Whether the keyring did what it was asked to."""
        return self.outcome in (Outcome.FOUND, Outcome.ABSENT, Outcome.STORED, Outcome.DELETED)

    @property
    def cause(self) -> Phrase:
        """What happened, in a sentence."""
        values = {"name": self.name, "kind": self.kind, "limit": f"{self.limit:g}"}
        return Phrase(_CAUSES[self.outcome].template, values)

    @property
    def remedy(self) -> Phrase:
        """What to do about it; may be empty."""
        return _REMEDIES.get(self.outcome, phrase(""))


_CAUSES = {
    Outcome.FOUND: phrase("The keyring has a secret for {name}."),
    Outcome.ABSENT: phrase("The keyring has no secret for {name}."),
    Outcome.STORED: phrase("The secret for {name} is in the keyring now, and was read back."),
    Outcome.DELETED: phrase("The secret for {name} is no longer in the keyring."),
    Outcome.NOT_KEPT: phrase("The keyring said that it has stored the secret for {name}, but it does not have it."),
    Outcome.LOCKED: phrase("The keyring is locked, and was not unlocked."),
    Outcome.NONE: phrase("There is no keyring on this computer that qmonitor can use."),
    Outcome.SILENT: phrase("The keyring did not answer within {limit} s."),
    Outcome.FAILED: phrase("The keyring failed ({kind})."),
    Outcome.REJECTED: phrase("The secret for {name} that was tried was not accepted."),
}

_UNTIL_THEN = phrase(
    "See to the computer's keyring. Until then the secret is asked for once in each session, and kept in memory only."
)
_REMEDIES = {
    Outcome.NOT_KEPT: _UNTIL_THEN,
    Outcome.FAILED: _UNTIL_THEN,
    Outcome.LOCKED: phrase(
        "Unlock it and try again. Until then the secret is asked for once in each session, and kept in memory only."
    ),
    Outcome.REJECTED: phrase("Give the right one; it can take the place of what is in the keyring."),
    Outcome.NONE: phrase(
        "The secret is asked for once in each session, and kept in memory only. Jobs without a session take it from a "
        "file that only its owner can read: --password-file."
    ),
    Outcome.SILENT: phrase(
        "It may be waiting for its own password in another window. Until then the secret is asked for once in each "
        "session, and kept in memory only."
    ),
}


class Keyring:
    """The keyring of this session's user. Usable from any thread."""

    def __init__(self, limit: float = LIMIT) -> None:
        self._limit = limit
        self._asked = Asked()

    def close(self) -> None:
        """Ask nothing more: whoever waits, or asks, is answered at once, as by one that failed. For the end."""
        self._asked.close()

    def read(self, name: str) -> Answer:
        return self._ask("read", name)

    def store(self, name: str, secret: str) -> Answer:
        """Store it, and read it back in another process: only then it counts as stored."""
        answer = self._ask("store", name, secret)
        if answer.outcome is not Outcome.STORED:
            return answer
        kept = self._ask("read", name)
        if kept.outcome is Outcome.FOUND and kept.secret == secret:
            return answer
        if kept.fine:
            return Answer(Outcome.NOT_KEPT, name, kind=kept.kind, limit=self._limit)
        return kept

    def delete(self, name: str) -> Answer:
        return self._ask("delete", name)

    def _ask(self, verb: str, name: str, secret: str = "") -> Answer:
        request = json.dumps({"verb": verb, "service": SERVICE, "name": name, "secret": secret})
        try:
            said = _run(request, self._limit, self._asked)
            return Answer(Outcome(said["outcome"]), name, said.get("secret"), str(said.get("kind", "")), self._limit)
        except subprocess.TimeoutExpired:
            return Answer(Outcome.SILENT, name, limit=self._limit)
        except (OSError, ValueError, KeyError, TypeError) as error:
            return Answer(Outcome.FAILED, name, kind=type(error).__name__, limit=self._limit)


class Asked:
    """The children that are being asked."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        """A signal may end it in the middle of this thread's own asking."""
        self._children: set[subprocess.Popen[bytes]] = set()
        self._closed = threading.Event()

    def close(self) -> None:
        with self._lock:
            self._closed.set()
            for child in self._children:
                child.kill()

    @contextmanager
    def child(self) -> Iterator["subprocess.Popen[bytes]"]:
        """A fresh one. Raises OSError where nobody is to be asked any more."""
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        with self._lock:
            if self._closed.is_set():
                raise OSError("closed")
            child = subprocess.Popen(_command(), env=_environment(), **pipes)
            self._children.add(child)
            if self._closed.is_set():
                child.kill()
        with _closing(child):
            try:
                yield child
            finally:
                with self._lock:
                    self._children.discard(child)


def _run(request: str, limit: float, asked: Asked) -> dict[str, Any]:
    """What the child says. Raises TimeoutExpired (it is dead then), or ValueError where it says nothing of use."""
    with asked.child() as child:
        out, _ = child.communicate(request.encode(), limit)
    found = json.loads(out)
    if not isinstance(found, dict):
        raise ValueError("no answer")
    return found


class _closing:  # noqa: N801 - reads like contextlib's
    """Ends a child without waiting for what it has started itself, which may hold the other ends of the pipes."""

    def __init__(self, child: "subprocess.Popen[bytes]") -> None:
        self._child = child

    def __enter__(self) -> "subprocess.Popen[bytes]":
        return self._child

    def __exit__(self, *_: object) -> None:
        self._child.kill()
        self._child.wait()
        for pipe in (self._child.stdin, self._child.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:  # what it was to be told and did not read
                    continue


def _command() -> list[str]:
    if getattr(sys, "frozen", False):
        return [sys.executable, CHILD]
    return [sys.executable, "-P", "-m", "qmonitor.senders.keyring_child"]  # -P: nothing from the current folder


def _environment() -> dict[str, str]:
    """As this process's, with the place of this very package."""
    place = str(Path(qmonitor.__file__).resolve().parent.parent)
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [place, os.environ.get("PYTHONPATH", "")]))}
