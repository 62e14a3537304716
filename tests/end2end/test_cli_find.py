"""`qmonitor find`: the shape that scripts rely on, and an end by Ctrl-C that loses nothing."""

import json
import os
import pty
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.end2end.conftest import PATIENCE, PROGRAM, environment, run
from tests.helpers import engine, files

Queue = Callable[..., Path]
HL7 = b"MSH|^~\\&|HIS|N|R|S|20261129||ADT^A01|%s|P|2.5.1\rPID|1||%s^^^N^MR||Exampel^Ann\rNTE|1||%s\r"


def find(*arguments: object) -> Any:
    done = run("find", *arguments, "--json")
    assert (done.code, done.err) == (0, "")
    return json.loads(done.out)


@pytest.fixture
def path(queue: Queue) -> Path:
    return queue(
        {"control_id": "C1", "raw": HL7 % (b"C1", b"12345", b"one")},
        {"control_id": "C2", "raw": HL7 % (b"C2", b"777", b"12345 two"), "destination": "dest-02", "state": "failed"},
        {"control_id": "C3", "raw": HL7 % (b"X", b"12345&S", b"three")},
    )


def test_text(path: Path) -> None:
    raw = HL7 % (b"C2", b"777", b"12345 two")

    assert find(path, "--text", "45 tw") == {
        "items": [{"id": 2, "path": "NTE-3", "offset": raw.index(b"45 tw")}],
        "scanned": 3, "total": 3, "complete": True,
    }  # fmt: skip
    assert find(path, "--text", "exampel")["items"] == []
    assert len(find(path, "--text", "exampel", "--ignore-case")["items"]) == 3


def test_what_is_known_beside_the_payload(path: Path) -> None:
    """Each message once: with its place in the payload where it is there, too."""
    assert [item["id"] for item in find(path, "--text", "C2")["items"]] == [2]
    assert find(path, "--text", "C3")["items"] == [{"id": 3}]


def test_a_path(path: Path) -> None:
    found = find(path, "--path", "PID-3.1=12345")

    assert [(item["id"], item["path"]) for item in found["items"]] == [(1, "PID-3.1"), (3, "PID-3.1.1")]
    assert len(find(path, "--path", "NTE-3=*t*")["items"]) == 2


def test_a_person_and_a_pattern(path: Path) -> None:
    assert [item["id"] for item in find(path, "--person", "12345")["items"]] == [1, 3]
    assert [item["id"] for item in find(path, "--regex", r"t(wo|hree)\b")["items"]] == [2, 3]


@pytest.mark.parametrize(
    ("filters", "ids"),
    [
        (("--destination", "dest-02"), [2]), (("--state", "pending"), [1, 3]), (("--channel", "lab"), [1, 2, 3]),
        (("--until", "2026-11-29T08:00:00Z"), []), (("--since", "2026-11-29"), [1, 2, 3]), (("--error", "x"), []),
    ],
)  # fmt: skip
def test_only_some_messages(path: Path, filters: tuple[str, ...], ids: list[int]) -> None:
    found = find(path, "--path", "PID-5", *filters)

    assert [item["id"] for item in found["items"]] == ids
    assert found["scanned"] == found["total"] == len(ids)


@pytest.mark.parametrize(("codec", "name"), [("shift_jis", "山田"), ("iso8859-2", "Łoś")])
def test_messages_that_do_not_say_their_encoding(queue: Queue, codec: str, name: str) -> None:
    """By the name that is given for them; one that says its own is read by that."""
    head = "MSH|^~\\&|HIS|N|R|S|20261129||ADT^A01|C|P|2.5.1"
    silent = f"{head}\rPID|1||12345||{name}^Ann\r".encode(codec)
    says = f"{head}||||||UNICODE UTF-8\rPID|1||12345||{name}^Ann\r".encode()
    path = queue({"raw": silent}, {"raw": says}, {"raw": f"nothing but {name}".encode(codec)})

    for question in (("--text", name), ("--regex", f"{name[0]}{name[1:]}"), ("--path", f"PID-5.1={name}")):
        without = [item["id"] for item in find(path, *question)["items"]]
        given = [item["id"] for item in find(path, *question, "--encoding", codec)["items"]]
        assert without == [2]
        assert given == ([1, 2] if question[0] == "--path" else [1, 2, 3])
    assert name not in run("show", path, 1, "--tree").text
    assert name in run("show", path, 1, "--tree", "--encoding", codec).text
    shown = json.loads(run("show", path, 1, "--json", "--encoding", codec).out)
    values = {value["path"]: value["value"] for value in shown["messages"][0]["segments"][1]["values"]}
    assert values["PID-5.1"] == name


def test_an_encoding_that_nobody_knows(path: Path) -> None:
    for words in (("find", path, "--text", "a"), ("show", path, 1, "--tree")):
        done = run(*words, "--encoding", "klingon")
        assert (done.code, done.out) == (2, b"")
        assert "'klingon' is no encoding that is known here" in done.err
    assert run("show", path, 1, "--raw", "--encoding", "utf-8").code == 2
    assert run("show", path, 1, "--encoding", "utf-8").code == 2


def test_as_a_table(path: Path) -> None:
    lines = run("find", path, "--path", "PID-3.1=12345").text.splitlines()

    assert lines[0].split() == ["ID", "CHANNEL", "DESTINATION", "TYPE", "STATE", "QUEUED", "FOUND", "AT", "OFFSET"]
    assert [line.split()[0] for line in lines[1:]] == ["1", "3"]
    assert run("find", path, "--text", "nowhere").text == "Nothing was found.\n"


def test_an_empty_answer_says_what_was_left_out(path: Path) -> None:
    found = run("find", path, "--text", "three", "--state", "failed", "--until", "2999-01-01T00:00:00Z")

    assert found.text == (
        "Nothing was found. 1 message matches --state failed --until 2999-01-01T00:00:00Z."
        " The source holds 3 messages in all.\n"
    )
    assert run("find", path, "--text", "one", "--destination", "dest-02", "--state", "pending").text == (
        "Nothing was found. 0 messages match --destination dest-02 --state pending."
        " The source holds 3 messages in all.\n"
    )


@pytest.mark.parametrize(
    "question",
    [
        (),
        ("--text", "a", "--path", "PID-3"),
        ("--path", "PI"),
        ("--regex", "("),
        ("--text", ""),
        ("--text", "a", "--state", "x"),
    ],
)
def test_wrong_usage(path: Path, question: tuple[str, ...]) -> None:
    done = run("find", path, *question)

    assert (done.code, done.out) == (2, b"")
    assert len(done.err.splitlines()) == 1


def test_a_destination_that_is_not_there_is_told(path: Path) -> None:
    done = run("find", path, "--text", "x", "--destination", "dest-2", "--json")

    assert done.code == 0
    assert "Did you mean dest-02?" in done.err


def test_a_pattern_that_takes_too_long(queue: Queue) -> None:
    done = run("find", queue(*[{"raw": b"a" * 4000 + b"!"}] * 4), "--regex", "(a+)+$", "--json")

    assert done.code == 1
    assert json.loads(done.out)["complete"] is False
    assert "takes too long" in done.err


@pytest.mark.parametrize("question", [("--text", "CANARY"), ("--regex", "CANAR[Y]")])
def test_ctrl_c_ends_it_with_what_was_found(tmp_path: Path, question: tuple[str, str]) -> None:
    path = tmp_path / "q.db"
    engine.call("fill", "--db", str(path), "--rows", "40000", "--payload", "2000")
    with files.opened(path) as db:
        db.execute("UPDATE queue SET raw = CAST('CANARY' AS BLOB) WHERE id = 1")
    controller, terminal = pty.openpty()
    child = subprocess.Popen(
        [*PROGRAM, "find", str(path), *question, "--json"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=terminal, env=environment(), start_new_session=True,
    )  # fmt: skip
    os.close(terminal)
    try:
        while b"find: " not in (said := os.read(controller, 4096)):
            assert said
        os.killpg(child.pid, signal.SIGINT)  # as a terminal does: also to the process that runs the expression
        out, _ = child.communicate(timeout=PATIENCE)
    finally:
        os.close(controller)

    found = json.loads(out)
    assert child.returncode == 1
    assert [item["id"] for item in found["items"]] == [1]
    assert found["complete"] is False
    assert 0 < found["scanned"] < found["total"] == 40_000
