"""The program as a whole: which command is meant, exit codes, and how failures are told."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from qmonitor import __version__
from tests.end2end.conftest import PATIENCE, PROGRAM, ROOT, environment
from tests.end2end.conftest import run_process as run

Queue = Callable[..., Path]


def one_line(text: str) -> str:
    """The text, asserted to be one whole line of the program's own."""
    assert text.endswith("\n")
    assert text.count("\n") == 1
    assert text.startswith("qmonitor: ")
    return text[len("qmonitor: ") : -1]


def test_version() -> None:
    assert run("--version").text == f"qmonitor {__version__}\n"


def test_help_lists_every_command() -> None:
    done = run("--help")

    assert done.code == 0
    for name in ("demo", "depth", "list", "show", "enqueue", "skip", "drain", "retry-now", "restore", "resend"):
        assert f"\n  {name} " in done.text
    for name in ("remove", "purge", "erase", "audit", "journal", "check", "snapshot", "plans", "resume"):
        assert f"\n  {name} " in done.text


@pytest.mark.parametrize(
    "arguments",
    [("depth",), ("depth", "a", "b"), ("list", "a", "--limit", "0"), ("list", "a", "--limit", "1001"), ("--nonsense",)],
)
def test_bad_usage_is_two_and_one_line(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)

    assert done.code == 2
    assert done.out == b""
    cause, _, hint = one_line(done.err).partition(" See ")
    assert cause.endswith((".", "?"))
    assert "--help" in hint


@pytest.mark.parametrize("action", ["skip", "restore", "resend", "remove", "erase"])
def test_no_reason_is_bad_usage(action: str, queue: Queue) -> None:
    path = queue({})

    for reason in ((), ("--reason", " ")):
        done = run(action, path, 1, "--yes", *reason)
        assert (done.code, done.out) == (2, b"")
        assert "--reason" in one_line(done.err)


def test_a_password_in_a_url_is_refused_and_not_repeated() -> None:
    done = run("depth", "redis://someone:letmein@127.0.0.1/0")

    assert done.code == 2
    assert "password" in one_line(done.err)
    assert "letmein" not in done.err


@pytest.mark.parametrize("command", [("depth",), ("list",), ("audit",), ("plans",), ("check",), ("show", "1")])
def test_a_source_that_is_not_there_is_three(command: tuple[str, ...], tmp_path: Path) -> None:
    done = run(command[0], tmp_path / "gone.db", *command[1:])

    assert done.code == 3
    line = done.text if command == ("check",) else one_line(done.err)
    assert "gone.db" in line
    assert list(tmp_path.iterdir()) == []


def test_a_line_stays_one_line_whatever_the_path(tmp_path: Path) -> None:
    done = run("depth", tmp_path / "two\nlines \x1b[31m.db")

    assert done.code == 3
    assert "two\\nlines \\x1b[31m.db" in one_line(done.err)


def test_a_path_that_is_no_text_is_told_as_well(tmp_path: Path) -> None:
    command = [*map(os.fsencode, PROGRAM), b"depth", os.fsencode(tmp_path) + b"/caf\xe9.db"]

    done = subprocess.run(command, capture_output=True, timeout=PATIENCE, env=environment())

    assert done.returncode == 3
    assert "caf\\udce9.db" in one_line(done.stderr.decode())


def test_a_traceback_comes_only_when_asked_for(tmp_path: Path) -> None:
    for arguments in (("--debug", "depth", tmp_path / "gone.db"), ("depth", tmp_path / "gone.db", "--debug")):
        done = run(*arguments)
        assert done.code == 3
        assert "Traceback" in done.err
        assert done.err.splitlines()[-1].startswith("qmonitor: There is no file")


def test_a_source_instead_of_a_command_means_the_window(tmp_path: Path) -> None:
    for arguments in ((), (tmp_path / "queue.db",), ("--read-only", tmp_path / "queue.db", "--theme", "dark")):
        done = run(*arguments, QT_QPA_PLATFORM="")
        assert done.code == 1
        assert "no display" in one_line(done.err)


def test_a_slip_of_the_finger_is_told(tmp_path: Path) -> None:
    done = run("dept", tmp_path / "queue.db")

    assert done.code == 2
    assert "Did you mean 'depth'?" in one_line(done.err)


def test_no_qt_where_no_window_opens(queue: Queue) -> None:
    path = queue({}, {"state": "failed"})
    script = (
        "import sys; from qmonitor.cli import main\n"
        "codes = [main(arguments.split('\\x1f')) for arguments in sys.argv[1:]]\n"
        "loaded = [name for name in sys.modules if name.split('.')[0] in ('PySide6', 'pyqtgraph', 'numpy')]\n"
        "assert not loaded, loaded\n"
        "assert codes == [0] * len(codes), codes\n"
    )
    calls = [("depth", path), ("list", path), ("show", path, "1"), ("audit", path), ("plans", path), ("--help",)]
    calls += [
        ("skip", path, "1", "--reason", "test", "--yes"),
        ("check", path, "--warn-age", "9999d", "--crit-age", "9999d"),
    ]
    done = subprocess.run(
        [sys.executable, "-c", script, *("\x1f".join(map(str, call)) for call in calls)],
        capture_output=True, timeout=PATIENCE, env=environment(), text=True,
    )  # fmt: skip

    assert done.returncode == 0, done.stderr


def test_a_reader_that_goes_away_is_no_failure(queue: Queue) -> None:
    path = queue(*({"control_id": f"C{n}", "last_error": "x" * 500} for n in range(1000)))
    command = [*PROGRAM, "list", str(path), "--limit", "1000"]

    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.read(100)
        child.stdout.close()
        told = child.stderr.read()
        code = child.wait(PATIENCE)

    assert told == b""
    assert code == 141


def test_a_terminal_that_lacks_a_character_shows_its_escape(queue: Queue) -> None:
    path = queue({"destination": "Süd \U0001f3e5"})

    done = run("depth", path, PYTHONIOENCODING="latin-1")

    assert done.code == 0
    assert b"S\xfcd \\U0001f3e5" in done.out


def test_the_module_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from qmonitor.cli import main; raise SystemExit(main(['--version']))"],
        capture_output=True, cwd=ROOT, timeout=PATIENCE, env=environment(),
    )  # fmt: skip

    assert done.stdout == run("--version").out


# -- check: its caller reads stdout and the exit code, whatever happens ----------------------------------------------


@pytest.mark.parametrize(
    "arguments", [("check",), ("check", "a", "--warn-age", "soon"), ("--debug", "check", "a", "--x")]
)
def test_bad_usage_of_check_is_unknown(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)

    assert done.code == 3
    assert done.text.startswith("UNKNOWN: ")
    assert done.text.count("\n") == 1


def test_check_finds_the_worst_destination(queue: Queue) -> None:
    path = queue({"enqueued_at": "2001-01-01T00:00:00Z", "attempts": 7}, {"destination": "dest-02", "state": "failed"})

    done = run("check", path)
    assert done.code == 2
    assert done.text.startswith("CRITICAL: lab/dest-01 oldest ")
    assert done.text.endswith(", 1 pending, tried 7 times; 1 more beyond their limits\n")
    assert done.err == ""

    lenient = ("--warn-age", "99999d", "--crit-age", "99999d")
    assert run("check", path, *lenient).text == "OK: 1 pending, 1 failed, no destination beyond its limits\n"
    done = run("check", path, *lenient, "--warn-failed", "1")
    assert (done.code, done.text) == (1, "WARNING: lab/dest-02 1 failed\n")


def test_check_as_json(queue: Queue, tmp_path: Path) -> None:
    path = queue({"enqueued_at": "2001-01-01T00:00:00Z"}, {"destination": "dest-02", "state": "failed"})

    done = run("check", path, "--json")
    found = json.loads(done.out)
    worst, failed = found.pop("destinations")

    assert (done.code, done.err) == (2, "")
    assert run("check", path).text == f"CRITICAL: {found['message']}\n"
    assert set(found) == {"status", "message"}
    assert found["status"] == "critical"
    assert (worst["channel"], worst["destination"], worst["pending"], worst["failed"]) == ("lab", "dest-01", 1, 0)
    assert worst["status"] == "critical"
    assert (failed["destination"], failed["status"], failed["message"]) == ("dest-02", "warning", "1 failed")
    assert worst["oldestSeconds"] > 3600
    for arguments in ((tmp_path / "nowhere.db",), (path, "--warn-age", "soon")):
        done = run("check", *arguments, "--json")
        found = json.loads(done.out)
        assert (done.code, done.err, found["status"], found["destinations"]) == (3, "", "unknown", None)
    fine = json.loads(run("check", queue({"state": "delivered"}, name="fine.db"), "--json").out)
    assert (fine["status"], fine["destinations"]) == ("ok", [])


def test_json_is_one_line_of_ascii(queue: Queue) -> None:
    path = queue({"destination": "Süd\u202e", "last_error": b"caf\xe9"})

    done = run("list", path, "--json")

    assert done.out.isascii()
    assert done.out.count(b"\n") == 1
    assert json.loads(done.out)["items"][0]["destination"] == "Süd\u202e"
