r"""The shape in which the daemon writes nearly every row, as one regular expression over a value's bytes.

A list with one message, that has the eight known keys in their order: times in UTC, texts and lists that are not long.
Whatever matches is CBOR and a message by its shape; that its texts are UTF-8 is still to be looked at, and that can be
done for many rows at once: between the heads of lists, which are the only other bytes beyond ASCII, every head is an
ASCII character, so that no text can begin or end within a character without spoiling the whole.

With it a row takes half the time that cbor2 takes alone (measured). Texts of other lengths, and all other values, are
read otherwise: not to match means nothing.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain

TEXT_MOST, LIST_MOST = 95, 8
"""Bytes of a text, and texts of a list: more would double the time to make the expression (some 25 ms, once)."""

QUEUED = 1
"""The group that holds the text of `QueuedAt`. The others, put together, hold all that has to be UTF-8."""

_DAY = (
    rb"(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)"
    rb"|02-(?:0[1-9]|1[0-9]|2[0-8]))"
)
"""A day of any year: the last one of February is looked at otherwise."""

_CLOCK = rb"T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?Z"


def _head(major: int, number: int) -> bytes:
    """A head as a regular expression."""
    raw = bytes([major << 5 | number] if number < 24 else [major << 5 | 24, number])
    return b"".join(b"\\x%02x" % byte for byte in raw)


def _time() -> bytes:
    """A time in UTC that certainly exists, and is not zero: the length that is said before it is its own."""
    heads = b"|".join(_head(3, size) + b"(?=.{%d}Z)" % (size - 1) for size in (30, *range(29, 21, -1), 20))
    return rb"\xc0(?:%b)(%b)" % (heads, rb"2[0-9]{3}-" + _DAY + _CLOCK)


def _text() -> bytes:
    short = (_head(3, size) + b".{%d}" % size for size in range(24))
    longer = (b"\\x%02x.{%d}" % (size, size) for size in range(24, TEXT_MOST + 1))
    return b"(?:" + b"|".join(short) + rb"|\x78(?:" + b"|".join(longer) + b"))"


def _listed(text: bytes) -> bytes:
    """What follows the head of a list, or null, by that head."""
    several = (b"(?<=%b)%b{%d}" % (_head(4, size), text, size) for size in range(2, LIST_MOST + 1))
    return rb"(?:(?<=[\x80\xf6])|(?<=\x81)" + text + b"|" + b"|".join(several) + b")"


@cache
def usual() -> Callable[[bytes], re.Match[bytes] | None]:
    """Matches such a value."""
    text = _text()
    heads, inside = rb"[\x80-\x%02x\xf6]" % (0x80 + LIST_MOST), _listed(text)
    parts = (
        rb"\x81\xa8\x69Timestamp" + _time().replace(b"(2", b"(?:2") + rb"\x68QueuedAt" + _time(),
        rb"(\x68Username" + text + rb"\x67Subject" + text + rb"\x6cDescriptions)" + heads,
        b"(" + inside + rb"\x66Fields)" + heads,
        b"(" + inside + rb"\x6eSkipRecipients)" + heads,
        b"(" + inside + rb"\x64Code[\x00-\x17])\Z",
    )
    return re.compile(b"".join(parts), re.DOTALL).match


def is_made() -> bool:
    """Whether the expression was made already: then it is worth to be used for the fewest values."""
    return bool(usual.cache_info().currsize)


def are_texts(parts: Sequence[Sequence[bytes]]) -> bool:
    """Whether what several values hold besides heads of lists is UTF-8."""
    try:
        b"".join(chain.from_iterable(parts)).decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
