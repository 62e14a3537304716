"""Actions on a stream queue by the window's own way: what is moved has another id, by which it is undone."""

from collections.abc import Iterator

import pytest

from qmonitor.gui.actions import Selection, obstacle
from qmonitor.monitor.operations import STATES
from qmonitor.queues.model import Destination, State
from qmonitor.queues.source import states_at
from qmonitor.queues.streams import audit
from qmonitor.queues.streams.acting import rights
from qmonitor.queues.streams.acting.acts import ACTS
from qmonitor.queues.streams.keys import Keys
from tests.helpers import desk as window
from tests.helpers.desk import by_id
from tests.helpers.guards.handles import gui_io_allowed
from tests.helpers.streams.acting import Desk
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server

KEYS = Keys()
HERE = Destination(KEYS.main, KEYS.group)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.stop()


@pytest.fixture
def queue(server) -> Iterator[Desk]:
    with gui_io_allowed():
        rig = RedisRig(server.client(), keys=KEYS)
        rig.queue.ensure_group()
        queue = Desk(rig, server.client())
    yield queue
    with gui_io_allowed():
        queue.close()
        rig.client.flushall()
        rig.close()


@pytest.fixture
def desk(server, queue, qtbot, monkeypatch) -> Iterator[window.Desk]:
    with window.open_at(f"redis+unix://{server.path}", qtbot, monkeypatch) as made:
        made.person.confirms = True
        yield made


def acts(queue: Desk) -> list[tuple[str, tuple[object, ...]]]:
    with gui_io_allowed():
        return [(one.action, one.ids) for one in reversed(audit.entries(queue.client, KEYS))]


def test_a_skip_is_undone_by_the_id_that_the_message_has_since(desk, queue, qtbot):
    with gui_io_allowed():
        item = queue.dead("a")
    desk.do(qtbot, by_id("skip"), Selection(HERE, (item,)))
    ((action, (_, aside)),) = acts(queue)
    assert action == "skip"
    assert desk.told[-1].text.startswith(f"Skipped {item} for ")
    assert desk.told[-1].text.endswith(f" Its id is {aside} now.")
    assert desk.told[-1].level == "info"
    assert desk.acting.can_undo

    with qtbot.waitSignal(desk.acting.ended):
        desk.acting.undo()
    assert [one for one, _ in acts(queue)] == ["skip", "restore"]
    assert [one for one, _ in desk.person.asked[-1].members] == [aside]
    with gui_io_allowed():
        assert len(queue.rig.entries(KEYS.main)) == 1


def test_whoever_comes_second_is_told_what_became_of_it(desk, queue, qtbot, monkeypatch):
    from qmonitor.gui.dialogs.confirm import Confirmation, ConfirmDialog

    with gui_io_allowed():
        item = queue.delayed("a")

    def slowly(*_: object, **__: object) -> Confirmation:
        with gui_io_allowed():
            queue.act("retry-now", [item])  # somebody else, while the dialog is open
        return Confirmation("tested")

    monkeypatch.setattr(ConfirmDialog, "ask", slowly)
    desk.do(qtbot, by_id("retry-now"), Selection(HERE, (item,)))
    ((_, (_, now)),) = acts(queue)
    said = desk.told[-1].text
    assert desk.told[-1].level == "warning"
    assert "1 had changed meanwhile." in said
    assert f"it is {now}, not delivered yet." in said


def test_why_nothing_can_be_done_is_told(desk, queue, qtbot):
    """What was seen in a worker's hand has moved on by the time somebody acts on it."""
    with gui_io_allowed():
        done, taken = queue.finished("a"), queue.in_flight("b")
    left_out = "1 message is left out: a worker has had it in hand for less than 1 min."
    here = by_id("skip")
    for items, told in (
        ((done,), f"{done} can't be acted on so. Now it is: delivered."),
        ((taken,), f"{taken} can't be acted on so. Now it is: in flight. {left_out}"),
        (("main:1-1",), "main:1-1 can't be acted on so. Now it is: gone."),
        ((done, taken, "main:1-1"), "Now they are: 1 delivered, 1 in flight, 1 gone."),
    ):
        desk.do(qtbot, here, Selection(HERE, items))
        assert desk.told[-1].text.startswith("Skip: nothing was done. ")
        assert told in desk.told[-1].text
        assert desk.told[-1].level == "warning"
    assert acts(queue) == []


def test_what_is_stricter_here_is_what_the_actions_themselves_take():
    """A window that offered more would have it refused; one that offered less would hide what can be done."""
    for name, act in ACTS.items():
        known = STATES.get(name, frozenset(State)) - {State.DELIVERED}  # what is delivered is not listed in a stream
        assert rights.STATES.get(name, known) & known == frozenset(act.states) & known, name


@pytest.mark.parametrize(("state", "usable"), [("failed", False), ("pending", False), ("skipped", True)])
def test_a_dead_letter_is_not_removed_before_it_is_set_aside(desk, state, usable):
    source = desk.session.source
    chosen = Selection(HERE, ("x",), frozenset({state}))
    reason = obstacle(by_id("remove"), chosen, source.capabilities, states_at(source))
    assert (None if reason is None else str(reason)) == (None if usable else "Only these can be acted on so: skipped.")


def test_what_can_not_be_done_is_offered_with_its_reason(desk, queue):
    able = desk.session.source.capabilities
    assert able["skip"] is able["worker"] is None
    assert "dead letter" in str(able["resend"])
    assert able["optimise"] is not None
