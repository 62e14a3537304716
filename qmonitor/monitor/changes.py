"""Which destinations a look found otherwise than the look before: the others need not be touched.

Of 5,000 destinations a few change between two looks. Whoever keeps something for each of them asks here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from qmonitor.queues.model import Depth, DepthRow, Destination, Flow

Name = tuple[str, str]
"""Channel and destination. A plain tuple is found in a dict ten times as fast as a `Destination`."""

name_of = attrgetter("channel", "destination")


@dataclass(frozen=True, slots=True)
class Change:
    """What one look found otherwise: a row (None: nothing pending or failed any more), a flow (None: not counted)."""

    rows: Mapping[Name, DepthRow | None]
    flows: Mapping[Name, Flow | None]


class Changes:
    """Compares each look with the one before. Used by one thread; 5,000 destinations take 2 to 3 ms."""

    def __init__(self) -> None:
        self.rows: dict[Name, DepthRow] = {}
        """The rows of the last look."""
        self._places: Sequence[Destination] = ()
        self._flows: dict[Name, Flow] = {}

    def look(self, depth: Depth) -> Change:
        """What is different from the last look. An oldest message that is merely older by now is no change."""
        before, now = self.rows, dict(zip(map(name_of, depth.rows), depth.rows, strict=True))
        self.rows = now
        rows: dict[Name, DepthRow | None] = {
            name: row
            for name, row in now.items()
            if (was := before.get(name)) is not row and (was is None or _differ(was, row))
        }
        rows.update(dict.fromkeys(before.keys() - now.keys()))
        return Change(rows, self._look_flows(depth.flows))

    def _look_flows(self, flows: Mapping[Destination, Flow]) -> dict[Name, Flow | None]:
        places = list(flows)
        if places == self._places:  # the very same objects, as a rule: then that is quick
            values = zip(self._flows.items(), flows.values(), strict=True)
            found = {name: flow for (name, was), flow in values if flow is not was}
            self._flows.update(found)
            return dict(found)
        before, now = self._flows, dict(zip(map(name_of, places), flows.values(), strict=True))
        self._places, self._flows = places, now
        changed: dict[Name, Flow | None] = {name: flow for name, flow in now.items() if before.get(name) is not flow}
        changed.update(dict.fromkeys(before.keys() - now.keys()))
        return changed


def _differ(was: DepthRow, row: DepthRow) -> bool:
    if was.pending != row.pending or was.failed != row.failed:
        return True
    if was.oldest is not row.oldest and was.oldest != row.oldest:
        return True
    if was.oldest is None and was.oldest_seconds != row.oldest_seconds:
        return True
    return was.head is not row.head and was.head != row.head
