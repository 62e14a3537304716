"""One worker, step by step, on a clock that is turned by hand."""

import json
import os
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from qmonitor.queues import open_source, times
from qmonitor.queues.audit import actor
from qmonitor.queues.delivery import Store, Worker, schema
from qmonitor.queues.delivery.worker import FileExchanged, Phase, Terms
from qmonitor.queues.delivery.worker import desk as own
from qmonitor.queues.errors import Refused, SourceMissing
from qmonitor.queues.sending import OutcomeUnknown, Policy, Postponed, Rejected, Unreachable, Unsendable
from qmonitor.queues.sqlite_worker import desk
from tests.helpers import files
from tests.helpers.delivering import Clock, Observer, Sender, drained, message, row, worker, working

AWAY = Unreachable("Nobody is there.")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return files.queue(tmp_path / "q.db", [row("A"), row("B"), row("C")])


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path) as opened:
        yield opened


def columns(path: Path, item: int) -> Any:
    return files.rows(path, "state, attempts, last_error", f"id={item}")[0]


def audited(path: Path) -> list[tuple[Any, ...]]:
    with files.opened(path) as db:
        return db.execute("SELECT actor, action, target, part, ids, reason FROM qmonitor_audit ORDER BY id").fetchall()


def test_it_sends_in_order_and_marks_each(path: Path, clock: Clock, sender: Sender) -> None:
    observer = Observer()
    with working(path, sender, clock, observer=observer) as one:
        assert [one.step() for _ in range(3)] == [0, 0, 0]
        assert one.step() == 2.0
        assert (one.state.phase, one.state.sent) == (Phase.IDLE, 3)
    assert sender.sent == [message("A"), message("B"), message("C")]
    assert files.rows(path, "state, attempts, last_error, last_attempt") == [
        ("delivered", 1, "", clock.now().text)
    ] * 3  # fmt: skip
    assert [told[:4] for told in observer.told] == [("delivered", "lab", "dest-01", 1)] * 3
    assert all(60 <= told[4] < 70 for told in observer.told)


def test_a_file_without_a_write_ahead_log_is_worked_on_as_well(tmp_path: Path, sender: Sender) -> None:
    path = files.queue(tmp_path / "q.db", [row("A"), row("B")], journal="delete")
    with Store(path) as store, working(path, sender) as one:
        one.step()
        store.skip(2, "ops@ward", "test")
        drained(one)
    assert files.states(path) == {1: "delivered", 2: "skipped"}


def test_odd_rows_are_sent_and_marked_like_others(tmp_path: Path, sender: Sender) -> None:
    """What only a careless writer's file holds: a failed attempt at such a row counts, too."""
    odd = [{"next_attempt": None}, {"attempts": None}, {"next_attempt": 7}, {"attempts": "many"}, {"raw": None}]
    path = files.queue(tmp_path / "q.db", [row("A", **more) for more in odd], loose=True)
    clock, sender.failure = Clock(), AWAY
    with working(path, sender, clock, Policy(2)) as one:
        while one.step() and one.state.phase is not Phase.IDLE:
            clock.turn(5)
            assert len(sender.tried) <= 10
    assert files.rows(path, "state, attempts") == [("failed", 2)] * 5


def test_other_destinations_are_left_alone(tmp_path: Path, sender: Sender) -> None:
    rows = [row("A", destination="dest-02"), row("B"), row("C", channel="LAB")]
    path = files.queue(tmp_path / "q.db", rows)
    with working(path, sender) as one:
        drained(one)
    assert files.states(path) == {1: "pending", 2: "delivered", 3: "pending"}


def test_bytes_are_handed_over_as_stored(tmp_path: Path, sender: Sender) -> None:
    odd = [b"\x00\xff\xfe", b"", "t\u00fcxt", b"x" * 3_000_000]
    path = files.queue(tmp_path / "q.db", [row("A", raw=raw) for raw in odd])
    with working(path, sender) as one:
        drained(one)
    assert sender.sent == [b"\x00\xff\xfe", b"", "t\u00fcxt".encode(), b"x" * 3_000_000]


# --- failures


def test_a_failed_head_blocks_and_backs_off(path: Path, clock: Clock, sender: Sender) -> None:
    observer, sender.failure = Observer(), AWAY
    with working(path, sender, clock, Policy(0, backoff=5, max_backoff=60), observer=observer) as one:
        waits = []
        for _ in range(6):
            waits.append(one.step())
            assert (one.state.phase, one.state.last_cause) == (Phase.WAITING, "Nobody is there.")
            assert one.state.until == times.from_ns(clock.ns + int(waits[-1] * 1e9))
            assert one.step() == waits[-1], "not before it is due"
            clock.turn(waits[-1])
        assert waits == [5, 10, 20, 40, 60, 60]
        sender.failure = None
        drained(one)
    assert sender.tried == [message("A")] * 6 + [message("A"), message("B"), message("C")]
    assert [told[0] for told in observer.told] == ["retried"] * 6 + ["delivered"] * 3
    assert observer.told[6][3] == 7
    assert columns(path, 1) == ("delivered", 7, "")


@pytest.mark.parametrize(("asked", "waited"), [(None, 5), (3, 5), (17.5, 17.5), (900, 60)])
def test_the_receiver_may_lengthen_the_back_off_up_to_its_bound(
    path: Path, sender: Sender, asked: float | None, waited: float
) -> None:
    sender.failure = Rejected("Busy.", wait=asked)
    with working(path, sender) as one:
        assert one.step() == waited


@pytest.mark.parametrize("limit", [1, 3])
def test_there_are_exactly_so_many_attempts_and_then_the_next_item(
    path: Path, clock: Clock, sender: Sender, limit: int
) -> None:
    observer, sender.failure = Observer(), AWAY
    with working(path, sender, clock, Policy(limit, backoff=5), observer=observer) as one:
        for _ in range(limit):
            wait = one.step()
            assert wait > 0, "never at once after a failure"
            clock.turn(wait)
        assert columns(path, 1) == ("failed", limit, "Nobody is there.")
        sender.failure = None
        drained(one)
        assert (one.state.sent, one.state.retried, one.state.gave_up) == (2, limit - 1, 1)
    assert sender.tried == [message("A")] * limit + [message("B"), message("C")]
    assert [told[0] for told in observer.told] == ["retried"] * (limit - 1) + ["gave_up"] + ["delivered"] * 2


def test_a_final_failure_gives_up_at_once_but_does_not_rush(path: Path, clock: Clock, sender: Sender) -> None:
    sender.failure = Unsendable("It can't be sent.", final=True)
    with working(path, sender, clock) as one:
        assert one.step() == 5.0
        assert one.step() == 5.0
        assert len(sender.tried) == 1
        one.wake()
        one.step()
        assert len(sender.tried) == 2
    assert files.states(path) == {1: "failed", 2: "failed", 3: "pending"}


def test_an_item_beyond_the_limit_gets_one_more_attempt(tmp_path: Path, sender: Sender) -> None:
    path = files.queue(tmp_path / "q.db", [row("A", attempts=9)])
    sender.failure = AWAY
    with working(path, sender, policy=Policy(5)) as one:
        one.step()
    assert columns(path, 1) == ("failed", 10, "Nobody is there.")


def test_whatever_a_sender_raises_is_an_unknown_outcome(path: Path, sender: Sender) -> None:
    sender.failure = ZeroDivisionError("x" * 3000)
    with working(path, sender) as one:
        assert one.step() == 5
    state, attempts, cause = columns(path, 1)
    assert (state, attempts, len(cause)) == ("pending", 1, 2000)
    assert cause.startswith("ZeroDivisionError: xxx") and cause.endswith("(cut, 3019 characters in all)")


@pytest.mark.expects_log("the observer failed")
def test_an_observer_that_fails_ends_nothing(path: Path, sender: Sender) -> None:
    class Broken(Observer):
        def delivered(self, *_: Any) -> None:
            raise ValueError

    with working(path, sender, observer=Broken()) as one:
        drained(one)
        assert one.state.sent == 3


# --- what a person does meanwhile


@pytest.mark.parametrize("failure", [None, AWAY])
def test_a_late_report_undoes_no_skip(path: Path, sender: Sender, store: Store, failure: Any) -> None:
    sender.failure, sender.meanwhile = failure, lambda: store.skip(1, "ops@ward", "test") or None
    with working(path, sender) as one:
        one.step()
        assert one.state.phase != Phase.WATCHING, "the audit explains it"
    assert files.states(path)[1] == ("delivered" if failure is None else "skipped")


@pytest.mark.parametrize("failure", [None, AWAY])
def test_what_is_erased_meanwhile_stays_away(path: Path, sender: Sender, store: Store, failure: Any) -> None:
    observer, sender.failure = Observer(), failure
    sender.meanwhile = lambda: store.erase([1], "ops@ward", "test")
    with working(path, sender, observer=observer) as one:
        one.step()
        assert one.state.phase != Phase.WATCHING
    assert files.states(path) == {2: "pending", 3: "pending"}
    assert [told[0] for told in observer.told] == (["delivered"] if failure is None else [])


def test_retry_now_beats_the_report_of_an_attempt_in_flight(
    path: Path, clock: Clock, sender: Sender, store: Store
) -> None:
    sender.failure, sender.meanwhile = AWAY, lambda: store.retry_now(id=1, who="ops@ward", reason="repaired")
    with working(path, sender, clock) as one:
        wait = one.step()
        assert 0 < wait <= 2, "never at once, but soon"
        assert columns(path, 1) == ("pending", 0, "")
        sender.failure = sender.meanwhile = None
        clock.turn(wait)
        drained(one)
    assert sender.sent == [message("A"), message("B"), message("C")]


def test_retry_now_and_restore_are_found_again_below_the_cursor(tmp_path: Path, clock: Clock, sender: Sender) -> None:
    path = files.queue(tmp_path / "q.db", [row("A", state="skipped"), row("B", state="failed"), row("C"), row("D")])
    with Store(path) as store, working(path, sender, clock) as one:
        one.step()
        store.retry_now(id=2, who="ops@ward", reason="repaired")
        clock.turn(1)
        one.step()
        store.restore([1], "ops@ward", "wrong night")
        clock.turn(1)
        drained(one)
        assert one.state.because is None
    assert sender.sent == [message(name) for name in "CBAD"]


def test_what_is_enqueued_is_found_without_being_a_change(
    path: Path, clock: Clock, sender: Sender, store: Store
) -> None:
    from qmonitor.queues import Item

    with working(path, sender, clock) as one:
        drained(one)
        for name in "DE":
            store.enqueue(Item("lab", "dest-01", raw=message(name)))
            store.enqueue(Item("lab", "dest-02", raw=message("X")))
        clock.turn(2)
        drained(one)
        assert one.state.phase is Phase.IDLE
    assert sender.sent == [message(name) for name in "ABCDE"]


# --- a report that can't be written


@pytest.mark.expects_log("message 2 was delivered and can't be marked")
@pytest.mark.expects_log("message 2 is marked at last")
def test_a_delivered_item_that_cannot_be_marked_is_never_sent_again(
    path: Path, clock: Clock, sender: Sender, monkeypatch: pytest.MonkeyPatch
) -> None:
    observer = Observer()
    with working(path, sender, clock, observer=observer) as one, files.opened(path) as other:
        one.step()
        monkeypatch.setattr(one._desk._writer._patience, "try_for", 0.01)  # type: ignore[union-attr]
        sender.meanwhile = lambda: other.execute("BEGIN IMMEDIATE")
        files_before = len(sender.sent)
        path_state = one.step()
        assert path_state == 0.5
        assert (one.state.phase, one.state.unmarked, one.state.delivered) == (Phase.HOLDING, 2, True)
        assert "message 2" in str(one.state.because) and "locked" in str(one.state.because)
        assert [told[0] for told in observer.told] == ["delivered", "delivered"], "it was"
        for _ in range(200):  # for longer than the lease lasts
            clock.turn(0.5)
            assert one.step() == 0.5
        assert len(sender.sent) == files_before + 1
        other.execute("ROLLBACK")
        sender.meanwhile = None
        drained(one)
        assert (one.state.sent, one.state.unmarked) == (3, None)
    assert sender.sent == [message("A"), message("B"), message("C")]
    assert len(observer.told) == 3
    assert set(files.states(path).values()) == {"delivered"}


@pytest.mark.expects_log("message 1 was delivered and can't be marked .OverflowError.")
@pytest.mark.expects_log("message 1 is marked at last")
def test_whatever_keeps_a_delivered_item_from_being_marked_it_is_not_sent_again(
    path: Path, clock: Clock, sender: Sender, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A defect of our own, say: a worker that ended by it would send it again when it is started."""

    def broken(*_: object) -> None:
        raise OverflowError

    with working(path, sender, clock) as one:
        with monkeypatch.context() as patch:
            patch.setattr(own, "mark", broken)
            for _ in range(5):
                assert one.step() == 0.5
            assert (one.state.phase, one.state.unmarked) == (Phase.HOLDING, 1)
            assert str(one.state.because) == "What came of message 1 can't be written down. OverflowError"
        drained(one)
    assert sender.sent == [message("A"), message("B"), message("C")]
    assert set(files.states(path).values()) == {"delivered"}


@pytest.mark.expects_log("message 1 was delivered and can't be marked")
@pytest.mark.expects_log("what came of message 1 is not written down")
@pytest.mark.expects_log("the stop could not be recorded")
def test_what_is_owed_to_a_file_is_not_written_to_another(
    path: Path, clock: Clock, sender: Sender, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Nor is a message of another file sent while anything is owed."""
    monkeypatch.setattr(desk, "LOCKED_FOR", 0.01)
    with working(path, sender, clock) as one, files.opened(path) as other:
        sender.meanwhile = lambda: other.execute("BEGIN IMMEDIATE")
        one.step()
        other.rollback()
        os.replace(files.queue(tmp_path / "backup.db", [row("X")]), path)
        clock.turn(2)
        monkeypatch.setattr(own, "mark", lambda *_: 1 / 0)
        with pytest.raises(FileExchanged):
            one.step()
    assert sender.sent == [message("A")]
    assert files.states(path) == {1: "pending"}


@pytest.mark.expects_log("message 1 was delivered and can't be marked .NotWritable.")
@pytest.mark.expects_log("message 1 is marked at last")
def test_a_row_that_takes_no_change_is_not_sent_again_and_again(path: Path, clock: Clock, sender: Sender) -> None:
    with files.opened(path) as db:
        db.execute("CREATE TRIGGER deaf BEFORE UPDATE ON queue BEGIN SELECT RAISE(IGNORE); END")
    with working(path, sender, clock) as one:
        for _ in range(5):
            assert one.step() == 0.5
        assert "takes no change of message 1" in str(one.state.because)
        with files.opened(path) as db:
            db.execute("DROP TRIGGER deaf")
        drained(one)
    assert sender.sent == [message("A"), message("B"), message("C")]


def test_a_log_that_begins_later_ends_nothing(tmp_path: Path, clock: Clock, sender: Sender) -> None:
    """An engine turns the file's journal into one when it starts."""
    path = files.queue(tmp_path / "q.db", [row("A"), row("B")], journal="delete")
    with working(path, sender, clock) as one:
        one.step()
        with files.opened(path) as engine:
            assert engine.execute("PRAGMA journal_mode=WAL").fetchone() == ("wal",)
            files.insert(engine, [row("C")])
            for _ in range(3):
                clock.turn(2)
                one.step()
    assert sender.sent == [message("A"), message("B"), message("C")]


def test_a_log_that_somebody_takes_away_ends_it(path: Path, clock: Clock, sender: Sender) -> None:
    """What is committed would be lost with it, and sent again by whoever comes next."""
    with working(path, sender, clock) as one:
        one.step()
        clock.turn(2)
        one.step()
        os.rename(f"{path}-wal", f"{path}-gone")
        clock.turn(2)
        with pytest.raises(FileExchanged, match="write-ahead log of .* was taken away"):
            one.step()
        os.rename(f"{path}-gone", f"{path}-wal")
    assert sender.sent == [message("A"), message("B")]


@pytest.mark.parametrize("stored", [2**63 - 1, "99999999999999999999", -5, "x", 1.5, b"7"])
@pytest.mark.parametrize("failure", [None, AWAY])
def test_whatever_number_of_attempts_is_stored_there_it_is_counted_on(
    path: Path, sender: Sender, stored: object, failure: Any
) -> None:
    with files.opened(path) as db:
        db.execute("UPDATE queue SET attempts = ? WHERE id = 1", (stored,))
    sender.failure = failure
    with working(path, sender, policy=Policy(3)) as one:
        one.step()
    counted = stored in (2**63 - 1, b"7")
    state = ("failed" if counted else "pending") if failure else "delivered"
    assert columns(path, 1)[:2] == (state, {2**63 - 1: 2**62 + 1, b"7": 8}.get(stored, 1))


class Wordless(Exception):
    """Says nothing, and fails even at that."""

    def __str__(self) -> str:
        raise RuntimeError


def test_a_failure_without_words_is_one_like_others(path: Path, sender: Sender) -> None:
    sender.failure = Wordless()
    with working(path, sender) as one:
        assert one.step() == 5
    assert columns(path, 1) == ("pending", 1, "Wordless")


def test_what_was_not_even_tried_counts_as_no_attempt(path: Path, clock: Clock, sender: Sender) -> None:
    """Its turn did not come, as others were being sent to the same receiver: it would be given up without a try."""
    sender.failure = Postponed("Others were sent.")
    observer = Observer()
    with working(path, sender, clock, Policy(1), observer=observer) as one:
        for _ in range(3):
            assert one.step() == 2
            assert (one.state.phase, str(one.state.because)) == (Phase.HOLDING, "Others were sent.")
            assert 0 < one.step() <= 2, "not at once again"
            clock.turn(2)
        assert len(sender.tried) == 3
        assert columns(path, 1) == ("pending", 0, "")
        assert (one.state.retried, one.state.gave_up, observer.told) == (0, 0, [])
        sender.failure = None
        drained(one)
    assert sender.sent == [message("A"), message("B"), message("C")]


def test_a_cause_is_kept_no_longer_than_it_is_stored(path: Path, sender: Sender) -> None:
    sender.failure = Rejected("x" * 5_000_000)
    with working(path, sender) as one:
        one.step()
        assert one.state.last_cause == columns(path, 1)[2]
    assert len(columns(path, 1)[2]) == 2000


@pytest.mark.parametrize("encoding", ["UTF-16le", "UTF-16be"])
def test_a_file_that_keeps_its_texts_otherwise_is_refused(tmp_path: Path, sender: Sender, encoding: str) -> None:
    """Nothing in it would be told apart rightly; no engine makes such a file."""
    with files.opened(tmp_path / "q.db") as db:
        db.execute(f"PRAGMA encoding = '{encoding}'")
        schema.create(db)
        files.insert(db, [row("A")])
    with working(tmp_path / "q.db", sender) as one, pytest.raises(Refused, match=f"keeps its texts as {encoding}"):
        one.step()
    assert sender.tried == []


@pytest.mark.expects_log("message 1 was not delivered and can't be marked")
@pytest.mark.expects_log("is marked at last")
def test_a_failure_that_cannot_be_written_down_holds_back_what_follows(
    path: Path, clock: Clock, sender: Sender, monkeypatch: pytest.MonkeyPatch
) -> None:
    sender.failure = AWAY
    monkeypatch.setattr(desk, "LOCKED_FOR", 0.01)
    with working(path, sender, clock) as one, files.opened(path) as other:
        sender.meanwhile = lambda: other.execute("BEGIN IMMEDIATE")
        one.step()
        clock.turn(20)
        one.step()
        assert len(sender.tried) == 1
        assert (one.state.phase, one.state.unmarked, one.state.delivered) == (Phase.HOLDING, 1, False)
        other.execute("ROLLBACK")
        sender.failure = sender.meanwhile = None
        drained(one)
    assert sender.sent == [message("A"), message("B"), message("C")]


# --- start and stop


def test_start_and_stop_are_audited_and_leave_no_lease(path: Path) -> None:
    one = worker(path, reason="night shift")
    one.step()
    with files.opened(path) as db:
        assert db.execute("SELECT count(*) FROM qmonitor_lease").fetchone() == (1,)
    one.close()
    one.close()
    with files.opened(path) as db:
        assert db.execute("SELECT count(*) FROM qmonitor_lease").fetchone() == (0,)
    expected = [("ann@ward-7", f"worker-{what}", "lab/dest-01 → a list", part, "[]", "engine stopped: night shift")
                for part, what in ((1, "start"), (2, "stop"))]  # fmt: skip
    assert audited(path) == expected
    reader = open_source(path).reader()
    assert reader.verify_audit().intact
    reader.close()


def test_its_stop_says_how_many_it_delivered(path: Path) -> None:
    sender = Sender()
    with working(path, sender) as one:
        one.step()
        sender.failure = Rejected("AE")
        one.step()
    with files.opened(path) as db:
        said = db.execute("SELECT action, count, before FROM qmonitor_audit ORDER BY id").fetchall()
    assert said == [("worker-start", 0, "[]"), ("worker-stop", 1, "[]")]


def test_without_a_statement_nothing_is_said_of_the_engine(path: Path) -> None:
    with working(path, engine_stopped=False, actor=None) as one:
        one.step()
    assert [(row[0], row[5]) for row in audited(path)] == [(actor(), "")] * 2


def test_one_that_never_had_the_lease_is_not_audited(path: Path) -> None:
    with working(path) as first, working(path) as second:
        first.step()
        second.step()
    assert len(audited(path)) == 2


def test_a_blank_name_or_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="needs a channel"):
        Worker(tmp_path / "q.db", "lab", " ", Sender(), Policy(0))
    one = worker(tmp_path / "none.db")
    with pytest.raises(SourceMissing):
        one.run(threading.Event())
    assert not (tmp_path / "none.db").exists()


def test_run_ends_with_the_attempt_in_flight(path: Path, clock: Clock, sender: Sender) -> None:
    stop = threading.Event()
    sender.meanwhile = stop.set
    one = worker(path, sender, clock)
    one.run(stop)
    assert files.states(path) == {1: "delivered", 2: "pending", 3: "pending"}
    assert (one.state.phase, one.state.sent) == (Phase.STOPPED, 1)


@pytest.mark.parametrize("failure", [AWAY, OutcomeUnknown("Cut off."), OSError("closed")])
def test_an_attempt_cut_off_by_the_stop_does_not_count(path: Path, sender: Sender, failure: Exception) -> None:
    stop = threading.Event()
    sender.failure, sender.meanwhile = failure, stop.set
    one = worker(path, sender)
    one.run(stop)
    assert files.rows(path, "state, attempts, last_attempt", "id=1") == [("pending", 0, None)]
    assert one.state.retried == 0


def test_a_clear_answer_counts_although_it_is_to_stop(path: Path, sender: Sender) -> None:
    stop = threading.Event()
    sender.failure, sender.meanwhile = Rejected("AE"), stop.set
    worker(path, sender).run(stop)
    assert columns(path, 1) == ("pending", 1, "AE")


def test_run_sleeps_exactly_until_the_head_is_due(path: Path, clock: Clock, sender: Sender) -> None:
    stop, begun = threading.Event(), []

    def meanwhile() -> None:
        begun.append(clock.seconds)
        if len(begun) == 4:
            stop.set()

    sender.failure, sender.meanwhile = Rejected("AE"), meanwhile
    worker(path, sender, clock, Policy(0, backoff=5, max_backoff=15)).run(stop)
    assert [round(later - one, 3) for one, later in zip(begun, begun[1:], strict=False)] == [5, 10, 15]
    assert max(clock.waits) <= 0.2, "it sees within a fifth of a second that it is to stop"


def test_where_nothing_is_pending_it_idles_until_it_is_woken(path: Path, clock: Clock, sender: Sender) -> None:
    stop, looks = threading.Event(), []

    def told(state: Any) -> None:
        looks.append((state.phase, clock.seconds))
        if state.phase is Phase.IDLE:
            one.wake()
            one.wake()
            stop.set()

    one = worker(path, sender, clock, told=told)
    one.run(stop)
    assert [phase for phase, _ in looks][-2:] == [Phase.IDLE, Phase.STOPPED]
    assert clock.waits == []


def test_another_file_under_the_path_ends_it(path: Path, clock: Clock, sender: Sender, tmp_path: Path) -> None:
    one = worker(path, sender, clock)
    one.step()
    files.queue(tmp_path / "other.db", [row("X")]).rename(path)
    clock.turn(2)
    with pytest.raises(Refused, match="Another file lies at"):
        one.step()
    one.close()
    assert sender.sent == [message("A")]


def test_a_hindrance_is_shown_and_passes(path: Path, clock: Clock, sender: Sender, monkeypatch) -> None:
    """The file is locked just when the lease is to be taken."""
    monkeypatch.setattr(desk, "LOCKED_FOR", 0.01)
    stop, seen = threading.Event(), []
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)

    def told(state: Any) -> None:
        seen.append((state.phase, str(state.because), str(state.remedy), state.held))
        if state.phase is Phase.HOLDING and other.in_transaction:
            other.execute("ROLLBACK")
        if state.phase is Phase.IDLE:
            stop.set()

    one = worker(path, sender, clock, told=told)
    one._opened()
    other.execute("BEGIN IMMEDIATE")
    one.run(stop)
    other.close()
    assert seen[0][0] is Phase.HOLDING and "locked" in seen[0][1]
    assert seen[0][2] not in ("", "None")
    assert seen[0][3] is not None
    assert {(remedy, held) for phase, _, remedy, held in seen if phase is not Phase.HOLDING} == {("None", None)}
    assert len(sender.sent) == 3


def test_a_state_can_be_told_at_any_time(path: Path, sender: Sender) -> None:
    with working(path, sender) as one:
        seen = []
        sender.meanwhile = lambda: seen.append((one.state.phase, one.state.item, one.state.since is not None))
        one.step()
        assert seen == [(Phase.RUNNING, 1, True)]
        assert (one.state.phase, one.state.item, one.state.trusted) == (Phase.RUNNING, None, True)


def test_a_lease_that_an_attempt_outlasts_is_a_defect(path: Path) -> None:
    with pytest.raises(ValueError, match="has to outlast"):
        worker(path, terms=Terms(lease=30))


@pytest.mark.parametrize("timeout", [1.0, 30.0, 100.0])
def test_a_lease_is_longer_than_two_attempts(timeout: float) -> None:
    assert Terms().lease_of(Policy(0, timeout=timeout)) == max(60, 2 * timeout + 20)


def test_the_audit_rows_hold_no_more_than_they_must(path: Path) -> None:
    with working(path) as one:
        one.step()
    with files.opened(path) as db:
        assert {json.loads(before)[0:] == [] for (before,) in db.execute("SELECT before FROM qmonitor_audit")} == {True}
