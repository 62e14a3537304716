"""Draws the chosen curves of a source into both plots, and knows what they show."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtGui import QColor, QPen

from qmonitor.gui import theme
from qmonitor.gui.charts import model, words
from qmonitor.gui.charts.choice import Choice
from qmonitor.gui.charts.entry import Entry
from qmonitor.gui.charts.model import Background, Curve, Span
from qmonitor.gui.charts.plot import Plot
from qmonitor.gui.charts.readout import Reading
from qmonitor.gui.charts.thresholds import Thresholds
from qmonitor.monitor.series import Series, SeriesBook, Track
from qmonitor.queues.model import Destination

WIDE = 2.0
FADED = 0.25
"""How much is left of the colour of a curve while another one is looked at."""
NEAR_CLICK = 0.06
"""A click this part of the scale beside a curve means the curve."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two plots: which figure of a destination it shows."""

    plot: Plot
    track: Callable[[Series], Track]
    background: Background


class Drawing:
    """What is drawn: the `book` of curves, the `choice` among them, and the `limits` to be alerted at."""

    def __init__(self, depth: Plot, age: Plot) -> None:
        self.book = SeriesBook()
        self.choice = Choice()
        self.limits = Thresholds()
        self.ratio = 1.0
        """The screen's pixels for each of Qt's: lines are as wide as they look."""
        self.sides = (
            Side(depth, lambda series: series.pending, Background()),
            Side(age, lambda series: series.oldest, Background()),
        )

    def draw(self, *, scale: bool, choose: bool) -> None:
        """Draw the stretch of time that the plots show. `scale`: fit the values; `choose`: the deepest anew."""
        if choose:
            self.choice.update(self.book)
        for side in self.sides:
            begin, end = side.plot.time()
            self._draw_side(side, Span(begin, end, side.plot.columns()), scale=scale)

    def _draw_side(self, side: Side, span: Span, *, scale: bool) -> None:
        drawn: dict[Destination | None, tuple[Curve, QPen]] = {
            where: (model.curve(side.track(self.book[where]), span), self.pen(where)) for where in self.choice.drawn()
        }
        if behind := [side.track(self.book[where]) for where in self.choice.behind()]:
            drawn[None] = (side.background.curve(behind, side.track(self.book.total), span), self.pen(None))
        self._mark(side)
        if scale:
            side.plot.set_top(model.highest([curve for curve, _ in drawn.values()]))
        side.plot.draw(drawn, self.ratio)

    def _mark(self, side: Side) -> None:
        """Draw the threshold, with how many destinations have reached it at the last look."""
        depth = side is self.sides[0]
        limit = self.limits.depth if depth else self.limits.age
        if limit is None:
            side.plot.mark.show_value(None, "", above=False)
            return
        above = sum(words.reached(side.track(series).last(), limit) for _, series in self.book.items())
        value = words.depth_words(self.limits) if depth else words.limit_words(self.limits)
        side.plot.mark.show_value(limit, words.mark_label(value, above), above=above > 0)

    def pen(self, where: Destination | None) -> QPen:
        """The pen of a curve (None: of the others together), pale while another one is looked at."""
        made = self._own_pen(where)
        made.setWidthF(made.widthF() * self.ratio)  # a curve's pen counts pixels of the screen
        if self.choice.faded(where):
            made.setColor(_blended(made.color(), QColor(theme.current().surface)))
        return made

    def _own_pen(self, where: Destination | None) -> QPen:
        if where is None:
            return theme.rest_pen()
        wide = where in (self.choice.selected, self.choice.highlighted)
        return theme.curve_pen(self.book[where].index, WIDE if wide else 1.0)

    def entries(self) -> list[Entry]:
        """The legend as it is to be."""
        choice = self.choice
        return [
            Entry(
                where,
                words.name_of(where, choice),
                self._own_pen(where),
                selected=where is not None and where == choice.selected,
                hidden=where in choice.hidden,
                highlighted=choice.others_highlighted if where is None else where == choice.highlighted,
            )
            for where in choice.entries()
            if where is None or where in self.book
        ]

    def reading(self, second: float) -> Reading:
        """What the curves show at an instant."""
        return words.reading(self.book, self.choice, second, self.limits, self._own_pen)

    def nearest(self, side: Side, second: float, value: float) -> Destination | None:
        """The curve of its own that is nearest to a place in a plot, if one is near."""
        found = {where: model.value_at(side.track(self.book[where]), second) for where in self.choice.drawn()}
        away = {where: abs(known - value) for where, known in found.items() if known is not None}
        nearest = min(away, key=lambda where: away[where], default=None)
        return nearest if nearest is not None and away[nearest] <= NEAR_CLICK * side.plot.top() else None


def _blended(color: QColor, ground: QColor) -> QColor:
    parts = zip(color.getRgb()[:3], ground.getRgb()[:3], strict=True)  # type: ignore[index]
    return QColor(*(round(FADED * one + (1 - FADED) * other) for one, other in parts))
