"""Curves of the time before the window looked: asked for once a source, again where its content was exchanged."""

import pytest

from qmonitor.gui import tasks
from qmonitor.gui.remembering import Remembering
from qmonitor.gui.session import Session
from qmonitor.monitor.opening import Opener
from qmonitor.monitor.series import SeriesBook
from qmonitor.queues import times
from tests.helpers import files

HOURS_AGO = [times.from_ns(times.now().ns - hours * 3600 * times.NS).text for hours in (3, 2, 1)]
ROWS = [{"control_id": f"C{n}", "enqueued_at": at, "next_attempt": at} for n, at in enumerate(HOURS_AGO)]


@pytest.fixture
def make(qtbot, tmp_path):
    made = []

    def session(target, history=None):
        made.append(Session(Opener(str(target), history=history), interval_ms=50))
        return made[-1]

    yield session
    for one in made:
        one.retire()
    assert tasks.stop([lane for one in made for lane in one.lanes])


def reconstructed(session, qtbot):
    """What is remembered, once the rows were read for it."""
    remembering, found = Remembering(session, session), []
    remembering.want()
    remembering.remembered.connect(found.append)
    session.start()
    qtbot.waitUntil(lambda: any(one.reconstructed for one in found))
    return next(one for one in found if one.reconstructed)


def test_the_past_is_told_of_the_rows(make, tmp_path, qtbot):
    session = make(files.queue(tmp_path / "engine.db", ROWS))
    told = reconstructed(session, qtbot)
    book = SeriesBook()
    book.add(session.sample.depth, session.sample.destinations)
    book.remember(told)
    (_, series), *others = book.items()
    assert not others
    now = session.sample.depth.as_of.ns
    half = 1800 * times.NS
    back = [series.pending.at(now - hours * 3600 * times.NS + half) for hours in (3, 2, 1)]
    assert back == [1, 2, 3]


def test_another_content_has_another_past(make, tmp_path, qtbot):
    path = files.queue(tmp_path / "engine.db", ROWS)
    session = make(path)
    reconstructed(session, qtbot)
    other = files.queue(tmp_path / "other.db", ROWS[:1])
    with qtbot.waitSignal(session.exchanged):
        other.replace(path)
    asked = Remembering(session, session)
    asked.want()
    with qtbot.waitSignal(asked.remembered, check_params_cb=lambda one: one.reconstructed is not None):
        pass


def test_the_rows_of_one_source_are_asked_after_those_of_the_other(make, tmp_path, qtbot):
    first, second = (make(files.queue(tmp_path / f"{name}.db", ROWS)) for name in ("one", "other"))
    asked = [Remembering(session, session) for session in (first, second)]
    for one in asked:
        one._begun = True  # as if both had been looked at for a while
        one._rebuild()
    assert first.history._begun
    assert not second.history._begun
    qtbot.waitUntil(lambda: all(one.complete for one in asked))


def test_a_source_that_is_closed_leaves_its_turn_to_the_next(make, tmp_path, qtbot):
    first, second = (make(files.queue(tmp_path / f"{name}.db", ROWS)) for name in ("one", "other"))
    gone, waits = (Remembering(session, session) for session in (first, second))
    gone._rebuild()
    first.retire()
    waits._rebuild()
    qtbot.waitUntil(lambda: waits.complete)
