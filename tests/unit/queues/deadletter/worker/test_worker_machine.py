"""Whatever people, the daemon and other programs do in whatever order: each send is the first message just then."""

import json
import shutil
import sqlite3
import tempfile
import time
from pathlib import Path

import pytest
from hypothesis import Phase as Stage
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from qmonitor.queues import open_source
from qmonitor.queues.deadletter import Message, Store
from qmonitor.queues.deadletter.worker import changes
from qmonitor.queues.sending import NotDelivered, Policy
from tests.helpers import deadletter as made
from tests.helpers import deadletter_reference as reference
from tests.helpers.dead_working import QUEUE, worker
from tests.helpers.delivering import Clock

WATCHED = 10
OUTCOMES: dict[str, dict[str, object] | None] = {
    "taken": None, "refused": {}, "refused for good": {"final": True}, "busy": {"wait": 7.0},
}  # fmt: skip


class WorkerMachine(RuleBasedStateMachine):
    """The sender looks into the file at each send, by what the description of the format says."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="dead-machine-"))
        self.path = made.Table(self.folder / "daemon.db").write()
        self.raw = sqlite3.connect(self.path, isolation_level=None)
        self.store, self.clock, self.made = Store(self.path), Clock(), 0
        self.admin = open_source(self.path).admin()
        self.outcome, self.problem, self.quiet = "taken", None, 0.0
        self.delivered: list[str] = []
        self.away: set[str] = set()
        """Messages that are skipped, erased, or were taken away by another program."""
        self.there: set[bytes] = set()
        """The rows that were there at the last step."""
        self.meddled: set[bytes] = set()
        """Rows at which another program was since then."""
        self.acted_on: set[bytes] = set()
        """Rows of acts that were recorded since then: they explain what else became of those."""
        self.worker = worker(self.path, self, self.clock, Policy(0, backoff=2, max_backoff=10))
        self.worker.step()

    def teardown(self) -> None:
        self.worker.close()
        self.admin.close()
        self.raw.close()
        self.store.close()
        shutil.rmtree(self.folder)

    def rows(self) -> list[tuple[bytes, list[str]]]:
        """The rows that can be decoded, with their messages, in the order in which they are to be sent."""
        found = []
        for key, value in made.queue_rows(self.path, QUEUE):
            try:
                found.append((key, [message["Username"] for message in reference.messages(value)]))
            except reference.Broken:
                continue
        return found

    # --- the sender

    def send(self, raw: bytes, timeout: float) -> None:
        try:
            name = self.looked_at(raw)
        except AssertionError as problem:  # the worker would take it for a failure of the receiver
            self.problem = problem
            raise
        failure = OUTCOMES[self.outcome]
        if failure is not None:
            raise NotDelivered("No.", **failure)  # type: ignore[arg-type]
        self.delivered.append(name)

    def looked_at(self, raw: bytes) -> str:
        name = str(json.loads(raw)["Username"])
        first = next(names for _, names in self.rows() if names)
        assert first == [name], "it is not the first one, or not alone in its row"
        assert name not in self.away
        assert name not in self.delivered, "it was delivered already"
        assert self.clock.seconds >= self.quiet, "another program was at it a moment ago"
        return name

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
        if self.meddled - self.acted_on:
            self.quiet = self.clock.seconds + WATCHED - 0.001
        self.meddled.clear()
        self.acted_on.clear()
        before = len(self.delivered)
        self.worker.step()
        assert self.problem is None, self.problem
        assert len(self.delivered) <= before + 1
        self.there = {key for key, _ in made.queue_rows(self.path, QUEUE)}

    # --- what comes

    def name(self) -> str:
        self.made += 1
        return f"M{self.made}"

    def put(self, key: bytes, value: bytes) -> None:
        self.raw.execute("INSERT OR IGNORE INTO kv (key, value) VALUES (?, ?)", (key, value))

    @rule()
    def fail(self) -> None:
        self.store.store_failed(QUEUE, Message(username=self.name()))

    @rule(count=st.integers(0, 3), stamped=st.booleans(), ago=st.integers(0, 10**6))
    def come(self, count: int, stamped: bool, ago: int) -> None:
        """A row of several, somewhere in the line."""
        at = time.time_ns() - ago
        messages = [made.message(at if stamped else None, username=self.name()) for _ in range(count)]
        self.put(made.key(QUEUE, at), made.items(*messages))

    @rule(value=st.sampled_from(sorted(made.BROKEN.values(), key=len)[:12]))
    def break_one(self, value: bytes) -> None:
        self.put(made.key(QUEUE, time.time_ns() - 500), value)

    @rule(count=st.integers(1, 3))
    def come_from_an_older_daemon(self, count: int) -> None:
        self.put(QUEUE.encode(), made.items(*(made.message(None, username=self.name()) for _ in range(count))))

    # --- what people do

    def acted(self, action: str, key: bytes) -> None:
        plan = self.admin.plan(action, self.items(key))
        self.admin.run(plan, "ops@ward", "test")
        self.acted_on.add(key)

    def items(self, key: bytes) -> list[str]:
        count = len(dict(self.rows()).get(key, [])) or len(self.skipped().get(key, []))
        return [key.hex()] if count <= 1 else [f"{key.hex()}#{n}" for n in range(1, count + 1)]

    def skipped(self) -> dict[bytes, list[str]]:
        rows = self.raw.execute("SELECT key, value FROM qmonitor_skipped ORDER BY key").fetchall()
        return {key: [message["Username"] for message in reference.messages(value)] for key, value in rows}

    @precondition(lambda self: any(names for _, names in self.rows()))
    @rule(data=st.data(), action=st.sampled_from(("skip", "erase")))
    def take_out(self, data: st.DataObject, action: str) -> None:
        key, names = data.draw(st.sampled_from([one for one in self.rows() if one[1]]))
        if key in self.skipped():
            return
        self.acted(action, key)
        self.away.update(names)

    @precondition(lambda self: self.skipped())
    @rule(data=st.data())
    def restore(self, data: st.DataObject) -> None:
        key, names = data.draw(st.sampled_from(sorted(self.skipped().items())))
        if key in dict(made.queue_rows(self.path, QUEUE)):
            return
        self.acted("restore", key)
        self.away.difference_update(names)

    # --- what another program does

    @precondition(lambda self: any(key in self.there for key, _ in self.rows()))
    @rule(data=st.data(), removes=st.booleans())
    def meddle(self, data: st.DataObject, removes: bool) -> None:
        key, names = data.draw(st.sampled_from([one for one in self.rows() if one[0] in self.there]))
        if removes:
            self.raw.execute("DELETE FROM kv WHERE key = ?", (key,))
        else:
            value = made.items(made.message(time.time_ns(), username=self.name()))
            self.raw.execute("UPDATE kv SET value = ? WHERE key = ?", (value, key))
        self.away.update(names)
        self.there.discard(key)
        self.meddled.add(key)


# Not shrunk: that took minutes, and the steps of an example tell enough.
WorkerMachine.TestCase.settings = settings(
    max_examples=25, stateful_step_count=40, deadline=None, phases=(Stage.explicit, Stage.reuse, Stage.generate)
)


@pytest.mark.expects_log("Another program has", sometimes=True)
class TestOfAFew(WorkerMachine.TestCase):  # type: ignore[name-defined,misc]
    """All rows are compared at each look."""


@pytest.mark.expects_log("Another program has", sometimes=True)
class TestOfMany(WorkerMachine.TestCase):  # type: ignore[name-defined,misc]
    """The next ones are compared at each look, and all of them soon after."""

    @pytest.fixture(autouse=True)
    def many(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(changes, "FEW", 0)
