"""`qmonitor optimise`: says what it costs, asks, builds or takes out, and tells what it did."""

import json
import os
import signal
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from qmonitor.queues.delivery.schema import INDEXES, OPTIONAL
from tests.end2end.conftest import PATIENCE, PROGRAM, environment, on_terminal, run
from tests.helpers import files

Queue = Callable[..., Path]
SURE = ("--reason", "looks are slow", "--yes")


def indexes(path: Path) -> set[str]:
    with files.opened(path) as db:
        found = db.execute("SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'queue'")
        return {name for (name,) in found}


def test_it_says_what_it_costs_builds_and_takes_out_again(queue: Queue) -> None:
    path = queue({}, {})
    done = run("optimise", path, *SURE)
    assert done.code == 0
    assert done.text.startswith("optimise: 3 of 3 done, by ")
    for line in (
        "3 indexes are added to the file: qmonitor then finds its figures there, instead of in the messages.",
        "  Indexes: qmonitor_attempts, qmonitor_enqueued, qmonitor_line",
        "  The engine can't write: less than a second for each",
        "  Called off after: 5 seconds",
        "The file is small: a look at it will hardly get faster.",
    ):
        assert line in done.err.splitlines()
    assert "qmonitor_attempts: the engine could not write for " in done.err
    assert indexes(path) == {*INDEXES, *OPTIONAL}

    back = run("optimise", path, "--undo", *SURE)
    assert back.text.startswith("optimise-undo: 3 of 3 done, by ")
    assert indexes(path) == set(INDEXES)
    acts = [line.split()[3] for line in run("audit", path).text.splitlines()[1:]]
    assert acts == ["optimise-undo", "optimise"]


def test_what_it_costs_is_told_before_a_reason_is_asked_for(queue: Queue) -> None:
    path = queue({})
    told = run("optimise", path)
    assert (told.code, told.text) == (2, "")
    assert "  The engine can't write: less than a second for each" in told.err.splitlines()
    assert "Nothing was changed: say --reason TEXT and --yes to do it." in told.err
    assert on_terminal(("optimise", path), "\n").code == 1
    assert indexes(path) == set(INDEXES)
    done = on_terminal(("optimise", path), "looks are slow\ny\n")
    assert done.code == 0
    assert done.err.index("The engine can't write") < done.err.index("Reason, kept in the audit with your name")
    assert indexes(path) == {*INDEXES, *OPTIONAL}
    assert "looks are slow" in run("audit", path).text


def test_done_already_is_no_failure(queue: Queue) -> None:
    path = queue({})
    for undo, said in (([], "has these indexes already"), (["--undo"], "has no index of qmonitor")):
        assert run("optimise", path, *undo, *SURE).code == 0
        before = path.read_bytes()
        again = run("optimise", path, *undo, *SURE)
        assert (again.code, again.text) == (0, f"optimise{'-undo' if undo else ''}: nothing to do.\n")
        assert said in again.err
        assert path.read_bytes() == before


def test_its_report_as_json(queue: Queue) -> None:
    path = queue({})
    report = json.loads(run("optimise", path, *SURE, "--json").out)
    assert set(report) == {"action", "confirmed", "done", "unchanged", "actor", "plan", "remarks"}
    assert (report["action"], report["confirmed"], report["done"]) == ("optimise", 3, 3)
    assert [remark.split(":")[0] for remark in report["remarks"]] == list(OPTIONAL)
    entries = json.loads(run("audit", path, "--json").out)["entries"]
    assert [entry["ids"] for entry in entries] == [[name] for name in reversed(OPTIONAL)]


def test_no_is_the_default(queue: Queue) -> None:
    path = queue({})
    for answer in ("\n", "n\n"):
        done = on_terminal(("optimise", path, "--reason", "test"), answer)
        assert (done.code, done.out) == (1, b"")
        assert "Not confirmed: nothing was changed." in done.err
    assert indexes(path) == set(INDEXES)
    assert on_terminal(("optimise", path, "--reason", "test"), "y\n").code == 0
    assert indexes(path) == {*INDEXES, *OPTIONAL}


@pytest.mark.parametrize("more", [("--reason", "x"), ("--yes",), (*SURE, "--watch", "5"), (*SURE, "1")])
def test_what_can_not_be_meant_is_refused(queue: Queue, more: tuple[str, ...]) -> None:
    path = queue({})
    assert run("optimise", path, *more).code == 2
    assert indexes(path) == set(INDEXES)


def test_read_only_means_this_too(queue: Queue) -> None:
    path = queue({})
    before = path.read_bytes()
    assert run("optimise", path, *SURE, "--read-only").code == 1
    assert path.read_bytes() == before


def test_what_makes_no_sense_says_why(queue: Queue) -> None:
    path = queue({})
    with files.opened(path) as db:
        db.execute("DROP INDEX queue_pending")
    done = run("optimise", path, *SURE)
    assert done.code == 1
    assert "lacks an index that engines make, queue_pending" in done.err


def test_ctrl_c_while_the_engine_is_writing_changes_nothing(queue: Queue) -> None:
    path = queue(*[{}] * 300)
    with files.opened(path) as engine:
        engine.execute("BEGIN IMMEDIATE")
        command = [*PROGRAM, "optimise", str(path), *SURE]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()) as child:
            assert child.stderr is not None
            assert child.stdout is not None
            while b"will hardly get faster" not in child.stderr.readline():
                assert child.poll() is None
            for _ in range(PATIENCE * 10):  # the first asks it to end, the second ends it; two at once may be one
                os.kill(child.pid, signal.SIGINT)
                with suppress(subprocess.TimeoutExpired):
                    child.wait(0.1)
                    break
            assert child.poll() not in (None, 0)
            assert child.stdout.read() == b""
        engine.execute("ROLLBACK")
    assert indexes(path) == set(INDEXES)
