"""First come, first served, each for a limited time."""

import threading

import pytest

from qmonitor.senders.deadline import Deadline
from qmonitor.senders.mllp.turns import NoTurn, Turns


class Waiter:
    """A thread that waits for a turn, and keeps it until it is let go."""

    def __init__(self, turns: Turns, seconds: float = 20.0) -> None:
        self.got = threading.Event()
        self.go = threading.Event()
        self.failed = False
        before = turns.waiting
        self.thread = threading.Thread(target=self.run, args=(turns, seconds))
        self.thread.start()
        while turns.waiting == before and self.thread.is_alive() and not self.got.wait(0.001):
            pass

    def run(self, turns: Turns, seconds: float) -> None:
        try:
            with turns.turn(Deadline(seconds)):
                self.got.set()
                self.go.wait(20)
        except NoTurn:
            self.failed = True

    def end(self) -> None:
        self.go.set()
        self.thread.join()


def test_who_came_first_is_next() -> None:
    turns = Turns()
    waiters = [Waiter(turns) for _ in range(6)]

    for number, waiter in enumerate(waiters):
        assert waiter.got.wait(20)
        assert [other.got.is_set() for other in waiters] == [n <= number for n in range(6)]
        waiter.end()

    with turns.turn(Deadline(0)):
        assert turns.waiting == 0


def test_who_waits_too_long_gets_none_and_leaves_the_line() -> None:
    turns = Turns()
    first = Waiter(turns)
    second, third = Waiter(turns, 0.05), Waiter(turns)

    second.thread.join()
    assert second.failed
    first.end()

    assert third.got.wait(20)
    third.end()


def test_a_turn_ends_with_an_error_too() -> None:
    turns = Turns()

    with pytest.raises(KeyError), turns.turn(Deadline(1)):
        raise KeyError

    with turns.turn(Deadline(0)):
        pass


def test_at_the_end_nobody_waits_and_nobody_comes() -> None:
    turns = Turns()
    first, second = Waiter(turns), Waiter(turns)

    turns.end()
    second.thread.join()

    assert second.failed
    assert first.got.is_set() and not first.failed
    first.end()
    with pytest.raises(NoTurn), turns.turn(Deadline(1)):
        pass


def test_many_threads_never_have_a_turn_at_once() -> None:
    turns, inside, most = Turns(), [0], [0]

    def work() -> None:
        for _ in range(50):
            with turns.turn(Deadline(20)):
                inside[0] += 1
                most[0] = max(most[0], inside[0])
                inside[0] -= 1

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert most == [1]
    assert turns.waiting == 0
