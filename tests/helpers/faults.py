"""Kills a process in the middle of what it writes: before or after its n-th statement, as a power cut might.

A child with the package loaded forks once for every fault point; in the fork every connection counts its
statements, and at the point the process sends itself SIGKILL. Nothing of the package is replaced: the
connections are the standard library's, with a counter around them.
"""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.helpers import users

LONG = os.environ.get("QMONITOR_BENCH") == "long"
"""Two hundred kills in place of thirty."""

COUNTED = """
import json, os, signal, sqlite3, sys
from datetime import timedelta
from qmonitor.queues import Query, open_source, times

class Point:
    at = None     # which half-step ends the process: 2n before, 2n+1 after statement n
    now = 0
    log = []

def step(sql, call):
    n, Point.now = Point.now, Point.now + 1
    Point.log.append(sql.split(None, 1)[0].upper())
    if Point.at == 2 * n:
        os.kill(os.getpid(), signal.SIGKILL)
    result = call()
    if Point.at == 2 * n + 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return result

class Cursor(sqlite3.Cursor):
    def execute(self, sql, *a):
        return step(sql, lambda: super(Cursor, self).execute(sql, *a))
    def executemany(self, sql, *a):
        return step(sql, lambda: super(Cursor, self).executemany(sql, *a))

class Connection(sqlite3.Connection):
    def cursor(self, factory=Cursor):
        return super().cursor(factory)
    def execute(self, sql, *a):
        return step(sql, lambda: super(Connection, self).execute(sql, *a))
    def executemany(self, sql, *a):
        return step(sql, lambda: super(Connection, self).executemany(sql, *a))
    def commit(self):
        return step("COMMIT", super().commit)

real = sqlite3.connect
def connect(*a, **k):
    k["factory"] = Connection
    return real(*a, **k)

def forked(point, call):
    pid = os.fork()
    if pid == 0:
        Point.at = point
        try:
            call()
            os._exit(0)
        except BaseException:
            import traceback
            traceback.print_exc()
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
"""
"""A child's text: `sqlite3.connect = connect` has statements counted, `forked` ends a call at a point."""

_ACTING = """
def act(path, action, what, options):
    source = open_source(path)
    admin = source.admin()
    if isinstance(what, dict):
        what = Query(**what)
    if "before" in options:
        options["before"] = times.parse(options["before"])
    plan = admin.plan(action, what, **options)
    sqlite3.connect = connect
    admin.run(plan, "ann@ward-7", "fault", None)
    admin.close()
"""


def statements(path: Path, action: str, what: Any, **options: Any) -> list[str]:
    """The first words of all statements that a whole run of the action makes, on a copy."""
    copy = Path(shutil.copyfile(path, path.with_name("dry.db")))
    task = COUNTED + _ACTING + "\nact(*arguments)\nprint(json.dumps(Point.log))"
    log: list[str] = users.ask(task, str(copy), action, what, options)
    for name in (copy.name, copy.name + "-wal", copy.name + "-shm"):
        copy.with_name(name).unlink(missing_ok=True)
    return log


@dataclass(frozen=True)
class Cut:
    """A copy of the file in which an action was cut off at a point (half-steps of statements)."""

    path: Path
    point: int
    verb: str


def cut_off(path: Path, points: list[int], log: list[str], action: str, what: Any, **options: Any) -> list[Cut]:
    """One copy for each point, the action killed there."""
    cuts = [Cut(Path(shutil.copyfile(path, path.with_name(f"cut-{p}.db"))), p, log[p // 2]) for p in points]
    each = "forked(point, lambda: act(path, action, what, dict(options))) for path, point in cuts"
    task = COUNTED + _ACTING + f"\ncuts, action, what, options = arguments\nprint(json.dumps([{each}]))"
    ends = users.ask(task, [(str(cut.path), cut.point) for cut in cuts], action, what, options)
    assert ends == [-9] * len(cuts), f"not every run was killed at its point: {ends}"
    return cuts


def spread(log: list[str], count: int) -> list[int]:
    """`count` half-steps, evenly over a run, and around its first and last commits."""
    total = 2 * len(log)
    commits = [n for n, verb in enumerate(log) if verb == "COMMIT"]
    around = {p for n in (*commits[:3], *commits[-2:]) for p in (2 * n, 2 * n + 1)}
    chosen = set(sorted(around)[:count]) | {total * k // count for k in range(count)}
    return sorted(p for p in chosen if p < total)
