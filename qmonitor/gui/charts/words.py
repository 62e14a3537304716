"""What the curves say in words: beside the pointer, to a screen reader, and as names in the legend."""

from collections.abc import Callable, Sequence
from datetime import timedelta

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QPen

from qmonitor.gui import text
from qmonitor.gui.charts.choice import Choice
from qmonitor.gui.charts.readout import Line, Reading
from qmonitor.gui.charts.thresholds import Alike, Thresholds
from qmonitor.gui.typed import age_words
from qmonitor.monitor.series import SeriesBook
from qmonitor.queues.model import Destination
from qmonitor.queues.times import NS, believed, from_ns

Found = tuple[float | None, float | None]
Lines = tuple[Alike | None, Alike | None]
"""The thresholds of both, where there are any."""
Values = Callable[[Destination, float], Found]
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
    return text.age(None if seconds is None else believed(timedelta(seconds=seconds)))


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
    return Reading(moment(second, ()), missing=QCoreApplication.translate("charts", "Nothing was seen."))


def reading(title: str, choice: Choice, second: float, values: Values, lines: Lines, pen_of: PenOf) -> Reading:
    """What every curve that is seen shows at an instant; the others together: their sum and their oldest."""
    said = [_line(choice, [where], [values(where, second)], lines, pen_of(where), where) for where in choice.drawn()]
    if behind := choice.behind():
        said.append(_line(choice, behind, [values(where, second) for where in behind], lines, pen_of(None), None))
    return Reading(title, said)


def moment(second: float, unseen: tuple[tuple[int, int], ...]) -> str:
    """An instant, and whether it lies in a stretch (ns) that nobody saw but that the rows tell of."""
    ns = int(second * NS)
    said = text.local_time(from_ns(int(second) * NS))
    if not any(begin <= ns < end for begin, end in unseen):
        return said
    return QCoreApplication.translate("charts", "{time} · reconstructed").format(time=said)


def _line(
    choice: Choice,
    wheres: Sequence[Destination],
    found: Sequence[Found],
    lines: Lines,
    pen: QPen,
    name: Destination | None,
) -> Line:
    """Values of one destination, or of several together; marked where one of them has reached its own threshold."""
    depths = [depth for depth, _ in found if depth is not None]
    ages = [oldest for _, oldest in found if oldest is not None]
    shown = [count(sum(depths) if depths else None), age(max(ages) if ages else None)]
    for n, line in enumerate(lines):
        if line is not None and any(line.reached(where, pair[n]) for where, pair in zip(wheres, found, strict=True)):
            shown[n] = ABOVE.format(value=shown[n])
    return Line(name_of(name, choice), shown[0], shown[1], pen)
