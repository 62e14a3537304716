"""Whatever people, the engine and other programs do in whatever order: each send is the lowest pending id just then."""

import shutil
import sqlite3
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase as Stage
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, multiple, precondition, rule

from qmonitor.queues import Item
from qmonitor.queues.delivery import Store
from qmonitor.queues.delivery.worker import Phase, changes
from qmonitor.queues.sending import NotDelivered, Policy
from qmonitor.queues.times import from_ns
from tests.helpers import engine, files
from tests.helpers.delivering import Clock, Observer, worker

PLACE = ("lab", "dest-01")
WHO = {"who": "ops@ward", "reason": "test"}
LIMIT = 3
WATCHED, NOTHING_DUE = 30, 10
"""Seconds of a watch; the second where nothing is pending."""
OUTCOMES: dict[str, dict[str, Any] | None] = {
    "taken": None, "refused": {}, "refused for good": {"final": True}, "busy": {"wait": 7.0},
}  # fmt: skip
FOREIGN = {
    "deliver": "UPDATE queue SET state='delivered', attempts=attempts+1, last_attempt=:at WHERE id=:id",
    "try": "UPDATE queue SET attempts=attempts+1, last_attempt=:at, next_attempt=:at WHERE id=:id",
    "revive": "UPDATE queue SET state='pending', attempts=attempts+1 WHERE id=:id",
    "restore": "UPDATE queue SET state='pending', attempts=0, next_attempt=:at WHERE id=:id",
    "skip": "UPDATE queue SET state='skipped', last_attempt=:at WHERE id=:id",
}
LEFT = ("deliver", "skip")
"""What takes a pending item out of its line; the others put any item into it, or try a pending one."""


class WorkerMachine(RuleBasedStateMachine):
    """The sender looks into the file at each send, over a connection of its own."""

    ids = Bundle("ids")

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="worker-machine-"))
        self.path = files.queue(self.folder / "queue.db")
        self.store = Store(self.path)
        self.raw = sqlite3.connect(self.path, isolation_level=None)
        self.clock, self.observer = Clock(), Observer()
        self.outcome = "taken"
        self.sends: list[int] = []
        self.last = 0
        """The highest id that was delivered."""
        self.back: set[int] = set()
        """Items that somebody put back in line, or gave a new turn."""
        self.away: set[int] = set()
        """Items that are skipped or erased."""
        self.acted_on: set[int] = set()
        """Items of acts that were recorded since the last step: they explain what else became of those."""
        self.meddled: dict[int, float] = {}
        """When another program was at items, since the last step."""
        self.problem: AssertionError | None = None
        self.quiet = 0.0
        """Before this time, by the clock, nothing may be sent."""
        self.worker = worker(
            self.path, self, self.clock, Policy(LIMIT, backoff=2, max_backoff=10), observer=self.observer
        )
        self.worker.step()

    def teardown(self) -> None:
        """In the end another program is noticed still."""
        if changes.FEW:
            self.raw.execute(engine.INSERT, (*PLACE, "", "", b"MSH", "delivered", 1, "", "", "", "", ""))
            self.worker.step()
            assert self.worker.state.phase is Phase.WATCHING
        self.worker.close()
        self.raw.close()
        self.store.close()
        shutil.rmtree(self.folder)

    # --- the sender

    def send(self, raw: bytes, timeout: float) -> None:
        try:
            item = self.looked_at(raw)
        except AssertionError as problem:  # the worker would take it for a failure of the receiver
            self.problem = problem
            raise
        self.sends.append(item)
        failure = OUTCOMES[self.outcome]
        if failure is not None:
            raise NotDelivered("No.", **failure)
        self.last = max(self.last, item)

    def looked_at(self, raw: bytes) -> int:
        """The item that is sent, if it may be."""
        here = "channel='lab' AND destination='dest-01' AND state='pending'"
        ((item, stored, due),) = self.raw.execute(
            f"SELECT id, raw, next_attempt FROM queue WHERE {here} ORDER BY id LIMIT 1"
        ).fetchall()
        assert stored == raw, "it is not the lowest pending one"
        assert due <= self.clock.now().text
        assert item not in self.away
        assert self.clock.seconds >= self.quiet, "another program was at it a moment ago"
        assert item > self.last or item in self.back, "it overtakes"
        return int(item)

    def describe(self) -> str:
        return "the machine"

    # --- the worker

    @rule(outcome=st.sampled_from(sorted(OUTCOMES)))
    def receive(self, outcome: str) -> None:
        self.outcome = outcome

    @rule(seconds=st.sampled_from((0.0, 1.0, 3.0, 12.0)))
    def step(self, seconds: float) -> None:
        self.clock.turn(seconds)
        self.clock.ns = max(self.clock.ns, time.time_ns())
        for item, at in self.meddled.items():
            there = self.raw.execute("SELECT 1 FROM queue WHERE id=?", (item,)).fetchone()
            if there and item not in self.acted_on:
                self.quiet = at + WATCHED - 0.001
        self.meddled.clear()
        self.end_an_idle_watch()
        before = len(self.sends)
        wait = self.worker.step()
        self.acted_on.clear()
        assert self.problem is None, self.problem
        assert len(self.sends) <= before + 1
        if len(self.sends) > before:
            assert (wait > 0) == (self.outcome != "taken"), "after a failure never at once"

    def end_an_idle_watch(self) -> None:
        pending = "SELECT 1 FROM queue WHERE channel='lab' AND destination='dest-01' AND state='pending' LIMIT 1"
        if self.clock.seconds >= self.quiet - WATCHED + NOTHING_DUE and not self.raw.execute(pending).fetchone():
            self.quiet = 0.0

    @rule(times=st.integers(1, 4))
    def work(self, times: int) -> None:
        for _ in range(times):
            self.step(3.0)

    @rule(item=ids, times=st.integers(0, 2))
    def think_again(self, item: int, times: int) -> None:
        """Skip, and restore what was skipped, with some work in between and after."""
        self.skip(item)
        self.work(times)
        self.restore(item)
        self.work(2)

    @rule()
    def watch_out(self) -> None:
        """Let a watch that is on come to its end."""
        for _ in range(WATCHED + 2):
            if self.worker.state.phase is Phase.WATCHING:
                self.step(1.0)

    # --- whoever puts messages in

    @initialize(target=ids)
    def begin_with_some(self) -> Any:
        return multiple(*(self.enqueue(False, True) for _ in range(4)))

    @rule(target=ids, engines=st.booleans(), here=st.booleans())
    def enqueue(self, engines: bool, here: bool) -> int:
        place = PLACE if here else ("lab", "dest-02")
        raw = b"MSH|%d" % time.perf_counter_ns()
        if not engines:
            return self.store.enqueue(Item(*place, raw=raw))
        at = engine.stamp()
        values = (*place, "", "", raw, "pending", 0, at, at, None, "", "")
        return self.raw.execute(engine.INSERT, values).lastrowid or 0

    # --- people

    @rule(item=ids)
    def skip(self, item: int) -> None:
        if self.store.skip(item, **WHO):
            self.acted_on.add(item)
            self.away.add(item)

    @rule()
    def drain(self) -> None:
        pending = self.raw.execute("SELECT id FROM queue WHERE destination='dest-01' AND state='pending'").fetchall()
        self.store.drain(*PLACE, **WHO)
        self.acted_on.update(row[0] for row in pending)
        self.away.update(row[0] for row in pending)

    @rule(item=ids)
    def restore(self, item: int) -> None:
        if self.store.restore(item, **WHO):
            self.acted_on.add(item)
            self.away.discard(item)
            self.back.add(item)

    @rule(item=ids)
    def retry_now(self, item: int) -> None:
        if self.store.retry_now(id=item, **WHO):
            self.acted_on.add(item)
            self.back.add(item)

    @rule()
    def retry_all_now(self) -> None:
        here = "destination='dest-01' AND state IN ('failed', 'pending')"
        failed = self.raw.execute(f"SELECT id FROM queue WHERE {here}").fetchall()
        self.store.retry_now(channel="lab", destination="dest-01", include_failed=True, **WHO)
        self.acted_on.update(row[0] for row in failed)
        self.back.update(row[0] for row in failed)

    @rule(item=ids)
    def erase(self, item: int) -> None:
        if self.store.erase(item, **WHO):
            self.away.add(item)

    @rule(item=ids)
    def remove(self, item: int) -> None:
        self.store.remove(item, **WHO)

    # --- another program, of which nothing is recorded

    @precondition(lambda self: changes.FEW)
    @rule(item=ids, what=st.sampled_from(sorted(FOREIGN)))
    def meddle(self, item: int, what: str) -> None:
        found = self.raw.execute("SELECT destination, state FROM queue WHERE id=?", (item,)).fetchone()
        if found is None or (found[1] == "pending") == (what in ("revive", "restore")):
            return
        if what in (*LEFT, "try") and found[1] != "pending":
            return
        if what == "try" and self.raw.execute(
            "SELECT min(id) FROM queue WHERE destination='dest-01' AND state='pending'"
        ).fetchone() != (item,):
            return  # nobody tries another one than the head
        self.raw.execute(FOREIGN[what], {"id": item, "at": from_ns(self.clock.ns).text})
        self.away.discard(item)
        self.back.add(item)
        if what == "skip":
            self.away.add(item)
        if found[0] == "dest-01":
            known = item <= self.worker._desk.changes.cursor.reached  # type: ignore[union-attr]
            tried = item in self.worker._desk.changes._seen  # type: ignore[union-attr]
            waited = item in self.worker._desk.changes.cursor.pending  # type: ignore[union-attr]
            as_new = what == "restore" and not known
            if what in ("revive", "restore") and (waited or as_new) and not tried:
                self.meddled.pop(item, None)  # taken out and put back between two looks: the line is as it was
            elif (known and what != "try") or tried or what == "deliver":
                self.meddled[item] = self.clock.seconds

    # --- at any time

    @invariant()
    def its_figures_agree(self) -> None:
        """What was told, what is counted and what was sent agree."""
        told = [(what, attempts) for what, _, _, attempts, _ in self.observer.told]
        assert all(attempts < LIMIT for what, attempts in told if what == "retried")
        state = self.worker.state
        assert [state.sent, state.retried, state.gave_up] == [
            sum(one == what for one, _ in told) for what in ("delivered", "retried", "gave_up")
        ]
        assert len(told) <= len(self.sends)


# Not shrunk: that took minutes, and the steps of an example tell enough.
WorkerMachine.TestCase.settings = settings(
    max_examples=30, stateful_step_count=40, deadline=None, phases=(Stage.explicit, Stage.reuse, Stage.generate)
)


@pytest.mark.expects_log("Another program has", sometimes=True)
class TestCounting(WorkerMachine.TestCase):  # type: ignore[name-defined,misc]
    """A short line: another program's doings are noticed at the next look, whatever they are."""


class TestWithoutCounting(WorkerMachine.TestCase):  # type: ignore[name-defined,misc]
    """A long line, of which nothing is counted: all that our people do, and all that comes, is found all the same."""

    @pytest.fixture(autouse=True)
    def long(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(changes, "FEW", 0)
        monkeypatch.setattr(changes.Changes, "_may_count", lambda self: False)
