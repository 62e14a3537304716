"""What is written under another name at first: no killed program blocks a name, and no failure leaves anything."""

import json
import os
import stat
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from qmonitor.monitor.export import Saving, parts
from qmonitor.monitor.inspecting import saving
from qmonitor.queues import open_source
from qmonitor.queues.errors import Refused
from tests.helpers import files, users

RAW = b"stored " * 1_000_000
KINDS = ["stored", "first", "files", "csv", "jsonl"]

WRITE = """
import json, os, signal, sys
from pathlib import Path
from qmonitor.monitor.export import Saving
from qmonitor.monitor.export.exporting import Exporting
from qmonitor.monitor.export.writers import Form, Order
from qmonitor.monitor.inspecting import saving
from qmonitor.monitor.journal.file import Journal
from qmonitor.queues import open_source
from qmonitor.queues.errors import QueueError

kind, source, out, state, waits, room = arguments

class Reader:
    def __init__(self, reader):
        self.reader, self.calls = reader, 0

    def __getattr__(self, name):
        return getattr(self.reader, name)

    def payload(self, *about):
        self.calls += 1
        if waits and self.calls == 2:
            self.wait()
        return self.reader.payload(*about)

    def wait(self):
        print("writing", flush=True)
        sys.stdin.read()

    def give_way(self):
        if room:
            import resource
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
        if waits and kind == "csv":
            self.wait()

reader, journal = Reader(open_source(source).reader()), Journal(Path(state) / "audit.db")
try:
    if kind == "stored":
        print(json.dumps(saving.save_stored(reader, 1, 7_000_000, out, reader.give_way).size))
    elif kind == "first":
        os.makedirs(out, exist_ok=True)
        done = Saving([1, 2, 3, 4], out, source=source, journal=journal).run(reader, give_way=reader.give_way)
        print(json.dumps(done))
    else:
        exporting = Exporting(Order(Form(kind), (1, 2, 3, 4), Path(out), source, False), journal)
        print(json.dumps(exporting.run(reader, give_way=reader.give_way).written))
except QueueError as error:
    print(json.dumps(str(error)))
"""


@pytest.fixture
def tmp_path():
    """A folder that everybody may enter."""
    with TemporaryDirectory(prefix="qmonitor-test-") as folder:
        made = Path(folder)
        made.chmod(0o755)
        yield made


@pytest.fixture
def source(tmp_path):
    path = files.queue(tmp_path / "q.db", [{"raw": RAW} for _ in range(4)])
    path.chmod(0o644)
    return path


@pytest.fixture
def place(tmp_path):
    made = tmp_path / "place"
    made.mkdir()
    return made


def tell(*arguments: object, uid: int | None = None) -> object:
    """What a child says that writes to the end."""
    done = users.run(WRITE, *arguments, uid=uid, rooms="" if uid is None else "qmonitor.monitor qmonitor.queues")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def left(place: Path) -> list[str]:
    return sorted(path.name for path in place.rglob("*"))


@pytest.mark.parametrize("kind", KINDS)
def test_a_killed_program_blocks_no_name_and_is_cleaned_up_after(source, place, tmp_path, kind):
    arguments = (kind, str(source), str(place / "out"), str(tmp_path))
    with users.start(WRITE, *arguments, True, 0, rooms="") as killed:
        assert killed.stdout.readline() == "writing\n"
        killed.kill()
        killed.communicate()
    part = next(path for path in place.rglob("*") if path.name.endswith(parts.SUFFIX))
    assert not stat.S_IMODE(part.stat().st_mode) & 0o077
    assert tell(*arguments, False, 0) == (len(RAW) if kind == "stored" else 4)
    assert not [name for name in left(place) if name.endswith(parts.SUFFIX)]
    assert "out" in left(place)


@pytest.mark.parametrize("kind", ["stored", "csv", "files"])
def test_what_somebody_writes_just_now_is_left_alone(source, place, tmp_path, kind):
    arguments = (kind, str(source), str(place / "out"), str(tmp_path))
    with users.start(WRITE, *arguments, True, 0, rooms="") as slow:
        assert slow.stdout.readline() == "writing\n"
        assert tell(*arguments, False, 0) in (len(RAW), 4)
        out, _err = slow.communicate("")
    assert "come to be there" in out or "already" in out, out
    assert not [name for name in left(place) if name.endswith(parts.SUFFIX)]


@users.needs_users
@pytest.mark.parametrize("kind", KINDS)
def test_a_folder_that_can_not_be_written_is_said_and_nothing_is_left(source, place, tmp_path, kind):
    state = tmp_path / "state"
    state.mkdir()
    os.chown(state, users.OUTSIDER, users.OUTSIDER)
    place.chmod(0o555)
    out = place / "out" if kind != "first" else place
    told = tell(kind, str(source), str(out), str(state), False, 0, uid=users.OUTSIDER)
    assert "Permission denied" in told
    assert "Choose another" in told
    assert left(place) == []


@pytest.mark.skipif(sys.platform == "win32", reason="there is no way to have a write fail there")
@pytest.mark.parametrize("kind", ["stored", "first", "files", "jsonl"])
def test_a_disk_that_is_full_is_said_and_nothing_is_left(source, place, tmp_path, kind):
    out = place / "out" if kind != "first" else place
    told = tell(kind, str(source), str(out), str(tmp_path), False, 3_000_000)
    assert "File too large" in told
    assert "Choose another" in told
    assert left(place) == []


def test_only_parts_of_that_very_name_are_swept(place):
    names = [".out.abc.part", ".out.abc.txt", ".other.abc.part", "out.part", ".out.folder.part"]
    for name in names[:-1]:
        (place / name).write_bytes(b"x")
    (place / names[-1] / "inside").mkdir(parents=True)
    (place / ".out.link.part").symlink_to(place / "out.part")
    parts.sweep(place / "out")
    assert left(place) == sorted([*names[1:4], ".out.link.part"])
    parts.sweep(place / "nowhere" / "out")


class Meanwhile:
    """A reader during whose reading somebody else takes the name."""

    def __init__(self, reader, taken):
        self.reader, self.taken = reader, taken

    def payload(self, *about):
        self.taken.write_bytes(b"other")
        return self.reader.payload(*about)


def test_a_name_that_is_taken_meanwhile_is_not_replaced(source, place):
    reader = open_source(source).reader()
    out = place / "1.bin"
    for save in (
        lambda: saving.save_stored(Meanwhile(reader, out), 1, len(RAW), str(out), lambda: None),
        lambda: Saving([1], place).run(Meanwhile(reader, out)),
    ):
        with pytest.raises(Refused, match=r"already|come to be there"):
            save()
        assert out.read_bytes() == b"other"
        assert left(place) == ["1.bin"]
        out.unlink()
    reader.close()


def test_a_part_is_held_until_it_is_closed(place):
    handle, part = parts.new_file(place / "out")
    parts.sweep(place / "out")
    assert part.exists()
    os.close(handle)
    parts.sweep(place / "out")
    assert not part.exists()
    held, folder = parts.new_folder(place / "out")
    parts.sweep(place / "out")
    assert folder.is_dir()
    if held >= 0:
        os.close(held)
        parts.sweep(place / "out")
        assert not folder.exists()


def test_the_stored_bytes_by_either_way(source, place, tmp_path):
    reader = open_source(source).reader()
    assert saving.save_stored(reader, 1, len(RAW), str(place / "1"), lambda: None).size == len(RAW)
    assert Saving([1], place).run(reader) == 1
    assert (place / "1").read_bytes() == (place / "1.bin").read_bytes() == RAW
    with pytest.raises(Refused):
        saving.save_stored(reader, 1, len(RAW), str(place / "1"), lambda: None)
    reader.close()
