"""What hinders a worker is told once for each sort of reason."""

import logging

import pytest

from qmonitor.monitor.running.hand import Hand, Order
from qmonitor.monitor.running.model import Offer
from qmonitor.queues.model import Destination
from qmonitor.queues.sending import Policy
from qmonitor.queues.words import phrase
from qmonitor.queues.working import Phase, WorkerState
from qmonitor.senders.entries import WorkerEntry
from qmonitor.senders.filedrop.settings import FileSettings

ENTRY = WorkerEntry("*", "*", FileSettings("/srv/out"), Policy(0))


def foreign(item: int) -> WorkerState:
    return WorkerState(Phase.WATCHING, because=phrase("Another program has changed item {id}.", id=item))


def test_a_reason_that_goes_on_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    told: list[int] = []
    hand = Hand(Offer(Destination("lab", "a"), entry=ENTRY), ENTRY, Order("ann", "why"), lambda: told.append(1))
    held = WorkerState(Phase.HOLDING, because=phrase("Another worker has it."))
    states = [foreign(1), foreign(2), foreign(3), WorkerState(Phase.RUNNING), foreign(4), held, held]
    with caplog.at_level(logging.INFO, "qmonitor.attempts"):
        for state in states:
            hand._on_state(state)

    assert [record.getMessage() for record in caplog.records] == [
        "lab/a: sends nothing yet: Another program has changed item 1.",
        "lab/a: sends nothing yet: Another program has changed item 4.",
        "lab/a: waits: Another worker has it.",
    ]
    assert len(told) == len(states)
