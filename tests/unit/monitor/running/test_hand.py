"""What hinders a worker is told once for each sort of reason."""

import logging

import pytest

from qmonitor.monitor.running.hand import Hand, Order
from qmonitor.monitor.running.model import Offer
from qmonitor.queues import times
from qmonitor.queues.model import Destination
from qmonitor.queues.sending import Policy
from qmonitor.queues.words import phrase
from qmonitor.queues.working import Phase, WorkerState
from qmonitor.senders.entries import WorkerEntry
from qmonitor.senders.filedrop.settings import FileSettings

ENTRY = WorkerEntry("*", "*", FileSettings("/srv/out"), Policy(0))


def foreign(item: int) -> WorkerState:
    return WorkerState(Phase.WATCHING, because=phrase("Another program has changed message {id}.", id=item))


def test_a_reason_that_goes_on_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    told: list[int] = []
    hand = Hand(Offer(Destination("lab", "a"), entry=ENTRY), ENTRY, Order("ann", "why"), lambda: told.append(1))
    held = WorkerState(Phase.HOLDING, because=phrase("Another worker has it."))
    states = [foreign(1), foreign(2), foreign(3), WorkerState(Phase.RUNNING), foreign(4), held, held]
    with caplog.at_level(logging.INFO, "qmonitor.attempts"):
        for state in states:
            hand._on_state(state)

    assert [record.getMessage() for record in caplog.records] == [
        "lab/a: sends nothing yet: Another program has changed message 1.",
        "lab/a: sends nothing yet: Another program has changed message 4.",
        "lab/a: waits: Another worker has it.",
    ]
    assert len(told) == len(states)


def test_a_receiver_that_is_taken_all_the_time_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    hand = Hand(Offer(Destination("lab", "a"), entry=ENTRY), ENTRY, Order("ann", "why"), lambda: None)
    held = WorkerState(Phase.HOLDING, because=phrase("Others were sent."))
    tries = [WorkerState(Phase.RUNNING, item=1), held] * 3
    with caplog.at_level(logging.INFO, "qmonitor.attempts"):
        for state in [*tries, WorkerState(Phase.RUNNING, item=1), WorkerState(Phase.RUNNING, sent=1), *tries]:
            hand._on_state(state)

    assert [record.getMessage() for record in caplog.records] == ["lab/a: waits: Others were sent."] * 2


def test_how_long_it_watches_is_told_by_this_machines_clock(caplog: pytest.LogCaptureFixture) -> None:
    hand = Hand(Offer(Destination("lab", "a"), entry=ENTRY), ENTRY, Order("ann", "why"), lambda: None)
    until = times.parse("2026-11-30T12:47:07.5Z")
    local = until.local()
    assert local is not None
    with caplog.at_level(logging.INFO, "qmonitor.attempts"):
        hand._on_state(WorkerState(Phase.WATCHING, until=until, because=phrase("Something is looked at.")))

    assert [record.getMessage() for record in caplog.records] == [
        f"lab/a: sends nothing before {local:%Y-%m-%d %H:%M:%S}: Something is looked at."
    ]


def test_that_nothing_waits_any_more_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    hand = Hand(Offer(Destination("lab", "a"), entry=ENTRY), ENTRY, Order("ann", "why"), lambda: None)
    states = [WorkerState(Phase.IDLE), WorkerState(Phase.RUNNING, sent=1), WorkerState(Phase.IDLE, sent=1)]
    with caplog.at_level(logging.INFO, "qmonitor.attempts"):
        for state in states * 2:
            hand._on_state(state)

    assert [record.getMessage() for record in caplog.records] == [
        "lab/a: nothing is to be sent now; what comes is sent, too"
    ]


def test_that_it_goes_on_is_told_where_it_was_known_since_when_it_could_not(caplog: pytest.LogCaptureFixture) -> None:
    hand = Hand(Offer(Destination("lab", "a"), entry=ENTRY), ENTRY, Order("ann", "why"), lambda: None)
    held = WorkerState(Phase.HOLDING, because=phrase("It is away."), held=times.now())
    with caplog.at_level(logging.INFO, "qmonitor.attempts"):
        for state in [held, held, WorkerState(Phase.IDLE), WorkerState(Phase.IDLE), held, WorkerState(Phase.STOPPED)]:
            hand._on_state(state)

    assert [record.getMessage() for record in caplog.records] == [
        "lab/a: waits: It is away.",
        "lab/a: goes on, after 0 s",
        "lab/a: waits: It is away.",
    ]


class Standing:
    """A worker that is at nothing but what it says."""

    def __init__(self, state: WorkerState) -> None:
        self.state = state


@pytest.mark.parametrize(
    ("state", "item"),
    [
        (WorkerState(Phase.RUNNING, item=7), 7),
        (WorkerState(Phase.HOLDING, unmarked=8), 8),  # written down at last
        (WorkerState(Phase.IDLE), None),
    ],
)
def test_which_message_an_attempt_was_at_is_known_also_where_it_is_written_down_late(
    state: WorkerState, item: int | None
) -> None:
    hand = Hand(Offer(Destination("lab", "a"), entry=ENTRY), ENTRY, Order("ann", "why"), lambda: None)
    assert hand._item() is None
    hand._worker = Standing(state)  # type: ignore[assignment]

    assert hand._item() == item
