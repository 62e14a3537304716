"""One list of the lists of several queues, one after the other.

A cursor names the queue, and the cursor there; without one it stands for the begin (`n`) or the end (`p`) of its list.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from qmonitor.queues.combined.parts import Parts
from qmonitor.queues.errors import Refused
from qmonitor.queues.model import PAGE_LIMIT_MOST, About, Begin, Beside, Item, Page, Query
from qmonitor.queues.source import Reader
from qmonitor.queues.words import phrase
from qmonitor.values import dataclass

_TOKEN = re.compile(r"([np])([0-9])\.(.*)", re.DOTALL)
_END = About(10**15, 10**15)
"""Beyond the end of every list: its last page."""


@dataclass(frozen=True, slots=True)
class Read:
    """A page of one queue."""

    part: int
    page: Page


class Lists:
    """Reads pages that go over several queues."""

    def __init__(self, parts: Parts, readers: Sequence[Reader]) -> None:
        self._parts, self._readers = parts, readers

    def page(self, query: Query, begin: Begin) -> tuple[Page, int]:
        """The page at a place, without any count; and of which queue its first row is."""
        order = self._parts.asked(query)
        forward, part, here = self._place(query, order, begin)
        read = self._onward(query, order, part, here) if forward else self._back(query, order, part, here)
        items = tuple(self._parts.all[one.part].item(item) for one in read for item in one.page.items)
        first, last = read[0], read[-1]
        following = self._cursor("n", last, last.page.next, self._beyond(query, order, last.part))
        previous = self._cursor("p", first, first.page.prev, self._beyond(query, order[::-1], first.part))
        return Page(items, following, previous, first.page.as_of), first.part

    def before(self, query: Query, part: int) -> list[int]:
        """The queues whose lists are before that of one."""
        order = self._parts.asked(query)
        return order[: order.index(part)] if part in order else []

    def _place(self, query: Query, order: list[int], begin: Begin) -> tuple[bool, int, Begin]:
        """Whether to read onward, in which queue, and where there."""
        if begin is None:
            return True, order[0], None
        if isinstance(begin, Beside):
            part = self._parts.owner(begin.item)
            return True, part, Beside(self._parts.all[part].inner(begin.item), begin.side)
        if isinstance(begin, About):
            return self._about(query, order, begin)
        found = _TOKEN.fullmatch(begin)
        if found is None or int(found[2]) >= len(self._parts.all):
            raise Refused(phrase("'{token}' is no cursor.", token=begin))
        forward = found[1] == "n"
        return forward, int(found[2]), found[3] or (None if forward else _END)

    def _about(self, query: Query, order: list[int], about: About) -> tuple[bool, int, Begin]:
        row = about.row
        for part in order[:-1]:
            count = self._readers[part].count(self._parts.query(part, query))
            if count is None or row < count:
                return True, part, About(row, count or about.of)
            row -= count
        return True, order[-1], About(row, max(1, about.of - about.row + row))

    def _onward(self, query: Query, order: list[int], part: int, here: Begin) -> list[Read]:
        """From a place on, as many as asked for."""
        read = [self._read(query, part, here, _limit(query))]
        for following in order[order.index(part) + 1 :] if part in order else ():
            left = _limit(query) - sum(len(one.page.items) for one in read)
            if read[-1].page.next is not None or left <= 0:
                break
            read.append(self._read(replace(query, offset=0), following, None, left))
        return read

    def _back(self, query: Query, order: list[int], part: int, here: Begin) -> list[Read]:
        """Up to a place, as many as asked for."""
        read = [self._read(query, part, here, _limit(query))]
        for previous in order[: order.index(part)][::-1] if part in order else ():
            left = _limit(query) - sum(len(one.page.items) for one in read)
            if read[0].page.prev is not None or left <= 0:
                break
            read.insert(0, self._read(query, previous, _END, left))
        return read

    def _read(self, query: Query, part: int, here: Begin, limit: int) -> Read:
        asked = replace(self._parts.query(part, query), limit=limit)
        return Read(part, self._readers[part].page(asked, here))

    def _beyond(self, query: Query, order: list[int], part: int) -> int | None:
        """The next queue in an order that has any item of the list."""
        for other in order[order.index(part) + 1 :] if part in order else ():
            if self._any(query, other):
                return other
        return None

    def _any(self, query: Query, part: int) -> Sequence[Item]:
        return self._read(replace(query, offset=0), part, None, 1).page.items

    def _cursor(self, direction: str, read: Read, token: str | None, beyond: int | None) -> str | None:
        if token is not None:
            return f"{direction}{read.part}.{token}"
        return None if beyond is None else f"{direction}{beyond}."


def _limit(query: Query) -> int:
    return max(1, min(query.limit, PAGE_LIMIT_MOST))
