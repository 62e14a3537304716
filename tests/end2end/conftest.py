"""The real program, as scripts and people run it."""

import io
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from qmonitor.cli import main
from tests.helpers import files

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = (sys.executable, "-m", "qmonitor")
PATIENCE = 60
"""Seconds after which a child is taken for hanging."""


@dataclass(frozen=True, slots=True)
class Done:
    """How a child ended, and what it wrote."""

    code: int
    out: bytes
    err: str

    @property
    def text(self) -> str:
        return self.out.decode("utf-8")


def environment(**more: str) -> dict[str, str]:
    """The package on the path, a terminal that knows UTF-8, and no display."""
    base = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return {**base, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "TZ": "UTC", **more}


def run(*arguments: object, stdin: bytes = b"") -> Done:
    """`qmonitor ARGUMENTS` to its end, without a terminal; in this process, ten times as fast as in one of its own."""
    streams = [io.TextIOWrapper(io.BytesIO(given), encoding="utf-8", newline="") for given in (stdin, b"", b"")]
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = streams
    try:
        code = main([str(argument) for argument in arguments])
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
    _, out, err = (_written(stream) for stream in streams)
    return Done(code, out, err.decode("utf-8"))


def _written(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue()


def run_process(*arguments: object, stdin: bytes = b"", **variables: str) -> Done:
    """The same as a process of its own, with further environment variables."""
    command = [*PROGRAM, *map(str, arguments)]
    done = subprocess.run(command, input=stdin, capture_output=True, timeout=PATIENCE, env=environment(**variables))
    return Done(done.returncode, done.stdout, done.stderr.decode("utf-8"))


def on_terminal(arguments: Sequence[object], answer: str) -> Done:
    """The same with a terminal to ask on; `answer` is typed ahead. What it writes there is `err`."""
    controller, terminal = pty.openpty()
    try:
        child = subprocess.Popen(
            [*PROGRAM, *map(str, arguments)], stdin=terminal, stdout=subprocess.PIPE, stderr=terminal, env=environment()
        )
        os.close(terminal)
        os.write(controller, answer.encode())
        shown = b"".join(iter(lambda: _read(controller), b""))
        out, _ = child.communicate(timeout=PATIENCE)
    finally:
        os.close(controller)
    return Done(child.returncode, out, shown.decode("utf-8"))


def _read(controller: int) -> bytes:
    try:
        return os.read(controller, 65_536)
    except OSError:  # EIO: the child has closed the terminal
        return b""


def display_variables() -> dict[str, str]:
    """What a child needs for a window on the display that the tests have."""
    return {name: os.environ[name] for name in ("DISPLAY", "QT_QPA_PLATFORM") if name in os.environ}


END_SECONDS = 5
"""How long the program may take to end, whatever it is doing."""


class Window:
    """The running program; what it logs of its window tells how far it is."""

    def __init__(self, profile: Path, *arguments: object, **variables: str) -> None:
        shown = {"QT_QPA_PLATFORM": "offscreen", **variables}
        self.child = subprocess.Popen(
            [*PROGRAM, *map(str, arguments)],
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            env=environment(QMONITOR_LOG="window", QMONITOR_PROFILE=str(profile), **shown),
            text=True,
        )
        self.said: list[str] = []

    def wait_for(self, words: str) -> None:
        """Until it logs that; fails where it ends before."""
        assert self.child.stderr is not None
        for line in self.child.stderr:
            self.said.append(line)
            if line.rstrip().endswith(words):
                return
        pytest.fail(f"it never said {words!r} but: {self.said}")

    def end(self, number: int = signal.SIGTERM) -> tuple[int, list[str]]:
        """Its exit code after this signal, and what it said beside its log of the window."""
        began = time.monotonic()
        self.child.send_signal(number)
        _, rest = self.child.communicate(timeout=4 * END_SECONDS)
        assert time.monotonic() - began < END_SECONDS
        lines = [*self.said, *rest.splitlines(keepends=True)]
        return self.child.returncode, [line for line in lines if "INFO qmonitor.window: " not in line]


@pytest.fixture
def queue(tmp_path: Path) -> Callable[..., Path]:
    """Makes a queue file of rows like those of `tests.helpers.files`."""

    def make(*rows: dict[str, Any], name: str = "queue.db") -> Path:
        return files.queue(tmp_path / name, rows)

    return make
