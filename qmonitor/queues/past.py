"""Curves of a time when nobody looked, as a source tells them from what it still holds."""

from array import array
from collections.abc import Mapping

from qmonitor.queues.model import Destination
from qmonitor.queues.times import Instant
from qmonitor.values import dataclass


@dataclass(frozen=True, slots=True)
class PastLine:
    """One destination: how many messages were pending, and how old the oldest of them was, in seconds.

    `times` are ns since 1970, ascending. A value holds from its time on, and an age grows with the time; NaN is not
    known. Lines of one `Past` may share their times. Nobody changes the arrays.
    """

    times: "array[int]"
    pending: "array[float]"
    oldest: "array[float]"


@dataclass(frozen=True, slots=True)
class Past:
    """The curves of every destination from `since` to `until`; a destination without a line had nothing pending."""

    since: Instant
    until: Instant
    lines: Mapping[Destination, PastLine]
