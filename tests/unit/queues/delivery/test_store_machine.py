"""The store against a plain model in memory: whatever is done in whatever order, both say the same."""

import shutil
import sqlite3
import tempfile
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, multiple, precondition, rule

from qmonitor.queues import Item, Query
from qmonitor.queues.delivery import Store
from qmonitor.queues.errors import Refused
from qmonitor.queues.times import parse

NOW = parse("2100-01-01T00:00:00.000000000Z")
SOON = parse("2099-12-31T23:00:00.000000000Z")
LATER = parse("2100-01-01T00:01:00.500000000Z")
WAIT = timedelta(seconds=60.5)
WHO = "ops@ward"
PLACES = (("lab", "dest-01"), ("lab", "dest-02"), ("Labor Süd", "o'hara"))
places = st.sampled_from(PLACES)
payloads = st.binary(min_size=1, max_size=40)


@dataclass
class Row:
    """What the model knows of an item."""

    place: tuple[str, str]
    raw: bytes
    state: str = "pending"
    attempts: int = 0
    error: str = ""
    due: str = ""


@dataclass(frozen=True)
class Held:
    """An item in a worker's hands: what it read with it."""

    id: int
    attempts: int
    due: Any


@dataclass
class Model:
    """Rows by id; the next id is never one that was given before."""

    rows: dict[int, Row] = field(default_factory=dict)
    given: int = 0

    def add(self, place: tuple[str, str], raw: bytes) -> int:
        self.given += 1
        self.rows[self.given] = Row(place, raw)
        return self.given

    def pending(self, place: tuple[str, str]) -> list[int]:
        return [i for i, row in sorted(self.rows.items()) if row.place == place and row.state == "pending"]


class StoreMachine(RuleBasedStateMachine):
    """A worker, an operator and an engine take turns."""

    held = Bundle("held")
    ids = Bundle("ids")

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="store-machine-"))
        self.path = self.folder / "queue.db"
        self.store = Store(self.path)
        self.store.__enter__()
        self.model = Model()
        self.raw = sqlite3.connect(self.path, isolation_level=None)

    def teardown(self) -> None:
        self.raw.close()
        self.store.__exit__(None, None, None)
        shutil.rmtree(self.folder)

    def learn_due(self, *items: int) -> None:
        """Take over next_attempt, which the store chose by its own clock."""
        for item in items:
            found = self.raw.execute("SELECT next_attempt FROM queue WHERE id=?", (item,)).fetchone()[0]
            assert parse(found).known
            self.model.rows[item].due = found

    # --- whoever puts messages in

    @rule(target=ids, place=places, raw=payloads)
    def enqueue(self, place: tuple[str, str], raw: bytes) -> int:
        item = self.store.enqueue(Item(*place, raw=raw))
        assert item == self.model.add(place, raw)
        self.learn_due(item)
        return item

    @rule(target=ids, many=st.lists(st.tuples(places, payloads), max_size=4))
    def enqueue_many(self, many: list[tuple[tuple[str, str], bytes]]) -> Any:
        made = list(self.store.enqueue_many([Item(*place, raw=raw) for place, raw in many]))
        assert made == [self.model.add(place, raw) for place, raw in many]
        self.learn_due(*made)
        return multiple(*made)

    # --- a worker

    @rule(target=held, place=places)
    def look(self, place: tuple[str, str]) -> Any:
        item, wait = self.store.next(*place, now=NOW)
        waiting = self.model.pending(place)
        if not waiting:
            assert (item, wait) == (None, None)
            return multiple()
        head = self.model.rows[waiting[0]]
        if head.due == LATER.text:
            assert (item, wait) == (None, WAIT)
            return multiple()
        assert item is not None
        assert wait == timedelta(0)
        assert (item.id, item.raw, item.attempts) == (waiting[0], head.raw, head.attempts)
        return Held(waiting[0], item.attempts, item.next_attempt)

    @rule(work=consumes(held))
    def succeeded(self, work: Held) -> None:
        self.store.succeeded(work.id, work.attempts + 1)
        row = self.model.rows.get(work.id)
        if row is not None:
            row.state, row.attempts, row.error = "delivered", work.attempts + 1, ""

    def reported(self, work: Held) -> Row | None:
        """The row that a failed attempt's report may still change."""
        row = self.model.rows.get(work.id)
        if row is None or row.state != "pending" or row.attempts != work.attempts or row.due != work.due.text:
            return None
        return row

    @rule(work=consumes(held), again=st.sampled_from((SOON, LATER)), cause=st.text(max_size=20))
    def retry(self, work: Held, again: Any, cause: str) -> None:
        row = self.reported(work)
        assert self.store.retry(work.id, work.attempts + 1, again, cause, work.due) == (row is not None)
        if row is not None:
            row.attempts, row.error, row.due = work.attempts + 1, cause, again.text

    @rule(work=consumes(held), cause=st.text(max_size=20))
    def gave_up(self, work: Held, cause: str) -> None:
        row = self.reported(work)
        assert self.store.gave_up(work.id, work.attempts + 1, cause, work.due) == (row is not None)
        if row is not None:
            row.attempts, row.error, row.state = work.attempts + 1, cause, "failed"

    # --- an operator

    @rule(item=ids)
    def skip(self, item: int) -> None:
        row = self.model.rows.get(item)
        can = row is not None and row.state in ("pending", "failed")
        assert self.store.skip(item, WHO, "test") == int(can)
        if can:
            row.state, row.error = "skipped", f"skipped by {WHO}"

    @rule(place=places, failed_too=st.booleans())
    def drain(self, place: tuple[str, str], failed_too: bool) -> None:
        wanted = ("pending", "failed") if failed_too else ("pending",)
        chosen = [row for row in self.model.rows.values() if row.place == place and row.state in wanted]
        assert self.store.drain(*place, WHO, "test", include_failed=failed_too) == len(chosen)
        for row in chosen:
            row.state, row.error = "skipped", f"drained by {WHO}"

    def make_due(self, items: list[int]) -> None:
        for item in items:
            row = self.model.rows[item]
            before, row.state, row.attempts = row.due, "pending", 0
            self.learn_due(item)
            assert row.due != before

    @rule(item=ids)
    def retry_one_now(self, item: int) -> None:
        row = self.model.rows.get(item)
        chosen = [item] if row is not None and row.state in ("pending", "failed") else []
        assert self.store.retry_now(id=item, who=WHO, reason="test") == len(chosen)
        self.make_due(chosen)

    @rule(place=places, failed_too=st.booleans())
    def retry_destination_now(self, place: tuple[str, str], failed_too: bool) -> None:
        wanted = ("pending", "failed") if failed_too else ("pending",)
        chosen = [i for i, row in self.model.rows.items() if row.place == place and row.state in wanted]
        done = self.store.retry_now(
            channel=place[0], destination=place[1], include_failed=failed_too, who=WHO, reason="test"
        )
        assert done == len(chosen)
        self.make_due(chosen)

    @rule(items=st.lists(ids, max_size=4, unique=True))
    def remove(self, items: list[int]) -> None:
        chosen = [i for i in items if i in self.model.rows and self.model.rows[i].state != "pending"]
        assert self.store.remove(items, WHO, "test") == len(chosen)
        for item in chosen:
            del self.model.rows[item]

    @rule(everything=st.booleans())
    def purge(self, everything: bool) -> None:
        chosen = (
            [i for i, row in self.model.rows.items() if row.state in ("delivered", "skipped")] if everything else []
        )
        assert self.store.purge(NOW if everything else "2000-01-01T00:00:00Z", WHO, "test") == len(chosen)
        for item in chosen:
            del self.model.rows[item]

    @rule(items=st.lists(ids, max_size=4, unique=True))
    def restore(self, items: list[int]) -> None:
        chosen = [i for i in items if i in self.model.rows and self.model.rows[i].state == "skipped"]
        assert self.store.restore(items, WHO, "test") == len(chosen)
        for item in chosen:
            row = self.model.rows[item]
            row.state, row.attempts = "pending", 0
            row.error = self.raw.execute("SELECT last_error FROM queue WHERE id=?", (item,)).fetchone()[0]
        self.learn_due(*chosen)

    @rule(items=st.lists(ids, max_size=3, unique=True))
    def erase(self, items: list[int]) -> None:
        chosen = [i for i in items if i in self.model.rows]
        assert self.store.erase(items, WHO, "test") == len(chosen)
        for item in chosen:
            del self.model.rows[item]

    @precondition(lambda self: self.model.rows)
    @rule(target=ids, data=st.data())
    def resend(self, data: st.DataObject) -> Any:
        item = data.draw(st.sampled_from(sorted(self.model.rows)))
        old = self.model.rows[item]
        if old.state == "pending":  # it is still to be sent
            with pytest.raises(Refused):
                self.store.resend(item, WHO, "test")
            return multiple()
        made = self.store.resend(item, WHO, "test")
        assert made == self.model.add(old.place, old.raw)
        self.learn_due(made)
        reason = self.raw.execute("SELECT reason FROM queue WHERE id=?", (made,)).fetchone()[0]
        assert reason == f"resent by {WHO} from {item}"
        return made

    # --- what must hold at any time

    @invariant()
    def the_list_is_the_model(self) -> None:
        items, total = self.store.list(Query(limit=1000))
        assert total == len(self.model.rows)
        assert [
            (i.id, (i.channel, i.destination), i.state, i.attempts, i.last_error, i.size, i.raw) for i in items
        ] == [
            (i, row.place, row.state, row.attempts, row.error, len(row.raw), None)
            for i, row in sorted(self.model.rows.items(), reverse=True)
        ]

    @invariant()
    def the_depth_is_the_model(self) -> None:
        expected = []
        for place in sorted(PLACES):
            waiting = self.model.pending(place)
            failed = sum(row.place == place and row.state == "failed" for row in self.model.rows.values())
            if waiting or failed:
                most = max((self.model.rows[i].attempts for i in waiting), default=0)
                expected.append((*place, len(waiting), failed, most))
        assert [(r.channel, r.destination, r.pending, r.failed, r.max_attempts) for r in self.store.depth()] == expected
        working = [row[:2] for row in expected if row[2]]
        assert [(r.channel, r.destination) for r in self.store.pending_destinations()] == working

    @invariant()
    def blocked_is_told(self) -> None:
        for place in PLACES:
            assert self.store.blocked(*place) == bool(self.model.pending(place))

    @invariant()
    def payloads_are_as_they_came(self) -> None:
        found: dict[int, tuple[str, bytes]] = {}
        self.store.scan_payloads(lambda item, state, raw: found.__setitem__(item, (str(state), bytes(raw))))
        assert found == {i: (row.state, row.raw) for i, row in self.model.rows.items()}


StoreMachine.TestCase.settings = settings(max_examples=30, stateful_step_count=25, deadline=None)
test_store_machine = StoreMachine.TestCase
