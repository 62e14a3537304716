"""Queued means accepted: the commit has reached the disk before the call returns.

A kill proves atomicity, not durability (with synchronous=OFF thirty kills lost nothing, measured). So two things
are looked at: the setting of the very connection that commits, at the moment of its commit; and, where strace is
there, the sync call between the log's last write and the return. Without strace the first one is what can be had.
"""

import re
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import files, users

WATCHED = """
import json, sqlite3
seen = []
real = sqlite3.connect

class Connection(sqlite3.Connection):
    def execute(self, sql, *a):
        word = sql.split(None, 1)[0].upper()
        if word == "COMMIT":
            ask = lambda name: super(Connection, self).execute("PRAGMA " + name).fetchone()[0]
            seen.append([ask("synchronous"), ask("secure_delete"), ask("journal_mode"), self.began])
        if word == "BEGIN":
            self.began = sql.upper().split()[-1]
        return super().execute(sql, *a)
    def commit(self):
        seen.append(["commit() without BEGIN IMMEDIATE"])
        return super().commit()

def connect(*a, **k):
    k["factory"] = Connection
    return real(*a, **k)
sqlite3.connect = connect

from qmonitor.queues import Item, Query, open_source, times
from qmonitor.queues.delivery import Store
path = arguments[0]
with Store(path) as store:
    store.enqueue(Item("lab", "dest-01", raw=b"MSH|1"))
    store.enqueue_many([Item("lab", "dest-01", raw=b"MSH|%d" % n) for n in range(5)])
    for call in ("retry", "gave_up"):
        item, _ = store.next("lab", "dest-01")
        more = [times.now()] if call == "retry" else []
        assert getattr(store, call)(item.id, item.attempts + 1, *more, "cause", item.next_attempt)
    store.succeeded(2, 1)
    for call in (lambda: store.skip(3, "w", "r"), lambda: store.restore(3, "w", "r"),
                 lambda: store.retry_now(id=3, who="w", reason="r"),
                 lambda: store.drain("lab", "dest-01", "w", "r"), lambda: store.remove(1, "w", "r"),
                 lambda: store.resend(2, "w", "r"),
                 lambda: store.erase(4, "w", "r"), lambda: store.purge(times.now(), "w", "r")):
        call()
admin = open_source(path).admin()
admin.run(admin.plan("skip", list(range(1, 10))), "w", "r")
admin.close()
print(json.dumps(seen))
"""


def test_every_connection_that_commits_is_set_to_be_durable(tmp_path: Path) -> None:
    seen = users.ask(WATCHED, str(tmp_path / "q.db"))
    assert len(seen) >= 12
    assert {tuple(settings) for settings in seen} == {(2, 1, "wal", "IMMEDIATE")}


TRACED = """
import os, sqlite3
from qmonitor.queues import Item
from qmonitor.queues.delivery import Store
path, kind = arguments
null = os.open("/dev/null", os.O_WRONLY)
if kind == "store":
    store = Store(path)
    def act(n):
        store.enqueue(Item("lab", "dest-01", raw=b"MSH|%d" % n))
elif kind == "skip":
    store = Store(path)
    store.enqueue_many([Item("lab", "dest-01", raw=b"MSH")] * 10)
    def act(n):
        assert store.skip(n + 1, "w", "r") == 1
else:  # the counter-example: what this test must be able to tell from a durable one
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=NORMAL")
    db.execute("CREATE TABLE t (x)")
    def act(n):
        db.execute("INSERT INTO t VALUES (?)", (n,))
for n in range(5):
    os.write(null, b"BEFORE")
    act(n)
    os.write(null, b"AFTER")
"""


def synced(trace: str) -> list[bool]:
    """Of each act between the marks: whether the log was synced after its last write, before the return."""
    verdicts: list[bool] = []
    wrote = dirty = False
    for line in trace.splitlines():
        if '"BEFORE"' in line:
            wrote = dirty = False
        elif '"AFTER"' in line:
            verdicts.append(wrote and not dirty)
        elif re.search(r"pwrite(v|64)?\(\d+<[^>]*-wal>", line):
            wrote = dirty = True
        elif re.search(r"f(data)?sync\(\d+<[^>]*-wal>\)\s*= 0", line):
            dirty = False
    return verdicts


def trace(tmp_path: Path, kind: str) -> list[bool]:
    out = tmp_path / "trace.txt"
    calls = "pwrite64,pwritev,fdatasync,fsync,write"
    command = ["strace", "-f", "-y", "-s", "32", "-e", f"trace={calls}", "-o", str(out)]
    done = users.run(TRACED, str(tmp_path / "q.db"), kind, prefix=command)
    assert done.returncode == 0, done.stderr
    return synced(out.read_text(errors="replace"))


needs_strace = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("strace") is None, reason="no strace: the setting is checked instead, above"
)


@needs_strace
@pytest.mark.parametrize("kind", ["store", "skip"])
def test_the_log_is_synced_between_commit_and_return(tmp_path: Path, kind: str) -> None:
    assert trace(tmp_path, kind) == [True] * 5


@needs_strace
def test_a_connection_that_is_not_durable_would_be_noticed(tmp_path: Path) -> None:
    assert trace(tmp_path, "normal") == [False] * 5


def test_a_rollback_journal_file_is_committed_durably_too(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db", [{} for _ in range(10)], journal="delete")
    task = WATCHED.split("from qmonitor.queues.delivery import Store")[0] + (
        "admin = open_source(arguments[0]).admin()\nadmin.run(admin.plan('skip', [1, 2]), 'w', 'r')\n"
        "print(json.dumps(seen))"
    )
    seen: list[Any] = users.ask(task, str(path))
    assert seen
    assert {(s[0], s[2]) for s in seen} == {(2, "delete")}
