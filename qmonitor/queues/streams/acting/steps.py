"""One step of an action, from this side: it goes to the server as often as it needs until it is done or can't be.

The audit entry is computed here, its hash chained to the last one, and so are the ids of new entries chosen. Where
somebody else was quicker the server says so, nothing was changed, and the step is computed anew. A step whose answer
got lost is sent again as it was: the server knows it by its audit entry.
"""

import threading
import time
from collections.abc import Sequence
from dataclasses import field
from typing import Any

from qmonitor.queues.errors import Interrupted
from qmonitor.queues.streams import audit, veils
from qmonitor.queues.streams.envelopes import order
from qmonitor.queues.streams.errors import ServerRefused, ServerUnreachable
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.plans import Kept, SoFar, taken
from qmonitor.queues.streams.reading.items import DELAYED_PLACE, MAIN_PLACE
from qmonitor.queues.streams.server.driver import LAST_TIME, used_up
from qmonitor.queues.streams.server.scripts import Script
from qmonitor.queues.streams.server.trouble import explained
from qmonitor.queues.times import from_ns
from qmonitor.queues.words import phrase
from qmonitor.values import dataclass

TRY_FOR = 30.0
"""Seconds for which a step is computed anew where others are quicker again and again."""

RESENT = 5
"""So often a step is sent again whose answer got lost, with a pause that grows by `PAUSE` seconds."""

PAUSE = 0.2

FORGET, NEW = "-", "new:"
"""Instead of a key for ids: throw away the one that there is; before one: there is none, and this one becomes it."""

LEADS = (0, 0, 2, 5, 10, 20, 50, 100)
"""Milliseconds that new ids lie ahead of the server's time, try by try, where many write at once."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One item of a step. `sha` is that of its envelope, `fields` what is written of it beside what lies there.

    `condition`: what the script wants to know (see there). `due` in ms.
    """

    id: str
    place: str
    name: str | bytes
    stage: str
    attempt: int = 0
    due: int | None = None
    sha: str = ""
    condition: str = ""
    fields: tuple[str | bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """What is done to several items at once. `goes_to` is the place that they move to, "" where they only go.

    `part` is the number of this step within its plan. `kept` is the plan as it lies on the server, and `so_far` how far
    it comes with this step. Of an erasure nothing is kept by which a message could be told again: it is `veiled`.
    """

    script: Script
    action: str
    target: str
    plan: str
    part: int
    who: str
    reason: str
    pieces: tuple[Piece, ...]
    goes_to: str = ""
    kept: Kept | None = None
    so_far: SoFar = field(default_factory=SoFar)
    veiled: bool = False


@dataclass(frozen=True, slots=True)
class Taken:
    """It is done; `created` are the ids of the new entries, in the order of the pieces."""

    created: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stuck:
    """Nothing was done: these pieces (by position) are not as they have to be."""

    states: dict[int, str]


class Steps:
    """Takes steps in one queue; for one thread, but `stop` from any."""

    def __init__(self, client: Any, keys: Keys, stop: threading.Event | None = None) -> None:
        self._client, self._keys, self._stop = client, keys, stop or threading.Event()
        self._head, self._above = audit.Head(), 0
        self.waits_since: float | None = None
        """On the monotonic clock: since when a step has been tried again; None while none is."""

    def take(self, step: Step) -> Taken | Stuck:
        """Raises `SourceError`, and `Refused` where somebody else has gone on with the plan."""
        began, tries, last, key = time.monotonic(), 0, "0-0", self._key(step)
        try:
            while True:
                now = self._now()
                created = self._ids(step, now // 1000 + LEADS[min(tries, len(LEADS) - 1)], last)
                entry = self._entry(step, created, now, veils.veil(key.removeprefix(NEW) if key != FORGET else ""))
                kind, *told_of = self._sent(step, entry, created, key)
                if kind == b"done":
                    self._head = audit.Head(entry.id, entry.hash)
                    return Taken(created)
                if kind == b"states":
                    return Stuck({int(n) - 1: _text(s) for n, s in zip(told_of[::2], told_of[1::2], strict=True)})
                if kind == b"taken":
                    raise taken()
                if kind == b"chain":
                    self._head = audit.Head(int(told_of[0]), _text(told_of[1]))
                    self._above = int(told_of[2])
                elif kind == b"veil":
                    key = _text(told_of[0]) or NEW + veils.new_key()
                else:
                    last, tries = _text(told_of[0]), tries + 1
                self._still_wanted(began)
        finally:
            self.waits_since = None

    def _ids(self, step: Step, ms: int, last: str) -> tuple[str, ...]:
        """Ids for new entries: as many as there are pieces, all above the last one."""
        if not step.goes_to:
            return ()
        before = order(last)
        begin = (ms, 0) if (ms, 0) > before else (before[0], before[1] + 1)
        if begin[1] + len(step.pieces) > LAST_TIME:
            begin = (begin[0] + 1, 0)
        if begin[0] > LAST_TIME:
            raise used_up(self._keys.main if step.goes_to == MAIN_PLACE else self._keys.skipped)
        return tuple(f"{begin[0]}-{begin[1] + n}" for n in range(len(step.pieces)))

    def _key(self, step: Step) -> str:
        """By which ids are veiled in the audit: the queue's own, or a new one that becomes it; "" for none."""
        if step.veiled:
            return FORGET
        if all(piece.place != DELAYED_PLACE for piece in step.pieces):
            return ""
        return veils.key_of(self._client, self._keys) or NEW + veils.new_key()

    def _entry(self, step: Step, created: Sequence[str], now: int, veil: veils.Veil) -> audit.Entry:
        new = [f"{step.goes_to}:{one}" for one in created]
        old = [veil(piece.id) for piece in step.pieces]
        before = (
            []
            if step.veiled
            else [
                [old[n], piece.stage, piece.attempt, piece.due, *new[n : n + 1]] for n, piece in enumerate(step.pieces)
            ]
        )
        if max(self._head.id, self._above) >= LAST_TIME:
            self._head, self._above = audit.Head(), 0  # it may be put right until the next step
            raise used_up(self._keys.audit)
        deed = audit.Deed(step.action, step.target, step.plan, step.part, len(old), [*old, *new], before)
        return audit.entry(deed, step.who, step.reason, from_ns(now * 1000).text, self._head, self._above)

    def _sent(self, step: Step, entry: audit.Entry, created: Sequence[str], key: str) -> list[Any]:
        """The answer; asked for again where it got lost."""
        arguments = self._arguments(step, entry, created, key)
        for again in range(1, RESENT + 1):
            try:
                return self._run(step.script, arguments)
            except ServerUnreachable:
                if self.waits_since is None:
                    self.waits_since = time.monotonic()
                if again == RESENT or self._stop.wait(again * PAUSE):
                    break
        raise ServerUnreachable(
            phrase("The connection was lost in the middle of a step: whether it was carried out is not known."),
            phrase("Once the server answers again, the audit tells."),
        )

    def _run(self, script: Script, arguments: Sequence[str | bytes | int]) -> list[Any]:
        with explained():
            found: list[Any] = script.run(self._client, self._keys.of_actions, *arguments)
        return found

    def _arguments(self, step: Step, entry: audit.Entry, created: Sequence[str], key: str) -> list[str | bytes | int]:
        kept = step.kept
        plan: list[str | bytes] = ["", "", ""] if kept is None else [kept.id, kept.head, step.so_far.text()]
        found: list[str | bytes | int] = [
            self._keys.group, *plan, key, self._head.hash, entry.id, len(entry.fields), *entry.fields,
        ]  # fmt: skip
        for n, piece in enumerate(step.pieces):
            new = created[n] if created else ""
            found += [piece.place, piece.name, piece.sha, new, piece.condition, len(piece.fields), *piece.fields]
        return found

    def _now(self) -> int:
        """The server's time (microseconds)."""
        with explained():
            seconds, microseconds = self._client.time()
        return int(seconds) * 1_000_000 + int(microseconds)

    def _still_wanted(self, began: float) -> None:
        if self.waits_since is None:
            self.waits_since = began
        if self._stop.is_set():
            raise Interrupted(phrase("The action was called off."))
        if time.monotonic() - began > TRY_FOR:
            raise ServerRefused(
                phrase("Others act on this queue all the time: nothing was done."), phrase("Try again in a moment.")
            )


def _text(value: bytes) -> str:
    return bytes(value).decode("utf-8", "backslashreplace")
