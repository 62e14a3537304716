"""Commands that change a queue: what was confirmed is what is done, and the report says what was not."""

import json
import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from qmonitor.cli import output
from qmonitor.queues.times import parse
from tests.end2end.conftest import PATIENCE, PROGRAM, environment, on_terminal, run, run_process
from tests.helpers import files

Queue = Callable[..., Path]
SURE = ("--reason", "test of the command line", "--yes")


def act(*arguments: object, code: int = 0) -> Any:
    """The report of an action, asserted to end with that code."""
    done = run(*arguments, *SURE, "--json")
    assert done.code == code, done.err
    return json.loads(done.out)


def wait_until_begun(path: Path, child: "subprocess.Popen[bytes]") -> None:
    """Until the action has changed something; beside an engine that has the file open."""
    with files.opened(path) as engine:
        while engine.execute("SELECT 1 FROM queue WHERE state = 'skipped' LIMIT 1").fetchone() is None:
            assert child.poll() is None


def entries(path: Path) -> Any:
    return json.loads(run("audit", path, "--json").out)["entries"]


def test_skip_and_its_report_and_its_audit(queue: Queue) -> None:
    path = queue({}, {}, {"state": "delivered"})

    report = act("skip", path, 1, 3, 77, code=1)

    assert set(report) == {"action", "confirmed", "done", "unchanged", "actor", "plan"}
    assert (report["action"], report["confirmed"], report["done"]) == ("skip", 3, 1)
    assert sorted(report["unchanged"], key=lambda one: one["id"]) == [
        {"id": 3, "state": "delivered"},
        {"id": 77, "state": "gone"},
    ]
    assert files.states(path) == {1: "skipped", 2: "pending", 3: "delivered"}
    (entry,) = entries(path)
    assert set(entry) == {"at", "actor", "host", "action", "target", "count", "ids", "reason", "plan", "part"}
    assert (entry["action"], entry["ids"], entry["count"], entry["part"]) == ("skip", [1], 1, 1)
    assert (entry["actor"], entry["plan"]) == (report["actor"], report["plan"])
    assert entry["reason"] == "test of the command line"


def test_the_actor_is_the_systems_user_whatever_the_environment_says(queue: Queue) -> None:
    path = queue({}, {})

    mine = act("skip", path, 1)["actor"]
    done = run_process("skip", path, 2, *SURE, "--json", USER="mallory", LOGNAME="mallory", USERNAME="mallory")

    assert json.loads(done.out)["actor"] == mine
    assert "mallory" not in mine


def test_all_done_is_zero(queue: Queue) -> None:
    path = queue({}, {"state": "failed"})

    assert act("skip", path, 1, 2)["unchanged"] == []


def test_an_id_that_is_not_there_is_one(queue: Queue) -> None:
    path = queue({})

    for item in (2, -1):
        done = run("skip", path, *SURE, "--json", "--", item)
        assert (done.code, done.err) == (1, f"Not part of it: {item} (not there).\n")
        assert json.loads(done.out)["unchanged"] == [{"id": item, "state": "gone"}]
    for odd in ("main:1-0", "9" * 30):
        assert run("skip", path, *SURE, "--json", "--", odd).code == 1
    assert files.states(path) == {1: "pending"}


def test_drain_takes_what_it_is_told(queue: Queue) -> None:
    old = {"enqueued_at": "2001-01-01T00:00:00Z"}
    new = {"enqueued_at": "2999-01-01T00:00:00Z"}
    path = queue(old, old, new, {"state": "failed"}, {"destination": "dest-02"})

    assert act("drain", path, "lab", "dest-01", "--first", 1)["done"] == 1
    assert files.states(path)[1] == "skipped"
    assert act("drain", path, "lab", "dest-01", "--older-than", "3d")["done"] == 1
    assert files.states(path)[3] == "pending"
    assert act("drain", path, "lab", "dest-01", "--include-failed")["done"] == 2
    assert files.states(path) == {1: "skipped", 2: "skipped", 3: "skipped", 4: "skipped", 5: "pending"}


def test_draining_what_is_empty_does_nothing(queue: Queue) -> None:
    path = queue({"state": "delivered"})
    before = path.read_bytes()

    report = act("drain", path, "lab", "dest-01")

    assert (report["confirmed"], report["done"], report["unchanged"]) == (0, 0, [])
    assert run("drain", path, "lab", "dest-01", *SURE).text == "drain: nothing to do.\n"
    assert run("skip", path, 99, *SURE).code == 1
    assert path.read_bytes() == before  # no table of ours either


@pytest.mark.parametrize("command", [("drain", "{}", "{}"), ("retry-now", "--channel", "{}", "--destination", "{}")])
def test_a_destination_that_is_not_there_is_refused(command: tuple[str, ...], queue: Queue) -> None:
    path = queue({"state": "delivered"}, {"channel": "adt", "destination": "registry"})
    name, first, *rest = command

    def told(channel: str, destination: str) -> str:
        filled = iter((channel, destination))
        words = [next(filled) if word == "{}" else word for word in (first, *rest)]
        done = run(name, path, *words, *SURE)
        assert (done.code, done.out) == (1, b"")
        return done.err

    assert told("lab", "dest-10") == "qmonitor: There is no destination lab/dest-10. Did you mean lab/dest-01?\n"
    assert told("x", "y") == "qmonitor: There is no destination x/y. The queue has adt/registry, lab/dest-01.\n"
    assert files.states(path) == {1: "delivered", 2: "pending"}


def test_the_sentences_have_times_and_spans_as_everywhere(queue: Queue) -> None:
    path = queue(
        {"enqueued_at": "2001-01-01T00:00:00Z"}, {"state": "delivered", "last_attempt": "2001-01-01T00:00:00Z"}
    )

    drained = run("drain", path, "lab", "dest-01", "--older-than", "30h", "--first", "1", *SURE).err
    purged = run("purge", path, "--before", "2026-01-01T00:00:00Z", *SURE).err

    assert "Only those older than 1 d 6 h." in drained
    assert "Only the first 1" not in drained
    assert f"Queued at {output.local_time(parse('2001-01-01T00:00:00Z'))}." in drained
    assert "It is the head of its line: 1." in drained
    assert f"Only those that finished before {output.local_time(parse('2026-01-01T00:00:00Z'))}." in purged


def test_the_plan_is_told_line_by_line(queue: Queue) -> None:
    later = {"next_attempt": "2999-01-01T00:00:00Z"}
    path = queue(later, later, later)

    when = output.local_time(parse(files.DEFAULTS["enqueued_at"]))
    assert run("skip", path, 1, *SURE).err.splitlines() == [
        "1 message for lab/dest-01 will not be sent, unless it is restored.",
        f"Queued at {when}.",
        "It is the head of its line: 1.",
        "Then 2 is the head.",
        "Restore puts it back in line, in its old place.",
    ]
    assert "3 is not the head (2 is): skipping it unblocks nothing." in run("skip", path, 3, *SURE).err.splitlines()
    assert "Its attempts count from 0 again, and its last error is cleared." in run("restore", path, 1, *SURE).err


def test_a_plan_for_many_destinations_names_what_each_has_part_in(queue: Queue) -> None:
    places = [{"destination": f"d-{n:02d}", "state": "failed"} for n in range(23)]
    path = queue(*places, places[0], {"destination": "d-05", "state": "delivered"})

    told = run("retry-now", path, *range(1, 25), *SURE).err.splitlines()

    assert told[0] == "24 messages for 23 destinations become due now, with their attempts counted from 0 again."
    assert told[1:4] == [
        "  lab/d-05: 1 message, 1 later delivered meanwhile",
        "  lab/d-00: 2 messages",
        "  lab/d-01: 1 message",
    ]
    assert told[21] == "  and 3 more"
    assert "A later message for lab/d-05 was delivered meanwhile (25): the receiver gets these out of order." in told


def test_a_watch_says_at_its_end_that_nothing_was_reversed(queue: Queue) -> None:
    done = run("skip", queue({}), 1, *SURE, "--watch", "0.1")

    assert done.code == 0
    assert done.err.endswith(
        "Checking for 0 s that it stays so: an engine may have been sending just then …\nIt stayed so.\n"
    )


def test_retry_now_of_ids_and_of_a_destination(queue: Queue) -> None:
    late = {"next_attempt": "2999-01-01T00:00:00.000000000Z", "attempts": 9}
    path = queue(late, late | {"state": "failed"}, late, late | {"state": "failed"})

    assert act("retry-now", path, 1, 2)["done"] == 2
    assert act("retry-now", path, "--channel", "lab", "--destination", "dest-01")["done"] == 3
    assert files.states(path)[4] == "failed"
    assert act("retry-now", path, "--channel", "lab", "--destination", "dest-01", "--include-failed")["done"] == 4
    assert files.rows(path, "DISTINCT state, attempts") == [("pending", 0)]


@pytest.mark.parametrize(
    "arguments",
    [(), (1, "--channel", "lab"), ("--channel", "lab"), ("--destination", "dest-01"), (1, "--include-failed")],
)
def test_retry_now_wants_ids_or_a_destination(arguments: tuple[object, ...], queue: Queue) -> None:
    assert run("retry-now", queue({}), *arguments, *SURE).code == 2


def test_restore_resend_remove_purge_erase(queue: Queue) -> None:
    done = {"state": "delivered", "last_attempt": "2026-01-01T00:00:00.000000000Z"}
    path = queue({"state": "skipped"}, done, done, {"raw": b"to be erased"}, done)

    assert act("restore", path, 1)["done"] == 1
    resent = act("resend", path, 2)
    assert resent["created"] == [6]
    assert run("show", path, 6, "--raw").out == files.DEFAULTS["raw"]
    assert act("remove", path, 3)["done"] == 1
    assert act("remove", path, 4, code=1)["unchanged"] == [{"id": 4, "state": "pending"}]
    assert act("purge", path, "--before", "2026-01-01T00:00:00Z")["done"] == 0
    assert act("purge", path, "--before", "1d")["done"] == 2
    assert act("erase", path, 4)["done"] == 1
    assert files.states(path) == {1: "pending", 6: "pending"}
    assert b"to be erased" not in path.read_bytes()
    assert [entry["action"] for entry in entries(path)] == ["erase", "purge", "remove", "resend", "restore"]
    assert [entry["action"] for entry in json.loads(run("audit", path, "--json", "--limit", "2").out)["entries"]] == [
        "erase",
        "purge",
    ]


def test_without_a_terminal_nothing_happens_unless_told_so(queue: Queue, tmp_path: Path) -> None:
    path = queue({})
    before = path.read_bytes()

    done = run("skip", path, 1, "--reason", "test")

    assert (done.code, done.out) == (2, b"")
    assert "--yes" in done.err
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_read_only_refuses_every_action(queue: Queue) -> None:
    path = queue({}, {"state": "skipped"})
    before = path.read_bytes()
    calls: list[tuple[object, ...]] = [("skip", path, 1), ("drain", path, "lab", "dest-01"), ("retry-now", path, 1)]
    calls += [("restore", path, 2), ("resend", path, 2), ("remove", path, 2), ("purge", path, "--before", "0s")]
    calls += [("erase", path, 1), ("resume", path, "x")]

    for call in calls:
        for line in (("--read-only", *call, *SURE), (*call, *SURE, "--read-only")):
            done = run(*line)
            assert (done.code, done.out) == (1, b"")
            assert "read-only" in done.err
    assert run("--read-only", "enqueue", path, "lab", "x", "-", stdin=b"x").code == 1
    assert path.read_bytes() == before


# -- asking ------------------------------------------------------------------------------------------------------------


def test_the_plan_is_told_and_yes_is_asked_for(queue: Queue) -> None:
    path = queue({}, {})

    done = on_terminal(("skip", path, 1, 2, "--reason", "test"), "y\n")

    assert done.code == 0
    assert "2 messages for lab/dest-01 will not be sent, unless they are restored." in done.err
    assert "lab/dest-01" in done.err
    assert set(files.states(path).values()) == {"skipped"}


@pytest.mark.parametrize("answer", ["\n", "n\n", "nein\nn\n"])
def test_anything_but_yes_changes_nothing(answer: str, queue: Queue) -> None:
    path = queue({})

    done = on_terminal(("skip", path, 1, "--reason", "test"), answer)

    assert (done.code, done.out) == (1, b"")
    assert "Not confirmed: nothing was changed." in done.err
    assert files.states(path) == {1: "pending"}


def test_the_end_of_input_is_no_yes(queue: Queue) -> None:
    path = queue({})

    done = on_terminal(("skip", path, 1, "--reason", "test"), "\x04")

    assert done.code == 1
    assert "Not confirmed: nothing was changed." in done.err
    assert files.states(path) == {1: "pending"}


@pytest.mark.parametrize(("answer", "state"), [("y\n", "pending"), ("dest-1\n", "pending"), ("dest-01\n", "skipped")])
def test_a_big_drain_is_confirmed_by_typing_the_name(answer: str, state: str, queue: Queue) -> None:
    path = queue(*[{}] * 101)

    done = on_terminal(("drain", path, "lab", "dest-01", "--reason", "test"), answer)

    assert 'Type "dest-01"' in done.err
    assert done.code == (0 if state == "skipped" else 1)
    assert ("drain: 101 of 101 (100 %)" in done.err) == (state == "skipped")
    assert set(files.states(path).values()) == {state}


def test_erasing_is_confirmed_by_typing_the_name(queue: Queue) -> None:
    path = queue({})

    assert on_terminal(("erase", path, 1, "--reason", "test"), "yes\n").code == 1
    assert files.states(path) == {1: "pending"}
    assert on_terminal(("erase", path, 1, "--reason", "test"), "dest-01\n").code == 0
    assert files.states(path) == {}


# -- a run that is stopped ---------------------------------------------------------------------------------------------


def test_ctrl_c_stops_between_two_batches_and_the_rest_can_go_on(queue: Queue) -> None:
    path = queue(*[{}] * 20_000)
    command = [*PROGRAM, "drain", str(path), "lab", "dest-01", *SURE, "--json"]

    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        wait_until_begun(path, child)
        os.kill(child.pid, signal.SIGINT)
        report = json.loads(child.stdout.read())
        told = child.stderr.read().decode()
        code = child.wait(PATIENCE)

    assert code == 1
    assert 0 < report["done"] < 20_000
    assert report["left"] == 20_000 - report["done"]
    assert f"{report['left']:,} left" in told
    assert list(files.states(path).values()).count("skipped") == report["done"]
    (plan,) = json.loads(run("plans", path, "--json").out)["plans"]
    assert set(plan) == {"plan", "action", "target", "actor", "at", "done", "left"}
    assert (plan["plan"], plan["done"], plan["left"]) == (report["plan"], report["done"], report["left"])
    assert report["plan"] in run("plans", path).text

    assert run("resume", path, "unknown", *SURE).code == 1
    assert run("resume", path, report["plan"], "--yes").code == 2
    rest = act("resume", path, report["plan"])

    assert (rest["done"], rest["plan"]) == (report["left"], report["plan"])
    assert set(files.states(path).values()) == {"skipped"}
    assert json.loads(run("plans", path, "--json").out) == {"plans": []}
    assert sum(entry["count"] for entry in entries(path)) == 20_000


def test_the_rest_of_a_plan_can_be_given_up(queue: Queue) -> None:
    path = queue(*[{}] * 20_000)
    command = [*PROGRAM, "drain", str(path), "lab", "dest-01", *SURE, "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment()) as child:
        assert child.stdout is not None
        wait_until_begun(path, child)
        child.kill()
        child.stdout.read()
    (plan,) = json.loads(run("plans", path, "--json").out)["plans"]

    assert run("resume", path, plan["plan"], "--discard").code == 2
    done = on_terminal(("resume", path, plan["plan"], "--discard"), "y\n")

    assert done.code == 0
    assert f"{plan['left']:,}" in done.err
    assert json.loads(run("plans", path, "--json").out) == {"plans": []}
    assert list(files.states(path).values()).count("skipped") == plan["done"]


# -- watching afterwards -----------------------------------------------------------------------------------------------


def test_what_the_engine_reverses_is_reported(queue: Queue) -> None:
    path = queue({}, {})
    command = [*PROGRAM, "skip", str(path), "1", "2", *SURE, "--json", "--watch", "20"]

    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        for line in child.stderr:
            if b"Checking" in line:
                break
        with files.opened(path) as engine:
            engine.execute("UPDATE queue SET state = 'pending', attempts = 5 WHERE id = 2")
        told = child.stderr.readline().decode()
        os.kill(child.pid, signal.SIGINT)
        report = json.loads(child.stdout.read())
        child.stderr.read()
        code = child.wait(PATIENCE)

    assert told == "Changed again: 2 was left skipped and is pending now.\n"
    assert (report["done"], report["reversed"]) == (2, [{"id": 2, "state": "pending"}])
    assert code == 1


def test_a_file_that_goes_away_while_watched_still_leaves_a_report(queue: Queue) -> None:
    path = queue({})
    command = [*PROGRAM, "skip", str(path), "1", *SURE, "--json", "--watch", "20"]

    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        for line in child.stderr:
            if b"Checking" in line:
                break
        path.unlink()
        report = json.loads(child.stdout.read())
        told = child.stderr.read().decode()
        code = child.wait(PATIENCE)

    assert told.startswith("No longer checking: There is no file")
    assert (report["done"], report["reversed"], code) == (1, None, 0)


def test_what_stays_is_all_done(queue: Queue) -> None:
    done = run("skip", queue({}), 1, *SURE, "--json", "--watch", "0.2")

    assert done.code == 0
    assert json.loads(done.out)["reversed"] == []


# -- the audit ---------------------------------------------------------------------------------------------------------


def test_an_edited_audit_is_found(queue: Queue) -> None:
    path = queue({}, {}, {})
    for item in (1, 2, 3):
        act("skip", path, item)

    assert run("audit", path, "--verify").code == 0
    intact = json.loads(run("audit", path, "--verify", "--json").out)
    assert (intact["rows"], intact["intact"], intact["brokenAt"], len(intact["entries"])) == (3, True, None, 3)

    with files.opened(path) as db:
        db.execute("DROP TRIGGER qmonitor_audit_no_update")
        db.execute("UPDATE qmonitor_audit SET actor = 'nobody@x' WHERE id = 2")
    done = run("audit", path, "--verify", "--json")

    assert done.code == 1
    assert done.err.startswith("qmonitor: ")
    assert " 2 " in done.err
    broken = json.loads(done.out)
    assert (broken["intact"], broken["brokenAt"]) == (False, 2)


def test_the_audit_is_one_line_an_act_with_what_resume_needs(queue: Queue) -> None:
    path = queue(*({} for _ in range(450)))
    act("drain", path, "lab", "dest-01", "--first", 300)
    act("skip", path, 450)

    parts = entries(path)
    head, last, first = run("audit", path, "--verify").text.splitlines()

    assert [entry["action"] for entry in parts][:2] == ["skip", "drain"]
    assert len(parts) > 2
    assert head.split() == ["AT", "ACTOR", "ACTION", "TARGET", "COUNT", "IDS", "REASON", "PLAN"]
    assert " 450 " in last
    assert "  300  1, 2, 3, 4, 5 and 295 more  " in first
    assert first.endswith(f"  {parts[-1]['plan']}")
    assert len(run("audit", path, "--limit", 1).text.splitlines()) == 2


def test_a_chain_of_one_entry(queue: Queue) -> None:
    path = queue({})
    act("skip", path, 1)

    assert run("audit", path, "--verify").err.startswith("The chain of 1 entry holds.")


# -- enqueue -----------------------------------------------------------------------------------------------------------

MESSAGE = b"MSH|^~\\&|A|B|C|D|20261129||ADT^A01^ADT_A01|MSG7|P|2.5.1\rPID|1\r"


def test_enqueue_from_a_file_and_from_stdin(queue: Queue, tmp_path: Path) -> None:
    path = queue({})
    message = tmp_path / "message.hl7"
    message.write_bytes(MESSAGE)

    assert run("enqueue", path, "adt", "registry", message).text == "2\n"
    done = run("enqueue", path, "adt", "registry", "-", "--json", stdin=b"\x00\xff no HL7")

    assert json.loads(done.out) == {"id": 3}
    assert files.rows(path, "id, channel, destination, control_id, message_type, raw, state", "id > 1") == [
        (2, "adt", "registry", "MSG7", "ADT^A01", MESSAGE, "pending"),
        (3, "adt", "registry", "", "", b"\x00\xff no HL7", "pending"),
    ]


def test_a_destination_that_the_queue_did_not_have_is_told(queue: Queue) -> None:
    path = queue({})

    done = run("enqueue", path, "lab", "dest-1", "-", stdin=MESSAGE)
    assert (done.code, done.text) == (0, "2\n")
    assert done.err == "lab/dest-1 is a new destination of this queue. Did you mean lab/dest-01?\n"
    assert run("enqueue", path, "adt", "x", "-", stdin=MESSAGE).err == "adt/x is a new destination of this queue.\n"
    assert run("enqueue", path, "adt", "x", "-", stdin=MESSAGE).err == ""
    assert run("enqueue", queue(name="empty.db"), "adt", "x", "-", stdin=MESSAGE).err == ""


def test_enqueue_never_makes_a_file_of_a_url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    assert run("enqueue", "redis://h", "adt", "x", "-", "--create", stdin=MESSAGE).code == 3
    assert list(tmp_path.iterdir()) == []


def test_enqueue_makes_a_queue_only_when_told(tmp_path: Path) -> None:
    path = tmp_path / "new.db"

    done = run("enqueue", path, "adt", "registry", "-", stdin=MESSAGE)
    assert done.code == 3
    assert "--create" in done.err
    assert list(tmp_path.iterdir()) == []

    for expected in ("1\n", "2\n"):
        assert run("enqueue", path, "adt", "registry", "-", "--create", stdin=MESSAGE).text == expected
    assert json.loads(run("depth", path, "--json").out)["destinations"][0]["pending"] == 2


def test_enqueue_leaves_another_programs_database_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with files.opened(path) as db:
        db.execute("CREATE TABLE bookmarks (id)")
    before = path.read_bytes()

    for create in ((), ("--create",)):
        done = run("enqueue", path, "adt", "registry", "-", *create, stdin=MESSAGE)
        assert (done.code, done.out) == (3, b"")
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("channel", "destination", "raw", "code"),
    [("adt", "registry", b"", 1), (" ", "registry", MESSAGE, 1), ("adt", "", MESSAGE, 1)],
)
def test_enqueue_refuses_what_is_nothing(channel: str, destination: str, raw: bytes, code: int, queue: Queue) -> None:
    path = queue()

    assert run("enqueue", path, channel, destination, "-", stdin=raw).code == code
    assert files.states(path) == {}


def test_enqueue_of_a_file_that_is_not_there_is_bad_usage(queue: Queue, tmp_path: Path) -> None:
    assert run("enqueue", queue(), "adt", "registry", tmp_path / "gone.hl7").code == 2


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
def test_a_full_disk_behind_stdout_is_told_in_one_line_and_what_was_done_stays(queue: Queue) -> None:
    path = queue({}, {"state": "failed"})
    with open("/dev/full", "wb") as full:
        for arguments, code in ((("skip", path, 1, *SURE), 1), (("depth", path), 1), (("check", path), 3)):
            command = [*PROGRAM, *map(str, arguments)]
            done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, timeout=PATIENCE, env=environment())
            assert done.returncode == code
            assert done.stderr.decode().splitlines()[-1].startswith("qmonitor: The output can't be written")
            assert b"Traceback" not in done.stderr
    assert files.states(path)[1] == "skipped"


def test_a_picture_never_takes_the_place_of_a_queue(queue: Queue, tmp_path: Path) -> None:
    path = queue({})
    (tmp_path / "link.png").symlink_to(path)
    before = path.read_bytes()
    done = run("snapshot", path, "--out", tmp_path / "link.png")
    assert (done.code, done.out) == (1, b"")
    assert "not overwritten" in done.err
    assert path.read_bytes() == before


def test_an_erasure_that_leaves_traces_is_no_success(queue: Queue) -> None:
    raw = b"MSH|^~\\&|HIS|NORTH|a message for two receivers, word for word the same"
    path = queue({"raw": raw}, {"raw": raw, "destination": "dest-02"})
    report = act("erase", path, 1, code=1)
    assert report["done"] == 1
    assert "another message" in report["notices"][0]


def test_a_watch_takes_no_later_act_of_a_person_for_a_reversal(queue: Queue) -> None:
    path = queue({}, {})
    with files.opened(path) as engine:
        child = subprocess.Popen(
            [*PROGRAM, "skip", str(path), "1", *SURE, "--watch", "2", "--json"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
        )  # fmt: skip
        while engine.execute("SELECT state FROM queue WHERE id = 1").fetchone() != ("skipped",):
            assert child.poll() is None
        assert run("restore", path, 1, *SURE).code == 0
        out, err = child.communicate(timeout=PATIENCE)
    assert (child.returncode, json.loads(out)["reversed"]) == (0, []), err
