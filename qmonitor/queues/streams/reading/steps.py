"""How much one command brings: few entries where they are large, or where nobody knows how large they are."""

from collections.abc import Iterator, Sequence

BYTES = 1 << 20
"""One command brings about so many bytes at most: whoever wants an entry gets its payload, too."""

MOST = 100
"""Entries of one command. Deleted ones lie among them until the last of their block has gone (a hundred by default),
and the server walks over each: 100 of them take it a millisecond at most, whatever was deleted (measured).
"""

FEW = 2
"""Entries that a walk reads first: at another place they may be of another size."""

GROWTH = 4
"""By so much more is read at once, from command to command, as long as entries are small."""


class Step:
    """How many entries the next command is to read: the fewer, the larger they were lately. For one key."""

    def __init__(self, most: int = MOST, size: int = BYTES) -> None:
        """`most` entries and about `size` bytes at once. Nothing is known of the first: it comes alone."""
        self._most, self._size = most, size
        self._each = float(size)

    def most(self, wanted: int) -> int:
        """So many as are wanted, or as are not too large together."""
        return max(1, min(wanted, int(self._size / self._each), self._most))

    def learn(self, sizes: Sequence[int]) -> None:
        """What was read had these sizes (bytes); where they were large it takes several commands to forget that."""
        if sizes:
            self._each = max(1.0, sum(sizes) / len(sizes), self._each / GROWTH)


class Steps:
    """Of all keys of a queue; a reader keeps them."""

    def __init__(self) -> None:
        self._known: dict[str, Step] = {}

    def of(self, key: str) -> Step:
        return self._known.setdefault(key, Step())


def growing(ahead: int) -> Iterator[int]:
    """How many a walk is to read with its next command: few first, then what `ahead` still wants, and ever more."""
    wanted, read = FEW, 0
    while True:
        left = ahead - read
        now = min(wanted, left) if left > 0 else wanted
        yield now
        read, wanted = read + now, min(wanted * GROWTH, MOST)
