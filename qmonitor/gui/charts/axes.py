"""The axes of values: whole counts, and ages in fitting units; evenly, or by powers of ten."""

import math
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QCoreApplication, QLocale, QRectF
from PySide6.QtGui import QFont, QFontMetricsF

from qmonitor.gui import text, theme
from qmonitor.gui.charts.scale import LINEAR, Scale
from qmonitor.gui.charts.timeline import DAY, HOUR, MINUTE, TIME_STEPS, BareAxis
from qmonitor.gui.typed import age_words

AGE_STEPS = (*TIME_STEPS, 2 * DAY, 5 * DAY, 10 * DAY, 20 * DAY, 50 * DAY, 100 * DAY, 200 * DAY, 500 * DAY, 1000 * DAY)
AGE_DECADES = (1, 10, MINUTE, 10 * MINUTE, HOUR, 10 * HOUR, DAY, 10 * DAY, 100 * DAY, 1000 * DAY)
"""Where the ages go by powers of ten, about."""
EDGE = 2 * theme.GRID
"""Pixels by which the label of an outermost tick reaches over the edge."""
APART = 8 * theme.GRID
"""Pixels between two ticks, about; where they go by powers of ten, half of it at least."""


def age_unit(step: float) -> int:
    """Seconds of the unit in which the ticks of an axis are whole numbers: second, minute, hour or day."""
    return next(unit for unit in (DAY, HOUR, MINUTE, 1) if step >= unit)


def age_title(unit: int | None) -> str:
    """The name of the lower plot, with the unit of its axis; None: each tick has its own."""
    if unit is None:
        return QCoreApplication.translate("charts", "Age of the oldest message — logarithmic")
    if unit == DAY:
        return QCoreApplication.translate("charts", "Age of the oldest message — days")
    if unit == HOUR:
        return QCoreApplication.translate("charts", "Age of the oldest message — hours")
    if unit == MINUTE:
        return QCoreApplication.translate("charts", "Age of the oldest message — minutes")
    return QCoreApplication.translate("charts", "Age of the oldest message — seconds")


def depth_title(scale: Scale) -> str:
    """The name of the upper plot."""
    if scale.logarithmic:
        return QCoreApplication.translate("charts", "Depth — logarithmic")
    return QCoreApplication.translate("charts", "Depth — messages pending")


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


def spread(values: Iterable[float], scale: Scale, apart: float) -> list[float]:
    """Zero, and of these values as many as are so far apart in height, from zero upwards."""
    kept = [0.0]
    kept.extend(value for value in values if scale.up(value) - scale.up(kept[-1]) >= apart)
    return kept


def powers_of_ten(highest: float) -> list[float]:
    """The powers of ten up to a count; where there are few of them, twice and five times those as well."""
    powers = [10.0**n for n in range(1 + max(0, math.floor(math.log10(max(1.0, highest)))))]
    if len(powers) > 2:
        return powers
    return [power * n for power in powers for n in (1, 2, 5) if power * n <= highest]


class LeftAxis(BareAxis):
    """A left axis, as wide as every other one in the same font, so that the plots line up. Ticks are heights."""

    def __init__(self) -> None:
        super().__init__("left")
        self.setStyle(tickLength=0)
        self.scaling = LINEAR
        self._half = 0.0
        """Pixels that a label reaches above its tick."""

    def fit(self, font: QFont) -> None:
        """Make room for the longest label."""
        self._half = QFontMetricsF(font).height() / 2
        self.setWidth(math.ceil(QFontMetricsF(font).horizontalAdvance("00,000")) + 3 * theme.GRID)

    def boundingRect(self) -> QRectF:
        """With room for a label at the edge: beside a grid pyqtgraph leaves it out, and with it the zero."""
        return super().boundingRect().adjusted(0, -EDGE, 0, EDGE)

    def tickValues(self, least: float, most: float, size: float) -> list[tuple[float, list[float]]]:
        """Ticks about 32 pixels apart, none of them broken, and none so high that the edge would cut its label."""
        highest = most - self._half * (most - least) / size
        if self.scaling.logarithmic:
            found = spread(self.decades(self.scaling.down(most)), self.scaling, (most - least) * APART / 2 / size)
            return [(1.0, [h for v in found if least <= (h := self.scaling.up(v)) <= highest])]
        step = self.step(most - least, size)
        return [(step, _multiples(least, highest, step))]

    def tickStrings(self, values: Sequence[float], _scale: float, spacing: float) -> list[str]:
        if self.scaling.logarithmic:
            return [self.written_decade(round(self.scaling.down(value))) for value in values]
        return [self.written(value, spacing) for value in values]

    @staticmethod
    def step(highest: float, size: float) -> float:
        """The distance of the ticks on an axis of that many pixels."""
        raise NotImplementedError

    @staticmethod
    def written(value: float, _step: float) -> str:
        """What stands at a tick."""
        raise NotImplementedError

    @staticmethod
    def decades(highest: float) -> Sequence[float]:
        """Values that may have a tick where these go by powers of ten, up to the highest."""
        raise NotImplementedError

    @staticmethod
    def written_decade(value: int) -> str:
        """What stands at such a tick."""
        raise NotImplementedError


class CountAxis(LeftAxis):
    """Whole numbers."""

    @staticmethod
    def step(highest: float, size: float) -> float:
        return count_step(highest, max(2, int(size / APART)))

    @staticmethod
    def written(value: float, _step: float) -> str:
        return count_label(value)

    @staticmethod
    def decades(highest: float) -> Sequence[float]:
        return powers_of_ten(highest)

    @staticmethod
    def written_decade(value: int) -> str:
        return count_label(value)


class AgeAxis(LeftAxis):
    """Ages in seconds, labelled in the unit that makes whole numbers of them."""

    @staticmethod
    def step(highest: float, size: float) -> float:
        return age_step(highest, int(size / APART))

    @staticmethod
    def written(value: float, _step: float) -> str:
        return age_label(value, _step)

    @staticmethod
    def decades(highest: float) -> Sequence[float]:
        return [mark for mark in AGE_DECADES if mark <= highest]

    @staticmethod
    def written_decade(value: int) -> str:
        return age_words(value) if value else text.number(0)


def _multiples(least: float, most: float, step: float) -> list[float]:
    """Every multiple in a range, none below zero."""
    first = max(0, math.ceil(least / step))
    return [n * step for n in range(first, math.floor(most / step) + 1)]
