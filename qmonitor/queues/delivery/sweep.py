"""A line so long that counting it takes more than one read transaction, and still exact while it is worked on.

Order is kept: an engine takes away the lowest ids and adds higher ones, and nothing in between moves. So what is in
between is summed up slice by slice, each in a transaction of its own; the ids in front are collected meanwhile, and
they and the new ones are asked in the last transaction. What moves otherwise is noticed by number and sum: the line is
then counted once more, and not told as exact where that does not agree.
"""

import json
from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import field, replace

from qmonitor.queues.delivery import line as lines
from qmonitor.queues.delivery.line import LOW_BITS, Became, Line, add_up, counted, scattered, weighed
from qmonitor.queues.delivery.look import Look
from qmonitor.queues.delivery.rows import NAME, name, text
from qmonitor.queues.delivery.slices import START, Position, Range, items_of
from qmonitor.queues.model import Destination, Flow, State
from qmonitor.values import dataclass

HUGE = 300_000
"""Pending items from which on a line is counted so (23 ms in one statement, measured)."""

SLICE = 75_000
"""Index entries that are summed up in one transaction (10 ms)."""

IN_FRONT = 5
"""So many times the ids that are kept are collected in front at most. Where the order of ids is not that of due times,
fewer are."""

_LEAST = -(2**63)


@dataclass(frozen=True, slots=True)
class Asking:
    """What is asked of a slice. `weigh`: the weight, too; `low`: no id has other bits than the lowest 32 (`line`)."""

    weigh: bool
    low: bool

    @property
    def mark(self) -> str:
        """Number and sum (7 ns an id are saved where ids are low)."""
        return f"count(*) || ' ' || ifnull(sum({'id' if self.low else f'id & {LOW_BITS}'}), 0)"

    @property
    def weight(self) -> str:
        return f"ifnull({scattered(low=self.low)}, 0)" if self.weigh else "0"


Span = tuple[Position, Position | None]
"""Where a slice begins and ends."""


@dataclass(slots=True)
class Swept:
    """All items: number, sum, and the ids up to `low` (in front) and beyond the known ones.

    `rest` is the lowest of those in between.
    """

    low: int
    count: int = 0
    total: int = 0
    weight: int | None = None
    outside: list[int] = field(default_factory=list)
    """As often as they were met: one that is put off meanwhile is met again."""
    rest: int | None = None


@dataclass(frozen=True, slots=True)
class Slice:
    """What was found in one: numbers and sums of its parts, and the ids up to `low` and those that were new then.

    `moved` is where it was another one at the look before, as the first and the last slice of a line most often are.
    """

    low: int
    marks: list[str]
    outside: "array[int]"
    moved: bool = False


class Cuts:
    """Where the slices of a line end: found once (a third of the work), and kept while the line is about as long."""

    def __init__(self) -> None:
        self._ends: dict[Destination, list[Position]] = {}
        self._count: dict[Destination, int] = {}
        self._slices: dict[Destination, dict[Span, Slice]] = {}

    def slices(self, where: Destination) -> "dict[Span, Slice]":
        """What was found last; it holds for whatever has the same numbers and sums."""
        return self._slices.setdefault(where, {})

    def ends(self, look: Look, where: Destination, items: Range) -> Iterator[Position | None]:
        """The end of each slice, in a transaction of its own; None for the end of the line."""
        known = self._ends.get(where)
        if known is not None:
            for end in (*known, None):
                look.anew()
                yield end
            return
        found: list[Position] = []
        after: Position | None = START
        while after is not None:
            look.anew()
            after = items.after(look.db, after, SLICE)
            found += [after] if after is not None else []
            yield after
        self._ends[where] = found

    def kept(self, where: Destination, count: int) -> None:
        """So long the line was found to be."""
        if abs(count - self._count.setdefault(where, count)) > SLICE:
            del self._ends[where], self._count[where]
            self._slices.pop(where, None)


def long_line(
    look: Look,
    where: Destination,
    before: Line | None,
    high: int,
    epoch: int,
    cuts: Cuts,
    new: Callable[[], Iterable[int]],
    asking: Asking,
) -> tuple[Line, bool]:
    """The line as it is in the last transaction of several, and whether that is what became of the line before.

    Where not, it was counted while something moved in it, or something has moved otherwise since then. `high` is the
    highest id that was there at the look before, `new` tells those that came since then until now, `asking` whether the
    weight is compared, too.
    """
    swept = _sweep(look, where, before, high, cuts, asking)
    look.anew()
    fresh, seen = set(new()), set(swept.outside)
    known = set() if before is None else {*before.ids, *(() if before.rest is None else (before.rest,))}
    asked, became = _ask(look, where, known | seen | fresh, seen)
    waits = {one for one in known | seen | fresh if one <= swept.low or one > high}
    waits -= {one for one in asked if became.get(one, ("",))[0] != State.PENDING}
    count = swept.count - len(swept.outside) + len(waits)
    total = swept.total - add_up(swept.outside) + add_up(waits)
    weight = weighed(swept.weight, waits, swept.outside)
    line = Line(Flow(look.as_of), count, total, *_kept(waits, swept.rest), epoch, weight=weight)
    if before is None or before.epoch != epoch:
        return line, False
    gone = (one for one in asked if one in known or one in fresh)
    left = {one: became.get(one) for one in gone if became.get(one, ("",))[0] != State.PENDING}
    weight = weighed(before.weight, fresh, left)
    expected = before.count + len(fresh) - len(left), before.total + add_up(fresh) - add_up(left)
    if (count, total) != expected or (None not in (weight, line.weight) and weight != line.weight):
        return line, False
    return replace(line, flow=counted(before.flow, len(fresh), 0, left), weight=weight), True


def _sweep(look: Look, where: Destination, before: Line | None, high: int, cuts: Cuts, asking: Asking) -> Swept:
    """The ids that are known are in front; where they are too few, those that are due first."""
    many = before is not None and len(before.ids) > lines.WINDOW // 2
    if many and before is not None and before.rest is not None and before.ids[-1] < before.rest:
        found = _summed(look, where, before.ids[-1], high, cuts, asking, rest=False)
        if found is not None:
            found.rest = before.rest
            return found
    items = items_of(look.use, where, State.PENDING)
    window = f"SELECT CAST(group_concat(id) AS BLOB) FROM (SELECT id {items.here} ORDER BY next_attempt, id LIMIT ?)"
    told = look.db.execute(window, (*items.fixed, lines.WINDOW)).fetchone()[0]
    due = sorted(map(int, told.split(b","))) if isinstance(told, bytes) else [high]
    for low in (max((due[-1], *(() if before is None else before.ids[-1:]))), due[0]):
        found = _summed(look, where, min(low, high), high, cuts, asking, rest=True)
        if found is not None:
            return found
    return _summed(look, where, _LEAST, high, cuts, asking, rest=True) or Swept(_LEAST)


def _summed(
    look: Look, where: Destination, low: int, high: int, cuts: Cuts, asking: Asking, *, rest: bool
) -> Swept | None:
    """None where too many ids turn out to be in front."""
    items, swept = items_of(look.use, where, State.PENDING), Swept(low, weight=0 if asking.weigh else None)
    slices, after = cuts.slices(where), START
    for end in cuts.ends(look, where, items):
        known = slices.get((after, end))
        if asking.weigh or known is None or known.moved or not _same(look, items, (after, end), low, known, asking):
            now, heavier = _read(look, items, (after, end), low, high, asking)
            known = replace(now, moved=known is not None and known.marks != now.marks)
            slices[after, end] = known
            swept.weight = None if swept.weight is None else swept.weight + heavier
        for count, total in (mark.split(" ") for mark in known.marks):
            swept.count, swept.total = swept.count + int(count), swept.total + int(total)
        swept.outside += (one for one in known.outside if one <= low or one > high)
        if rest:
            for found in items.over(look.db, "min(id)", after, end, f"id > {low} AND id <= {high}"):
                swept.rest = min((one for one in (found, swept.rest) if isinstance(one, int)), default=None)
        if low != _LEAST and len(swept.outside) > IN_FRONT * lines.WINDOW:
            return None
        if end is not None:
            after = end
    cuts.kept(where, swept.count)
    return swept


def _same(look: Look, items: Range, span: Span, low: int, known: Slice, asking: Asking) -> bool:
    """Whether a slice has the same items as before. (To pick out ids takes half as long again as to sum up all.)"""
    return known.low == low and known.marks == [text(told) for told in items.over(look.db, asking.mark, *span)]


def _read(look: Look, items: Range, span: Span, low: int, high: int, asking: Asking) -> tuple[Slice, int]:
    """What is in a slice now, and its weight."""
    outside = f"ifnull(group_concat(id) FILTER (WHERE id NOT BETWEEN {low} + 1 AND {high}), '')"
    if low == _LEAST:
        outside = f"ifnull(group_concat(id) FILTER (WHERE id > {high}), '')"
    found, heavy, marks = array("q"), 0, []
    for told in items.over(look.db, f"{asking.mark} || ' ' || {asking.weight} || ' ' || {outside}", *span):
        count, total, heavier, ids = text(told).split(" ")
        marks.append(f"{count} {total}")
        found.extend(map(int, filter(None, ids.split(","))))
        heavy += int(heavier)
    return Slice(low, marks, found), heavy


def _ask(look: Look, where: Destination, ids: set[int], seen: set[int]) -> tuple[list[int], Became]:
    """What became of those that were not seen to wait, and of the first others: until a good many wait still."""
    asked = sorted(ids - seen)
    became = _became(look, where, asked)
    others = sorted(seen)
    for at in range(0, len(others), lines.SLACK):
        some = others[at : at + lines.SLACK]
        found = _became(look, where, some)
        asked, became = asked + some, became | found
        if all(found.get(one, ("",))[0] == State.PENDING for one in some):
            break
    return asked, became


def _became(look: Look, where: Destination, ids: list[int]) -> Became:
    """Without those that another tool has put under another name."""
    wanted = "FROM queue NOT INDEXED WHERE id IN (SELECT value FROM json_each(?))"
    here = f"channel = {NAME} AND destination = {NAME}"
    values = json.dumps(ids), name(where.channel), name(where.destination)
    rows = look.db.execute(f"SELECT id, state, last_attempt {wanted} AND {here}", values)
    return {row_id: (text(state), last) for row_id, state, last in rows}


def _kept(waits: set[int], rest: int | None) -> tuple["array[int]", int | None]:
    """The ids in front that are kept, and the lowest of the others."""
    first = sorted(waits if rest is None else (one for one in waits if one < rest))
    ids, more = array("q", first[: 2 * lines.WINDOW]), first[2 * lines.WINDOW :]
    return ids, min((*more[:1], *(() if rest is None else (rest,))), default=None)
