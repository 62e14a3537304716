"""Names of places in a message: `PID-3[2].4.2` is the second subcomponent of PID-3's second repetition's component 4.

As the inspector, the command line and search write them. `[n]` after a segment's name is its number among those of its
name in the message, after a field the repetition; a number that is left out is 0 here.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from qmonitor.payloads.hl7.split import Leaf, Place
from qmonitor.values import dataclass

_NUMBER = r"([1-9][0-9]{0,8})"
_PATH = re.compile(
    rf"(?P<segment>[A-Za-z.][A-Za-z0-9.]{{2}}|[?*])(?:\[{_NUMBER}\])?"
    rf"(?:[-.]{_NUMBER}(?:\[{_NUMBER}\])?(?:[.-]{_NUMBER}(?:[.-]{_NUMBER})?)?)?"
)
_LONGEST = 80


class NoPath(ValueError):
    """What was written is no path."""


@dataclass(frozen=True, slots=True)
class Path:
    """A place, or where a search looks: `.` in a segment's name is then any character, `*` any segment."""

    segment: str
    occurrence: int = 0
    field: int = 0
    repetition: int = 0
    component: int = 0
    subcomponent: int = 0

    @classmethod
    def parse(cls, text: str) -> "Path":
        """Read what a person wrote, with `.` instead of `-` too. NoPath: it is none."""
        text = text.strip()
        found = _PATH.fullmatch(text) if len(text) <= _LONGEST else None
        if found is None:
            raise NoPath("a path looks like PID-3, PID-3.1 or OBX[2]-5[1].4.2")
        segment, *numbers = found.groups()
        return cls(segment, *(int(number or 0) for number in numbers))

    def __str__(self) -> str:
        parts = [self.segment, f"[{self.occurrence}]" if self.occurrence else ""]
        if self.field:
            parts += [f"-{self.field}", f"[{self.repetition}]" if self.repetition else ""]
        if self.field and self.component:
            parts += [f".{self.component}", f".{self.subcomponent}" if self.subcomponent else ""]
        return "".join(parts)


def numbered(places: Iterable[Place]) -> Iterator[tuple[int, Place]]:
    """Segments with their number among those of their name in their message."""
    seen: Counter[tuple[int, str]] = Counter()
    for place in places:
        seen[place.group, place.name] += 1
        yield seen[place.group, place.name], place


def path_of(leaf: Leaf, segment: str) -> str:
    """The path of a leaf, as deep as it is divided. `segment`: its segment's, with a number if there are several."""
    path = f"{segment}-{leaf.field}"
    if leaf.repeated:
        path += f"[{leaf.repetition}]"
    if leaf.depth:
        path += f".{leaf.component}"
    return f"{path}.{leaf.subcomponent}" if leaf.depth > 1 else path
