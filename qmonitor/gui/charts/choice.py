"""Which destinations have a curve of their own, which share one, and which are switched off. No widget in here."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from qmonitor.monitor.series import SeriesBook
from qmonitor.queues.model import Destination

TOP = 12
"""So many of the deepest have a curve of their own, and beside them whichever is selected."""
REST = 300
"""So many more share one item, the deepest of them."""
STAYS = 1.25
"""Who has a curve keeps it until another is deeper by this factor: names must not jump about at every look."""


@dataclass(slots=True)
class Choice:
    """The curves to draw. `hidden` are the names that were switched off, None among them for the others together."""

    own: list[Destination] = field(default_factory=list)
    rest: list[Destination] = field(default_factory=list)
    unseen: int = 0
    """How many destinations beyond those have no curve at all."""
    selected: Destination | None = None
    highlighted: Destination | None = None
    others_highlighted: bool = False
    hidden: set[Destination | None] = field(default_factory=set)

    def update(self, book: SeriesBook) -> None:
        """Choose anew, in the order of first sight."""
        order = {where: n for n, (where, _) in enumerate(book.items())}
        before = set(self.own)

        def depth(where: Destination) -> float:
            found = book[where].pending.last() or 0
            return found * STAYS + 0.5 if where in before else found

        deepest = sorted(order, key=lambda where: (-depth(where), order[where]))
        own = set(deepest[:TOP])
        if self.selected in order:
            own.add(self.selected)
        others = [where for where in deepest if where not in own]
        rest = set(others[:REST])
        self.unseen = len(others) - len(rest)
        self.own = [where for where in order if where in own]
        self.rest = [where for where in order if where in rest]

    def toggle(self, where: Destination | None) -> None:
        """Switch a curve off or on again; None: the others together."""
        self.hidden ^= {where}

    def show_all(self) -> None:
        self.hidden.clear()

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
