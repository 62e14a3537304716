"""The demo of dead letters: from the first moment there is one of everything, and it goes on as announced."""

import random
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from qmonitor.demo.letters import FAILS_EVERY, MAIL, PUSH, SENT_EVERY, TEXT, Daemon, make_letters
from qmonitor.queues import Query, open_source
from qmonitor.queues.deadletter import Store
from qmonitor.queues.times import now
from tests.helpers import deadletter_reference as reference

DAY = 86_400


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "letters.db"
    make_letters(made, now())
    return made


def test_it_shows_each_thing_that_a_person_should_meet(path: Path) -> None:
    found = {row.name.decode(): row for row in reference.depth(path)}

    assert {name: (row.pending, row.failed) for name, row in found.items()} == {
        MAIL: (90, 0), PUSH: (25, 0), TEXT: (17, 1),
    }  # fmt: skip
    oldest = ((now().ns or 0) - (found[TEXT].oldest or 0)) / 1e9 / DAY
    assert 27 < oldest < 29, "the first is about to be dropped"
    with closing(open_source(path).reader()) as reader:
        items = reader.page(Query(destination=TEXT, limit=50)).items
        assert len([item for item in items if str(item.id).endswith("#2")]) == 1
        assert {item.message_type for item in items} >= {"grade", "exam"}
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_mail_gets_through_and_push_does_not(path: Path) -> None:
    at = now()
    with Store(path) as store:
        daemon = Daemon(store, at, random.Random(3))
        for _ in range(60):
            at += timedelta(seconds=1)
            daemon.step(at)
    found = {row.name.decode(): row.pending for row in reference.depth(path)}

    assert found[MAIL] == 90 - 60 // int(SENT_EVERY.total_seconds())
    assert found[PUSH] == 25 + 60 // int(FAILS_EVERY.total_seconds())
    assert found[TEXT] == 17
