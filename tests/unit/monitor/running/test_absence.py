"""What can't begin is tried again by growing pauses, and told once; again where it lasts."""

import logging

import pytest

from qmonitor.monitor.running import absence
from qmonitor.monitor.running.absence import FIRST, LONGEST, Absence
from qmonitor.queues import times
from qmonitor.queues.errors import SourceBusy, SourceError, SourceMissing
from qmonitor.queues.words import phrase

AWAY = SourceError(phrase("It is away."), phrase("Plug it in."))


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [f"{record.levelname} {record.getMessage()}" for record in caplog.records]


pytestmark = pytest.mark.expects_log("^WARNING qmonitor.attempts: lab: can't be worked on")


@pytest.mark.parametrize(("chance", "share"), [(0.0, 0.5), (1.0, 1.0)])
def test_pauses_grow_up_to_the_longest_and_half_of_each_is_by_chance(chance: float, share: float) -> None:
    one = Absence("lab", lambda: chance)
    pauses = [one.hindered(AWAY) for _ in range(10)]
    whole = [min(FIRST * 2.0**n, LONGEST) for n in range(10)]
    assert pauses == [share * each for each in whole]
    assert pauses[-1] == share * LONGEST
    one.over()
    assert one.hindered(AWAY) == share * FIRST


def test_since_when_it_is_away_stays_and_when_it_is_tried_again_follows(caplog: pytest.LogCaptureFixture) -> None:
    one = Absence("lab", lambda: 1.0)
    with caplog.at_level(logging.INFO, "qmonitor.attempts"):
        assert one.now is None
        one.hindered(AWAY)
        first = one.now
        assert first is not None
        one.hindered(SourceBusy(phrase("It is locked.")))
        one.hindered(SourceBusy(phrase("It is locked.")))
        last = one.now
        assert last is not None
        assert last.since == first.since
        span = times.between(first.since, last.again)
        assert span is not None
        assert span.total_seconds() >= 4 * FIRST
        assert str(last.error.cause) == "It is locked."
        one.over()
        one.over()
        assert one.now is None
    assert lines(caplog) == [
        "WARNING lab: can't be worked on (is tried again, at least once a minute): It is away. Plug it in.",
        "WARNING lab: can't be worked on (is tried again, at least once a minute): It is locked.",
        "INFO lab: can be worked on again, after 0 s",
    ]


def test_what_lasts_is_told_again(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    one = Absence("lab")
    with caplog.at_level(logging.INFO, "qmonitor.attempts"):
        one.hindered(SourceMissing(phrase("It is gone.")))
        monkeypatch.setattr(absence, "REMIND", 0.0)
        one.hindered(SourceMissing(phrase("It is gone.")))
    assert lines(caplog)[1:] == ["WARNING lab: can't be worked on (still): It is gone."]
