"""Which number each destination has, from which its colour follows: the same for ever, also when others come or go.

What is kept for the next time holds no names: a few bytes of their digests beside the numbers. Used by one thread.
"""

from collections.abc import Callable, Iterable
from hashlib import blake2s

from qmonitor.queues.model import Destination

MOST = 96
"""So many destinations of a source keep their numbers: those that were there first. Looks begin again after 48."""
SOURCES = 32
"""So many sources do; the one that was not looked at for the longest time is forgotten."""


class Colours:
    """The numbers of all sources. A destination that is new in its source gets the lowest one that none there has."""

    def __init__(self, kept: Iterable[object] = ()) -> None:
        """`kept`: what `keep` gave at an earlier time; anything else in it is passed over."""
        self._numbers: dict[str, dict[str, int]] = {}
        for line in kept:
            source, _, pairs = str(line).partition(" ")
            numbers = {name: int(number) for name, number in map(_parted, pairs.split()) if number.isdecimal()}
            if numbers:
                self._numbers[source] = numbers

    def of(self, place: str) -> Callable[[Destination], int]:
        """Gives the numbers of the destinations of the source that lies there; each is asked for once."""
        source = _digest(place)
        numbers = self._numbers.pop(source, {})
        self._numbers[source] = numbers  # the last one that was looked at
        taken = set(numbers.values())
        lowest = 0

        def number(destination: Destination) -> int:
            nonlocal lowest
            name = _digest(f"{destination.channel}\0{destination.destination}")
            if name not in numbers:
                while lowest in taken:
                    lowest += 1
                taken.add(lowest)
                numbers[name] = lowest
            return numbers[name]

        return number

    def keep(self) -> list[str]:
        """What is to be kept: a line for each source."""
        found = list(self._numbers.items())[-SOURCES:]
        return [
            f"{source} {' '.join(f'{name}:{number}' for name, number in list(numbers.items())[:MOST])}"
            for source, numbers in found
            if numbers
        ]


def _parted(pair: str) -> tuple[str, str]:
    name, _, number = pair.partition(":")
    return name, number


def _digest(name: str) -> str:
    return blake2s(name.encode("utf-8", "surrogateescape"), digest_size=4).hexdigest()
