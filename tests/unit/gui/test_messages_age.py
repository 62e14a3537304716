"""The filter by age: instants that are fixed when they are chosen, the same ones in every time zone."""

import json
import os
import subprocess
import sys
from datetime import timedelta

import pytest
from PySide6.QtCore import QDate, Qt, QTime
from PySide6.QtTest import QTest

from qmonitor.gui import text
from qmonitor.gui.messages.age import SPANS
from qmonitor.queues.model import Query, State
from qmonitor.queues.times import parse
from tests.helpers.accessible import assert_accessible
from tests.helpers.codebase import ROOT
from tests.helpers.messages import LAB, Source, at, ids, message, shown

MINUTES = (1, 14, 16, 59, 61, 1_439, 1_441, 10_000)
"""So many minutes ago messages were queued; their ids begin at 1."""


@pytest.fixture
def source():
    queued = (message(n, enqueued_at=at(-60 * minutes)) for n, minutes in enumerate(MINUTES, 1))
    return Source([*queued, message(9, enqueued_at=None)])


@pytest.fixture
def clock():
    return [at(0)]


@pytest.fixture
def panel(qapp, qtbot, source, clock):
    made = shown(source, qtbot, clock=lambda: clock[0])
    made.set_destination(LAB)
    return made


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("any", [1, 2, 3, 4, 5, 6, 7, 8, 9]),
        ("last-15-minutes", [1, 2]),
        ("last-hour", [1, 2, 3, 4]),
        ("last-day", [1, 2, 3, 4, 5, 6]),
        ("older-15-minutes", [3, 4, 5, 6, 7, 8]),
        ("older-hour", [5, 6, 7, 8]),
        ("older-day", [7, 8]),
    ],
)
def test_a_span_lets_these_pass(panel, name, found):
    panel.filters.age.actions_by_name[name].trigger()
    assert ids(panel) == found
    assert panel.foot.words().startswith(f"{len(found)} messages")
    assert {span.name for span in SPANS} < set(panel.filters.age.actions_by_name)


def test_what_was_chosen_does_not_move_on(panel, source, clock):
    panel.filters.age.choose("last-hour")
    fixed = panel.current_query()
    clock[0] = clock[0] + timedelta(hours=2)
    source.change()
    assert panel.current_query() == fixed
    assert ids(panel) == [1, 2, 3, 4]
    since = text.local_time(at(-3600))
    assert panel.filters.age.text() == "last hour ▾"
    assert panel.filters.age.toolTip() == f"queued since {since}"
    assert since in panel.filters.age.accessibleName()
    panel.filters.age.choose("last-hour")
    assert panel.current_query().since == at(3600)


def test_a_beginning_and_an_end_are_typed(panel, qtbot):
    panel.filters.age.choose("range")
    assert not panel.filters.range.isHidden()
    assert_accessible(panel)
    row = panel.filters.range
    assert panel.current_query().until == at(1)
    for field, minutes in ((row.since, 61), (row.until, 15)):
        moment = at(-60 * minutes).local()
        field.setDate(QDate(moment.year, moment.month, moment.day))
        field.setTime(QTime(moment.hour, moment.minute, moment.second))
    QTest.keyClick(row.until, Qt.Key.Key_Return)
    query = panel.current_query()
    assert (query.since, query.until) == (at(-60 * 61), at(-60 * 15))
    assert ids(panel) == [3, 4, 5]
    assert "from" in panel.filters.age.words()
    assert row._zone.text() == f"local time, {text.offset(at(0).local())}"


def test_escape_clears_what_was_typed_and_goes_to_the_table(panel):
    panel.filters.text_field.setText("MSG")
    panel.filters.age.choose("range")
    QTest.keyClick(panel.filters.range.since, Qt.Key.Key_Escape)
    assert panel.current_query() == Query("lab", "lis", State.PENDING, head_first=True)
    assert panel.filters.range.isHidden()
    assert panel.filters.age.text() == "any age ▾"
    panel.filters.error_field.setText("refused")
    QTest.keyClick(panel.filters.error_field, Qt.Key.Key_Escape)
    assert panel.filters.error_field.text() == ""
    assert panel.focusWidget() is panel.table


def test_all_filters_are_cleared_by_one_entry_and_with_one_query(panel, source):
    panel.filters.text_field.setText("MSG")
    panel.filters.age.choose("last-hour")
    asked = len(source.asked)
    panel.view_menu.actions()[-1].trigger()
    assert panel.current_query() == Query("lab", "lis")
    assert len(source.asked) == asked + 1


def test_an_empty_list_names_the_age_with_its_instant(panel):
    panel.filters.age.choose("older-day")
    panel.filters.text_field.setText("none")
    panel.filters._apply()
    assert panel.notice.text() == (
        "No message for lab/lis matches: state pending; control id or type contains “none”;"
        f" queued before {text.local_time(at(-86_400))}. Without these filters there are 9."
    )


# -- time zones ----------------------------------------------------------------------------------------------

ZONES = ("UTC", "Asia/Kolkata", "America/St_Johns", "Europe/Berlin")
SUMMER = ("2026-03-29T00:30:00Z", "2026-03-29T01:30:00Z", "2026-10-25T00:30:00Z", "2026-10-25T02:30:00Z")
"""Around both changes of the clocks in Berlin, and in a quarter of an hour that Newfoundland and India share."""

TYPED = """
import json, sys
from datetime import datetime, timedelta
from PySide6.QtCore import QDate, QTime
from PySide6.QtWidgets import QApplication
from qmonitor.gui.messages.filters import FilterBar
from qmonitor.queues.times import parse

app = QApplication([])
bar = FilterBar(clock=lambda: parse("2026-06-01T00:00:00Z"))
bar.age.choose("range")
found = []
for text in sys.argv[1:]:
    moment = parse(text).local()
    bar.range.since.setDate(QDate(moment.year, moment.month, moment.day))
    bar.range.since.setTime(QTime(moment.hour, moment.minute, moment.second))
    bar.range._apply()
    found.append(bar.query().since.ns)
print(json.dumps(found))
"""


@pytest.mark.parametrize("zone", ZONES)
def test_a_local_time_is_the_same_instant_in_every_zone(zone):
    told = subprocess.run(
        [sys.executable, "-c", TYPED, *SUMMER],
        env={**os.environ, "TZ": zone, "QT_QPA_PLATFORM": "offscreen"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(told.stdout) == [parse(one).ns for one in SUMMER]
