"""Two people change rules at once: what one did not touch is as the other left it, or nothing is done."""

from dataclasses import replace

import hypothesis.strategies as st
import pytest
from hypothesis import given

from qmonitor.monitor.alerts.merging import merged
from qmonitor.monitor.alerts.model import Measure, Rule
from qmonitor.queues.errors import Refused

A, B, C, D = (Rule(name, Measure.DEPTH, 5) for name in "abcd")


@pytest.mark.parametrize(
    ("after", "present", "held"),
    [
        ((D, A, B, C), (A, B, C), (D, A, B, C)),  # added here
        ((A, B, C), (A, D, B, C), (A, D, B, C)),  # added there
        ((A, C), (A, B, D, C), (A, D, C)),  # removed here, added there
        ((C, A, B), (A, B, D, C), (D, C, A, B)),  # ordered here, added there
        ((A, B, D, C), (C, A, B), (D, C, A, B)),  # added here, ordered there
        ((A, C), (A, C), (A, C)),  # the same in both
    ],
)
def test_what_each_did_is_done(after: tuple[Rule, ...], present: tuple[Rule, ...], held: tuple[Rule, ...]) -> None:
    assert merged((A, B, C), after, present) == held


@pytest.mark.parametrize(
    ("after", "present"),
    [
        ((A, replace(B, limit=6), C), (A, replace(B, limit=7), C)),
        ((A, replace(B, limit=6), C), (A, C)),
        ((A, C), (A, replace(B, limit=6), C)),
        ((B, A, C), (A, C, B)),
    ],
)
def test_what_both_did_otherwise_is_refused(after: tuple[Rule, ...], present: tuple[Rule, ...]) -> None:
    with pytest.raises(Refused, match="changed meanwhile"):
        merged((A, B, C), after, present)


RULES = st.lists(
    st.builds(lambda name, limit: Rule(name, Measure.DEPTH, limit), st.sampled_from("abcdef"), st.integers(1, 3)),
    max_size=6, unique_by=lambda rule: rule.id,
).map(tuple)  # fmt: skip


@given(RULES, RULES)
def test_where_only_one_changed_something_that_is_done(before: tuple[Rule, ...], changed: tuple[Rule, ...]) -> None:
    assert merged(before, changed, before) == changed
    assert merged(before, before, changed) == changed


@given(RULES, RULES, RULES)
def test_no_rule_is_made_up_or_lost(
    before: tuple[Rule, ...], after: tuple[Rule, ...], present: tuple[Rule, ...]
) -> None:
    try:
        held = merged(before, after, present)
    except Refused:
        return
    assert set(held) <= {*after, *present}
    assert set(after) & set(present) <= set(held)
    assert (set(after) | set(present)) - set(before) <= set(held)
