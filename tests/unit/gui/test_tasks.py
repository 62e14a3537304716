"""Lanes: in which thread things happen, which answer counts, how it all ends."""

import logging
import threading
import time

import pytest
from PySide6.QtCore import QObject, Slot

from qmonitor.gui import tasks
from qmonitor.gui.tasks import Answer, Crashed, Desk, Lane, Request
from qmonitor.queues.errors import Interrupted, SourceBusy
from qmonitor.queues.words import phrase


def until(qtbot, holds):
    qtbot.waitUntil(lambda: bool(holds()))


class Tool:
    """Notes which thread touches it; `hold` blocks like a long query until it is let go or interrupted."""

    def __init__(self) -> None:
        self.threads = {threading.get_ident()}
        self.interrupted = threading.Event()
        self.entered = threading.Event()
        self.closed = False

    def hold(self) -> None:
        self.threads.add(threading.get_ident())
        self.interrupted.clear()
        self.entered.set()
        if self.interrupted.wait(10):
            raise Interrupted("called off")

    def interrupt(self) -> None:
        self.interrupted.set()

    def close(self) -> None:
        self.threads.add(threading.get_ident())
        self.closed = True


class Inbox(QObject):
    """Takes the answers, with the thread in which they came."""

    def __init__(self) -> None:
        super().__init__()
        self.answers: list[Answer] = []
        self.progress: list[tuple[int, int]] = []
        self.threads: set[int] = set()

    @Slot(object)
    def take(self, answer: Answer) -> None:
        self.threads.add(threading.get_ident())
        self.answers.append(answer)

    @Slot(object)
    def take_progress(self, progressed: tasks.Progressed) -> None:
        self.progress.append((progressed.done, progressed.total))

    def values(self) -> list[object]:
        return [answer.value for answer in self.answers]


class Rig:
    def __init__(self, interruptible: bool = True) -> None:
        self.tool: Tool | None = None
        self.inbox = Inbox()
        self.lane = Lane("browse", self._open, interruptible=interruptible)
        self.lane.answered.connect(self.inbox.take)
        self.lane.progressed.connect(self.inbox.take_progress)

    def _open(self) -> Tool:
        self.tool = Tool()
        return self.tool


@pytest.fixture
def rig(qtbot):
    made = Rig()
    yield made
    assert tasks.stop([made.lane])


@pytest.fixture
def write_rig(qtbot):
    made = Rig(interruptible=False)
    yield made
    assert tasks.stop([made.lane])


def test_work_happens_in_the_lane_and_the_answer_comes_in_the_gui_thread(rig, qtbot):
    gui = threading.get_ident()
    rig.lane.ask("x", lambda tool: threading.get_ident())
    until(qtbot, lambda: rig.inbox.answers)
    assert rig.inbox.answers[0].value not in (None, gui)
    assert rig.inbox.threads == {gui}
    assert tasks.stop([rig.lane])
    assert rig.tool.closed
    assert rig.tool.threads == {rig.inbox.answers[0].value}


def test_the_newest_of_a_key_wins_and_the_running_one_is_called_off(rig, qtbot):
    rig.lane.ask("warm", lambda tool: 0)
    until(qtbot, lambda: rig.inbox.answers)
    rig.lane.ask("page", lambda tool: tool.hold())
    assert rig.tool.entered.wait(5)
    rig.lane.ask("page", lambda tool: "second")
    newest = rig.lane.ask("page", lambda tool: "third")
    until(qtbot, lambda: len(rig.inbox.answers) == 2)
    rig.lane.ask("end", lambda tool: "end")
    until(qtbot, lambda: rig.inbox.answers[-1].value == "end")
    assert rig.inbox.values() == [0, "third", "end"]
    assert rig.inbox.answers[1].token == newest


def test_other_keys_are_not_disturbed(rig, qtbot):
    for key in ("a", "b", "c"):
        rig.lane.ask(key, lambda tool, key=key: key)
    until(qtbot, lambda: len(rig.inbox.answers) == 3)
    assert rig.inbox.values() == ["a", "b", "c"]


def test_background_work_gives_way_and_is_done_again(rig, qtbot):
    rig.lane.ask("warm", lambda tool: 0)
    until(qtbot, lambda: rig.inbox.answers)
    runs = []

    def count(tool):
        runs.append(1)
        if len(runs) == 1:
            tool.hold()
        return "count"

    rig.lane.ask("count", count, background=True)
    assert rig.tool.entered.wait(5)
    rig.lane.ask("page", lambda tool: "page")
    until(qtbot, lambda: len(rig.inbox.answers) == 3)
    assert rig.inbox.values() == [0, "page", "count"]
    assert len(runs) == 2


def test_an_interruption_between_two_readings_is_not_lost(rig, qtbot):
    """A tool forgets an interruption when its next reading begins: `give_way` remembers."""
    rig.lane.ask("warm", lambda tool: 0)
    until(qtbot, lambda: rig.inbox.answers)
    between, go_on, runs = threading.Event(), threading.Event(), []

    def save(tool):
        runs.append(1)
        rig.lane.give_way()
        if len(runs) == 1:
            between.set()
            assert go_on.wait(5)
            rig.lane.give_way()
        return "saved"

    rig.lane.ask("save", save, background=True)
    assert between.wait(5)
    rig.lane.ask("page", lambda tool: "page")
    go_on.set()
    until(qtbot, lambda: len(rig.inbox.answers) == 3)
    assert rig.inbox.values() == [0, "page", "saved"]
    assert len(runs) == 2


def test_halted_while_it_gave_way_it_is_not_done_again(rig, qtbot):
    rig.lane.ask("warm", lambda tool: 0)
    until(qtbot, lambda: rig.inbox.answers)
    entered, go_on, told = threading.Event(), threading.Event(), []

    def save(tool):
        told.append(rig.lane.progress(0, 9))
        if told[-1]:
            entered.set()
            assert go_on.wait(5)
            rig.lane.give_way()
        return "stopped"

    def page(tool):
        rig.lane.halt("save")
        return "page"

    rig.lane.ask("save", save, background=True)
    assert entered.wait(5)
    rig.lane.ask("page", page)
    go_on.set()
    until(qtbot, lambda: len(rig.inbox.answers) == 3)
    assert rig.inbox.values() == [0, "page", "stopped"]
    assert told == [True, False]


def test_a_halted_call_that_is_interrupted_says_so(write_rig, qtbot):
    write_rig.lane.ask("plan", lambda tool: tool.hold())
    until(qtbot, lambda: write_rig.tool is not None and write_rig.tool.entered.is_set())
    write_rig.lane.halt("plan")
    until(qtbot, lambda: write_rig.inbox.answers)
    assert isinstance(write_rig.inbox.answers[0].error, Interrupted)


def test_errors_of_a_source_are_answers(rig, qtbot):
    def busy(tool):
        raise SourceBusy(phrase("{who} holds it.", who="Somebody"), "Wait.")

    rig.lane.ask("x", busy, context="mine")
    until(qtbot, lambda: rig.inbox.answers)
    answer = rig.inbox.answers[0]
    assert isinstance(answer.error, SourceBusy)
    assert answer.context == "mine"
    assert answer.value is None


def test_a_tool_that_does_not_open_is_tried_again(qtbot):
    tries = []

    def open_tool():
        tries.append(1)
        if len(tries) == 1:
            raise SourceBusy("locked")
        return Tool()

    lane, inbox = Lane("poll", open_tool), Inbox()
    lane.answered.connect(inbox.take)
    lane.ask("x", lambda tool: "one")
    until(qtbot, lambda: inbox.answers)
    lane.ask("x", lambda tool: "two")
    until(qtbot, lambda: len(inbox.answers) == 2)
    assert isinstance(inbox.answers[0].error, SourceBusy)
    assert inbox.answers[1].value == "two"
    assert tasks.stop([lane])


def test_a_defect_goes_to_the_excepthook_once_and_still_answers(rig, qtbot):
    with qtbot.captureExceptions() as caught:
        rig.lane.ask("x", lambda tool: 1 // 0)
        until(qtbot, lambda: rig.inbox.answers)
    assert [kind for kind, _, _ in caught] == [ZeroDivisionError]
    assert isinstance(rig.inbox.answers[0].error, Crashed)


def test_stop_calls_off_what_runs_and_refuses_the_rest(rig, qtbot):
    rig.lane.ask("x", lambda tool: tool.hold())
    until(qtbot, lambda: rig.tool is not None and rig.tool.entered.is_set())
    rig.lane.ask("y", lambda tool: "never")
    began = time.monotonic()
    assert tasks.stop([rig.lane])
    assert time.monotonic() - began < tasks.STOP_SECONDS
    assert rig.lane.ended
    assert rig.tool.closed
    assert rig.lane.ask("z", lambda tool: "never") == 0
    assert tasks.stop([rig.lane])
    assert rig.inbox.answers == []


def test_a_write_gives_way_to_nobody(write_rig, qtbot):
    entered, go_on = threading.Event(), threading.Event()

    def run(tool):
        entered.set()
        assert go_on.wait(5)
        write_rig.lane.give_way()
        return tool.interrupted.is_set()

    write_rig.lane.ask("run", run)
    assert entered.wait(5)
    write_rig.lane.ask("plan", lambda tool: "plan")
    go_on.set()
    until(qtbot, lambda: len(write_rig.inbox.answers) == 2)
    assert write_rig.inbox.values() == [False, "plan"]


def test_a_halted_write_stops_between_batches(write_rig, qtbot):
    at_first_batch, go_on = threading.Event(), threading.Event()

    def run(tool):
        done = 0
        for done in range(1, 1001):
            at_first_batch.set()
            assert go_on.wait(5)
            if not write_rig.lane.progress(done, 1000):
                break
        return done

    write_rig.lane.ask("run", run)
    assert at_first_batch.wait(5)
    write_rig.lane.halt("run")
    go_on.set()
    until(qtbot, lambda: write_rig.inbox.answers)
    assert write_rig.inbox.values() == [1]
    assert write_rig.inbox.progress == [(1, 1000)]


def test_a_stopped_write_ends_at_its_next_batch(write_rig, qtbot):
    ended_at = []

    def run(tool):
        done = 0
        while write_rig.lane.progress(done, 0):
            done += 1
        ended_at.append(done)

    write_rig.lane.ask("run", run)
    until(qtbot, lambda: write_rig.inbox.progress)
    assert tasks.stop([write_rig.lane])
    assert len(ended_at) == 1


@pytest.mark.expects_log("did not end")
def test_one_that_does_not_end_is_named(qtbot, caplog):
    let_go = threading.Event()
    lane = Lane("stuck", Tool)
    entered = threading.Event()

    def deaf(tool):
        entered.set()
        let_go.wait(10)

    lane.ask("x", deaf)
    assert entered.wait(5)
    with caplog.at_level(logging.ERROR):
        assert not tasks.stop([lane], seconds=0.1)
    assert "stuck" in caplog.text
    assert not lane.ended
    let_go.set()
    assert tasks.stop([lane])
    assert lane.ended


def test_desk_keeps_the_place_of_what_is_replaced():
    desk = Desk()
    desk.put(Request("a", 1, len))
    desk.put(Request("slow", 2, len, background=True))
    desk.put(Request("b", 3, len))
    desk.put(Request("a", 4, len))
    taken = [desk.take(), desk.take(), desk.take(), desk.take()]
    assert [r and r.token for r in taken] == [4, 3, 2, None]
    assert not desk.settle("a", 1)
    assert desk.settle("a", 4)
    assert not desk.settle("a", 4), "an answer is taken once"
    desk.put(Request("c", 5, len))
    desk.close()
    assert not desk.put(Request("a", 6, len))
    assert not desk.settle("c", 5)


def test_desk_remembers_no_key_whose_answer_was_taken():
    desk = Desk()
    for token in range(1, 100):
        desk.put(Request(f"record {token}", token, len))
        assert desk.take() is not None
        desk.ended()
        assert desk.settle(f"record {token}", token)
    assert desk._latest == {}


def test_a_lane_that_finishes_does_all_that_was_asked(qtbot):
    done: list[int] = []
    lane = Lane("keep", Tool, interruptible=False, finishes=True)
    for number in range(50):
        lane.ask(f"write {number}", lambda _tool, number=number: done.append(number))
    lane.refuse()
    assert not lane.ask("late", lambda _tool: done.append(-1))
    assert tasks.stop([lane])
    assert done == list(range(50))


@pytest.mark.expects_log("did not end")
def test_a_lane_that_finishes_is_cut_off_where_it_takes_too_long(qtbot):
    done: list[int] = []
    let_go = threading.Event()
    lane = Lane("keep", Tool, interruptible=False, finishes=True)
    lane.ask("slow", lambda _tool: let_go.wait())
    lane.ask("next", lambda _tool: done.append(1))
    assert not tasks.stop([lane], seconds=0.05)
    let_go.set()
    assert tasks.stop([lane])
    assert done == []
