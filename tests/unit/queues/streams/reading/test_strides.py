"""How much one command reads: little of what is unknown or large, and not little for ever."""

from itertools import islice

import pytest

from qmonitor.queues.streams.reading.strides import BYTES, MOST, WORST, Stride, Strides, growing


def run(stride: Stride, sizes: list[int]) -> list[int]:
    """How many entries each command brings until all are read."""
    counts = []
    while sizes:
        counts.append(stride.most(len(sizes)))
        part, sizes = sizes[: counts[-1]], sizes[counts[-1] :]
        stride.learn(part)
    return counts


def test_what_is_unknown_comes_alone_and_small_ones_soon_by_hundreds() -> None:
    assert run(Stride(), [500] * 300) == [1, 4, 16, 64, 200, 15]


@pytest.mark.parametrize("size", [BYTES // 10, BYTES, 5 * BYTES])
def test_large_ones_come_a_few_at_a_time(size: int) -> None:
    assert max(run(Stride(), [size] * 50)) * size <= max(BYTES, size)


def test_a_large_one_is_remembered_for_a_while() -> None:
    stride = Stride()
    run(stride, [500] * 300)
    stride.learn([500] * 59 + [5_000_000])
    counts = run(stride, [500] * 5000)
    assert counts[0] == 1
    assert all(count * 5_000_000 <= WORST * BYTES * 2 for count in counts[:50])
    assert MOST in counts


def test_never_more_than_is_wanted_and_always_one() -> None:
    stride = Stride(most=7)
    run(stride, [1] * 100)
    assert [stride.most(wanted) for wanted in (0, 1, 3, 50)] == [1, 1, 3, 7]


def test_a_walk_reads_few_first_then_what_a_page_wants_and_ever_more() -> None:
    assert list(islice(growing(101), 6)) == [2, 8, 32, 59, 200, 200]
    assert list(islice(growing(0), 5)) == [2, 8, 32, 128, 200]


def test_each_key_has_a_stride_of_its_own() -> None:
    strides = Strides()
    assert strides.of("a") is strides.of("a")
    assert strides.of("a") is not strides.of("b")
