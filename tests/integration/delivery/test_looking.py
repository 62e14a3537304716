"""Looking never breaks the file: not its bytes, not its side files, not the engine that owns it.

The engine is another process, and where it matters another user; who looks is a third.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from qmonitor.queues import Query, open_source
from qmonitor.queues.source import Reader
from tests.helpers import files, users
from tests.helpers.engine import Engine, call, start

Read = Callable[[Path], Reader]

LOOK = """
import json, time
from qmonitor.queues import Query, open_source
source = open_source(arguments[0])
reader = source.reader()
seen = []
for _ in range(arguments[1]):
    depth = reader.depth()
    page = reader.page(Query(limit=5))
    items = [reader.get(item.id) for item in page.items]
    payloads = [reader.payload(item.id).hex() for item in items]
    reader.destinations(); reader.details(); reader.count(Query()); reader.changed()
    reader.audit(); reader.verify_audit(); reader.interrupted(); reader.states([1, 2])
    reader.page(Query(limit=5), page.next) if page.next else None
    seen.append([sum(row.pending for row in depth.rows), payloads])
reader.close()
print(json.dumps(seen[-1]))
"""


def look(path: Path, times: int = 3, uid: int | None = None) -> list:
    """Every kind of look, by a child process that then ends."""
    return users.ask(LOOK, str(path), times, uid=uid)


def snapshot(folder: Path) -> dict[str, tuple]:
    """Content, owner, mode and time of change of every file (not of last access)."""
    found = {}
    for path in folder.iterdir():
        state = path.stat()
        found[path.name] = (path.read_bytes(), state.st_uid, state.st_mode, state.st_mtime_ns, state.st_ino)
    return found


def write_as_engine(path: Path, uid: int | None) -> None:
    """The engine starts, writes, and stops: its file is whole and no side file stays."""
    with Engine(path, uid=uid) as engine:
        engine.enqueue("again", "dest")
        assert engine.sql("PRAGMA integrity_check") == [["ok"]]
        assert engine.sql("SELECT count(*) FROM queue WHERE channel='again'") == [[1]]
    assert files.side_files(path) == []


@pytest.fixture
def stopped(shared: Path) -> Path:
    """A file of the engine's user, its engine stopped; the folder is the engine's too."""
    path = shared / "queue.db"
    uid = users.OWNER if os.geteuid() == 0 else None
    with Engine(path, uid=uid) as engine:
        for n in range(20):
            engine.enqueue("lab", f"dest-{n % 3}", b"MSH|%d" % n)
    assert files.side_files(path) == []
    return path


@users.needs_users
@pytest.mark.parametrize("folder_mode", [0o777, 0o755])
@pytest.mark.parametrize("looker", [users.OUTSIDER, 0, users.OWNER])
def test_anybody_looks_at_the_file_of_a_stopped_engine(stopped: Path, looker: int, folder_mode: int) -> None:
    os.chown(stopped.parent, users.OWNER, users.OWNER)
    stopped.parent.chmod(folder_mode)
    before = snapshot(stopped.parent)
    pending, payloads = look(stopped, uid=looker)
    assert pending == 20
    assert bytes.fromhex(payloads[0]) == b"MSH|19"
    assert snapshot(stopped.parent) == before
    write_as_engine(stopped, users.OWNER)


@users.needs_users
def test_the_looker_may_write_and_yet_does_not(stopped: Path) -> None:
    stopped.chmod(0o666)
    before = snapshot(stopped.parent)
    look(stopped, uid=users.OUTSIDER)
    assert snapshot(stopped.parent) == before
    write_as_engine(stopped, users.OWNER)


def test_looking_as_oneself_leaves_no_trace_either(queue: Path, read: Read) -> None:
    before = snapshot(queue.parent)
    reader = read(queue)
    for _ in range(3):
        reader.depth()
        reader.page(Query())
        reader.payload(1)
        assert snapshot(queue.parent) == before
    write_as_engine(queue, None)


@users.needs_users
def test_the_side_files_of_a_live_engine_stay_its_own(shared: Path) -> None:
    path = shared / "queue.db"
    with Engine(path, uid=users.OWNER) as engine:
        engine.enqueue("lab", "dest", b"MSH|1")
        before = snapshot(shared)
        assert look(path, uid=users.OUTSIDER) == [1, [b"MSH|1".hex()]]
        after = snapshot(shared)
        assert set(after) == set(before)
        for name in before:
            assert after[name][1:3] == before[name][1:3]
        assert after["queue.db"] == before["queue.db"]
        assert after["queue.db-wal"] == before["queue.db-wal"]
        engine.enqueue("lab", "dest", b"MSH|2")
        assert look(path, uid=users.OUTSIDER)[0] == 2
    assert files.side_files(path) == []


@users.needs_users
def test_the_engine_stops_while_somebody_looks(shared: Path) -> None:
    """A reader that lives on holds nothing: the engine's side files go as if nobody had looked."""
    path = shared / "queue.db"
    with Engine(path, uid=users.OWNER) as engine, looking(path, users.OUTSIDER) as goes_on:
        engine.enqueue("lab", "dest")
        goes_on()
        engine.stop()
        assert files.side_files(path) == []
        goes_on()
        assert files.side_files(path) == []
    write_as_engine(path, users.OWNER)


class looking:  # noqa: N801  # reads as a verb
    """A child that looks whenever it is told to, and stays alive with its reader open meanwhile."""

    TASK = """
from qmonitor.queues import Query, open_source
reader = open_source(arguments[0]).reader()
while True:
    try:
        input()
    except EOFError:
        break
    reader.depth(); reader.page(Query()); reader.destinations()
    print("looked", flush=True)
reader.close()
"""

    def __init__(self, path: Path, uid: int | None) -> None:
        self.path, self.uid = path, uid

    def __enter__(self) -> Callable[[], None]:
        self.process = users.start(self.TASK, str(self.path), uid=self.uid)
        return self.look

    def look(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline() == "looked\n"

    def __exit__(self, *_: object) -> None:
        out, err = self.process.communicate(timeout=20)
        assert (self.process.returncode, err) == (0, "")


def test_the_engines_log_can_be_reset_between_two_looks(shared: Path, read: Read) -> None:
    path = shared / "queue.db"
    with Engine(path) as engine:
        engine.enqueue("lab", "dest")
        reader = read(path)
        for n in range(5):
            engine.enqueue("lab", "dest", b"MSH|%d" % n)
            depth = reader.depth()
            reader.page(Query())
            reader.payload(1)
            reader.payload(1, 0, 2)
            reader.destinations()
            reader.count(Query())
            reader.details()
            reader.changed()
            assert engine.checkpoint()[0] == 0
            assert Path(f"{path}-wal").stat().st_size == 0
            assert depth.rows[0].pending == n + 2


def test_the_log_can_be_reset_although_a_reading_was_called_off(shared: Path, read: Read) -> None:
    path = files.queue(shared / "queue.db", [{"raw": b"x" * 2000} for _ in range(3000)])
    with Engine(path) as engine:
        engine.enqueue("lab", "dest")
        reader = read(path)
        reader.interrupt()
        reader.depth()
        reader.page(Query(text="nothing matches this"))
        assert engine.checkpoint()[0] == 0


@pytest.mark.parametrize("journal", ["delete", "truncate", "persist"])
def test_a_file_in_rollback_journal_mode(shared: Path, read: Read, journal: str) -> None:
    path = shared / "queue.db"
    with Engine(path, journal) as engine:
        engine.enqueue("lab", "dest")
        reader = read(path)
        for n in range(3):
            assert reader.depth().rows[0].pending == n + 1
            engine.enqueue("lab", "dest")
        names = files.side_files(path)
        reader.depth()
        assert files.side_files(path) == names
        assert engine.sql("PRAGMA journal_mode") == [[journal]]
    assert reader.details().mode == "rollback"
    assert any("rollback-journal mode" in str(notice) for notice in reader.details().notices)


def test_a_reader_in_rollback_journal_mode_never_leaves_a_lock(shared: Path, read: Read) -> None:
    path = shared / "queue.db"
    with Engine(path, "delete") as engine:
        engine.sql("PRAGMA busy_timeout=0")
        engine.enqueue("lab", "dest")
        reader = read(path)
        for _ in range(3):
            reader.depth()
            reader.page(Query())
            reader.payload(1)
            engine.enqueue("lab", "dest")  # would raise "database is locked"


def test_what_the_engine_wrote_is_seen_at_once(shared: Path, read: Read) -> None:
    path = shared / "queue.db"
    with Engine(path) as engine:
        reader = read_when_there(engine, path, read)
        for n in range(20):
            item = engine.enqueue("lab", "dest")
            assert reader.changed()
            assert reader.depth().rows[0].pending == n + 2
            assert reader.get(item).id == item


def read_when_there(engine: Engine, path: Path, read: Read) -> Reader:
    engine.enqueue("lab", "dest")
    reader = read(path)
    reader.depth()
    return reader


@pytest.mark.parametrize("live", [True, False])
def test_changed_is_told_and_never_missed(shared: Path, read: Read, live: bool) -> None:
    path = files.queue(shared / "queue.db", [{}])
    engine = Engine(path)
    reader = read(path)
    for _ in range(10):
        engine.sql("UPDATE queue SET attempts = attempts + 1")
        if not live:
            engine.close()
        assert reader.changed()
        assert reader.depth().rows[0].max_attempts == engine_attempts(path, engine, live)
    engine.stop()


def engine_attempts(path: Path, engine: Engine, live: bool) -> int:
    if not live:
        engine.open()
    return engine.sql("SELECT attempts FROM queue")[0][0]


def test_nothing_new_is_told_as_nothing_new(queue: Path, read: Read) -> None:
    reader = read(queue)
    reader.depth()
    reader.depth()
    assert not reader.changed()
    assert not reader.changed()


def test_a_killed_engines_file_is_read_from_its_log(shared: Path, read: Read) -> None:
    """After a power cut log and index lie there: what was committed is shown, and nothing is repaired by us."""
    path = shared / "queue.db"
    engine = Engine(path)
    for _ in range(5):
        engine.enqueue("lab", "dest")
    engine.kill()
    before = {name: state for name, state in snapshot(shared).items() if not name.endswith("-shm")}
    assert read(path).depth().rows[0].pending == 5
    after = {name: state for name, state in snapshot(shared).items() if not name.endswith("-shm")}
    assert after == before
    assert sorted(os.listdir(shared)) == ["queue.db", "queue.db-shm", "queue.db-wal"]
    write_as_engine(path, None)


@users.needs_users
def test_a_killed_engines_file_is_read_by_another_user(shared: Path) -> None:
    path = shared / "queue.db"
    engine = Engine(path, uid=users.OWNER)
    engine.enqueue("lab", "dest", b"MSH|1")
    engine.kill()
    owners = {name: state[1:3] for name, state in snapshot(shared).items()}
    assert look(path, uid=users.OUTSIDER)[0] == 1
    assert {name: state[1:3] for name, state in snapshot(shared).items()} == owners
    write_as_engine(path, users.OWNER)


@users.needs_users
def test_a_folder_without_the_right_to_write_is_no_obstacle(stopped: Path) -> None:
    """Grafana's puzzle: a WAL file where nobody may make side files reads all the same."""
    stopped.parent.chmod(0o555)
    assert look(stopped, uid=users.OUTSIDER)[0] == 20


def test_a_running_engine_and_a_looker_side_by_side(shared: Path, read: Read) -> None:
    """While an engine queues and delivers: each look agrees with itself, the engine meets no error."""
    path = shared / "queue.db"
    call("fill", "--db", str(path), "--rows", "2000")
    with start("run", "--db", str(path), "--seconds", "1.5", "--rate", "300", "--down", "2") as engine:
        reader = read(path)
        while engine.poll() is None:
            depth = reader.depth()
            assert all(row.pending >= 0 and row.failed >= 0 for row in depth.rows)
            assert [row.key for row in depth.rows] == sorted(
                (row.key for row in depth.rows), key=lambda k: (k.channel, k.destination)
            )
            reader.page(Query(limit=50, head_first=True, state="pending"))
        assert engine.returncode == 0
    write_as_engine(path, None)


RESTLESS = """
import json, time
from qmonitor.queues import errors, open_source
reader = open_source(arguments[0]).reader()
print("ready", flush=True)
until = time.monotonic() + arguments[1]
looks = 0
while time.monotonic() < until:
    try:
        reader.destinations()
        looks += 1
    except errors.SourceError:
        pass  # for a moment, and told as such; what matters here is what becomes of the engine
print(looks)
"""


@users.needs_users
@pytest.mark.parametrize("looker", [users.OUTSIDER, 0])
def test_an_engine_that_restarts_again_and_again_is_never_shut_out(shared: Path, looker: int) -> None:
    """The moment between our look at the side files and our opening is where ours could come to be.

    One such file, owned by the looker, and the engine "attempts to write a readonly database" for ever.
    """
    path = shared / "queue.db"
    with Engine(path, uid=users.OWNER) as engine:
        engine.enqueue("lab", "dest")
        with users.start(RESTLESS, str(path), 2.5, uid=looker) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            restarts = 0
            while process.poll() is None:
                engine.close()
                engine.open()
                engine.enqueue("lab", "dest")
                restarts += 1
            assert int(process.stdout.read()) > 100
        assert restarts > 50
    assert files.side_files(path) == []


def test_reading_a_copy_in_another_folder_does_not_touch_the_original(queue: Path, tmp_path: Path) -> None:
    (tmp_path / "copy").mkdir()
    copy = Path(shutil.copyfile(queue, tmp_path / "copy" / "queue.db"))
    before = snapshot(queue.parent / "copy"), queue.read_bytes()
    reader = open_source(copy).reader()
    reader.depth()
    reader.close()
    assert (snapshot(copy.parent), queue.read_bytes()) == before


@pytest.fixture(autouse=True)
def nothing_is_left(shared: Path) -> Iterator[None]:
    """At the end of every test here no side file of ours lies in the folder."""
    yield
    left = [path for path in shared.iterdir() if path.name.endswith(("-wal", "-shm", "-journal"))]
    assert [path for path in left if path.stat().st_uid not in (users.OWNER, os.geteuid())] == []
