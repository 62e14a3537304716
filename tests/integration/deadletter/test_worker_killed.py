"""A worker and a daemon, killed at any point of their work: nothing is lost, and what comes twice was in flight.

A story has several deaths: of a worker that looks, splits, stamps, drops, sends and removes, and of a daemon that
stores. Short by default; 300 stories, and every half-step as a place to die, with QMONITOR_EXAMPLES=thorough.
"""

import json
import os
import random
import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from qmonitor.queues import open_source
from tests.helpers import deadletter as made
from tests.helpers import faults, users
from tests.helpers.dead_working import QUEUE, names
from tests.helpers.delivering import Clock
from tests.helpers.http_receiver import HttpReceiver

THOROUGH = os.environ.get("QMONITOR_EXAMPLES") == "thorough"
STORIES = 300 if THOROUGH else 8
WAYS = ("http", "file")
AT_ONCE = 20
OLD = 40 * 86_400 * made.NS

WORK = (
    faults.COUNTED
    + """
import logging
from qmonitor.queues.deadletter import Message, Store
from qmonitor.queues.deadletter.worker import Worker
from qmonitor.queues.sending import Policy
from qmonitor.senders.filedrop import folder
from qmonitor.senders.filedrop.sender import FileSender
from qmonitor.senders.filedrop.settings import FileSettings
from qmonitor.senders.http.sender import HttpSender
from qmonitor.senders.http.settings import HttpSettings
from qmonitor.senders.http.transport import Transport
from tests.helpers import deadletter as made
from tests.helpers import deadletter_reference as reference

def counted(owner, name):
    call = getattr(owner, name)
    setattr(owner, name, lambda *a, **k: step(name.upper(), lambda: call(*a, **k)))

def sender(target):
    if target.startswith("http"):
        counted(Transport, "handle_request")
        counted(Transport, "settle")
        return HttpSender(HttpSettings(target, content_type="application/json"))
    for name in ("begin", "place", "keep", "forget"):
        counted(folder.Folder, name)
    return FileSender(FileSettings(target, name="{sequence}.json"))

def work(path, target, log, steps):
    logging.basicConfig(filename=log, level=logging.INFO)
    one = sender(target)
    send = one.send
    one.send = lambda raw, timeout: step("SEND", lambda: send(raw, timeout))
    sqlite3.connect = connect
    worker = Worker(path, "dead-letter", "grades", one, Policy(0), actor="ann@ward-7", engine_stopped=True)
    while worker.step() == 0 and steps:
        steps -= 1
    worker.close()
    one.close()

def store(path, first):
    sqlite3.connect = connect
    with Store(path) as queue:
        for n in range(3):
            queue.store_failed("grades", Message(username=f"new {first}.{n}"))

def there(path):
    "The messages that are there in their order, those of rows of their own with the row's id."
    found = []
    for key, value in made.queue_rows(path, "grades"):
        try:
            each = [message["Username"] for message in reference.messages(value)]
        except reference.Broken:
            continue
        found += [(name, key.hex() if len(each) == 1 else "") for name in each]
    return found

def told(path, target, log, deaths):
    "What was there before, between and after, and how each life ended."
    seen, ends = [there(path)], []
    for n, (role, point) in enumerate(deaths):
        life = (lambda: work(path, target, log, 1000)) if role == "worker" else (lambda: store(path, n))
        ends.append(forked(point, life))
        seen.append(there(path))
    return seen, ends
"""
)

TELL = f"{WORK}\nprint(json.dumps([told(*story) for story in arguments]))"
LENGTH = f"{WORK}\nwork(*arguments)\nprint(json.dumps(Point.log))"


def queue(path: Path) -> Path:
    """All kinds of rows: the older layout, several messages, none without a time, one too old, some that are broken."""
    now, table = Clock().ns - made.NS, made.Table(path)
    table.legacy(QUEUE, *(made.message(None if n else now, username=f"legacy {n}") for n in range(3)))
    table.put(made.key(QUEUE, now), b"\xff broken")
    table.add(QUEUE, now + 1, made.message(now, username="one"))
    table.add(QUEUE, now + 2, *(made.message(now, username=f"several {n}") for n in range(3)))
    table.add(QUEUE, now + 3, made.message(now - OLD, username="old 1"))
    table.add(QUEUE, now + 4, made.message(None, username="timeless"))
    table.put(made.key(QUEUE, now + 5), b"")
    table.add(QUEUE, now + 6, made.message(now - OLD, username="old 2"))
    table.add(QUEUE, now + 7, made.message(now, username="last"))
    table.digests(5, like=QUEUE)
    return table.write()


@dataclass
class Story:
    """A file, a receiver, and lives: whose, and the half-step at which each is ended (None: not)."""

    path: Path
    target: str
    log: Path
    lives: list[tuple[str, int | None]]

    @property
    def arguments(self) -> list[Any]:
        return [str(self.path), self.target, str(self.log), self.lives]


def lived(stories: list[Story]) -> list[Any]:
    """What each story tells; a few in one process, which loads the package once."""
    found: list[Any] = []
    for begin in range(0, len(stories), AT_ONCE):
        some = [story.arguments for story in stories[begin : begin + AT_ONCE]]
        done = users.run(TELL, *some, rooms="qmonitor.queues qmonitor.senders")
        assert done.returncode == 0, done.stderr
        found += json.loads(done.stdout)
    return found


def target_of(way: str, folder: Path, n: int, receiver: HttpReceiver) -> str:
    if way == "http":
        return receiver.url(f"/status/200?X-Story={n}")
    place = folder / f"out-{n}"
    place.mkdir()
    return str(place)


def accepted(story: Story, receiver: HttpReceiver) -> list[str]:
    """The messages that the receiver has, in the order in which they came."""
    if story.target.startswith("http"):
        path = story.target.partition(str(receiver.port))[2]
        return names([request.body for request in receiver.requests() if request.path == path])
    return names([file.read_bytes() for file in sorted(Path(story.target).glob("*.json"))])


def judged(story: Story, seen: list[list[tuple[str, str]]], receiver: HttpReceiver) -> int:
    """How many came twice."""
    there = list(dict.fromkeys(name for look in seen for name, _ in look))
    wanted = [name for name in there if not name.startswith("old")]
    got = accepted(story, receiver)
    assert list(dict.fromkeys(got)) == wanted, "nothing is lost, order is kept, and what is too old is not sent"
    again = [name for before, name in zip(got, got[1:], strict=False) if before == name]
    assert len(got) - len(again) == len(wanted), "what comes twice does so at once"
    rows = {key: name for look in seen for name, key in look if key}
    said = re.findall(r"message (\w+) may have been on its way", story.log.read_text(encoding="utf-8"))
    assert set(again) <= {rows.get(key) for key in said}, "and the next worker says so"
    assert len(again) <= sum(point is not None and role == "worker" for role, point in story.lives)
    assert seen[-1] == []
    assert [value for _, value in made.queue_rows(story.path, QUEUE)] == [b"\xff broken", b""]
    with closing(sqlite3.connect(story.path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        dropped = db.execute("SELECT count(*) FROM qmonitor_audit WHERE action = 'expire'").fetchone()
        assert db.execute("SELECT count(*) FROM qmonitor_lease").fetchone() == (0,)
        assert db.execute("SELECT count(*) FROM kv WHERE expires_at IS NOT NULL").fetchone() == (5,)
    assert 1 <= dropped[0] <= 2
    reader = open_source(story.path).reader()
    assert reader.verify_audit().intact
    reader.close()
    return len(again)


def steps_of(folder: Path, way: str, receiver: HttpReceiver) -> list[str]:
    """What a worker that nobody ends does, statement by statement."""
    arguments = [str(queue(folder / "dry.db")), target_of(way, folder, 0, receiver), str(folder / "dry.log"), 1000]
    done = users.run(LENGTH, *arguments, rooms="qmonitor.queues qmonitor.senders")
    assert done.returncode == 0, done.stderr
    log: list[str] = json.loads(done.stdout)
    assert log.count("SEND") == 9
    return log


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_every_step_of_a_worker_may_be_its_last(tmp_path: Path, way: str) -> None:
    """Killed there, and followed by one that is not."""
    with HttpReceiver(tmp_path) as receiver:
        log = steps_of(tmp_path, way, receiver)
        points = list(range(2 * len(log))) if THOROUGH else faults.spread(log, 24)
        points += [2 * n + after for n, verb in enumerate(log) if verb == "SEND" for after in (0, 1)][:4]
        stories = [
            Story(
                queue(tmp_path / f"{n}.db"), target_of(way, tmp_path, n, receiver), tmp_path / f"{n}.log",
                [("worker", point), ("worker", None)],
            )
            for n, point in enumerate(points, 1)
        ]  # fmt: skip
        again = 0
        for story, (seen, ends) in zip(stories, lived(stories), strict=True):
            assert ends == [-9, 0]
            again += judged(story, seen, receiver)
    assert again, "where it dies behind an answer, the message comes again"


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_a_story_of_many_deaths(tmp_path: Path, way: str) -> None:
    with HttpReceiver(tmp_path) as receiver:
        most, stories = 2 * len(steps_of(tmp_path, way, receiver)), []
        for n in range(1, 1 + STORIES // len(WAYS)):
            chance = random.Random(f"{way} {n}")
            lives: list[tuple[str, int | None]] = []
            for _ in range(chance.randint(2, 6)):
                lives.append(("worker", chance.randrange(most // 2)))
                lives.append(("daemon", chance.randrange(40)))
            place = target_of(way, tmp_path, n, receiver)
            stories.append(Story(queue(tmp_path / f"{n}.db"), place, tmp_path / f"{n}.log", [*lives, ("worker", None)]))
        killed = 0
        for story, (seen, ends) in zip(stories, lived(stories), strict=True):
            assert set(ends) <= {-9, 0} and ends[-1] == 0
            killed += ends.count(-9)
            judged(story, seen, receiver)
    assert killed >= STORIES
