"""What a settings table may hold, as data: its keys, what their values may be, and what holds without them.

The same table reads `workers.toml`, checks what is typed into a dialog, and writes the file again. What does not fit
is told by its key, its value and what is allowed; a secret that somebody wrote there is never repeated.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from qmonitor.queues.errors import Refused
from qmonitor.queues.targets import tells_password, without_password
from qmonitor.queues.words import Phrase, phrase
from qmonitor.values import dataclass

_REQUIRED = object()
_LONGEST_SHOWN = 60
_SECRET_NAMES = re.compile(r"pas|pwd|kennw|secret|token|credential|api_?key", re.IGNORECASE)
_QUERY = re.compile(r"(?<=\S)\?[^\s'\"]+")
"""What stands behind an address, where a token may be."""
_USERINFO = re.compile(r"//[^/\s]*@")


class Unfit(Refused):
    """A key or a value that can't be meant. `key`: which; the remedy says what is allowed."""

    def __init__(self, key: str, cause: Phrase, allowed: Phrase) -> None:
        super().__init__(cause, allowed)
        self.key = key


@dataclass(frozen=True, slots=True)
class Kind:
    """What a value may be. `read` returns it in its final form, and raises ValueError where it does not fit."""

    allowed: Phrase
    read: Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Field:
    """A key of a table."""

    name: str
    kind: Kind
    default: Any = _REQUIRED

    @property
    def required(self) -> bool:
        return self.default is _REQUIRED

    def read(self, value: object, prefix: str = "") -> Any:
        """The value in its final form. Raises `Unfit`."""
        if value == self.default and type(value) is type(self.default):
            return value
        try:
            return self.kind.read(value)
        except (ValueError, TypeError, OverflowError) as error:
            key = f"{prefix}{self.name}"
            raise Unfit(key, phrase("{key} is {value}.", key=key, value=shown(value)), self.kind.allowed) from error


def read_table(fields: Sequence[Field], table: object, prefix: str = "") -> dict[str, Any]:
    """The values of all keys. Raises `Unfit` for the first that is unknown, missing or can't be meant."""
    if not isinstance(table, Mapping):
        key = prefix.rstrip(".") or "worker"
        allowed = phrase("It is a table with: {keys}.", keys=_names(fields))
        raise Unfit(key, phrase("{key} is {value}.", key=key, value=shown(table)), allowed)
    known = {field.name: field for field in fields}
    for name, value in table.items():
        if name not in known:
            raise _unknown(f"{prefix}{_named(name)}", value, fields)
    return {name: _value(field, table, prefix) for name, field in known.items()}


def check_values(fields: Sequence[Field], settings: object, prefix: str = "") -> None:
    """Whether each attribute of a finished object could stand in a table. Raises `Unfit`."""
    for field in fields:
        field.read(getattr(settings, field.name), prefix)


def lean(fields: Sequence[Field], values: Mapping[str, Any]) -> dict[str, Any]:
    """What has to be written: all that is not as it is without a word."""
    return {field.name: values[field.name] for field in fields if field.required or values[field.name] != field.default}


def shown(value: object) -> str:
    """A value in one line, bounded; without what may be a password, and of a table nothing."""
    if isinstance(value, Mapping | list):
        return "{…}" if isinstance(value, Mapping) else "[…]"
    if isinstance(value, str) and tells_password(value):
        value = without_password(value)
    text = _USERINFO.sub("//…@", repr(value) if not isinstance(value, bool) else str(value).lower())
    text = _QUERY.sub("?…", text)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…"


def _value(field: Field, table: Mapping[str, object], prefix: str) -> Any:
    if field.name in table:
        return field.read(table[field.name], prefix)
    if not field.required:
        return field.default
    key = f"{prefix}{field.name}"
    raise Unfit(key, phrase("{key} is missing.", key=key), field.kind.allowed)


def _unknown(key: str, value: object, fields: Sequence[Field]) -> Unfit:
    return Unfit(key, *not_known(key, value, phrase("Known are: {keys}.", keys=_names(fields))))


def not_known(key: str, value: object, known: Phrase) -> tuple[Phrase, Phrase]:
    """The problem with a key that no file has, and its remedy; the value is not told where it may be a secret."""
    if _SECRET_NAMES.search(key):
        return (
            phrase("{key} is set, but this file holds no secrets.", key=key),
            phrase("Take it out: passwords and tokens are kept in the keyring."),
        )
    return phrase("{key} = {value} is not known.", key=key, value=shown(value)), known


def _named(key: str) -> str:
    """A key as it is shown: in one line, and bounded."""
    return key if key.isprintable() and len(key) <= _LONGEST_SHOWN else shown(key)


def _names(fields: Sequence[Field]) -> str:
    return ", ".join(field.name for field in fields)
