"""The ways to send that a settings file can name: what each one's table holds."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from qmonitor.queues.words import phrase
from qmonitor.senders import filedrop, http
from qmonitor.senders.fields import Field, Unfit, lean, read_table, shown
from qmonitor.senders.filedrop.settings import FileSettings
from qmonitor.senders.http.settings import HttpSettings
from qmonitor.senders.mllp.settings import FIELDS as MLLP_FIELDS
from qmonitor.senders.mllp.settings import MllpSettings
from qmonitor.values import dataclass

SenderSettings = MllpSettings | HttpSettings | FileSettings


@dataclass(frozen=True, slots=True)
class Wire:
    """One way: its keys, and what they make. `make` raises `Refused` where they can't be meant together."""

    fields: Sequence[Field]
    make: Callable[..., SenderSettings]


WIRES: Mapping[str, Wire] = {
    "mllp": Wire(MLLP_FIELDS, MllpSettings),
    "http": Wire(http.settings.FIELDS, HttpSettings),
    "file": Wire(filedrop.settings.FIELDS, FileSettings),
}

_TYPE = "type"


def read_sender(table: object, prefix: str = "sender.") -> SenderSettings:
    """What a table `sender = {{ type = "mllp", … }}` says. Raises `Refused`."""
    if not isinstance(table, Mapping) or _TYPE not in table:
        key = prefix.rstrip(".") if not isinstance(table, Mapping) else f"{prefix}{_TYPE}"
        raise Unfit(key, phrase("{key} is missing.", key=key), _types())
    wire = WIRES.get(table[_TYPE]) if isinstance(table[_TYPE], str) else None
    if wire is None:
        key = f"{prefix}{_TYPE}"
        raise Unfit(key, phrase("{key} is {value}.", key=key, value=shown(table[_TYPE])), _types())
    rest = {key: value for key, value in table.items() if key != _TYPE}
    return wire.make(**read_table(wire.fields, rest, prefix))


def written_sender(settings: SenderSettings, *, whole: bool = False) -> dict[str, Any]:
    """The table that says this; with `whole`, also what holds without a word. Headers are a table of their own."""
    name, wire = next((name, wire) for name, wire in WIRES.items() if wire.make is type(settings))
    values = {field.name: getattr(settings, field.name) for field in fields(settings)}
    kept = values if whole else lean(wire.fields, values)
    if isinstance(settings, HttpSettings) and "headers" in kept:
        kept = {**kept, "headers": dict(settings.headers)}
    return {_TYPE: name, **{key: value for key, value in kept.items() if value is not None}}


def _types() -> Any:
    return phrase("sender is a table with one of: {types}.", types=", ".join(f'type = "{name}"' for name in WIRES))
