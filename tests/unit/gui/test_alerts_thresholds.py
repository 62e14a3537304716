"""The lines of the charts are the limits of the alert rules: there is one truth, and it is the one that alerts."""

import pytest

from qmonitor.gui.charts.thresholds import Thresholds, lines
from qmonitor.monitor.alerts.defaults import DEFAULTS
from qmonitor.monitor.alerts.model import NEVER, Level, applying
from qmonitor.queues.model import Destination
from tests.helpers.alerts import SOURCE, rule

LIS = Destination("lab", "lis")
LAB = rule(id="lab", channel="lab", limit=1800.0, clear=None)


def test_the_line_is_where_the_first_alert_comes():
    assert lines(DEFAULTS, SOURCE, LIS) == lines(DEFAULTS, SOURCE, None) == Thresholds(None, 300)


@pytest.mark.parametrize(("where", "age"), [(LIS, 1800), (Destination("adt", "x"), 300), (None, 300)])
def test_a_destination_with_a_rule_of_its_own_has_its_line(where, age):
    assert lines((LAB, *DEFAULTS), SOURCE, where).age == age


def test_the_worse_level_has_a_line_where_the_lesser_is_off():
    never = rule(id="never", channel="lab", limit=NEVER)
    assert lines((never, *DEFAULTS), SOURCE, LIS).age == 3600
    off = tuple(one for one in DEFAULTS if one.level is Level.CRITICAL or one.id != "oldest-age-warning")
    assert lines(off, SOURCE, None).age == 3600


def test_there_is_none_where_nothing_alerts():
    assert lines((), SOURCE, LIS) == Thresholds()
    deep = rule("depth-warning", enabled=True, source="other.db")
    assert lines((deep,), SOURCE, LIS).depth is None
    assert lines((deep,), "/srv/other.db", LIS).depth == 10_000


def test_a_value_at_the_line_alerts_and_one_below_does_not():
    rules = (LAB, *DEFAULTS)
    line = lines(rules, SOURCE, LIS).age
    holding = [one for one in applying(rules, SOURCE, LIS) if one.measure is LAB.measure]
    assert any(one.beyond(line) for one in holding)
    assert not any(one.beyond(line - 1) for one in holding)
