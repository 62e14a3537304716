"""Where a message of a stream queue is: in the table, in the inspector, and only where a queue has stages."""

from dataclasses import replace
from datetime import timedelta

import pytest
from pytestqt.qtbot import QtBot

from qmonitor.gui import text, theme
from qmonitor.gui.inspector.model import facts, summary
from qmonitor.gui.messages.cells import Cells
from qmonitor.gui.messages.columns import Column, unrecorded
from qmonitor.gui.messages.filters import FilterBar
from qmonitor.queues.model import Depth, Destination, Item, Lack, Query, Stage, State
from qmonitor.queues.streams.reading.reader import TRAITS
from qmonitor.queues.times import NS, from_ns

NOW = from_ns(1_780_000_000 * NS)
STAGES = tuple(Stage)


def item(stage: str | None, lacks: Lack | None = None, state: str = State.PENDING) -> Item:
    return Item("stream", "group", id="main:1-1", state=state, stage=stage, lacks=lacks, enqueued_at=NOW)


@pytest.mark.usefixtures("qapp")
def test_every_stage_has_words_of_its_own() -> None:
    said = [text.stage(stage) for stage in STAGES]
    assert len(set(said)) == len(STAGES)
    assert text.stage(None) == ""
    assert text.stage("odd\nstage") == text.line("odd\nstage")


@pytest.mark.parametrize(
    ("lacks", "words", "sentence"),
    [
        (Lack.BODY, "body gone", "Its body is gone"),
        (Lack.PAYLOAD, "payload missing", "Its payload is missing"),
        (Lack.SCHEDULE, "will never run", "It will never run"),
    ],
)
@pytest.mark.usefixtures("qapp")
def test_what_can_not_go_on_says_why(lacks: Lack, words: str, sentence: str) -> None:
    one = item(Stage.DELAYED, lacks)
    cells = Cells(now=NOW)
    assert cells.words(one, Column.STAGE) == words
    assert cells.color(one, Column.STAGE) == theme.current().danger
    assert cells.spoken(one, Column.STAGE) == f"stage: {words}"
    assert summary(one, None, NOW).case.startswith(sentence)
    (state,) = (fact for fact in facts(one, None, NOW) if fact.key == "state")
    assert state.value == f"pending · {words}"


@pytest.mark.usefixtures("qapp")
def test_where_a_message_is_stands_in_a_sentence() -> None:
    for stage in STAGES[:2] + STAGES[3:6]:
        said = summary(item(stage), None, NOW).case
        assert "stream/group" in said or stage == Stage.DEAD
    assert summary(item(Stage.SKIPPED, state=State.SKIPPED), None, NOW).case.startswith("Skipped")
    once = replace(item(Stage.SKIPPED, state=State.SKIPPED), last_error="STORAGE_TIMEOUT")
    assert summary(once, None, NOW).case == (
        "Skipped: it will not be sent, unless it is restored. The audit has who did it. Its last error: STORAGE_TIMEOUT"
    )
    assert summary(item(None), None, NOW).case.startswith("Pending for stream/group.")
    (state,) = (fact for fact in facts(item(Stage.SKIPPED, state=State.SKIPPED), None, NOW) if fact.key == "state")
    assert state.value == "skipped"


def test_the_column_is_there_for_queues_with_stages_only() -> None:
    where = Destination("stream", "group")
    shared = Depth((), NOW, True, destinations=(where,), traits={"stream": TRAITS})
    assert Column.STAGE not in unrecorded(shared, Query())
    assert Column.STAGE in unrecorded(Depth((), NOW, True, destinations=(where,)), Query())
    assert Column.STAGE in unrecorded(None, Query())


@pytest.mark.usefixtures("qapp")
def test_there_is_no_number_of_what_such_a_queue_can_not_list(qtbot: QtBot) -> None:
    bar = FilterBar()
    qtbot.addWidget(bar)
    assert not bar.chips[State.DELIVERED].isHidden()
    bar.set_kinds({TRAITS})
    assert bar.chips[State.DELIVERED].isHidden()
    assert bar.text_field.placeholderText() == "Control id or type"


@pytest.mark.usefixtures("qapp")
def test_ages_go_by_the_clock_of_the_source() -> None:
    depth = Depth((), NOW, True, clock=timedelta(hours=-1))
    earlier = Item("stream", "group", enqueued_at=NOW + timedelta(hours=-1, seconds=-5))
    assert Cells(now=depth.at_source).words(earlier, Column.AGE) == text.age(timedelta(seconds=5))


@pytest.mark.usefixtures("qapp")
def test_what_such_a_queue_never_records_is_not_asked_for() -> None:
    once = Item("stream", "group", stage=Stage.DELAYED, attempts=1, last_error="X")
    said = summary(once, None, NOW)
    assert said.case.endswith("Tried once: X")
    assert said.story == "When it was queued first is not known."
    assert "not recorded" not in said.case + summary(item(Stage.IN_FLIGHT), None, NOW).story
