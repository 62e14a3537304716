"""Asks the process that runs a regular expression, and starts another where one took too long and ended itself."""

import json
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from qmonitor.monitor.search.asked import Asked, Spans, Unveiled, Veil
from qmonitor.monitor.search.matching import Hit, compiled
from qmonitor.monitor.search.relaxed import relaxed
from qmonitor.payloads.mask import mask_bytes
from qmonitor.queues.errors import Refused
from qmonitor.queues.words import phrase

GROUP = 256 << 10
"""Bytes of payloads that are searched together: the way through the pipes takes time for each group."""

LIMIT = 0.5
"""Seconds that an expression has for a group, and then for each of its payloads; a megabyte takes some ms usually."""

PER_MEGABYTE = 0.5
"""Seconds more for long payloads."""

GIVEN_UP_MOST = 3
"""So many messages may take too long: then it is the expression's fault."""

OPTION = "--be-the-pattern-process"
"""How a frozen program starts itself for this; see `qmonitor.cli.finding`."""


class TookTooLong(Exception):
    """The expression was given up in a payload."""


class Patterns:
    """One expression. Used by one thread; `close` may be called from any."""

    def __init__(self, asked: Asked, veil: Veil) -> None:
        """Raises `Refused` for what is no regular expression."""
        pattern = compiled(asked.what, asked.ignore_case)
        hint = asked.hint
        self._hint, self._veil = hint, veil
        self._veiled = not isinstance(veil, Unveiled)
        self._sieve = self._made_sieve(asked) if self._veiled else None
        self._head = {
            "pattern": pattern.pattern,
            "flags": pattern.flags,
            "encoding": hint.encoding,
            "assumed": hint.assumed,
        }
        self._child: subprocess.Popen[bytes] | None = None
        self._closed = False
        self._given_up = 0

    def _made_sieve(self, asked: Asked) -> "Patterns | None":
        """What says in which payloads it may be; itself where it looks at nothing but what it is found in."""
        wider = relaxed(asked.what)
        if wider is None or wider == asked.what:
            return self if wider else None
        return Patterns(replace(asked, what=wider), Unveiled())

    def find(self, payloads: Sequence[bytes]) -> list[Hit | TookTooLong | None]:
        """Where it is in each. Raises `Refused` where it takes too long again and again."""
        found: list[Hit | TookTooLong | None] = []
        group: list[bytes] = []
        for raw in payloads:
            if group and sum(map(len, group)) + len(raw) > GROUP:
                found += self._of_group(group)
                group = []
            group.append(raw)
        return found + (self._of_group(group) if group else [])

    def close(self) -> None:
        """End the process; nothing is found any more."""
        self._closed = True
        self._end()
        if self._sieve is not None and self._sieve is not self:
            self._sieve.close()

    def _of_group(self, group: list[bytes], *, sieved: bool = True) -> list[Hit | TookTooLong | None]:
        """One by one, without a sieve, where the group takes too long."""
        try:
            if self._veiled:
                return [*self._of_masked(group, sieved=sieved)]
            return [*self._ask([(raw, ()) for raw in group])]
        except TookTooLong as late:
            if len(group) > 1:
                return [one for raw in group for one in self._of_group([raw], sieved=False)]
            self._given_up += 1
            if self._given_up >= GIVEN_UP_MOST:
                raise Refused(
                    phrase("This regular expression takes too long in too many messages; the search has ended."),
                    phrase("Write it so that it can match in one way only: (a+)+ can in very many."),
                ) from None
            return [late]

    def _of_masked(self, group: list[bytes], *, sieved: bool) -> list[Hit | None]:
        """Where it is in what may be seen, and how long it takes there: anything else would tell what is hidden.

        What is hidden takes some ms to work out: for those alone in which the expression could be.
        """
        sieve = self._sieve if sieved else None
        chosen = [True] * len(group) if sieve is None else sieve.may_hold(group)
        asked = [(raw, self._veil.spans(raw, self._hint)) for raw, may in zip(group, chosen, strict=True) if may]
        found = iter(self._ask(asked) if asked else ())
        return [next(found) if may else None for may in chosen]

    def may_hold(self, group: list[bytes]) -> list[bool]:
        """In which of them it is found at all, masked or not; all, where that takes too long, which nobody is told."""
        try:
            return [hit is not None for hit in self._ask([(raw, ()) for raw in group])]
        except TookTooLong:
            return [True] * len(group)

    def _ask(self, group: list[tuple[bytes, Spans]]) -> list[Hit | None]:
        """Where it is, outside of these spans; what they hide is not even given to the expression."""
        size = sum(len(raw) for raw, _spans in group)
        asked = {
            "sizes": [len(raw) for raw, _spans in group],
            "spans": [list(spans) for _raw, spans in group],
            "limit": LIMIT + PER_MEGABYTE * size / 2**20,
        }
        child = self._started()
        assert child.stdin is not None
        assert child.stdout is not None
        try:
            child.stdin.write(json.dumps(asked).encode() + b"\n" + b"".join(mask_bytes(*one) for one in group))
            child.stdin.flush()
            answer = child.stdout.readline()
        except (OSError, ValueError):
            answer = b""
        if not answer:
            self._end()
            raise TookTooLong
        return [None if one is None else Hit(*one) for one in json.loads(answer)]

    def _started(self) -> "subprocess.Popen[bytes]":
        if self._child is None and not self._closed:
            flags = getattr(subprocess, "CREATE_NO_WINDOW", 0)
            pipe = subprocess.PIPE
            nowhere = subprocess.DEVNULL
            try:
                child = subprocess.Popen(program(), stdin=pipe, stdout=pipe, stderr=nowhere, creationflags=flags)
            except OSError as error:
                raise Refused(
                    phrase("Regular expressions can't be run: {cause}.", cause=error.strerror or "error"),
                    phrase("Search for a text or a path instead."),
                ) from error
            assert child.stdin is not None
            child.stdin.write(json.dumps(self._head).encode() + b"\n")
            self._child = child
        if self._child is None:
            raise TookTooLong
        return self._child

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            child.wait()
            for pipe in (child.stdin, child.stdout):
                with suppress(OSError):  # what is left in its buffer goes nowhere
                    if pipe is not None:
                        pipe.close()


def program() -> list[str]:
    """How this very program is started as the process that runs the expression; a frozen one has no `-m`."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "find", OPTION]
    return [sys.executable, "-m", "qmonitor.monitor.search.pattern_process"]
