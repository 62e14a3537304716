"""An outage of hundreds is one notification, and what passed while it waited is none."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from qmonitor.monitor.alerts.gathering import GATHER, REST, Gathering
from qmonitor.monitor.alerts.model import Alert, Event, EventKind, Level, Measure, Rule
from qmonitor.queues.model import Destination
from tests.unit.monitor.alerts.scene import SOURCE, at

WARNING = Rule("old", Measure.OLDEST_AGE, 60)
CRITICAL = replace(WARNING, id="very-old", level=Level.CRITICAL)


def event(kind: EventKind = EventKind.OPENED, rule: Rule = WARNING, name: int = 1, *, tell: bool = True) -> Event:
    return Event(kind, Alert(SOURCE, Destination("lab", f"dest-{name}"), rule, at(0), 60, 60, at(0)), tell)


def test_what_comes_within_a_moment_is_told_together() -> None:
    gathering = Gathering()
    for n in range(200):
        gathering.add([event(name=n)], now=n / 25)
        assert gathering.due(n / 25) == ()

    assert gathering.waiting
    assert len(gathering.due(GATHER)) == 200
    assert not gathering.waiting
    assert gathering.due(10_000) == ()


def test_the_next_news_waits_unless_it_is_critical() -> None:
    gathering = Gathering()
    gathering.add([event()], now=0)
    assert gathering.due(GATHER)

    gathering.add([event(name=2)], now=GATHER + 1)
    assert gathering.due(2 * GATHER + 1) == ()
    gathering.add([event(rule=CRITICAL)], now=2 * GATHER + 2)
    assert len(gathering.due(2 * GATHER + 2)) == 2
    gathering.add([event(EventKind.SOLVED, CRITICAL)], now=2 * GATHER + 3)
    assert gathering.due(2 * GATHER + 1 + REST) == ()
    assert len(gathering.due(2 * GATHER + 2 + REST)) == 1


def test_what_is_over_before_it_was_told_is_not_told() -> None:
    gathering = Gathering()
    gathering.add([event(), event(name=2), event(name=3)], now=0)
    gathering.add([event(EventKind.SOLVED), event(EventKind.ACKNOWLEDGED, name=2, tell=False)], now=1)

    assert [one.alert.destination for one in gathering.due(GATHER)] == [Destination("lab", "dest-3")]


def test_what_is_not_to_be_told_is_not_told() -> None:
    gathering = Gathering()
    gathering.add([event(tell=False), event(EventKind.SOLVED, name=2, tell=False)], now=0)

    assert gathering.due(1000) == ()


@given(st.lists(st.tuples(st.integers(0, 5), st.sampled_from((WARNING, CRITICAL)), st.integers(0, 100)), max_size=50))
def test_everything_is_told_once_and_not_too_often(news: list[tuple[int, Rule, int]]) -> None:
    gathering, now = Gathering(), 0.0
    told: list[tuple[float, tuple[Event, ...]]] = []
    for name, rule, pause in news:
        gathering.add([event(rule=rule, name=name)], now)
        now += pause
        told.append((now, gathering.due(now)))
    told.append((now + REST, gathering.due(now + REST)))

    notified = [(when, events) for when, events in told if events]
    keys = {one.alert.key for _, events in notified for one in events}
    assert keys == {event(rule=rule, name=name).alert.key for name, rule, _ in news}
    for (before, _), (when, events) in zip(notified, notified[1:], strict=False):
        assert when - before >= (GATHER if any(one.alert.level is Level.CRITICAL for one in events) else REST)
