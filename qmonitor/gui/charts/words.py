"""What the curves say in words: beside the pointer, to a screen reader, and as names in the legend."""

from collections.abc import Callable, Sequence
from datetime import timedelta

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QPen

from qmonitor.gui import text
from qmonitor.gui.charts.choice import Choice
from qmonitor.gui.charts.readout import Line, Reading
from qmonitor.gui.charts.thresholds import Thresholds
from qmonitor.gui.typed import age_words
from qmonitor.monitor.series import SeriesBook
from qmonitor.queues.model import Destination
from qmonitor.queues.times import NS, from_ns

Values = Callable[[Destination, float], tuple[float | None, float | None]]
"""What a destination had pending at an instant (seconds since 1970), and how old the oldest was; None: not known."""
PenOf = Callable[[Destination | None], QPen]

ABOVE = "▲ {value}"
"""Marks a value that has reached its threshold."""


def name_of(where: Destination | None, choice: Choice) -> str:
    """The name of a curve as one line; of the others together: how many they are."""
    if where is not None:
        return text.line(str(where))
    count, unseen = len(choice.rest), choice.unseen
    if unseen:
        words = QCoreApplication.translate("charts", "{count} others, {unseen} not drawn")
        return words.format(count=text.number(count), unseen=text.number(unseen))
    if count == 1:
        return QCoreApplication.translate("charts", "1 other")
    return QCoreApplication.translate("charts", "{count} others").format(count=text.number(count))


def count(value: float | None) -> str:
    return text.number(None if value is None else int(value))


def age(seconds: float | None) -> str:
    return text.age(None if seconds is None else timedelta(seconds=seconds))


def reached(value: float | None, limit: float | None) -> bool:
    """Whether there is a threshold and a value at or above it."""
    return value is not None and limit is not None and value >= limit


def mark_label(words: str, above: int) -> str:
    """What stands at the line of a threshold; `above`: so many destinations have reached it now."""
    if above:
        said = QCoreApplication.translate("charts", "alert at {value} · {count} above")
        return said.format(value=words, count=text.number(above))
    return QCoreApplication.translate("charts", "alert at {value}").format(value=words)


def depth_words(limits: Thresholds) -> str:
    return text.number(limits.depth)


def limit_words(limits: Thresholds) -> str:
    return text.UNKNOWN if limits.age is None else age_words(limits.age)


def newest(book: SeriesBook, choice: Choice) -> str:
    """The newest values of all curves that are seen."""
    return "; ".join(standing(book, where) for where in choice.drawn())


def standing(book: SeriesBook, where: Destination) -> str:
    """The newest values of one destination."""
    words = QCoreApplication.translate("charts", "{name}: {pending} pending, oldest {oldest}")
    series = book[where]
    values = count(series.pending.last()), age(series.oldest.last())
    return words.format(name=text.line(str(where)), pending=values[0], oldest=values[1])


def nothing(second: float) -> Reading:
    """What is said of an instant at which nobody looked."""
    return Reading(moment(second, None), missing=QCoreApplication.translate("charts", "Nothing was seen."))


def reading(title: str, choice: Choice, second: float, values: Values, limits: Thresholds, pen_of: PenOf) -> Reading:
    """What every curve that is seen shows at an instant; the others together: their sum and their oldest."""
    lines = [_line(choice, [values(where, second)], limits, pen_of(where), where) for where in choice.drawn()]
    if behind := choice.behind():
        lines.append(_line(choice, [values(where, second) for where in behind], limits, pen_of(None), None))
    return Reading(title, lines)


def moment(second: float, reconstructed: tuple[int, int] | None) -> str:
    """An instant, and whether it lies in the stretch (ns) that nobody saw but that the rows tell of."""
    ns = int(second * NS)
    said = text.local_time(from_ns(int(second) * NS))
    if reconstructed is None or not reconstructed[0] <= ns < reconstructed[1]:
        return said
    return QCoreApplication.translate("charts", "{time} · reconstructed").format(time=said)


def _line(
    choice: Choice,
    values: Sequence[tuple[float | None, float | None]],
    limits: Thresholds,
    pen: QPen,
    where: Destination | None,
) -> Line:
    depths = [depth for depth, _ in values if depth is not None]
    ages = [oldest for _, oldest in values if oldest is not None]
    pending, oldest = (sum(depths) if depths else None), (max(ages) if ages else None)
    shown = count(pending), age(oldest)
    if reached(max(depths, default=None), limits.depth):
        shown = ABOVE.format(value=shown[0]), shown[1]
    if reached(oldest, limits.age):
        shown = shown[0], ABOVE.format(value=shown[1])
    return Line(name_of(where, choice), *shown, pen)
