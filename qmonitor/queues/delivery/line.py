"""The pending items of one destination, followed from look to look: which of them left, and what became of those.

A short line is compared id by id. Of a long one the ids in front are known, the number and the sum of all: what left
is looked for in front, and taken for found only where number and sum agree. With the optional index of those that wait
the head takes the sum's place at most looks: to add up ids takes longer than to count them.
"""

import sqlite3
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain, islice

from qmonitor.queues.delivery.crowd import Crowd, items_in
from qmonitor.queues.delivery.rows import NAME, moment, name, text
from qmonitor.queues.delivery.seeks import Indexes
from qmonitor.queues.delivery.slices import Range, items_of
from qmonitor.queues.model import Destination, Flow, State
from qmonitor.queues.times import latest
from qmonitor.values import dataclass

FEW = 256
"""So many pending items are read id by id at each look: no dearer than counting them."""

WINDOW = 4_000
"""Of a longer line so many ids are kept, those in front (1 ms to read), and no fewer than half of them: so what leaves
a line is counted up to 2,000 a look. With 10,000 of them sixteen sources took 12 MB more."""

MOST = 20_000
"""More new rows than this between two looks, or more that left a line, are not looked at one by one."""

SLACK = 500
"""Items that are found to wait still while those that left are looked for."""

CHUNK = 200
"""Rows asked by one statement."""

LAST = 20
"""Of many delivered items the last ones, by id, tell when the last delivery was: order is kept."""

LOW_BITS = 2**40 - 1
"""Ids are summed up by their lower bits, so that no sum runs over."""

LOWEST_BITS = 2**32 - 1
"""What `SCATTERED` sees of an id."""

_ODD = 1_103_515_245

_LOW = f"(id & {LOWEST_BITS})"
SCATTERED = f"sum({_LOW} * ({_LOW} * {_ODD} >> 16 & 1023))"
"""Ids summed up so that other ones of the same sum are as good as impossible: with count, it tells a set of ids."""

Became = dict[int, tuple[str, object]]
"""By id: the state that an item has now, and when it was last tried; without those that are gone."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """The pending items of a destination now: how many, the sum of their ids, and the ids if they are few.

    Of more of them the ids in front and the lowest of the others, where those were read together with the rest.
    `weight` is the sum of `SCATTERED`; None where it was not asked for. (SQLite finds it in a third of Python's time.)
    `total` is None where the head was asked for instead; `head` is None where it was not.
    """

    count: int
    total: int | None
    ids: "array[int] | None"
    weight: int | None = None
    front: "tuple[array[int], int | None] | None" = None
    head: int | None = None

    def agrees(self, total: int, head: int | None) -> bool:
        """Whether sum and head are these, as far as they were asked for."""
        return self.total in (None, total) and self.head in (None, head)


@dataclass(frozen=True, slots=True)
class Line:
    """The pending items of a destination as they were found at the last look.

    `ids` are ascending. Where they are not all, `rest` is the lowest of the others. `weight` is what `SCATTERED` must
    say of all; None where it was never asked: of a line of which all ids are known, say.
    """

    flow: Flow
    count: int
    total: int
    ids: "array[int]"
    rest: int | None
    epoch: int
    gave_up: int = 0
    weight: int | None = None

    @property
    def mark(self) -> bytes | None:
        """What `mark_query` says of it as long as it is unchanged."""
        return b"%d %d" % (self.count, self.total) if self.count else None

    @property
    def headed(self) -> bytes | None:
        """Number and head, as they are compared of long lines where an optional index tells them."""
        return None if self.head is None else headed(self.count, self.head)

    @property
    def whole(self) -> bool:
        return self.rest is None

    @property
    def head(self) -> int | None:
        return min((*self.ids[:1], *(() if self.rest is None else (self.rest,))), default=None)


def add_up(ids: Iterable[int]) -> int:
    """The sum that lines are known by."""
    return sum(row_id & LOW_BITS for row_id in ids)


def scatter(ids: Iterable[int]) -> int:
    """The sum that `SCATTERED` has in SQL."""
    return sum(low * (low * _ODD >> 16 & 1023) for low in (row_id & LOWEST_BITS for row_id in ids))


def weighed(weight: int | None, came: Iterable[int], left: Iterable[int] = ()) -> int | None:
    """The weight of a line after some came and left; None where it was not known."""
    return None if weight is None else weight + scatter(came) - scatter(left)


def mark_query(items: str, *, low: bool = False) -> str:
    """Number and sum of a line's ids, as one value; NULL where there is none.

    `low` says that no id has other bits than the lowest 32 (40 ns an id are saved).
    """
    return f"SELECT CAST({_sums(low=low)} AS BLOB) {items}"


def head_query(index: str) -> str:
    """A line's head, by the optional index of those that wait; NULL where there is none."""
    return f"SELECT id {items_in(index)} ORDER BY id LIMIT 1"


def headed(count: int, head: int) -> bytes:
    """Number and head of a line, as one value."""
    return b"%d@%d" % (count, head)


def expected(before: Line | None, new: int, head: int) -> int:
    """How many wait if `new` ones came, and nothing left but what was in front; 0 where that can't be told."""
    if before is None or not before.ids or head > before.ids[-1]:
        return 0
    gone = bisect_left(before.ids, head) + (before.rest is not None and before.rest < head)
    return max(0, before.count + new - gone)


def reaches(db: sqlite3.Connection, index: str, where: Destination, count: int) -> bool:
    """Whether a line has exactly so many items, by the optional index of those that wait.

    Nothing is counted: the first one, the last one and the one after that are asked whose they are (14 ns an item).
    """
    sql = (
        f"SELECT channel = {NAME} AND destination = {NAME} FROM queue {index}"
        f" WHERE destination >= {NAME} AND state = 'pending' ORDER BY destination, channel LIMIT ? OFFSET ?"
    )
    names = name(where.channel), name(where.destination), name(where.destination)
    first = db.execute(sql, (*names, 1, 0)).fetchall()
    return first == [(1,)] and db.execute(sql, (*names, 2, count - 1)).fetchall() in ([(1,)], [(1,), (0,)])


def weighed_query(items: str, *, low: bool = False) -> str:
    """The same, and the weight."""
    return f"SELECT CAST({_sums(low=low)} || ' ' || {scattered(low=low)} AS BLOB) {items}"


def scattered(*, low: bool) -> str:
    """`SCATTERED`; `low` says that no id has other bits than the lowest 32."""
    return SCATTERED.replace(_LOW, "id") if low else SCATTERED


def _sums(*, low: bool) -> str:
    """Number and sum, as one text."""
    return f"count(*) || ' ' || sum({'id' if low else f'id & {LOW_BITS}'})"


def ids_query(items: str, *, low: bool = False) -> str:
    """A line's ids, and their weight, if it is short, else so many that this shows; NULL where there is none."""
    told = f"group_concat(id) || ' ' || {scattered(low=low)}"
    return f"SELECT CAST({told} AS BLOB) FROM (SELECT id {items} LIMIT {FEW + 1})"


def waiting(db: sqlite3.Connection, use: Indexes, where: Destination) -> Waiting:
    """A long line by a statement of its own."""
    return of_mark(Crowd([where]).ask(db, weighed_query(items_in(use.counting)))[0])


def of_mark(mark: object) -> Waiting:
    """A line by what `mark_query` or `weighed_query` tells, or by number and head; its ids unknown."""
    if not isinstance(mark, bytes):
        return Waiting(0, 0, array("q"))
    number, at, head = mark.partition(b"@")
    if at:
        return Waiting(int(number), None, None, head=int(head))
    count, total, *weight = map(int, mark.split())
    return Waiting(count, total, None, weight[0] if weight else None)


def of_ids(told: object) -> Waiting | None:
    """A short line by what `ids_query` tells; None where it is long."""
    if not isinstance(told, bytes):
        return Waiting(0, 0, array("q"))
    listed, weight = told.split(b" ")
    ids = _ids_of(listed)
    if len(ids) > FEW:
        return None
    usual = ids[0] >= 0 and ids[-1] <= LOW_BITS  # a tenth of the time
    return Waiting(len(ids), sum(ids) if usual else add_up(ids), ids, int(weight))


def _ids_of(told: object) -> "array[int]":
    return array("q", sorted(map(int, told.split(b",")))) if isinstance(told, bytes) else array("q")


def read_whole(
    db: sqlite3.Connection, use: Indexes, where: Destination, most: int, *, low: bool = False
) -> Waiting | None:
    """A long line of which nothing is known, with its front, in one pass; None where it has `most` items or more."""
    items = items_of(use, where, State.PENDING)
    ids, total, weight, end = _window(db, items, low=low)
    if end is None:
        return Waiting(len(ids), total, None, weight, (ids, None)) if len(ids) < most else None
    if not isinstance(end[0], str):  # no time: what comes after it can't be asked for by it
        now = waiting(db, use, where)
        return now if now.count < most else None
    count, lowest = len(ids), list[int]()
    what = f"{_sums(low=low)} || ' ' || {scattered(low=low)} || ' ' || min(id)"
    for told in items.over(db, what, (end[0], end[1]), None, most=most):
        if told is not None:
            more, added, heavier, first = map(int, text(told).split())
            count, total, weight, lowest = count + more, total + added, weight + heavier, [*lowest, first]
        if count >= most:
            return None
    return Waiting(count, total, None, weight, (ids, min(lowest, default=None)))


def front(db: sqlite3.Connection, use: Indexes, where: Destination, now: Waiting) -> tuple["array[int]", int | None]:
    """The ids in front, and the lowest of the others; order is kept, so those in front are due first."""
    if now.ids is not None:
        return now.ids, None
    if now.front is not None:
        return now.front
    if use.line:
        ids = _ids_of(Crowd([where]).ask(db, _first_query(use.line))[0])
        return ids[:WINDOW], ids[WINDOW] if len(ids) > WINDOW else None
    items = items_of(use, where, State.PENDING)
    ids, _, _, end = _window(db, items)
    if end is None or len(ids) >= now.count:
        return ids, None
    end = text(end[0]), end[1]
    others = (value for value in items.over(db, "min(id)", end, None) if isinstance(value, int))
    return ids, min(others, default=None)


def _first_query(index: str) -> str:
    """The ids in front, and one more."""
    ids = f"SELECT id {items_in(index)} ORDER BY id LIMIT {WINDOW + 1}"
    return f"SELECT CAST(group_concat(id) AS BLOB) FROM ({ids})"


def _window(
    db: sqlite3.Connection, items: Range, *, low: bool = False
) -> tuple["array[int]", int, int, tuple[object, int] | None]:
    """The ids that are due first, their sum and weight, and the last one's place; None where there are no others.

    The sums are SQLite's: beside a window that is being made, a computing lane waits for it at each step.
    """
    order = f"{items.here} ORDER BY next_attempt, id LIMIT"
    sums = f"CAST(group_concat(id) AS BLOB), ifnull(sum(id & {LOW_BITS}), 0), ifnull({scattered(low=low)}, 0)"
    told, total, weight = db.execute(f"SELECT {sums} FROM (SELECT id {order} ?)", (*items.fixed, WINDOW)).fetchone()
    ids = _ids_of(told)
    if len(ids) < WINDOW:
        return ids, total, weight, None
    at, last = db.execute(f"SELECT next_attempt, id {order} 1 OFFSET ?", (*items.fixed, len(ids) - 1)).fetchone()
    return ids, total, weight, (at, last)


def follow(
    db: sqlite3.Connection, use: Indexes, where: Destination, before: Line, new: list[int], now: Waiting
) -> Line | None:
    """The line as it is now, from what it was and the ids that are new, its flow counted on.

    None where that can't be known exactly.
    """
    ids = before.ids + array("q", new) if before.whole and new else before.ids
    total = before.total + add_up(new)
    quiet = now.count == before.count + len(new) and now.agrees(total, _lowest(before.head, new))
    if quiet and (now.ids is None or not before.whole or now.ids == ids):
        if not new:
            return before
        flow = replace(before.flow, arrived=before.flow.arrived + len(new))
        weight = weighed(before.weight, new)
        return _kept(replace(before, flow=flow, count=now.count, total=total, weight=weight), ids)
    left, returned = _in_front(db, before, new, now), frozenset[int]()
    if left is None:
        exact = _compare(db, use, where, before, new, now)
        if exact is None:
            return None
        left, returned = exact
    flow = counted(before.flow, len(new), len(returned), left)
    ids, total = _without(ids, left), total + add_up(returned) - add_up(left)
    weight = weighed(before.weight, chain(new, returned), left)
    line = Line(flow, now.count, total, ids, before.rest, before.epoch, weight=weight)
    if returned or now.ids is not None or before.rest in left or (not before.whole and len(ids) < WINDOW // 2):
        ids, rest = front(db, use, where, now)
        line = replace(line, ids=ids, rest=rest)
    else:
        line = _kept(line, ids)
    return line if now.agrees(total, line.head) else None


def _lowest(head: int | None, new: list[int]) -> int | None:
    return min((one for one in (head, *new[:1]) if one is not None), default=None)


def _without(ids: "array[int]", left: "Left") -> "array[int]":
    """The ascending ids without those that left: most often a few in front."""
    if len(left) > CHUNK:
        return array("q", (row_id for row_id in ids if row_id not in left))
    kept = ids[:]
    for row_id in left:
        at = bisect_left(kept, row_id)
        if at < len(kept) and kept[at] == row_id:
            del kept[at]
    return kept


def _kept(line: Line, ids: "array[int]") -> Line:
    """The line with these ids, cut where they are many."""
    if len(ids) <= 2 * WINDOW:
        return replace(line, ids=ids)
    rest = ids[WINDOW] if line.rest is None else min(ids[WINDOW], line.rest)
    weight = scatter(ids) if line.weight is None and line.whole else line.weight  # the others are not known any more
    return replace(line, ids=ids[:WINDOW], rest=rest, weight=weight)


Left = dict[int, tuple[str, object] | None]
"""By id: what became of an item that left; None where it is gone."""


def _in_front(db: sqlite3.Connection, before: Line, new: list[int], now: Waiting) -> Left | None:
    """What left a long line, if it was in front; None where that is not the whole of it."""
    missing = before.count + len(new) - now.count
    if missing <= 0 or missing > MOST or (now.ids is not None and before.whole):
        return None
    candidates = chain(() if before.rest is None else (before.rest,), before.ids, new)
    left: Left = {}
    asked = 0
    chunk = list(islice(candidates, min(missing + 2, CHUNK)))
    while chunk:
        found = _became(db, chunk)
        left.update((row_id, found.get(row_id)) for row_id in chunk if found.get(row_id, ("",))[0] != State.PENDING)
        asked += len(chunk)
        if len(left) >= missing or asked - len(left) > SLACK:
            break
        chunk = list(islice(candidates, CHUNK))
    exact = len(left) == missing and now.total in (None, before.total + add_up(new) - add_up(left))
    return left if exact else None


def _compare(
    db: sqlite3.Connection, use: Indexes, where: Destination, before: Line, new: list[int], now: Waiting
) -> tuple[Left, frozenset[int]] | None:
    """What left a line of which all ids are known, and what came back into it."""
    if not before.whole or now.count > WINDOW:
        return None
    present = frozenset(front(db, use, where, now)[0]) if now.count else frozenset()
    known = frozenset(before.ids).union(new)
    left: Left = dict.fromkeys(sorted(known - present))
    ids = list(left)
    if len(ids) > MOST:
        return None
    for at in range(0, len(ids), CHUNK):
        left.update(_became(db, ids[at : at + CHUNK]))
    return left, present - known


def _became(db: sqlite3.Connection, ids: list[int]) -> Became:
    marks = ", ".join("?" * len(ids))
    rows = db.execute(f"SELECT id, state, last_attempt FROM queue NOT INDEXED WHERE id IN ({marks})", ids)
    return {row_id: (text(state), last) for row_id, state, last in rows}


def counted(flow: Flow, arrived: int, returned: int, left: Left) -> Flow:
    """The flow counted on, by what became of those that left."""
    states = Counter(None if became is None else became[0] for became in left.values())
    told = states[State.DELIVERED] + states[State.FAILED] + states[State.SKIPPED]
    delivered = sorted(row_id for row_id, became in left.items() if became and became[0] == State.DELIVERED)
    tried = (moment(became[1]) for row_id in delivered[-LAST:] if (became := left[row_id]))
    return Flow(
        since=flow.since,
        arrived=flow.arrived + arrived,
        returned=flow.returned + returned,
        delivered=(flow.delivered or 0) + states[State.DELIVERED],
        failed=flow.failed + states[State.FAILED],
        skipped=flow.skipped + states[State.SKIPPED],
        other=flow.other + len(left) - told,
        last_delivered=latest(*tried) or flow.last_delivered,  # what was seen later is later, whatever clocks say
    )
