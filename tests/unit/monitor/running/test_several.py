"""Several senders as one, and why each thread's attempt failed."""

import threading

import pytest

from qmonitor.monitor.running.record import Witness
from qmonitor.monitor.running.several import Several
from qmonitor.queues.sending import Rejected
from qmonitor.queues.words import Phrase, phrase


class Slow:
    """Sends one at a time, and waits in each for the others."""

    def __init__(self, together: threading.Barrier) -> None:
        self.together, self.inside, self.sent, self.closed = together, threading.Lock(), 0, 0

    def send(self, raw: bytes, timeout: float) -> None:
        assert self.inside.acquire(blocking=False), "used by two at once"
        try:
            self.together.wait(10)
            self.sent += 1
            raise Rejected(phrase("{text}", text=raw.decode()))
        finally:
            self.inside.release()

    def describe(self) -> str:
        return "lab:1"

    def test_connection(self, timeout: float) -> Phrase:
        return phrase("There.")

    def close(self) -> None:
        self.closed += 1


def test_each_is_used_by_one_thread_at_a_time_and_given_back_after_a_failure() -> None:
    together = threading.Barrier(3)
    senders = [Slow(together) for _ in range(3)]
    several = Several(senders)
    causes: list[str] = []
    witness = Witness(several)

    def work(name: str) -> None:
        for turn in range(4):
            with pytest.raises(Rejected):
                witness.send(f"{name}{turn}".encode(), 5)
            causes.append(str(witness.cause))

    threads = [threading.Thread(target=work, args=(name,)) for name in ("a", "b", "c")]
    for one in threads:
        one.start()
    for one in threads:
        one.join(30)
    assert sum(one.sent for one in senders) == 12
    assert len(causes) == 12
    assert witness.cause is None  # this thread has sent nothing
    several.close()
    assert [one.closed for one in senders] == [1, 1, 1]
    assert (several.describe(), str(several.test_connection(1))) == ("lab:1", "There.")
