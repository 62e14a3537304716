"""Killed in the middle of its work, a hundred times: nothing is lost, order is kept, one message a kill comes twice."""

import random
from pathlib import Path

import pytest

from qmonitor.queues import open_source
from tests.helpers import faults, files, mllp_receiver, users
from tests.helpers.delivering import Receiver, row

KILLS = 100 if faults.LONG else 10

WORK = (
    faults.COUNTED
    + """
import logging
from qmonitor.queues.delivery import Worker
from qmonitor.queues.sending import Policy
from tests.helpers.delivering import Wire

def between():
    step("BETWEEN", lambda: None)

def plain_wire(port):
    wire = Wire(port)
    wire.between = between
    return wire

def real_sender(port):
    from qmonitor.senders.mllp import Lines, MllpSender, MllpSettings
    from qmonitor.senders.network.connection import Connection
    receive = Connection.receive
    Connection.receive = lambda *arguments: (between(), receive(*arguments))[1]
    return MllpSender(MllpSettings("127.0.0.1", port), Lines())

def work(path, port, log, steps):
    logging.basicConfig(filename=log, level=logging.INFO)
    wire = {"plain": plain_wire, "real": real_sender}[kind](port)
    send = wire.send
    wire.send = lambda raw, timeout: step("SEND", lambda: send(raw, timeout))
    sqlite3.connect = connect
    worker = Worker(path, "lab", "dest-01", wire, Policy(0), actor="ann@ward-7", engine_stopped=True)
    while worker.step() == 0 and steps:
        steps -= 1
    worker.close()

kind, path, port, log, points = arguments
print(json.dumps([forked(point, lambda: work(path, port, log, 1000)) for point in points]))
"""
)

LENGTH = (
    WORK.split("kind, path, port, log, points")[0]
    + """
kind, path, port, log = arguments
work(path, port, log, 3)
print(json.dumps(Point.log))
"""
)


def queue(path: Path, count: int) -> Path:
    return files.queue(path, [row(f"C{n}") for n in range(1, count + 1)])


class Real(mllp_receiver.Receiver):
    """One that the real sender believes."""

    def __init__(self, log: Path) -> None:
        super().__init__(log, "good", "--lean")

    def accepted(self) -> list[str]:
        return self.ids


RECEIVERS: "dict[str, type[Receiver] | type[Real]]" = {"plain": Receiver, "real": Real}


def half_steps(folder: Path, kind: str) -> int:
    """Up to which half-step three messages are sent, the start included."""
    with RECEIVERS[kind](folder / "dry.txt") as receiver:
        path = queue(folder / "dry.db", 10)
        log: list[str] = users.ask(LENGTH, kind, str(path), receiver.port, str(folder / "dry.log"))
    assert log.count("SEND") == 4
    return 2 * len(log)


@pytest.mark.slow
@pytest.mark.parametrize("kind", RECEIVERS)
def test_killed_at_any_point_of_its_work(tmp_path: Path, kind: str) -> None:
    most, chance = half_steps(tmp_path, kind), random.Random(7)
    points = [chance.randrange(most) for _ in range(KILLS)]
    count = 4 * KILLS + 10
    path, log = queue(tmp_path / "queue.db", count), tmp_path / "worker.log"
    with RECEIVERS[kind](tmp_path / "accepted.txt") as receiver:
        ends = users.ask(WORK, kind, str(path), receiver.port, str(log), points)
        assert ends == [-9] * KILLS, "not every run was killed at its point"
        assert 0 < len(receiver.accepted()) < count
        assert users.ask(WORK, kind, str(path), receiver.port, str(log), [None]) == [0]
        accepted = receiver.accepted()
    judged(path, accepted, log.read_text(encoding="utf-8"), count)


def judged(path: Path, accepted: list[str], log: str, count: int) -> None:
    names = [f"C{n}" for n in range(1, count + 1)]
    assert list(dict.fromkeys(accepted)) == names, "nothing is lost, and order is kept"
    again = [name for before, name in zip(accepted, accepted[1:], strict=False) if before == name]
    assert len(accepted) - len(again) == count, "what comes twice does so at once"
    assert len(again) <= KILLS
    said = [line for line in log.splitlines() if "may have been on" in line]
    explained = [f"C{line.split(': message ')[1].split()[0]}" for line in said]
    assert set(again) <= set(explained)
    assert files.rows(path, "DISTINCT state, last_error") == [("delivered", "")]
    with files.opened(path) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        acts = db.execute("SELECT action, count(*) FROM qmonitor_audit GROUP BY action").fetchall()
        assert db.execute("SELECT count(*) FROM qmonitor_lease").fetchone() == (0,)
    assert dict(acts)["worker-stop"] == 1
    reader = open_source(path).reader()
    assert reader.verify_audit().intact
    reader.close()


DIE = (
    faults.COUNTED
    + """
from qmonitor.queues.delivery import Worker
from qmonitor.queues.sending import Policy
from tests.helpers.delivering import Wire
import logging

def die():
    os.kill(os.getpid(), signal.SIGKILL)

def work(path, port, log, when):
    logging.basicConfig(filename=log)
    wire = Wire(port)
    send = wire.send
    def dying(raw, timeout):
        die() if when == "before" else None
        send(raw, timeout)
        die() if when == "after" else None
    wire.send = dying
    wire.between = die if when == "between" else None
    worker = Worker(path, "lab", "dest-01", wire, Policy(0), actor="ann@ward-7", engine_stopped=True)
    while worker.step() == 0:
        pass
    worker.close()

path, port, log, whens = arguments
print(json.dumps([forked(None, lambda: work(path, port, log, when)) for when in whens]))
"""
)


def test_killed_between_the_answer_and_the_commit_it_sends_that_one_again(tmp_path: Path) -> None:
    """And only that one; the log names it. The counter-example: a kill before the send repeats nothing."""
    path, log = queue(tmp_path / "queue.db", 3), tmp_path / "worker.log"
    with Receiver(tmp_path / "accepted.txt") as receiver:
        ends = users.ask(DIE, str(path), receiver.port, str(log), ["before", "before"])
        assert (ends, receiver.accepted()) == ([-9, -9], [])
        ends = users.ask(DIE, str(path), receiver.port, str(log), ["after", None])
        assert (ends, receiver.accepted()) == ([-9, 0], ["C1", "C1", "C2", "C3"])
    assert log.read_text(encoding="utf-8").count("message 1 may have been on its way, and is sent again") == 3
