"""Which destinations a look found otherwise than the look before: the others need not be touched.

Of 5,000 destinations a few change between two looks. Whoever keeps something for each of them asks here.
"""

from collections.abc import Mapping, Sequence
from operator import attrgetter

from qmonitor.queues.model import Depth, DepthRow, Destination, Flow
from qmonitor.values import dataclass

Name = tuple[str, str]
"""Channel and destination. A plain tuple is found in a dict ten times as fast as a `Destination`."""

name_of = attrgetter("channel", "destination")
_figures = attrgetter("pending", "failed", "oldest", "head", "at_least", "failed_known", "retries")


@dataclass(frozen=True, slots=True)
class Change:
    """What one look found otherwise: a row (None: nothing pending or failed any more), a flow (None: not counted).

    `others` says that not the very same destinations have a row as before.
    """

    rows: Mapping[Name, DepthRow | None]
    flows: Mapping[Name, Flow | None]
    others: bool


class Changes:
    """Compares each look with the one before. Used by one thread; 5,000 destinations take 2 ms."""

    def __init__(self) -> None:
        self._rows: tuple[DepthRow, ...] = ()
        self._names: Sequence[Name] = ()
        self._told: Sequence[tuple[object, ...]] = ()
        self._places: Sequence[Destination] = ()
        self._flows: dict[Name, Flow] = {}

    def look(self, depth: Depth) -> Change:
        """What is different from the last look. An oldest message that is merely older by now is no change."""
        rows, names, told = depth.rows, list(map(name_of, depth.rows)), list(map(_figures, depth.rows))
        others = names != self._names
        if others:
            changed: Mapping[Name, DepthRow | None] = self._by_name(rows, names)
        else:
            pairs = zip(told, self._told, strict=True)  # compared in C, objects that are the same ones at once
            found = [n for n, (now, was) in enumerate(pairs) if now != was or (now[2] is None and self._aged(n, rows))]
            changed = {names[n]: rows[n] for n in found}
        self._rows, self._names, self._told = rows, names, told
        return Change(changed, self._look_flows(depth.flows), others)

    def _aged(self, n: int, rows: tuple[DepthRow, ...]) -> bool:
        """Whether an age was told anew of which nobody knows the begin."""
        return rows[n].oldest_seconds != self._rows[n].oldest_seconds

    def _by_name(self, rows: tuple[DepthRow, ...], names: list[Name]) -> dict[Name, DepthRow | None]:
        before, now = dict(zip(self._names, self._rows, strict=True)), dict(zip(names, rows, strict=True))
        changed: dict[Name, DepthRow | None] = {
            name: row for name, row in now.items() if (was := before.get(name)) is None or _differ(was, row)
        }
        changed.update(dict.fromkeys(before.keys() - now.keys()))
        return changed

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
    if was is row:
        return False
    return _figures(was) != _figures(row) or (row.oldest is None and was.oldest_seconds != row.oldest_seconds)
