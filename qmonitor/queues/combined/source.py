"""A file with several queues as one source of the monitor."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Unpack

from qmonitor.queues.combined.parts import Part, Parts
from qmonitor.queues.combined.reader import CombinedReader
from qmonitor.queues.model import Destination, Traits
from qmonitor.queues.source import ON_MESSAGES, Source
from qmonitor.queues.words import Phrase

if TYPE_CHECKING:
    from qmonitor.queues.combined.admin import CombinedAdmin
    from qmonitor.queues.running import RunningPlan
    from qmonitor.queues.sending import Policy, Sender
    from qmonitor.queues.working import Work, Worker


class CombinedSource:
    """Named and described after the first of them. An action is there where one of them has it."""

    def __init__(self, parts: Sequence[Part], sources: Sequence[Source]) -> None:
        self._parts, self._sources = Parts(parts), sources
        self.name, self.target = sources[0].name, sources[0].target
        names = {name: None for source in sources for name in source.capabilities}
        self.capabilities: Mapping[str, Phrase | None] = {name: self._reason(name) for name in names}

    @property
    def traits(self) -> Mapping[str, Traits]:
        return {channel: traits for source in self._sources for channel, traits in source.traits.items()}

    def _reason(self, action: str) -> Phrase | None:
        """Why none of them can do it; None where one can."""
        reasons = [source.capabilities.get(action) for source in self._sources if action in source.capabilities]
        return None if None in reasons else reasons[0]

    def capabilities_at(self, channel: str) -> Mapping[str, Phrase | None]:
        """What can be done to the messages of a channel: what the queue there can do. (See `queues.source`.)"""
        there = self._sources[self._parts.of_channel(channel)].capabilities
        return {**self.capabilities, **{name: why for name, why in there.items() if name in ON_MESSAGES}}

    def reader(self) -> CombinedReader:
        return CombinedReader(self._parts, [source.reader() for source in self._sources])

    def admin(self) -> "CombinedAdmin":
        """Raises `SourceError` where the file can't be written."""
        from qmonitor.queues.combined.admin import CombinedAdmin  # who only looks does not wait for it

        admins = [source.admin() for source in self._sources]
        return CombinedAdmin(self._parts, admins, [source.capabilities for source in self._sources])

    def worker(self, where: Destination, sender: "Sender", policy: "Policy", **work: Unpack["Work"]) -> "Worker":
        """See `Source.worker`; of the queue to which the channel belongs."""
        from qmonitor.queues.combined.worker import CombinedWorker, telling  # as above

        number = self._parts.of_channel(where.channel)
        part, source = self._parts.all[number], self._sources[number]
        work["told"] = telling(part, work.get("told"))
        return CombinedWorker(part, source.worker(where, sender, policy, **work))

    def running(self) -> "tuple[RunningPlan, ...]":
        """See `queues.running.Telling`. Of all queues: they share it."""
        from qmonitor.queues.running import running_at  # who only looks does not wait for it

        return running_at(self._sources[0])

    def describe(self) -> str:
        return "; ".join(source.describe() for source in self._sources)
