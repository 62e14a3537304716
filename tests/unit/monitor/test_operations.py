"""Read-only mode, what a source can't do, and a missing reason end an action before it begins."""

import os
import pwd
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from qmonitor.monitor.operations import Operations
from qmonitor.queues import Query, open_source
from qmonitor.queues.errors import ReadOnly, Refused
from qmonitor.queues.words import phrase
from tests.helpers import files


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return files.queue(tmp_path / "queue.db", [{}, {}, {"state": "failed"}])


@pytest.fixture
def operations(path: Path) -> Iterator[Operations]:
    with Operations(open_source(path)) as opened:
        yield opened


def test_read_only_mode_lets_nobody_in(path: Path) -> None:
    with pytest.raises(ReadOnly, match="read-only"):
        Operations(open_source(path), read_only=True)


def test_what_the_source_can_not_do_is_refused_with_its_reason(path: Path) -> None:
    source = open_source(path)
    source.capabilities = {"skip": phrase("Nothing is ever skipped here.")}

    with Operations(source) as operations:
        with pytest.raises(Refused, match="Nothing is ever skipped here"):
            operations.plan("skip", (1,))
        with pytest.raises(Refused, match="no action of that name"):
            operations.plan("drain", Query())


@pytest.mark.parametrize("reason", ["", " \t\n"])
def test_without_a_reason_nothing_happens(operations: Operations, path: Path, reason: str) -> None:
    plan = operations.plan("skip", (1,))
    before = path.read_bytes()

    with pytest.raises(Refused, match="No reason was given"):
        operations.run(plan, reason)
    assert path.read_bytes() == before


def test_what_was_confirmed_is_done_in_the_name_of_the_systems_user(
    operations: Operations, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("USER", "mallory")

    report = operations.run(operations.plan("skip", (1, 3)), "  why  ")

    assert (report.done, report.unchanged) == (2, ())
    assert files.states(path) == {1: "skipped", 2: "pending", 3: "skipped"}
    with closing(open_source(path).reader()) as reader:
        (entry,) = reader.audit()
    assert entry.reason == "why"
    assert entry.actor == report.actor
    assert entry.actor.startswith(f"{pwd.getpwuid(os.getuid()).pw_name}@")


def test_the_options_of_a_plan_are_handed_on(operations: Operations) -> None:
    query = Query(channel="lab", destination="dest-01")

    assert operations.plan("drain", query).count == 2
    assert operations.plan("drain", query, include_failed=True).count == 3
    assert operations.plan("drain", query, first=1).count == 1


def test_a_stopped_run_can_be_gone_on_with_or_given_up(operations: Operations, path: Path) -> None:
    with files.opened(path) as db:
        files.insert(db, [{} for _ in range(500)])
    plan = operations.plan("drain", Query(channel="lab", destination="dest-01"))

    stopped = operations.run(plan, "test", lambda done, total: False)
    rest = operations.resume(plan.id)

    assert 0 < stopped.done < plan.count
    assert rest.count == stopped.left == plan.count - stopped.done
    operations.discard(plan.id)
    with pytest.raises(Refused):
        operations.resume(plan.id)
