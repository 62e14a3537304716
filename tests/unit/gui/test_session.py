"""A session on a real file: when it looks, what it tells, how it recovers and ends."""

import os
import threading
import time

import pytest
from PySide6.QtCore import QThread

from qmonitor.gui import tasks
from qmonitor.gui.session import Session
from qmonitor.monitor.opening import Opener
from qmonitor.monitor.watch import Watch
from qmonitor.queues.errors import SourceMissing, UnknownItem
from qmonitor.queues.model import Query
from tests.helpers import files

ROWS = [{"control_id": f"C{n}"} for n in range(5)]


@pytest.fixture
def path(tmp_path):
    return files.queue(tmp_path / "engine.db", ROWS)


@pytest.fixture
def make(qtbot):
    made = []

    def session(target, interval_ms=50):
        made.append(Session(Opener(str(target)), interval_ms=interval_ms))
        return made[-1]

    yield session
    for one in made:
        one.retire()
    assert tasks.stop([lane for one in made for lane in one.lanes])


def test_it_opens_and_looks(make, path, qtbot):
    session = make(path)
    with qtbot.waitSignals([session.opened, session.sampled]):
        session.start()
    assert session.source.name == "engine.db"
    assert [row.pending for row in session.sample.depth.rows] == [5]
    assert session.sample.changed


def test_it_sees_what_the_engine_writes(make, path, qtbot):
    session = make(path)
    session.start()
    qtbot.waitUntil(lambda: session.sample is not None)
    with files.opened(path) as db:
        files.insert(db, [{"destination": "dest-02"}])
        qtbot.waitUntil(lambda: len(session.sample.destinations) == 2)


def test_an_unchanged_file_grows_older_only(make, path, qtbot):
    session = make(path)
    session.start()
    qtbot.waitUntil(lambda: session.sample is not None)
    first = session.sample
    qtbot.waitUntil(lambda: session.sample is not first)
    assert not session.sample.changed
    assert session.sample.depth.as_of.ns > first.depth.as_of.ns
    assert session.sample.depth.rows[0].oldest_seconds > first.depth.rows[0].oldest_seconds
    assert session.sample.depth.rows[0].pending == 5


def test_a_missing_file_is_told_and_shown_when_it_comes(make, tmp_path, qtbot):
    session = make(tmp_path / "later.db")
    with qtbot.waitSignal(session.failed) as told:
        session.start()
    assert isinstance(told.args[0], SourceMissing)
    with qtbot.waitSignal(session.opened):
        files.queue(tmp_path / "later.db", ROWS)


def test_a_file_that_goes_away_and_comes_back(make, path, qtbot):
    session = make(path)
    session.start()
    qtbot.waitUntil(lambda: session.sample is not None)
    with qtbot.waitSignal(session.failed):
        os.rename(path, path.with_name("elsewhere.db"))
    last = session.sample
    with qtbot.waitSignal(session.sampled):
        os.rename(path.with_name("elsewhere.db"), path)
    assert session.sample.depth.as_of.ns > last.depth.as_of.ns


def test_old_values_are_said_to_be_stale(make, path, qtbot):
    session = make(path)
    session.start()
    qtbot.waitUntil(lambda: session.sample is not None)
    session.set_paused(True)
    with qtbot.waitSignal(session.went_stale) as told:
        pass
    assert told.args == [session.sample.depth.as_of]
    with qtbot.waitSignal(session.sampled):
        session.set_paused(False)


def test_paused_looks_only_when_told(make, path, qtbot):
    session = make(path)
    session.start()
    qtbot.waitUntil(lambda: session.sample is not None)
    session.set_paused(True)
    qtbot.waitUntil(lambda: not session._looking)
    with qtbot.assertNotEmitted(session.sampled, wait=300):
        pass
    with qtbot.waitSignal(session.sampled):
        session.refresh()


def test_a_hidden_window_looks_seldom_and_at_once_when_it_is_seen_again(make, path, qtbot):
    session = make(path)
    session.start()
    qtbot.waitUntil(lambda: session.sample is not None)
    session.set_hidden(True)
    qtbot.waitUntil(lambda: not session._looking)
    with qtbot.assertNotEmitted(session.sampled, wait=300):
        pass
    with qtbot.waitSignal(session.sampled):
        session.set_hidden(False)


def test_browsing_answers_with_the_askers_token(make, path, qtbot):
    session = make(path)
    with qtbot.waitSignal(session.page_loaded) as page:
        session.request_page(Query(head_first=True), None, 7)
    assert page.args[0] == 7
    assert [item.control_id for item in page.args[1].items] == ["C0", "C1", "C2", "C3", "C4"]
    with qtbot.waitSignal(session.count_loaded) as count:
        session.request_count((Query(), Query(state="failed")), 8)
    assert count.args == [8, (5, 0)]
    with qtbot.waitSignal(session.item_loaded) as item:
        session.request_item(3)
    assert item.args[1].control_id == "C2"
    with qtbot.waitSignal(session.looked_into) as payload:
        session.request_insight("bytes", lambda reader, _: reader.payload(3, 4, 5), 7, False)
    assert payload.args == ["bytes", 7, files.DEFAULTS["raw"][4:9]]
    with qtbot.waitSignal(session.look_failed) as lost:
        session.request_insight("bytes", lambda reader, _: reader.payload(99, 4, 5), 8, False)
    assert lost.args[:2] == ["bytes", 8]
    assert isinstance(lost.args[2], UnknownItem)
    with qtbot.waitSignal(session.item_failed) as failed:
        session.request_item(99)
    assert failed.args[0] == 99
    assert isinstance(failed.args[1], UnknownItem)
    with qtbot.waitSignal(session.audit_loaded) as audit:
        session.request_audit(None, 100)
    assert audit.args == [None, ()]
    with qtbot.waitSignal(session.audit_verified) as verified:
        session.request_verification()
    assert verified.args[0].intact


def test_saving_writes_the_stored_bytes(make, path, tmp_path, qtbot):
    session = make(path)
    folder = tmp_path / "out"
    folder.mkdir()
    with qtbot.waitSignal(session.saved) as told:
        session.save([1, 2, 99], str(folder))
    assert told.args == [str(folder), 2]
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == dict.fromkeys(
        ("1.bin", "2.bin"), files.DEFAULTS["raw"]
    )
    assert {oct(file.stat().st_mode & 0o777) for file in folder.iterdir()} == {"0o600"}


def test_retired_it_tells_nothing_more(make, path, qtbot):
    session = make(path)
    session.start()
    qtbot.waitUntil(lambda: session.sample is not None)
    session.request_page(Query(), None, 1)
    session.retire()
    with qtbot.assertNotEmitted(session.page_loaded), qtbot.assertNotEmitted(session.sampled):
        qtbot.waitUntil(lambda: session.ended)
    session.request_page(Query(), None, 2)
    assert session.ended


def test_ending_is_quick_at_any_moment(make, path, qtbot):
    session = make(path)
    session.start()
    began = time.monotonic()
    session.retire()
    assert tasks.stop(session.lanes)
    assert time.monotonic() - began < tasks.STOP_SECONDS
    assert QThread.currentThread() is not None
    assert files.side_files(path) == []


def test_a_page_comes_at_once_while_many_messages_are_saved(make, tmp_path, qtbot):
    path = files.queue(tmp_path / "many.db", [{} for _ in range(2000)])
    folder = tmp_path / "out"
    folder.mkdir()
    session = make(path)
    with qtbot.waitSignal(session.act_progressed):
        session.save(range(1, 2001), str(folder))
    with qtbot.waitSignal(session.page_loaded):
        session.request_page(Query(head_first=True), None, 1)
    assert len(list(folder.iterdir())) < 2000
    with qtbot.waitSignal(session.saved, timeout=60_000) as told:
        pass
    assert told.args == [str(folder), 2000]


def test_one_look_of_a_watch_is_out_at_a_time(make, path, qtbot):
    """A newer one would make the answer of the older one stale, and what it found would never be told."""
    session = make(path)
    session.start()
    qtbot.waitUntil(lambda: session.sample is not None)
    held, go_on = threading.Event(), threading.Event()
    session.poll.ask("block", lambda tool: (held.set(), go_on.wait(10)))
    assert held.wait(5)
    session.watch(Watch("skip", (1, 2)))
    for _ in range(3):
        session._on_beat()
    with qtbot.waitSignal(session.reversed) as told:
        go_on.set()
    assert [one.item for one in told.args[0]] == [1, 2]


def test_every_file_that_is_asked_for_is_written(make, path, tmp_path, qtbot):
    session, told = make(path), []
    session.written.connect(told.append)
    go_on = threading.Event()
    session.write_file("first", lambda _reader, _give_way: go_on.wait(10))
    for name in ("second", "third"):
        session.write_file(str(tmp_path / name), lambda _reader, _give_way, name=name: (tmp_path / name).touch())
    go_on.set()
    qtbot.waitUntil(lambda: told == ["first", str(tmp_path / "second"), str(tmp_path / "third")])
    assert (tmp_path / "second").exists()
    assert (tmp_path / "third").exists()
