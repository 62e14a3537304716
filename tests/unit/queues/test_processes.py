"""Whether the process lives that called itself so."""

import os
import sys

import pytest

from qmonitor.queues.processes import alive, holder
from tests.helpers.beside import called, started

linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how a process is")


def test_one_that_runs_is_alive_and_another_host_is_not_known() -> None:
    assert alive(holder()) is True
    assert alive("another:1:1") is None


@linux
def test_one_that_ended_is_gone_though_nobody_asked_what_came_of_it() -> None:
    with started() as child:
        name = called(child)
        assert alive(name) is True
        child.kill()
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)  # it has ended, and is still to be asked for
        assert alive(name) is False
    assert alive(name) is False


def test_another_one_of_the_same_number_is_not_it() -> None:
    machine, number, _ = holder().rsplit(":", 2)
    assert alive(f"{machine}:{number}:1") is False
