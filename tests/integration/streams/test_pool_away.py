"""What a pool says of itself while its server goes away, comes back, has lost its data, or does not let it write."""

import threading
from collections.abc import Iterator

import pytest

from qmonitor.queues.model import Destination
from qmonitor.queues.sending import Pool, Rejected
from qmonitor.queues.streams import audit
from qmonitor.queues.streams.envelopes import encode
from qmonitor.queues.streams.values import Envelope
from qmonitor.queues.working import Phase, WorkerState
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server, until
from tests.integration.streams.test_pool import Receiver, running, source_of


@pytest.fixture
def rig(own: Server) -> Iterator[RedisRig]:
    rig = RedisRig(own.client())
    rig.queue.ensure_group()
    yield rig
    rig.close()


def acts(rig: RedisRig) -> list[str]:
    """The oldest first."""
    return [row.action for row in reversed(audit.entries(rig.client, rig.keys))]


@pytest.mark.expects_log("waits?: Server")
def test_killed_and_back_with_its_data_it_is_told_since_when_and_worked_on(own: Server, rig: RedisRig) -> None:
    receiver = Receiver()
    with running(rig, own, receiver) as (worker, watching):
        rig.put(payload=request("d-1"))
        until(lambda: worker.state.sent == 1, "the first")
        until(lambda: worker.state.phase is Phase.IDLE, "the end of work")
        assert (worker.state.because, worker.state.remedy, worker.state.held) == (None, None, None)
        rig.client.save()
        own.end()
        until(lambda: worker.state.phase is Phase.HOLDING, "the hindrance")
        held = worker.state
        assert "can't be reached" in str(held.because)
        assert str(held.remedy)
        assert held.held is not None
        own.start()
        until(lambda: worker.state.phase is Phase.IDLE, "the end of the hindrance")
        assert (worker.state.because, worker.state.remedy, worker.state.held) == (None, None, None)
        rig.put(payload=request("d-2"))
        until(lambda: worker.state.sent == 2, "the second")
    assert {state.held for state in watching.states} == {None, held.held}
    assert len(receiver.got) == 2
    assert acts(rig) == ["worker-start", "worker-stop"]
    assert audit.verify(rig.client, rig.keys).intact


@pytest.mark.expects_log("waits?: Server")
@pytest.mark.expects_log("group was gone and is made again")
def test_what_lies_on_a_server_without_its_data_says_again_who_works(own: Server, rig: RedisRig) -> None:
    with running(rig, own, Receiver()) as (worker, _):
        until(lambda: worker.state.phase is Phase.IDLE, "the pool")
        own.end()
        until(lambda: worker.state.phase is Phase.HOLDING, "the hindrance")
        own.start()
        until(lambda: worker.state.phase is Phase.IDLE, "the end of the hindrance")
        until(lambda: acts(rig) == ["worker-start"], "the start in the new audit")
        until(lambda: worker.state.because is not None, "what is said of the loss")
        assert str(worker.state.because).startswith("The stream or its consumer group was gone, and was made anew at ")
        assert "lost its data" in str(worker.state.remedy)
        rig.put(payload=request())
        until(lambda: worker.state.sent == 1, "the delivery")
    assert acts(rig) == ["worker-start", "worker-stop"]
    assert len({row.plan for row in audit.entries(rig.client, rig.keys)}) == 1


@pytest.mark.expects_log("waits?: Server")
@pytest.mark.expects_log(r"its stop could not be recorded \(ServerUnreachable\)")
def test_stopped_while_its_server_is_away_it_says_that_no_stop_is_recorded(own: Server, rig: RedisRig) -> None:
    with running(rig, own, Receiver()) as (worker, _):
        until(lambda: worker.state.phase is Phase.IDLE, "the pool")
        own.end()
        until(lambda: worker.state.phase is Phase.HOLDING, "the hindrance")
    assert (worker.state.phase, worker.state.because, worker.state.held) == (Phase.STOPPED, None, None)


@pytest.mark.expects_log("delayed retries wait: NotPermitted")
def test_retries_that_can_not_be_brought_back_are_told(own: Server, rig: RedisRig) -> None:
    with running(rig, own, Receiver()) as (worker, _):
        until(lambda: worker.state.phase is Phase.IDLE, "the pool")
        rig.client.execute_command("ACL", "SETUSER", "default", "-zrangebyscore", "-zrange")
        until(lambda: worker.state.phase is Phase.HOLDING, "the hindrance")
        assert "may not use the command" in str(worker.state.because)
        rig.put_envelope("d-1:1:X", encode(Envelope("d-1:1:X", "d-1", 1, 5, "X", "", request("d-1"))), 5)
        rig.client.execute_command("ACL", "SETUSER", "default", "+@all")
        until(lambda: worker.state.sent == 1, "the retry")
        until(lambda: worker.state.phase is Phase.IDLE, "the end of the hindrance")


class Raising:
    """An observer that is broken, whatever it is told."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def delivered(self, *said: object) -> None:
        self.fail("delivered")

    def retried(self, *said: object) -> None:
        self.fail("retried")

    def gave_up(self, *said: object) -> None:
        self.fail("gave up")

    def told(self, state: WorkerState) -> None:
        self.fail(state.phase)

    def fail(self, what: str) -> None:
        self.heard.append(what)
        raise ValueError("patient Maierhofer")


@pytest.mark.expects_log(r"whoever is told of the worker failed \(ValueError\)$")
def test_who_watches_a_pool_can_not_end_it(own: Server, rig: RedisRig) -> None:
    broken, stop = Raising(), threading.Event()
    late, wrong = request("d-1", "e-1"), request("d-2", "e-2")
    for payload in (late, wrong, request("d-3", "e-3")):
        rig.put(payload=payload)
    receiver = Receiver({late: ValueError("x"), wrong: Rejected("x", final=True)})  # type: ignore[dict-item]
    worker = source_of(rig, own).worker(
        Destination(rig.keys.main, rig.keys.group), receiver, Pool(), actor="me", reason="a test",
        observer=broken, told=broken.told,
    )  # fmt: skip
    thread = threading.Thread(target=worker.run, args=(stop,))
    thread.start()
    try:
        until(lambda: (worker.state.sent, worker.state.retried, worker.state.gave_up) == (1, 1, 1), "all three")
        until(lambda: worker.state.phase is Phase.IDLE, "the end of work")
        assert {"delivered", "retried", "gave up", Phase.RUNNING, Phase.IDLE} <= {*broken.heard}
    finally:
        stop.set()
        thread.join(30)
    assert worker.state.phase is Phase.STOPPED
    assert acts(rig) == ["worker-start", "worker-stop"]
