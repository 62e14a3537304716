"""Workers as processes of their own, watched by the states that they print."""

import json
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.helpers import users

WORKING = """
import json, signal, threading
from qmonitor.queues.sending import Policy
from qmonitor.queues.sqlite_worker.terms import Terms
from qmonitor.queues.working import WorkerEnded

path, target, place, options = arguments
stop = threading.Event()
signal.signal(signal.SIGTERM, lambda *_: stop.set())
sleep_at = options.pop("sleep_at", None)

def told(state):
    print(json.dumps([state.phase, str(state.because or ""), state.sent, str(state.until)]), flush=True)
    if sleep_at == "before a send" and state.item is not None and state.sent == 2:
        signal.pthread_kill(threading.get_ident(), signal.SIGSTOP)

MADE
send = wire.send
def sending(raw, timeout):
    send(raw, timeout)
    if sleep_at == "after an answer" and worker.state.sent == 2:
        signal.pthread_kill(threading.get_ident(), signal.SIGSTOP)
wire.send = sending
if "terms" in options:
    options["terms"] = Terms(**options["terms"])
policy = Policy(0, **{"timeout": 5} | options.pop("policy", {}))
worker = Worker(path, *place, wire, policy, actor="ann@ward-7", told=told, **options)
try:
    worker.run(stop)
except WorkerEnded as error:
    print(json.dumps(["ended", type(error).__name__, worker.state.sent]), flush=True)
wire.close()
"""

DELIVERY = WORKING.replace(
    "MADE",
    """
from qmonitor.queues.delivery import Worker
from tests.helpers.delivering import Wire
wire = Wire(target)
""",
)
"""`target` is the port of a `delivering.Receiver`."""

DEAD_LETTER = WORKING.replace(
    "MADE",
    """
from qmonitor.queues.deadletter.worker import Worker
from qmonitor.senders.filedrop.sender import FileSender
from qmonitor.senders.filedrop.settings import FileSettings
from qmonitor.senders.http.sender import HttpSender
from qmonitor.senders.http.settings import HttpSettings
if target.startswith("http"):
    wire = HttpSender(HttpSettings(target, content_type="application/json"))
else:
    wire = FileSender(FileSettings(target, name="{sequence}.json"))
""",
)
"""`target` is an address, or a folder."""

SHORT = {"lease": 8.0, "margin": 1.0, "idle": 0.2}
"""Longer than an attempt and its margin, and short enough to wait for."""

Line = list[Any]


class Process:
    """A worker; its states are lines."""

    def __init__(self, child: "subprocess.Popen[str]") -> None:
        self.child = child
        self.lines: list[Line] = []

    def until(self, wanted: Callable[[Line], bool]) -> Line:
        """Read states until one is as wanted; after a minute in vain the process is ended."""
        assert self.child.stdout is not None
        patience = threading.Timer(60, self.child.kill)
        patience.start()
        try:
            for text in self.child.stdout:
                self.lines.append(json.loads(text))
                if wanted(self.lines[-1]):
                    return self.lines[-1]
        finally:
            patience.cancel()
            patience.join()
        assert self.child.stderr is not None
        raise AssertionError(f"it ended: {self.lines[-3:]} {self.child.stderr.read()}")

    def phase(self, *phases: str) -> Line:
        return self.until(lambda line: line[0] in phases)

    def stop(self) -> str:
        """A clean stop; what it wrote to stderr."""
        self.child.send_signal(signal.SIGTERM)
        out, err = self.child.communicate(timeout=60)
        self.lines += map(json.loads, out.splitlines())
        assert self.child.returncode == 0, err
        return err


@contextmanager
def process(script: str, path: Path, target: object, place: tuple[str, str], **options: Any) -> Iterator[Process]:
    """One that goes without the watch unless told otherwise."""
    options = {"engine_stopped": True} | options
    rooms = "qmonitor.queues qmonitor.senders"
    with users.start(script, str(path), target, place, options, rooms=rooms) as child:
        try:
            yield Process(child)
        finally:
            if child.poll() is None:
                child.kill()
