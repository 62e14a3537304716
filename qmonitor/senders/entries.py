"""One `[[worker]]` of the settings: whose messages it sends, where to, and how often it tries."""

import glob
from collections.abc import Mapping
from dataclasses import field, replace
from dataclasses import fields as attributes
from typing import Any

from qmonitor.queues.errors import NotAQueue, Refused
from qmonitor.queues.sending import DEAD_LETTER, Policy, Pool
from qmonitor.queues.servers import server_of
from qmonitor.queues.source import has_pools
from qmonitor.queues.words import Phrase, phrase
from qmonitor.senders.documents import of_documents, require_documents, require_jobs
from qmonitor.senders.fields import Field, Kind, Unfit, lean, read_table, shown
from qmonitor.senders.kinds import BACKOFF, CONSUMERS, COUNT, HOURS, LINE, PATTERN, RECLAIM, SOURCE, SPAN
from qmonitor.senders.wires import SenderSettings, read_sender, written_sender
from qmonitor.values import dataclass

_DEFAULT = Policy(max_attempts=0)

POLICY_FIELDS = (
    Field("max_attempts", COUNT),
    Field("backoff", BACKOFF, _DEFAULT.backoff),
    Field("max_backoff", BACKOFF, _DEFAULT.max_backoff),
    Field("timeout", SPAN, _DEFAULT.timeout),
)


def _table(value: Any) -> Any:
    if not isinstance(value, Mapping):
        raise ValueError
    return value


_SENDER = Kind(phrase("It is a table such as {example}.", example='{ type = "file", folder = "/srv/out" }'), _table)
_POLICY = Kind(phrase("It is a table with max_attempts: 0 for ever, or exactly so many attempts."), _table)

ENTRY_FIELDS = (
    Field("source", SOURCE, None),
    Field("channel", PATTERN),
    Field("destination", PATTERN),
    Field("sender", _SENDER),
    Field("policy", _POLICY),
)


_POOL = Pool()

POOL_FIELDS = (
    Field("source", SOURCE, None),
    Field("group", LINE, ""),
    Field("consumers", CONSUMERS, _POOL.consumers),
    Field("reclaim_after", RECLAIM, _POOL.reclaim_after),
    Field("keep_hours", HOURS, _POOL.keep_hours),
    Field("keep_dead_hours", HOURS, _POOL.keep_dead_hours),
    Field("sender", _SENDER),
)
"""Those of a queue on a server, which a pool of consumers works on."""

_OF_POOLS = ("consumers", "reclaim_after", "keep_hours", "keep_dead_hours")

_NOT_OF_POOLS = {
    "channel": phrase("The address says which queue is meant, and group for whom: there is nothing to choose from."),
    "destination": phrase("Which consumer group is meant is said by group, or in the address."),
    "policy": phrase("How often a message is tried is the queue's own rule, the same for whoever works on it."),
}


@dataclass(frozen=True, slots=True)
class WorkerEntry:
    """What the workers of some destinations do. `channel` and `destination` are shell patterns (`*`, `?`, `[…]`).

    `source`: a path or a URL; None: that of the command line. `number`: which `[[worker]]` of the file it is, from
    1; 0: none yet. The policy of a pool is a `Pool`; `group` is the consumer group that it names, "" for that of the
    address.
    """

    channel: str
    destination: str
    sender: SenderSettings
    policy: Policy
    source: str | None = None
    number: int = field(default=0, compare=False)
    group: str = ""

    @property
    def pool(self) -> Pool | None:
        """How a pool works; None for what is sent one by one."""
        return self.policy if isinstance(self.policy, Pool) else None

    @property
    def title(self) -> Phrase:
        """For people: which entry this is."""
        if self.pool is not None:
            return phrase("worker {number} (group {group})", number=self.number, group=unescaped(self.destination))
        place = {"number": self.number, "channel": self.channel, "destination": self.destination}
        return phrase("worker {number} ({channel}/{destination})", **place)


@dataclass(frozen=True, slots=True)
class BrokenEntry:
    """One that can't be meant as it stands, and why. `names` are those of its words by which a person knows it."""

    error: Refused
    names: Mapping[str, str] = field(default_factory=dict)
    number: int = 0


def read_entry(table: object, number: int = 0, given: str = "") -> WorkerEntry:
    """The entry that a table holds, of a file or of a dialog. Raises `Refused`: key, value, and what is allowed.

    `given`: the source of the command line, for a table that names none.
    """
    source = table.get("source", given) if isinstance(table, Mapping) else ""
    if isinstance(table, Mapping) and isinstance(source, str) and has_pools(source):
        return _read_pool(table, number, source)
    said = read_table(ENTRY_FIELDS, table, "")
    sender = read_sender(said.pop("sender"))
    policy = Policy(**read_table(POLICY_FIELDS, said.pop("policy"), "policy."))
    _require_time_to_send(sender, policy)
    entry = WorkerEntry(sender=sender, policy=policy, number=number, **said)
    fitted(entry, entry.channel)
    return entry


def fitted(entry: WorkerEntry, channel: str) -> WorkerEntry:
    """An entry as it holds for a destination of a channel. Raises `Unfit` where it can't be meant for it."""
    if entry.pool is not None:  # the jobs of a stream queue are JSON objects
        return replace(entry, sender=of_documents(entry.sender))
    if channel != DEAD_LETTER:
        return entry
    require_documents(entry.sender, entry.policy)
    return replace(entry, sender=of_documents(entry.sender))


def _require_time_to_send(sender: SenderSettings, policy: Policy) -> None:
    """A pause is a part of the attempt: one that fills it would let no message through. Raises `Unfit`."""
    pause = getattr(sender, "pause", 0.0)
    if pause >= policy.timeout:
        cause = phrase("{key} is {value}.", key="sender.pause", value=f"{pause:g}")
        allowed = phrase("It has to be shorter than policy.timeout ({seconds} s).", seconds=f"{policy.timeout:g}")
        raise Unfit("sender.pause", cause, allowed)


def _read_pool(table: Mapping[str, Any], number: int, source: str) -> WorkerEntry:
    if "source" in table:
        POOL_FIELDS[0].read(table["source"])
    for key, why in _NOT_OF_POOLS.items():
        if key in table:
            raise Unfit(key, phrase("{key} is set, but the source is a queue on a server.", key=key), why)
    said = read_table(POOL_FIELDS, table, "")
    try:
        group = said["group"] or server_of(source).group
    except NotAQueue as error:
        raise Unfit("source", phrase("source is {value}.", value=shown(source)), error.remedy) from error
    require_jobs(said["sender"])
    sender = read_sender(said["sender"])
    policy = Pool(**{key: said[key] for key in _OF_POOLS})
    _require_time_to_send(sender, policy)
    return WorkerEntry("*", glob.escape(group), sender, policy, said["source"], number, said["group"])


def unescaped(pattern: str) -> str:
    """The name that a pattern stands for which was made of one."""
    return pattern.replace("[*]", "*").replace("[?]", "?").replace("[[]", "[")


def written_entry(entry: WorkerEntry, *, whole: bool = False) -> dict[str, Any]:
    """The table that says this; with `whole`, also what holds without a word."""
    if entry.pool is not None:
        return _written_pool(entry, entry.pool, whole=whole)
    place = {key: getattr(entry, key) for key in ("source", "channel", "destination")}
    values = {one.name: getattr(entry.policy, one.name) for one in attributes(Policy)}
    return {
        **{key: value for key, value in place.items() if value is not None},
        "sender": written_sender(entry.sender, whole=whole),
        "policy": values if whole else lean(POLICY_FIELDS, values),
    }


def _written_pool(entry: WorkerEntry, pool: Pool, *, whole: bool) -> dict[str, Any]:
    values = {
        "source": entry.source,
        "group": entry.group,
        **{key: getattr(pool, key) for key in _OF_POOLS},
        "sender": written_sender(entry.sender, whole=whole),
    }
    said = values if whole else lean(POOL_FIELDS, values)
    return {key: value for key, value in said.items() if value is not None}
