"""Which destinations have a curve of their own, which share one, and which are switched off. No widget in here."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from itertools import chain, islice

import numpy as np

from qmonitor.gui.charts.model import Floats
from qmonitor.monitor.series import SeriesBook
from qmonitor.queues.model import Destination

TOP = 12
"""So many of the worst have a curve of their own, and beside them whichever is selected or was picked."""
REST = 300
"""So many more share one item, the worst of them."""
STAYS = 1.25
"""Who has a curve keeps it until another is worse by this factor: names must not jump about at every look."""


@dataclass(frozen=True, slots=True)
class Newest:
    """Every destination in the order of first sight, with its backlog and the age of its oldest message (seconds).

    NaN is not known. 5,000 take 2 ms to be gathered, and 2 to be ranked.
    """

    order: tuple[Destination, ...] = ()
    depths: Floats = field(default_factory=lambda: np.empty(0))
    ages: Floats = field(default_factory=lambda: np.empty(0))

    @classmethod
    def of(cls, book: SeriesBook) -> "Newest":
        order, depths, ages = tuple(zip(*book.newest(), strict=True)) or ((), (), ())
        return cls(order, np.array(depths, dtype=float), np.array(ages, dtype=float))  # None becomes NaN

    def worst_first(self, favoured: Collection[Destination] = ()) -> list[Destination]:
        """By turns the deepest and the one with the oldest message: so the highest curves of both plots come first.

        `favoured` ones count for a little more than they are.
        """
        boost = np.array([where in favoured for where in self.order], dtype=float)
        deep, old = (
            np.nan_to_num(figures) * (1 + (STAYS - 1) * boost) + 0.5 * boost for figures in (self.depths, self.ages)
        )
        by_depth, by_age = np.lexsort((-old, -deep)).tolist(), np.lexsort((-deep, -old)).tolist()
        turns = chain.from_iterable(zip(by_depth, by_age, strict=True))
        return [self.order[n] for n in dict.fromkeys(turns)]


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

    def update(self, newest: Newest) -> None:
        """Choose anew; in the order of first sight, so that names stay where they are."""
        if len(newest.order) <= TOP:
            self.own, self.rest, self.unseen = list(newest.order), [], 0
            return
        worst = newest.worst_first(set(self.own))
        known = set(newest.order)
        own = {where for where in (self.selected, *self.picked) if where in known}
        room = max(0, TOP - len(self.picked & known))
        own.update(islice((where for where in worst if where not in self.picked), room))
        others = [where for where in worst if where not in own]
        rest = set(others[:REST])
        self.unseen = len(others) - len(rest)
        self.own = [where for where in newest.order if where in own]
        self.rest = [where for where in newest.order if where in rest]

    def toggle(self, where: Destination | None) -> None:
        """Switch a curve off or on again; None: the others together."""
        self.hidden ^= {where}

    def pick(self, where: Destination) -> None:
        """Give a destination a curve of its own, or take it away; one of the worst is switched off and on instead."""
        if where in self.hidden:
            self.hidden.discard(where)
        elif where in self.picked:
            self.picked.discard(where)
        elif where in self.own:
            self.hidden.add(where)
        else:
            self.picked.add(where)

    def picks(self, where: Destination) -> bool:
        """Whether a destination has a curve of its own that is seen, or will have with the next choice."""
        return where not in self.hidden and (where in self.own or where in self.picked)

    def show_all(self) -> None:
        self.hidden.clear()

    def reset(self) -> None:
        """The worst again, all of them."""
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
        return [] if None in self.hidden else [where for where in self.rest if where not in self.hidden]

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
