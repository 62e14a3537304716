"""The axes of the charts: local time as the clock on the wall showed it, whole counts, and ages in fitting units."""

import math
from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo

import pyqtgraph as pg
from PySide6.QtCore import QCoreApplication, QDate, QLocale, QRectF
from PySide6.QtGui import QFont, QFontMetricsF

from qmonitor.gui import text, theme

MINUTE, HOUR, DAY = 60, 3600, 86_400
TIME_STEPS = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY)
DAY_STEPS = (DAY, 2 * DAY, 7 * DAY, 14 * DAY, 28 * DAY)
AGE_STEPS = (*TIME_STEPS, 2 * DAY, 5 * DAY, 10 * DAY, 20 * DAY, 50 * DAY, 100 * DAY, 200 * DAY, 500 * DAY, 1000 * DAY)
QUARTER = 900
"""Every zone is whole quarters of an hour away from UTC, so what is round on the wall is among the quarters."""
EDGE = 2 * theme.GRID
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


def time_label(second: float, step: int, zone: tzinfo | None = None, *, month: bool = False) -> str:
    """How a tick reads: the time of day, at midnight the date.

    Where there are days only, the day of the week and of the month; with `month`, and on the first, the month too.
    """
    moment = _local(second, zone)
    if step >= DAY or (moment.hour == moment.minute == moment.second == 0 and step >= MINUTE):
        day = QDate(moment.year, moment.month, moment.day)
        if step < DAY:
            return QLocale().toString(day, "d MMM")
        return QLocale().toString(day, "ddd d MMM" if month or moment.day == 1 else "ddd d")
    return f"{moment:%H:%M:%S}" if step < MINUTE else f"{moment:%H:%M}"


def _local(second: float, zone: tzinfo | None) -> datetime:
    return datetime.fromtimestamp(second, UTC).astimezone(zone)


def age_unit(step: float) -> int:
    """Seconds of the unit in which the ticks of an axis are whole numbers: second, minute, hour or day."""
    return next(unit for unit in (DAY, HOUR, MINUTE, 1) if step >= unit)


def age_title(unit: int) -> str:
    """The name of the lower plot, with the unit of its axis."""
    if unit == DAY:
        return QCoreApplication.translate("charts", "Age of the oldest message — days")
    if unit == HOUR:
        return QCoreApplication.translate("charts", "Age of the oldest message — hours")
    if unit == MINUTE:
        return QCoreApplication.translate("charts", "Age of the oldest message — minutes")
    return QCoreApplication.translate("charts", "Age of the oldest message — seconds")


def age_label(seconds: float, step: float) -> str:
    """An age in the unit of its axis: a plain number."""
    return text.number(round(seconds / age_unit(step)))


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
        self._widths = (60.0, 90.0)

    def fit(self, font: QFont) -> None:
        """Measure the labels in a font: those of hours, and those of days."""
        metrics = QFontMetricsF(font)
        self._widths = (metrics.horizontalAdvance("00:00:00"), metrics.horizontalAdvance("Www 00"))

    def tickValues(self, least: float, most: float, size: float) -> list[tuple[float, list[float]]]:
        """As many ticks as there is room for, with half a label between two."""
        hours, days = (int(size / (1.5 * width)) for width in self._widths)
        self._step = time_step(most - least, hours)
        if self._step >= DAY:
            self._step = max(DAY, time_step(most - least, days))
        return [(self._step, time_ticks(least, most, self._step))]

    def tickStrings(self, values: Sequence[float], _scale: float, _spacing: float) -> list[str]:
        return [time_label(value, self._step, month=number == 0) for number, value in enumerate(values)]


class LeftAxis(pg.AxisItem):
    """A left axis, as wide as every other one in the same font, so that the plots line up."""

    def __init__(self) -> None:
        super().__init__("left")
        self.setStyle(tickLength=0)

    def fit(self, font: QFont) -> None:
        """Make room for the longest label."""
        self.setWidth(math.ceil(QFontMetricsF(font).horizontalAdvance("00,000")) + 3 * theme.GRID)

    def boundingRect(self) -> QRectF:
        """With room for a label at the edge: beside a grid pyqtgraph leaves it out, and with it the zero."""
        return super().boundingRect().adjusted(0, -EDGE, 0, EDGE)


class CountAxis(LeftAxis):
    """Whole numbers."""

    def tickValues(self, least: float, most: float, size: float) -> list[tuple[float, list[float]]]:
        """Ticks about 32 pixels apart, none of them broken."""
        step = count_step(most - least, max(2, int(size / (8 * theme.GRID))))
        return [(step, _multiples(least, most, step))]

    def tickStrings(self, values: Sequence[float], _scale: float, _spacing: float) -> list[str]:
        return [count_label(value) for value in values]


class AgeAxis(LeftAxis):
    """Ages in seconds, labelled in the unit that makes whole numbers of them."""

    def tickValues(self, least: float, most: float, size: float) -> list[tuple[float, list[float]]]:
        """Ticks about 32 pixels apart, at round spans of time."""
        step = self.step(most - least, size)
        return [(step, _multiples(least, most, step))]

    @staticmethod
    def step(highest: float, size: float) -> float:
        """The distance of the ticks on an axis of that many pixels."""
        return age_step(highest, int(size / (8 * theme.GRID)))

    def tickStrings(self, values: Sequence[float], _scale: float, spacing: float) -> list[str]:
        return [age_label(value, spacing) for value in values]


def _multiples(least: float, most: float, step: float) -> list[float]:
    """Every multiple in a range, none below zero."""
    first = max(0, math.ceil(least / step))
    return [n * step for n in range(first, math.floor(most / step) + 1)]
