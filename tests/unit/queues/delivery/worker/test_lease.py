"""Two workers of ours never send for one destination, and one that slept does not go on."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from qmonitor.queues import processes
from qmonitor.queues.delivery import Worker
from qmonitor.queues.delivery.worker import LeaseLost, Phase
from qmonitor.queues.sending import Policy, Unreachable
from qmonitor.queues.times import from_ns, parse
from tests.helpers import files
from tests.helpers.delivering import Clock, Sender, drained, message, row, working

LASTS = 80
"""Seconds, for attempts of 30 s: twice that and 20."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return files.queue(tmp_path / "q.db", [row(name) for name in "ABC"])


def held_by(path: Path, clock: Clock, **more: Any) -> None:
    """Another's lease, from now on for a minute."""
    host, pid, started = processes.holder().rsplit(":", 2)
    values = {
        "channel": "lab", "destination": "dest-01", "holder": "other", "host": host, "pid": int(pid),
        "started": started, "heartbeat": clock.now().text, "expires": from_ns(clock.ns + 60 * 10**9).text,
    } | more  # fmt: skip
    with working(path, clock=clock) as one:
        one._opened()  # the table is there from then on
    with files.opened(path) as db:
        marks = ", ".join("?" * len(values))
        db.execute(f"INSERT INTO qmonitor_lease ({', '.join(values)}) VALUES ({marks})", tuple(values.values()))


def held_back(one: Worker, clock: Clock) -> float:
    """For how many seconds it holds back."""
    began = clock.seconds
    while one.step() and one.state.phase is Phase.HOLDING:
        clock.turn(2)
    return clock.seconds - began


def lease(path: Path) -> Any:
    with files.opened(path) as db:
        return db.execute("SELECT holder, host, pid, started, heartbeat, expires FROM qmonitor_lease").fetchone()


def test_the_row_says_who_and_until_when(path: Path, clock: Clock) -> None:
    with working(path, clock=clock) as one:
        one.step()
        holder, host, pid, started, heartbeat, expires = lease(path)
    assert f"{host}:{pid}:{started}" == processes.holder() and len(holder) == 32
    assert (heartbeat, expires) == (clock.now().text, from_ns(clock.ns + LASTS * 10**9).text)
    assert lease(path) is None


def test_a_second_one_waits_and_says_so(path: Path, clock: Clock) -> None:
    first, second = Sender(), Sender()
    with working(path, second, clock) as late, working(path, first, clock) as one:
        one.step()
        assert late.step() == 2.0
        assert late.state.phase is Phase.HOLDING
        assert f"process {os.getpid()} on" in str(late.state.because)
        one.close()
        drained(late)
    assert (first.sent, second.sent) == ([message("A")], [message("B"), message("C")])


def test_another_destination_is_another_lease(path: Path, clock: Clock) -> None:
    held_by(path, clock, destination="dest-02")
    with working(path, sender := Sender(), clock) as one:
        drained(one)
    assert len(sender.sent) == 3


@pytest.mark.expects_log("ended without a word")
@pytest.mark.parametrize("host", [None, "elsewhere"])
def test_a_living_or_unknown_holder_keeps_it_until_it_expires(path: Path, clock: Clock, host: str | None) -> None:
    held_by(path, clock, **({"host": host} if host else {}))
    with working(path, sender := Sender(), clock) as one:
        assert held_back(one, clock) == 60
        drained(one)
        assert len(sender.sent) == 3


@pytest.mark.expects_log("ended without a word")
@pytest.mark.parametrize(
    ("ahead", "seconds"),
    [(-3600, 60), (-50, 60), (10, 50), (3600, 30), (86_400 * 365, 30)],
    ids=["set back", "a little", "a little ahead", "ahead", "by a year"],
)
def test_whoever_waits_goes_by_what_it_sees_where_a_clock_is_set(
    path: Path, clock: Clock, ahead: int, seconds: float
) -> None:
    """A lease that was left alone for half of its time is over where the clock says so; for all of it, in any case."""
    held_by(path, clock)
    clock.ns += ahead * 10**9
    with working(path, clock=clock) as one:
        assert seconds <= held_back(one, clock) <= seconds + 2
        assert lease(path)[0] != "other"


@pytest.mark.parametrize("slept", [False, True], ids=["set", "slept"])
def test_a_clock_that_is_set_ahead_takes_no_lease_from_who_is_at_work(path: Path, clock: Clock, slept: bool) -> None:
    """Nor does a machine that slept: it is the holder that ends then, and not because somebody else was quicker."""
    sender = Sender()
    sender.failure = Unreachable("Nobody is there.")
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


@pytest.mark.expects_log("ended without a word")
@pytest.mark.parametrize(("heartbeat", "expires"), [("", ""), ("x", "9999-12-31T23:59:59Z"), ("y", "")])
def test_a_row_that_makes_no_sense_keeps_nobody_out_for_ever(
    path: Path, clock: Clock, heartbeat: str, expires: str
) -> None:
    held_by(path, clock, heartbeat=heartbeat, expires=expires)
    with working(path, sender := Sender(), clock) as one:
        assert held_back(one, clock) <= 7222
        drained(one)
        assert len(sender.sent) == 3


def gone() -> int:
    """The number of a process that has ended."""
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    return process.pid


@pytest.mark.expects_log("process .* ended without a word: message 1 may have been on its way, and is sent again")
@pytest.mark.parametrize("how", ["ended", "another of the same number"])
def test_a_holder_whose_process_is_gone_is_followed_at_once(path: Path, clock: Clock, how: str) -> None:
    held_by(path, clock, **({"pid": gone()} if how == "ended" else {"started": "1"}))
    with working(path, sender := Sender(), clock) as one:
        drained(one)
    assert len(sender.sent) == 3


def test_it_is_renewed_each_quarter_while_it_works_and_while_it_waits(path: Path, clock: Clock) -> None:
    sender = Sender()
    with working(path, sender, clock, Policy(0, backoff=3600, max_backoff=3600)) as one:
        one.step()
        before = lease(path)[4]
        clock.turn(LASTS // 4 - 1)
        one.step()
        assert lease(path)[4] == before
        clock.turn(2)
        sender.failure = Unreachable("Away.")
        wait = one.step()
        assert lease(path)[4] == clock.now().text
        began = clock.seconds
        one._rest(wait)
        assert clock.seconds - began >= 3600
        assert (clock.ns - one_ns(lease(path)[4])) / 1e9 <= LASTS // 4 + 3
        assert one_ns(lease(path)[5]) - one_ns(lease(path)[4]) == LASTS * 10**9


def one_ns(text: str) -> int:
    return parse(text).ns or 0


def test_it_lasts_for_an_attempt_and_five_seconds_before_each_send(path: Path, clock: Clock) -> None:
    """With less than these 35 s left it is renewed first."""
    sender, left = Sender(), []
    sender.meanwhile = lambda: left.append((one_ns(lease(path)[5]) - clock.ns) / 1e9)
    with working(path, sender, clock) as one:
        one.step()
        for _ in range(2):
            clock.turn(25)
            one._desk.lease.awake()  # type: ignore[union-attr]
            clock.turn(25)
            one.step()
    assert left == [LASTS] * 3


def test_one_that_slept_past_its_lease_ends_before_the_next_send(path: Path, clock: Clock) -> None:
    with working(path, sender := Sender(), clock) as one:
        one.step()
        clock.turn(LASTS + 1)
        with pytest.raises(LeaseLost, match="asleep for longer than its lease"):
            one.step()
        assert len(sender.sent) == 1
        with pytest.raises(LeaseLost):
            one.step()


def test_one_that_slept_in_the_middle_of_an_attempt_writes_it_down_and_ends(path: Path, clock: Clock) -> None:
    sender = Sender()
    sender.meanwhile = lambda: clock.turn(90)
    with working(path, sender, clock) as one:
        assert one.step() == 0
        with pytest.raises(LeaseLost):
            one.step()
    assert files.states(path) == {1: "delivered", 2: "pending", 3: "pending"}
    with files.opened(path) as db:
        assert db.execute("SELECT count(*) FROM qmonitor_lease").fetchone() == (0,)


def test_one_whose_lease_was_taken_ends_although_its_own_clock_says_nothing(path: Path, clock: Clock) -> None:
    """The machine's clock was set an hour ahead, say, and another one took it for expired."""
    with working(path, sender := Sender(), clock) as one:
        one.step()
        with files.opened(path) as db:
            db.execute("UPDATE qmonitor_lease SET holder='other'")
        with pytest.raises(LeaseLost):
            one.step()
        one.close()
        assert lease(path)[0] == "other", "it is not ours to give back"
    assert len(sender.sent) == 1


def test_a_lease_taken_during_an_attempt_is_noticed_when_it_is_marked(path: Path, clock: Clock) -> None:
    sender = Sender()

    def take() -> None:
        with files.opened(path) as db:
            db.execute("UPDATE qmonitor_lease SET holder='other'")

    with working(path, sender, clock) as one:
        one.step()
        sender.meanwhile = take
        assert one.step() == 0
        with pytest.raises(LeaseLost):
            one.step()
    assert files.states(path) == {1: "delivered", 2: "delivered", 3: "pending"}
