"""The seam between job logic and server."""

import subprocess
import sys

import pytest

from qmonitor.queues import streams
from tests.helpers.codebase import ROOT


def loaded(text: str) -> list[str]:
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, cwd=ROOT, check=True)
    return done.stdout.split()


def test_job_logic_loads_no_redis() -> None:
    modules = ("jobs", "dispatcher", "worker", "retention", "holding", "outcomes")
    imports = "; ".join(f"import qmonitor.queues.streams.working.{name}" for name in modules)
    found = loaded(f"import sys, qmonitor.queues.streams; {imports}; print(*sys.modules)")
    assert "qmonitor.queues.streams.working.worker" in found
    assert [name for name in found if name.split(".")[0] in ("redis", "sqlite3")] == []


def test_everything_that_is_promised_is_there() -> None:
    for name in streams.__all__:
        assert getattr(streams, name).__name__ == name
    with pytest.raises(AttributeError):
        streams.nothing  # noqa: B018
