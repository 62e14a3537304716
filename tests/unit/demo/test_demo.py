"""The demo's scene is there from the first moment, goes on as announced, and names nobody who exists."""

import random
import time
from datetime import timedelta
from pathlib import Path

import pytest

from qmonitor.demo.engine import CATCH_UP, Engine
from qmonitor.demo.people import KINDS, Hospital
from qmonitor.demo.sample import make_sample
from qmonitor.demo.scene import RECEIVERS, backoff
from qmonitor.payloads.header import read_header
from qmonitor.queues import Destination, Query, open_source
from qmonitor.queues.delivery import Store
from qmonitor.queues.model import DepthRow
from qmonitor.queues.times import Instant, between, parse

START = parse("2026-11-29T08:00:00.000000000Z")


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    path = tmp_path / "demo.db"
    make_sample(path, START)
    return path


def backlogs(store: Store) -> dict[str, DepthRow]:
    return {row.destination: row for row in store.depth()}


def play(store: Store, minutes: float, step: float = 1.0) -> Instant:
    """Let the engine work for so long by its own clock; when that is."""
    engine, at = Engine(store, START, random.Random(7)), START
    for _ in range(int(minutes * 60 / step)):
        at += timedelta(seconds=step)
        engine.step(at)
    return at


def test_the_sample_is_quick_and_has_some_thousand_messages(tmp_path: Path) -> None:
    began = time.monotonic()
    count = make_sample(tmp_path / "demo.db", START)

    assert 3000 <= count <= 10_000
    assert time.monotonic() - began < 3
    assert [path.name for path in tmp_path.iterdir()] == ["demo.db"]


def test_every_receiver_starts_as_the_scene_says(sample: Path) -> None:
    with Store(sample) as store:
        found = backlogs(store)
        states = {state: store.list(Query(state=state))[1] for state in ("delivered", "failed", "skipped")}

    for receiver in RECEIVERS:
        row = found.get(receiver.destination)
        assert (row.pending if row else 0) == receiver.backlog
        assert (row.failed if row else 0) == receiver.failed
        if receiver.backlog:
            assert row is not None
            assert between(row.oldest, START) == timedelta(seconds=receiver.since)
            assert row.max_attempts == receiver.tried
    assert states == {
        "delivered": sum(receiver.delivered for receiver in RECEIVERS),
        "failed": sum(receiver.failed for receiver in RECEIVERS),
        "skipped": sum(receiver.skipped for receiver in RECEIVERS),
    }


def test_the_sample_is_the_same_each_time(tmp_path: Path, sample: Path) -> None:
    again = tmp_path / "again.db"
    make_sample(again, START)

    with Store(sample) as one, Store(again) as other:
        first, second = one.list(Query(limit=1000))[0], other.list(Query(limit=1000))[0]
        assert first == second
        assert [one.payload(item.id) for item in first] == [other.payload(item.id) for item in second]


def test_rows_are_in_order_of_arrival_and_their_headers_agree(sample: Path) -> None:
    with Store(sample) as store:
        items, _ = store.list(Query(limit=1000, head_first=True))
        arrivals = [item.enqueued_at.ns for item in items if item.enqueued_at and item.enqueued_at.ns]
        assert arrivals == sorted(arrivals)
        assert len(arrivals) == 1000
        for item in items:
            assert read_header(store.payload(item.id)) == (item.control_id, item.message_type)


def test_nothing_has_happened_in_the_future(sample: Path) -> None:
    with Store(sample) as store:
        items, _ = store.list(Query(limit=1000))
    for item in items:
        for when in (item.enqueued_at, item.last_attempt):
            assert when is None or (when.ns or 0) <= (START.ns or 0)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_messages_say_that_they_are_invented(kind: str) -> None:
    hospital = Hospital(random.Random(1))

    for _ in range(20):
        text = hospital.message(kind, START).raw.decode("utf-8")
        assert text.startswith("MSH|^~\\&|DEMO-HIS|INVENTED|")
        assert "|T|2.5.1|" in text
        assert all(len(line.split("|")[0]) == 3 for line in text.rstrip("\r").split("\r"))


def test_a_stay_begins_with_the_admission_and_ends_with_the_discharge() -> None:
    hospital = Hospital(random.Random(1), beds=1)

    events = [hospital.message("admission", START).message_type for _ in range(5)]

    assert events == ["ADT^A01", "ADT^A08", "ADT^A08", "ADT^A03", "ADT^A01"]


def test_what_the_scene_promises_happens(sample: Path) -> None:
    with Store(sample) as store:
        before = backlogs(store)
        play(store, minutes=10)
        after = backlogs(store)

    down, slow, draining = "registry", "pharmacy", "lis-north"
    assert after[down].pending > before[down].pending
    assert after[down].oldest == before[down].oldest
    assert (after[down].max_attempts or 0) >= 62 + 9
    assert after[slow].pending > before[slow].pending + 50
    assert after[draining].pending < before[draining].pending - 500
    assert after["claims"].pending >= 38
    assert after["claims"].oldest == before["claims"].oldest
    assert after["archive"].failed > before["archive"].failed
    assert after["archive"].pending <= 1


def test_each_receiver_gets_its_messages_in_order(tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    with Store(path) as store:
        play(store, minutes=5)
        items, total = store.list(Query(limit=1000, head_first=True))

    assert total == len(items) > 100
    for receiver in RECEIVERS:
        states = [item.state for item in items if item.destination == receiver.destination]
        first_pending = states.index("pending") if "pending" in states else len(states)
        assert set(states[first_pending:]) <= {"pending"}
        assert set(states[:first_pending]) <= {"delivered", "failed"}


def test_after_a_long_sleep_the_engine_does_not_flood(tmp_path: Path) -> None:
    with Store(tmp_path / "empty.db") as store:
        engine = Engine(store, START, random.Random(7))
        engine.step(START + timedelta(days=3))

        assert store.list(Query())[1] <= CATCH_UP * len(RECEIVERS)


def test_what_a_person_does_is_respected(sample: Path) -> None:
    with Store(sample) as store:
        head = backlogs(store)["registry"].head
        assert head is not None
        store.skip(head.id, "somebody@here", "test")
        play(store, minutes=2)

        after = backlogs(store)["registry"].head
        assert after is not None
        assert after.id != head.id
        assert after.attempts >= 1
        items, _ = store.list(Query(channel="adt", destination="registry", state="skipped"))
        assert head.id in [item.id for item in items]


def test_backoff_doubles_to_a_minute() -> None:
    assert [backoff(n) for n in (1, 2, 3, 4, 5, 6, 1000)] == [5, 10, 20, 40, 60, 60, 60]


def test_every_destination_of_the_scene_is_listed(sample: Path) -> None:
    reader = open_source(sample).reader()

    names = sorted((receiver.channel, receiver.destination) for receiver in RECEIVERS)
    assert reader.destinations() == tuple(Destination(*name) for name in names)
    reader.close()
