"""The lines of the charts are the limits of the alert rules: there is one truth, and it is the one that alerts."""

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from qmonitor.gui.charts.thresholds import Thresholds, lines
from qmonitor.monitor.alerts.defaults import DEFAULTS
from qmonitor.monitor.alerts.model import NEVER, Level, Measure, applying
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


# -- which destinations a line is for --------------------------------------------------------------------------

OWN = rule("depth-warning", id="own", channel="adt", destination="dest-05", enabled=True, limit=50.0, clear=None)
ORDER = tuple(Destination("adt", f"dest-{n:02}") for n in range(6))
VALUES = np.array([100.0, 200.0, 300.0, 10.0, np.nan, 0.0])


def test_only_those_that_the_line_is_for_are_counted_above_it():
    rules = (OWN, *DEFAULTS)
    mine = lines(rules, SOURCE, ORDER[5]).alike(Measure.DEPTH)
    assert mine.count(ORDER, VALUES) == 0  # the others have no rule for their depth
    assert mine.count(ORDER, VALUES + 60) == 1
    assert mine.reached(ORDER[5], 50) and not mine.reached(ORDER[0], 100)
    assert lines(rules, SOURCE, ORDER[0]).alike(Measure.DEPTH) is None


def test_an_exception_is_not_counted_at_the_general_line():
    never = rule("depth-warning", id="never", channel="adt", destination="dest-00", enabled=True, limit=NEVER)
    deep = rule("depth-warning", enabled=True, limit=50.0, clear=None)
    general = lines((never, deep), SOURCE, None).alike(Measure.DEPTH)
    assert general.count(ORDER, VALUES) == 2
    assert general.count((*ORDER, Destination("lab", "new")), np.append(VALUES, 99.0)) == 3
    assert general.count(ORDER[1:], VALUES[1:]) == 2  # another file's destinations
    assert lines((deep,), SOURCE, None).alike(Measure.DEPTH).count(ORDER, VALUES) == 3


@given(
    st.lists(st.sampled_from([OWN, LAB, *DEFAULTS]), unique=True), st.lists(st.floats(0, 1e6), min_size=6, max_size=6)
)
def test_what_is_counted_is_what_would_be_told(rules, values):
    shown = lines(rules, SOURCE, ORDER[5])
    for measure, limit in ((Measure.DEPTH, shown.depth), (Measure.OLDEST_AGE, shown.age)):
        if limit is not None:
            own = [
                min((one.limit for one in applying(rules, SOURCE, where) if one.measure is measure), default=NEVER)
                for where in ORDER
            ]
            expected = sum(line == limit and value >= limit for line, value in zip(own, values, strict=True))
            assert shown.alike(measure).count(ORDER, np.array(values)) == expected
