"""How long entries are kept."""

import pytest

from qmonitor.queues.streams.errors import ServerUnreachable
from qmonitor.queues.streams.working.retention import Retention
from tests.helpers.streams.failing import Failing

HOUR = 3_600_000


class Trimming:
    """Writes down what it is to trim."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int]] = []

    def trim_main(self, horizon: int) -> int:
        return self.trim_stream("main", horizon)

    def trim_stream(self, stream: str, horizon: int) -> int:
        self.asked.append((stream, horizon))
        return 1


def test_the_main_stream_is_kept_for_three_days_and_the_others_for_seven() -> None:
    trimming = Trimming()
    assert Retention().trim(trimming, 1000 * HOUR, ["dlq", "ready"]) == 3
    assert trimming.asked == [("main", 928 * HOUR), ("dlq", 832 * HOUR), ("ready", 832 * HOUR)]


@pytest.mark.parametrize(("main", "others", "asked"), [(0, 1, ["dlq"]), (1, 0, ["main"]), (0, 0, [])])
def test_zero_keeps_for_ever(main: float, others: float, asked: list[str]) -> None:
    trimming = Trimming()
    Retention(main, others).trim(trimming, 1000 * HOUR, ["dlq"])
    assert [stream for stream, _ in trimming.asked] == asked


def test_one_that_cannot_be_trimmed_holds_no_other_up() -> None:
    trimming = Trimming()
    failing = Failing(trimming, [], ["trim_main"])
    with pytest.raises(ServerUnreachable):
        Retention().trim(failing, 1000 * HOUR, ["dlq", "ready"])
    assert [stream for stream, _ in trimming.asked] == ["dlq", "ready"]


@pytest.mark.parametrize("hours", [-1, float("nan"), float("inf")])
def test_what_cannot_be_meant_is_refused(hours: float) -> None:
    with pytest.raises(ValueError):
        Retention(main=hours)
    with pytest.raises(ValueError):
        Retention(others=hours)
