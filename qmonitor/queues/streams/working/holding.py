"""Locks of deployments as a worker holds them: renewed while a job may run, never trusted beyond their time.

A lock on a server ends by itself. So its holder counts from *before* each renewal was asked for, and when the time
is over takes it for lost, whatever the server may have said or could not say.
"""

import secrets
import threading
from collections.abc import Callable

from qmonitor.queues.errors import QueueError
from qmonitor.queues.streams.interfaces import LockServer

SHORTEST_TTL = 90.0
"""Seconds. A worker that is stopped for a minute must not have its work done a second time beside it."""


class HeldLock:
    """One lock that was taken; `is_held` and `lose` are for any thread."""

    def __init__(self, deployment_id: str, token: str, since: float, until: float) -> None:
        self.deployment_id, self.token = deployment_id, token
        self.confirmed, self.until = since, until
        """When the server was last asked and agreed, and from when on it is renewed no more (as `passed` counts)."""
        self._lost = False

    def lose(self) -> None:
        self._lost = True

    def is_held(self, now: float, ttl: float) -> bool:
        return not self._lost and now - self.confirmed < ttl


class Holding:
    """All locks of one worker. `renew` belongs to the keeper's thread; everything else is for any.

    `ttl`: seconds for which a lock outlives its last renewal; a third of it goes by between two. `longest`: seconds
    for which one is renewed at all: a job that hangs must not block its deployment for ever.
    """

    def __init__(self, server: LockServer, passed: Callable[[], float], *, ttl: float, longest: float) -> None:
        if ttl < SHORTEST_TTL or not 0 < longest < ttl:
            raise ValueError(f"a lock lasts at least {SHORTEST_TTL:g} s, and longer than a job")
        self.ttl, self._longest = ttl, longest
        self._server, self._passed = server, passed
        self._held: dict[str, HeldLock] = {}
        """By deployment. The server keeps two owners apart; this only tells what is to be renewed."""
        self._guard = threading.Lock()

    def take(self, deployment_id: str) -> HeldLock | None:
        """The lock; None where somebody else has it."""
        token, since = secrets.token_hex(16), self._passed()
        if not self._server.take(deployment_id, token, self.ttl):
            return None
        held = HeldLock(deployment_id, token, since, since + self._longest)
        with self._guard:
            self._held[deployment_id] = held
        return held

    def is_held(self, held: HeldLock) -> bool:
        return held.is_held(self._passed(), self.ttl)

    def give_back(self, held: HeldLock) -> None:
        """Free for others; one that can't be given back now ends by itself."""
        with self._guard:
            if self._held.get(held.deployment_id) is held:
                del self._held[held.deployment_id]
        try:
            self._server.give_back(held.deployment_id, held.token)
        except QueueError:
            held.lose()

    def renew(self) -> int:
        """Renew what is due; how many locks turned out to be lost. Goes through all before it raises."""
        lost, hindrance = 0, None
        for held in self._due():
            asked = self._passed()
            try:
                if self._server.extend(held.deployment_id, held.token, self.ttl):
                    held.confirmed = asked
                else:
                    held.lose()
                    lost += 1
            except QueueError as error:
                hindrance = error
        if hindrance is not None:
            raise hindrance
        return lost

    def _due(self) -> list[HeldLock]:
        now = self._passed()
        with self._guard:
            held = list(self._held.values())
        return [one for one in held if now < one.until and now - one.confirmed >= self.ttl / 3]
