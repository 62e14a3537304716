"""Whoever only looks loads nothing that acts or delivers: it is a third of the package, and of a start's time."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
OWN = ("admin", "building", "planner", "runner", "store", "tuning", "worker", "writer")
SHARED = ("sqlite_plans", "sqlite_traces", "sqlite_writer")
ACTS = {*(f"qmonitor.queues.delivery.{name}" for name in OWN), *(f"qmonitor.queues.{name}" for name in SHARED)}

LOOK = """
import sys
from qmonitor.queues import open_source
source = open_source(sys.argv[1])
reader = source.reader()
assert reader.depth().rows
reader.close()
print(*sys.modules)
"""

ACT = (
    LOOK
    + """
source.admin().close()
from qmonitor.queues.delivery import Store, Worker
print(*sys.modules)
"""
)


def loaded(text: str, path: Path) -> set[str]:
    """Of the modules that act, those that a child has loaded."""
    done = subprocess.run([sys.executable, "-c", text, str(path)], capture_output=True, text=True, cwd=ROOT, check=True)
    names = done.stdout.split()
    assert "qmonitor.queues.delivery.reader" in names
    return ACTS.intersection(names)


def test_looking_loads_nothing_that_acts(tmp_path: Path) -> None:
    from qmonitor.queues.delivery import Store
    from qmonitor.queues.model import Item

    path = tmp_path / "queue.db"
    with Store(path) as store:
        store.enqueue(Item(id=0, channel="adt", destination="a", raw=b"MSH|"))
    assert loaded(LOOK, path) == set()
    assert loaded(ACT, path) == ACTS
