"""The axes of the charts: local time as the clock on the wall showed it, whole counts, and ages in fitting units."""

import math
from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo

import pyqtgraph as pg
from PySide6.QtCore import QCoreApplication, QDate, QLocale, QRectF

from qmonitor.gui import text

MINUTE, HOUR, DAY = 60, 3600, 86_400
TIME_STEPS = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY)
DAY_STEPS = (DAY, 2 * DAY, 7 * DAY, 14 * DAY, 28 * DAY)
AGE_STEPS = (*TIME_STEPS, 2 * DAY, 5 * DAY, 10 * DAY, 20 * DAY, 50 * DAY, 100 * DAY, 200 * DAY, 500 * DAY, 1000 * DAY)
QUARTER = 900
"""Every zone is whole quarters of an hour away from UTC, so what is round on the wall is among the quarters."""
LEFT_WIDTH = 52
"""Pixels that the left axes take, both the same so that the plots line up."""
EDGE = 8
"""Pixels by which the label of an outermost tick reaches over the edge."""


def time_step(seconds: float, ticks: int) -> int:
    """The smallest round step with which at most so many ticks fall into a stretch of time."""
    steps = (*TIME_STEPS, *DAY_STEPS[1:])
    return next((step for step in steps if seconds / step <= max(1, ticks)), DAY_STEPS[-1])


def time_ticks(begin: float, end: float, step: int, zone: tzinfo | None = None) -> list[float]:
    """The instants in a stretch at which the local clock shows a multiple of the step.

    Each is asked for its own offset: an hour that a change of clocks leaves out has no tick, one that it repeats
    has two. `zone` None is this machine's.
    """
    if step <= QUARTER:
        first = math.ceil(begin / step)
        return [float(n * step) for n in range(first, math.floor(end / step) + 1)]
    quarters = range(math.ceil(begin / QUARTER), math.floor(end / QUARTER) + 1)
    return [float(n * QUARTER) for n in quarters if _is_round(_local(n * QUARTER, zone), step)]


def _is_round(moment: datetime, step: int) -> bool:
    since_midnight = moment.hour * HOUR + moment.minute * MINUTE + moment.second
    if step <= DAY:
        return since_midnight % step == 0
    return since_midnight == 0 and moment.toordinal() % (step // DAY) == 0


def time_label(second: float, step: int, zone: tzinfo | None = None) -> str:
    """How a tick reads: the time of day, at midnight the date."""
    moment = _local(second, zone)
    if moment.hour == moment.minute == moment.second == 0 and step >= MINUTE:
        return QLocale().toString(QDate(moment.year, moment.month, moment.day), "d MMM")
    return f"{moment:%H:%M:%S}" if step < MINUTE else f"{moment:%H:%M}"


def _local(second: float, zone: tzinfo | None) -> datetime:
    return datetime.fromtimestamp(second, UTC).astimezone(zone)


def age_label(seconds: float, step: float) -> str:
    """An age in the unit of the step: `30 s`, `5 min`, `2 h`, `3 d`."""
    if seconds == 0:
        return "0"
    if step < MINUTE and seconds < MINUTE:
        return QCoreApplication.translate("charts", "{count} s").format(count=text.number(round(seconds)))
    if step < HOUR and seconds < HOUR:
        minutes = seconds / MINUTE
        count = text.number(round(minutes)) if step >= MINUTE else f"{int(minutes)}:{round(seconds) % 60:02d}"
        return QCoreApplication.translate("charts", "{count} min").format(count=count)
    if step < DAY and seconds < DAY:
        hours = seconds / HOUR
        count = text.number(round(hours)) if step >= HOUR else f"{int(hours)}:{round(seconds / MINUTE) % 60:02d}"
        return QCoreApplication.translate("charts", "{count} h").format(count=count)
    days = seconds / DAY
    count = text.number(round(days)) if step >= DAY else QLocale().toString(days, "f", 1)
    return QCoreApplication.translate("charts", "{count} d").format(count=count)


def age_step(highest: float, ticks: int) -> float:
    """The smallest round span with which at most so many ticks are needed, but one at least beside zero."""
    fitting = [step for step in AGE_STEPS if highest / step <= max(1, ticks)] or [AGE_STEPS[-1]]
    below = [step for step in AGE_STEPS if step <= highest] or [AGE_STEPS[0]]
    return min(fitting[0], below[-1])


def count_label(value: float) -> str:
    """A count, shortened from 100,000 on so that it fits beside the plot."""
    if value >= 1_000_000:
        return QCoreApplication.translate("charts", "{count} M").format(count=QLocale().toString(value / 1e6, "g", 4))
    if value >= 100_000:
        return QCoreApplication.translate("charts", "{count} k").format(count=text.number(round(value / 1000)))
    return text.number(round(value))


def count_step(highest: float, ticks: int) -> float:
    """A whole step of 1, 2 or 5 times a power of ten with which at most so many ticks are needed."""
    rough = max(1.0, highest / max(1, ticks))
    power = 10.0 ** math.floor(math.log10(rough))
    return next(power * n for n in (1, 2, 5, 10) if power * n >= rough * 0.999)


class TimeAxis(pg.AxisItem):
    """A bottom axis in seconds since 1970, labelled in local time."""

    def __init__(self, **options: object) -> None:
        super().__init__("bottom", **options)
        self._step = HOUR

    def tickValues(self, least: float, most: float, size: float) -> list[tuple[float, list[float]]]:
        """Ticks about 80 pixels apart."""
        self._step = time_step(most - least, int(size / 80))
        return [(self._step, time_ticks(least, most, self._step))]

    def tickStrings(self, values: Sequence[float], _scale: float, _spacing: float) -> list[str]:
        return [time_label(value, self._step) for value in values]


class _LeftAxis(pg.AxisItem):
    """A left axis of a fixed width."""

    def __init__(self) -> None:
        super().__init__("left")
        self.setWidth(LEFT_WIDTH)
        self.setStyle(tickLength=0)

    def boundingRect(self) -> QRectF:
        """With room for a label at the edge: beside a grid pyqtgraph leaves it out, and with it the zero."""
        return super().boundingRect().adjusted(0, -EDGE, 0, EDGE)


class CountAxis(_LeftAxis):
    """Whole numbers."""

    def tickValues(self, least: float, most: float, size: float) -> list[tuple[float, list[float]]]:
        """Ticks about 32 pixels apart, none of them broken."""
        step = count_step(most - least, max(2, int(size / 32)))
        return [(step, _multiples(least, most, step))]

    def tickStrings(self, values: Sequence[float], _scale: float, _spacing: float) -> list[str]:
        return [count_label(value) for value in values]


class AgeAxis(_LeftAxis):
    """Ages in seconds."""

    def tickValues(self, least: float, most: float, size: float) -> list[tuple[float, list[float]]]:
        """Ticks about 32 pixels apart, at round spans of time."""
        step = age_step(most - least, int(size / 32))
        return [(step, _multiples(least, most, step))]

    def tickStrings(self, values: Sequence[float], _scale: float, spacing: float) -> list[str]:
        return [age_label(value, spacing) for value in values]


def _multiples(least: float, most: float, step: float) -> list[float]:
    """Every multiple in a range, none below zero."""
    first = max(0, math.ceil(least / step))
    return [n * step for n in range(first, math.floor(most / step) + 1)]
