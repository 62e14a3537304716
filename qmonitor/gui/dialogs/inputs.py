"""What is typed into a form: the fields that it has, and how what stands in them is read."""

import re
from collections.abc import Callable, Mapping
from enum import Enum, auto
from typing import Any

from qmonitor.values import dataclass


class Kind(Enum):
    """How a value is typed."""

    TEXT = auto()
    NUMBER = auto()
    SWITCH = auto()
    CHOICE = auto()
    HEADERS = auto()
    """`X-Sender: lab; X-Place: north`"""


_OWN = r"\;"
_BETWEEN = re.compile(r"(?<!\\);")
"""A semicolon that belongs to a header's value, and one between two headers."""
_THOUSANDS = re.compile(r"-?[1-9]\d{0,2}([.,]\d{3})+")
"""What may be meant as thousands or as a fraction, depending on where one learned to write."""

Values = Mapping[str, Any]
Shown = Callable[[Values], bool]


def _always(_values: Values) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Input:
    """`key` is the whole one; `choices` are (value, label). It is `shown` where it has a meaning; a `wide` one
    takes the room of two, and begins a row.
    """

    key: str
    label: str
    kind: Kind = Kind.TEXT
    choices: tuple[tuple[str, str], ...] = ()
    shown: Shown = _always
    wide: bool = False

    @property
    def default(self) -> Any:
        """What holds without it; None: it has to be there, or is left out. Told by the form that it is of."""
        return None


def written(kind: Kind, value: Any) -> str:
    """A value as it is typed; "" for none."""
    if value is None:
        return ""
    if kind is Kind.HEADERS and isinstance(value, Mapping | tuple):
        pairs = value.items() if isinstance(value, Mapping) else value
        return "; ".join(f"{name}: {str(said).replace(';', _OWN)}" for name, said in pairs)
    return repr(value).removesuffix(".0") if isinstance(value, float) else str(value)


def read(kind: Kind, typed: str) -> Any:
    """What was typed as a value; None for nothing. What can't be read stays a text, which the check then refuses."""
    typed = typed.strip()
    if not typed:
        return None
    if kind is Kind.NUMBER:
        return _number(typed)
    if kind is Kind.HEADERS:
        parts = [part.partition(":") for part in _BETWEEN.split(typed) if part.strip()]
        if not all(colon for _, colon, _ in parts):
            return typed
        return {name.strip(): said.strip().replace(_OWN, ";") for name, _, said in parts}
    return typed


def _number(typed: str) -> Any:
    if _THOUSANDS.fullmatch(typed):
        return typed
    for kind in (int, float):
        try:
            return kind(typed.replace(",", "."))
        except ValueError:
            continue
    return typed
