"""What an engine reverses after an action is noticed, once, and nothing else is taken for it."""

from collections.abc import Iterable
from datetime import timedelta

import pytest

from qmonitor.monitor.watch import FRONT, PORTION, Reversal, Watch, acted_on, find
from qmonitor.queues.audit import AuditEntry
from qmonitor.queues.model import ItemId
from qmonitor.queues.plan import GONE, Members, Plan, Report
from qmonitor.queues.times import parse
from qmonitor.queues.words import phrase

NOW = parse("2026-11-29T08:00:00.000000000Z")


class Clock:
    """Seconds, moved by the test alone."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


class Queue:
    """The states that items are in, and which ids each look read."""

    def __init__(self, state: str, ids: Iterable[int]) -> None:
        self.now: dict[ItemId, str] = dict.fromkeys(ids, state)
        self.looks: list[list[ItemId]] = []

    def states(self, ids: Iterable[ItemId]) -> tuple[tuple[ItemId, str], ...]:
        self.looks.append(list(ids))
        return tuple((item, self.now.get(item, GONE)) for item in self.looks[-1])


def test_an_item_that_the_engine_revives_is_reported_once() -> None:
    clock, queue = Clock(), Queue("skipped", (1, 2, 3))
    watch = Watch("skip", (1, 2, 3), clock=clock)

    assert watch.look(queue.states) == ()
    queue.now[2] = "pending"
    assert watch.look(queue.states) == (Reversal(2, "skipped", "pending"),)
    assert watch.look(queue.states) == ()
    assert watch.reversals == (Reversal(2, "skipped", "pending"),)


def test_a_further_change_of_the_same_item_is_news_again_and_counts_once() -> None:
    clock, queue = Clock(), Queue("pending", (1,))
    watch = Watch("drain", (1,), clock=clock)

    watch.look(queue.states)
    queue.now[1] = "delivered"

    assert watch.look(queue.states) == (Reversal(1, "skipped", "delivered"),)
    assert watch.reversals == (Reversal(1, "skipped", "delivered"),)


@pytest.mark.parametrize("action", ["retry-now", "restore"])
def test_a_message_put_back_in_line_may_be_delivered(action: str) -> None:
    clock, queue = Clock(), Queue("delivered", (1, 2, 3))
    queue.now |= {2: "skipped", 3: GONE}
    watch = Watch(action, (1, 2, 3), clock=clock)

    assert watch.look(queue.states) == (Reversal(2, "pending", "skipped"), Reversal(3, "pending", GONE))


def test_what_is_tried_again_and_fails_is_no_reversal() -> None:
    queue = Queue("failed", (1,))
    assert Watch("retry-now", (1,), clock=Clock()).look(queue.states) == ()


class Ledger:
    """Recorded acts, newest first, and how many were read."""

    def __init__(self, *acts: tuple[str, tuple[ItemId, ...]]) -> None:
        made = [
            AuditEntry(
                id=n, at=NOW, actor="a@b", host="b", action="x", target="t", plan=plan, part=1, count=len(ids),
                ids=ids, reason="r", version="0",
            )
            for n, (plan, ids) in enumerate(acts, start=1)
        ]  # fmt: skip
        self.entries = tuple(reversed(made))
        self.read = 0

    def acts(self, limit: int, before: int | None) -> tuple[AuditEntry, ...]:
        found = [entry for entry in self.entries if before is None or entry.id < before][:limit]
        self.read += len(found)
        return tuple(found)


def test_what_a_person_did_since_is_no_reversal() -> None:
    queue = Queue("skipped", (1, 2, 3))
    ledger = Ledger(("older", (3,)), ("mine", (1, 2, 3)), ("later", (1,)))
    watch = Watch("retry-now", (1, 2, 3), plan="mine", clock=Clock())

    found = watch.look(queue.states, ledger.acts)
    assert [one.item for one in found] == [2, 3]


def test_a_later_act_ends_the_watch_of_its_items_for_good() -> None:
    queue, ledger = Queue("skipped", (1,)), Ledger(("mine", (1,)), ("later", (1,)))
    watch = Watch("retry-now", (1,), plan="mine", clock=Clock())
    assert watch.look(queue.states, ledger.acts) == ()
    assert watch.look(queue.states, Ledger(("mine", (1,))).acts) == ()


def test_acts_are_read_only_where_something_is_not_as_expected_and_no_further_than_the_plan() -> None:
    queue = Queue("skipped", (1,))
    ledger = Ledger(*(("older", (9,)) for _ in range(50)), ("mine", (1,)), *(("later", (7,)) for _ in range(45)))
    watch = Watch("skip", (1,), plan="mine", clock=Clock())
    watch.look(queue.states, ledger.acts)
    assert ledger.read == 0
    queue.now[1] = "pending"
    assert watch.look(queue.states, ledger.acts) == (Reversal(1, "skipped", "pending"),)
    assert ledger.read == 60


def test_watching_and_reading_can_be_in_two_threads() -> None:
    ids = tuple(range(PORTION + 5))
    queue = Queue("pending", ids)
    watch = Watch("drain", ids, plan="mine", clock=Clock())
    first = watch.due()
    finding = find("mine", first, watch.expected, queue.states, Ledger().acts)
    assert watch.due() == first  # nothing is skipped before an answer was taken
    assert len(watch.take(finding)) == len(first)
    assert set(ids[PORTION:]) <= set(watch.due())


@pytest.mark.parametrize("action", ["remove", "purge", "erase", "resend"])
def test_what_leaves_nothing_behind_is_not_watched(action: str) -> None:
    watch = Watch(action, (1,), clock=Clock())

    assert watch.over
    assert watch.look(Queue("pending", (1,)).states) == ()


def test_nothing_done_is_nothing_to_watch() -> None:
    assert Watch("skip", (), clock=Clock()).over


def test_it_is_over_when_the_time_is_up_after_a_last_look() -> None:
    clock, queue = Clock(), Queue("skipped", (1,))
    watch = Watch("skip", (1,), span=timedelta(seconds=10), clock=clock)

    assert watch.pause == 1
    watch.look(queue.states)
    clock.seconds += 9.75
    watch.look(queue.states)
    assert not watch.over
    assert watch.pause == 0.25
    clock.seconds += 0.25
    assert not watch.over
    assert watch.pause == 0
    queue.now[1] = "pending"
    assert watch.look(queue.states) == (Reversal(1, "skipped", "pending"),)
    assert watch.over
    assert watch.look(queue.states) == ()


def test_many_items_are_read_in_turn_and_those_first_in_line_always() -> None:
    ids = range(PORTION * 3 + 7)
    clock, queue = Clock(), Queue("skipped", ids)
    watch = Watch("drain", ids, span=timedelta(seconds=2), clock=clock)

    while not watch.over:
        watch.look(queue.states)
        clock.seconds += watch.pause

    assert all(look[:FRONT] == list(range(FRONT)) for look in queue.looks)
    assert all(len(look) == len(set(look)) <= FRONT + PORTION for look in queue.looks)
    assert {item for look in queue.looks for item in look} == set(ids)


@pytest.mark.parametrize(
    ("unchanged", "left", "expected"),
    [
        ((), 0, [5, 3, 9, 7]),
        (((3, "delivered"), (99, GONE)), 0, [5, 9, 7]),
        (((3, "delivered"),), 2, [5]),
        ((), 4, []),
    ],
)
def test_only_what_was_changed_is_watched(
    unchanged: tuple[tuple[ItemId, str], ...], left: int, expected: list[ItemId]
) -> None:
    members = Members((item, "pending") for item in (5, 3, 9, 7))
    plan = Plan(action="skip", target="lab/dest-01", members=members, taken=NOW, words=(), undo=phrase(""))
    report = Report(
        action="skip", plan=plan.id, actor="a@b", confirmed=4, done=len(expected), unchanged=unchanged, left=left
    )

    assert acted_on(plan, report) == expected


@pytest.mark.parametrize(
    ("action", "expected"),
    [("skip", ["skipped:9-0"]), ("drain", ["skipped:9-0"]), ("retry-now", []), ("restore", [])],
)
def test_what_has_another_id_since_is_watched_under_that_one_unless_a_worker_may_end_it(
    action: str, expected: list[ItemId]
) -> None:
    members = Members([("dlq:1-0", "failed"), ("dlq:2-0", "failed")])
    plan = Plan(action=action, target="a/b", members=members, taken=NOW, words=(), undo=phrase(""))
    moved = (("dlq:1-0", "skipped:9-0"),)
    report = Report(action=action, plan=plan.id, actor="me", confirmed=2, done=1, moved=moved)

    assert acted_on(plan, report) == expected
