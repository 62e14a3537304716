"""The earliest time of enqueueing among each destination's pending items, by instant.

When an item was queued never changes. So the oldest one stays it until it leaves its line, or an older one comes: only
then the next is looked for, in the index by state and time, from where the last one stood. New rows are looked at as
they come. Where little waits at all, everything is read anew at each look. Should somebody change a time after all, it
is found in turn: of some lines the oldest item is looked for anew at each look.
"""

import json
from bisect import bisect_left
from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping

from qmonitor.queues.delivery.crowd import Crowd
from qmonitor.queues.delivery.flow import Flows, Fresh
from qmonitor.queues.delivery.forms import STANDARD, Kind, TimeForms, edge, is_standard, operand
from qmonitor.queues.delivery.line import Line
from qmonitor.queues.delivery.look import Look
from qmonitor.queues.delivery.owners import Owners
from qmonitor.queues.delivery.rows import NAME, moment, name, text, whole
from qmonitor.queues.delivery.seeks import walk
from qmonitor.queues.delivery.slices import START, items_of
from qmonitor.queues.model import Destination, Item, State
from qmonitor.queues.times import NS, Instant, parse

FEW = 2_000
"""Pending items whose rows are simply read (5 ms)."""

TINY = 8
"""Pending items of one line that are read before anything else is tried."""

PAGE = 2_000
"""Index entries that are read at once (1 ms), or of which the rows are (4 ms)."""

WALK = 4_000
"""Entries after which the walk gives up on lines not met yet, where it has to read rows to know whose they are."""

WALK_KNOWN = 100_000
"""The same where all ids are known: the index alone is read."""

SPAN = 50_000
"""Index entries that are passed over by one statement."""

TURNS = 16
"""After so many looks each line had its turn..."""
AT_MOST = 8
"""... of so many lines a look."""

FIRST = 4
"""The entries with the earliest times, which are compared at each look."""

_WANTED = "FROM queue NOT INDEXED WHERE id IN (SELECT value FROM json_each(?))"

Oldest = tuple[int, Instant] | None
"""An item's id and time; None where no item of a line has a time that can be read."""

Entry = tuple[object, int]
"""Of the index by state and time: a time as stored, and an id."""

Lines = Mapping[Destination, Line]


class OldestItems:
    """Finds them, and keeps them from look to look. Used by one thread."""

    def __init__(self) -> None:
        self.known: dict[Destination, Oldest] = {}
        self._since: dict[Destination, int] = {}
        """Nothing in a line is older than this: where its last oldest item left (ns)."""
        self.changed: set[Destination] = set()
        """Where a time was found to be another since this was copied."""
        self._turn = 0

    def copy(self) -> "OldestItems":
        made = OldestItems()
        made.known, made._turn = dict(self.known), self._turn + 1
        return made

    def look(self, look: Look, flows: Flows, forms: TimeForms, heads: Mapping[Destination, Item]) -> None:
        """Bring `known` up to date, after the lines were counted."""
        lines = flows.waiting
        search = _Search(look, lines, forms, heads)
        if sum(line.count for line in lines.values()) <= FEW:
            self.known, self._since = search.by_rows(lines), {}
            return
        for where in flows.disturbed:
            self.known.pop(where, None)
        self._take(lines, forms, flows.fresh)
        self._forget(look, lines, flows.settled)
        wanted = [where for where in flows.settled if where in lines and where not in self.known]
        if wanted:
            self.known.update(search.find(wanted, self._since))
        if look.use.state and forms.standard:
            self._compare(dict(search.first()))
        headed = [where for where in flows.headed if where in lines]
        if headed:  # each is one seek away, and that the line is another one may show later
            self._compare(search.find(headed, {}), anyway=True)
        due = self._due(lines)
        self._compare(search.anew(due), anyway=True)

    def _due(self, lines: Lines) -> list[Destination]:
        places = list(lines)
        share = min(AT_MOST, -(-len(places) // TURNS))
        at = self._turn * share % len(places) if places else 0
        return places[at : at + share]

    def _compare(self, found: Mapping[Destination, Oldest], *, anyway: bool = False) -> None:
        """Take what is older than what is known; whatever it is where it is certain `anyway`."""
        for where, oldest in found.items():
            known = self.known.get(where)
            if anyway and oldest != known:
                self.known[where] = oldest
                self.changed.add(where)
            elif oldest is not None and where in self.known:
                _earlier(self.known, where, *oldest)
                if self.known[where] != known:
                    self.changed.add(where)

    def _forget(self, look: Look, lines: Lines, settled: Iterable[Destination]) -> None:
        """Those that wait no longer."""
        self._since = {}
        doubtful: dict[int, Destination] = {}
        for where in settled:
            line, known = lines.get(where), self.known.get(where)
            if line is None:
                self.known.pop(where, None)
            elif known is None or known[0] == line.head:
                continue
            elif not line.whole:
                doubtful[known[0]] = where
            elif not _among(known[0], line):
                self._gone(where)
        if doubtful:
            asked = f"SELECT id {_WANTED} AND state = 'pending'"
            there = {row[0] for row in look.db.execute(asked, (json.dumps(list(doubtful)),))}
            for row_id in doubtful.keys() - there:
                self._gone(doubtful[row_id])

    def _gone(self, where: Destination) -> None:
        known = self.known.pop(where)
        if known is not None and known[1].ns is not None:
            self._since[where] = known[1].ns

    def _take(self, lines: Lines, forms: TimeForms, fresh: Iterable[Fresh]) -> None:
        first: dict[Destination, int] = {}
        for one in fresh:
            line = lines.get(one.where)
            if line is None or text(one.state) != State.PENDING:
                continue
            lowest = first.setdefault(one.where, one.id)
            if one.where not in self.known and lowest <= (line.head or 0):
                self.known[one.where] = None  # all that waits there is new
            known = self.known.get(one.where)
            later = known and forms.standard and is_standard(one.at) and text(one.at) >= known[1].text
            if one.where not in self.known or later:
                continue
            _earlier(self.known, one.where, one.id, moment(one.at))


def _among(row_id: int, line: Line) -> bool:
    at = bisect_left(line.ids, row_id)
    return at < len(line.ids) and line.ids[at] == row_id


class _Search:
    """Finds the oldest items of lines of which nothing is known, or only that nothing is older than something."""

    def __init__(self, look: Look, lines: Lines, forms: TimeForms, heads: Mapping[Destination, Item]) -> None:
        self._look, self._lines, self._forms, self._heads = look, lines, forms, heads

    def find(self, wanted: list[Destination], since: Mapping[Destination, int]) -> dict[Destination, Oldest]:
        left, found = list(wanted), dict[Destination, Oldest]()
        if self._look.use.enqueued and self._forms.standard:
            found = self._by_seek(left)
            left = [where for where in left if where not in found]
        found |= self.by_rows(self._short(left, TINY))
        left = [where for where in left if where not in found]
        if left and self._look.use.state:
            found |= self._by_walk(left, min(since.get(where, -1) for where in left))
            left = [where for where in left if where not in found]
        found |= self.by_rows(self._short(left, FEW))
        left = [where for where in left if where not in found]
        for where in left:
            found[where] = self._by_guess(where, since.get(where, -1))
        return found

    def anew(self, wanted: list[Destination]) -> dict[Destination, Oldest]:
        """Of lines of which something is known: by their rows where others are so many that a walk takes longer."""
        if sum(self._lines[where].count for where in wanted) <= 2 * len(self._lines):
            return self.by_rows(wanted)
        return self.find(wanted, {})

    def _by_seek(self, wanted: list[Destination]) -> dict[Destination, Oldest]:
        sql = (
            f"SELECT id || ' ' || enqueued_at FROM queue {self._look.use.enqueued} WHERE {{here}} AND state = 'pending'"
            " ORDER BY enqueued_at LIMIT 1"
        )
        found: dict[Destination, Oldest] = {}
        for where, told in zip(wanted, Crowd(wanted).ask(self._look.db, sql), strict=True):
            row_id, _, at = text(told).partition(" ")
            if parse(at).known:
                found[where] = (int(row_id), parse(at))
        return found

    def first(self) -> Iterator[tuple[Destination, Oldest]]:
        """Those with the earliest times of all, the last one first."""
        where = f"FROM queue {self._look.use.state} WHERE state = 'pending' ORDER BY enqueued_at, id LIMIT {FIRST}"
        rows = self._look.db.execute(f"SELECT id, channel, destination, enqueued_at {where}").fetchall()
        for row_id, channel, destination, at in reversed(rows):
            when = moment(at)
            yield Destination(text(channel), text(destination)), None if when is None else (row_id, when)

    # -- short lines: their rows ---------------------------------------------------------------------------

    def _short(self, wanted: list[Destination], most: int) -> list[Destination]:
        """The shortest lines, as many as have few items together, and at most so many each."""
        short, total = [], 0
        few = [where for where in wanted if self._lines[where].count <= most]
        for where in sorted(few, key=lambda one: self._lines[one].count):
            total += self._lines[where].count
            if total > FEW:
                break
            short.append(where)
        return short

    def by_rows(self, wanted: Iterable[Destination]) -> dict[Destination, Oldest]:
        """By reading all rows of these lines."""
        owners: dict[int, Destination] = {}
        found: dict[Destination, Oldest] = {}
        for where in wanted:
            line = self._lines[where]
            if line.whole:
                owners.update(dict.fromkeys(line.ids, where))
                found[where] = None
            else:
                found[where] = self._by_all_rows(where)
        if owners:
            asked = f"SELECT id, enqueued_at {_WANTED}"
            for row_id, at in self._look.db.execute(asked, (json.dumps(list(owners)),)):
                where, best = owners[row_id], found[owners[row_id]]
                if best is None or not self._forms.standard or not is_standard(at) or at < best[1].text:
                    _earlier(found, where, row_id, moment(at))
            self._look.breathe()
        return found

    def _by_all_rows(self, where: Destination) -> Oldest:
        items = items_of(self._look.use, where, State.PENDING)
        found: dict[Destination, Oldest] = {where: None}
        position, select = START, f"SELECT next_attempt, id, enqueued_at {items.here}"
        while True:
            rows = walk(self._look.db, select, items.fixed, "next_attempt", position, PAGE)
            for _, row_id, at in rows:
                _earlier(found, where, whole(row_id), moment(at))
            if len(rows) < PAGE:
                return found[where]
            position = (text(rows[-1][0]), whole(rows[-1][1]))
            self._look.breathe()

    # -- a walk in the order of time -----------------------------------------------------------------------

    def _by_walk(self, wanted: list[Destination], since: int) -> dict[Destination, Oldest]:
        """From an instant on (-1: from the first), as far as it is cheap; only what is certain then."""
        left, found = set(wanted), dict[Destination, Oldest]()
        whole_lines = all(self._lines[where].whole for where in wanted)
        owners = Owners(self._look, {where: self._lines[where].ids for where in wanted})
        passed, page, start = 0, max(1, PAGE // 16), None if since < 0 else since
        most = WALK_KNOWN if whole_lines else WALK
        while left and passed < most:
            self._look.breathe()
            end = self._horizon(start, page)
            for kind in self._forms.kinds:
                for entries in self._entries(kind, start, end):
                    passed += len(entries)
                    known = owners.upto(max((row_id for _, row_id in entries), default=0))
                    self._meet(found, left, entries, known if whole_lines else self._owners(entries, known))
                    if self._forms.standard and (not left or passed >= most):  # there may be ever so many of one second
                        return found
            left -= {where for where in found.keys() & left if _certain(found[where], end)}
            if end is None:
                break
            start, page = end, min(PAGE, 4 * page)
        return {where: oldest for where, oldest in found.items() if where not in left}

    def _meet(
        self,
        found: dict[Destination, Oldest],
        left: set[Destination],
        entries: list[Entry],
        owners: Mapping[int, Destination],
    ) -> None:
        """Take the entries of those that are `left`; where text order is time order, the first one of each will do."""
        met = ((at, row_id, owners[row_id]) for at, row_id in entries if row_id in owners)
        for at, row_id, where in met:
            if where in left:
                head = self._heads.get(where)
                _earlier(found, where, row_id, head.enqueued_at if head and head.id == row_id else moment(text(at)))
                if self._forms.standard and where in found:
                    left.discard(where)

    def _horizon(self, start: int | None, page: int) -> int | None:
        """An instant about a page of entries after `start`, or more where they can't be read; None for the end."""
        while True:
            found = edge(self._look, "state = 'pending' AND enqueued_at >= ?", (STANDARD.first(start),), page)
            if found is None:
                return None
            at = parse(f"{text(found[1])[:10]}T{text(found[1])[11:19]}Z").ns
            if at is not None:
                return at + NS if start is None else max(at, start) + NS
            page *= 4

    def _entries(self, kind: Kind, start: int | None, end: int | None) -> Iterator[list[Entry]]:
        """Times (all of them texts; as bytes, which nothing has to decode) and ids of a kind, page by page."""
        only = "" if self._forms.kinds == {kind} else f"{kind.condition} AND"
        select = (
            f"SELECT CAST(enqueued_at AS BLOB), id FROM queue {self._look.use.state} WHERE state = 'pending' AND {only}"
            f" enqueued_at >= {NAME} AND enqueued_at < ? AND (enqueued_at > {NAME} OR id > ?)"
            " ORDER BY enqueued_at, id LIMIT ?"
        )
        at, row_id = kind.first(start), START[1]
        while True:
            values = (name(at), kind.beyond(end), name(at), row_id, PAGE)
            entries: list[Entry] = self._look.db.execute(select, values).fetchall()
            yield entries
            if len(entries) < PAGE:
                return
            at, row_id = text(entries[-1][0]), entries[-1][1]
            self._look.breathe()

    def _owners(self, entries: list[Entry], known: Mapping[int, Destination]) -> Mapping[int, Destination]:
        """Whose they are, as far as their rows are still there."""
        ids = json.dumps([row_id for _, row_id in entries if row_id not in known])
        rows = self._look.db.execute(f"SELECT id, channel, destination {_WANTED}", (ids,))
        others = {row_id: Destination(text(channel), text(destination)) for row_id, channel, destination in rows}
        return ChainMap(others, known) if known else others  # type: ignore[arg-type]

    # -- one long line -------------------------------------------------------------------------------------

    def _by_guess(self, where: Destination, since: int) -> Oldest:
        """The head's time, and whatever of the same line is older: order is kept, so that is hardly anything."""
        head = self._heads.get(where)
        if head is None or head.enqueued_at is None or head.enqueued_at.ns is None or not self._look.use.state:
            return self._by_all_rows(where)
        found: dict[Destination, Oldest] = {where: (whole(head.id), head.enqueued_at)}
        for kind in self._forms.kinds:
            first, beyond = kind.first(None if since < 0 else since), kind.beyond(head.enqueued_at.ns)
            for entries in self._later(kind, first, beyond, whole(head.id)):
                owners = self._owners(entries, {})
                for at, row_id in entries:
                    if owners.get(row_id) == where:
                        _earlier(found, where, row_id, moment(at))
        return found[where]

    def _later(self, kind: Kind, first: str, beyond: str, head: int) -> Iterator[list[Entry]]:
        """Entries between two texts whose ids are beyond the head's; told by the index alone."""
        only = "" if self._forms.kinds == {kind} else f" AND {kind.condition}"
        pending = f"FROM queue {self._look.use.state} WHERE state = 'pending'"
        at: object = first
        while at is not None:
            bound, value = operand(at)
            end = edge(
                self._look, f"state = 'pending' AND enqueued_at >= {bound} AND enqueued_at < ?", (value, beyond), SPAN
            )
            if end is not None and end[1] == at:  # so many of the same time
                end = edge(
                    self._look, f"state = 'pending' AND enqueued_at > {bound} AND enqueued_at < ?", (value, beyond)
                )
            upto, stop = operand(beyond if end is None else end[1])
            here = f"{pending} AND enqueued_at >= {bound} AND enqueued_at < {upto}{only}"
            found = self._look.db.execute(f"SELECT enqueued_at, id {here} AND id > ?", (value, stop, head)).fetchall()
            self._look.breathe()
            for n in range(0, len(found), PAGE):
                yield found[n : n + PAGE]
                self._look.breathe()
            at = None if end is None else end[1]


def _certain(oldest: Oldest, end: int | None) -> bool:
    return oldest is not None and (end is None or (oldest[1].ns or 0) < end)


def _earlier(found: dict[Destination, Oldest], where: Destination, row_id: int, at: Instant | None) -> None:
    """Take it where it is older than what was found."""
    best = found.get(where)
    if at is not None and at.ns is not None and (best is None or at.ns < (best[1].ns or at.ns)):
        found[where] = (row_id, at)
