"""One worker of a dead-letter queue, step by step, on a clock that is turned by hand."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from qmonitor.queues import times
from qmonitor.queues.deadletter.rows import CHANNEL
from qmonitor.queues.deadletter.worker import Worker
from qmonitor.queues.errors import Refused
from qmonitor.queues.sending import DEAD_LETTER, Policy, Rejected, Unreachable
from qmonitor.queues.sqlite_worker import desk
from qmonitor.queues.working import LeaseLost, Phase
from tests.helpers import deadletter as made
from tests.helpers import files
from tests.helpers.dead_working import QUEUE, names, row, worker, working
from tests.helpers.delivering import Clock, Observer, Sender, drained

AWAY = Unreachable("Nobody is there.")
DAY = 86_400 * made.NS


def rows(path: Path) -> list[bytes]:
    """The keys of the queue's rows."""
    return [key for key, _ in made.queue_rows(path, QUEUE)]


def audited(path: Path) -> list[tuple[Any, ...]]:
    with files.opened(path) as db:
        return db.execute("SELECT actor, action, target, ids, reason FROM qmonitor_audit ORDER BY id").fetchall()


def test_it_sends_documents_in_order_and_removes_the_row_of_each(path: Path, clock: Clock, sender: Sender) -> None:
    observer = Observer()
    left = []
    sender.meanwhile = lambda: left.append(len(rows(path)))
    with working(path, sender, clock, observer=observer) as one:
        drained(one)
        assert (one.state.phase, one.state.sent, one.state.because) == (Phase.IDLE, 3, None)
    assert names(sender.sent) == ["A", "B", "C"]
    assert left == [3, 2, 1], "only once it is delivered"
    assert rows(path) == []
    assert [told[:4] for told in observer.told] == [("delivered", "dead-letter", QUEUE, 1)] * 3
    assert [round(told[4]) for told in observer.told] == [60, 59, 58]


def test_a_document_has_all_that_the_message_has(tmp_path: Path, clock: Clock, sender: Sender) -> None:
    table = made.Table(tmp_path / "daemon.db")
    row(table, clock.ns, "A", skip=["bea", "cy"], fields=None, more=(made.text("x"), made.raw(b"\xff")))
    with working(table.write(), sender, clock) as one:
        drained(one)
    at = times.from_ns(clock.ns).text
    assert json.loads(sender.sent[0]) == {
        "Timestamp": times.from_ns(made.BEGIN).text, "QueuedAt": at, "Username": "A", "Subject": "Grade in anatomy",
        "Descriptions": ["Anatomy I", "2026"], "Fields": None, "SkipRecipients": ["bea", "cy"], "Code": 0, "x": "/w==",
    }  # fmt: skip


def test_other_queues_and_other_keys_are_left_alone(tmp_path: Path, clock: Clock, sender: Sender) -> None:
    table = made.Table(tmp_path / "daemon.db")
    for name in ("grade", "grades2", "exams"):
        table.add(name, clock.ns, made.message(clock.ns))
        table.legacy(name, made.message(clock.ns))
    table.put(b"grades\0short", made.items(made.message(), made.message()))
    table.put(made.key("grades", clock.ns), made.items(made.message()), 1_800_000_000)
    table.digests(20, like=QUEUE)
    before = made.stored(table.write())
    with working(table.path, sender, clock) as one:
        drained(one)
    assert sender.tried == []
    assert made.stored(table.path) == before


# --- failures


def test_a_failed_message_blocks_those_behind_it_and_backs_off(path: Path, clock: Clock, sender: Sender) -> None:
    before = made.stored(path)
    observer, sender.failure = Observer(), AWAY
    with working(path, sender, clock, Policy(0, backoff=5, max_backoff=60), observer=observer) as one:
        waits = []
        for _ in range(6):
            waits.append(one.step())
            assert (one.state.phase, one.state.last_cause) == (Phase.WAITING, "Nobody is there.")
            assert one.state.until == times.from_ns(clock.ns + int(waits[-1] * 1e9))
            assert one.step() == pytest.approx(waits[-1]), "not before it is due"
            clock.turn(waits[-1])
        assert waits == [5, 10, 20, 40, 60, 60]
        assert made.stored(path) == before, "nothing is written down of a failure"
        sender.failure = None
        drained(one)
    assert names(sender.tried) == ["A"] * 7 + ["B", "C"]
    assert [told[0] for told in observer.told] == ["retried"] * 6 + ["delivered"] * 3
    assert observer.told[6][3] == 7


@pytest.mark.parametrize("failure", [Rejected("No.", final=True), ZeroDivisionError("x")])
def test_nothing_is_given_up(path: Path, clock: Clock, sender: Sender, failure: Exception) -> None:
    """There is no state for that in this store, and to pass over a message would be to reorder."""
    sender.failure = failure
    with working(path, sender, clock) as one:
        for _ in range(10):
            clock.turn(one.step())
        assert (one.state.gave_up, one.state.sent) == (0, 0)
        assert one.state.retried == len(sender.tried) > 1
    assert set(names(sender.tried)) == {"A"}
    assert len(rows(path)) == 3


def test_the_back_off_goes_with_the_worker(path: Path, clock: Clock, sender: Sender) -> None:
    sender.failure = AWAY
    for _ in range(2):
        with working(path, sender, clock) as one:
            assert [one.step(), one.step()] == [5, 5]
    assert len(sender.tried) == 2


@pytest.mark.parametrize("ahead", [-86_400, 86_400])
def test_a_clock_that_is_set_changes_no_back_off(path: Path, clock: Clock, sender: Sender, ahead: int) -> None:
    sender.failure = AWAY
    with working(path, sender, clock) as one:
        one.step()
        clock.ns += ahead * 10**9
        assert one.step() == pytest.approx(5)
        clock.turn(5)
        one.step()
        assert len(sender.tried) == 2


@pytest.mark.parametrize(("asked", "waited"), [(3, 5), (17.5, 17.5), (900, 60)])
def test_the_receiver_may_lengthen_the_back_off(path: Path, sender: Sender, asked: float, waited: float) -> None:
    sender.failure = Rejected("Busy.", wait=asked)
    with working(path, sender) as one:
        assert one.step() == waited


def test_a_policy_that_gives_up_is_refused_with_the_reason(path: Path) -> None:
    with pytest.raises(Refused, match=r"max_attempts is 3\. For a dead-letter queue it is 0: what fails stays in the"):
        worker(path, policy=Policy(3))
    assert DEAD_LETTER == CHANNEL


# --- rows that are not yet as they are to be


def test_a_queue_of_the_older_layout_with_a_thousand_messages(tmp_path: Path, clock: Clock, sender: Sender) -> None:
    table = made.Table(tmp_path / "daemon.db")
    table.legacy(QUEUE, *(made.message(clock.ns if n % 2 else None, username=f"{n}") for n in range(1000)))
    row(table, clock.ns, "last")
    with working(table.write(), sender, clock) as one:
        drained(one, 2100)
        assert one.state.sent == 1001
    assert names(sender.sent) == [*map(str, range(1000)), "last"]
    assert {json.loads(sent)["QueuedAt"] for sent in sender.sent} == {clock.now().text}, "each is stamped"
    assert rows(table.path) == []


def test_a_row_of_several_is_split_and_sent_one_by_one(tmp_path: Path, clock: Clock, sender: Sender) -> None:
    table = made.Table(tmp_path / "daemon.db")
    for n in range(200):
        at = clock.ns - made.NS + n
        table.add(QUEUE, at, *(made.message(at, username=f"{n}.{m}") for m in range(2 + n % 3)))
    sender.failure = AWAY
    with working(table.write(), sender, clock) as one:
        while not sender.tried:
            one.step()
        assert all(len(value) < 500 for _, value in list(made.queue_rows(table.path, QUEUE))[:60]), "split ahead"
        sender.failure = None
        clock.turn(5)
        drained(one)
    assert names(sender.sent) == [f"{n}.{m}" for n in range(200) for m in range(2 + n % 3)]


@pytest.mark.expects_log("dropped as older than 30 days")
def test_what_is_too_old_is_dropped_and_never_sent(
    tmp_path: Path, clock: Clock, sender: Sender, caplog: pytest.LogCaptureFixture
) -> None:
    table = made.Table(tmp_path / "daemon.db")
    old = [row(table, clock.ns - 31 * DAY + n, f"old {n}") for n in range(150)]
    row(table, clock.ns, "young")
    with working(table.write(), sender, clock) as one:
        drained(one)
    assert names(sender.sent) == ["young"]
    dropped = [entry for entry in audited(table.path) if entry[1] == "expire"]
    assert {key for entry in dropped for key in json.loads(entry[3])} == {key.hex() for key in old}
    assert {entry[2::2] for entry in dropped} == {("dead-letter/grades", "older than 30 days")}
    told = [one.args for one in caplog.records if "dropped as older" in one.msg]
    assert sum(args[1] for args in told if isinstance(args, tuple)) == len(old)
    assert old[0].hex() in caplog.text


@pytest.mark.expects_log("dropped as older than 30 days")
def test_a_message_that_waits_too_long_is_dropped(tmp_path: Path, clock: Clock, sender: Sender) -> None:
    table = made.Table(tmp_path / "daemon.db")
    row(table, clock.ns - 30 * DAY + 20 * made.NS, "A")
    row(table, clock.ns, "B")
    sender.failure = AWAY
    with working(table.write(), sender, clock, Policy(0, backoff=30)) as one:
        one.step()
        clock.turn(30)
        sender.failure = None
        drained(one)
    assert names(sender.tried) == ["A", "B"]


def test_what_cannot_be_decoded_stays_and_is_passed_over(tmp_path: Path, clock: Clock, sender: Sender) -> None:
    """So does a row without a message, and a whole queue under its bare name that is broken."""
    table = made.Table(tmp_path / "daemon.db")
    broken = {QUEUE.encode(): b"\x1c broken", made.key(QUEUE, clock.ns): b"", made.key(QUEUE, clock.ns + 1): b"\x80"}
    for n, value in enumerate(made.BROKEN.values()):
        broken[made.key(QUEUE, clock.ns + 2 + n)] = value
    for key, value in broken.items():
        table.put(key, value)
    row(table, clock.ns + 100, "A")
    table.put(made.key(QUEUE, clock.ns + 101), None)
    with working(table.write(), sender, clock) as one:
        drained(one)
        assert (one.state.phase, one.state.sent) == (Phase.IDLE, 1)
        row(table, clock.ns + 102, "B")
        table.write()
        clock.turn(2)
        drained(one)
    assert names(sender.sent) == ["A", "B"]
    stored = dict(made.queue_rows(table.path, QUEUE))
    assert {key: stored[key] for key in broken} == broken
    assert len(stored) == len(broken) + 1


@pytest.mark.expects_log("can't be made into a document")
def test_what_no_document_can_say_is_told_while_it_stays(tmp_path: Path, clock: Clock, sender: Sender) -> None:
    """Two keys that are alike in JSON: an idle worker beside a message that waits would be a riddle."""
    alike = made.pairs(made.integer(1), made.text("a"), made.text("1"), made.text("b"))
    table = made.Table(tmp_path / "daemon.db")
    row(table, clock.ns, "A", more=(made.text("x"), alike))
    row(table, clock.ns + 1, "B")
    with working(table.write(), sender, clock) as one:
        drained(one)
        assert (one.state.phase, one.state.sent) == (Phase.IDLE, 1)
        assert str(one.state.because) == "1 message can't be made into a document; it stays."
    assert names(sender.sent) == ["B"]


def test_what_comes_meanwhile_is_sent_in_its_place(path: Path, clock: Clock, sender: Sender) -> None:
    table = made.Table(path)
    with working(path, sender, clock) as one:
        one.step()
        row(table, clock.ns, "D")
        row(table, clock.ns - 3600 * made.NS, "of a clock that was set back")
        table.legacy(QUEUE, made.message(clock.ns, username="of an older daemon"))
        table.write()
        drained(one)
        assert one.state.phase is Phase.IDLE, "new rows are no sign of another program"
    wanted = ["A", "of an older daemon", "of a clock that was set back", "B", "C", "D"]
    assert names(sender.sent) == wanted


def test_what_comes_before_a_row_that_was_passed_over_is_sent_first(
    tmp_path: Path, clock: Clock, sender: Sender
) -> None:
    """It was restored, say, or written by a clock that is set back."""
    table = made.Table(tmp_path / "daemon.db")
    table.put(made.key(QUEUE, clock.ns), b"\xff broken")
    row(table, clock.ns + 1, "A")
    sender.failure = AWAY
    with working(table.write(), sender, clock) as one:
        one.step()
        row(table, clock.ns - 1, "before")
        table.write()
        sender.failure = None
        clock.turn(5)
        drained(one)
    assert names(sender.tried) == ["A", "before", "A"]


# --- a row that can't be removed


@pytest.mark.expects_log("was delivered and can't be marked")
@pytest.mark.expects_log("is marked at last")
def test_a_delivered_message_whose_row_cannot_be_removed_is_not_sent_again(
    path: Path, clock: Clock, sender: Sender, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk, "LOCKED_FOR", 0.01)
    first = rows(path)[0].hex()
    with working(path, sender, clock) as one, files.opened(path) as other:
        sender.meanwhile = lambda: other.execute("BEGIN IMMEDIATE")
        for _ in range(200):  # for longer than the lease lasts
            assert one.step() == 0.5
            clock.turn(0.5)
        assert (one.state.phase, one.state.unmarked, one.state.delivered) == (Phase.HOLDING, first, True)
        assert names(sender.sent) == ["A"]
        other.execute("ROLLBACK")
        sender.meanwhile = None
        drained(one)
    assert names(sender.sent) == ["A", "B", "C"]
    assert rows(path) == []


@pytest.mark.expects_log("was delivered and can't be marked .NotWritable.")
@pytest.mark.expects_log("is marked at last")
def test_a_row_that_cannot_be_removed_at_all_is_not_sent_again_and_again(
    path: Path, clock: Clock, sender: Sender
) -> None:
    with files.opened(path) as db:
        db.execute("CREATE TRIGGER deaf BEFORE DELETE ON kv BEGIN SELECT RAISE(IGNORE); END")
    with working(path, sender, clock) as one:
        for _ in range(5):
            assert one.step() == 0.5
        assert "takes no change of message" in str(one.state.because)
        with files.opened(path) as db:
            db.execute("DROP TRIGGER deaf")
        drained(one)
    assert names(sender.sent) == ["A", "B", "C"]


@pytest.mark.expects_log("was delivered and can't be marked")
@pytest.mark.expects_log("what came of message .* is not written down")
@pytest.mark.expects_log("the stop could not be recorded")
def test_it_ends_within_five_seconds_although_the_row_cannot_be_removed(
    path: Path, clock: Clock, sender: Sender, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk, "LOCKED_FOR", 0.01)
    with working(path, sender, clock) as one, files.opened(path) as other:
        sender.meanwhile = lambda: other.execute("BEGIN IMMEDIATE")
        one.step()
        began = clock.seconds
        one.close()
        assert 4.5 <= clock.seconds - began <= 5.5
        other.execute("ROLLBACK")
    assert len(rows(path)) == 3


@pytest.mark.expects_log("was delivered and can't be marked")
def test_what_is_owed_is_removed_at_its_end(path: Path, clock: Clock, sender: Sender, monkeypatch) -> None:
    """The lock is let go of while the worker ends."""
    monkeypatch.setattr(desk, "LOCKED_FOR", 0.01)

    def wait(*_: object) -> None:
        clock.turn(0.2)
        if other.in_transaction:
            other.execute("ROLLBACK")

    with working(path, sender, clock) as one, files.opened(path) as other:
        monkeypatch.setattr(clock, "wait", wait)
        sender.meanwhile = lambda: other.execute("BEGIN IMMEDIATE")
        one.step()
        one.close()
    assert names(sender.sent) == ["A"]
    assert len(rows(path)) == 2


# --- start and stop


def test_start_and_stop_are_audited_and_leave_no_lease(path: Path, clock: Clock) -> None:
    with working(path, clock=clock, reason="night shift") as one:
        one.step()
        with files.opened(path) as db:
            assert db.execute("SELECT channel, destination FROM qmonitor_lease").fetchall() == [("dead-letter", QUEUE)]
    with files.opened(path) as db:
        assert db.execute("SELECT count(*) FROM qmonitor_lease").fetchone() == (0,)
    target, reason = "dead-letter/grades → a list", "engine stopped: night shift"
    assert audited(path) == [
        ("ann@ward-7", f"worker-{what}", target, "[]", reason) for what in ("start", "stop")
    ]  # fmt: skip


def test_run_ends_with_the_attempt_in_flight(path: Path, clock: Clock, sender: Sender) -> None:
    stop = threading.Event()
    sender.meanwhile = stop.set
    one = worker(path, sender, clock)
    one.run(stop)
    assert (names(sender.sent), len(rows(path))) == (["A"], 2)
    assert (one.state.phase, one.state.sent) == (Phase.STOPPED, 1)


def test_an_attempt_cut_off_by_the_stop_leaves_the_row(path: Path, clock: Clock, sender: Sender) -> None:
    stop = threading.Event()
    sender.failure, sender.meanwhile = AWAY, stop.set
    one = worker(path, sender, clock)
    one.run(stop)
    assert (one.state.retried, len(rows(path))) == (0, 3)


def test_a_state_tells_which_message_is_sent(path: Path, clock: Clock, sender: Sender) -> None:
    seen: list[Any] = []
    keys = [key.hex() for key in rows(path)]
    with working(path, sender, clock) as one:
        sender.meanwhile = lambda: seen.append((one.state.phase, one.state.item))
        drained(one)
    assert seen == [(Phase.RUNNING, key) for key in keys]


def test_nothing_of_a_message_is_in_what_it_says_of_itself(path: Path, clock: Clock, caplog) -> None:
    with working(path, clock=clock) as one, caplog.at_level("DEBUG"):
        one._opened()
        head = one._desk.look()  # type: ignore[union-attr]
        assert "anatomy" not in repr(head)
        drained(one)
    assert "anatomy" not in caplog.text.lower()


def test_messages_of_any_size_are_sent_and_memory_stays_bounded(tmp_path: Path, clock: Clock, sender: Sender) -> None:
    """Of rows that are huge only a few are read at once."""
    table, text = made.Table(tmp_path / "daemon.db"), "x" * 3_000_000
    for n in range(6):
        row(table, clock.ns + n, f"{n}", subject=text if n % 2 == 0 else "short")
    table.put(made.key(QUEUE, clock.ns + 9), b"\x81" * 17_000_000)
    with working(table.write(), sender, clock) as one:
        one._opened()
        line = one._desk.changes.line  # type: ignore[union-attr]
        assert [len(line.after(None, most)) for most in (1, 6)] == [1, 3], "two of these are more than is read at once"
        assert sum(map(len, line.slices())) == 7
        drained(one)
    assert names(sender.sent) == [f"{n}" for n in range(6)]
    assert [len(sent) > 3_000_000 for sent in sender.sent] == [True, False] * 3
    assert rows(table.path) == [made.key(QUEUE, clock.ns + 9)], "beyond every limit: it stays"


# --- two workers


def test_a_second_worker_waits_and_says_so(path: Path, clock: Clock) -> None:
    first, second = Sender(), Sender()
    with working(path, second, clock) as late, working(path, first, clock) as one:
        one.step()
        assert late.step() == 2.0
        assert "Another worker has this destination (process" in str(late.state.because)
        one.close()
        drained(late)
    assert (names(first.sent), names(second.sent)) == (["A"], ["B", "C"])


@pytest.mark.parametrize("slept", [False, True], ids=["set", "slept"])
def test_a_clock_that_is_set_ahead_takes_no_queue_from_who_is_at_work(path: Path, clock: Clock, slept: bool) -> None:
    """Nor does a machine that slept: it is the holder that ends then, and not because somebody else was quicker."""
    sender = Sender()
    sender.failure = AWAY
    policy = Policy(0, backoff=3600, max_backoff=3600)
    with working(path, sender, clock, policy) as one, working(path, late := Sender(), clock, policy) as other:
        one.step()
        other.step()
        clock.ns += 3600 * 10**9
        clock.seconds += 3600 if slept else 0
        for _ in range(10 if slept else 300):
            other.step()
            assert other.state.phase is Phase.HOLDING
            clock.turn(1)
            if not slept:
                one.step()
        if slept:
            with pytest.raises(LeaseLost):
                one.step()
    assert late.tried == []


def test_workers_of_two_queues_do_not_wait_for_each_other(tmp_path: Path, clock: Clock) -> None:
    table = made.Table(tmp_path / "daemon.db")
    row(table, clock.ns, "A")
    table.add("exams", clock.ns, made.message(clock.ns, username="B"))
    there = Sender()
    with working(table.write(), here := Sender(), clock) as one:
        one.step()
        other = Worker(table.path, CHANNEL, "exams", there, Policy(0), engine_stopped=True, clock=clock)
        drained(other)
        other.close()
        drained(one)
        assert one.state.phase is Phase.IDLE
    assert (names(here.sent), names(there.sent)) == (["A"], ["B"])
