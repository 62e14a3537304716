"""The rules of the alerts and the local journal, as the command line reads them."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from qmonitor.monitor import folders
from qmonitor.monitor.journal.file import Journal
from qmonitor.queues.sqlite_audit import Deed
from tests.end2end.conftest import run

Queue = Callable[..., Path]
FAILED = {"destination": "dest-02", "state": "failed"}


@pytest.fixture(autouse=True)
def profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A person's own rules and journal."""
    monkeypatch.setenv(folders.PROFILE, str(tmp_path / "profile"))
    (tmp_path / "profile").mkdir()
    return tmp_path / "profile"


def test_check_judges_by_the_rules_of_the_alerts(queue: Queue) -> None:
    done = run("check", queue(FAILED))

    assert (done.code, done.text, done.err) == (1, "WARNING: lab/dest-02 1 failed\n", "")


def test_check_judges_by_this_users_rules(queue: Queue, profile: Path) -> None:
    path = queue(FAILED, {"destination": "dest-03", "state": "failed"})
    (profile / "alerts.toml").write_text(
        f"""
        [[rule]]
        id = "here"
        measure = "failed"
        limit = "never"
        source = "{path}"
        destination = "*-02"
        [[rule]]
        id = "elsewhere"
        measure = "failed"
        level = "critical"
        limit = 1
        source = "other.db"
        """,
        encoding="utf-8",
    )

    done = run("check", path)

    assert (done.code, done.text, done.err) == (1, "WARNING: lab/dest-03 1 failed\n", "")


def test_a_broken_rules_file_is_told_beside_and_the_rules_that_come_along_judge(queue: Queue, profile: Path) -> None:
    (profile / "alerts.toml").write_text("[[rule]", encoding="utf-8")

    done = run("check", queue(FAILED))

    assert (done.code, done.text) == (1, "WARNING: lab/dest-02 1 failed\n")
    assert done.err.count("\n") == 1
    assert "alerts.toml" in done.err


def test_limits_of_the_command_line_take_the_place_of_the_rules(queue: Queue, profile: Path) -> None:
    (profile / "alerts.toml").write_text("[[rule]", encoding="utf-8")  # not even read

    done = run("check", queue(FAILED), "--crit-depth", "5")

    assert (done.code, done.text, done.err) == (0, "OK: 0 pending, 1 failed, no destination beyond its limits\n", "")


def test_nothing_is_in_the_journal_at_first_and_looking_makes_none(profile: Path) -> None:
    assert run("journal").text == "Nothing was decided yet.\n"
    assert json.loads(run("journal", "--json", "--verify").out) == {
        "entries": [], "rows": 0, "intact": True, "brokenAt": None
    }  # fmt: skip
    assert list(profile.iterdir()) == []


def test_the_journal_shows_who_decided_what(profile: Path) -> None:
    journal = Journal()
    journal.record(Deed("acknowledge", "deep: lab/dest-01 of /q.db", "p1", 1, [4711], []), "technician called")
    journal.record(Deed("rules", "failed-warning", "p2", 1, [], []))

    done = run("journal", "--verify")

    head, rules, acknowledged = done.text.splitlines()
    assert head.startswith("AT")
    assert "failed-warning" in rules
    for words in ("acknowledge", "deep: lab/dest-01 of /q.db", "4711", "technician called"):
        assert words in acknowledged
    assert "The chain of 2 entries holds." in done.err
    assert [entry["ids"] for entry in json.loads(run("journal", "--json", "--limit", "1").out)["entries"]] == [[]]
    assert journal.path == profile / "audit.db"


def test_a_journal_that_can_not_be_read_is_no_empty_one(profile: Path) -> None:
    (profile / "audit.db").write_bytes(b"no database" * 100)

    done = run("journal")

    assert done.code == 3
    assert "audit.db can't be read" in done.err
