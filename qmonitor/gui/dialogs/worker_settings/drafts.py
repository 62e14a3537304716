"""Entries of the workers' file while they are edited: tables that need not be right yet.

What is right is told by the same checks that read the file.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from qmonitor.gui.dialogs.worker_settings.inputs import on_server
from qmonitor.queues.errors import Refused
from qmonitor.queues.model import Destination
from qmonitor.queues.source import location
from qmonitor.queues.words import Phrase, phrase
from qmonitor.senders.entries import ENTRY_FIELDS, POOL_FIELDS, BrokenEntry, WorkerEntry, read_entry, written_entry
from qmonitor.senders.fields import Unfit
from qmonitor.senders.kinds import SOURCE
from qmonitor.senders.settings import entry_for, matches
from qmonitor.values import dataclass

SENDER, POLICY = "sender.", "policy."


@dataclass(frozen=True, slots=True)
class Draft:
    """`table` is the entry as the file would have it; `number`: which one of the file it was, 0: none yet.

    `broken`: it can't be meant as the file has it, and stays so; `table` has no more of it than its names then.
    """

    table: Mapping[str, Any]
    number: int = 0
    broken: BrokenEntry | None = None

    @classmethod
    def of(cls, entry: WorkerEntry | BrokenEntry) -> "Draft":
        if isinstance(entry, BrokenEntry):
            return cls(dict(entry.names), entry.number, entry)
        return cls(written_entry(entry), entry.number)

    @property
    def values(self) -> dict[str, Any]:
        """By their whole keys: `sender.host`."""
        parts = ((SENDER, self.table.get("sender")), (POLICY, self.table.get("policy")))
        flat = {key: value for key, value in self.table.items() if key not in ("sender", "policy")}
        for prefix, table in parts:
            flat |= {f"{prefix}{key}": value for key, value in (table or {}).items()}
        return flat

    @classmethod
    def made(cls, values: Mapping[str, Any], number: int) -> "Draft":
        """From values by their whole keys; None stands for a key that is not there."""
        given = {key: value for key, value in values.items() if value is not None}
        table: dict[str, Any] = {key: value for key, value in given.items() if "." not in key}
        for name, prefix in (("sender", SENDER), ("policy", POLICY)):
            if name == "policy" and on_server(given):
                continue
            table[name] = {key.removeprefix(prefix): value for key, value in given.items() if key.startswith(prefix)}
        return cls(table, number)

    def entry(self) -> WorkerEntry:
        """What it says. Raises `Refused`."""
        if self.broken is not None:
            raise self.broken.error
        if not self.table.get("source"):
            raise Unfit("source", phrase("{key} is missing.", key="source"), SOURCE.allowed)
        return read_entry(self.table, self.number)

    def kept(self) -> WorkerEntry | BrokenEntry:
        """What is to be written. Raises `Refused` where it is not right yet."""
        return self.entry() if self.broken is None else self.broken


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a draft: at which key ("" where at none alone), and in two sentences."""

    key: str
    cause: Phrase
    allowed: Phrase


def fault(draft: Draft) -> Fault | None:
    """What the check of the file would say of it."""
    try:
        draft.entry()
    except Refused as error:
        if draft.broken is not None:
            return Fault("", error.cause, error.remedy)
        key = error.key if isinstance(error, Unfit) else _policy_key(error)
        return Fault(_whole(key, draft), error.cause, error.remedy)
    return None


def _policy_key(error: Refused) -> str:
    """Two keys of a policy that do not fit each other are told without one."""
    return str(error.cause.values.get("name", ""))


def _whole(key: str, draft: Draft) -> str:
    """With its table, where a check was of that alone."""
    found = (f"{prefix}{key}" for prefix in (SENDER, POLICY) if f"{prefix}{key}" in draft.values)
    own = {"", *(field.name for field in (*ENTRY_FIELDS, *POOL_FIELDS))}
    return key if "." in key or key in own else next(found, f"{SENDER}{key}")


def reached(draft: Draft, target: str, known: Sequence[Destination]) -> tuple[Destination, ...] | None:
    """Which of a source's destinations it is for; None where it is for another source, or not right yet."""
    try:
        entry = draft.entry()
    except Refused:
        return None
    if entry.source is None or location(entry.source) != location(target):
        return None
    return tuple(one for one in known if matches(entry, one.channel, one.destination))


def clash(drafts: Sequence[Draft], target: str, known: Sequence[Destination]) -> Refused | None:
    """A destination of the source that two of them are for."""
    entries = []
    for n, draft in enumerate(drafts, start=1):
        try:
            entry = read_entry(draft.table, n)
        except Refused:
            continue
        if entry.source is not None and location(entry.source) == location(target):
            entries.append(entry)
    for one in known:
        try:
            entry_for(entries, one.channel, one.destination)
        except Refused as error:
            return error
    return None
