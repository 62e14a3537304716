"""What the looks at a source found changed, until it is written: change points, and when somebody looked."""

import math
from dataclasses import field
from operator import attrgetter

from qmonitor.monitor.changes import Changes, Name
from qmonitor.monitor.history.records import MS, WHOLE, Records
from qmonitor.queues.model import Depth, DepthRow
from qmonitor.values import dataclass

Line = Name | None
"""A destination, or (None) all together."""

MANY, EVERY_MS = 256, 2_000
"""With n times as many destinations a look is noted every n times so many milliseconds."""

APART_MS = 500
"""Looks closer together are not noted: ten minutes of looks back to back took 4 MB to be put together."""

WAITING_MS = 120_000
"""What could not be written for so long is dropped, and leaves a gap. Another window has that for taking over."""

JITTER_MS = 60_000
"""A look that is this much older than the last one is left out: the clock was set back a little."""

LARGEST = 2**32 - 1

_at_least = attrgetter("at_least")


@dataclass(slots=True)
class Recorder:
    """Takes looks and hands batches over. Used by one thread."""

    silence_ns: int
    _changes: Changes = field(default_factory=Changes)
    _lines: list[Line] = field(default_factory=list)
    _records: Records = field(default_factory=Records)
    _held: dict[Line, tuple[int, float | None]] = field(default_factory=dict)
    _stretches: list[list[int]] = field(default_factory=list)
    _whole: int = 0
    _unsaved: int | None = None

    def note(self, depth: Depth) -> None:
        """One look. After a clock was set back everything begins anew: see `goes_back`."""
        if depth.as_of.ns is None:
            return
        if any(map(_at_least, depth.rows)):  # what is still counted is no figure yet
            self.missed(depth.as_of.ns)
            return
        ms = depth.as_of.ns // MS
        if self.goes_back(depth.as_of.ns):
            self.forget()
        last = self._stretches[-1] if self._stretches else None
        if last is not None and ms <= last[1]:
            return
        begins = last is None or len(last) > 2 or not 0 < (ms - last[1]) * MS <= self.silence_ns
        if last is not None and not begins and ms - last[1] < max(APART_MS, len(depth.rows) // MANY * EVERY_MS):
            return
        change = self._changes.look(depth)
        if begins:
            self._stretches.append([ms, ms])
        self._stretches[-1][1] = ms
        self._unsaved = ms if self._unsaved is None else self._unsaved
        if begins or ms // WHOLE != self._whole // WHOLE:
            self._whole = ms
            self._hold_all(ms, depth)
        else:
            for name, row in change.rows.items():
                if name not in self._held:
                    self._hold(self._whole, name, None)  # until now nothing waited there
                self._hold(ms, name, row)
        self._hold_total(ms, depth)

    def goes_back(self, ns: int) -> bool:
        """Whether a look then shows that the clock was set back: what was noted before is to be written first."""
        return bool(self._stretches) and ns // MS < self._stretches[-1][1] - JITTER_MS

    def missed(self, ns: int) -> None:
        """A look failed: what comes after it is another stretch."""
        if self._stretches and len(self._stretches[-1]) == 2:
            self._stretches[-1].append(ns // MS)

    def _hold_all(self, ms: int, depth: Depth) -> None:
        rows = {(row.channel, row.destination): row for row in depth.rows}
        known = [line for line in self._held if line is not None]
        self._held.clear()
        for name in dict.fromkeys((*rows, *known)):
            self._hold(ms, name, rows.get(name))

    def _hold(self, ms: int, line: Line, row: DepthRow | None) -> None:
        if row is None or not row.pending:
            self._put(ms, line, 0, ms / 1000)
        elif row.oldest is not None and row.oldest.ns is not None:
            self._put(ms, line, row.pending, row.oldest.ns / 1e9)
        else:
            self._put(ms, line, row.pending, math.nan)

    def _hold_total(self, ms: int, depth: Depth) -> None:
        waiting = [row for row in depth.rows if row.pending]
        oldest = [row.oldest.ns for row in waiting if row.oldest is not None and row.oldest.ns is not None]
        since = min(oldest) / 1e9 if oldest else math.nan
        pending = sum(row.pending for row in waiting)
        self._put(ms, None, pending, since if pending else ms / 1000)

    def _put(self, ms: int, line: Line, pending: int, since: float) -> None:
        told = min(pending, LARGEST), None if math.isnan(since) else since if pending else 0.0
        if self._held.get(line) != told:
            self._held[line] = told
            self._lines.append(line)
            self._records.add(ms, told[0], since)

    # -- handing over ----------------------------------------------------------------------------------------

    @property
    def stretches(self) -> list[tuple[int, int]]:
        """The stretches (ms) since the last `written`."""
        return [(stretch[0], stretch[1]) for stretch in self._stretches]

    def batch(self, after: int = -1) -> tuple[list[Line], Records]:
        """What was noted later than an instant (ms): lines and records, of each line in the order of time."""
        kept = [i for i, time in enumerate(self._records.times) if time > after]
        return [self._lines[i] for i in kept], self._records.chosen(kept)

    def repeat(self) -> None:
        """Note anew what holds of every line: another window had noted what was before."""
        for line, (pending, since) in self._held.items() if self._stretches else ():
            ms = self._stretches[-1][1]
            self._lines.append(line)
            self._records.add(ms, pending, math.nan if since is None else since if pending else ms / 1000)

    def written(self) -> None:
        """All is written; the last stretch goes on."""
        self._lines, self._records, self._unsaved = [], Records(), None
        del self._stretches[:-1]

    def not_written(self) -> None:
        """It could not be, or another window writes: begin anew now and then, so that it does not become too much."""
        if self._unsaved is not None and self._stretches and self._stretches[-1][1] - self._unsaved > WAITING_MS:
            self.forget()

    def forget(self) -> None:
        """Drop what is not written, and begin anew."""
        self._lines, self._records, self._unsaved = [], Records(), None
        self._stretches.clear()
