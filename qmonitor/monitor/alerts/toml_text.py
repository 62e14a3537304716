"""Writes what `tomllib` read: every value of a document, though not its comments."""

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def dumps(document: Mapping[str, object]) -> str:
    """The document as text: plain values, then tables."""
    return "\n".join(_table(document, ())).lstrip("\n") + "\n"


def _table(table: Mapping[str, object], path: tuple[str, ...]) -> Iterator[str]:
    nested = {key: value for key, value in table.items() if isinstance(value, Mapping) or _is_tables(value)}
    for key, value in table.items():
        if key not in nested:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in nested.items():
        here = (*path, key)
        name = ".".join(map(_key, here))
        if isinstance(value, Mapping):
            yield from ("", f"[{name}]", *_table(value, here))
        elif isinstance(value, Sequence):
            for one in value:
                yield from ("", f"[[{name}]]", *_table(one, here))


def _is_tables(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, Mapping) for one in value)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _string(key)


def _string(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return _string(value)
        case float():
            return repr(value) if math.isfinite(value) else str(value)
        case int():
            return str(value)
        case datetime() | date() | time():
            return value.isoformat()
        case Mapping():
            return "{" + ", ".join(f"{_key(key)} = {_value(one)}" for key, one in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(_value, value)) + "]"
    raise TypeError(f"TOML has no {type(value).__name__}")
