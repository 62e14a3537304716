"""The command line at dead-letter queues, alone and beside a delivery queue: the same commands, the same answers."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from qmonitor.queues import Item
from qmonitor.queues.delivery import Store as DeliveryStore
from tests.end2end.conftest import on_terminal, run
from tests.helpers import deadletter as made

SURE = ("--reason", "test of the command line", "--yes", "--json")
VALUE = made.items(made.message(made.BEGIN + 7, username="bea"))
BROKEN = b"\xff no list"
KEY, OTHER = made.key("grades", made.BEGIN), made.key("grades", made.BEGIN + 5)
LEGACY = b"mail".hex()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    table = made.Table(tmp_path / "daemon.db")
    table.put(KEY, VALUE)
    table.put(OTHER, BROKEN)
    table.legacy("mail", made.message(code=1), made.message(code=2))
    table.digests(9, like="grades")
    return table.write()


def asked(*arguments: object, code: int = 0) -> Any:
    done = run(*arguments)
    assert done.code == code, done.err
    return json.loads(done.out)


def test_depth_and_list(path: Path) -> None:
    rows = asked("depth", path, "--json")["destinations"]
    assert [(row["channel"], row["destination"], row["pending"], row["failed"]) for row in rows] == [
        ("dead-letter", "grades", 1, 1), ("dead-letter", "mail", 2, 0),
    ]  # fmt: skip
    assert {row["maxAttempts"] for row in rows} == {None}
    found = asked("list", path, "--head-first", "--json")
    assert {item["attempts"] for item in found["items"]} == {None}
    assert [(item["id"], item["state"], item["messageType"]) for item in found["items"]] == [
        (f"{LEGACY}#1", "pending", "exam"), (f"{LEGACY}#2", "pending", "reading"),
        (KEY.hex(), "pending", "grade"), (OTHER.hex(), "failed", ""),
    ]  # fmt: skip
    first = asked("list", path, "--limit", 1, "--json")
    second = asked("list", path, "--limit", 1, "--cursor", first["next"], "--json")
    assert [first["items"][0]["id"], second["items"][0]["id"]] == [OTHER.hex(), KEY.hex()]


def test_what_such_a_queue_never_has_is_left_out_and_null_in_json(path: Path) -> None:
    head, *lines = run("depth", path).text.splitlines()
    end = head.index("ATTEMPTS") + len("ATTEMPTS")
    assert {line[:end].split()[-1] for line in lines} == {"-"}
    head = run("list", path).text.splitlines()[0]
    assert head.split() == ["ID", "CHANNEL", "DESTINATION", "TYPE", "STATE", "AGE", "KEPT", "UNTIL", "LAST", "ERROR"]
    shown = [line.split()[0] for line in run("show", path, KEY.hex()).text.splitlines()]
    assert not {"control", "next"} & set(shown)
    for item in asked("list", path, "--json")["items"]:
        assert (item["controlId"], item["attempts"], item["nextAttempt"]) == (None, None, None)
    assert asked("show", path, KEY.hex(), "--json")["item"]["controlId"] is None


def test_until_when_the_daemon_keeps_a_message_is_told(path: Path) -> None:
    kept = {item["id"]: item.get("keptUntil") for item in asked("list", path, "--json")["items"]}
    assert kept[KEY.hex()].startswith("2")
    assert asked("show", path, KEY.hex(), "--json")["item"]["keptUntil"] == kept[KEY.hex()]
    assert any("kept until" in line for line in run("show", path, KEY.hex()).text.splitlines())


def test_show_writes_exactly_the_stored_bytes(path: Path) -> None:
    for item, raw in ((KEY.hex(), VALUE), (OTHER.hex(), BROKEN), (f"{LEGACY}#2", made.message(code=2))):
        assert run("show", path, item, "--raw").out == raw
    assert "Username" in run("show", path, KEY.hex(), "--tree").text
    for item in (made.key("grades", 1).hex(), f"{LEGACY}#3", LEGACY, "zz"):
        assert run("show", path, item, "--raw").code == 1


def test_actions_and_their_audit(path: Path) -> None:
    report = asked("skip", path, f"{LEGACY}#1", OTHER.hex(), *SURE)
    assert (report["confirmed"], report["done"], report["unchanged"]) == (3, 3, [])
    again = asked("skip", path, KEY.hex(), OTHER.hex(), *SURE, code=1)
    assert (again["done"], again["unchanged"]) == (1, [{"id": OTHER.hex(), "state": "skipped"}])
    assert asked("depth", path, "--json")["destinations"] == []
    assert asked("restore", path, KEY.hex(), OTHER.hex(), f"{LEGACY}#2", *SURE)["done"] == 4
    assert [key for key, _ in made.queue_rows(path, "grades")] == [KEY, OTHER]
    assert asked("drain", path, "dead-letter", "grades", "--include-failed", *SURE)["done"] == 2
    assert asked("erase", path, KEY.hex(), *SURE)["done"] == 1
    entries = asked("audit", path, "--verify", "--json")["entries"]
    assert [entry["action"] for entry in entries] == ["erase", "drain", "restore", "skip", "skip"]
    assert set(entries[-1]["ids"]) == {f"{LEGACY}#1", f"{LEGACY}#2", OTHER.hex()}


def test_what_makes_no_sense_is_refused_with_the_reason(path: Path) -> None:
    done = run("retry-now", path, KEY.hex(), "--reason", "x", "--yes")
    assert done.code == 1
    assert "no schedule" in done.err
    for action in ("remove", "resend"):
        assert run(action, path, KEY.hex(), "--reason", "x", "--yes").code == 1


def test_nothing_is_put_in_line_in_a_file_of_dead_letters(path: Path) -> None:
    before = path.read_bytes()
    for more in ((), ("--create",)):
        done = run("enqueue", path, "c", "d", "-", *more, stdin=b"x")
        assert done.code == 3
        assert "holds a daemon's dead letters, and no delivery queue" in done.err
        assert "skipped, drained, restored, erased" in done.err
    assert path.read_bytes() == before


@pytest.mark.parametrize("action", ["resend", "retry-now", "remove"])
def test_what_can_not_be_done_is_told_before_anybody_is_asked_for_consent(path: Path, action: str) -> None:
    done = run(action, path, KEY.hex(), "--reason", "x")
    assert done.code == 1
    assert "--yes" not in done.err
    done = run("skip", path, KEY.hex(), "--reason", "x")
    assert done.code == 2
    assert "say --yes" in done.err


def test_both_queues_in_one_file(path: Path) -> None:
    both = path.with_name("both.db")
    with DeliveryStore(both) as store:
        store.enqueue(Item("adt", "north", b"MSH|^~\\&|a"))
    table = made.Table(both)
    table.put(KEY, VALUE)
    table.write()
    ids = [item["id"] for item in asked("list", both, "--json")["items"]]
    assert ids == [1, f"kv:{KEY.hex()}"]
    assert [item["controlId"] for item in asked("list", both, "--json")["items"]] == ["", None]
    assert "CONTROL ID" in run("list", both).text.splitlines()[0]
    assert run("show", both, ids[1], "--raw").out == VALUE
    assert asked("skip", both, ids[1], *SURE)["done"] == 1
    assert asked("skip", both, 1, *SURE)["done"] == 1
    assert [entry["ids"] for entry in asked("audit", both, "--json")["entries"]] == [[1], [ids[1]]]
    assert asked("restore", both, ids[1], *SURE)["done"] == 1
    assert run("skip", both, *ids, "--reason", "x", "--yes").code == 1


def test_a_check_and_a_search(path: Path) -> None:
    assert run("check", path, "--crit-failed", 1).code == 2
    found = asked("find", path, "--text", "anatomy", "--json")
    assert {item["id"] for item in found["items"]} == {KEY.hex(), f"{LEGACY}#1", f"{LEGACY}#2"}
    assert (found["scanned"], found["complete"]) == (4, True)


def test_a_check_judges_dead_letters_by_what_is_dropped_and_not_by_their_age(tmp_path: Path) -> None:
    day = 86_400 * made.NS
    fine, soon, late = (tmp_path / f"{name}.db" for name in ("fine", "soon", "late"))
    for path, days in ((fine, 20.0), (soon, 28.0), (late, 29.5)):
        at = time.time_ns() - int(days * day)
        table = made.Table(path)
        table.add("grades", at, made.message(at))
        table.write()

    assert (run("check", soon).code, run("check", late).code) == (1, 2)
    assert "dead-letter/grades drops its oldest in 1 d 23:" in run("check", soon).text
    done = run("check", fine)
    assert done.code == 0
    assert done.text.rstrip().endswith("not judged for dead letters: oldest-age, attempts, overdue, no-delivery")
    assert run("check", fine, "--warn-age", "10d").code == 1  # whoever gives a limit means it
    assert run("check", fine, "--warn-failed", 1).code == 0
    item = asked("list", soon, "--json")["items"][0]["id"]
    assert "dropped in 1 d 23:" in run("show", soon, item).text


def test_the_question_lists_the_messages_of_the_whole_row(path: Path) -> None:
    done = on_terminal(["skip", path, f"{LEGACY}#2", "--reason", "x"], "n\n")

    assert done.code == 1
    assert f"{LEGACY}#1: exam, first failed " in done.err
    lines = {line.strip()[:10]: line.strip() for line in done.err.splitlines() if line.startswith("  ")}
    assert lines[f"{LEGACY}#1"].endswith(", comes with it")
    assert not lines[f"{LEGACY}#2"].endswith("comes with it")


def test_an_id_that_was_copied_from_a_label_of_the_window_is_the_same(path: Path) -> None:
    broken = "\u200b".join(KEY.hex()[n : n + 15] for n in range(0, len(KEY.hex()), 15))

    assert run("show", path, broken, "--raw").out == VALUE
