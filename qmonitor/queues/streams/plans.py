"""Confirmed actions kept on the server until they have ended, so that one that was cut off can go on.

A hash with three fields for each: what it is and who is at it (`<plan>`), its items (`<plan>:items`, compressed), and
how far it has come (`<plan>:so-far`), which the script of each step writes along. There are never more than `MOST` of
them, of `ITEMS` items at most.
"""

import json
import zlib
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from qmonitor.queues.audit import plain
from qmonitor.queues.errors import Refused
from qmonitor.queues.model import ItemId
from qmonitor.queues.plan import InterruptedPlan, Members, Plan
from qmonitor.queues.processes import alive, holder, host_of
from qmonitor.queues.running import SILENCE as PATIENCE
from qmonitor.queues.running import RunningPlan, still_running
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.server.scripts import Script
from qmonitor.queues.streams.server.trouble import explained
from qmonitor.queues.streams.values import time_text
from qmonitor.queues.times import parse
from qmonitor.queues.words import phrase
from qmonitor.values import dataclass

COMMANDS = ("TIME", "HKEYS", "HMGET")
"""All that is ever sent by who looks."""

MOST = 20
"""Plans that are kept at once."""

ITEMS = 100_000
"""Items of one plan."""

SILENCE = PATIENCE * 1000
"""Milliseconds without a sign after which a process on another host is taken for gone."""

_running: set[str] = set()
"""The plans that this process is at."""


@dataclass(frozen=True, slots=True)
class SoFar:
    """How far a plan has come: members dealt with, those done, steps recorded, and the last sign (ms)."""

    position: int = 0
    done: int = 0
    part: int = 0
    seen: int = 0

    def text(self) -> str:
        return json.dumps([self.position, self.done, self.part, self.seen], separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Kept:
    """A plan as it lies on the server. `head` is the text of its first field, by which its holder is recognised."""

    id: str
    head: bytes
    action: str
    target: str
    actor: str
    at: int
    holder: str
    count: int
    so_far: SoFar

    @property
    def interrupted(self) -> InterruptedPlan:
        """As it is told."""
        at, left = parse(time_text(self.at)), self.count - self.so_far.position
        return InterruptedPlan(self.id, self.action, self.target, self.actor, at, self.so_far.done, left)

    def busy(self, now: int) -> bool:
        """Whether somebody is at it: a process that lives or, where that can't be told, one that gave a sign lately."""
        if not self.holder:
            return False
        if self.holder == holder():
            return self.id in _running
        lives = alive(self.holder)
        return now - max(self.so_far.seen, self.at) < SILENCE if lives is None else lives


KEEP = Script("""
-- KEYS plans; ARGV plan, head, items, so far, most
if other(KEYS[1], 'hash') then return redis.error_reply(WRONG) end
if barred('HSET', KEYS[1], ARGV[1], '') then return redis.error_reply(string.format(BARRED, 'hset')) end
if call('HEXISTS', KEYS[1], ARGV[1]) == 1 then return -1 end
if call('HLEN', KEYS[1]) >= 3 * tonumber(ARGV[5]) then return 0 end
call('HSET', KEYS[1], ARGV[1], ARGV[2], ARGV[1] .. ':items', ARGV[3], ARGV[1] .. ':so-far', ARGV[4])
return 1
""")

CHANGE = Script("""
-- KEYS plans; ARGV plan, what is expected as its head, another head ('' to let go of it for good), so far ('' for
-- what stands there)
if other(KEYS[1], 'hash') then return redis.error_reply(WRONG) end
if call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
if ARGV[3] == '' then
  call('HDEL', KEYS[1], ARGV[1], ARGV[1] .. ':items', ARGV[1] .. ':so-far')
else
  call('HSET', KEYS[1], ARGV[1], ARGV[3])
  if ARGV[4] ~= '' then call('HSET', KEYS[1], ARGV[1] .. ':so-far', ARGV[4]) end
end
return 1
""")
"""1 where the head was as expected."""


class Plans:
    """What is kept of one queue's plans."""

    def __init__(self, client: Any, keys: Keys) -> None:
        self._client, self._key = client, keys.plans

    # -- looking ---------------------------------------------------------------------------------------------------

    def interrupted(self) -> tuple[InterruptedPlan, ...]:
        """Plans that have items left, and that nobody is at; the oldest first."""
        now = self._now()
        return tuple(one.interrupted for one in self._kept() if not _ended(one) and not one.busy(now))

    def running(self) -> tuple[RunningPlan, ...]:
        """Plans that a process on another host is perhaps at."""
        now = self._now()
        found = (one for one in self._kept() if not _ended(one) and one.busy(now) and alive(one.holder) is None)
        return tuple(RunningPlan(one.interrupted, host_of(one.holder)) for one in found)

    def rest(self, plan_id: str) -> tuple[Kept, Members, str]:
        """What is left of an interrupted plan, and its mark. Raises `Refused` where there is none of that id."""
        now = self._now()
        kept = next((one for one in self._kept() if one.id == plan_id and not _ended(one)), None)
        if kept is None:
            raise no_such_plan(plan_id)
        if kept.busy(now):
            raise still_running(plan_id, kept.holder)
        with explained():
            (packed,) = self._client.hmget(self._key, [f"{plan_id}:items"])
        try:
            mark, ids, runs = json.loads(zlib.decompress(packed or b""))
        except (ValueError, zlib.error):
            raise no_such_plan(plan_id) from None
        states = [state for state, length in runs for _ in range(length)]
        members = list(zip(ids, states, strict=True))[kept.so_far.position :]
        return kept, Members(members), str(mark)

    def _kept(self) -> list[Kept]:
        with explained():
            names = [bytes(one) for one in self._client.hkeys(self._key)]
        heads = sorted(name for name in names if b":" not in name)
        if not heads:
            return []
        with explained():
            asked = [part for head in heads for part in (head, head + b":so-far")]
            found = self._client.hmget(self._key, asked)
        pairs = zip(heads, found[::2], found[1::2], strict=True)
        kept = [one for name, head, so_far in pairs if (one := _read(name, head, so_far)) is not None]
        return sorted(kept, key=lambda one: one.at)

    def _now(self) -> int:
        with explained():
            seconds, microseconds = self._client.time()
        return int(seconds) * 1000 + int(microseconds) // 1000

    # -- keeping ---------------------------------------------------------------------------------------------------

    def keep(self, plan: Plan, who: str) -> Kept:
        """Write a plan down before its first step, or take over one that was cut off; in one step.

        Raises `Refused` where somebody else has gone on with it, or too many are kept.
        """
        self._clear()
        return self._taken(plan) if plan.resumed else self._new(plan, who)

    def _new(self, plan: Plan, who: str) -> Kept:
        now = self._now()
        head = _head(plan.action, plan.target, who, now, holder(), plan.count)
        members = list(plan.members)
        runs = [[state, len(list(run))] for state, run in groupby(state for _, state in members)]
        items = zlib.compress(json.dumps([plan.mark, [item for item, _ in members], runs]).encode(), 1)
        so_far = SoFar(seen=now)
        with explained():
            kept = KEEP.run(self._client, [self._key], plan.id, head, items, so_far.text(), MOST)
        if kept < 0:
            raise taken()
        if not kept:
            raise Refused(
                phrase("{count} interrupted actions are kept already.", count=MOST),
                phrase("Go on with them, or give them up, before another one of several messages."),
            )
        _running.add(plan.id)
        return Kept(plan.id, head, plan.action, plan.target, plain(who), now, holder(), plan.count, so_far)

    def _taken(self, plan: Plan) -> Kept:
        now = self._now()
        kept = next((one for one in self._kept() if one.id == plan.id), None)
        if kept is None or kept.busy(now) or kept.count - kept.so_far.position != plan.count:
            raise taken()
        head = _head(kept.action, kept.target, kept.actor, now, holder(), kept.count)
        self._change(kept, head)
        _running.add(plan.id)
        return Kept(
            kept.id, head, kept.action, kept.target, kept.actor, now, holder(), kept.count, kept.so_far
        )  # fmt: skip

    def let_go(self, kept: Kept, so_far: SoFar | None) -> None:
        """Nobody is at it any more; it can be resumed. Without `so_far`, as far as its last step on the server came."""
        _running.discard(kept.id)
        self._change(kept, _head(kept.action, kept.target, kept.actor, kept.at, "", kept.count), so_far)

    def forget(self, kept: Kept) -> None:
        """It has ended, or was given up. The audit keeps what it did."""
        _running.discard(kept.id)
        self._change(kept, b"")

    def _change(self, kept: Kept, head: bytes, so_far: SoFar | None = None) -> None:
        come = "" if so_far is None else so_far.text()
        with explained():
            changed = CHANGE.run(self._client, [self._key], kept.id, kept.head, head, come)
        if not changed:
            raise taken()

    def _clear(self) -> None:
        """Take away what processes left that died after their plan's end."""
        now = self._now()
        for one in self._kept():
            if _ended(one) and not one.busy(now):
                self.forget(one)


def taken() -> Refused:
    """Another process is at it."""
    return Refused(phrase("Somebody else has gone on with this plan."), phrase("Look again at what is left of it."))


def no_such_plan(plan_id: str) -> Refused:
    return Refused(phrase("There is no interrupted plan {plan}.", plan=plan_id), phrase("It may have ended meanwhile."))


def _ended(kept: Kept) -> bool:
    """Whether nothing is left to do. An erasure ends only with what comes after its last item: writing anew."""
    return kept.so_far.position >= kept.count and kept.action != "erase"


def _head(action: str, target: str, actor: str, at: int, at_it: str, count: int) -> bytes:
    return json.dumps([action, plain(target), plain(actor), at, at_it, count], separators=(",", ":")).encode()


def _read(name: bytes, head: bytes | None, so_far: bytes | None) -> Kept | None:
    """None for what is no plan, whoever wrote it there."""
    try:
        action, target, actor, at, at_it, count = json.loads(head or b"")
        come = SoFar(*json.loads(so_far or b"[]"))
    except (ValueError, TypeError):
        return None
    wholes: Sequence[ItemId] = (at, count, come.position, come.done, come.part, come.seen)
    if not all(isinstance(one, int) for one in wholes):
        return None
    return Kept(name.decode("utf-8", "replace"), head or b"", str(action), str(target), str(actor), at, str(at_it),
                count, come)  # fmt: skip
