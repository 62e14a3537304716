"""One `[[worker]]` of the settings: whose messages it sends, where to, and how often it tries."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from dataclasses import fields as attributes
from typing import Any

from qmonitor.queues.sending import Policy
from qmonitor.queues.words import Phrase, phrase
from qmonitor.senders.fields import Field, Kind, Unfit, lean, read_table
from qmonitor.senders.kinds import BACKOFF, COUNT, PATTERN, SOURCE, SPAN
from qmonitor.senders.wires import SenderSettings, read_sender, written_sender

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


@dataclass(frozen=True, slots=True)
class WorkerEntry:
    """What the workers of some destinations do. `channel` and `destination` are shell patterns (`*`, `?`, `[…]`).

    `source`: a path or a URL; None: that of the command line. `number`: which `[[worker]]` of the file it is, from
    1; 0: none yet.
    """

    channel: str
    destination: str
    sender: SenderSettings
    policy: Policy
    source: str | None = None
    number: int = field(default=0, compare=False)

    @property
    def title(self) -> Phrase:
        """For people: which entry this is."""
        place = {"number": self.number, "channel": self.channel, "destination": self.destination}
        return phrase("worker {number} ({channel}/{destination})", **place)


def read_entry(table: object, number: int = 0) -> WorkerEntry:
    """The entry that a table holds, of a file or of a dialog. Raises `Refused`: key, value, and what is allowed."""
    said = read_table(ENTRY_FIELDS, table, "")
    sender = read_sender(said.pop("sender"))
    policy = Policy(**read_table(POLICY_FIELDS, said.pop("policy"), "policy."))
    _require_time_to_send(sender, policy)
    return WorkerEntry(sender=sender, policy=policy, number=number, **said)


def _require_time_to_send(sender: SenderSettings, policy: Policy) -> None:
    """A pause is a part of the attempt: one that fills it would let no message through. Raises `Unfit`."""
    pause = getattr(sender, "pause", 0.0)
    if pause >= policy.timeout:
        cause = phrase("{key} is {value}.", key="sender.pause", value=f"{pause:g}")
        allowed = phrase("It has to be shorter than policy.timeout ({seconds} s).", seconds=f"{policy.timeout:g}")
        raise Unfit("sender.pause", cause, allowed)


def written_entry(entry: WorkerEntry, *, whole: bool = False) -> dict[str, Any]:
    """The table that says this; with `whole`, also what holds without a word."""
    place = {key: getattr(entry, key) for key in ("source", "channel", "destination")}
    values = {one.name: getattr(entry.policy, one.name) for one in attributes(Policy)}
    return {
        **{key: value for key, value in place.items() if value is not None},
        "sender": written_sender(entry.sender, whole=whole),
        "policy": values if whole else lean(POLICY_FIELDS, values),
    }
