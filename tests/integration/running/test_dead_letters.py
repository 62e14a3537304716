"""Crews and `qmonitor worker` with dead-letter queues: what fits is sent as documents, what does not says why."""

from pathlib import Path
from typing import Any

import pytest

from qmonitor.queues import times
from qmonitor.queues.errors import Refused
from qmonitor.queues.model import Destination
from qmonitor.queues.working import EngineActive, Phase
from tests.helpers import deadletter as made
from tests.helpers import files
from tests.helpers.crews import Watched, entry
from tests.helpers.dead_working import CHANNEL, QUEUE, names, row
from tests.helpers.delivering import row as delivery_row
from tests.helpers.http_receiver import HttpReceiver
from tests.helpers.mllp_receiver import Receiver
from tests.integration.cli.test_worker import STOPPED, job

DEAD, LAB = Destination(CHANNEL, QUEUE), Destination("lab", "dest-01")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with both tables: three dead letters, and two messages of a delivery queue."""
    files.queue(tmp_path / "both.db", [delivery_row("A"), delivery_row("B")])
    table, now = made.Table(tmp_path / "both.db"), times.now().ns or 0
    table.legacy(QUEUE, made.message(now, username="legacy 1", skip=["bea"]), made.message(None, username="legacy 2"))
    row(table, now, "M")
    return table.write()


@pytest.fixture
def out(tmp_path: Path) -> Path:
    (tmp_path / "out").mkdir()
    return tmp_path / "out"


def written(folder: Path, *entries: str) -> Path:
    place = folder / "workers.toml"
    place.write_text("\n".join(entries), encoding="utf-8")
    return place


def dead(sender: str, channel: str = CHANNEL, **policy: Any) -> str:
    said = ", ".join(f"{name} = {value}" for name, value in ({"max_attempts": 0, "backoff": 0.2} | policy).items())
    return f'[[worker]]\nchannel = "{channel}"\ndestination = "*"\nsender = {{ {sender} }}\npolicy = {{ {said} }}\n'


def to(out: Path) -> str:
    return f'type = "file", folder = "{out}"'


def test_a_file_with_both_tables_has_a_worker_for_each(path: Path, out: Path, tmp_path: Path) -> None:
    with Receiver(tmp_path / "seen.log") as receiver:
        config = written(tmp_path, entry(receiver.port), dead(to(out)))
        with Watched(path, config) as watched:
            proposal = watched.crew.propose()
            assert [(one.destination, one.pending, one.to) for one in proposal.fit] == [
                (DEAD, 3, str(out)),
                (LAB, 2, f"127.0.0.1:{receiver.port}"),
            ]
            watched.start()
            posts = watched.until(lambda posts: [post.state.sent for post in posts] == [3, 2])
        assert receiver.ids == ["A", "B"]
    found = sorted(out.iterdir())
    assert [file.name for file in found] == ["00000001.json", "00000002.json", "00000003.json"]
    assert names([file.read_bytes() for file in found]) == ["legacy 1", "legacy 2", "M"]
    assert all(str(attempt.item).startswith("kv:") for attempt in posts[0].attempts)
    assert list(made.queue_rows(path, QUEUE)) == []


@pytest.mark.expects_log("dropped as older than 30 days")
def test_what_is_too_old_is_counted_apart_before_and_dropped_then(tmp_path: Path, out: Path) -> None:
    table, day, now = made.Table(tmp_path / "old.db"), 86_400 * made.NS, times.now().ns or 0
    stamps = {"A": now - 31 * day, "B": now - 29 * day, "C": now}
    for name, at in stamps.items():
        row(table, at, name)
    with Watched(table.write(), written(tmp_path, dead(to(out)))) as watched:
        proposal = watched.crew.propose()
        (offer,) = proposal.offers
        assert (offer.pending, offer.expired, proposal.pending) == (3, 1, 2)
        assert str(proposal.sentence()) == f"Will send 2 messages to {out}, oldest first."
        assert list(map(str, proposal.remarks())) == ["1 will be dropped: older than 30 days."]
        watched.start()
        watched.until(lambda posts: posts[0].state.sent == 2)
    assert names([file.read_bytes() for file in sorted(out.iterdir())]) == ["B", "C"]
    assert list(made.queue_rows(tmp_path / "old.db", QUEUE)) == []


@pytest.mark.parametrize(
    ("sender", "policy", "why"),
    [
        (
            'type = "mllp", host = "127.0.0.1", port = 9',
            {},
            "sender.type is 'mllp'. A dead-letter queue is sent as JSON",
        ),
        ('type = "file", folder = "/srv/out"', {"max_attempts": 3}, "policy.max_attempts is 3. A dead-letter queue"),
        ('type = "http", url = "http://127.0.0.1:9/", ack = true', {}, "sender.ack is true. A dead-letter queue"),
    ],
)
def test_an_entry_for_all_channels_says_why_it_does_not_fit_this_one(
    path: Path, tmp_path: Path, sender: str, policy: dict[str, Any], why: str
) -> None:
    with Watched(path, written(tmp_path, dead(sender, "*", **policy))) as watched:
        first, second = watched.crew.propose().offers
        assert f"{first.refusal} {first.remedy}".startswith(why)
        assert (first.destination, second.refusal) == (DEAD, None)
        with pytest.raises(Refused, match=r"sender\.|policy\."):
            watched.start(DEAD)


@pytest.mark.expects_log("Another program has removed message")
def test_a_daemon_at_work_ends_a_strict_worker_and_it_says_which_message(path: Path, tmp_path: Path) -> None:
    with HttpReceiver(tmp_path) as receiver:
        url = receiver.url("/status/503")
        config = written(tmp_path, dead(f'type = "http", url = "{url}"', backoff=600, max_backoff=600))
        with Watched(path, config, strict=True) as watched:
            watched.start(DEAD)
            watched.until(lambda posts: posts[0].state.phase is Phase.WAITING)
            with files.opened(path) as db:
                db.execute("DELETE FROM kv WHERE key = (SELECT max(key) FROM kv)")
            (post,) = watched.until(lambda posts: not posts[0].alive)
    assert isinstance(post.ended, EngineActive)
    assert "Another program has removed message kv:" in str(post.ended)
    assert "See whether the daemon still sends" in str(post.ended)


def test_the_command_line_sends_dead_letters_and_says_which(path: Path, out: Path, tmp_path: Path) -> None:
    with job(path, "--config", written(tmp_path, dead(to(out))), STOPPED) as running:
        running.until("dead-letter/grades: Will send 3 messages to", str(out))
        running.until("dead-letter/grades", "attempt 1 at message kv:", ": delivered")
        running.until("nothing is to be sent now")
        assert running.stop() == 0
    assert len(running.lines("attempt 1 at message kv:", ": delivered")) == 3
    assert not running.lines("anatomy")
    assert names([file.read_bytes() for file in sorted(out.iterdir())]) == ["legacy 1", "legacy 2", "M"]
    assert files.states(path) == {1: "pending", 2: "pending"}


def test_the_command_line_says_what_cannot_be_meant(path: Path, tmp_path: Path) -> None:
    with job(
        path, "--config", written(tmp_path, dead('type = "mllp", host = "127.0.0.1", port = 9')), STOPPED
    ) as tried:
        assert tried.ended() == 1
    assert "worker 1: sender.type is 'mllp'. A dead-letter queue is sent as JSON documents" in tried.said[-1]
