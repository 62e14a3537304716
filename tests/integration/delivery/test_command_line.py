"""The command line on a delivery queue: what a script gets, and what a person is told where something is wrong.

Each call is a process of its own, as it is for whoever uses it.
"""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import files, reference, users
from tests.helpers.engine import Engine

ACT = ("--reason", "test", "--yes")


def ok(*arguments: object, **options: Any) -> Any:
    """The JSON that a command prints that ends with 0 and says nothing on stderr."""
    done = users.qmonitor(*arguments, "--json", **options)
    assert (done.returncode, done.stderr) == (0, ""), (done.stdout, done.stderr)
    return json.loads(done.stdout)


def act(*arguments: object, **options: Any) -> Any:
    """The JSON of an action that did all that was confirmed; what it confirmed stands on stderr, in words."""
    done = users.qmonitor(*arguments, "--reason", "test", "--yes", "--json", **options)
    assert done.returncode == 0, (done.stdout, done.stderr)
    assert "message" in done.stderr
    assert "Traceback" not in done.stderr
    return json.loads(done.stdout)


def wrong(code: int, *arguments: object, **options: Any) -> str:
    """The one line on stderr of a command that ends with this code and prints nothing else."""
    done = users.qmonitor(*arguments, **options)
    assert done.returncode == code, (done.returncode, done.stdout, done.stderr)
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert "Traceback" not in line
    return line


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Ids 1 to 3 pending, 4 failed, 5 delivered, 6 skipped."""
    states = ("pending", "pending", "pending", "failed", "delivered", "skipped")
    rows: list[dict[str, Any]] = [
        {"state": s, "control_id": f"C{n}", "raw": b"MSH|%d\r\x00\xff" % n} for n, s in enumerate(states, 1)
    ]
    return files.queue(tmp_path / "queue.db", rows)


# --- a source that can't be read: exit code 3, one line with cause and remedy

Maker = Callable[[Path], Path]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda path: path, "no file"),
        (lambda path: path.mkdir() or path, "folder"),
        (files.empty, "empty"),
        (files.no_database, "not an SQLite database"),
        (files.encrypted, "encrypted"),
        (files.truncated, "cut off"),
        (files.corrupt, "damaged"),
        (files.other_database, "'queue'"),
        (files.older_release, "reason"),
        (files.log_without_index, "-shm"),
    ],
)  # fmt: skip
def test_what_can_not_be_read(tmp_path: Path, make: Maker, words: str) -> None:
    path = make(tmp_path / "bad.db")
    before = sorted(os.listdir(tmp_path))
    line = wrong(3, "depth", path)
    assert words in line
    assert line.count(". ") >= 1, "a cause and a remedy are two sentences"
    assert sorted(os.listdir(tmp_path)) == before


@pytest.mark.parametrize(
    "command",
    [("list",), ("show", 1, "--raw"), ("skip", 1, *ACT), ("drain", "a", "b", *ACT), ("retry-now", 1, *ACT),
     ("restore", 1, *ACT), ("resend", 1, *ACT),
     ("remove", 1, *ACT), ("purge", "--before", "2026-01-01T00:00:00Z", *ACT), ("erase", 1, *ACT), ("audit",)],
)  # fmt: skip
def test_every_command_says_so(tmp_path: Path, command: tuple[Any, ...]) -> None:
    name, *arguments = command
    assert "absent.db" in wrong(3, name, tmp_path / "absent.db", *arguments)
    assert list(tmp_path.iterdir()) == []


@users.needs_users
def test_no_permission(shared: Path) -> None:
    path = files.queue(shared / "queue.db", [{}])
    path.chmod(0o600)
    line = wrong(3, "depth", path, uid=users.OUTSIDER)
    assert "may not read" in line
    assert "queue.db" in line


@users.needs_users
def test_no_permission_to_act(shared: Path) -> None:
    path = files.queue(shared / "queue.db", [{}])
    shared.chmod(0o755)
    line = wrong(1, "skip", path, 1, *ACT, uid=users.OUTSIDER)
    assert "may not change" in line
    assert files.states(path) == {1: "pending"}
    assert files.side_files(path) == []


def test_an_exclusive_lock(path: Path) -> None:
    with Engine(path, "delete") as engine:
        engine.sql("BEGIN EXCLUSIVE")
        engine.sql("UPDATE queue SET reason = 'x'")
        assert "lock" in wrong(3, "depth", path)
        engine.sql("ROLLBACK")
    assert len(ok("depth", path)["destinations"]) == 1


# --- looking


def test_depth_is_what_a_row_by_row_count_finds(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "odd.db", files.every_odd_row())
    told = ok("depth", path)
    assert told["complete"] is True
    assert set(told) == {"destinations", "complete", "at"}
    found = [
        (row["channel"].encode("utf-8", "surrogateescape"), row["pending"], row["failed"], row["maxAttempts"])
        for row in told["destinations"]
        if "\ufffd" not in row["channel"] + row["destination"] and row["channel"].isprintable()
    ]
    expected = [(b.channel, b.pending, b.failed, b.max_attempts) for b in reference.depth(path)]
    assert set(found) <= set(expected)
    assert len(told["destinations"]) == len(expected)
    assert set(told["destinations"][0]) == {
        "channel",
        "destination",
        "pending",
        "failed",
        "oldest",
        "oldestSeconds",
        "maxAttempts",
    }


def test_an_empty_queue_is_an_empty_reading(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "q.db")
    assert ok("depth", path)["destinations"] == []
    assert ok("list", path)["items"] == []
    assert ok("audit", path)["entries"] == []


def test_a_list_in_pages(path: Path) -> None:
    first = ok("list", path, "--limit", 4)
    assert [item["id"] for item in first["items"]] == [6, 5, 4, 3]
    assert first["total"] == 6
    second = ok("list", path, "--limit", 4, "--cursor", first["next"])
    assert [item["id"] for item in second["items"]] == [2, 1]
    assert second["next"] is None
    assert set(first["items"][0]) - {"stage"} == {
        "id", "channel", "destination", "controlId", "messageType", "size", "state", "attempts",
        "enqueuedAt", "nextAttempt",
        "lastAttempt", "lastError", "reason",
    }  # fmt: skip
    assert first["items"][0]["lastAttempt"] is None
    assert first["items"][0]["enqueuedAt"] == files.DEFAULTS["enqueued_at"]


def test_a_list_with_filters(path: Path) -> None:
    assert [i["id"] for i in ok("list", path, "--state", "pending", "--head-first")["items"]] == [1, 2, 3]
    assert [i["id"] for i in ok("list", path, "--text", "c4")["items"]] == [4]
    assert ok("list", path, "--text", "absent")["items"] == []


def test_the_stored_bytes_exactly(path: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    code = "import os; os.dup2(os.open(arguments.pop(), os.O_WRONLY | os.O_CREAT), 1)\n" + users.COMMAND_LINE
    done = users.run(code, "show", str(path), "2", "--raw", str(out), rooms="")
    assert (done.returncode, done.stderr) == (0, "")
    assert out.read_bytes() == b"MSH|2\r\x00\xff"


@pytest.mark.parametrize("item", ["99", "x", "-1"])
def test_an_item_that_is_not_there(path: Path, item: str) -> None:
    done = users.qmonitor("show", path, "--raw", "--", item)
    assert done.returncode in (1, 2)
    assert done.stdout == ""
    assert item in done.stderr


@pytest.mark.parametrize("name", ["a#b.db", "what?.db", "100%.db", "%41.db", "a b.db", "für Müller.db"])
def test_the_right_file_whatever_its_name(tmp_path: Path, name: str) -> None:
    path = files.queue(tmp_path / "q.db", [{"control_id": "right"}]).rename(tmp_path / name)
    assert [i["controlId"] for i in ok("list", path)["items"]] == ["right"]
    act("skip", path, 1)
    assert os.listdir(tmp_path) == [name]


@users.needs_users
def test_a_stranger_looks_at_a_stopped_engines_file(shared: Path) -> None:
    path = shared / "queue.db"
    with Engine(path, uid=users.OWNER) as engine:
        engine.enqueue("lab", "dest-01", b"MSH|1")
    before = path.read_bytes()
    assert ok("depth", path, uid=users.OUTSIDER)["destinations"][0]["pending"] == 1
    assert len(ok("list", path, uid=users.OUTSIDER)["items"]) == 1
    assert users.qmonitor("show", path, 1, "--raw", uid=users.OUTSIDER).stdout == "MSH|1"
    assert os.listdir(shared) == ["queue.db"]
    assert path.read_bytes() == before
    with Engine(path, uid=users.OWNER) as engine:
        assert engine.enqueue("lab", "dest-01") == 2


# --- acting


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (("skip", 1, 4), {1: "skipped", 4: "skipped"}),
        (("drain", "lab", "dest-01"), dict.fromkeys((1, 2, 3), "skipped")),
        (("drain", "lab", "dest-01", "--include-failed"), dict.fromkeys((1, 2, 3, 4), "skipped")),
        (("drain", "lab", "dest-01", "--first", 2), dict.fromkeys((1, 2), "skipped")),
        (("retry-now", 4), {4: "pending"}),
        (("retry-now", "--channel", "lab", "--destination", "dest-01", "--include-failed"), {4: "pending"}),
        (("restore", 6), {6: "pending"}),
        (("remove", 5), {5: None}),
        (("purge", "--before", "2100-01-01T00:00:00Z"), {5: None, 6: None}),
        (("erase", 1), {1: None}),
        (("resend", 5), {7: "pending"}),
    ],
)
def test_each_action(path: Path, command: tuple[Any, ...], expected: dict[int, str | None]) -> None:
    before: dict[int, str | None] = dict(files.states(path))
    name, *arguments = command
    told = act(name, path, *arguments)
    assert set(told) >= {"action", "confirmed", "done", "unchanged", "actor", "plan"}
    assert (told["action"], told["unchanged"]) == (name, [])
    assert told["confirmed"] == told["done"] > 0
    assert files.states(path) == {i: s for i, s in (before | expected).items() if s is not None}
    (entry,) = ok("audit", path)["entries"]
    assert (entry["action"], entry["reason"], entry["actor"], entry["plan"]) == (
        name,
        "test",
        told["actor"],
        told["plan"],
    )
    assert entry["count"] == told["done"]


def test_what_is_not_changed_is_told_and_ends_with_1(path: Path) -> None:
    done = users.qmonitor("skip", path, 1, 5, 99, *ACT, "--json")
    assert done.returncode == 1
    told = json.loads(done.stdout)
    assert told["done"] == 1
    assert sorted(told["unchanged"], key=lambda row: row["id"]) == [
        {"id": 5, "state": "delivered"},
        {"id": 99, "state": "gone"},
    ]
    assert files.states(path)[1] == "skipped"


@pytest.mark.parametrize("missing", ["--reason", "--yes"])
def test_without_a_reason_or_consent_nothing_is_done(path: Path, missing: str) -> None:
    given = {"--reason": ("--yes",), "--yes": ("--reason", "test")}[missing]
    done = users.qmonitor("skip", path, 1, *given)
    assert done.returncode in (1, 2)
    assert done.stderr
    assert files.states(path)[1] == "pending"


@pytest.mark.parametrize("place", ["before", "after"])
def test_read_only_means_read_only(path: Path, place: str) -> None:
    arguments: tuple[Any, ...] = ("skip", path, 1, *ACT)
    arguments = ("--read-only", *arguments) if place == "before" else (*arguments, "--read-only")
    done = users.qmonitor(*arguments)
    assert done.returncode in (1, 2)
    assert files.states(path)[1] == "pending"


def test_variables_of_the_environment_change_nothing_in_the_audit(path: Path) -> None:
    liar = dict.fromkeys(("USER", "LOGNAME", "USERNAME", "LNAME", "SUDO_USER"), "mallory")
    honest = act("skip", path, 1)["actor"]
    assert act("skip", path, 2, env=liar)["actor"] == honest
    with files.opened(path) as db:
        assert len(set(db.execute("SELECT actor FROM qmonitor_audit"))) == 1
        assert {row[0] for row in db.execute("SELECT last_error FROM queue WHERE id < 3")} == {f"skipped by {honest}"}


def test_an_edited_audit_is_found(path: Path) -> None:
    act("skip", path, 1)
    act("skip", path, 2)
    done = users.qmonitor("audit", path, "--verify")
    assert done.returncode == 0
    with files.opened(path) as db:
        db.execute("DROP TRIGGER qmonitor_audit_no_update")
        db.execute("UPDATE qmonitor_audit SET reason = 'tesT' WHERE id = 2")
    done = users.qmonitor("audit", path, "--verify")
    assert done.returncode == 1
    assert "2" in done.stdout + done.stderr


def test_a_message_is_queued_with_its_control_id_and_type(path: Path, tmp_path: Path) -> None:
    message = tmp_path / "adt.hl7"
    message.write_bytes(b"MSH|^~\\&|HIS|NORTH|RCV|SOUTH|20261129080000||ADT^A01^ADT_A01|MSG0001|P|2.5.1\rPID|1\r")
    done = users.qmonitor("enqueue", path, "adt", "dest-09", message)
    assert done.returncode == 0
    assert done.stderr == "adt/dest-09 is a new destination of this queue. Did you mean lab/dest-01?\n"
    item = int(done.stdout)
    assert files.rows(path, "channel, destination, control_id, message_type, raw, state", f"id = {item}") == [
        ("adt", "dest-09", "MSG0001", "ADT^A01", message.read_bytes(), "pending")
    ]


def test_a_file_is_made_only_when_asked_for(tmp_path: Path) -> None:
    message = tmp_path / "m.hl7"
    message.write_bytes(b"MSH|^~\\&|A\r")
    wrong(3, "enqueue", tmp_path / "new.db", "adt", "dest", message)
    assert not (tmp_path / "new.db").exists()
    done = users.qmonitor("enqueue", tmp_path / "new.db", "adt", "dest", message, "--create")
    assert (done.returncode, done.stdout.strip()) == (0, "1")


def test_a_check_that_can_not_look_is_unknown(tmp_path: Path) -> None:
    done = users.qmonitor("check", tmp_path / "absent.db")
    assert done.returncode == 3
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == ""


def test_usage_ends_with_2(path: Path) -> None:
    assert users.qmonitor("list", path, "--limit", "many").returncode == 2
    assert users.qmonitor("drain", path).returncode == 2
