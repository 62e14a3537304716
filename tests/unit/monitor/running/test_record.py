"""A worker's last attempts, and its rate."""

import logging
from dataclasses import dataclass

import pytest

from qmonitor.monitor.running.model import KEPT, Attempt, Outcome
from qmonitor.monitor.running.record import STEP, STEPS, Rate, Record, Witness
from qmonitor.queues.sending import OwnWords, Rejected
from qmonitor.queues.words import phrase
from tests.helpers.delivering import Sender


@dataclass
class Passed:
    """Seconds, turned by hand."""

    seconds: float = 0.0

    def __call__(self) -> float:
        return self.seconds


def test_a_rate_is_not_known_at_once() -> None:
    passed = Passed(100.0)
    rate = Rate(passed)
    rate.count()

    assert rate.per_minute() is None
    passed.seconds += STEP
    assert rate.per_minute() == 6.0


def test_a_rate_counts_from_the_first_attempt_and_not_from_the_watch_before_it() -> None:
    passed = Passed()
    rate = Rate(passed)
    passed.seconds += 4 * STEP
    assert rate.per_minute() is None

    rate.begin()
    passed.seconds += STEP
    assert rate.per_minute() == 0.0
    rate.begin()
    rate.count()
    passed.seconds += STEP
    assert rate.per_minute() == 3.0


def test_a_rate_is_that_of_the_last_minutes() -> None:
    passed = Passed()
    rate = Rate(passed)
    for _ in range(600):
        rate.count()
        passed.seconds += 1.0
    assert rate.per_minute() == pytest.approx(60.0, rel=0.05)

    passed.seconds += STEP * STEPS
    assert rate.per_minute() == 0.0

    for _ in range(30):
        rate.count()
    passed.seconds += STEP
    assert rate.per_minute() == pytest.approx(6.0, rel=0.05)


def test_a_rate_keeps_no_more_than_it_needs() -> None:
    passed = Passed()
    rate = Rate(passed)
    for _ in range(10 * STEPS):
        rate.count()
        passed.seconds += STEP

    assert len(rate._counts) <= STEPS


def record(sender: Sender | None = None, before: tuple[Attempt, ...] = ()) -> tuple[Record, Witness, list[int]]:
    told: list[int] = []
    witness = Witness(sender or Sender())
    return Record(witness, lambda: 7, lambda: told.append(1), before), witness, told


def test_the_newest_attempts_are_kept_and_come_first() -> None:
    kept, _, told = record()
    for n in range(KEPT + 50):
        kept.delivered("lab", "a", n, 0.5)

    assert [one.attempts for one in kept.attempts] == list(range(KEPT + 49, 49, -1))
    assert kept.attempts[0].outcome is Outcome.DELIVERED
    assert (kept.attempts[0].waited, kept.attempts[0].item, kept.attempts[0].cause) == (0.5, 7, None)
    assert len(told) == KEPT + 50
    assert kept.attempts is kept.attempts  # made once


def test_those_of_an_earlier_worker_stay() -> None:
    first, _, _ = record()
    first.delivered("lab", "a", 1, 0.0)
    second, _, _ = record(before=first.attempts)
    second.delivered("lab", "a", 2, 0.0)

    assert [one.attempts for one in second.attempts] == [2, 1]


def test_a_cause_is_the_senders_sentence_without_what_the_receiver_said() -> None:
    sender = Sender()
    kept, witness, _ = record(sender)
    sender.failure = Rejected(
        phrase(
            "{where} refused the message with {code}: {said}", where="lab:1", code="AE", said="patient Meier unknown"
        )
    )
    with pytest.raises(Rejected):
        witness.send(b"MSH|", 1.0)
    kept.retried("lab", "a", 1, str(sender.failure.cause))

    cause = kept.attempts[0].cause
    assert cause is not None
    assert cause.template == "{where} refused the message with {code}: {said}"
    assert (cause.values["where"], cause.values["code"]) == ("lab:1", "AE")
    assert "Meier" not in repr(kept.attempts)

    sender.failure = None
    witness.send(b"MSH|", 1.0)
    kept.gave_up("lab", "a", 2, "OSError: Meier")
    assert kept.attempts[0].outcome is Outcome.GAVE_UP
    assert "Meier" not in repr(kept.attempts)
    assert "lab:1" not in repr(kept.attempts[0])  # of the attempt before


def test_a_cause_in_own_words_is_kept_as_it_is_where_nothing_was_said_of_what_was_sent() -> None:
    sender = Sender()
    sender.failure = Rejected("Maierhofer is unknown")
    kept, witness, _ = record(sender)
    unsent = OwnWords(phrase("It was not sent: {why}.", why="no JSON"), sent=False)
    failed = OwnWords(phrase("It failed."))

    def send() -> None:
        with pytest.raises(Rejected):
            witness.send(b"bad", 1.0)

    kept.gave_up("c", "d", 1, failed)
    send()
    kept.gave_up("c", "d", 1, failed)
    send()
    kept.gave_up("c", "d", 1, unsent)
    newest, second, first = kept.attempts

    assert (newest.cause, first.cause) == (unsent.said, phrase("It failed."))
    assert second.cause not in (None, failed.said)
    assert "Maierhofer" not in str(second.cause)


def test_an_attempt_is_a_line_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    kept, _, _ = record()
    with caplog.at_level(logging.INFO, "qmonitor.attempts"):
        kept.delivered("lab", "a", 1, 2.04)
        kept.retried("lab", "a", 2, "timeout, Meier")
        kept.gave_up("lab", "a", 3, "timeout")

    assert [one.getMessage() for one in caplog.records] == [
        "lab/a to a list: attempt 1 at message 7: delivered, 2.0 s after it was queued",
        "lab/a to a list: attempt 2 at message 7: failed, will be tried again: timeout, …",
        "lab/a to a list: attempt 3 at message 7: failed, given up: timeout",
    ]
