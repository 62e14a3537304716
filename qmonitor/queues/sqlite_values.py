"""What a column of an SQLite file holds, whatever a foreign program put there."""

CAUSE_LENGTH = 2_000
"""Characters of a cause that are kept."""

NAME = "CAST(? AS TEXT)"
"""The placeholder for `name`: a constant, so an index is still used."""


def text(value: object) -> str:
    """A text column's value, whatever type an engine put there; NULL reads as empty."""
    if isinstance(value, str):
        return value
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")
    return "" if value is None else str(value)


def whole(value: object) -> int:
    """An integer column's value; anything else than a number reads as 0."""
    return int(value) if isinstance(value, int | float) else 0


def stored_bytes(value: object) -> bytes:
    """A blob column's value, also where a foreign program put text or a number there; NULL reads as empty."""
    return value if isinstance(value, bytes) else text(value).encode("utf-8", "surrogateescape")


def name(value: str) -> str | bytes:
    """A name as parameter of `CAST(? AS TEXT)`: its bytes where it is no valid Unicode, so that it still matches."""
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        return value.encode("utf-8", "surrogateescape")
    return value


def bounded(cause: str | bytes) -> str:
    """A cause as it is kept, and text that any tool can read: what is no UTF-8 is replaced, and a cut is said."""
    raw = cause if isinstance(cause, bytes) else cause.encode("utf-8", "surrogatepass")
    found = raw.decode("utf-8", "replace")
    if len(found) <= CAUSE_LENGTH:
        return found
    note = f" … (cut, {len(found)} characters in all)"
    return found[: CAUSE_LENGTH - len(note)] + note
