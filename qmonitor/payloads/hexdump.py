"""Bytes as rows of sixteen: offset, values, characters. Pure: a view asks for the rows that it shows.

All rows are laid out alike, so that a column means the same byte everywhere: two digits and a space each, one more
space in the middle.
"""

from typing import NamedTuple

WIDTH = 16
"""Bytes in a row."""
OTHER = "·"
"""Stands for a byte that is no printable ASCII character."""

_CHARACTERS = {code: OTHER for code in range(256) if not 0x20 <= code < 0x7F}
_MIDDLE = WIDTH // 2


class Row(NamedTuple):
    """One row, as it is written: `0000001f`, `4d 53 48 …`, `MSH…`."""

    offset: str
    values: str
    characters: str


def rows(size: int) -> int:
    """How many rows a payload of so many bytes has."""
    return -(-size // WIDTH)


def row(raw: bytes, base: int, *, start: int = 0, digits: int = 8) -> Row:
    """The row at the offset `base` (a multiple of 16); `raw` begins at the offset `start` of the payload."""
    data = bytes(raw[base - start : base - start + WIDTH]) if base >= start else b""
    first, second = data[:_MIDDLE].hex(" "), data[_MIDDLE:].hex(" ")
    values = f"{first:<{3 * _MIDDLE - 1}}  {second:<{3 * (WIDTH - _MIDDLE) - 1}}"
    return Row(f"{base:0{digits}x}", values, data.decode("latin-1").translate(_CHARACTERS))


def digits(size: int) -> int:
    """Digits that offsets of such a payload need: eight at least, that rows of different ones look alike."""
    return max(8, len(f"{size:x}"))


def column(byte: int) -> int:
    """The place in `values` at which the byte with this number in its row is written."""
    return 3 * byte + (1 if byte >= _MIDDLE else 0)


def byte_at(column: int) -> int:
    """The byte in its row that is written at, or before, this place in `values`."""
    place = column - 1 if column >= 3 * _MIDDLE else column
    return min(max(place, 0) // 3, WIDTH - 1)
