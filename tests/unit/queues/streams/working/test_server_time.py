"""The server's time between two questions for it."""

from qmonitor.queues.streams.working.server_time import ServerTime


def test_it_is_counted_on_from_the_last_answer() -> None:
    served, passed = iter([5_000_000, 9_000_000]), [100.0]
    clock = ServerTime(served.__next__, lambda: passed[0])
    passed[0] += 7.5
    assert clock.seconds() == 5007.5
    clock.look()
    assert clock.seconds() == 9000.0
    passed[0] += 1
    assert clock.seconds() == 9001.0
