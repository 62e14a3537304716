"""Several programs at one file: daemons that fetch and append at once, and a reader beside them."""

import random
import subprocess
import sys
from pathlib import Path

from qmonitor.queues.deadletter import Message, Store
from qmonitor.queues.model import Query
from tests.helpers import deadletter as made
from tests.helpers import deadletter_reference as reference
from tests.helpers.codebase import ROOT
from tests.helpers.deadletter_faults import held
from tests.integration.deadletter.conftest import Look

FETCH = """
import sys
from qmonitor.queues import times
from qmonitor.queues.deadletter import Message, Store
path, name, now = sys.argv[1:]
with Store(path, clock=lambda: times.from_ns(int(now))) as store:
    print("ready", flush=True)
    sys.stdin.readline()
    for n in range(5):
        store.fetch_failed("grades")
        store.store_failed("grades", Message(username=f"{name} {n}"))
"""


def daemon(path: Path, name: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", FETCH, str(path), name, str(made.BEGIN + made.NS)]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    return child


def test_two_daemons_split_the_same_rows_once(tmp_path: Path, look: Look) -> None:
    table = made.Table(tmp_path / "daemon.db")
    table.legacy("grades", *(made.message(None, username=f"legacy {n}") for n in range(40)))
    for n in range(60):
        rows = (made.message(None if m else made.BEGIN, username=f"several {n}.{m}") for m in range(1 + n % 4))
        table.add("grades", made.BEGIN + n, *rows)
    path = table.write()
    before = held(path).names
    reader = look(path)
    children = [daemon(path, name) for name in ("one", "two")]
    for child in children:
        assert child.stdin is not None
        child.stdin.write("go\n")
        child.stdin.close()
    while any(child.poll() is None for child in children):
        (row,) = reader.depth().rows
        assert row.pending >= len(before)
        assert row.failed == 0
    assert [child.wait() for child in children] == [0, 0]
    for child in children:
        assert child.stdout is not None
        child.stdout.close()
    names = held(path).names
    assert sorted(names) == sorted([*before, *(f"{name} {n}" for name in ("one", "two") for n in range(5))])
    assert [name for name in names if name in before] == before, "in the order of arrival"
    assert all(len(reference.messages(value)) == 1 for _, value in made.queue_rows(path, "grades"))


def test_a_reader_beside_a_daemon_sees_what_is_there(tmp_path: Path, look: Look) -> None:
    path, chance = tmp_path / "daemon.db", random.Random(3)
    with Store(path) as store:
        keys = [store.store_failed("grades", Message(username=f"user {n}")) for n in range(300)]
        reader = look(path)
        for _ in range(60):
            for _ in range(chance.randrange(9)):
                keys.append(store.store_failed("grades", Message(username=f"user {len(keys)}")))
            for _ in range(min(len(keys), chance.randrange(9))):
                store.dequeue(keys.pop(chance.randrange(len(keys))))
            (row,) = reader.depth().rows
            assert row.pending == reader.count(Query()) == len(keys)
            assert reader.page(Query(limit=1, head_first=True)).items[0].id == min(keys).hex()
            assert {item.id for item in reader.page(Query(limit=1000)).items} == {key.hex() for key in keys}
