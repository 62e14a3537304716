"""A name service that hangs is waited for only so long, and is not asked again meanwhile."""

import threading

import pytest

from qmonitor.queues.sending import Unreachable
from qmonitor.senders.network.lookup import Address, Lookups

FOUND = (Address(2, ("10.1.2.3", 2575)),)


class Service:
    """Answers once it is let go."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.go = threading.Event()

    def ask(self, host: str, port: int) -> tuple[Address, ...]:
        self.asked.append(host)
        assert self.go.wait(20)
        if host == "nowhere":
            raise OSError
        return FOUND


def test_a_service_that_hangs_is_asked_once() -> None:
    service = Service()
    lookups = Lookups(service.ask)

    for _ in range(5):
        with pytest.raises(Unreachable, match=r"No address of lab was found within 0\.1 s\."):
            lookups.addresses("lab", 2575, 0.1)
    with pytest.raises(Unreachable):
        lookups.addresses("other", 2575, 0.01)
    assert service.asked == ["lab", "other"]

    service.go.set()
    assert lookups.addresses("lab", 2575, 20) == FOUND


def test_an_answer_is_not_kept() -> None:
    service = Service()
    service.go.set()
    lookups = Lookups(service.ask)

    for n in range(1, 4):
        assert lookups.addresses("lab", 2575, 20) == FOUND
        with pytest.raises(Unreachable, match="No host has the name nowhere"):
            lookups.addresses("nowhere", 2575, 20)
        assert service.asked == ["lab", "nowhere"] * n
