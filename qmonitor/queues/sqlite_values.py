"""What a column of an SQLite file holds, whatever a foreign program put there."""


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
