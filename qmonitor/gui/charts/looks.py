"""Which look each curve has: its colour for ever, and a kind of dashes that no other one beside it has. No widget."""

from collections.abc import Iterable, Mapping

from qmonitor.gui.theme import DASHES, LIGHT
from qmonitor.queues.model import Destination

COLORS = len(LIGHT.curves)
Look = tuple[int, int]
"""The number of a colour, and of a kind of dashes."""


class Looks:
    """Gives looks to the curves that are drawn.

    A destination's colour follows from its number alone, as everywhere in the window. Its dashes do so too, as long as
    they tell it apart from all others that were ever drawn: among the first 48 destinations always.
    A destination keeps the dashes that it was given, unless it comes back beside one that has the same look meanwhile.
    """

    def __init__(self) -> None:
        self._given: dict[Destination, Look] = {}
        self._shown: Mapping[Destination, Look] = {}

    def of(self, drawn: Iterable[tuple[Destination, int]]) -> Mapping[Destination, Look]:
        """The looks of these curves, each with its number (`Series.index`)."""
        shown: dict[Destination, Look] = {}
        wanted = sorted(drawn, key=lambda one: (one[0] not in self._shown, one[0] not in self._given, one[1]))
        for where, index in wanted:
            look = self._given.get(where) or (index % COLORS, index // COLORS % len(DASHES))
            if look in shown.values() or (where not in self._given and look in self._given.values()):
                look = look[0], self._other(look, set(shown.values()))
            shown[where] = self._given[where] = look
        self._shown = shown
        return shown

    def _other(self, look: Look, shown: set[Look]) -> int:
        """Dashes that no curve of this colour ever had, else that none has that is drawn, else its own."""
        color, own = look
        ever = set(self._given.values())
        kinds = range(len(DASHES))
        for taken in (ever | shown, shown):
            free = next((kind for kind in kinds if (color, kind) not in taken), None)
            if free is not None:
                return free
        return own
