"""What came into each line and what left it: exact, or counted anew; told by comparing the raw rows at two looks."""

import shutil
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from qmonitor.queues import open_source
from qmonitor.queues.delivery import Store, deliveries, flow, line
from qmonitor.queues.delivery.schema import OPTIONAL
from qmonitor.queues.model import Depth, Destination, Flow
from qmonitor.queues.source import Reader
from qmonitor.queues.times import parse
from tests.helpers import files
from tests.helpers.engine import Engine

PLACES = ("dest-0", "dest-1", "dest-2")
WHO = "ops@ward"
ERASED = ("pending", "skipped", "delivered")
TIMES = ("2026-11-29T08:00:00.000000001Z", "2026-11-29T07:00:00.000000000Z", "2026-11-29T09:30:00.000000000Z")
FIGURES = ("arrived", "returned", "delivered", "failed", "skipped", "other")
Table = dict[int, tuple[str, str]]


def table(path: Path) -> Table:
    """Where each row is, and in what state."""
    return {row: (where, state) for row, where, state in files.rows(path, "id, destination, state")}


def exact(reader: Reader) -> Depth:
    while not (depth := reader.depth()).complete:
        pass
    return depth


def moves(before: Table, now: Table, seen: int) -> dict[str, Counter[str]]:
    """By destination, what became of every row that waited before or is new, and what came back."""
    found: dict[str, Counter[str]] = {}
    for row in sorted(before.keys() | now.keys()):
        where, was = before.get(row, (now[row][0] if row in now else "", "new" if row > seen else ""))
        state = now[row][1] if row in now else "gone"
        told = found.setdefault(where, Counter())
        told["arrived"] += was == "new"
        if was in ("new", "pending") and state != "pending":
            told[state if state in FIGURES else "other"] += 1
        told["returned"] += state == "pending" and was not in ("new", "pending")
    return found


class FlowMachine(RuleBasedStateMachine):
    """An engine and an operator work on the same lines; a reader looks now and then."""

    lost_lines = False
    """Whether a reader may lose a line for another reason than a row that came and went unseen."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="flow-machine-"))
        self.path = files.queue(self.folder / "q.db")
        self.live = files.opened(self.path)
        self.db = self.live.__enter__()
        self.reader = open_source(self.path).reader()
        self.store = Store(self.path)
        self.before: Table = {}
        self.flows: dict[str, Flow] = {}
        self.seen = self.given = 0
        self.looked = False

    def teardown(self) -> None:
        self.reader.close()
        self.store.close()
        self.live.__exit__(None, None, None)
        shutil.rmtree(self.folder)

    def waiting(self, where: str, state: str = "pending") -> list[int]:
        return [row for row, found in table(self.path).items() if found == (where, state)]

    @initialize(counts=st.lists(st.integers(0, 6), min_size=3, max_size=3))
    def fill(self, counts: list[int]) -> None:
        for where, count in zip(PLACES[:2], counts, strict=False):
            self.arrive(where, count, TIMES[0])
        self.look()

    @rule(where=st.sampled_from(PLACES), count=st.integers(0, 5), due=st.sampled_from(TIMES))
    def arrive(self, where: str, count: int, due: str) -> None:
        ids = files.insert(self.db, [{"destination": where, "next_attempt": due}] * count)
        self.given = max([self.given, *ids])

    @rule(where=st.sampled_from(PLACES), count=st.integers(1, 4), state=st.sampled_from(("delivered", "failed", "odd")))
    def leave_in_order(self, where: str, count: int, state: str) -> None:
        for row in self.waiting(where)[:count]:
            self.db.execute("UPDATE queue SET state = ?, last_attempt = ? WHERE id = ?", (state, TIMES[0], row))

    @rule(where=st.sampled_from(PLACES))
    def try_in_vain(self, where: str) -> None:
        for row in self.waiting(where)[:1]:
            self.db.execute("UPDATE queue SET attempts = attempts + 1, next_attempt = ? WHERE id = ?", (TIMES[2], row))

    @rule(where=st.sampled_from(PLACES), at=st.integers(0, 5))
    def skip(self, where: str, at: int) -> None:
        self.store.skip(self.waiting(where)[at : at + 1], WHO, "test")

    @rule(where=st.sampled_from(PLACES), failed=st.booleans())
    def drain(self, where: str, failed: bool) -> None:
        self.store.drain("lab", where, WHO, "test", include_failed=failed)

    @rule(where=st.sampled_from(PLACES), count=st.integers(1, 3))
    def restore(self, where: str, count: int) -> None:
        self.store.restore(self.waiting(where, "skipped")[-count:], WHO, "test")

    @rule(where=st.sampled_from(PLACES), failed=st.booleans())
    def retry(self, where: str, failed: bool) -> None:
        self.store.retry_now(channel="lab", destination=where, who=WHO, reason="test", include_failed=failed)

    @rule(where=st.sampled_from(PLACES), state=st.sampled_from(ERASED), at=st.integers(0, 3))
    def erase(self, where: str, state: str, at: int) -> None:
        self.store.erase(self.waiting(where, state)[at : at + 1], WHO, "test")

    @rule(where=st.sampled_from(PLACES), state=st.sampled_from(("delivered", "pending")))
    def report_late(self, where: str, state: str) -> None:
        """An engine that does not look at the state."""
        for row in self.waiting(where, "skipped")[-1:]:
            self.db.execute("UPDATE queue SET state = ?, attempts = attempts + 1 WHERE id = ?", (state, row))

    def gave_up_no_longer(self, where: str, now: Table) -> bool:
        """Whether a failed item is something else by now, without having been seen to wait."""
        failed = [row for row, found in self.before.items() if found == (where, "failed")]
        return any(row not in now or now[row][1] not in ("failed", "pending") for row in failed)

    @rule()
    def look(self) -> None:
        depth = exact(self.reader)
        now = table(self.path)
        found = {where.destination: one for where, one in depth.flows.items()}
        unseen = len([row for row in now if row > self.seen]) != self.given - self.seen
        told = moves(self.before, now, self.seen)
        for where, one in found.items():
            known = self.flows.get(where)
            if known is not None and one.since != known.since:
                assert unseen or self.lost_lines or self.gave_up_no_longer(where, now)
                assert [getattr(one, name) for name in FIGURES] == [0] * 6
            elif self.looked and (known is not None or not unseen):
                known = known or Flow(one.since)
                rise = {name: getattr(one, name) - getattr(known, name) for name in FIGURES}
                assert rise == {name: told.get(where, Counter())[name] for name in FIGURES}
        self.before, self.seen, self.flows = now, self.given, self.flows | found
        self.looked = True


FlowMachine.TestCase.settings = settings(max_examples=12, stateful_step_count=20, deadline=None)
test_flow_machine = FlowMachine.TestCase


class LongLinesMachine(FlowMachine):
    """The same where even three items are a long line, of which two are known."""

    lost_lines = True

    def __init__(self) -> None:
        super().__init__()
        self.patch = pytest.MonkeyPatch()
        for name, value in (("FEW", 2), ("WINDOW", 3), ("CHUNK", 2), ("SLACK", 4)):
            self.patch.setattr(line, name, value)
        self.patch.setattr(flow, "FEW", 2)

    def teardown(self) -> None:
        self.patch.undo()
        super().teardown()


LongLinesMachine.TestCase.settings = settings(max_examples=12, stateful_step_count=20, deadline=None)
test_long_lines_machine = LongLinesMachine.TestCase


class SweptLinesMachine(LongLinesMachine):
    """The same where even four items are counted in several transactions."""

    def __init__(self) -> None:
        super().__init__()
        for name, value in (("flow.HUGE", 3), ("sweep.HUGE", 3), ("sweep.SLICE", 2), ("depth.GROUP", 1)):
            self.patch.setattr(f"qmonitor.queues.delivery.{name}", value)


SweptLinesMachine.TestCase.settings = settings(max_examples=12, stateful_step_count=20, deadline=None)
test_swept_lines_machine = SweptLinesMachine.TestCase


class CrowdMachine(FlowMachine):
    """The same where even two destinations are so many that the list of them is not read at each look."""

    def __init__(self) -> None:
        super().__init__()
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr("qmonitor.queues.delivery.depth.MANY", 2)

    def teardown(self) -> None:
        self.patch.undo()
        super().teardown()


CrowdMachine.TestCase.settings = settings(max_examples=12, stateful_step_count=20, deadline=None)
test_crowd_machine = CrowdMachine.TestCase


class OptimisedMachine(FlowMachine):
    """The same in a file with the optional indexes, enough items of others waiting that not every row is read."""

    def __init__(self) -> None:
        super().__init__()
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr("qmonitor.queues.delivery.oldest.FEW", 0)
        for statement in OPTIONAL.values():
            self.db.execute(statement)

    def teardown(self) -> None:
        self.patch.undo()
        super().teardown()


OptimisedMachine.TestCase.settings = settings(max_examples=12, stateful_step_count=20, deadline=None)
test_optimised_machine = OptimisedMachine.TestCase


def looked(path: Path, *acts: Any) -> list[Flow]:
    """The flow of `lab/dest-01` at the first look, and after each act."""
    reader = open_source(path).reader()
    try:
        found = [exact(reader).flows[Destination("lab", "dest-01")]]
        for act in acts:
            with files.opened(path) as db:
                act(db)
            found.append(exact(reader).flows[Destination("lab", "dest-01")])
        return found
    finally:
        reader.close()


def figures(one: Flow) -> tuple[int, ...]:
    return tuple(getattr(one, name) for name in FIGURES)


def deliver(count: int, last: str = TIMES[2]) -> Any:
    def act(db: Any) -> None:
        db.execute(
            "UPDATE queue SET state = 'delivered', last_attempt = ? WHERE id IN"
            " (SELECT id FROM queue WHERE state = 'pending' ORDER BY id LIMIT ?)",
            (last, count),
        )

    return act


def test_a_long_line_is_followed_while_it_is_worked_off_in_order(tmp_path: Path) -> None:
    rows = [{"next_attempt": f"2026-11-29T08:00:00.{n:09}Z"} for n in range(25_000)]
    path = files.queue(tmp_path / "q.db", rows)
    acts = [deliver(2000), deliver(1900), deliver(1), lambda db: files.insert(db, [{}] * 30), deliver(1900)]
    found = looked(path, *acts)
    assert len({one.since for one in found}) == 1
    assert figures(found[-1]) == (30, 0, 5_801, 0, 0, 0)


def test_what_leaves_the_middle_of_a_long_line_is_not_guessed(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{}] * 25_000)
    found = looked(path, lambda db: db.execute("UPDATE queue SET state = 'skipped' WHERE id = 24000"), deliver(3))
    assert found[1].since != found[0].since
    assert figures(found[1]) == (0,) * 6
    assert figures(found[2]) == (0, 0, 3, 0, 0, 0)


def test_a_line_that_begins_long_is_counted_from_its_first_item_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where more than number and sum is compared at once."""
    monkeypatch.setattr(flow, "TURNS", 1)
    path = files.queue(tmp_path / "q.db", [{"state": "delivered"}])
    many = 2 * line.WINDOW + 1
    found = looked(path, lambda db: files.insert(db, [{}] * many), deliver(1))
    assert [figures(one)[:3] for one in found] == [(0, 0, 0), (many, 0, 0), (many, 0, 1)]


def test_with_the_optional_indexes_what_changed_places_is_found_within_some_looks(tmp_path: Path) -> None:
    """Number and head stay the same; the figures of the backlog are right at once, the flow is by then."""
    path = files.queue(tmp_path / "q.db", [*[{}] * 2_500, *[{"state": "skipped"}] * 5])
    with files.opened(path) as db:
        for statement in OPTIONAL.values():
            db.execute(statement)

    def change_places(db: Any) -> None:
        db.execute("UPDATE queue SET state = 'skipped' WHERE id = 1700")
        db.execute("UPDATE queue SET state = 'pending' WHERE id = 2503")

    def nothing(db: Any) -> None:
        db.execute("UPDATE queue SET reason = reason || '.' WHERE id = 2")

    found = looked(path, nothing, change_places, *[nothing] * flow.TURNS)
    assert len({one.since for one in found}) == 1
    assert figures(found[-1]) == (0, 1, 0, 0, 1, 0)


def test_too_many_new_rows_are_not_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flow, "MOST", 10)
    path = files.queue(tmp_path / "q.db", [{}])
    found = looked(path, lambda db: files.insert(db, [{}] * 11), lambda db: files.insert(db, [{}] * 10))
    assert found[1].since != found[0].since
    assert (found[1].arrived, found[2].arrived) == (0, 10)


def test_a_file_put_back_is_counted_anew(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{}] * 5)
    backup = shutil.copy(path, tmp_path / "backup.db")
    reader = open_source(path).reader()
    first = exact(reader).flows[Destination("lab", "dest-01")]
    with files.opened(path) as db:
        files.insert(db, [{}] * 2)
        deliver(3)(db)
    assert figures(exact(reader).flows[Destination("lab", "dest-01")]) == (2, 0, 3, 0, 0, 0)
    path.write_bytes(Path(backup).read_bytes())
    last = exact(reader).flows[Destination("lab", "dest-01")]
    reader.close()
    assert figures(last) == (0,) * 6
    assert last.since != first.since


@pytest.mark.parametrize("slice_", [1, 3, 20_000])
def test_the_last_delivery_before_the_first_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slice_: int) -> None:
    """The one with the highest id; or one that was put back, which is due later than all others."""
    monkeypatch.setattr(deliveries, "SLICE", slice_)
    monkeypatch.setattr(deliveries, "BUDGET", 0.0)
    done = [{"state": "delivered", "last_attempt": f"2026-11-29T08:0{n}:00.000000000Z"} for n in range(6)]
    path = files.queue(tmp_path / "q.db", [*done, {}])
    assert looked(path)[0].last_delivered == parse("2026-11-29T08:05:00.000000000Z")
    with files.opened(path) as db:
        db.execute("UPDATE queue SET last_attempt = ?, next_attempt = ? WHERE id = 2", (TIMES[2], TIMES[2]))
    found = looked(path, deliver(1, "2026-11-29T10:00:00.000000000Z"))
    assert [one.last_delivered for one in found] == [parse(TIMES[2]), parse("2026-11-29T10:00:00.000000000Z")]


def test_where_nothing_was_delivered_no_last_delivery_is_known(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{}, {"state": "failed", "last_attempt": TIMES[0]}])
    assert looked(path)[0].last_delivered is None


def test_a_last_delivery_is_looked_for_again_after_a_blind_spot(tmp_path: Path) -> None:
    """What happened unseen may have been a delivery."""
    path = files.queue(tmp_path / "q.db", [{"state": "delivered", "last_attempt": TIMES[1]}, {}])

    def unseen(db: Any) -> None:
        deliver(1, TIMES[2])(db)
        db.execute("DELETE FROM queue WHERE id = ?", files.insert(db, [{}]))

    found = looked(path, unseen)
    assert [one.last_delivered for one in found] == [parse(TIMES[1]), parse(TIMES[2])]
    assert found[1].since != found[0].since


def test_what_came_back_and_left_between_two_looks_is_not_kept_silent(tmp_path: Path) -> None:
    """Failed messages were retried and delivered at once: nobody saw them wait."""
    rows = [{"state": "delivered", "last_attempt": TIMES[1]}, *({"state": "failed"} for _ in range(20))]
    path = files.queue(tmp_path / "q.db", rows)

    def unseen(db: Any) -> None:
        db.execute("UPDATE queue SET state = 'delivered', last_attempt = ? WHERE state = 'failed'", (TIMES[2],))

    found = looked(path, unseen)
    assert [one.last_delivered for one in found] == [parse(TIMES[1]), parse(TIMES[2])]
    assert found[1].since != found[0].since  # counted anew: how many were delivered is not known


def test_counted_while_an_engine_and_an_operator_work(tmp_path: Path) -> None:
    """Two other processes; whatever the looks fall on, the sum is right in the end."""
    path = tmp_path / "q.db"
    with Engine(path) as engine, Store(path) as store:
        ids = [engine.enqueue("lab", "dest-01") for _ in range(300)]
        reader = open_source(path).reader()
        exact(reader)
        for n, row in enumerate(ids[:200]):
            engine.deliver(row)
            if n % 3 == 0:
                engine.enqueue("lab", "dest-01")
            if n % 7 == 0:
                store.skip(ids[299 - n // 7], WHO, "test")
            if n % 5 == 0:
                exact(reader)
        found = exact(reader).flows[Destination("lab", "dest-01")]
        reader.close()
    assert figures(found) == (67, 0, 200, 0, 29, 0)
