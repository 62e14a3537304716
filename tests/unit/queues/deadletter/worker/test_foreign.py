"""The daemon knows no lease: it is known by its traces, and what our own people do is none of them."""

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from qmonitor.queues import open_source
from qmonitor.queues.deadletter import Message, Store, codec
from qmonitor.queues.deadletter.worker import changes
from qmonitor.queues.model import Query
from qmonitor.queues.sending import Unreachable
from qmonitor.queues.sqlite_worker.desk import Person
from qmonitor.queues.working import EngineActive, Phase
from tests.helpers import deadletter as made
from tests.helpers import files
from tests.helpers.dead_working import QUEUE, names, row, worker, working
from tests.helpers.delivering import Clock, Observer, Sender, drained

SEEN = pytest.mark.expects_log("Another program has")
AWAY = Unreachable("Nobody is there.")


@pytest.fixture(params=["few", "many"], autouse=True)
def length(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a long queue not all rows are compared inside a transaction."""
    if request.param == "many":
        monkeypatch.setattr(changes, "FEW", 0)


def keys_of(path: Path) -> list[bytes]:
    return [key for key, _ in made.queue_rows(path, QUEUE)]


def execute(path: Path, sql: str, *values: object) -> None:
    with files.opened(path) as db:
        db.execute(sql, values)


def remove(path: Path, n: int) -> None:
    execute(path, "DELETE FROM kv WHERE key = ?", keys_of(path)[n])


def rewrite(path: Path, n: int) -> None:
    key = keys_of(path)[n]
    execute(
        path, "UPDATE kv SET value = ? WHERE key = ?", made.items(made.message(time.time_ns(), username="other")), key
    )


FOREIGN: dict[str, Callable[[Path, int], None]] = {"removed": remove, "rewritten": rewrite}


def acted(path: Path, action: str, *items: str) -> None:
    """An act of ours, in another connection."""
    admin = open_source(path).admin()
    try:
        report = admin.run(admin.plan(action, items), "ops@ward", "test")
        assert report.done == len(items)
    finally:
        admin.close()


# --- the watch before the start


@pytest.mark.expects_log("dropped as older than 30 days")
def test_it_watches_for_ten_seconds_and_changes_nothing_meanwhile(tmp_path: Path, clock: Clock, sender: Sender) -> None:
    table = made.Table(tmp_path / "daemon.db")
    table.legacy(QUEUE, made.message(None, username="A"), made.message(clock.ns, username="B"))
    row(table, clock.ns - 40 * 86_400 * made.NS, "old")
    before = made.stored(table.write())
    with working(table.path, sender, clock, engine_stopped=False) as one:
        began = clock.seconds
        while not sender.tried:
            assert clock.seconds - began > 10 or made.stored(table.path) == before
            clock.turn(max(one.step(), 0.001))
            assert one.state.phase is not Phase.WATCHING or "Whether the daemon sends" in str(one.state.because)
        assert 10 <= clock.seconds - began < 11
        drained(one)
    assert names(sender.sent) == ["A", "B"]


def test_an_empty_queue_is_watched_as_long(tmp_path: Path, clock: Clock) -> None:
    table = made.Table(tmp_path / "daemon.db")
    with working(table.write(), clock=clock, engine_stopped=False) as one:
        began = clock.seconds
        while one.step() and one.state.phase is Phase.WATCHING:
            clock.turn(1)
        assert clock.seconds - began == 10


@pytest.mark.parametrize("slept", [False, True], ids=["set", "slept"])
def test_a_clock_that_is_set_ahead_shortens_no_watch(path: Path, clock: Clock, sender: Sender, slept: bool) -> None:
    with working(path, sender, clock, engine_stopped=False) as one:
        one.step()
        clock.turn(1)
        one.step()
        clock.ns += 3600 * 10**9
        clock.seconds += 30 if slept else 0
        began = clock.seconds
        while not sender.tried:
            clock.turn(max(one.step(), 0.001))
        assert clock.seconds - began > 3.9


@SEEN
@pytest.mark.parametrize("how", FOREIGN)
def test_what_another_program_does_during_the_watch_begins_it_anew(
    path: Path, clock: Clock, sender: Sender, how: str
) -> None:
    with working(path, sender, clock, engine_stopped=False) as one:
        one.step()
        clock.turn(8)
        FOREIGN[how](path, 1)
        assert one.step() <= 1
        assert f"Another program has {how} message" in str(one.state.because)
        began = clock.seconds
        while not sender.tried:
            clock.turn(max(one.step(), 0.001))
        assert 10 <= clock.seconds - began < 11


# --- while it works


@SEEN
@pytest.mark.parametrize("n", [0, 1], ids=["the next", "another"])
@pytest.mark.parametrize("how", FOREIGN)
def test_another_program_is_noticed_and_watched(path: Path, clock: Clock, sender: Sender, how: str, n: int) -> None:
    with working(path, sender, clock) as one:
        one.step()
        FOREIGN[how](path, n)
        assert one.step() <= 1
        assert one.state.phase is Phase.WATCHING
        assert f"Another program has {how} message" in str(one.state.because)
        assert (one.state.trusted, one.state.doubted) == (False, True)
        assert len(sender.sent) == 1
        one.engine_is_stopped("ann@ward-7", "now it is")
        drained(one)
        assert one.state.trusted
    assert len(sender.sent) == (2 if how == "removed" else 3)


@SEEN
@pytest.mark.parametrize("how", FOREIGN)
def test_where_it_was_said_to_be_stopped_its_traces_end_a_strict_worker(
    path: Path, clock: Clock, sender: Sender, how: str
) -> None:
    one = worker(path, sender, clock, strict=True)
    one.step()
    FOREIGN[how](path, 0)
    with pytest.raises(EngineActive, match=f"Another program has {how} .* See whether the daemon still sends"):
        one.step()
    one.close()
    assert names(sender.sent) == ["A"]


@SEEN
@pytest.mark.parametrize("how", FOREIGN)
def test_it_is_looked_for_in_the_transaction_that_removes_a_row(
    path: Path, clock: Clock, sender: Sender, how: str
) -> None:
    sender.meanwhile = lambda: FOREIGN[how](path, 1)
    with working(path, sender, clock) as one:
        one.step()
        one.step()
        assert one.state.phase is Phase.WATCHING
    assert names(sender.sent) == ["A"]


@SEEN
def test_what_is_split_stands_still_where_another_program_was_at_it(
    tmp_path: Path, clock: Clock, sender: Sender
) -> None:
    """Between the look at a row and the transaction that splits it; at whichever row of the queue."""
    table = made.Table(tmp_path / "daemon.db")
    table.add(QUEUE, clock.ns, made.message(clock.ns, username="A"), made.message(clock.ns, username="B"))
    key = row(table, clock.ns + 1, "C")
    with working(table.write(), sender, clock) as one:
        desk = one._opened()
        desk.take_lease(Person("ann@ward-7", ""))
        head = desk.look()
        assert head is not None
        rewrite(table.path, 1)
        before = made.stored(table.path)
        assert desk.payload(head) is None
        assert made.stored(table.path) == before
        one.step()
        assert one.state.phase is Phase.WATCHING
        assert key.hex() in str(one.state.because)


@SEEN
def test_far_away_in_a_long_queue_another_program_is_noticed_soon(
    tmp_path: Path, clock: Clock, sender: Sender, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = made.Table(tmp_path / "daemon.db")
    for n in range(3000):
        row(table, clock.ns - made.NS + n, f"{n}")
    with working(table.write(), sender, clock, engine_stopped=False) as one:
        one.step()
        for n, how in ((2500, "removed"), (1500, "rewritten")):
            FOREIGN[how](table.path, n)
            clock.turn(1)
            one.step()
            assert how in str(one.state.because)
    assert sender.tried == []


def test_new_rows_are_no_sign(path: Path, clock: Clock, sender: Sender) -> None:
    with Store(path) as store, working(path, sender, clock) as one:
        for n in range(5):
            store.store_failed(QUEUE, Message(username=f"new {n}"))
            store.store_failed("exams", Message())
            one.step()
        drained(one)
        assert one.state.phase is Phase.IDLE
    assert names(sender.sent) == ["A", "B", "C", *(f"new {n}" for n in range(5))]


# --- what our own people do


def test_what_is_recorded_is_no_sign(path: Path, clock: Clock, sender: Sender) -> None:
    a, b, c = (key.hex() for key in keys_of(path))
    sender.failure = AWAY
    with working(path, sender, clock) as one:
        one.step()
        for action, items in (("skip", [a, b]), ("restore", [a]), ("erase", [c]), ("restore", [b])):
            acted(path, action, *items)
            clock.turn(5)
            one.step()
            assert one.state.phase is Phase.WAITING
        sender.failure = None
        clock.turn(60)
        drained(one)
        assert one.state.phase is Phase.IDLE
    assert names(sender.sent) == ["A", "B"]


def test_a_drop_by_another_worker_of_ours_is_no_sign(tmp_path: Path, clock: Clock, sender: Sender) -> None:
    table = made.Table(tmp_path / "daemon.db")
    row(table, clock.ns - 40 * 86_400 * made.NS, "old")
    row(table, clock.ns, "B")
    with working(table.write(), sender, clock, engine_stopped=False) as one:
        one.step()
        with Store(table.path, clock=clock.now) as store:
            store.fetch_failed(QUEUE)
        clock.turn(1)
        one.step()
        assert "Whether the daemon" in str(one.state.because)


@pytest.mark.parametrize("failure", [None, AWAY])
@pytest.mark.parametrize("action", ["skip", "erase"])
def test_what_a_person_does_with_a_message_in_flight_stands(
    path: Path, clock: Clock, sender: Sender, action: str, failure: Unreachable | None
) -> None:
    """It was delivered: that is the truth, and it is not to be restored. It failed: it is skipped all the same."""
    first = keys_of(path)[0]

    def meanwhile() -> None:
        sender.meanwhile = None
        acted(path, action, first.hex())

    observer, sender.failure, sender.meanwhile = Observer(), failure, meanwhile
    with working(path, sender, clock, observer=observer) as one:
        one.step()
        assert one.state.phase is not Phase.WATCHING, "the audit explains it"
        sender.failure = None
        clock.turn(5)
        drained(one)
    assert names(sender.tried) == ["A", "B", "C"]
    assert [told[0] for told in observer.told] == ["delivered"] * (3 if failure is None else 2)
    with files.opened(path) as db:
        skipped = [key for (key,) in db.execute("SELECT key FROM qmonitor_skipped")]
    assert skipped == ([first] if action == "skip" and failure is not None else [])


def test_what_is_skipped_and_restored_in_flight_is_not_sent_again(path: Path, clock: Clock, sender: Sender) -> None:
    first = keys_of(path)[0].hex()

    def meanwhile() -> None:
        sender.meanwhile = None
        acted(path, "skip", first)
        acted(path, "restore", first)

    sender.meanwhile = meanwhile
    with working(path, sender, clock) as one:
        drained(one)
    assert names(sender.sent) == ["A", "B", "C"]


# --- a row that another program rewrites in flight


@SEEN
def test_a_message_that_is_only_stamped_anew_is_removed(path: Path, clock: Clock, sender: Sender) -> None:
    key, value = next(made.queue_rows(path, QUEUE))

    def meanwhile() -> None:
        sender.meanwhile = None
        (message,) = codec.decode(value)
        stamped = codec.encode([message.__class__(**{**fields(message), "queued_at": clock.now()})])
        execute(path, "UPDATE kv SET value = ? WHERE key = ?", stamped, key)

    sender.meanwhile = meanwhile
    with working(path, sender, clock) as one:
        one.step()
    assert len(keys_of(path)) == 2


def fields(message: Message) -> dict[str, object]:
    return {name: getattr(message, name) for name in Message.__slots__}


@SEEN
def test_another_message_in_its_place_stays(path: Path, clock: Clock, sender: Sender) -> None:
    def meanwhile() -> None:
        sender.meanwhile = None
        rewrite(path, 0)

    sender.meanwhile = meanwhile
    with working(path, sender, clock) as one:
        assert one.step() == 0
        one.step()
        assert one.state.phase is Phase.WATCHING
        assert one.state.sent == 1
    assert names(sender.sent) == ["A"]
    assert len(keys_of(path)) == 3


# --- a file with both tables


@SEEN
def test_in_a_file_with_both_tables_messages_have_the_ids_of_the_whole(
    tmp_path: Path, clock: Clock, sender: Sender
) -> None:
    from qmonitor.queues.combined.parts import Part
    from qmonitor.queues.combined.worker import CombinedWorker, telling
    from qmonitor.queues.working import WorkerState

    table = made.Table(tmp_path / "daemon.db")
    key = row(table, clock.ns, "A").hex()
    told: list[WorkerState] = []
    part = Part("kv:", "dead-letter")
    inner = worker(table.write(), sender, clock, told=telling(part, told.append), engine_stopped=False)
    one, seen = CombinedWorker(part, inner), list[object]()
    sender.meanwhile = lambda: seen.append(one.state.item)
    inner.step()
    rewrite(table.path, 0)
    clock.turn(1)
    inner.step()
    assert f"message kv:{key}" in str(one.state.because)
    one.engine_is_stopped("ann@ward-7", "it is")
    one.wake()
    drained(inner)
    inner.close()
    assert seen == [f"kv:{key}"]
    assert f"kv:{key}" in [state.item for state in told]


def test_the_worker_of_a_file_with_both_tables_is_that_of_the_channel(tmp_path: Path, clock: Clock) -> None:
    from qmonitor.queues.delivery import Store as DeliveryStore
    from qmonitor.queues.model import Destination
    from qmonitor.queues.sending import Policy

    with DeliveryStore(tmp_path / "both.db"):
        table = made.Table(tmp_path / "both.db")
    row(table, clock.ns, "A")
    source = open_source(table.write())
    assert source.capabilities["worker"] is None
    assert source.reader().count(Query()) == 1
    terms = {"actor": "ann", "reason": "test"}
    source.worker(Destination("adt", "north"), Sender(), Policy(3), **terms)
    with pytest.raises(Exception, match="For a dead-letter queue it is 0"):
        source.worker(Destination("dead-letter", QUEUE), Sender(), Policy(3), **terms)


def test_every_commit_is_durable(path: Path, clock: Clock, sender: Sender) -> None:
    with working(path, sender, clock) as one:
        db: sqlite3.Connection = one._opened()._writer.db
        assert [db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "secure_delete")] == [2, 1]
        drained(one)
