"""Which destinations have a curve of their own, which share one, and which are switched off. No widget in here."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import chain, islice

import numpy as np

from qmonitor.monitor.series import SeriesBook
from qmonitor.queues.model import Destination

TOP = 12
"""So many of the worst have a curve of their own, and beside them whichever is selected or was picked."""
REST = 300
"""So many more share one item, the worst of them."""
STAYS = 1.25
"""Who has a curve keeps it until another is worse by this factor: names must not jump about at every look."""


def worst_first(book: SeriesBook, favoured: Callable[[Destination], bool]) -> list[Destination]:
    """All destinations, by turns the deepest and the one with the oldest message.

    So the highest curves of both plots have a name. `favoured` ones count for a little more than they are.
    """
    order = [where for where, _ in book.items()]
    boost = np.array([STAYS if favoured(where) else 1.0 for where in order])
    deep, old = (
        np.array([value or 0.0 for value in figures]) * boost + 0.5 * (boost > 1)
        for figures in (
            [series.pending.last() for _, series in book.items()],
            [series.oldest.last() for _, series in book.items()],
        )
    )
    by_depth, by_age = np.lexsort((-old, -deep)).tolist(), np.lexsort((-deep, -old)).tolist()
    turns = chain.from_iterable(zip(by_depth, by_age, strict=True))
    return [order[n] for n in dict.fromkeys(turns)]


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

    def update(self, book: SeriesBook) -> None:
        """Choose anew; in the order of first sight, so that names stay where they are."""
        if len(book) <= TOP:
            self.own, self.rest, self.unseen = [where for where, _ in book.items()], [], 0
            return
        worst = worst_first(book, set(self.own).__contains__)
        own = {where for where in (self.selected, *self.picked) if where is not None and where in book}
        own.update(islice((where for where in worst if where not in self.picked), max(0, TOP - len(self.picked))))
        others = [where for where in worst if where not in own]
        rest = set(others[:REST])
        self.unseen = len(others) - len(rest)
        self.own = sorted(own, key=lambda where: book[where].index)
        self.rest = sorted(rest, key=lambda where: book[where].index)

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
