"""How much one command brings: few entries where they are large, or where nobody knows how large they are."""

from collections.abc import Generator, Sequence

BYTES = 1 << 20
"""One command brings about so many bytes at most: whoever wants an entry gets its payload, too."""

MOST = 200
"""Entries of one command. Deleted ones lie among them until the last of their block has gone (a hundred by default),
and the server walks over each: 200 of them take it two milliseconds at most, whatever was deleted (measured).
"""

FEW = 2
"""Entries that a walk reads first: at another place they may be of another size."""

GROWTH = 4
"""By so much more is read at once, from command to command, as long as entries are small."""

WORST = 4
"""One command brings so many times `BYTES` where all that it reads are as large as the largest one seen lately."""

LATELY = 256
"""Entries after which the largest one counts for half as large."""


class Stride:
    """How many entries the next command is to read: the fewer, the larger they were lately. For one key.

    The server tells no sizes beforehand. So one that is larger than all that were read before it may come with others.
    """

    def __init__(self, most: int = MOST, size: int = BYTES) -> None:
        """`most` entries and about `size` bytes at once. Nothing is known of the first: it comes alone."""
        self._most, self._size = most, size
        self._each, self._largest = float(size), 1.0

    def most(self, wanted: int) -> int:
        """So many as are wanted, or as are not too large together."""
        room = min(self._size / self._each, WORST * self._size / self._largest)
        return max(1, min(wanted, int(room), self._most))

    def learn(self, sizes: Sequence[int]) -> None:
        """What was read had these sizes (bytes)."""
        if sizes:
            self._each = max(1.0, sum(sizes) / len(sizes), self._each / GROWTH)
            self._largest = max(1.0, *sizes, self._largest * 0.5 ** (len(sizes) / LATELY))


class Strides:
    """Of all keys of a queue; a reader keeps them."""

    def __init__(self) -> None:
        self._known: dict[str, Stride] = {}

    def of(self, key: str) -> Stride:
        return self._known.setdefault(key, Stride())


def growing(ahead: int) -> Generator[int, int | None, None]:
    """How many a walk is to read with its next command: few first, then what `ahead` still wants, and ever more.

    Whoever got another number is to send it in.
    """
    wanted, read = FEW, 0
    while True:
        left = ahead - read
        now = min(wanted, left) if left > 0 else wanted
        brought = yield now
        read, wanted = read + (now if brought is None else brought), min(wanted * GROWTH, MOST)
