"""The watch against a plain account of everything that was ever seen, with whatever values and gaps come."""

from dataclasses import dataclass, replace
from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from qmonitor.monitor.alerts.model import EventKind, Measure, Rule
from tests.unit.monitor.alerts.scene import Scene, row

STEP = 10
LOOKS = st.lists(st.one_of(st.none(), st.integers(0, 12)), min_size=1, max_size=80)
"""What is seen at each look: a depth, or None where the look fails."""

RULES = st.builds(
    lambda limit, back, lasting, settled: Rule(
        "deep",
        Measure.DEPTH,
        limit,
        clear=max(1, limit - back),
        lasting=timedelta(seconds=lasting),
        settled=timedelta(seconds=settled),
    ),
    st.integers(2, 10),
    st.integers(0, 4),
    st.sampled_from((0, 10, 25, 60)),
    st.sampled_from((0, 10, 25, 60)),
)


@dataclass
class Account:
    """Opens and solves by going back over all looks since the last change; slow and plain."""

    rule: Rule
    looks: list[tuple[float, int | None]]

    def changes(self) -> list[tuple[float, EventKind]]:
        found: list[tuple[float, EventKind]] = []
        is_open = False
        began = 0
        for n in range(len(self.looks)):
            if self.looks[n][1] is None:
                continue
            holds = self.cleared if is_open else self.beyond
            span = self.rule.settled if is_open else self.rule.lasting
            first = n
            while first - 1 >= began and (self.looks[first - 1][1] is None or holds(self.looks[first - 1][1])):
                first -= 1
            while self.looks[first][1] is None:
                first += 1
            if holds(self.looks[n][1]) and self.looks[n][0] - self.looks[first][0] >= span.total_seconds():
                is_open = not is_open
                found.append((self.looks[n][0], EventKind.OPENED if is_open else EventKind.SOLVED))
                began = n + 1
        return found

    def beyond(self, value: int | None) -> bool:
        return value is not None and value >= self.rule.limit

    def cleared(self, value: int | None) -> bool:
        return value is not None and self.rule.clear is not None and value < self.rule.clear


@given(RULES, LOOKS)
def test_it_opens_and_solves_as_a_plain_account_of_all_looks_says(rule: Rule, looks: list[int | None]) -> None:
    looks = [value if value is not None or n % 9 else 0 for n, value in enumerate(looks)]  # no gap of 100 seconds
    scene = Scene(rule, step=STEP)
    seen: list[tuple[float, EventKind]] = []
    for value in looks:
        events = scene.miss() if value is None else scene.see(row(value)) if value else scene.see()
        seen += [(scene.now, event.kind) for event in events]

    account = Account(rule, [((n + 1) * STEP, value) for n, value in enumerate(looks)])
    assert seen == account.changes()


@given(RULES, LOOKS, st.integers(0, 79))
def test_a_restart_at_any_time_loses_no_alert_and_opens_none_twice(
    rule: Rule, looks: list[int | None], at_look: int
) -> None:
    rule = replace(rule, lasting=timedelta(0), settled=timedelta(0))
    straight, broken = Scene(rule, step=STEP), Scene(rule, step=STEP)
    kinds: list[EventKind] = []
    for n, value in enumerate(looks):
        if n == at_look:
            kinds, now = broken.kinds, broken.now
            broken = Scene(rule, known=broken.watchman, step=STEP)
            broken.now = now
        for scene in (straight, broken):
            scene.miss() if value is None else scene.see(row(value)) if value else scene.see()

    assert kinds + broken.kinds == straight.kinds
    assert [alert.since for alert in broken.watchman.open()] == [alert.since for alert in straight.watchman.open()]


@given(RULES, LOOKS)
def test_there_is_never_a_second_open_alert_and_none_without_an_end_or_a_beginning(
    rule: Rule, looks: list[int | None]
) -> None:
    scene = Scene(rule, step=STEP)
    for value in looks:
        scene.miss() if value is None else scene.see(row(value))
        assert len(scene.watchman.open()) <= 1

    assert scene.kinds == [EventKind.OPENED, EventKind.SOLVED] * (len(scene.kinds) // 2) + (
        [EventKind.OPENED] if scene.watchman.open() else []
    )
