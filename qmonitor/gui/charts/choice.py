"""Which destinations have a curve of their own, which share one, and which are switched off. No widget in here."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import field
from itertools import islice

import numpy as np

from qmonitor.gui.charts.model import Floats
from qmonitor.monitor.series import SeriesBook
from qmonitor.queues.model import Destination
from qmonitor.values import dataclass

TOP = 12
"""So many of the worst have a curve of their own, and beside them whichever is selected or was picked."""
REST = 300
"""So many more share one item, the worst of them."""
SEEN, SEEN_PART = 20, 0.2
"""Small charts keep their places for less than so many messages or seconds, or this part of the highest value."""
STAYS = 1.25
"""Who has a curve keeps it until another is worse by this factor: names must not jump about at every look."""


@dataclass(frozen=True, slots=True)
class Newest:
    """Every destination in the order of first sight, with its backlog and the age of its oldest message (seconds).

    NaN is not known. Works with places in the order: to look 5,000 names up takes longer than to rank them.
    """

    order: tuple[Destination, ...] = ()
    depths: Floats = field(default_factory=lambda: np.empty(0))
    ages: Floats = field(default_factory=lambda: np.empty(0))

    @classmethod
    def of(cls, book: SeriesBook) -> "Newest":
        order, depths, ages = tuple(zip(*book.newest(), strict=True)) or ((), (), ())
        return cls(order, np.array(depths, dtype=float), np.array(ages, dtype=float))  # None becomes NaN

    def ranked(self, favoured: Collection[int] = ()) -> list[int]:
        """All places, by turns the deepest and the one with the oldest message.

        So the highest curves of both plots come first. `favoured` ones count for a little more than they are.
        """
        boost = np.zeros(len(self.order))
        boost[[at for at in favoured if at < boost.size]] = 1
        deep, old = (
            np.nan_to_num(figures) * (1 + (STAYS - 1) * boost) + 0.5 * boost for figures in (self.depths, self.ages)
        )
        turns = np.empty(2 * boost.size, dtype=int)
        turns[0::2], turns[1::2] = np.lexsort((-old, -deep)), np.lexsort((-deep, -old))
        return list(dict.fromkeys(turns.tolist()))

    def worst_first(self) -> list[Destination]:
        """All destinations in this order."""
        return [self.order[at] for at in self.ranked()]

    def highest_first(self, *, ages: bool, before: Sequence[int] = ()) -> list[int]:
        """All places, the deepest first, or the one with the oldest message.

        As they were `before`, for as long as none stands below one that is lower by more than can be seen.
        """
        one, other = (np.nan_to_num(figures) for figures in (self.depths, self.ages)[:: -1 if ages else 1])
        if len(before) == one.size and one.size:
            stand = one[list(before)]
            if (stand - np.minimum.accumulate(stand)).max() <= max(SEEN, SEEN_PART * stand.max()):
                return list(before)
        found: list[int] = np.lexsort((-other, -one)).tolist()
        return found


@dataclass(slots=True)
class Choice:
    """The curves to draw. `hidden` are the names that were switched off, None among them for the others together.

    `picked` are those that a person wants to see: they have curves of their own until they are no more wanted.
    """

    own: list[Destination] = field(default_factory=list)
    rest: list[Destination] = field(default_factory=list)
    unseen: int = 0
    """How many destinations beyond those have no curve at all."""
    selected: Destination | None = None
    highlighted: Destination | None = None
    others_highlighted: bool = False
    hidden: set[Destination | None] = field(default_factory=set)
    picked: set[Destination] = field(default_factory=set)

    def update(self, newest: Newest, place: Callable[[Destination], int | None]) -> None:
        """Choose anew, in the order of first sight, so that names stay where they are.

        `place` tells the place of a destination in that order, None where it is not known.
        """
        if len(newest.order) <= TOP:
            self.own, self.rest, self.unseen = list(newest.order), [], 0
            return
        picked = {at for at in map(place, self.picked) if at is not None}
        ranked = newest.ranked([at for at in map(place, self.own) if at is not None])
        own = picked | set(islice((at for at in ranked if at not in picked), max(0, TOP - len(picked))))
        if self.selected is not None and (selected := place(self.selected)) is not None:
            own.add(selected)
        rest = list(islice((at for at in ranked if at not in own), REST))
        self.unseen = len(newest.order) - len(own) - len(rest)
        self.own = [newest.order[at] for at in sorted(own)]
        self.rest = [newest.order[at] for at in sorted(rest)]

    def toggle(self, where: Destination | None) -> None:
        """Switch a curve off or on again; None: the others together."""
        self.hidden ^= {where}

    def show(self, where: Destination) -> None:
        """Give a destination a curve of its own, which is seen and stays."""
        self.picked.add(where)
        self.hidden.discard(where)

    def pick(self, where: Destination) -> None:
        """The same, or take that away."""
        if self.picks(where):
            self.picked.discard(where)
            self.hidden.add(where)
        else:
            self.show(where)

    def picks(self, where: Destination) -> bool:
        """Whether a destination has a curve of its own that is seen, or will have with the next choice."""
        return where not in self.hidden and (where in self.own or where in self.picked)

    def show_all(self) -> None:
        self.hidden.clear()

    def reset(self) -> None:
        """The worst again, all of them, and no other."""
        self.own = []
        self.hidden.clear()
        self.picked.clear()

    def show_only(self, where: Destination) -> None:
        """Switch off all but one."""
        self.hidden = {*self.own, None} - {where}

    def drawn(self) -> list[Destination]:
        """Those whose own curves are seen."""
        return [where for where in self.own if where not in self.hidden]

    def behind(self) -> list[Destination]:
        """Those that share an item, where it is seen."""
        return [] if None in self.hidden else self.rest

    def faded(self, where: Destination | None) -> bool:
        """Whether another one is looked at."""
        if self.others_highlighted:
            return where is not None
        return self.highlighted is not None and where != self.highlighted

    def highlight(self, where: Destination | None, *, others: bool = False) -> bool:
        """Look at one curve, at the others together, or at none; whether that is new."""
        changed = (where, others) != (self.highlighted, self.others_highlighted)
        self.highlighted, self.others_highlighted = where, others
        return changed

    def entries(self) -> Iterable[Destination | None]:
        """The names of the legend in their order; None for the others."""
        return [*self.own, *([None] if self.rest else [])]
