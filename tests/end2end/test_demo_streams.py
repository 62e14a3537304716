"""The demo of a stream queue: a real server of its own that moves, ends with whoever started it, and leaves nothing."""

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from qmonitor.demo.streams import FOLDERS, StreamDemo, clean_up
from qmonitor.queues import open_source
from tests.end2end.conftest import PROGRAM, environment, run, run_process
from tests.helpers.streams.servers import program, until

HOLDER = """
import sys
from qmonitor.demo.streams import StreamDemo
with StreamDemo() as demo:
    print(demo.url, demo.process.pid, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server's program by its name on the path."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "redis-server").symlink_to(program())
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")


@pytest.fixture
def place(server: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for temporary files that is not too deep for a socket."""
    with tempfile.TemporaryDirectory(prefix="qm-", dir="/tmp") as folder:
        keep_files_in(Path(folder), monkeypatch)
        yield Path(folder)


def keep_files_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr("tempfile.tempdir", None)


def test_temporary_files_may_lie_deep(server: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deep = tmp_path / ("d" * 60) / ("e" * 60)
    deep.mkdir(parents=True)
    keep_files_in(deep, monkeypatch)
    with StreamDemo() as demo:
        open_source(demo.url)
        assert demo.folder.exists()
    assert not demo.folder.exists()


def left(place: Path) -> list[str]:
    """Folders, and processes that name them."""
    found = [one.name for one in place.glob(f"{FOLDERS}*")]
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = process.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if str(place) in words and "pytest" not in words:
            found.append(words)
    return found


@contextmanager
def child(*command: str) -> Iterator["subprocess.Popen[str]"]:
    process = subprocess.Popen(
        [*command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        env=environment(),
    )  # fmt: skip
    with process:
        try:
            yield process
        finally:
            process.kill()


def test_it_has_everything_at_the_start_and_moves(place: Path) -> None:
    with StreamDemo() as demo:
        source = open_source(demo.url)
        reader = source.reader()
        (row,) = reader.depth(patient=True).rows
        assert row.failed >= 9
        assert row.pending >= 20
        listed = json.loads(run("list", demo.url, "--limit", "200", "--json").text)["items"]
        assert {"undelivered", "delayed", "dead-lettered"} <= {item["stage"] for item in listed}
        first = {item["id"] for item in listed}

        def moved() -> bool:
            page = json.loads(run("list", demo.url, "--limit", "200", "--json").text)["items"]
            return len({item["id"] for item in page} ^ first) > 1

        until(moved, "something new")
        reader.close()
        folder = demo.folder
        assert (folder.stat().st_mode & 0o777, (folder / "demo").stat().st_mode & 0o777) == (0o700, 0o700)
    assert left(place) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_it_ends_with_whoever_started_it(place: Path, number: int) -> None:
    with child(sys.executable, "-c", HOLDER) as holder:
        assert holder.stdout is not None
        url, _ = holder.stdout.readline().split()
        open_source(url)
        holder.send_signal(number)
        until(lambda: left(place) == [], "the end of everything")


def test_what_a_killed_one_has_left_is_taken_away_by_the_next(place: Path) -> None:
    with child(sys.executable, "-c", HOLDER) as holder:
        assert holder.stdout is not None
        url, engine = holder.stdout.readline().split()
        with StreamDemo() as other:
            os.kill(int(engine), signal.SIGKILL)
            until(lambda: not Path(f"/proc/{engine}/fd").exists() or not _holds(int(engine)), "the end of its holder")
            open_source(url)  # its server goes on
            clean_up()
            until(
                lambda: [one for one in left(place) if url.split("/demo?")[0].rpartition("/")[2] in one] == [],
                "its end",
            )
            open_source(other.url)  # nobody else's was touched
    until(lambda: left(place) == [], "the end of everything")


def _holds(pid: int) -> bool:
    """Whether a process has not ended; one that is dead and not waited for holds nothing."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_the_command_prints_the_address_until_it_is_told_to_end(place: Path) -> None:
    with child(*PROGRAM, "demo", "--streams", "--no-window") as process:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        assert run("depth", url).code == 0
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    assert left(place) == []


def test_without_a_server_it_says_what_is_missing(tmp_path: Path) -> None:
    done = run_process("demo", "--streams", "--no-window", PATH=str(tmp_path))
    assert done.code == 1
    assert done.err.startswith("qmonitor: There is no redis-server on this computer. Install Redis 7 for this demo (")
    assert done.err.count("\n") == 1
    assert run("demo", "--streams", "--dir", tmp_path).code == 2
