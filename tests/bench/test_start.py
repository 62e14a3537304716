"""From the start of the program to the whole picture: destinations, charts, and a page of the table."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.bench.conftest import Fill, Tell, by_turns

pytestmark = pytest.mark.window

MOST, MOST_IN_SHORT = 1.5, 2.2
"""How many times the toy's start ours may take. It takes 1.8 times as long at present: the short form only sees to it
that it gets no slower.
"""
BROWSER = shutil.which("sqlitebrowser")
STILL = 0.25
"""A program that took no processor time for so many seconds shows what it has to show."""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a program that was installed: its modules are compiled, and it has a profile of its own."""
    folder = tmp_path_factory.mktemp("started")
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(folder / "compiled"), "QMONITOR_PROFILE": str(folder / "profile")}


def start(module: str, *arguments: str, env: dict[str, str]) -> float:
    """How many seconds after its start a program has painted."""
    began = time.monotonic()
    command = [sys.executable, "-m", f"tests.bench.{module}", *arguments]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    return float(json.loads(done.stdout.splitlines()[-1])["painted"]) - began


def test_the_whole_picture_comes_soon(fill: Fill, long: bool, tell: Tell, compiled: dict[str, str]) -> None:
    """The least of several turns each, but for the first: it compiles the modules."""
    path, most = str(fill()), MOST if long else MOST_IN_SHORT

    def toy() -> float:
        return start("toy", "--seconds", "0.3", env=compiled)

    def window() -> float:
        return start("shown", path, env=compiled)

    toy(), window()
    ours, other = by_turns(window, toy, most, rounds=9 if long else 6, least=9 if long else 2)
    tell(f"whole picture after {ours:.2f} s, the toy's after {other:.2f} s")
    assert ours <= most * other


def processor_time(pid: int) -> float:
    """Seconds that a process has taken so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def is_at_work(pid: int) -> bool:
    """Whether a thread of it runs, or waits for a core or the disk: on a machine that is busy it takes no time then."""
    states = (task.read_text().rpartition(")")[2].split()[0] for task in Path(f"/proc/{pid}/task").glob("*/stat"))
    return any(state in "RD" for state in states)


def last_at_work(child: subprocess.Popen[bytes], seconds: float) -> float:
    """The instant at which a process was seen to work before it was still (within so many seconds)."""
    taken, began, at = 0.0, time.monotonic(), time.monotonic()
    while time.monotonic() < min(began + seconds, at + STILL):
        with suppress(subprocess.TimeoutExpired):
            child.wait(0.01)
        now = processor_time(child.pid)
        if now != taken or is_at_work(child.pid):
            taken, at = now, time.monotonic()
    return at


@pytest.mark.skipif(BROWSER is None, reason="DB Browser for SQLite is not installed")
def test_it_comes_sooner_than_in_db_browser(
    fill: Fill, long: bool, tell: Tell, compiled: dict[str, str], tmp_path: Path
) -> None:
    assert BROWSER is not None
    path = str(fill())
    home = {**os.environ, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    ours, theirs = [], []
    for _ in range(5 if long else 3):
        began = time.monotonic()
        browser = subprocess.Popen([BROWSER, "-R", "-t", "queue", path], env=home, stderr=subprocess.DEVNULL)
        try:
            theirs.append(last_at_work(browser, 30) - began)
        finally:
            browser.send_signal(signal.SIGKILL)
            browser.wait(10)
        ours.append(start("shown", path, env=compiled))
    tell(f"whole picture after {min(ours):.2f} s, the table in DB Browser after {min(theirs):.2f} s")
    assert (
        min(ours) < min(theirs) or not long
    )  # not met at present (0.59 s, theirs 0.26; Qt and the charts' library alone 0.3): the short form only tells
