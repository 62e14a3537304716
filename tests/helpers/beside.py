"""Another process of this program, as far as others see of it: it runs, and is called by its name."""

import subprocess
import sys

from tests.helpers.codebase import ROOT

TELL = "from qmonitor.queues.processes import holder; print(holder(), flush=True); input()"


def started() -> subprocess.Popen[str]:
    """It runs until it is killed, or its input ends."""
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", TELL], stdin=pipe, stdout=pipe, text=True, cwd=ROOT)


def called(child: subprocess.Popen[str]) -> str:
    """Its name, once."""
    assert child.stdout is not None
    return child.stdout.readline().strip()
