"""A crew's workers beside a receiver that is a process of its own: started, seen, woken, stopped, ended."""

import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from qmonitor.monitor import policy
from qmonitor.monitor.running import Outcome, Post
from qmonitor.queues import open_source
from qmonitor.queues.errors import ReadOnly, Refused
from qmonitor.queues.model import Destination
from qmonitor.queues.words import phrase
from qmonitor.queues.working import EngineActive, Phase
from qmonitor.senders.credentials import Secrets
from qmonitor.senders.problems import BadSettings
from tests.helpers import files, users
from tests.helpers.crews import PATIENCE, Watched, entry
from tests.helpers.delivering import message, row
from tests.helpers.engine import Engine
from tests.helpers.mllp_receiver import ERR, Receiver, ack

ONE, TWO = Destination("lab", "dest-01"), Destination("lab", "dest-02")
AS_SOMEBODY_ELSE = """
from pathlib import Path
from qmonitor.monitor.running.crew import Crew
from qmonitor.monitor.running.equipment import Equipment
from qmonitor.queues import open_source
from qmonitor.senders.credentials import Secrets

path, config = arguments
crew = Crew(open_source(path), Path(config), Equipment(Secrets()), source_given=True)
print(crew.propose().sentence())
"""

UNREACHED = 9
"""A port that nothing listens on."""


@pytest.fixture
def receiver(tmp_path: Path) -> Iterator[Receiver]:
    with Receiver(tmp_path / "seen.log") as running:
        yield running


@pytest.fixture
def path(tmp_path: Path) -> Path:
    names = [("A1", "dest-01"), ("B1", "dest-02"), ("A2", "dest-01"), ("B2", "dest-02"), ("A3", "dest-01")]
    return files.queue(tmp_path / "queue.db", [row(name, destination=place) for name, place in names])


@pytest.fixture
def config(tmp_path: Path, receiver: Receiver) -> Path:
    return written(tmp_path, entry(receiver.port))


def written(folder: Path, *entries: str) -> Path:
    place = folder / "workers.toml"
    place.write_text("\n".join(entries), encoding="utf-8")
    return place


def sent(posts: tuple[Post, ...]) -> int:
    return sum(post.state.sent for post in posts)


def audited(path: Path) -> list[tuple[str, str, str, str]]:
    with files.opened(path) as db:
        return db.execute("SELECT action, target, actor, reason FROM qmonitor_audit ORDER BY id").fetchall()


# --- what starting would do


def test_a_proposal_says_what_will_happen(path: Path, config: Path, receiver: Receiver) -> None:
    before = path.read_bytes()
    with Watched(path, config) as watched:
        proposal = watched.crew.propose()

    assert [(str(one.destination), one.pending, one.to) for one in proposal.fit] == [
        ("lab/dest-01", 3, f"127.0.0.1:{receiver.port}"),
        ("lab/dest-02", 2, f"127.0.0.1:{receiver.port}"),
    ]
    assert all(one.oldest is not None and one.policy is not None for one in proposal.fit)
    assert str(proposal.sentence()) == "Will send 5 messages to 2 destinations; of each destination the oldest first."
    assert path.read_bytes() == before


def test_what_waits_need_not_be_counted(path: Path, config: Path, receiver: Receiver) -> None:
    with Watched(path, config) as watched:
        proposal = watched.crew.propose(counted=False)

    assert [(one.destination, one.pending, one.oldest, one.refusal) for one in proposal.fit] == [
        (ONE, None, None, None), (TWO, None, None, None),
    ]  # fmt: skip
    assert proposal.pending is None


def test_only_what_an_entry_is_for_is_proposed(path: Path, tmp_path: Path) -> None:
    config = written(tmp_path, entry(UNREACHED, destination="*-02"))
    with Watched(path, config) as watched:
        assert [one.destination for one in watched.crew.propose().offers] == [TWO]
        (other,) = watched.crew.propose([ONE]).offers

    assert str(other.refusal) == "No worker is set up for lab/dest-01."


def test_two_entries_for_one_destination_are_both_named(path: Path, tmp_path: Path) -> None:
    config = written(tmp_path, entry(UNREACHED), entry(UNREACHED, destination="*-02"))
    with Watched(path, config) as watched:
        proposal = watched.crew.propose()
        watched.start()
        assert [post.destination for post in watched.crew.posts()] == [ONE]

    (refused,) = (one for one in proposal.offers if one.refusal is not None)
    assert refused.destination == TWO
    assert "worker 1 (lab/*) and by worker 2 (lab/*-02)" in str(refused.refusal)


def test_entries_of_other_sources_are_none_of_ours(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(path)
    other = files.queue(tmp_path / "other.db", [row("X")])
    config = written(tmp_path, entry(UNREACHED, source=other), entry(UNREACHED, source=link, destination="dest-01"))
    with Watched(path, config, source_given=False) as watched:
        assert [one.destination for one in watched.crew.propose().offers] == [ONE]


def test_without_a_file_of_settings_nothing_has_a_worker(path: Path, tmp_path: Path) -> None:
    with Watched(path, tmp_path / "none.toml") as watched:
        assert watched.crew.propose().offers == ()
        with pytest.raises(Refused, match=r"No worker is set up for lab/dest-01"):
            watched.start(ONE)


def test_a_bad_file_of_settings_is_an_error(path: Path, tmp_path: Path) -> None:
    config = written(tmp_path, "[[worker]]\nchannel = 7\n")
    with Watched(path, config) as watched, pytest.raises(BadSettings, match="worker 1: channel is 7"):
        watched.crew.propose()


def test_what_must_not_be_changed_gets_no_worker(
    path: Path, config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = path.read_bytes()
    with Watched(path, config) as free, Watched(path, config, read_only=True) as watched:
        proposal = free.crew.propose()
        assert {str(one.refusal) for one in watched.crew.propose().offers} == {
            "Actions are switched off: qmonitor runs in read-only mode."
        }
        with pytest.raises(ReadOnly, match="read-only mode"):
            watched.crew.start(proposal, actor="ann", reason="a test")

        place = tmp_path / "policy.toml"
        place.write_text("read-only = true\n", encoding="utf-8")
        monkeypatch.setattr(policy, "place", lambda: place)
        assert all(one.refusal is not None for one in free.crew.propose().offers)
        with pytest.raises(ReadOnly, match="policy"):
            free.crew.start(proposal, actor="ann", reason="a test")
    assert path.read_bytes() == before


def test_a_source_that_can_have_no_worker_says_why(path: Path, config: Path) -> None:
    source = open_source(path)
    assert source.capabilities["worker"] is None
    source.capabilities = {"worker": phrase("It lies on a share.")}
    with Watched(path, config, source) as watched:
        with pytest.raises(Refused, match=r"No worker can be started|It lies on a share"):
            watched.start()
        assert {str(one.refusal) for one in watched.crew.propose().offers} == {"It lies on a share."}


def test_a_reason_is_needed(path: Path, config: Path) -> None:
    with Watched(path, config) as watched, pytest.raises(Refused, match="No reason was given"):
        watched.start(reason=" \n")


# --- at work


def test_where_another_file_lies_there_by_then_nothing_of_it_is_sent(
    path: Path, config: Path, receiver: Receiver, tmp_path: Path
) -> None:
    """Whoever confirmed saw what waits in the one before: a copy was put back just then, say."""
    with Watched(path, config) as watched:
        proposal = watched.crew.propose()
        files.queue(tmp_path / "copy.db", [row("OLD", destination="dest-01")]).replace(path)
        with pytest.raises(Refused, match=r"Another file lies at .* by now\. Look again, and confirm anew\."):
            watched.crew.start(proposal, actor="ann@ward-7", reason="a test", engine_stopped=True)
        assert watched.crew.posts() == ()
        watched.start(ONE)
        watched.until(lambda posts: sent(posts) == 1)
    assert receiver.ids == ["OLD"]


def test_what_waits_is_delivered_in_order_over_one_connection(path: Path, config: Path, receiver: Receiver) -> None:
    with Watched(path, config) as watched:
        watched.start()
        posts = watched.until(lambda posts: [post.state.phase for post in posts] == [Phase.IDLE] * 2)

    assert [post.state.sent for post in posts] == [3, 2]
    assert [one for one in receiver.ids if one[0] == "A"] == ["A1", "A2", "A3"]
    assert [one for one in receiver.ids if one[0] == "B"] == ["B1", "B2"]
    assert receiver.most_at_once() == 1
    assert [(one.item, one.attempts, one.outcome) for one in posts[0].attempts] == [
        (5, 1, Outcome.DELIVERED), (3, 1, Outcome.DELIVERED), (1, 1, Outcome.DELIVERED),
    ]  # fmt: skip
    assert all(one.waited is not None and one.waited > 50 for one in posts[0].attempts)
    assert posts[0].alive
    assert posts[0].ended is None
    assert set(files.states(path).values()) == {"delivered"}


def test_start_and_stop_are_in_the_audit_and_the_post_stays(path: Path, config: Path, receiver: Receiver) -> None:
    with Watched(path, config) as watched:
        watched.start(ONE, reason="the engine is down")
        watched.until(lambda posts: posts[0].state.phase is Phase.IDLE)
        assert watched.crew.alive
        watched.crew.stop([ONE])
        (post,) = watched.until(lambda posts: not posts[0].alive)
        assert (post.state.phase, post.state.sent, post.ended) == (Phase.STOPPED, 3, None)
        assert not watched.crew.alive

        watched.start(ONE)  # again
        (post,) = watched.until(lambda posts: posts[0].state.phase is Phase.IDLE)
        assert (post.state.sent, len(post.attempts)) == (0, 3)  # what was before is remembered
        watched.crew.stop()
        watched.until(lambda posts: not posts[0].alive)
        watched.crew.forget()
        assert watched.crew.posts() == ()

    assert [one[:3] for one in audited(path)] == [
        (action, f"lab/dest-01 → 127.0.0.1:{receiver.port}", "ann@ward-7")
        for action in ("worker-start", "worker-stop") * 2
    ]
    assert audited(path)[0][3] == "engine stopped: the engine is down"


def test_a_destination_has_one_worker(path: Path, config: Path) -> None:
    with Watched(path, config) as watched:
        watched.start(ONE)
        (offer,) = watched.crew.propose([ONE]).offers
        assert str(offer.refusal) == "lab/dest-01 has a worker already."
        with pytest.raises(Refused, match="has a worker already"):
            watched.start(ONE)
        assert len(watched.crew.posts()) == 1


def test_it_tells_once_of_whatever_changes_until_it_is_asked(path: Path, config: Path, receiver: Receiver) -> None:
    with Watched(path, config) as watched:
        watched.start(ONE)
        receiver.wait_for_count("done", 3)
        assert watched.told == 1


def test_a_failed_attempt_tells_why_and_nothing_of_what_the_receiver_quoted(path: Path, tmp_path: Path) -> None:
    steps = [["send", ack("AE", more=ERR)]]
    with Receiver(tmp_path / "seen.log", script=[steps, [["send", ack()]]]) as receiver:
        config = written(tmp_path, entry(receiver.port, destination="dest-01"))
        with Watched(path, config) as watched:
            watched.start()
            (post,) = watched.until(lambda posts: posts[0].state.phase is Phase.IDLE)

    assert [one.outcome for one in post.attempts] == [Outcome.DELIVERED] * 3 + [Outcome.RETRIED]
    assert post.failure is post.attempts[-1]
    assert post.failure.cause is not None
    assert post.failure.cause.values["where"] == f"127.0.0.1:{receiver.port}"
    assert "AE" in str(post.failure.cause)
    said = repr(post)
    assert not [word for word in ("4711", "sex X", "HL70357") if word in said]
    assert post.state.last_cause == ""


def test_retry_now_wakes_the_worker_that_waits(path: Path, tmp_path: Path) -> None:
    with Receiver(tmp_path / "seen.log", script=[[["close"]], [["send", ack()]]]) as receiver:
        config = written(tmp_path, entry(receiver.port, destination="dest-01", backoff=3000, max_backoff=3000))
        with Watched(path, config) as watched:
            watched.start()
            watched.until(lambda posts: posts[0].state.phase is Phase.WAITING)
            with closing(watched.crew.source.admin()) as admin:
                plan = admin.plan("retry-now", (1,))
                admin.run(plan, "ann@ward-7", "mended")
            watched.crew.acted(plan)
            watched.until(lambda posts: posts[0].state.phase is Phase.IDLE)
        assert receiver.ids == ["A1", "A1", "A2", "A3"]


def test_what_is_in_flight_is_told_and_finished(path: Path, tmp_path: Path) -> None:
    with Receiver(tmp_path / "seen.log", "late") as receiver:
        config = written(tmp_path, entry(receiver.port, destination="dest-01"))
        with Watched(path, config) as watched:
            assert watched.crew.in_flight().count == 0
            watched.start()
            receiver.wait_for_count("message", 1)
            flight = watched.crew.in_flight()
            assert flight.count == 1
            assert 3.0 < flight.seconds <= 5.0
            assert not watched.crew.close(0.0)
            (post,) = watched.crew.posts()
            assert post.stopping
            assert watched.crew.close(PATIENCE)
            assert watched.crew.in_flight().count == 0
            with pytest.raises(Refused, match="being ended"):
                watched.start()
        assert receiver.ids == ["A1"]
    assert files.states(path)[1] == "delivered"


def test_a_missing_secret_is_seen_and_the_others_work(path: Path, tmp_path: Path, receiver: Receiver) -> None:
    wanting = entry(receiver.port, destination="dest-02").replace(
        f'{{ type = "mllp", host = "127.0.0.1", port = {receiver.port} }}',
        '{ type = "http", url = "http://127.0.0.1:9/in", auth = "bearer" }',
    )
    config = written(tmp_path, entry(receiver.port, destination="dest-01"), wanting)
    with Watched(path, config) as watched:
        watched.start()
        first, second = watched.until(lambda posts: posts[0].state.phase is Phase.IDLE)
        assert first.ended is None
        assert not second.alive
        assert "There is no secret for http://127.0.0.1:9/in" in str(second.ended)

        with pytest.raises(Refused, match="There is no secret"):
            watched.start(TWO)
        watched.equipment.secrets.use("http://127.0.0.1:9/in", "hush")
        watched.start(TWO)
        assert watched.crew.posts()[1].alive


def test_one_that_waits_for_a_password_is_stopped_at_once(path: Path, tmp_path: Path) -> None:
    """Nothing was sent yet, so nothing has to be finished; whoever answers then starts nothing any more."""
    asked, told = threading.Event(), threading.Event()

    def ask(_name: str, _why: object) -> str:
        asked.set()
        assert told.wait(PATIENCE)
        return "hush"

    sender = '{ type = "http", url = "http://127.0.0.1:9/in", auth = "bearer" }'
    plain = entry(UNREACHED, destination="dest-01")
    config = written(tmp_path, plain.replace(f'{{ type = "mllp", host = "127.0.0.1", port = {UNREACHED} }}', sender))
    with Watched(path, config) as watched:
        watched.equipment.secrets = Secrets(ask=ask)
        starting = threading.Thread(target=lambda: watched.start(ONE))
        starting.start()
        assert asked.wait(PATIENCE)
        assert watched.crew.alive
        watched.crew.stop([ONE])
        (post,) = watched.crew.posts()
        assert (post.alive, post.ended) == (False, None)
        assert watched.crew.close(0.0)
        told.set()
        starting.join(PATIENCE)
        assert not watched.crew.alive
    assert [thread.name for thread in threading.enumerate() if thread.name.startswith("worker ")] == []
    assert set(files.states(path).values()) == {"pending"}


# --- what ends one


@pytest.mark.expects_log("Another program")
def test_an_engine_that_delivers_holds_it_back_in_the_window(path: Path, config: Path, receiver: Receiver) -> None:
    with Engine(path) as engine, Watched(path, config) as watched:
        watched.start(ONE)
        watched.until(lambda posts: posts[0].state.phase is Phase.IDLE)
        item = engine.enqueue("lab", "dest-01", message("A4"), "A4")
        engine.deliver(item)
        watched.crew.wake()
        (post,) = watched.until(lambda posts: posts[0].state.doubted)
        assert post.state.phase is Phase.WATCHING
        assert post.alive

        watched.crew.engine_is_stopped(ONE, "ann@ward-7", "now it is")
        (post,) = watched.until(lambda posts: posts[0].state.trusted)
    assert audited(path)[1][3] == "engine stopped: now it is"


@pytest.mark.expects_log("Another program")
def test_where_that_ends_it_the_reason_stays_and_it_may_be_started_again(
    path: Path, config: Path, receiver: Receiver
) -> None:
    with Engine(path) as engine, Watched(path, config, strict=True) as watched:
        watched.start(ONE)
        watched.until(lambda posts: posts[0].state.phase is Phase.IDLE)
        engine.deliver(engine.enqueue("lab", "dest-01", message("A4"), "A4"))
        watched.crew.wake()
        (post,) = watched.until(lambda posts: not posts[0].alive)
        assert isinstance(post.ended, EngineActive)
        assert post.ended.__traceback__ is None  # the message's bytes would be in its frames
        assert post.ended.remedy

        engine.enqueue("lab", "dest-01", message("A5"), "A5")
        watched.start(ONE)
        watched.until(lambda posts: posts[0].state.sent == 1)
    assert receiver.ids[-1] == "A5"


def test_two_crews_wait_for_each_other(path: Path, config: Path, receiver: Receiver) -> None:
    with Watched(path, config) as first, Watched(path, config) as second:
        first.start(ONE)
        first.until(lambda posts: posts[0].state.phase is Phase.IDLE)
        second.start(ONE)
        (post,) = second.until(lambda posts: posts[0].state.phase is Phase.HOLDING)
        assert "Another worker has this destination" in str(post.state.because)
    assert receiver.ids == ["A1", "A2", "A3"]


def test_a_file_that_is_gone_ends_it(path: Path, config: Path) -> None:
    with Watched(path, config) as watched:
        proposal = watched.crew.propose([ONE])
        path.unlink()
        watched.crew.start(proposal, actor="ann@ward-7", reason="a test")
        (post,) = watched.until(lambda posts: not posts[0].alive)
        assert post.ended is not None
        assert str(path) in str(post.ended)


@pytest.mark.expects_log(r"the worker failed \(ZeroDivisionError\)")
def test_a_defect_is_seen_and_ends_no_other(path: Path, config: Path) -> None:
    source = open_source(path)
    with Watched(path, config, source) as watched:
        proposal = watched.crew.propose()
        make = source.worker

        def worker(where: Destination, *arguments: object, **more: object) -> object:
            made = make(where, *arguments, **more)  # type: ignore[arg-type]
            if where == ONE:
                made.run = lambda stop: 1 // 0 and None  # type: ignore[method-assign]
            return made

        source.worker = worker  # type: ignore[method-assign,assignment]
        watched.crew.start(proposal, actor="ann@ward-7", reason="a test", engine_stopped=True)
        first, _ = watched.until(lambda posts: posts[1].state.phase is Phase.IDLE and not posts[0].alive)
        assert "ZeroDivisionError" in str(first.ended)


def test_where_no_thread_can_be_made_it_is_told(path: Path, config: Path) -> None:
    def spawn(name: str, work: object) -> threading.Thread:
        raise RuntimeError("can't start new thread")

    with Watched(path, config, spawn=spawn) as watched:
        with pytest.raises(RuntimeError):
            watched.start(ONE)
        (post,) = watched.crew.posts()
        assert not post.alive
        assert post.ended is not None


@users.needs_users
def test_who_may_not_write_the_file_gets_no_worker(shared: Path) -> None:
    path = files.queue(shared / "queue.db", [row("A1")])
    config = written(shared, entry(UNREACHED))
    before = path.read_bytes()
    with users.start(AS_SOMEBODY_ELSE, str(path), str(config), uid=users.OUTSIDER, rooms="qmonitor") as child:
        out, err = child.communicate(timeout=60)

    assert "may not" in out, err
    assert path.read_bytes() == before
