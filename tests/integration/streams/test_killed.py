"""Processes that die at any command, and connections that are lost there: nothing is ever lost, nothing is doubled
that need not be.

After each death the server stands still, so that what is looked at then is what there was at that moment; with every
command as a place to die, all moments are seen. Short by default; 200 long runs with QMONITOR_EXAMPLES=thorough.
"""

import json
import os
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from qmonitor.queues.streams import audit
from qmonitor.queues.streams.plans import Plans
from qmonitor.queues.streams.values import OutgoingMessage
from tests.helpers.streams.acting import Desk
from tests.helpers.streams.nursery import PEOPLE, Life, Nursery, executed, healed
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server

THOROUGH = os.environ.get("QMONITOR_EXAMPLES") == "thorough"
RUNS = 200 if THOROUGH else 12

PASSING, FINAL, WELL = "STORAGE_5XX", "PAGE_NOT_FOUND", ""
PLANS = ([WELL], [PASSING, WELL], [PASSING, PASSING, PASSING, WELL], [PASSING], [FINAL], [PASSING, FINAL])
"""What happens to a request at each attempt, the last for all that follow."""


@pytest.fixture(scope="module")
def nursery(server: Server) -> Iterator[Nursery]:
    nursery = Nursery(server.path)
    yield nursery
    nursery.close()


class Run:
    """One story: requests, deaths, and what must be true after each."""

    def __init__(self, rig: RedisRig, nursery: Nursery, plans: list[list[str]], tag: str = "") -> None:
        self.rig, self.nursery, self.deaths = rig, nursery, 0
        self.prefix = rig.keys.main.split(":")[0]
        self.plans = {f"e{tag}-{n}": plan for n, plan in enumerate(plans)}
        self.published = [
            rig.queue.publish(OutgoingMessage(request(f"d:{n}", event, ends=plan)))
            for n, (event, plan) in enumerate(self.plans.items())
        ]

    def live(self, role: str, at: int | None = None, *, after: bool = False, kill: bool = True) -> str:
        ended = self.nursery.live(Life(role, self.prefix, at, after, kill))
        self.deaths += ended == "killed" or (at is not None and not kill)
        for n in range(len(self.plans)):  # their time is over
            self.rig.free_lock(f"d:{n}")
        self.check()
        return ended

    def cut_off(self, role: str, at: int, *, after: bool, kill: bool) -> bool:
        """Whether it lived long enough for that."""
        ended = self.live(role, at, after=after, kill=kill)
        return ended == "killed" or int(ended.split()[1]) > at

    def check(self) -> None:
        """Every request is somewhere; the two halves of the retry storage agree; no retry is there twice."""
        envelopes = self.rig.envelopes()
        assert all(text is not None and due is not None for text, due in envelopes.values())
        waiting = [json.loads(text or b"") for text, _ in envelopes.values()]
        retries = Counter((one["payload"]["eventId"], one["attempt"]) for one in waiting)
        assert set(retries.values()) <= {1}
        assert all(1 <= attempt <= 3 for _, attempt in retries)
        there = self.unfinished() | self.ended() | {event for event, _ in retries}
        assert there == set(self.plans), f"lost: {set(self.plans) - there}"
        self.check_acts()

    def check_acts(self) -> None:
        """People's acts are recorded in one chain, and each has published what it says, once."""
        client, keys = self.rig.client, self.rig.keys
        assert audit.verify(client, keys).intact
        acts = [one for one in audit.entries(client, keys, 10_000) if one.action in ("retry-now", "restore")]
        fresh = [one for one, fields in self.rig.entries(keys.main) if fields["attempt"] == b"0"]
        told = [str(one).removeprefix("main:") for act in acts for one in act.ids[act.count :]]
        assert len(told) == len(set(told)) == sum(act.count for act in acts)
        assert set(told) <= set(fresh)
        assert len(fresh) == len(self.published) + len(told)

    def unfinished(self) -> set[str]:
        """In flight, or not delivered yet."""
        (group,) = self.rig.client.xinfo_groups(self.rig.keys.main)
        fresh = self.rig.client.xrange(self.rig.keys.main, b"(" + group["last-delivered-id"])
        pending = set(self.rig.pending())
        entries = [fields for entry, fields in self.rig.entries(self.rig.keys.main) if entry in pending]
        entries += [{name.decode(): value for name, value in fields.items()} for _, fields in fresh]
        return {json.loads(fields["payload"])["eventId"] for fields in entries}

    def ended(self) -> set[str]:
        keys = self.rig.keys
        streams = (keys.ready, keys.failed, keys.dlq, keys.skipped)
        entries = [one for stream in streams for one in self.rig.entries(stream)]
        return {json.loads(fields["payload"])["eventId"] for _, fields in entries}

    def finish(self) -> None:
        """Lives that nobody cuts off, until nothing is left; then everything has to have come to its own end."""
        for _ in range(10):
            self.live("worker")
            self.live("dispatcher")
            if not self.unfinished() and not self.rig.envelopes():
                break
        assert self.unfinished() == set()
        assert self.rig.envelopes() == {}
        for event, plan in self.plans.items():
            self._ended_rightly(event, plan)

    def _ended_rightly(self, event: str, plan: list[str]) -> None:
        wanted = [*plan, *plan[-1:] * 4][:4]
        last = next((n for n, code in enumerate(wanted) if code != PASSING), 3)
        runs = [one.decode().split(":") for one in self.rig.client.lrange(executed(self.rig.keys), 0, -1)]
        attempts = [int(attempt) for name, attempt in runs if name == event]
        assert list(dict.fromkeys(attempts)) == list(range(last + 1))  # each came, and first came in its turn
        assert len(attempts) <= (last + 1) * (1 + self.deaths)
        keys = self.rig.keys
        ready, failed, dlq = (self._of(event, stream) for stream in (keys.ready, keys.failed, keys.dlq))
        end = wanted[last]
        assert bool(ready) == (end == WELL)
        assert bool(failed) == (end != WELL)
        assert bool(dlq) == (end == PASSING)
        assert {one["attempt"] for one in dlq} <= {b"3"}
        if not self.deaths:
            assert len(attempts) == last + 1
            assert (len(ready), len(failed), len(dlq)) == (end == WELL, end != WELL, end == PASSING)

    def replay(self) -> None:
        """What is dead is replayed once the cause is healed, in lives that nobody cuts off; then all has ended."""
        keys = self.rig.keys
        self.rig.client.set(healed(keys), 1)
        for _ in range(10):
            for role in ("mover", "operator", "worker", "dispatcher"):
                self.live(role)
            if not self.unfinished() and not self.rig.envelopes() and not self.rig.entries(keys.dlq):
                break
        assert self.unfinished() == set()
        assert self.rig.envelopes() == {}
        assert self.rig.entries(keys.dlq) == self.rig.entries(keys.skipped) == []
        assert Plans(self.rig.client, keys).interrupted() == ()
        runs = [one.decode().split(":") for one in self.rig.client.lrange(executed(keys), 0, -1)]
        for event, plan in self.plans.items():
            self._attempts_in_turn([int(attempt) for name, attempt in runs if name == event])
            assert self._of(event, keys.ready) or (FINAL in plan and self._of(event, keys.failed))

    def _attempts_in_turn(self, attempts: list[int]) -> None:
        """Each is at most one more than one that came before: a replay begins at 0, whatever was reached."""
        assert attempts[0] == 0
        assert set(attempts) <= set(range(4))
        assert all(attempt == 0 or attempt - 1 in attempts[:n] for n, attempt in enumerate(attempts))

    def _of(self, event: str, stream: str) -> list[dict[str, bytes]]:
        found = [fields for _, fields in self.rig.entries(stream)]
        return [fields for fields in found if json.loads(fields["payload"])["eventId"] == event]


def places(after: bool, kill: bool) -> range:
    """Where to die: every command, unless time is short; then every second.

    For the server, a death after one command and a death before the next are the same: so none is left out.
    """
    return range(100) if THOROUGH else range(after and not kill, 100, 2)


def test_without_any_death_everything_happens_once(alone: RedisRig, nursery: Nursery) -> None:
    run = Run(alone, nursery, list(PLANS))
    run.finish()
    assert run.deaths == 0


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("kill", [False, True], ids=["cut", "killed"])
def test_every_command_of_a_worker_may_be_its_last(alone: RedisRig, nursery: Nursery, after: bool, kill: bool) -> None:
    for at in places(after, kill):
        run = Run(alone, nursery, [[WELL], [PASSING, WELL], [FINAL]], tag=str(at))
        if not run.cut_off("worker", at, after=after, kill=kill):
            break
        if THOROUGH or at % 6 < 2:
            run.finish()
        alone.client.flushall()
        alone.queue.ensure_group()
    assert at >= 15


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("kill", [False, True], ids=["cut", "killed"])
def test_every_command_of_a_dispatcher_may_be_its_last(
    alone: RedisRig, nursery: Nursery, after: bool, kill: bool
) -> None:
    for at in places(after, kill):
        run = Run(alone, nursery, [[PASSING, WELL], [PASSING, PASSING, WELL]], tag=str(at))
        run.live("worker")
        if not run.cut_off("dispatcher", at, after=after, kill=kill):
            break
        run.finish()
        alone.client.flushall()
        alone.queue.ensure_group()
    assert at >= 5


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("kill", [False, True], ids=["cut", "killed"])
@pytest.mark.parametrize("role", PEOPLE)
def test_every_command_of_a_person_may_be_the_last(
    alone: RedisRig, nursery: Nursery, role: str, after: bool, kill: bool
) -> None:
    for at in places(after, kill):
        run = Run(alone, nursery, [[PASSING], [PASSING], [PASSING, WELL]], tag=str(at))
        for n in range(1 if role == "hasty" else 4):
            run.live("worker")
            if n < 3 and role != "hasty":
                run.live("dispatcher")
        waits = alone.envelopes() if role == "hasty" else alone.entries(alone.keys.dlq)
        assert len(waits) == (3 if role == "hasty" else 2)
        if not run.cut_off(role, at, after=after, kill=kill):
            break
        run.replay()
        alone.client.flushall()
        alone.queue.ensure_group()
    assert at >= 8


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("kill", [False, True], ids=["cut", "killed"])
def test_every_command_of_an_eraser_may_be_the_last(
    alone: RedisRig, server: Server, nursery: Nursery, after: bool, kill: bool
) -> None:
    secret = b"a secret that goes"
    alone.client.config_set("rdbcompression", "no")
    for at in places(after, kill):
        desk = Desk(alone, server.client())
        payload = request("d", "e", secret=secret.decode())
        desk.finished("d", payload)
        for name in ("d", "d", "other"):
            desk.dead(name, payload if name == "d" else None)
        other = desk.rig.entries(alone.keys.dlq)[-1]
        desk.rig.client.xdel(alone.keys.dlq, other[0])
        desk.undelivered("third")
        first = nursery.live(Life("eraser", alone.keys.main.split(":")[0], at, after, kill))
        assert audit.verify(alone.client, alone.keys).intact
        assert nursery.live(Life("eraser", alone.keys.main.split(":")[0])).startswith("done")
        assert desk.holds(secret) == []
        assert [fields["payload"] for _, fields in alone.entries(alone.keys.main)] == [request("third", "e-third")]
        assert Plans(alone.client, alone.keys).interrupted() == ()
        assert audit.verify(alone.client, alone.keys).intact
        desk.close()
        alone.client.flushall()
        alone.queue.ensure_group()
        if first.startswith("done") and int(first.split()[1]) <= at:
            break
    assert at >= 20


@pytest.mark.parametrize("number", range(RUNS))
def test_a_story_of_many_deaths_in_which_people_act(alone: RedisRig, nursery: Nursery, number: int) -> None:
    chance = random.Random(f"people {number}")
    run = Run(alone, nursery, [chance.choice([*PLANS, [PASSING]]) for _ in range(chance.randint(1, 5))])
    roles = ["worker", "worker", "dispatcher", "whole", *PEOPLE]
    for heals in (False, True):
        if heals:
            for _ in range(5):  # what fails for good is dead by now
                run.live("worker")
                run.live("dispatcher")
            alone.client.set(healed(alone.keys), 1)
        for _ in range(chance.randint(3, 8)):
            role = chance.choice(roles)
            kill = role == "whole" or chance.random() < 0.5
            run.live(role, chance.randrange(40), after=chance.random() < 0.5, kill=kill)
    run.replay()


@pytest.mark.parametrize("number", range(RUNS))
def test_a_story_of_many_deaths(alone: RedisRig, nursery: Nursery, number: int) -> None:
    chance = random.Random(f"story {number}")
    run = Run(alone, nursery, [chance.choice(PLANS) for _ in range(chance.randint(1, 5))])
    for _ in range(chance.randint(2, 8)):
        role = chance.choice(["worker", "worker", "dispatcher", "whole"])
        kill = role == "whole" or chance.random() < 0.5
        run.live(role, chance.randrange(40), after=chance.random() < 0.5, kill=kill)
    run.finish()
