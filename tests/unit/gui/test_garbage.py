"""Garbage is collected in the GUI thread alone."""

import gc
import threading

import pytest
from PySide6.QtCore import QObject

from qmonitor.gui.garbage import Collector


class Cycle(QObject):
    """Ends with the next collection, and notes in which thread that was."""

    def __init__(self, ended: list[threading.Thread]) -> None:
        super().__init__()
        self._itself, self._ended = self, ended

    def __del__(self) -> None:
        self._ended.append(threading.current_thread())


@pytest.fixture
def collector(qapp):
    parent = QObject()
    made = Collector(parent)
    yield made
    made.end()
    gc.disable()  # as it was: see the guard of the tests


def test_a_lane_that_allocates_ends_no_widget(collector):
    ended: list[threading.Thread] = []
    Cycle(ended)
    lane = threading.Thread(target=lambda: [[n] for n in range(200_000)])
    lane.start()
    lane.join()
    assert ended == []
    gc.collect(0)
    for _ in range(3):
        collector.look()
        gc.collect()
    assert ended == [threading.main_thread()]


def test_it_collects_what_is_due_and_ends(collector):
    kept = [[n] for n in range(10_000)]
    assert gc.get_count()[0] > gc.get_threshold()[0]
    collector.look()
    assert gc.get_count()[0] < 1_000
    assert len(kept) == 10_000
    assert not gc.isenabled()
    collector.end()
    assert gc.isenabled()


def test_what_panels_leave_behind_is_collected_soon(collector, qtbot):
    ended: list[threading.Thread] = []
    Cycle(ended)
    collector.look_soon()
    qtbot.waitUntil(lambda: ended == [threading.main_thread()])
