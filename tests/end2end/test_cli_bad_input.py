"""What is said about files that are no queue, or can't be read: one line, exit code 3, and nothing is touched."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.end2end.conftest import run, run_process
from tests.helpers import files, users
from tests.helpers.engine import Engine

LOOKS: tuple[tuple[str, ...], ...] = (("depth",), ("list",), ("show", "1"), ("audit",), ("plans",))
SURE = ("--reason", "test", "--yes")
ACTS: tuple[tuple[str, ...], ...] = (
    ("skip", "1", *SURE),
    ("drain", "lab", "dest-01", *SURE),
    ("purge", "--before", "0s", *SURE),
)


def folder_at(path: Path) -> Path:
    path.mkdir()
    return path


BAD: dict[str, tuple[Callable[[Path], Path], str]] = {
    "no file": (lambda path: path, "no file"),
    "a folder": (folder_at, "folder"),
    "an empty file": (files.empty, "empty"),
    "no database": (files.no_database, "database"),
    "encrypted": (files.encrypted, "database"),
    "truncated": (files.truncated, "damaged"),
    "another program's database": (files.other_database, "queue"),
    "an older release's": (files.older_release, "column"),
    "a log without its index": (files.log_without_index, "-shm"),
}


def contents(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir() if each.is_file()}


@pytest.mark.parametrize("bad", BAD)
def test_every_command_tells_cause_and_remedy(bad: str, tmp_path: Path) -> None:
    make, word = BAD[bad]
    path = make(tmp_path / "queue.db")
    before = contents(tmp_path)

    for command, *rest in (*LOOKS, *ACTS):
        done = run(command, path, *rest)
        assert (done.code, done.out) == (3, b""), (command, done.err)
        assert done.err.startswith("qmonitor: ")
        assert done.err.count("\n") == 1
        assert word in done.err
        assert "queue.db" in done.err or "'queue'" in done.err
    checked = run("check", path)

    assert (checked.code, checked.err) == (3, "")
    assert checked.text.startswith("UNKNOWN: ")
    assert word in checked.text
    assert contents(tmp_path) == before


@pytest.mark.parametrize("name", ["a#b.db", "a?b.db", "a%41.db", "a b.db", "Süd ü.db", "a'b\".db", "-x.db"])
def test_the_right_file_whatever_its_name(name: str, tmp_path: Path) -> None:
    path = files.queue(tmp_path / name, [{}])

    assert "lab" in run("depth", path).text
    assert run("skip", path, 1, *SURE).code == 0
    assert files.states(path) == {1: "skipped"}
    assert [each.name for each in tmp_path.iterdir()] == [name]


def test_a_path_that_looks_like_an_option(tmp_path: Path) -> None:
    files.queue(tmp_path / "x.db", [{}])

    assert run("depth", "--", f"{os.path.relpath(tmp_path)}/x.db").code == 0


def test_a_corrupt_page_is_told_by_whoever_meets_it(tmp_path: Path) -> None:
    path = files.corrupt(tmp_path / "queue.db")
    before = contents(tmp_path)

    for command, *rest in (("depth",), ("list",), ("drain", "lab", "dest-01", *SURE)):
        done = run(command, path, *rest)
        assert (done.code, done.out) == (3, b"")
        assert "damaged" in done.err
    assert contents(tmp_path) == before


def test_a_lock_that_is_held(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "queue.db", [{}], journal="delete")
    with files.opened(path) as engine:
        engine.execute("BEGIN EXCLUSIVE")
        done = run("depth", path)
        engine.execute("ROLLBACK")

    assert (done.code, done.out) == (3, b"")
    assert "lock" in done.err
    assert done.err.count("\n") == 1


def test_an_odd_payload_never_gets_into_a_message(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "queue.db", [{"raw": b"CANARY-4711", "state": "delivered"}])

    for arguments in (("remove", 99), ("resend", 99), ("skip", 1), ("erase", 99)):
        done = run_process(arguments[0], path, arguments[1], *SURE, "--debug", QMONITOR_LOG="all")
        assert "CANARY" not in done.err
        assert b"CANARY" not in done.out


# -- another user ------------------------------------------------------------------------------------------------------

AS_SOMEBODY = "import sys; from qmonitor.cli import main; sys.exit(main(arguments))"


@users.needs_users
def test_a_second_user_looks_at_a_stopped_engines_file_and_breaks_nothing(shared: Path) -> None:
    path = shared / "queue.db"
    with Engine(path, uid=users.OWNER) as engine:
        for _ in range(3):
            engine.enqueue("lab", "dest-01")
    assert [each.name for each in shared.iterdir()] == ["queue.db"]

    for command, *rest in LOOKS:
        done = users.run(AS_SOMEBODY, command, str(path), *rest, "--json", uid=users.OUTSIDER)
        assert (done.returncode, done.stderr) == (0, "")
        assert [each.name for each in shared.iterdir()] == ["queue.db"]
    with Engine(path, uid=users.OWNER) as engine:
        assert engine.enqueue("lab", "dest-01") == 4


@users.needs_users
def test_a_user_who_may_only_read_is_told_so_and_changes_nothing(shared: Path) -> None:
    path = shared / "queue.db"
    with Engine(path, uid=users.OWNER) as engine:
        engine.enqueue("lab", "dest-01")
    path.chmod(0o644)

    done = users.run(AS_SOMEBODY, "skip", str(path), "1", *SURE, uid=users.OUTSIDER)

    assert (done.returncode, done.stdout) == (1, "")
    assert "may not change" in done.stderr
    assert files.states(path) == {1: "pending"}


@users.needs_users
def test_no_right_to_read(shared: Path) -> None:
    path = files.queue(shared / "queue.db", [{}])
    path.chmod(0o600)

    done = users.run(AS_SOMEBODY, "depth", str(path), uid=users.OUTSIDER)

    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.count("\n") == 1


def test_an_engine_that_writes_is_not_in_the_way(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "queue.db", [{}])
    with Engine(path) as engine:
        engine.sql("BEGIN IMMEDIATE")
        engine.sql("UPDATE queue SET attempts = 9")
        assert '"maxAttempts": 0' in run("depth", path, "--json").text
        engine.sql("COMMIT")
        assert '"maxAttempts": 9' in run("depth", path, "--json").text
        assert engine.checkpoint()[0] == 0


SLIPS = ("redis:/u:geheim@h", "redis:u:geheim@h", "REDIS://u:geheim@h", "rediss:///u:geheim@", "u:geheim@h:6379")


@pytest.mark.parametrize("slip", SLIPS)
def test_a_mistyped_address_never_repeats_its_password(slip: str, tmp_path: Path) -> None:
    engine = str(tmp_path / "engine.db")
    lines = [
        *((command, slip, *rest) for command, *rest in (*LOOKS, *ACTS)),
        ("depth", engine, slip),
        ("depth", slip, "--debug"),
        ("check", slip),
        ("check", slip, "--json"),
        ("window", slip),
        ("snapshot", slip, "--out", str(tmp_path / "x.png")),
        ("enqueue", slip, "c", "d", str(tmp_path / "m")),
        ("worker", slip, "--config", str(tmp_path / "w.toml")),
        ("enqueue", engine, "c", "d", slip),
        ("show", engine, slip),
        ("list", engine, "--until", slip),
        ("list", engine, f"--until={slip}"),
        (f"--{slip}",),
        (slip,),
    ]
    for line in lines:
        done = run(*line)
        assert done.code != 0, line
        assert "geheim" not in done.text + done.err, line
