"""The program with its window, as a child process without a screen: how it opens and how it ends."""

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.end2end.conftest import Window, display_variables, run_process
from tests.helpers import engine, files

Queue = Callable[..., Path]


@pytest.fixture
def start(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Callable[..., Window]]:
    """Starts the program offscreen, or where a test asks for it on the real display."""
    made: list[Window] = []
    display = display_variables() if getattr(request, "param", False) else {}

    def begin(*arguments: object) -> Window:
        made.append(Window(tmp_path / "profile", *arguments, **display))
        return made[-1]

    yield begin
    for window in made:
        if window.child.poll() is None:
            window.child.kill()
        window.child.communicate()


offscreen_and_on_display = pytest.mark.parametrize(
    "start",
    [pytest.param(False, id="offscreen"), pytest.param(True, id="display", marks=pytest.mark.window)],
    indirect=True,
)


@offscreen_and_on_display
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_closes_it_cleanly(start, queue: Queue, number: int) -> None:
    window = start(queue({}, {"state": "failed"}))
    window.wait_for("a source is open")
    assert window.end(number) == (0, [])


@offscreen_and_on_display
@pytest.mark.parametrize("moment", [0.0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.4])
def test_it_ends_at_any_moment(start, tmp_path: Path, moment: float) -> None:
    path = tmp_path / "big.db"
    engine.call("fill", "--db", str(path), "--rows", "20000")
    window = start(path)
    window.wait_for("shown")
    with pytest.raises(subprocess.TimeoutExpired):
        window.child.wait(timeout=moment)
    assert window.end() == (0, [])
    assert files.side_files(path) == []


@offscreen_and_on_display
def test_without_a_source_it_opens_too(start) -> None:
    window = start()
    window.wait_for("shown")
    assert window.end() == (0, [])


def test_a_source_that_is_not_there_is_shown_when_it_comes(start, tmp_path: Path) -> None:
    window = start(tmp_path / "later.db")
    window.wait_for("shown")
    files.queue(tmp_path / "later.db", [{}])
    window.wait_for("a source is open")
    assert window.end() == (0, [])


def test_it_remembers_where_it_was(start, queue: Queue, tmp_path: Path) -> None:
    path = queue({})
    window = start(path)
    window.wait_for("a source is open")
    window.end()
    stored = (tmp_path / "profile" / "window.ini").read_text()
    assert str(path) in stored
    assert "geometry=" in stored


@offscreen_and_on_display
def test_a_stopped_engines_file_is_left_as_it_was(start, queue: Queue) -> None:
    path = queue({}, {})
    before = path.read_bytes(), os.stat(path).st_mtime_ns
    window = start(path)
    window.wait_for("a source is open")
    assert window.end() == (0, [])
    assert (path.read_bytes(), os.stat(path).st_mtime_ns) == before
    assert sorted(file.name for file in path.parent.iterdir() if file.is_file()) == [path.name]


def size(picture: Path) -> tuple[int, int]:
    head = picture.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(head[16:20]), int.from_bytes(head[20:24])


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (800, 500)])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_snapshot_is_exactly_as_big_as_told(
    queue: Queue, tmp_path: Path, width: int, height: int, theme: str
) -> None:
    path, out = queue({"attempts": 61}, {"destination": "x"}), tmp_path / "window.png"
    done = run_process(
        "snapshot", path, "--out", out, "--size", f"{width}x{height}", "--theme", theme, QT_SCALE_FACTOR="2"
    )
    assert (done.code, done.err, done.text) == (0, "", f"{out}\n")
    assert size(out) == (width, height)


def test_a_snapshot_of_nothing_says_why(tmp_path: Path) -> None:
    done = run_process("snapshot", tmp_path / "nowhere.db", "--out", tmp_path / "window.png")
    assert done.code == 3
    assert "nowhere.db" in done.err
    assert done.err.count("\n") == 1
    assert not (tmp_path / "window.png").exists()


def test_a_picture_that_can_not_be_written_says_why(queue: Queue, tmp_path: Path) -> None:
    done = run_process("snapshot", queue({}), "--out", tmp_path / "nowhere" / "window.png")
    assert done.code == 1
    assert "window.png" in done.err
    assert done.err.count("\n") == 1


def test_a_picture_is_what_its_name_says(queue: Queue, tmp_path: Path) -> None:
    done = run_process("snapshot", queue({}), "--out", tmp_path / "window.jpg")
    assert done.code == 2
    assert "end in .png" in done.err
    assert not (tmp_path / "window.jpg").exists()


def test_an_empty_queue_has_a_picture_too(queue: Queue, tmp_path: Path) -> None:
    done = run_process("snapshot", queue(), "--out", tmp_path / "window.png")
    assert (done.code, done.err) == (0, "")
    assert size(tmp_path / "window.png") == (1440, 900)
