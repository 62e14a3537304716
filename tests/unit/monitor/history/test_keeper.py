"""A keeper writes what was seen and tells it again, whatever becomes of windows, disks and files."""

import math
import os
import signal
import sqlite3
import subprocess
import sys
import time
from array import array
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import given

from qmonitor.monitor.history import Keeper, thinning
from qmonitor.monitor.history.curves import Kept, rebuilt
from qmonitor.monitor.history.file import CACHE_KB
from qmonitor.monitor.series import Remembered, SeriesBook, Track
from qmonitor.queues import open_source
from qmonitor.queues.model import Depth, DepthRow, Destination
from qmonitor.queues.past import Past, PastLine
from qmonitor.queues.source import Reader
from qmonitor.queues.times import NS, from_ns
from tests.helpers import files

START = 1_780_000_000 * NS
LAB, ADT = Destination("lab", "dest-01"), Destination("adt", "two")
HOUR, DAY = 3600, 86_400


class Desk:
    """Keepers of one file at a clock that is told, over a real queue."""

    def __init__(self, folder: Path, queue: Path | None = None) -> None:
        self.path = folder / "data" / "history.db"
        self.queue = queue or files.queue(folder / "q.db", [{}])
        self.second = 0.0
        self.opened: list[Keeper] = []
        self.mark = self._mark()

    def _mark(self) -> str:
        reader = self.reader()
        try:
            return reader.depth().mark
        finally:
            reader.close()

    def reader(self) -> Reader:
        return open_source(self.queue).reader()

    def keeper(self, path: Path | None = None, silence: float = 100) -> Keeper:
        made = Keeper(
            path or self.path,
            self.reader(),
            str(self.queue),
            int(silence * NS),
            now=lambda: from_ns(self.ns(self.second)),
            passed=lambda: self.second,
        )
        self.opened.append(made)
        return made

    @staticmethod
    def ns(second: float) -> int:
        return START + int(second * NS)

    def depth(self, pending: dict[Destination, tuple[int, float]], epoch: int = 0) -> Depth:
        """By destination how many wait, and since which second the oldest."""
        rows = tuple(
            DepthRow(w.channel, w.destination, count, 0, from_ns(self.ns(since)), self.second - since, 0)
            for w, (count, since) in pending.items()
        )
        return Depth(rows, from_ns(self.ns(self.second)), True, epoch=epoch, mark=self.mark)

    def look(self, keeper: Keeper, second: float, pending: dict[Destination, tuple[int, float]], epoch: int = 0):
        self.second = second
        return keeper.note(self.depth(pending, epoch))

    def reopened(self, second: float) -> Remembered:
        self.second = second
        keeper = self.keeper()
        try:
            return keeper.open(self.depth({}))
        finally:
            keeper.close()

    def close(self) -> None:
        for keeper in self.opened:
            keeper.close()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.close()


def at(track: Track, second: float) -> float | None:
    return track.at(START + int(second * NS))


def test_what_was_seen_is_told_again(desk: Desk) -> None:
    keeper = desk.keeper()
    for second in range(0, 600, 2):
        desk.look(keeper, second, {LAB: (1 + second // 100, 0), ADT: (3, 5)} if second < 500 else {ADT: (3, 5)})
    keeper.close()
    found = desk.reopened(700)
    pending, oldest = found.lines[LAB]
    assert [at(pending, second) for second in (0, 99, 100, 450, 500, 598)] == [1, 1, 2, 5, 0, 0]
    assert at(oldest, 300) == pytest.approx(300, abs=0.01)
    assert at(oldest, 551) == 0
    assert at(found.lines[ADT][1], 333) == pytest.approx(328, abs=0.01)
    assert at(found.total[0], 450) == 8
    assert at(found.total[0], 550) == 3
    assert at(pending, 650) is None


def test_looks_back_to_back_are_noted_twice_a_second(desk: Desk) -> None:
    keeper = desk.keeper()
    for n in range(200):
        desk.look(keeper, n / 20, {LAB: (1 + n, 0)})
    assert len(keeper._recorder.batch()[1]) <= 2 * 21
    keeper.close()
    pending, _ = desk.reopened(11).lines[LAB]
    assert [at(pending, second) for second in (0, 5, 9.4)] == [1, 101, 181]


looks = st.lists(
    st.tuples(st.sampled_from([2, 2, 2, 10, 90, 300]), st.integers(0, 4), st.integers(0, 50)), min_size=1, max_size=60
)


@pytest.fixture(scope="module")
def queue(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return files.queue(tmp_path_factory.mktemp("queue") / "q.db", [{}])


@given(looks)
def test_whatever_was_seen_is_told_again_and_nothing_else(
    queue: Path, tmp_path_factory: pytest.TempPathFactory, found
) -> None:
    desk = Desk(tmp_path_factory.mktemp("kept"), queue)
    keeper, seen, second = desk.keeper(), {}, 0.0
    for step, pending, age in found:
        second += step
        desk.look(keeper, second, {LAB: (pending, second - age)} if pending else {})
        seen[second] = (pending, age if pending else 0)
    keeper.close()
    told = desk.reopened(second + 1)
    if not any(pending for pending, _ in seen.values()):
        assert not told.lines
        assert [at(told.idle[0], when) for when in seen] == [0] * len(seen)
        return
    pending, oldest = told.lines[LAB]
    for when, (count, age) in seen.items():
        if second - when < HOUR:
            assert (at(pending, when), at(oldest, when)) == (count, pytest.approx(age, abs=0.01))
    for before, after in zip(list(seen), list(seen)[1:], strict=False):
        if after - before > 100:
            assert at(pending, before + 50) is None


def test_a_destination_whose_first_message_comes_later_leaves_other_curves_alone(desk: Desk) -> None:
    """What is written of its first message goes back to the last full note, behind which all others were noted on."""
    keeper = desk.keeper()
    for second in range(0, 600, 2):
        desk.look(keeper, second, {LAB: (1 + second // 10, 0), **({ADT: (1, 400)} if second == 400 else {})})
    keeper.close()
    found = desk.reopened(700)
    for track in (found.lines[LAB][0], found.total[0]):
        times = list(track.times)
        assert times == sorted(times)
    assert [at(found.lines[LAB][0], second) for second in (8, 205, 395, 405, 595)] == [1, 21, 40, 41, 60]
    assert [at(found.total[0], second) for second in (205, 395, 400.5, 405)] == [21, 40, 42, 41]
    assert [at(found.lines[ADT][0], second) for second in (205, 400.5, 405)] == [0, 1, 0]


def test_a_failed_look_leaves_a_gap(desk: Desk) -> None:
    keeper = desk.keeper()
    desk.look(keeper, 0, {LAB: (5, 0)})
    desk.look(keeper, 2, {LAB: (5, 0)})
    keeper.missed(from_ns(desk.ns(4)))
    desk.look(keeper, 40, {LAB: (6, 0)})
    desk.look(keeper, 42, {LAB: (6, 0)})
    keeper.close()
    pending, _ = desk.reopened(50).lines[LAB]
    assert [at(pending, second) for second in (1, 20, 41)] == [5, None, 6]


def test_it_is_thinned_as_it_ages_and_keeps_its_extremes(desk: Desk) -> None:
    step = 300
    keeper = desk.keeper(silence=2 * step)
    for n in range(9 * DAY // step):
        second = n * step
        desk.look(keeper, second, {LAB: (1000 if second == 5 * HOUR else n % 7 + 1, second - n % 50)})
    end = 9 * DAY
    keeper.close()
    size = desk.path.stat().st_size
    found = desk.reopened(end)
    reader = desk.keeper(silence=2 * step)
    reader.open(desk.depth({}))
    pending, _ = reader.rebuild().lines[LAB]
    assert len(found.lines[LAB][0]) < len(pending)
    assert size < 2_000_000
    assert pending.times[0] <= desk.ns(end - 7 * DAY + HOUR)
    assert len(pending) < 7000
    older = reader.older(desk.ns(0), desk.ns(2 * DAY), 3600 * NS)
    assert older is not None
    line = older.lines[LAB]
    assert max(line.pending) == 1000
    assert len(line.times) < 2 * 24 * 8
    with sqlite3.connect(desk.path) as db:
        assert db.execute("SELECT count(*) FROM fresh").fetchone()[0] < 30
    db.close()


def test_after_a_year_it_is_gone(desk: Desk) -> None:
    keeper = desk.keeper(silence=601)
    for second in (*range(0, 5 * DAY, 600), *range(400 * DAY, 401 * DAY, 600)):
        desk.look(keeper, second, {LAB: (second % 9 + 1, second - 5)})
    assert keeper.older(desk.ns(-DAY), desk.ns(20 * DAY), 3600 * NS) is None


def test_what_is_oldest_is_dropped_where_it_gets_too_large(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    most = 200_000
    monkeypatch.setattr(thinning, "MOST_BYTES", most)
    monkeypatch.setattr(thinning.bound, "__defaults__", (most,))
    keeper = desk.keeper()
    places = [Destination("lab", f"d{n}") for n in range(20)]
    for n in range(10 * DAY // 300):
        desk.look(keeper, n * 300, {where: ((n * 7919 + k) % 501 + 1, n * 300 - k) for k, where in enumerate(places)})
    keeper.close()
    assert desk.path.stat().st_size < 2 * most
    assert len(desk.reopened(10 * DAY).lines) == 20


def test_a_clock_that_was_years_ahead_stands_in_nobody_s_way(desk: Desk) -> None:
    keeper = desk.keeper()
    for second in range(0, 30, 2):
        desk.look(keeper, second, {LAB: (1, 0)})
    for second in range(0, 30, 2):
        desk.look(keeper, 400 * DAY + second, {LAB: (2, 0)})
    for second in range(60, 120, 2):
        desk.look(keeper, second, {LAB: (3, 0)})
    keeper.close()
    pending, _ = desk.reopened(130).lines[LAB]
    assert at(pending, 20) == 1
    assert at(pending, 110) == 3


def test_one_window_writes_and_another_takes_over_when_it_dies(desk: Desk) -> None:
    first, second = desk.keeper(), desk.keeper()
    for when in range(0, 60, 2):
        desk.look(first, when, {LAB: (when + 1, 0)})
        desk.look(second, when, {LAB: (when + 1, 0)})
    with sqlite3.connect(desk.path) as db:
        assert db.execute("SELECT count(DISTINCT token) FROM lease").fetchone()[0] == 1
        assert db.execute("SELECT count(*) FROM stretch").fetchone()[0] == 1
        db.execute("UPDATE lease SET holder = replace(holder, ':', ':9')")  # of a process that is gone
    db.close()
    for when in range(60, 120, 2):
        desk.look(second, when, {LAB: (when + 1, 0)})
    second.close()
    pending, _ = desk.reopened(130).lines[LAB]
    assert [at(pending, when) for when in (0, 50, 58, 60, 100, 118)] == [1, 51, 59, 61, 101, 119]
    assert all(value == value for value in pending.values[:-1])


def test_a_window_that_is_closed_lets_another_one_write_at_once(desk: Desk) -> None:
    first, second = desk.keeper(), desk.keeper()
    desk.look(first, 0, {LAB: (1, 0)})
    desk.look(second, 2, {LAB: (2, 0)})
    first.close()
    for when in range(4, 30, 2):
        desk.look(second, when, {LAB: (3, 0)})
    second.close()
    assert at(desk.reopened(40).lines[LAB][0], 25) == 3


KILLED = """
import sys, os, signal
from pathlib import Path
sys.path.insert(0, {root!r})
from tests.unit.monitor.history.test_keeper import Desk, LAB
desk = Desk.__new__(Desk)
desk.path, desk.queue, desk.second, desk.opened = Path({path!r}), Path({queue!r}), 0.0, []
desk.mark = desk._mark()
keeper = desk.keeper()
for second in range(0, 400, 2):
    desk.look(keeper, second, {{LAB: (second + 1, 0)}})
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL there")
def test_a_killed_window_loses_ten_seconds_at_most(desk: Desk) -> None:
    root = str(Path(__file__).parents[4])
    code = KILLED.format(root=root, path=str(desk.path), queue=str(desk.queue))
    done = subprocess.run([sys.executable, "-c", code], check=False, cwd=root)
    assert done.returncode == -signal.SIGKILL
    pending, _ = desk.reopened(500).lines[LAB]
    assert at(pending, 385) == 385
    keeper = desk.keeper()
    for second in (500, 512):
        desk.look(keeper, second, {LAB: (7, 0)})
    keeper.close()
    assert at(desk.reopened(520).lines[LAB][0], 505) == 7


@pytest.mark.parametrize("again", [False, True], ids=["one window", "another one after it"])
def test_what_is_seen_after_a_clock_was_put_right_is_kept(desk: Desk, again: bool) -> None:
    """Two hours ahead for ten minutes; then right for longer than it was ahead."""
    keeper = desk.keeper()
    for second in range(2 * HOUR, 2 * HOUR + 600, 2):
        desk.look(keeper, second, {LAB: (5, 0), ADT: (1, 0)})
    if again:
        keeper.close()
        keeper = desk.keeper()
    for second in range(0, 3 * HOUR, 2):
        desk.look(keeper, second, {LAB: (100, 0)})
    keeper.close()
    found = desk.reopened(3 * HOUR)
    pending, oldest = found.lines[LAB]
    assert {at(pending, second) for second in range(0, 3 * HOUR - 2, 30)} == {100}
    assert at(oldest, 2 * HOUR + 300) == pytest.approx(2 * HOUR + 300, abs=0.01)
    assert ADT not in found.lines or not any(at(found.lines[ADT][0], second) for second in range(0, 3 * HOUR - 2, 30))


@pytest.mark.parametrize("kept", [600, 3 * HOUR], ids=["fresh", "thinned"])
def test_a_clock_that_was_behind_for_a_while_costs_an_hour_at_most(desk: Desk, kept: int) -> None:
    keeper = desk.keeper()
    for second in range(0, 6 * HOUR, 2):
        desk.look(keeper, second, {LAB: (3, 0)})
    for second in range(6 * HOUR - kept, 6 * HOUR - kept + 60, 2):
        desk.look(keeper, second, {LAB: (7, 0)})
    for second in range(6 * HOUR, 6 * HOUR + 60, 2):
        desk.look(keeper, second, {LAB: (4, 0)})
    keeper.close()
    pending, _ = desk.reopened(6 * HOUR + 60).lines[LAB]
    told = [at(pending, second) for second in range(0, 6 * HOUR + 58, 30)]
    wrong = (6 * HOUR - kept) // 30
    assert set(told[:wrong]) == {3}
    assert set(told[wrong : wrong + 120]) <= {7, 3, 4, None}
    assert told.count(None) <= 120
    assert told[-1] == 4


def test_a_clock_that_starts_in_another_year_costs_nothing(desk: Desk) -> None:
    """A machine that gets its time late: what was kept before stays, and what comes is kept."""
    keeper = desk.keeper()
    for second in range(0, 600, 2):
        desk.look(keeper, second, {LAB: (1, 0)})
    keeper.close()
    keeper = desk.keeper()
    for second in (-9000 * DAY, -9000 * DAY + 2):  # not written yet when the clock is put right
        desk.look(keeper, second, {LAB: (2, 0)})
    for second in range(700, 760, 2):
        desk.look(keeper, second, {LAB: (3, 0)})
    keeper.close()
    pending, _ = desk.reopened(770).lines[LAB]
    assert [at(pending, second) for second in (300, 750)] == [1, 3]


# -- what becomes of the file ------------------------------------------------------------------------------------------


def limit_pages(keeper: Keeper, pages: int) -> None:
    """As a full disk: the file can't get larger."""
    keeper._file._open().execute(f"PRAGMA max_page_count = {pages}")


def test_little_of_the_file_is_held_in_memory(desk: Desk) -> None:
    """It has as many connections as the window has sources."""
    keeper = desk.keeper()
    desk.look(keeper, 0, {LAB: (1, 0)})
    assert keeper._file._open().execute("PRAGMA cache_size").fetchone()[0] == -CACHE_KB


def test_a_full_disk_is_said_once_and_keeping_goes_on_when_there_is_room(desk: Desk) -> None:
    keeper = desk.keeper()
    desk.look(keeper, 0, {LAB: (1, 0)})
    with sqlite3.connect(desk.path) as db:
        pages = db.execute("PRAGMA page_count").fetchone()[0]
    db.close()
    limit_pages(keeper, pages)
    noise = [Destination("lab", f"{n * 7919:x}" * 40) for n in range(300)]
    said = [
        desk.look(keeper, second, {where: (second + 1, -n) for n, where in enumerate(noise)})
        for second in range(2, 500, 2)
    ]
    notices = [notice for notice in said if notice is not None]
    assert [notice.template for notice in notices] == [
        "The disk of {path} is full: the history is not kept until there is room."
    ]
    limit_pages(keeper, 10**9)
    for second in range(600, 700, 2):
        assert desk.look(keeper, second, {LAB: (second, 0)}) is None
    keeper.close()
    pending, _ = desk.reopened(710).lines[LAB]
    assert at(pending, 650) == 650
    assert at(pending, 300) is None


def test_a_folder_that_can_t_be_made_is_said_and_nothing_else_fails(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    keeper = desk.keeper(tmp_path / "file" / "history.db")
    assert not keeper.open(desk.depth({})).lines
    said = [desk.look(keeper, second, {LAB: (1, 0)}) for second in range(0, 200, 2)]
    assert [notice.template for notice in said if notice] == [
        "The history file {path} can't be written: nothing is kept until it can."
    ]
    assert keeper.older(desk.ns(0), desk.ns(100), NS) is None


def test_a_destination_that_appears_while_the_disk_is_full_is_kept_when_there_is_room(desk: Desk) -> None:
    """And no other source's curve gets its name."""
    keeper = desk.keeper()
    for second in range(0, 30, 2):
        desk.look(keeper, second, {LAB: (1, 0)})
    with sqlite3.connect(desk.path) as db:
        pages = db.execute("PRAGMA page_count").fetchone()[0]
    db.close()
    limit_pages(keeper, pages)
    noise = [Destination("lab", f"{n * 7919:x}" * 40) for n in range(300)]
    for second in range(30, 60, 2):
        desk.look(keeper, second, {ADT: (2, 0)} | dict.fromkeys(noise, (1, 0)))
    limit_pages(keeper, 10**9)
    theirs = Desk(desk.path.parent.parent, files.queue(desk.queue.parent / "other.db", [{"control_id": "another"}] * 3))
    other = theirs.keeper()
    for second in range(130, 160, 2):
        theirs.look(other, second, {Destination("x", f"other {n}"): (9, 0) for n in range(400)})
    other.close()
    for second in range(130, 160, 2):
        desk.look(keeper, second, {ADT: (3, 0)})
    keeper.close()
    found = desk.reopened(170).lines
    assert not [path for path in desk.path.parent.iterdir() if "damaged" in path.name]
    assert at(found[ADT][0], 150) == 3
    assert {value for value in found[ADT][0].values if value == value} <= {0, 2, 3}
    assert not [where for where in found if where.channel == "x"]


@pytest.mark.skipif(sys.platform != "linux", reason="names are any bytes there")
def test_a_file_whose_name_is_no_utf_8_has_a_history_as_any_other(desk: Desk) -> None:
    keeper = desk.keeper()
    for second in range(0, 30, 2):
        desk.look(keeper, second, {LAB: (1, 0)})
    keeper.close()
    odd = desk.queue.parent / os.fsdecode(b"q\xff.db")
    odd.write_bytes(desk.queue.read_bytes())
    for begin in (100, 200):
        theirs = Desk(desk.path.parent.parent, odd)
        keeper = theirs.keeper()
        said = [theirs.look(keeper, begin + second, {ADT: (begin, begin)}) for second in range(0, 30, 2)]
        assert not any(said)
        keeper.close()
    found = theirs.reopened(240).lines[ADT][0]
    assert [at(found, second) for second in (110, 210)] == [100, 200]
    assert at(desk.reopened(240).lines[LAB][0], 20) == 1
    assert not [path for path in desk.path.parent.iterdir() if "damaged" in path.name]


STRANGE = {
    "strange records": ("UPDATE fresh SET records = x'00'",),
    "records as text": ("UPDATE fresh SET records = 'one'",),
    "counts of nothing": ("UPDATE fresh SET lines = '7'",),
    "counts of no line": ("DELETE FROM line",),
    "names as text": ("UPDATE line SET channel = 'lab', destination = 'dest-01'",),
    "another table": ("DROP TABLE line", "CREATE TABLE line(id INTEGER PRIMARY KEY, channel TEXT, destination TEXT)"),
    "a table less": ("DROP TABLE lease",),
}


@pytest.mark.parametrize("damage", ["no database", "torn", *STRANGE])
def test_a_damaged_file_is_set_aside_and_history_begins_anew(desk: Desk, damage: str) -> None:
    keeper = desk.keeper()
    for second in range(0, 60, 2):
        desk.look(keeper, second, {LAB: (second + 1, 0)})
    keeper.close()
    content = desk.path.read_bytes()
    if damage in STRANGE:
        with sqlite3.connect(desk.path) as db:
            for statement in STRANGE[damage]:
                db.execute(statement)
        db.close()
        content = desk.path.read_bytes()
    else:
        content = (
            b"no database at all" * 1000
            if damage == "no database"
            else content[:4096] + b"\xff" * (len(content) - 4096)
        )
        desk.path.write_bytes(content)
    desk.second = 100
    keeper = desk.keeper()
    keeper.open(desk.depth({}))
    said = [desk.look(keeper, second, {LAB: (9, 90)}) for second in range(100, 140, 2)]
    assert [notice.values["name"] for notice in said if notice] == ["history-damaged-1.db"]
    keeper.close()
    assert (desk.path.parent / "history-damaged-1.db").read_bytes() == content
    pending, _ = desk.reopened(150).lines[LAB]
    assert at(pending, 120) == 9
    assert at(pending, 30) is None


def test_a_file_that_a_person_deletes_is_made_anew(desk: Desk) -> None:
    keeper = desk.keeper()
    for second in range(0, 60, 2):
        desk.look(keeper, second, {LAB: (1, 0)})
    for ending in ("", "-wal", "-shm"):
        Path(f"{desk.path}{ending}").unlink(missing_ok=True)
    for second in range(60, 120, 2):
        desk.look(keeper, second, {LAB: (2, 0)})
    keeper.close()
    pending, _ = desk.reopened(130).lines[LAB]
    assert at(pending, 110) == 2


@pytest.mark.parametrize("statements", ["PRAGMA user_version = 99", "CREATE TABLE other(x)"])
def test_a_file_that_is_not_of_this_release_is_left_alone(desk: Desk, statements: str) -> None:
    desk.path.parent.mkdir()
    with sqlite3.connect(desk.path) as db:
        db.execute(statements)
    db.close()
    before = desk.path.read_bytes()
    keeper = desk.keeper()
    keeper.open(desk.depth({}))
    said = [desk.look(keeper, second, {LAB: (1, 0)}) for second in range(0, 200, 2)]
    assert [notice.template for notice in said if notice] == [
        "The history file {path} is not of this release: it is left alone, and nothing is kept."
    ]
    keeper.close()
    assert desk.path.read_bytes() == before


def test_the_file_is_its_owner_s_alone_and_holds_no_message(desk: Desk) -> None:
    keeper = desk.keeper()
    for second in range(0, 60, 2):
        desk.look(keeper, second, {LAB: (second + 1, 0)})
    keeper.close()
    if os.name == "posix":
        assert desk.path.stat().st_mode & 0o077 == 0
    assert b"MSH" not in desk.path.read_bytes()
    assert b"C1" not in desk.path.read_bytes()


def test_without_a_file_nothing_is_kept_and_nothing_fails(desk: Desk) -> None:
    keeper = Keeper(None, desk.reader(), str(desk.queue))
    assert not keeper.open(desk.depth({})).lines
    assert keeper.note(desk.depth({LAB: (1, 0)})) is None
    keeper.close()


# -- whose history it is -----------------------------------------------------------------------------------------------


def test_exchanged_content_has_a_history_of_its_own(desk: Desk) -> None:
    keeper = desk.keeper()
    for second in range(0, 60, 2):
        desk.look(keeper, second, {LAB: (5, 0)})
    before, original = desk.mark, desk.queue.read_bytes()
    desk.queue.write_bytes(files.queue(desk.queue.parent / "other.db", [{"control_id": "another"}] * 3).read_bytes())
    desk.mark = desk._mark()
    for second in range(60, 120, 2):
        desk.look(keeper, second, {LAB: (9, 0)}, epoch=1)
    keeper.close()
    pending, _ = desk.reopened(130).lines[LAB]
    assert [at(pending, second) for second in (30, 100)] == [None, 9]
    desk.queue.write_bytes(original)  # a share that was not there is there again
    desk.mark = before
    pending, _ = desk.reopened(140).lines[LAB]
    assert [at(pending, second) for second in (30, 100)] == [5, None]


def test_a_source_that_can_t_be_asked_at_first_keeps_its_history(desk: Desk) -> None:
    keeper = desk.keeper()
    for second in range(0, 30, 2):
        desk.look(keeper, second, {LAB: (1, 0)})
    keeper.close()
    away = desk.queue.with_name("away.db")
    second = desk.keeper()
    depth = desk.depth({})
    desk.queue.rename(away)
    assert not second.open(depth).lines
    desk.look(second, 40, {LAB: (2, 0)})
    away.rename(desk.queue)
    for when in range(42, 70, 2):
        desk.look(second, when, {LAB: (2, 0)})
    second.close()
    pending, _ = desk.reopened(80).lines[LAB]
    assert [at(pending, when) for when in (20, 60)] == [1, 2]


def test_odd_names_come_back_as_they_are(desk: Desk) -> None:
    keeper = desk.keeper()
    places = [Destination(name, files.BAD_UTF8.decode("utf-8", "surrogateescape")) for name in files.ODD_NAMES]
    for second in (0, 12):
        desk.look(keeper, second, dict.fromkeys(places, (3, 0.0)))
    keeper.close()
    assert set(desk.reopened(20).lines) == set(places)


# -- what the rows tell ------------------------------------------------------------------------------------------------


def test_what_nobody_saw_is_told_by_the_rows_and_marked(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    now = time.time_ns()
    rows = [
        {
            "enqueued_at": from_ns(now - (7200 - 60 * n) * NS).text,
            "next_attempt": from_ns(now - (7200 - 60 * n) * NS).text,
        }
        for n in range(100)
    ]
    desk.queue = files.queue(tmp_path / "rows.db", rows)
    desk.mark = desk._mark()
    keeper = Keeper(desk.path, desk.reader(), str(desk.queue))
    try:
        for second in range(5400, 5340, -2):  # somebody looked for a minute, an hour and a half ago
            ns = now - second * NS
            row = DepthRow("lab", "dest-01", 31, 0, from_ns(now - 7200 * NS), 7200.0 - second, 0)
            keeper.note(Depth((row,), from_ns(ns), True, mark=desk.mark))
        kept = keeper.open(Depth((), from_ns(now), True, mark=desk.mark))
        assert kept.reconstructed is None
        assert kept.lines[LAB][0].at(now - 5370 * NS) == 31
        found = keeper.rebuild()
    finally:
        keeper.close()
    assert found.reconstructed is not None
    begin, end = found.reconstructed
    assert begin <= now - int(timedelta(hours=23, minutes=57).total_seconds()) * NS
    assert end >= now
    pending, oldest = found.lines[LAB]
    assert [pending.at(now - second * NS) for second in (8000, 3510, 1770)] == [0, 62, 91]
    assert oldest.at(now - 3500 * NS) == pytest.approx(3700, abs=3)
    assert found.total[0].at(now - 3510 * NS) == 62
    assert pending.at(now - 5000 * NS) == pytest.approx(37, abs=1)


def test_what_somebody_saw_wins_over_what_the_rows_tell(tmp_path: Path) -> None:
    """Two windows after each other, an hour apart: the rows tell the rest alone, with what they say now."""
    now = time.time_ns()
    desk = Desk(tmp_path, files.queue(tmp_path / "rows.db", [{"enqueued_at": from_ns(now - 7200 * NS).text}] * 3))
    keeper = Keeper(desk.path, desk.reader(), str(desk.queue))
    try:
        for begin in (5400, 1800):
            for second in range(begin, begin - 120, -2):
                row = DepthRow("lab", "dest-01", 40, 0, from_ns(now - 7200 * NS), 7200.0 - second, 0)
                keeper.note(Depth((row,), from_ns(now - second * NS), True, mark=desk.mark))
        keeper.open(Depth((), from_ns(now), True, mark=desk.mark))
        found = keeper.rebuild()
    finally:
        keeper.close()
    pending, oldest = found.lines[LAB]
    told = [pending.at(now - second * NS) for second in (7300, 6000, 5390, 5300, 4000, 1790, 1700, 600)]
    assert told == [0, 3, 40, 40, 3, 40, 40, 3]
    assert oldest.at(now - 5350 * NS) == pytest.approx(1850, abs=3)
    book = SeriesBook()
    book.remember(found)
    stretches = [((now - begin) / NS, (now - end) / NS) for begin, end in book.unseen]
    assert stretches[1:] == [  # what was seen in the last seconds is not written yet
        (pytest.approx(5282, abs=1), pytest.approx(1800, abs=1)),
        (pytest.approx(1682, abs=10), pytest.approx(0, abs=1)),
    ]
    assert found.reconstructed == (book.unseen[0][0], book.unseen[-1][1])


def test_where_the_rows_tell_less_than_a_day_a_gap_stays_a_gap(tmp_path: Path) -> None:
    """Somebody looked, and what the rows tell begins an hour later."""
    kept = Kept({LAB: line_of((0, 5), (100, 5), (101, math.nan))}, line_of((0, 5), (101, math.nan)), ((0, 100),))
    past = Past(from_ns(3600), from_ns(7200), {LAB: line_of((3600, 7), (5000, math.nan), (6000, 8), (7200, 8))})
    found = rebuilt(kept, past, kept.unseen(0, 7200, 10), 7200)
    pending, _ = found.lines[LAB]
    assert [pending.at(ns) for ns in (50, 200, 3500, 3600, 5500, 7000)] == [5, None, None, 7, None, 8]
    assert found.reconstructed == (3600, 7200)
    assert found.total[0].at(5500) is None
    assert found.total[1].at(5500) is None


def line_of(*points: tuple[int, float]) -> PastLine:
    figures = array("d", [pending for _, pending in points])
    return PastLine(array("q", [ns for ns, _ in points]), figures, figures)


def test_a_reading_that_is_called_off_says_so(desk: Desk) -> None:
    keeper = desk.keeper()
    desk.look(keeper, 0, {LAB: (1, 0)})
    keeper.interrupt()
    assert keeper.open(desk.depth({})).lines is not None
