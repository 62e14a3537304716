"""Pauses after a server refused what came of a message: one asks, one tries, and nobody sends meanwhile."""

import threading

import pytest

from qmonitor.queues.errors import QueueError
from qmonitor.queues.streams.errors import NotPermitted, ServerFull, ServerUnreachable
from qmonitor.queues.streams.working.refusals import BLIND, FIRST, LONGEST, SLICE, Refusals

ONCE = pytest.mark.expects_log("what came of a message can't be written, so nothing is sent until it can: ")

BARRED, FULL = NotPermitted("No XACK (x)."), ServerFull("It is full.")


class Desk:
    """A clock that is turned by hand, and a server that says what it is told to."""

    def __init__(self) -> None:
        self.seconds, self.asked = 100.0, 0
        self.says: QueueError | None = None
        self.heard: list[QueueError | None] = []
        self.refusals = Refusals(self.probe, self.heard.append, lambda: self.seconds)

    def probe(self) -> None:
        self.asked += 1
        if self.says is not None:
            raise self.says

    def elsewhere(self) -> float:
        """What another consumer is told."""
        found: list[float] = []
        thread = threading.Thread(target=lambda: found.append(self.refusals.wait()))
        thread.start()
        thread.join(10)
        return found[0]


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_nothing_is_asked_while_nothing_is_refused(desk: Desk) -> None:
    assert desk.refusals.wait() == 0.0
    desk.refusals.written()
    desk.refusals.tried()
    assert (desk.asked, desk.heard) == (0, [])


@ONCE
def test_what_can_be_asked_is_asked_ever_less_often_and_nothing_is_sent_to_try_it(desk: Desk) -> None:
    desk.says = BARRED
    desk.refusals.refused(FULL)
    assert desk.heard == [BARRED]  # which names the key
    pauses = []
    for _ in range(9):
        pauses.append(desk.refusals.wait())
        desk.seconds += pauses[-1]
        assert desk.refusals.wait() > 0
    assert pauses == [FIRST * 2.0**n for n in range(6)] + [LONGEST] * 3
    assert desk.heard == [BARRED]
    desk.seconds += LONGEST
    desk.says = None
    assert desk.refusals.wait() == desk.elsewhere() == 0.0
    assert desk.heard == [BARRED, None]


@ONCE
def test_where_asking_does_not_tell_one_is_let_through_to_try_it(desk: Desk) -> None:
    pauses = []
    for _ in range(11):
        desk.refusals.refused(FULL)
        desk.refusals.refused(FULL)  # another, at the same moment
        desk.refusals.tried()
        pauses.append(desk.refusals.wait())
        desk.seconds += pauses[-1]
        assert desk.refusals.wait() == 0.0
        assert desk.elsewhere() == SLICE
    assert pauses == [FIRST * 2.0**n for n in range(10)] + [BLIND]
    desk.refusals.tried()  # there was nothing to send
    assert desk.refusals.wait() == 0.0
    desk.refusals.written()
    assert desk.elsewhere() == 0.0
    assert desk.heard == [FULL, None]


@ONCE
def test_what_another_one_wrote_before_is_no_end(desk: Desk) -> None:
    desk.refusals.refused(FULL)
    desk.refusals.written()
    assert desk.refusals.wait() == FIRST


@ONCE
def test_a_server_that_is_away_is_no_refusal_and_ends_none(desk: Desk) -> None:
    away = ServerUnreachable("It is away.")
    desk.refusals.refused(away)
    assert desk.refusals.wait() == 0.0
    desk.says = away
    desk.refusals.refused(BARRED)
    desk.seconds += FIRST
    with pytest.raises(ServerUnreachable):
        desk.refusals.wait()
    with pytest.raises(ServerUnreachable):
        desk.refusals.wait()
    desk.says = BARRED
    assert desk.refusals.wait() > 0
    assert desk.heard == [BARRED]
