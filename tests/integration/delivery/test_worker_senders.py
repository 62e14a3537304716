"""A worker with real senders, suspended in the middle of an attempt: what it has not sent by then it never sends."""

import json
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.helpers import files, users
from tests.helpers.delivering import row
from tests.helpers.mllp_receiver import Receiver

WORKING = """
import json, signal, threading
from qmonitor.queues.delivery import Worker
from qmonitor.queues.delivery.worker import Terms, WorkerEnded
from qmonitor.queues.sending import Policy
from qmonitor.senders.filedrop import folder
from qmonitor.senders.filedrop.sender import FileSender
from qmonitor.senders.filedrop.settings import FileSettings
from qmonitor.senders.mllp import Lines, MllpSender, MllpSettings
from qmonitor.senders.network.connecting import Receiver

path, target, sleeps = arguments
stop = threading.Event()
signal.signal(signal.SIGTERM, lambda *_: stop.set())

def sleeping(call):
    def wrapped(*arguments):
        result = call(*arguments)
        signal.pthread_kill(threading.get_ident(), signal.SIGSTOP)  # this thread does not run on meanwhile
        return result
    return wrapped

if sleeps:
    Receiver.connect = sleeping(Receiver.connect)
    folder.Folder.begin = sleeping(folder.Folder.begin)
if isinstance(target, int):
    sender = MllpSender(MllpSettings("127.0.0.1", target), Lines())
else:
    sender = FileSender(FileSettings(target))
worker = Worker(
    path, "lab", "dest-01", sender, Policy(0, timeout=5), actor="ann@ward-7", engine_stopped=True,
    terms=Terms(lease=8.0, margin=1.0, idle=0.2),
    told=lambda state: print(json.dumps([state.phase, state.sent]), flush=True),
)
try:
    worker.run(stop)
except WorkerEnded as error:
    print(json.dumps(["ended", type(error).__name__]), flush=True)
"""

Child = subprocess.Popen[str]


@contextmanager
def working(path: Path, target: int | str, sleeps: bool = False) -> Iterator[Child]:
    with users.start(WORKING, str(path), target, sleeps, rooms="qmonitor.queues qmonitor.senders") as child:
        try:
            yield child
        finally:
            child.kill()


def until(child: Child, phase: str) -> str:
    """What is told with a phase."""
    assert child.stdout is not None
    for line in child.stdout:
        found, what = json.loads(line)
        if found == phase:
            return str(what)
    raise AssertionError(f"it ended: {child.stderr and child.stderr.read()}")


def suspended(child: Child) -> None:
    """Until it has suspended itself."""
    until(child, "running")
    while (Path("/proc") / str(child.pid) / "stat").read_text(encoding="ascii").split(") ")[1][0] != "T":
        assert child.poll() is None


@pytest.mark.slow
@pytest.mark.parametrize("way", ["mllp", "file"])
def test_what_was_not_sent_before_a_sleep_is_not_sent_after_it(tmp_path: Path, way: str) -> None:
    """The lease was good when it was looked at; then the process slept, connected or with its file written."""
    path = files.queue(tmp_path / "queue.db", [row(f"C{n}") for n in (1, 2, 3)])
    out = tmp_path / "out"
    out.mkdir()
    with Receiver(tmp_path / "receiver.log") as there:
        target: int | str = there.port if way == "mllp" else str(out)
        accepted: Callable[[], list[str]] = (
            (lambda: there.ids) if way == "mllp" else (lambda: sorted(each.name for each in out.glob("*.hl7")))
        )
        with working(path, target, sleeps=True) as sleeper:
            suspended(sleeper)
            with working(path, target) as other:
                assert until(other, "idle") == "3"
                before = accepted()
                sleeper.send_signal(signal.SIGCONT)
                assert until(sleeper, "ended") == "LeaseLost"
                assert sleeper.wait(60) == 0
                assert accepted() == before
                assert [name.rpartition("C")[2][0] for name in before] == ["1", "2", "3"]
    assert set(files.states(path).values()) == {"delivered"}
