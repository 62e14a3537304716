"""The engine's own worker knows no lease: it is known by its traces, and what our own people do is none of them."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from qmonitor.queues import Item
from qmonitor.queues.delivery import Store
from qmonitor.queues.delivery.worker import EngineActive, Phase, changes
from qmonitor.queues.sending import Policy, Unreachable
from tests.helpers import files
from tests.helpers.delivering import Clock, Sender, drained, message, row, worker, working
from tests.helpers.engine import Server

PLACE = ("lab", "dest-01")
SEEN = pytest.mark.expects_log("Another program has")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    rows = [row("A"), row("B"), row("C"), row("D"), row("E", state="failed"), row("F", state="skipped")]
    return files.queue(tmp_path / "q.db", rows)


class Engine:
    """The engine's other connection, in this process: quicker, and the same to the file."""

    def __init__(self, path: Path) -> None:
        self.server = Server(str(path), "wal")

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return getattr(self.server, f"do_{name}")  # type: ignore[no-any-return]

    def enqueue(self, channel: str, destination: str) -> int:
        return int(self.server.do_enqueue(channel, destination, b"MSH|new".hex()))

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        self.server.do_close()


@pytest.fixture
def engine(path: Path) -> Iterator[Engine]:
    with Engine(path) as running:
        yield running


@pytest.fixture(params=["few", "many"])
def length(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a long line number and sum are not compared inside a transaction."""
    if request.param == "many":
        monkeypatch.setattr(changes, "FEW", 0)


# --- the watch before the start


def seconds_until_sent(one: Any, clock: Clock, sender: Sender) -> float:
    began = clock.seconds
    while not sender.tried:
        clock.turn(max(one.step(), 0.001))
        assert clock.seconds - began < 200
    return clock.seconds - began


def test_it_watches_a_due_head_for_thirty_seconds(path: Path, clock: Clock, sender: Sender) -> None:
    with working(path, sender, clock, engine_stopped=False) as one:
        one.step()
        assert (one.state.phase, one.state.because is not None) == (Phase.WATCHING, True)
        assert one.state.until is not None and (one.state.until.ns or 0) - clock.ns == 30e9
        assert 29 < seconds_until_sent(one, clock, sender) <= 31
        drained(one)
    assert len(sender.sent) == 4


def test_it_watches_until_thirty_seconds_after_a_head_is_due(tmp_path: Path, clock: Clock, sender: Sender) -> None:
    from qmonitor.queues.times import from_ns

    path = files.queue(tmp_path / "q.db", [row("A", next_attempt=from_ns(clock.ns + 45 * 10**9).text)])
    with working(path, sender, clock, engine_stopped=False) as one:
        assert 74 < seconds_until_sent(one, clock, sender) <= 76


def test_where_nothing_is_pending_ten_seconds_will_do(tmp_path: Path, clock: Clock, sender: Sender) -> None:
    path = files.queue(tmp_path / "q.db", [row("A", state="delivered")])
    with working(path, sender, clock, engine_stopped=False) as one:
        began = clock.seconds
        while one.step() and one.state.phase is Phase.WATCHING:
            clock.turn(1)
        assert clock.seconds - began == 10


@pytest.mark.parametrize("slept", [False, True], ids=["set", "slept"])
@pytest.mark.parametrize("due", [0, 60])
def test_a_clock_that_is_set_ahead_shortens_no_watch(
    tmp_path: Path, clock: Clock, sender: Sender, slept: bool, due: int
) -> None:
    """Nor does a machine that sleeps: the engine did nothing then either."""
    from qmonitor.queues.times import from_ns

    path = files.queue(tmp_path / "q.db", [row("A", next_attempt=from_ns(clock.ns + due * 10**9).text)])
    with working(path, sender, clock, engine_stopped=False) as one:
        one.step()
        clock.turn(1)
        one.step()
        clock.ns += (70 if slept else 3600) * 10**9
        clock.seconds += 70 if slept else 0
        assert 24 < seconds_until_sent(one, clock, sender) <= 31


def test_a_clock_that_is_set_back_prolongs_the_watch_by_its_own_length_at_most(
    path: Path, clock: Clock, sender: Sender
) -> None:
    with working(path, sender, clock, engine_stopped=False) as one:
        for _ in range(20):
            clock.turn(one.step())
        clock.ns -= 50 * 10**9  # the head became due a minute ago
        assert seconds_until_sent(one, clock, sender) <= 31


@pytest.mark.parametrize("due", ["9999-12-31T23:59:59Z", "9999-12-31T23:59:59-23:59"])
def test_a_head_that_is_due_at_the_end_of_all_times_is_watched_until_then(
    tmp_path: Path, clock: Clock, sender: Sender, due: str
) -> None:
    path = files.queue(tmp_path / "q.db", [row("A", next_attempt=due)])
    with working(path, sender, clock, engine_stopped=False) as one:
        assert one.step() > 0
        assert (one.state.phase, str(one.state.until)[:4]) == (Phase.WATCHING, "9999")


def test_a_new_item_during_the_watch_is_watched_as_well(tmp_path: Path, clock: Clock, sender: Sender) -> None:
    path = files.queue(tmp_path / "q.db", [])
    with Store(path) as store, working(path, sender, clock, engine_stopped=False) as one:
        one.step()
        clock.turn(8)
        store.enqueue(Item(*PLACE, raw=message("A"), next_attempt=clock.now()))
        assert 29 < seconds_until_sent(one, clock, sender) <= 31


def test_a_persons_word_makes_it_start_at_once(path: Path, sender: Sender) -> None:
    with working(path, sender) as one:
        one.step()
    assert sender.sent == [message("A")]


TRACES: dict[str, Callable[[Engine], object]] = {
    "delivered": lambda engine: engine.deliver(1),
    "failed for good": lambda engine: engine.fail(1),
    "tried in vain": lambda engine: engine.attempt(*PLACE, True),
    "one further back": lambda engine: engine.deliver(3),
    "put back in line": lambda engine: engine.revive(5),
    "restored with a new time": lambda engine: engine.sql(
        "UPDATE queue SET state='pending', next_attempt='2099-01-01T00:00:00.000000000Z' WHERE id=6"
    ),
    "skipped by another tool": lambda engine: engine.sql("UPDATE queue SET state='skipped' WHERE id=2"),
    "deleted": lambda engine: engine.sql("DELETE FROM queue WHERE id=2"),
    "came and was delivered": lambda engine: engine.deliver(engine.enqueue(*PLACE)),
}  # fmt: skip


@SEEN
@pytest.mark.usefixtures("length")
@pytest.mark.parametrize("trace", TRACES)
def test_traces_of_another_program_begin_the_watch_anew(
    path: Path, clock: Clock, sender: Sender, engine: Engine, trace: str
) -> None:
    with working(path, sender, clock, engine_stopped=False) as one:
        for _ in range(20):
            clock.turn(one.step())
        TRACES[trace](engine)
        one.step()
        assert one.state.phase is Phase.WATCHING
        assert "Another program has" in str(one.state.because)
        assert (one.state.until.ns - clock.ns) / 1e9 >= 30  # type: ignore[union-attr,operator]
        assert sender.tried == []


NO_TRACES: dict[str, Callable[[Store, Engine], object]] = {
    "retry now": lambda store, engine: store.retry_now(id=5, who="ops", reason="test"),
    "retry all now": lambda store, engine: store.retry_now(
        channel="lab", destination="dest-01", include_failed=True, who="ops", reason="test"
    ),
    "skip": lambda store, engine: store.skip([1, 2], "ops", "test"),
    "drain": lambda store, engine: store.drain(*PLACE, "ops", "test"),
    "restore": lambda store, engine: store.restore(6, "ops", "test"),
    "resend": lambda store, engine: store.resend(5, "ops", "test"),
    "erase": lambda store, engine: store.erase([1, 5], "ops", "test"),
    "remove": lambda store, engine: store.remove(5, "ops", "test"),
    "purge": lambda store, engine: store.purge("2100-01-01T00:00:00Z", "ops", "test"),
    "new": lambda store, engine: engine.enqueue(*PLACE),
    "new, and skipped": lambda store, engine: store.skip(engine.enqueue(*PLACE), "ops", "test"),
    "elsewhere": lambda store, engine: engine.deliver(engine.enqueue("lab", "dest-02")),
    "old rows cleared away": lambda store, engine: engine.sql("DELETE FROM queue WHERE state <> 'pending'"),
}  # fmt: skip


@pytest.mark.usefixtures("length")
@pytest.mark.parametrize("act", NO_TRACES)
@pytest.mark.parametrize("moment", ["watching", "running", "in flight"])
def test_what_our_people_do_and_what_is_new_is_no_trace(
    path: Path, clock: Clock, sender: Sender, engine: Engine, act: str, moment: str
) -> None:
    with Store(path) as store, working(path, sender, clock, engine_stopped=moment != "watching") as one:
        one.step()
        until = one.state.until
        if moment == "in flight":
            sender.meanwhile = lambda: None if len(sender.tried) > 2 else NO_TRACES[act](store, engine)
        else:
            NO_TRACES[act](store, engine)
        one.step()
        clock.turn(1)
        one.step()
        assert "Another program" not in str(one.state.because)
        if moment == "watching" and "retry" not in act:
            assert one.state.until.ns <= until.ns, "it is not begun anew"  # type: ignore[union-attr,operator]
        assert one.state.trusted == (moment != "watching")


# --- while it runs


@SEEN
@pytest.mark.usefixtures("length")
@pytest.mark.parametrize("trace", TRACES)
def test_traces_while_it_runs_hold_it_back_before_the_next_send(
    path: Path, clock: Clock, sender: Sender, engine: Engine, trace: str
) -> None:
    sender.meanwhile = lambda: TRACES[trace](engine)
    with working(path, sender, clock) as one:
        one.step()
        sender.meanwhile = None
        assert one.step() > 0
        assert one.state.phase is Phase.WATCHING
        assert (one.state.trusted, one.state.doubted) == (False, True)
    assert sender.tried == [message("A")]
    assert files.states(path).get(1) == "delivered", "the receiver has it, whatever else is the case"


@SEEN
@pytest.mark.parametrize(
    "late",
    [
        "UPDATE queue SET attempts=attempts+1 WHERE id=1",
        "UPDATE queue SET last_attempt='2026-11-29T08:00:00Z' WHERE id=1",
        "UPDATE queue SET state='pending' WHERE id=1",
        "UPDATE queue SET state='failed' WHERE id=1",
    ],
)
def test_a_late_report_on_an_item_that_we_delivered_is_a_trace(
    path: Path, clock: Clock, sender: Sender, engine: Engine, late: str
) -> None:
    with working(path, sender, clock) as one:
        one.step()
        one.step()
        engine.sql(late)
        one.step()
        assert one.state.phase is Phase.WATCHING
    assert sender.tried == [message("A"), message("B")]


@SEEN
def test_while_the_head_backs_off_another_program_is_noticed(
    path: Path, clock: Clock, sender: Sender, engine: Engine
) -> None:
    sender.failure = Unreachable("Away.")
    with working(path, sender, clock) as one:
        clock.turn(one.step() - 1)
        engine.sql("UPDATE queue SET attempts=2, last_attempt='2026-11-29T08:00:00Z' WHERE id=1")
        one.step()
        assert one.state.phase is Phase.WATCHING


@SEEN
def test_a_stated_trust_ends_until_it_is_stated_again(path: Path, clock: Clock, sender: Sender, engine: Engine) -> None:
    with working(path, sender, clock) as one:
        one.step()
        engine.deliver(3)
        one.step()
        assert (one.state.phase, one.state.trusted, one.state.doubted) == (Phase.WATCHING, False, True)
        one.engine_is_stopped("ben@ward-7", "service is off")
        drained(one)
        assert (one.state.trusted, one.state.doubted) == (True, False)
    assert sender.sent == [message("A"), message("B"), message("D")]
    with files.opened(path) as db:
        said = db.execute("SELECT actor, action, part, reason FROM qmonitor_audit ORDER BY id").fetchall()
    assert said == [
        ("ann@ward-7", "worker-start", 1, "engine stopped"),
        ("ben@ward-7", "worker-start", 2, "engine stopped: service is off"),
        ("ann@ward-7", "worker-stop", 3, "engine stopped"),
    ]


@SEEN
def test_without_a_word_it_goes_on_after_a_quiet_watch(
    path: Path, clock: Clock, sender: Sender, engine: Engine
) -> None:
    with working(path, sender, clock) as one:
        one.step()
        engine.deliver(2)
        sender.tried.clear()
        assert 29 < seconds_until_sent(one, clock, sender) <= 31
        drained(one)
        assert one.state.doubted, "the word is not worth anything until it is said again"
    assert sender.sent == [message("A"), message("C"), message("D")]


@SEEN
def test_a_strict_one_ends_when_its_trust_does(path: Path, clock: Clock, sender: Sender, engine: Engine) -> None:
    sender.meanwhile = lambda: engine.deliver(2)
    one = worker(path, sender, clock, strict=True)
    with pytest.raises(EngineActive, match="message 2: it is delivered now"):
        one.run(threading.Event())
    assert (one.state.phase, one.state.doubted) == (Phase.STOPPED, True)
    assert "message 2" in str(one.state.because)
    assert sender.tried == [message("A")]
    with files.opened(path) as db:
        reason = db.execute("SELECT reason FROM qmonitor_audit WHERE action='worker-stop'").fetchone()[0]
    assert reason.startswith("engine stopped; ended by itself: Another program has changed message 2")


@SEEN
def test_a_strict_one_without_a_word_only_watches(path: Path, clock: Clock, sender: Sender, engine: Engine) -> None:
    with working(path, sender, clock, strict=True, engine_stopped=False) as one:
        one.step()
        engine.deliver(1)
        assert one.step() > 0
        assert one.state.phase is Phase.WATCHING


# --- exactness in a long line


@SEEN
@pytest.mark.parametrize("new_time", [True, False])
def test_in_a_long_line_what_another_tool_put_back_is_found(
    tmp_path: Path, clock: Clock, sender: Sender, monkeypatch: pytest.MonkeyPatch, new_time: bool
) -> None:
    """At once where it was given a new time, or the time for counting is not used up."""
    monkeypatch.setattr(changes, "FEW", 10)
    path = files.queue(tmp_path / "q.db", [row("A", state="failed"), *(row(f"B{n}") for n in range(100))])
    with Engine(path) as engine, working(path, sender, clock) as one:
        one.step()
        if new_time:
            monkeypatch.setattr(changes.Changes, "_may_count", lambda self: False)
        time = ", next_attempt='2099-01-01T00:00:00.000000000Z'" if new_time else ""
        engine.sql(f"UPDATE queue SET state='pending'{time} WHERE id=1")
        one.step()
        assert one.state.phase is Phase.WATCHING
        assert one._desk.changes.cursor.pending.head == 1  # type: ignore[union-attr]
    assert len(sender.tried) == 1


def test_nothing_is_counted_while_nobody_else_writes(
    path: Path, clock: Clock, sender: Sender, monkeypatch: pytest.MonkeyPatch
) -> None:
    with working(path, sender, clock, Policy(0)) as one:
        one.step()
        monkeypatch.setattr(changes.Changes, "_acted_on", None)
        monkeypatch.setattr(changes.Changes, "_count", None)
        drained(one)
    assert len(sender.sent) == 4


@SEEN
def test_an_engine_at_work_is_a_warning_once(
    path: Path, engine: Engine, clock: Clock, sender: Sender, caplog: pytest.LogCaptureFixture
) -> None:
    with working(path, sender, clock, engine_stopped=False) as one:
        one.step()
        for item in (1, 2, 3):
            engine.deliver(item)
            clock.turn(1.0)
            one.step()
            assert f"message {item}" in str(one.state.because)
        told = [record for record in caplog.records if record.levelname == "WARNING"]
        assert len(told) == 1

        assert 29 < seconds_until_sent(one, clock, sender) <= 31
        engine.deliver(engine.enqueue(*PLACE))
        one.step()
    assert len([record for record in caplog.records if record.levelname == "WARNING"]) == 2
