"""Draws the chosen curves of a source into both plots, and knows what they show."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtGui import QColor, QPen

from qmonitor.gui import theme
from qmonitor.gui.charts import model, words
from qmonitor.gui.charts.background import Background, Members
from qmonitor.gui.charts.choice import Choice, Newest
from qmonitor.gui.charts.entry import Entry
from qmonitor.gui.charts.lines import Stroke
from qmonitor.gui.charts.looks import Look, Looks
from qmonitor.gui.charts.model import Curve, Span
from qmonitor.gui.charts.older import Older, Wish
from qmonitor.gui.charts.plot import Plot
from qmonitor.gui.charts.readout import Reading
from qmonitor.gui.charts.scale import LINEAR, Scale
from qmonitor.gui.charts.thresholds import Thresholds
from qmonitor.monitor.alerts.model import Measure
from qmonitor.monitor.series import Series, SeriesBook, Track
from qmonitor.queues.model import Destination
from qmonitor.queues.times import NS
from qmonitor.values import dataclass

WIDE = 2.0
FADED = 0.25
"""How much is left of the colour of a curve while another one is looked at."""
CROWD, PALEST = 20, 0.35
"""More curves than that, drawn as one, are the paler the more they are, down to this part of their colour."""
NEAR_CLICK = 0.06
"""A click this part of the scale beside a curve means the curve."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two plots: which figure of a destination it shows."""

    plot: Plot
    track: Callable[[Series], Track]
    background: Background


@dataclass(frozen=True, slots=True)
class Pair:
    """Both curves of one destination."""

    pending: Track
    oldest: Track


class Drawing:
    """What is drawn: the `book` of curves, the `choice` among them, and the `limits` to be alerted at."""

    def __init__(self, depth: Plot, age: Plot) -> None:
        self.book = SeriesBook()
        self.newest = Newest()
        """What is known of all destinations since the last look."""
        self.choice = Choice()
        self.set_limits(Thresholds())
        self.now: float | None = None
        """The present, in seconds since 1970, as of which the curves are drawn."""
        self.ratio = 1.0
        """The screen's pixels for each of Qt's."""
        self.scale = LINEAR
        self.older = Older()
        self._looks = Looks()
        self._look_of: Mapping[Destination, Look] = {}
        self._chosen: object = None
        self._places: dict[Destination, int] = {}
        """Of all destinations, in the order of first sight."""
        self.sides = (
            Side(depth, lambda series: series.pending, Background()),
            Side(age, lambda series: series.oldest, Background()),
        )

    def set_limits(self, limits: Thresholds) -> None:
        """Mark these from now on."""
        self.limits = limits
        self.alike = limits.alike(Measure.DEPTH), limits.alike(Measure.OLDEST_AGE)

    def show_book(self, book: SeriesBook) -> None:
        """Draw these curves from now on, or what is new in them."""
        if book is not self.book:
            self.older.forget()
            self._places = {}
        self.book = book
        self.newest = Newest.of(book)
        for at in range(len(self._places), len(self.newest.order)):
            self._places[self.newest.order[at]] = at

    def draw(self, *, scale: bool, choose: bool) -> None:
        """Draw the stretch of time that the plots show. `scale`: fit the values; `choose`: the worst anew."""
        if choose:
            self.choose()
        self.give_looks()
        stretches = tuple((begin / NS, end / NS) for begin, end in self.book.unseen)
        for side in self.sides:
            side.plot.tint.show_stretches(stretches)
            self._draw_side(side, side.plot.span(self.ratio), scale=scale)

    def choose(self) -> None:
        """Have the worst of now among those that get a curve of their own."""
        self.choice.update(self.newest, self._places.get)

    def give_looks(self) -> None:
        """Have every curve of its own look different from the others."""
        own = [(where, self.book[where].index) for where in self.choice.own if where in self.book]
        if own != self._chosen:
            self._chosen, self._look_of = own, self._looks.of(own)

    def set_scale(self, scale: Scale) -> None:
        """Let values be drawn so, in both plots."""
        self.scale = scale
        for side in self.sides:
            side.plot.set_scale(scale)

    def _draw_side(self, side: Side, span: Span, *, scale: bool) -> None:
        drawn: dict[Destination | None, Stroke] = {
            where: Stroke(model.curve(self.track(side, where), span), self.pen(where)) for where in self.choice.drawn()
        }
        if behind := self.choice.behind():
            drawn[None] = Stroke(self._together(side, behind, span), self.pen(None))
        self._mark(side)
        if scale:
            side.plot.set_top(model.highest([stroke.curve for stroke in drawn.values()]))
        side.plot.draw(drawn, self.ratio)

    def _together(self, side: Side, behind: Sequence[Destination], span: Span) -> Curve:
        """The curves of those that share an item."""
        places = [self._places[where] for where in behind]
        newest = self.newest.depths if side is self.sides[0] else self.newest.ages
        members = Members(tuple(places), newest[places])
        return side.background.curve(
            members, lambda: [self.track(side, where) for where in behind], side.track(self.book.total), span
        )

    def track(self, side: Side, where: Destination) -> Track:
        """The curve of a destination as far back as it is seen and known."""
        begin = side.plot.time()[0]
        return self.older.join(side.track(self.book[where]), where, int(begin * NS))

    def curves(self, where: Destination) -> Pair:
        """Both curves of a destination, as far back as they are seen and known."""
        return Pair(*(self.track(side, where) for side in self.sides))

    def stretch(self) -> tuple[float, float]:
        """The stretch of time that is seen, without the rest of the pixel in which the present lies."""
        begin, end = self.sides[0].plot.time()
        return begin, self.past(end)

    def past(self, second: float) -> float:
        """An instant, or the present where that is earlier."""
        return second if self.now is None else min(second, self.now)

    def wish(self) -> Wish | None:
        """What is seen, but not in memory, and was not asked for yet."""
        times = self.book.total.pending.times
        return self.older.wish(self.sides[0].plot.span(), times[0] if times else None)

    def _mark(self, side: Side) -> None:
        """Draw the threshold, with how many destinations have reached it at the last look."""
        depth = side is self.sides[0]
        limit = self.limits.depth if depth else self.limits.age
        alike = self.alike[0 if depth else 1]
        if limit is None or alike is None:
            side.plot.mark.show_value(None, "", above=False)
            return
        above = alike.count(self.newest.order, self.newest.depths if depth else self.newest.ages)
        value = words.depth_words(self.limits) if depth else words.limit_words(self.limits)
        side.plot.mark.show_value(limit, words.mark_label(value, above), above=above > 0)

    def pen(self, where: Destination | None) -> QPen:
        """The pen of a curve (None: of the others together), pale while another one is looked at."""
        made = self.look(where)
        if where is None and not self.choice.others_highlighted:
            made.setColor(_thinner(made.color(), len(self.choice.rest)))
        if self.choice.faded(where):
            made.setColor(_blended(made.color(), QColor(theme.current().surface)))
        return made

    def look(self, where: Destination | None) -> QPen:
        """The pen of a curve while none is pointed at."""
        if where is None:
            return theme.rest_pen()
        wide = where in (self.choice.selected, self.choice.highlighted)
        color, dashes = self._look_of.get(where) or (self.book[where].index, 0)
        return theme.curve_pen(color, WIDE if wide else 1.0, dashes)

    def entries(self) -> list[Entry]:
        """The legend as it is to be."""
        choice = self.choice
        return [
            Entry(
                where,
                words.name_of(where, choice),
                self.look(where),
                selected=where is not None and where == choice.selected,
                hidden=where in choice.hidden,
                highlighted=choice.others_highlighted if where is None else where == choice.highlighted,
            )
            for where in choice.entries()
            if where is None or where in self.book
        ]

    def reading(self, second: float) -> Reading:
        """What the curves show at an instant."""
        ns = int(second * NS)
        if self.book.total.pending.at(ns) is None and not self.older.known(ns):
            return words.nothing(second)
        title = words.moment(second, self.book.unseen)
        return words.reading(title, self.choice, second, self._values, self.alike, self.look)

    def _values(self, where: Destination, second: float) -> tuple[float | None, float | None]:
        pair = self.curves(where)
        return model.value_at(pair.pending, second), model.value_at(pair.oldest, second)

    def nearest(self, side: Side, second: float, value: float) -> Destination | None:
        """The curve of its own that is nearest to a place in a plot, if one is near."""
        found = {where: model.value_at(self.track(side, where), second) for where in self.choice.drawn()}
        up = self.scale.up
        away = {where: abs(up(known) - up(value)) for where, known in found.items() if known is not None}
        nearest = min(away, key=lambda where: away[where], default=None)
        return nearest if nearest is not None and away[nearest] <= NEAR_CLICK * up(side.plot.top()) else None


def _thinner(color: QColor, count: int) -> QColor:
    """The colour of so many curves together: a crowd must not hide those that have a place of their own."""
    made = QColor(color)
    made.setAlphaF(min(1.0, max(PALEST, CROWD / max(1, count))))
    return made


def _blended(color: QColor, ground: QColor) -> QColor:
    parts = zip(color.getRgb()[:3], ground.getRgb()[:3], strict=True)  # type: ignore[index]
    return QColor(*(round(FADED * one + (1 - FADED) * other) for one, other in parts))
