"""Commands that look: the shapes that scripts rely on, and bytes exactly as stored."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.end2end.conftest import run, run_process
from tests.helpers import files

Queue = Callable[..., Path]


def read(*arguments: object) -> Any:
    done = run(*arguments, "--json")
    assert (done.code, done.err) == (0, "")
    return json.loads(done.out)


def test_depth(queue: Queue) -> None:
    path = queue(
        {"enqueued_at": "2026-11-29T09:00:00+01:00", "attempts": 3},
        {"enqueued_at": "2026-11-29T08:30:00Z", "attempts": 61},
        {"state": "failed"},
        {"destination": "dest-02", "state": "delivered"},
        {"channel": "adt", "destination": "x", "enqueued_at": "yesterday"},
    )

    found = read("depth", path)

    assert set(found) == {"destinations", "complete", "at"}
    assert found["complete"] is True
    first, second = found["destinations"]
    assert first | {"oldestSeconds": None} == {
        "channel": "adt", "destination": "x", "pending": 1, "failed": 0, "oldest": None, "oldestSeconds": None,
        "maxAttempts": 0,
    }  # fmt: skip
    assert first["oldestSeconds"] is None
    assert isinstance(second.pop("oldestSeconds"), int | float)
    assert second == {
        "channel": "lab", "destination": "dest-01", "pending": 2, "failed": 1, "oldest": "2026-11-29T09:00:00+01:00",
        "maxAttempts": 61,
    }  # fmt: skip


def test_depth_as_a_table(queue: Queue) -> None:
    path = queue({"attempts": 1234}, {"channel": "adt", "destination": "x\x1b", "enqueued_at": "never"})

    lines = run("depth", path).text.splitlines()

    assert lines[0].split() == ["CHANNEL", "DESTINATION", "PENDING", "FAILED", "OLDEST", "SINCE", "ATTEMPTS"]
    assert lines[1].split() == ["adt", "x\\x1b", "1", "0", "-", "-", "0"]
    assert lines[2].split()[-1] == "1,234"


def test_an_empty_queue_reads_as_nothing_not_as_a_failure(queue: Queue) -> None:
    path = queue()

    assert read("depth", path)["destinations"] == []
    assert read("list", path) == {"items": [], "next": None, "prev": None, "total": 0}
    assert run("depth", path).text == "Nothing waits and nothing has failed.\n"
    assert run("list", path).text == "No messages.\n"


def test_list(queue: Queue) -> None:
    path = queue(
        {"raw": b"12345", "last_error": "refused", "attempts": 2},
        {"state": "delivered", "last_attempt": "2026-11-29T08:00:02Z"},
    )

    found = read("list", path)

    assert (found["next"], found["prev"], found["total"]) == (None, None, 2)
    assert [item["id"] for item in found["items"]] == [2, 1]
    assert found["items"][0]["lastAttempt"] == "2026-11-29T08:00:02Z"
    assert found["items"][1] == {
        "id": 1, "channel": "lab", "destination": "dest-01", "controlId": "C1", "messageType": "ORU^R01", "size": 5,
        "state": "pending", "attempts": 2, "enqueuedAt": "2026-11-29T08:00:00.000000001Z",
        "nextAttempt": "2026-11-29T08:00:00.000000001Z", "lastAttempt": None, "lastError": "refused",
        "reason": "connection refused",
    }  # fmt: skip


def test_pages_joined_are_the_whole_list(queue: Queue) -> None:
    path = queue(*({"control_id": f"C{n}"} for n in range(25)))

    for order, expected in (((), list(range(25, 0, -1))), (("--head-first",), list(range(1, 26)))):
        ids: list[int] = []
        cursor: tuple[object, ...] = ()
        while True:
            page = read("list", path, "--limit", "10", *order, *cursor)
            ids += [item["id"] for item in page["items"]]
            if page["next"] is None:
                break
            cursor = ("--cursor", page["next"])
        assert ids == expected
        assert page["prev"] is not None


@pytest.mark.parametrize(
    ("filters", "ids"),
    [
        (("--state", "failed"), [2]),
        (("--channel", "adt"), [3]),
        (("--destination", "dest-01", "--state", "pending"), [3, 1]),
        (("--text", "a08"), [3]),
        (("--error", "timeout"), [2]),
        (("--since", "2026-11-29T10:00:00+01:00"), [3, 2]),
        (("--until", "2026-11-29T09:00:00Z"), [1]),
    ],
)
def test_filters(filters: tuple[str, ...], ids: list[int], queue: Queue) -> None:
    path = queue(
        {},
        {"state": "failed", "last_error": "Timeout", "enqueued_at": "2026-11-29T09:00:00Z"},
        {"channel": "adt", "message_type": "ADT^A08", "enqueued_at": "2026-11-29T09:00:00.5Z"},
    )

    assert [item["id"] for item in read("list", path, *filters)["items"]] == ids


def test_an_empty_list_says_what_hid_the_rest(queue: Queue) -> None:
    path = queue({}, {}, {})

    shown = run("list", path, "--state", "failed", "--text", "x\x1b").text

    assert shown == "No messages match --state failed --text x\\x1b. The source holds 3 messages in all.\n"


def test_a_slip_in_a_state_is_bad_usage_and_an_engines_own_state_is_not(queue: Queue) -> None:
    path = queue({}, {"state": "on hold"})

    done = run("list", path, "--state", "fialed")

    assert (done.code, done.out) == (2, b"")
    assert "the states are pending, delivered, failed, skipped. Did you mean failed?" in done.err
    assert [item["id"] for item in read("list", path, "--state", "on hold")["items"]] == [2]
    assert read("list", path, "--state", "delivered")["items"] == []


@pytest.mark.parametrize(
    ("filters", "told"),
    [
        (
            ("--channel", "lab", "--destination", "dest-1"),
            "There is no destination lab/dest-1. Did you mean lab/dest-01?",
        ),
        (("--channel", "labs"), "There is no channel labs. Did you mean lab?"),
        (("--destination", "x"), "There is no destination x. The queue has dest-01."),
        (("--channel", "lab", "--state", "failed"), ""),
    ],
)
def test_an_empty_list_tells_a_destination_that_is_not_there(filters: tuple[str, ...], told: str, queue: Queue) -> None:
    path = queue({})

    for how in ((), ("--json",)):
        done = run("list", path, *filters, *how)
        assert (done.code, done.err.strip()) == (0, told)


def test_what_is_finished_has_no_next_attempt(queue: Queue) -> None:
    path = queue({"state": "failed"})

    assert "next attempt    -\n" in run("show", path, 1).text
    assert read("show", path, 1)["item"]["nextAttempt"] == "2026-11-29T08:00:00.000000001Z"


def test_one_message_is_not_messages(queue: Queue) -> None:
    assert run("list", queue({})).err == "1 message.\n"
    assert run("list", queue({}, {}, name="two.db"), "--limit", 1).err.startswith("1 of 2 messages. Next page: ")


def test_a_url_of_a_kind_that_nobody_knows_is_no_path() -> None:
    done = run("depth", "amqp://h/0")

    assert (done.code, done.out) == (3, b"")
    assert done.err == (
        "qmonitor: qmonitor knows no source of the kind amqp:// (yet)."
        " Name the path of a queue's file, or the URL of a stream queue.\n"
    )


def test_the_log_tells_how_a_file_was_opened_and_nothing_of_a_payload(queue: Queue) -> None:
    path = queue({"raw": b"CANARY"})

    for command in (("depth",), ("list",), ("show", 1)):
        logged = run_process(command[0], path, *command[1:], QMONITOR_LOG="files").err
        assert "DEBUG qmonitor.files: " in logged
        assert "mode=ro&immutable=1 for " in logged
        assert "CANARY" not in logged
    refused = run_process("depth", path, QMONITOR_LOG="fiels")
    assert (refused.code, refused.out) == (2, b"")
    known = "all, attempts, demo, files, senders, streams, tasks, window, workers"
    assert f"QMONITOR_LOG names 'fiels', the subjects are {known}." in refused.err


def test_a_cursor_of_somebody_else_is_refused(queue: Queue) -> None:
    done = run("list", queue({}), "--cursor", "nonsense")

    assert done.code == 1
    assert done.err.startswith("qmonitor: ")


def test_show(queue: Queue) -> None:
    path = queue({"last_error": "two\nlines"})

    assert read("show", path, 1)["item"] == read("list", path)["items"][0]
    shown = run("show", path, 1).text
    assert "control id      C1\n" in shown
    assert "last error      two\\nlines\n" in shown
    assert "queued because  connection refused\n" in shown


@pytest.mark.parametrize(
    "raw",
    [b"", b"\x00\r\n\x1b[31m\xff\xfe", b"MSH|^~\\&|\r", bytes(range(256)) * 9000],
    ids=["empty", "odd bytes", "plain", "2.3 MB"],
)
def test_raw_writes_exactly_the_stored_bytes(raw: bytes, queue: Queue) -> None:
    done = run("show", queue({"raw": raw}), 1, "--raw")

    assert (done.code, done.err) == (0, "")
    assert done.out == raw


def test_raw_of_a_text_and_of_a_number(queue: Queue) -> None:
    path = queue({"raw": "Süd\x00x"}, {"raw": 12})

    assert run("show", path, 1, "--raw").out == "Süd\x00x".encode()
    assert run("show", path, 2, "--raw").out == b"12"


@pytest.mark.parametrize("item", ["2", "-1", "99999999999999999999", "main:1-0"])
def test_an_unknown_id_is_one(item: str, queue: Queue) -> None:
    path = queue({})

    for how in ((), ("--raw",), ("--json",), ("--tree",)):
        done = run("show", path, *how, "--", item)
        assert (done.code, done.out) == (1, b"")
        assert done.err.startswith("qmonitor: ")
        assert item in done.err


def test_raw_tree_and_json_exclude_each_other(queue: Queue) -> None:
    for both in (("--raw", "--json"), ("--raw", "--tree"), ("--tree", "--json")):
        assert run("show", queue({}), 1, *both).code == 2


def test_what_a_message_says(queue: Queue) -> None:
    raw = (
        b"MSH|^~\\&|LAB||||20261129||ADT^A08|C7|P|2.5.1||||||8859/1\rEVN|A08|20261129\r"
        b"PID|1||A^B&C~D||M\xfcller\rPV1|1|I\rOBX|1|ST|1||a\\T\\b\\Zq7\\\rOBX|2|ST|1||\r"
    )

    found = read("show", queue({"raw": raw}), 1)

    assert list(found) == ["item", "format", "encoding", "notices", "messages"]
    assert (found["format"], found["encoding"]) == ("hl7v2", "ISO 8859-1")
    assert all(isinstance(notice, str) for notice in found["notices"])
    (message,) = found["messages"]
    assert [segment["name"] for segment in message["segments"]] == ["MSH", "EVN", "PID", "PV1", "OBX", "OBX"]
    values = {value["path"]: value for segment in message["segments"] for value in segment["values"]}
    assert values["PID-3[1].1"] == {"path": "PID-3[1].1", "name": "Patient Identifier List / Id Number", "value": "A"}
    assert [values[path]["value"] for path in ("PID-3[1].2.1", "PID-3[1].2.2", "PID-3[2]")] == ["B", "C", "D"]
    assert values["PID-5"]["value"] == "M\xfcller"
    assert values["OBX[1]-5"]["value"] == "a&b\\Zq7\\"
    assert "OBX[2]-5" not in values


def test_the_tree_of_a_message(queue: Queue) -> None:
    raw = b'{"resourceType":"Patient","id":"00014","n":9223372036854775807}'
    path = queue({"raw": raw}, {"raw": b"\x1b[31m\r\n"}, {"raw": b""})

    shown = run("show", path, 1, "--tree").text

    assert shown.startswith("json, UTF-8")
    assert "00014" in shown
    assert "9223372036854775807" in shown
    assert "\x1b" not in run("show", path, 2, "--tree").text
    assert run("show", path, 3, "--tree").code == 0


def test_looking_leaves_no_trace(queue: Queue, tmp_path: Path) -> None:
    path = queue({}, {"state": "failed"})
    before = path.read_bytes()

    looks = (
        ("depth",),
        ("list",),
        ("show", 1),
        ("show", 1, "--tree"),
        ("find", "--text", "x"),
        ("find", "--regex", "x"),
    )
    for command in (*looks, ("audit", "--verify"), ("plans",), ("check",)):
        run(command[0], path, *command[1:])

    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_every_odd_row_is_shown(tmp_path: Path) -> None:
    path = files.queue(tmp_path / "odd.db", files.every_odd_row())

    for command in ("depth", "list"):
        assert run(command, path).code == 0
        assert run(command, path, "--json").out.isascii()
    for question in (("--text", "MSH"), ("--path", "MSH-10"), ("--person", "C1"), ("--regex", "M.H", "-i")):
        done = run("find", path, *question, "--json")
        assert (done.code, done.err) == (0, "")
        assert done.out.isascii()


def test_nobody_has_acted(queue: Queue) -> None:
    path = queue({})

    assert read("audit", path) == {"entries": []}
    assert read("plans", path) == {"plans": []}
    assert run("audit", path).text == "Nobody has acted on this source.\n"
    assert run("plans", path).text == "No action was interrupted.\n"
