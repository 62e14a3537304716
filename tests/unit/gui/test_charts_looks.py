"""Curves are told apart by everybody: by colour also without red or green cones, and by dashes beyond the colours."""

import itertools
import math

import hypothesis.strategies as st
import pytest
from hypothesis import given

from qmonitor.gui import theme
from qmonitor.gui.charts.looks import COLORS, Looks
from qmonitor.queues.model import Destination

BOTH = [theme.LIGHT, theme.DARK]

# How colours look to people without one kind of cones (Machado, Oliveira and Fernandes 2009, severity 1, linear RGB).
SIGHT = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "no blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
APART = {"all cones": 27.0, "no red": 15.0, "no green": 15.0, "no blue": 11.0}


def times(rows, vector):
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in rows]


def seen(color: str, sight: str) -> tuple[float, float, float]:
    """CIE L*a*b* of a colour as somebody sees it: equal distances look about equally different."""
    shares = [int(color[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares]
    linear = [min(max(c, 0.0), 1.0) for c in times(SIGHT[sight], linear)]
    xyz = times(((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505)), linear)
    white = (0.95047, 1.0, 1.08883)
    x, y, z = (
        t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (a / w for a, w in zip(xyz, white, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def test_what_is_alike_without_red_cones_is_found():
    assert math.dist(seen("#d55e00", "no red"), seen("#857500", "no red")) < 1
    assert math.dist(seen("#d55e00", "all cones"), seen("#857500", "all cones")) > 40


@pytest.mark.parametrize("scheme", BOTH, ids=lambda t: t.name)
@pytest.mark.parametrize("sight", SIGHT)
def test_all_colours_are_apart_for_everybody(scheme, sight):
    pairs = itertools.combinations(scheme.curves, 2)
    apart = {(a, b): math.dist(seen(a, sight), seen(b, sight)) for a, b in pairs}
    assert min(apart.values()) >= APART[sight], min(apart, key=lambda pair: apart[pair])


def test_every_kind_of_dashes_is_another(qapp):
    assert len({tuple(pattern) for pattern in theme.DASHES}) == len(theme.DASHES) >= 6
    for width in (1.0, 2.0):
        found = [tuple(length * width for length in theme.curve_pen(8 * n, width).dashPattern()) for n in range(6)]
        assert found == [pytest.approx(tuple(pattern)) for pattern in theme.DASHES]


def named(numbers):
    return [(Destination("c", f"d{n}"), n) for n in numbers]


def test_the_first_48_have_each_a_look_of_their_own_for_ever():
    looks = Looks()
    found = {}
    for n in range(0, 48, 12):
        found.update(looks.of(named(range(n, n + 12))))
    assert len(set(found.values())) == 48
    assert all(looks.of(named([n, (n + 8) % 48, (n + 16) % 48])).items() <= found.items() for n in range(48))


@given(st.lists(st.sets(st.integers(0, 500), min_size=1, max_size=13), min_size=1, max_size=12))
def test_no_two_that_are_drawn_look_alike_and_a_colour_never_changes(frames):
    looks = Looks()
    for numbers in frames:
        found = looks.of(named(numbers))
        assert len(found) == len(numbers)
        for where, number in named(numbers):
            assert found[where][0] == number % COLORS
        kinds = [n % COLORS for n in numbers]
        if max(kinds.count(kind) for kind in kinds) <= len(theme.DASHES):
            assert len(set(found.values())) == len(numbers)


@given(st.lists(st.sets(st.integers(0, 200), min_size=1, max_size=13), min_size=1, max_size=8))
def test_who_goes_on_being_drawn_keeps_its_look(frames):
    looks = Looks()
    before = {}
    for numbers in frames:
        found = looks.of(named(numbers))
        assert all(found[where] == before[where] for where in found.keys() & before.keys())
        before = found
