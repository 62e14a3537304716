"""How a file of dead-letter queues is recognised, alone and beside a delivery queue."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from qmonitor.queues import Item, Query, errors, open_source
from qmonitor.queues.deadletter import Message, Store
from qmonitor.queues.delivery import Store as DeliveryStore
from qmonitor.queues.model import Destination
from qmonitor.queues.sending import Policy
from qmonitor.queues.working import Phase
from tests.helpers import deadletter as made
from tests.helpers.codebase import ROOT
from tests.helpers.delivering import Sender


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with Store(tmp_path / "daemon.db") as store:
        store.store_failed("grades", Message())
    return tmp_path / "daemon.db"


def test_a_file_with_the_table_is_a_source(path: Path) -> None:
    source = open_source(path)
    assert (source.name, source.target) == ("daemon.db", str(path))
    assert source.reader().destinations() == (Destination("dead-letter", "grades"),)
    assert source.capabilities["skip"] is None
    assert str(path) in source.describe()


def test_a_file_with_both_tables_is_one_source(tmp_path: Path) -> None:
    path = tmp_path / "both.db"
    with DeliveryStore(path) as store:
        store.enqueue(Item("adt", "north", b"MSH|"))
    table = made.Table(path)
    key = table.add("grades", made.BEGIN, made.message())
    table.write()
    source = open_source(path)
    reader = source.reader()
    assert reader.destinations() == (Destination("adt", "north"), Destination("dead-letter", "grades"))
    assert {item.id for item in reader.page(Query()).items} == {1, f"kv:{key.hex()}"}
    assert source.capabilities["retry-now"] is None


def test_another_table_of_that_name_beside_a_delivery_queue_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "queue.db"
    with DeliveryStore(path) as store:
        store.enqueue(Item("adt", "north", b"MSH|"))
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE kv (name TEXT, setting TEXT)")
    assert open_source(path).reader().destinations() == (Destination("adt", "north"),)


def test_another_table_of_that_name_alone_is_no_queue(tmp_path: Path) -> None:
    path = tmp_path / "settings.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE kv (name TEXT, setting TEXT)")
    with pytest.raises(errors.NotAQueue):
        open_source(path)


def test_a_worker_that_gives_messages_up_is_refused(path: Path) -> None:
    source, here = open_source(path), Destination("dead-letter", "grades")
    assert source.capabilities["worker"] is None
    assert source.worker(here, Sender(), Policy(0), actor="ann", reason="").state.phase is Phase.STOPPED
    with pytest.raises(errors.Refused, match="For a dead-letter queue it is 0"):
        source.worker(here, Sender(), Policy(1), actor="ann", reason="")


LOOK = """
import sys
from qmonitor.queues import open_source
source = open_source(sys.argv[1])
assert "cbor2" not in sys.modules
reader = source.reader()
assert reader.depth().rows
print(*sys.modules)
"""


def test_looking_loads_nothing_that_acts(path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", LOOK, str(path)], capture_output=True, text=True, cwd=ROOT, check=True)
    names = {name for name in done.stdout.split() if name.startswith("qmonitor.queues")}
    assert "qmonitor.queues.deadletter.reader" in names
    acts = {"admin", "planner", "runner", "acts", "queue", "mending", "documents"}
    assert not names & {f"qmonitor.queues.deadletter.{name}" for name in acts}
    assert not names & {
        f"qmonitor.queues.{name}"
        for name in ("sqlite_plans", "sqlite_traces", "sqlite_writer", "combined", "sqlite_worker.worker", "sending")
    }
