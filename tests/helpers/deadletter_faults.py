"""Kills a process at every statement of what it does to dead-letter queues; and what the file holds then."""

import json
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.helpers import deadletter as made
from tests.helpers import deadletter_reference as reference
from tests.helpers import users
from tests.helpers.faults import COUNTED, spread

NOW = made.BEGIN + made.NS
DAY = 86_400 * made.NS

WORK = f"""
from qmonitor.queues.deadletter import Message, Store
from qmonitor.queues.deadletter.source import open_file
from qmonitor.queues.sqlite_file import SqliteFile

def opened(path):
    Store(path).close()  # what it makes of a new file is no part of the work
    sqlite3.connect = connect
    return Store(path, clock=lambda: times.from_ns({NOW}))

def fetch(path):
    opened(path).fetch_failed("grades")

def store(path):
    store = opened(path)
    for n in range(5):
        store.store_failed("grades", Message(username=f"new {{n}}"))

def dequeue(path):
    store = opened(path)
    for queued in store.fetch_failed("grades")[:6]:
        store.dequeue(queued.key)

def resend(path):
    sent = os.open(path + ".sent", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    store = opened(path)
    for queued in store.fetch_failed("grades"):
        os.write(sent, queued.message.username.encode() + b"\\n")
        os.fsync(sent)
        store.dequeue(queued.key)

def act(action, path):
    admin = open_file(SqliteFile(path)).admin()
    here = Query(channel="dead-letter", destination="grades")
    if action == "restore":
        admin.run(admin.plan("drain", here, include_failed=True), "ann@ward-7", "before")
    what = [one for one in json.load(open(path + ".erase"))] if action == "erase" else here
    plan = admin.plan(action, what, **({{"include_failed": True}} if action == "drain" else {{}}))
    from qmonitor.queues.deadletter import runner
    runner.BATCH = 3
    sqlite3.connect = connect
    admin.run(plan, "ann@ward-7", "fault")
    admin.close()

def skip(path): act("skip", path)
def drain(path): act("drain", path)
def restore(path): act("restore", path)
def erase(path): act("erase", path)
"""


@dataclass(frozen=True)
class Cut:
    """A copy of a file in which some work was cut off at a point (half-steps of statements)."""

    path: Path
    point: int
    verb: str

    def __str__(self) -> str:
        return f"{'after' if self.point % 2 else 'before'} statement {self.point // 2}, {self.verb}"

    @property
    def sent(self) -> list[str]:
        """What was sent up to then."""
        found = self.path.with_name(f"{self.path.name}.sent")
        return found.read_text().splitlines() if found.exists() else []


def cut_off(path: Path, work: str, points: int | None) -> list[Cut]:
    """One copy for each of so many points (None: for each that there is), in which the work was killed there."""
    dry = _copy(path, "dry.db")
    log: list[str] = users.ask(f"{COUNTED}{WORK}\n{work}(*arguments)\nprint(json.dumps(Point.log))", str(dry))
    chosen = range(2 * len(log)) if points is None else spread(log, points)
    cuts = [Cut(_copy(path, f"cut-{point}.db"), point, log[point // 2]) for point in chosen]
    each = f"[forked(point, lambda: {work}(path)) for path, point in arguments[0]]"
    ends = users.ask(f"{COUNTED}{WORK}\nprint(json.dumps({each}))", [(str(cut.path), cut.point) for cut in cuts])
    assert ends == [-9] * len(cuts), "not every run was killed at its point"
    return cuts


def _copy(path: Path, name: str) -> Path:
    beside = path.with_name(f"{path.name}.erase")
    if beside.exists():
        shutil.copyfile(beside, path.with_name(f"{name}.erase"))
    return Path(shutil.copyfile(path, path.with_name(name)))


@dataclass(frozen=True)
class Held:
    """The messages of a file by their names in the order of keys, skipped ones included, and what can't be decoded."""

    names: list[str]
    broken: list[bytes]


def held(path: Path) -> Held:
    names, broken = [], []
    for _, value in sorted([*reference.rows(path), *skipped(path)]):
        try:
            names += [message["Username"] for message in reference.messages(value)]
        except reference.Broken:
            broken.append(value)
    return Held(names, broken)


def skipped(path: Path) -> list[tuple[bytes, bytes]]:
    return _asked(path, "qmonitor_skipped", "SELECT key, value FROM qmonitor_skipped")


def audited(path: Path, action: str) -> list[str]:
    """The ids of all messages that the audit says this was done to."""
    sql = "SELECT ids FROM qmonitor_audit WHERE action = ? ORDER BY id"
    return [str(item) for (ids,) in _asked(path, "qmonitor_audit", sql, action) for item in json.loads(ids)]


def _asked(path: Path, table: str, sql: str, *values: object) -> list[Any]:
    """Nothing where there is no such table."""
    with closing(sqlite3.connect(path)) as db:
        if db.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (table,)).fetchone() is None:
            return []
        return db.execute(sql, values).fetchall()
