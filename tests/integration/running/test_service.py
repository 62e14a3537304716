"""What a service without a window does where it can't begin, or can't end."""

import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from qmonitor.monitor.running import Crew, Equipment
from qmonitor.monitor.running import service as module
from qmonitor.monitor.running.hand import Order
from qmonitor.monitor.running.roster import Roster
from qmonitor.monitor.running.service import Only, Service, Site
from qmonitor.monitor.running.watched import Watched
from qmonitor.queues import open_source
from qmonitor.queues.errors import Refused
from qmonitor.queues.model import Destination
from qmonitor.queues.source import Source
from qmonitor.senders.credentials import Secrets
from tests.helpers import files
from tests.helpers.crews import PATIENCE, entry
from tests.helpers.delivering import row
from tests.helpers.mllp_receiver import Receiver

ORDER = Order("ann@ward-7", "a test", engine_stopped=True, strict=True)


@pytest.fixture
def receiver(tmp_path: Path) -> Iterator[Receiver]:
    with Receiver(tmp_path / "seen.log") as running:
        yield running


def site(config: Path, source: Source, equipment: Equipment) -> Site:
    crew = partial(Crew, source, config, equipment, source_given=True, strict=True)
    return Site(source.target, Roster(config, source.target, given=True), crew)


def service(config: Path, *sources: Source, only: Only | None = None) -> Service:
    equipment = Equipment(Secrets())
    return Service([site(config, source, equipment) for source in sources], equipment, ORDER, only)


@pytest.mark.parametrize(
    ("only", "holds"),
    [
        (Only(), {"a/x", "a/y", "b/x"}),
        (Only(channel="a"), {"a/x", "a/y"}),
        (Only(destination="x"), {"a/x", "b/x"}),
        (Only("b", "x"), {"b/x"}),
    ],
)
def test_what_alone_is_meant(only: Only, holds: set[str]) -> None:
    places = [Destination("a", "x"), Destination("a", "y"), Destination("b", "x")]
    assert {str(one) for one in places if only.holds(one)} == holds
    assert (only.single is None) == (len(holds) > 1)


def test_where_one_source_can_not_begin_none_does(tmp_path: Path, receiver: Receiver) -> None:
    good = files.queue(tmp_path / "good.db", [row("A")])
    bad = files.queue(tmp_path / "bad.db", [row("B", destination="dest-02")])
    config = tmp_path / "workers.toml"
    config.write_text("\n".join([entry(receiver.port), entry(receiver.port, destination="*-02")]), encoding="utf-8")

    with pytest.raises(Refused, match="is matched by"):
        service(config, open_source(good), open_source(bad)).run(threading.Event())
    assert receiver.ids == []
    assert files.states(good) == {1: "pending"}


def test_one_that_was_told_to_end_before_it_began_ends(tmp_path: Path, receiver: Receiver) -> None:
    path = files.queue(tmp_path / "queue.db", [row("A")])
    config = tmp_path / "workers.toml"
    config.write_text(entry(receiver.port), encoding="utf-8")
    stop = threading.Event()
    stop.set()

    before = path.read_bytes()
    service(config, open_source(path)).run(stop)
    assert path.read_bytes() == before
    assert receiver.ids == []


@pytest.mark.expects_log("is matched by worker 1")
def test_a_destination_that_got_no_worker_gets_one_once_nothing_is_in_the_way(
    tmp_path: Path, receiver: Receiver, caplog: pytest.LogCaptureFixture
) -> None:
    path = files.queue(tmp_path / "queue.db", [row("A", destination="dest-01")])
    config = tmp_path / "workers.toml"
    both = [entry(receiver.port, destination="dest-*"), entry(receiver.port, destination="*-02")]
    config.write_text("\n".join(both), encoding="utf-8")
    watched = Watched(site(config, open_source(path), Equipment(Secrets())), ORDER, Only())

    def look() -> None:
        watched.arrive()
        watched.start_new()

    try:
        watched.check()
        look()
        crew = watched.crew
        assert crew is not None
        with files.opened(path) as db:
            files.insert(db, [row("B", destination="dest-02")])
        look()
        look()
        assert [post.destination.destination for post in crew.posts()] == ["dest-01"]
        assert len([one for one in caplog.records if "is matched by" in one.getMessage()]) == 1

        config.write_text(both[0], encoding="utf-8")
        look()
        assert [post.destination.destination for post in crew.posts()] == ["dest-01", "dest-02"]
    finally:
        assert watched.close(module.GRACE)


def test_what_does_not_end_is_told(tmp_path: Path, receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GRACE", 0.1)
    path = files.queue(tmp_path / "queue.db", [row("A")])
    config = tmp_path / "workers.toml"
    config.write_text(entry(receiver.port, timeout=0.2), encoding="utf-8")
    source, begun, released, ended = open_source(path), *(threading.Event() for _ in range(3))
    make = source.worker

    def worker(*arguments: object, **more: object) -> object:
        made = make(*arguments, **more)  # type: ignore[arg-type]

        def run(stop: threading.Event) -> None:
            begun.set()
            assert stop.wait(PATIENCE)
            assert released.wait(PATIENCE)  # a disk that hangs, say
            ended.set()

        made.run = run  # type: ignore[method-assign]
        return made

    source.worker = worker  # type: ignore[method-assign,assignment]
    stop = threading.Event()
    ending = threading.Thread(target=lambda: (begun.wait(PATIENCE), stop.set()))
    ending.start()
    with pytest.raises(Refused, match="Not every worker could be ended"):
        service(config, source).run(stop)
    ending.join(PATIENCE)
    released.set()
    assert ended.wait(PATIENCE)
