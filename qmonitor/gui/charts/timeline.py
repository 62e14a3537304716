"""The axis of time: local time as the clock on the wall showed it, also where the clocks change."""

import math
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta, tzinfo

import pyqtgraph as pg
from PySide6.QtCore import QDate, QLocale, QRectF
from PySide6.QtGui import QFont, QFontMetricsF

MINUTE, HOUR, DAY = 60, 3600, 86_400
MONTH = 30 * DAY
"""As a step: from the first of a month to that of another."""
TIME_STEPS = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY)
DAY_STEPS = (DAY, 2 * DAY, 7 * DAY, 14 * DAY, MONTH, 2 * MONTH, 3 * MONTH, 6 * MONTH)
QUARTER = 900
"""Every zone is whole quarters of an hour away from UTC, so what is round on the wall is among the quarters."""


def time_step(seconds: float, ticks: int) -> int:
    """The smallest round step with which at most so many ticks fall into a stretch of time."""
    steps = (*TIME_STEPS, *DAY_STEPS[1:])
    return next((step for step in steps if seconds / step <= max(1, ticks)), DAY_STEPS[-1])


def time_ticks(begin: float, end: float, step: int, zone: tzinfo | None = None) -> list[float]:
    """The instants in a stretch at which the local clock shows a multiple of the step.

    Each is asked for its own offset: an hour that a change of clocks leaves out has no tick, one that it repeats
    has two. `zone` None is this machine's.
    """
    if step >= DAY:
        return [second for second in _midnights(begin, end, step, zone) if begin <= second <= end]
    if step <= QUARTER:
        first = math.ceil(begin / step)
        return [float(n * step) for n in range(first, math.floor(end / step) + 1)]
    quarters = range(math.ceil(begin / QUARTER), math.floor(end / QUARTER) + 1)
    return [float(n * QUARTER) for n in quarters if _is_round(_local(n * QUARTER, zone), step)]


def _is_round(moment: datetime, step: int) -> bool:
    return (moment.hour * HOUR + moment.minute * MINUTE + moment.second) % step == 0


def _midnights(begin: float, end: float, step: int, zone: tzinfo | None) -> Iterator[float]:
    """The beginnings of the days, every so many, or of the months."""
    day = _local(begin, zone).replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None, fold=0)
    while (second := day.replace(tzinfo=zone).timestamp()) <= end:
        if _is_first(day, step):
            yield second
        day += timedelta(days=1)


def _is_first(day: datetime, step: int) -> bool:
    if step >= MONTH:
        return day.day == 1 and (day.month - 1) % (step // MONTH) == 0
    return day.toordinal() % (step // DAY) == 0


def time_label(second: float, step: int, zone: tzinfo | None = None, *, month: bool = False) -> str:
    """How a tick reads: the time of day, at midnight the date.

    Where there are days only, the day of the week and of the month; with `month`, and on the first, the month too.
    Where some are left out, the day and the month; where there are months only, their names, and the year in its first.
    """
    moment = _local(second, zone)
    day = QDate(moment.year, moment.month, moment.day)
    if step >= MONTH:
        return QLocale().toString(day, "MMM yyyy" if month or moment.month == 1 else "MMM")
    if step > DAY:
        return QLocale().toString(day, "d MMM")
    if step == DAY:
        return QLocale().toString(day, "ddd d MMM" if month or moment.day == 1 else "ddd d")
    if moment.hour == moment.minute == moment.second == 0 and step >= MINUTE:
        return QLocale().toString(day, "d MMM")
    return f"{moment:%H:%M:%S}" if step < MINUTE else f"{moment:%H:%M}"


def _local(second: float, zone: tzinfo | None) -> datetime:
    return datetime.fromtimestamp(second, UTC).astimezone(zone)


class BareAxis(pg.AxisItem):
    """Without a title: pyqtgraph lays out an empty one anew with every change of what is seen."""

    def _updateLabel(self) -> None:  # noqa: N802 - pyqtgraph's name
        self.picture = None
        self.update()


class TimeAxis(BareAxis):
    """A bottom axis in seconds since 1970, labelled in local time."""

    def __init__(self, **options: object) -> None:
        self._step = HOUR
        self._widths, self._reach = (60.0, 90.0), 45.0
        super().__init__("bottom", **options)

    def fit(self, font: QFont) -> None:
        """Measure the labels in a font: those of hours, and those of days."""
        metrics = QFontMetricsF(font)
        self._widths = (metrics.horizontalAdvance("00:00:00"), metrics.horizontalAdvance("Www 00"))
        self._reach = metrics.horizontalAdvance("Www 00 Www") / 2

    def boundingRect(self) -> QRectF:
        """With room for half a label below the left axis: pyqtgraph leaves out what it cuts, and here the month."""
        return super().boundingRect().adjusted(-self._reach, 0, 0, 0)

    def tickValues(self, least: float, most: float, size: float) -> list[tuple[float, list[float]]]:
        """As many ticks as there is room for, with half a label between two."""
        hours, days = (int(size / (1.5 * width)) for width in self._widths)
        self._step = time_step(most - least, hours)
        if self._step >= DAY:
            self._step = max(DAY, time_step(most - least, days))
        return [(self._step, time_ticks(least, most, self._step))]

    def tickStrings(self, values: Sequence[float], _scale: float, _spacing: float) -> list[str]:
        return [time_label(value, self._step, month=number == 0) for number, value in enumerate(values)]
