"""The demo as a user starts it: it moves, it ends with whoever started it, and it leaves nothing behind."""

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from qmonitor.queues import open_source
from tests.end2end.conftest import PATIENCE, PROGRAM, environment
from tests.end2end.conftest import run_process as run

HOLDER = """
import sys
from qmonitor.demo import DemoEngine, DemoFolder
with DemoFolder() as folder, DemoEngine(folder) as engine:
    print(folder.path, engine.process.pid, flush=True)
    sys.stdin.read()
"""
"""Puts a demo up and holds it until its stdin ends, as a window would until it is closed."""


@contextmanager
def child(*command: object, **variables: str) -> Iterator["subprocess.Popen[str]"]:
    """A child process with pipes, killed at the end if it should still be there."""
    process = subprocess.Popen(
        [*map(str, command)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(**variables),
    )
    try:
        with process:
            try:
                yield process
            finally:
                if process.poll() is None:
                    process.kill()
    finally:
        process.kill()


def line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().rstrip("\n")


def wait_for_more_rows(path: Path) -> None:
    """Until the engine has taken in or delivered something."""
    reader = open_source(path).reader()
    first = reader.depth()
    until = time.monotonic() + PATIENCE
    while reader.depth().rows == first.rows:
        assert time.monotonic() < until, "the demo's figures do not move"
    reader.close()


def test_without_a_window_it_prints_its_path_and_runs_until_ctrl_c(tmp_path: Path) -> None:
    began = time.monotonic()
    with child(*PROGRAM, "demo", "--no-window", TMPDIR=str(tmp_path)) as demo:
        path = Path(line(demo))
        ready = time.monotonic() - began
        assert path.is_relative_to(tmp_path)
        wait_for_more_rows(path)
        demo.send_signal(signal.SIGINT)
        out, err = demo.communicate(timeout=PATIENCE)

    assert (demo.returncode, out) == (0, "")
    assert err.splitlines() == ["A demo with invented data; its engine runs until Ctrl-C."]
    assert list(tmp_path.iterdir()) == []
    assert ready < 3


def test_a_folder_of_the_users_is_kept_and_its_file_is_a_queue(tmp_path: Path) -> None:
    folder = tmp_path / "kept" / "here"
    with child(*PROGRAM, "demo", "--no-window", "--dir", folder) as demo:
        path = Path(line(demo))
        demo.send_signal(signal.SIGTERM)
        demo.communicate(timeout=PATIENCE)

    assert demo.returncode == 0
    assert path == folder / "demo.db"
    assert [each.name for each in folder.iterdir()] == ["demo.db"]
    names = {row["destination"] for row in json.loads(run("depth", path, "--json").out)["destinations"]}
    assert {"registry", "lis-north", "pharmacy", "claims", "archive"} <= names


def test_an_existing_file_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "demo.db").write_bytes(b"precious")

    done = run("demo", "--no-window", "--dir", tmp_path)

    assert (done.code, done.out) == (1, b"")
    assert "never overwritten" in done.err
    assert (tmp_path / "demo.db").read_bytes() == b"precious"


def test_a_folder_that_can_not_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")

    done = run("demo", "--no-window", "--dir", tmp_path / "file" / "sub")

    assert done.code == 3
    assert "--dir" in done.err
    assert done.err.count("\n") == 1


def test_without_a_display_nothing_is_made(tmp_path: Path) -> None:
    done = run("demo", TMPDIR=str(tmp_path), QT_QPA_PLATFORM="")

    assert done.code == 1
    assert "no display" in done.err
    assert list(tmp_path.iterdir()) == []


def test_the_engine_moves_the_figures_and_ends_with_the_demo(tmp_path: Path) -> None:
    with child(sys.executable, "-c", HOLDER, TMPDIR=str(tmp_path)) as holder:
        path, pid = line(holder).rsplit(" ", 1)
        wait_for_more_rows(Path(path))
        _, err = holder.communicate("", timeout=PATIENCE)

    assert (holder.returncode, err) == (0, "")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid), 0)


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="waits for a process that is not its own child")
@pytest.mark.parametrize("letters", [False, True])
def test_the_engine_ends_and_cleans_up_also_when_its_parent_is_killed(tmp_path: Path, letters: bool) -> None:
    program = HOLDER.replace("DemoFolder() as", f"DemoFolder(letters={letters}) as")
    with child(sys.executable, "-c", program, TMPDIR=str(tmp_path)) as holder:
        path, pid = line(holder).rsplit(" ", 1)
        wait_for_more_rows(Path(path))
        engine = os.pidfd_open(int(pid))
        holder.kill()

        ended, _, _ = select.select([engine], [], [], PATIENCE)
        os.close(engine)

    assert ended
    assert list(tmp_path.iterdir()) == []


@contextmanager
def window(tmp_path: Path, *arguments: object) -> Iterator["subprocess.Popen[str]"]:
    """The demo with its window, off screen; its temporary folder and its settings are the test's own."""
    (tmp_path / "tmp").mkdir()
    variables = {"TMPDIR": str(tmp_path / "tmp"), "QMONITOR_PROFILE": str(tmp_path / "profile")}
    command = (*PROGRAM, "demo", *arguments)
    with child(*command, QT_QPA_PLATFORM="offscreen", QMONITOR_LOG="window", **variables) as demo:
        assert demo.stderr is not None
        for told in demo.stderr:
            if told.rstrip().endswith("shown"):
                break
        yield demo


def test_the_window_opens_on_a_moving_demo_and_takes_it_along(tmp_path: Path) -> None:
    with window(tmp_path) as demo:
        (folder,) = (tmp_path / "tmp").iterdir()
        wait_for_more_rows(folder / "demo.db")
        demo.send_signal(signal.SIGTERM)
        demo.communicate(timeout=PATIENCE)

    assert demo.returncode == 0
    assert list((tmp_path / "tmp").iterdir()) == []


def test_a_demo_with_a_window_keeps_the_users_folder(tmp_path: Path) -> None:
    with window(tmp_path, "--dir", tmp_path / "mine") as demo:
        demo.send_signal(signal.SIGTERM)
        out, _ = demo.communicate(timeout=PATIENCE)

    assert demo.returncode == 0
    assert out == f"{tmp_path / 'mine' / 'demo.db'}\n"
    assert [each.name for each in (tmp_path / "mine").iterdir()] == ["demo.db"]


def test_ctrl_c_in_the_terminal_does_not_reach_the_engine(tmp_path: Path) -> None:
    """A terminal sends it to its foreground processes; whoever started the engine says when it ends."""
    with child(sys.executable, "-c", HOLDER, TMPDIR=str(tmp_path)) as holder:
        _, pid = line(holder).rsplit(" ", 1)
        sessions = os.getsid(holder.pid), os.getsid(int(pid))
        holder.communicate("", timeout=PATIENCE)

    assert sessions[0] != sessions[1]


def wait_for_other_backlogs(path: Path) -> None:
    """Until the daemon has sent something, or put something aside."""
    reader = open_source(path).reader()
    first = [row.pending for row in reader.depth().rows]
    until = time.monotonic() + PATIENCE
    while [row.pending for row in reader.depth().rows] == first:
        assert time.monotonic() < until, "the demo's figures do not move"
    reader.close()


def test_dead_letters_have_a_demo_of_their_own_that_moves_and_leaves_nothing(tmp_path: Path) -> None:
    with child(*PROGRAM, "demo", "--no-window", "--dead-letters", TMPDIR=str(tmp_path)) as demo:
        path = Path(line(demo))
        assert path.name == "letters.db"
        wait_for_other_backlogs(path)
        checked = run("check", path)
        assert checked.code == 1, checked.text
        assert "dead-letter/text drops its oldest in 1 d" in checked.text
        demo.send_signal(signal.SIGINT)
        demo.communicate(timeout=PATIENCE)

    assert demo.returncode == 0
    assert list(tmp_path.iterdir()) == []


def test_two_demos_at_once_are_refused() -> None:
    assert run("demo", "--no-window", "--streams", "--dead-letters").code == 2
