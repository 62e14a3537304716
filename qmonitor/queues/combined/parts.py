"""What tells the queues of one file apart: the prefix of their ids, and their channels."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace

from qmonitor.queues.errors import Refused
from qmonitor.queues.model import Among, Item, ItemId, Query
from qmonitor.queues.words import phrase
from qmonitor.values import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """One of the queues: the prefix of its ids ("": the main one's), and its channel where it has but one."""

    prefix: str = ""
    channel: str | None = None

    def outer(self, item: ItemId) -> ItemId:
        """An id as the whole source has it."""
        return f"{self.prefix}{item}" if self.prefix else item

    def inner(self, item: ItemId) -> ItemId:
        """An id as the queue has it."""
        return str(item)[len(self.prefix) :] if self.prefix else item

    def owns(self, item: ItemId) -> bool:
        return bool(self.prefix) and isinstance(item, str) and item.startswith(self.prefix)

    def item(self, item: Item) -> Item:
        """An item as the whole source has it."""
        return replace(item, id=self.outer(item.id)) if self.prefix else item


@dataclass(frozen=True, slots=True)
class Parts:
    """All of them; the first is the main one, which has no prefix."""

    all: Sequence[Part]

    def owner(self, item: ItemId) -> int:
        """Which one an id is of."""
        return next((n for n, part in enumerate(self.all) if part.owns(item)), 0)

    def of_channel(self, channel: str) -> int:
        """Which one a channel is of."""
        return next((n for n, part in enumerate(self.all) if part.channel == channel), 0)

    def asked(self, query: Query) -> list[int]:
        """Those in which a query can match, in its order: the main one is first, or by `head_first` last."""
        found = list(range(len(self.all))) if query.channel is None else [self.of_channel(query.channel)]
        return found[::-1] if query.head_first else found

    def query(self, n: int, query: Query) -> Query:
        """A query as one of them understands it."""
        if query.among is None:
            return query
        ids = [self.all[n].inner(item) for item in query.among.ids if self.owner(item) == n]
        seen = self.mark(query.among.mark, n)
        among = Among(ids, query.among.name, query.among.as_of, seen, query.among.found)
        return replace(query, among=among)

    def marks(self, each: Iterable[str]) -> str:
        """The marks of all as one."""
        return json.dumps(list(each))

    def only(self, n: int, mark: str) -> str:
        """The mark of one alone."""
        return self.marks(mark if n == m else "" for m in range(len(self.all)))

    def mark(self, whole: str, n: int) -> str:
        """One's own mark; "" where there is none."""
        return str(json.loads(whole)[n]) if whole else ""


def one_at_a_time() -> Refused:
    """What is said where an action is aimed at several queues."""
    return Refused(
        phrase("These messages lie in different queues of the file."), phrase("Act on those of one of them at a time.")
    )
