"""What twenty misbehaving receivers, each a process of its own, do to a healthy destination of the same queue: nothing.

Each has a worker of its own in this process, which tries again and again. The healthy one takes turns: some messages
while all others are held at a gate, some while they are at it. So whatever else goes on here hits both.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from qmonitor.queues.delivery import Worker
from qmonitor.queues.sending import Policy, Sender
from qmonitor.senders.http.sender import HttpSender
from qmonitor.senders.http.settings import HttpSettings
from qmonitor.senders.mllp import Lines, MllpSender, MllpSettings
from tests.bench.conftest import Tell, again
from tests.helpers import files
from tests.helpers.delivering import message, row
from tests.helpers.http_receiver import HttpReceiver
from tests.helpers.mllp_receiver import ERR, MODES, Receiver, ack

SHARE = 0.4
"""Of the rate alone at least: there are two cores for this process, those that flood it, and whatever else runs."""

TURN = 4.0
"""Seconds."""

LONGEST = 2.0
"""Seconds for one message beside the others."""

GROWTH = 100_000_000
"""Bytes of memory that all of it may take: some messages of megabytes are on their way at once."""

POLICY = Policy(0, backoff=2.0, max_backoff=2.0, timeout=1.0)
"""Much more often than by the defaults; each failed attempt is a commit, and of a large message a large one."""

SMALL, LARGE = message("M1", 500), message("M1", 8_000_000)
"""A large one has its end left only once its receiver has read on."""

ANSWERING: dict[str, Any] = {
    **{name: {"mode": name} for name in ("silent", "foreign", "close", "reset", "endless", "commit", "AE")},
    "late": {"script": [[["wait", 3.0], ["send", ack()]]]},
    "split": {"script": [[["split", 30, ack()[:-1]]]]},
    "dribble": {"script": [[["dribble", "x" * 1000]]]},
    "half-close": {"script": [[["half-close"], ["hold"]]]},
    "frames without end": {"script": [[["flood", ack(control_id="OTHER")]]]},
}
GREETING: dict[str, Any] = {
    "frames without end at once": {"accept": [["flood", ack()]]},
    "noise without end at once": {"accept": [["flood", "noise"]]},
}
HASTY: dict[str, Any] = {
    "refused in the middle": {"accept": [["read", 1000], ["send", ack("AR", "M1", ERR)], ["wait", 0.2], ["close"]]},
    "confirmed in the middle": {"accept": [["read", 1000], ["send", ack("AA", "M1")], ["reset"]]},
    "nothing read": {"accept": [["hold"]]},
}
WEB, HASTY_WEB = ("/dribble-head", "/interim"), ("/early/200",)


class Gate:
    """Lets attempts pass while it is open; waited for until none is on its way once it is closed."""

    def __init__(self) -> None:
        self._open, self._mutex, self._busy = threading.Event(), threading.Condition(), 0
        self.attempts = 0

    @contextmanager
    def passed(self) -> Iterator[None]:
        self._open.wait()
        with self._mutex:
            self._busy += 1
            self.attempts += 1
        try:
            yield
        finally:
            with self._mutex:
                self._busy -= 1
                self._mutex.notify_all()

    def open(self) -> None:
        self._open.set()
        with self._mutex:
            assert self._mutex.wait_for(lambda: self._busy >= 3, 30)

    def close(self) -> None:
        self._open.clear()
        with self._mutex:
            assert self._mutex.wait_for(lambda: not self._busy, 30)

    def leave(self) -> None:
        """Open for good."""
        self._open.set()


class Gated:
    def __init__(self, sender: Sender, gate: Gate) -> None:
        self._sender, self._gate = sender, gate

    def send(self, raw: bytes, timeout: float) -> None:
        with self._gate.passed():
            self._sender.send(raw, timeout)

    def describe(self) -> str:
        return self._sender.describe()


def memory() -> int:
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096


def misbehaving(folder: Path, lines: Lines, within: ExitStack) -> list[Sender]:
    senders: list[Any] = []
    for number, options in enumerate((ANSWERING | GREETING | HASTY).values()):
        there = within.enter_context(Receiver(folder / f"{number}.log", options.get("mode", "good"), **rest(options)))
        senders.append(MllpSender(MllpSettings("127.0.0.1", there.port), lines))
    for path in WEB + HASTY_WEB:
        (own := folder / path.replace("/", "_")).mkdir()
        senders.append(HttpSender(HttpSettings(within.enter_context(HttpReceiver(own)).url(path))))
    for each in senders:
        within.callback(each.close)
    return senders


def rest(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name != "mode"}


def workers(path: Path, senders: list[Sender], gate: Gate, stop: threading.Event) -> list[threading.Thread]:
    made = [
        Worker(path, "bad", f"dest-{n}", Gated(each, gate), POLICY, actor="ann@ward-7", engine_stopped=True)
        for n, each in enumerate(senders)
    ]
    return [threading.Thread(target=one.run, args=(stop,), name=f"bad-{n}") for n, one in enumerate(made)]


def rates(one: Worker, gate: Gate, seconds: float, turns: int) -> tuple[float, float, float]:
    """Messages a second, alone and beside the others, and the longest that one message took there (seconds).

    A turn beside them is longer than each of them needs from one attempt to the next: they all begin with it.
    """
    alone: list[float] = []
    beside: list[float] = []
    for _ in range(turns):
        gate.close()
        alone += spans(one, seconds / 2)
        gate.open()
        beside += spans(one, seconds)
    return len(alone) / sum(alone), len(beside) / sum(beside), max(beside)


def undisturbed(rates: tuple[float, float, float]) -> bool:
    alone, beside, longest = rates
    return beside >= SHARE * alone and longest < LONGEST


def spans(one: Worker, seconds: float) -> list[float]:
    """What each message takes, for so long."""
    found, end = list[float](), time.perf_counter() + seconds
    while time.perf_counter() < end:
        began = time.perf_counter()
        assert one.step() == 0
        found.append(time.perf_counter() - began)
    return found


@pytest.mark.expects_log(r"of other messages")
def test_twenty_misbehaving_receivers_disturb_no_healthy_one(tmp_path: Path, tell: Tell, long: bool) -> None:
    turns, count = (20, 1_200_000) if long else (2, 120_000)
    sizes = [SMALL] * len(ANSWERING | GREETING) + [LARGE] * len(HASTY) + [SMALL] * len(WEB) + [LARGE] * len(HASTY_WEB)
    assert len(sizes) == 20
    assert set(MODES) >= {options["mode"] for options in ANSWERING.values() if "mode" in options}
    path = files.queue(
        tmp_path / "queue.db",
        [row("M1", channel="bad", destination=f"dest-{n}", raw=raw) for n, raw in enumerate(sizes)]
        + [row(f"C{n}") for n in range(count)],
    )
    gate, stop, lines = Gate(), threading.Event(), Lines()
    with ExitStack() as within:
        good = within.enter_context(Receiver(tmp_path / "good.log", "good", "--lean"))
        healthy = MllpSender(MllpSettings("127.0.0.1", good.port), lines)
        within.callback(healthy.close)
        one = Worker(path, "lab", "dest-01", healthy, Policy(0), actor="ann@ward-7", engine_stopped=True)
        threads = workers(path, misbehaving(tmp_path, lines, within), gate, stop)
        for thread in threads:
            thread.start()
        try:
            spans(one, 0.5)
            before = memory()
            alone, beside, longest = again(lambda: rates(one, gate, TURN, turns), undisturbed)
            grown = memory() - before
        finally:
            gate.leave()
            stop.set()
            for thread in threads:
                thread.join(60)
            one.close()
        assert not any(thread.is_alive() for thread in threads)
        assert good.ids == [f"C{n}" for n in range(one.state.sent)]
    lines.close()
    tell(
        f"alone {alone:,.0f} messages/s, beside twenty others {beside:,.0f}: "
        f"{beside / alone:.2f} of it; the longest took {longest * 1000:,.0f} ms; "
        f"{gate.attempts:,} attempts of theirs; {grown / 1e6:,.0f} MB more"
    )
    assert gate.attempts >= 20
    assert files.rows(path, "destination, state", "channel = 'bad' AND state <> 'pending'") == []
    assert undisturbed((alone, beside, longest))
    assert grown < GROWTH
