"""A search, step by step: what it has found, how far it is, and what it could not look into."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from qmonitor.monitor.search.asked import LONGEST, Asked, How, Nonsense, Unveiled, Veil
from qmonitor.monitor.search.matching import (
    Hit,
    Matcher,
    PathMatcher,
    PersonMatcher,
    TextMatcher,
    path_at,
)
from qmonitor.monitor.search.patterns import Patterns, TookTooLong
from qmonitor.queues.errors import Refused, UnknownItem
from qmonitor.queues.model import PAGE_LIMIT_MOST, Among, Item, ItemId, Query, rank
from qmonitor.queues.scanning import Place, Scan, Stored
from qmonitor.queues.source import Reader
from qmonitor.queues.times import Instant, now
from qmonitor.queues.words import Phrase, counted, phrase
from qmonitor.values import dataclass

WINDOW = 32 << 20
"""Bytes of a payload that are looked into for a path, a pattern or a person; plain text is looked for in all of it."""

READ = 0.1
"""Seconds of reading in a step; the search in what was read takes about as long again."""

PATHS = 1_000
"""Found texts whose path is worked out; each takes up to a millisecond."""

KNOWN_MOST = 5_000
"""Messages that are found by what is known of them, before their payloads are searched."""


@dataclass(frozen=True, slots=True)
class Found:
    """A place that was found. `field` names what is known of the message (`control id`); empty: it is in the payload.

    `item` is the message as it is without its payload; None where nobody asked, or it is gone since.
    """

    id: ItemId
    path: str = ""
    begin: int = -1
    end: int = -1
    message: int = 0
    field: str = ""
    item: Item | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """What one step has found, and how far the search is after it.

    `looked` is how many messages were searched of about `total` (None: not known). All between `first` and `at` are
    searched, of those up to `last`, in the order of the scan; `share` is how far that is, 0 to 1. `unsearched` are the
    messages that could not be looked into whole, `gaps` says why. Where nothing was found in the messages that a query
    lets pass, `without` is how many there are without it (None: not known).
    """

    found: tuple[Found, ...]
    looked: int
    total: int | None
    first: ItemId | None
    at: ItemId | None
    last: ItemId | None
    share: float
    complete: bool
    as_of: Instant
    mark: str
    unsearched: tuple[ItemId, ...] = ()
    gaps: tuple[Phrase, ...] = ()
    without: int | None = None


class Search:
    """Goes on where the step before ended, also after it was interrupted. `close` it at the end, from any thread."""

    def __init__(self, asked: Asked, veil: Veil | None = None, *, with_items: bool = True) -> None:
        """Raises `Nonsense` for what can't be searched for, `Refused` for what the `veil` hides."""
        if not asked.what.strip():
            raise Nonsense(phrase("There is nothing to search for."))
        if len(asked.what) > LONGEST:
            raise Nonsense(phrase("No more than {count} characters can be searched for.", count=LONGEST))
        self.asked = asked
        self._veil = veil or Unveiled()
        self._veiled = veil is not None and not isinstance(veil, Unveiled)
        self._with_items = with_items
        self._patterns = Patterns(asked, self._veil) if asked.how is How.PATTERN else None
        self._matcher = None if asked.how is How.PATTERN else _matcher(asked, self._veil)
        self._place: Place | None = None
        self._begun = self._done = False
        self._failed: Refused | None = None
        self._as_of = now()
        self._looked = self._paths = 0
        self._total: int | None = None
        self._any = False
        self._without: int | None = None
        self._too_long: dict[ItemId, None] = {}
        self._given_up: dict[ItemId, None] = {}
        self._last: Scan | None = None
        self._mark = ""

    @property
    def done(self) -> bool:
        """Whether there is nothing more to do: all was searched, or it can't go on (see `gaps`)."""
        return self._done

    def step(self, reader: Reader) -> Step:
        """Some tenths of a second of it. Raises `SourceError`: it may be tried again."""
        if not self._begun:
            known = self._begin(reader)
            self._begun = True
            if known:
                self._any = True
                return self._told(known)
        scan = reader.scan(self.asked.query, self._place, READ)
        try:
            self._check_content(reader)
            found = self._with(reader, list(self._matches(reader, scan.rows)))
            if scan.next is None and not found and not self._any and lets_pass(self.asked.query) != Query():
                self._without = reader.count(Query())
        except Refused as error:
            self._end(error)
            return self._told(())
        self._place, self._last = scan.next, scan
        self._mark = self._mark or scan.mark
        self._looked += len(scan.rows)
        self._any = self._any or bool(found)
        if scan.next is None:
            self._total = self._looked
            self._end()
        return self._told(found)

    def _check_content(self, reader: Reader) -> None:
        """Raises `Refused` where another file, or a backup, has taken the place of what was searched before."""
        if self._mark and not reader.knows(self._mark):
            raise Refused(
                phrase("The file's content was exchanged while it was searched: what was found is not in it any more."),
                phrase("Search again."),
            )

    def _end(self, failed: Refused | None = None) -> None:
        self._done, self._failed = True, failed
        self.close()

    def close(self) -> None:
        """End what runs for it, from any thread."""
        if self._patterns is not None:
            self._patterns.close()

    def among(self, ids: Sequence[ItemId]) -> Among:
        """These messages, as what an action may be meant for: no others, whatever matches by then."""
        return Among(tuple(sorted(ids, key=rank)), "", self._as_of, self._mark, found=True)

    # -- in what is known of a message -----------------------------------------------------------------------

    def _begin(self, reader: Reader) -> list[Found]:
        asked, query = self.asked, self.asked.query
        self._as_of = now()
        self._total = reader.count(query)
        if asked.how is not How.TEXT or query.text is not None:
            return []
        return [self._known(item) for item in _matching(reader, replace(query, text=asked.what)) if self._fits(item)]

    def _fits(self, item: Item) -> bool:
        """Whether it also holds where case matters: the source compares without."""
        what = self.asked.what
        return self.asked.ignore_case or what in item.control_id or what in item.message_type

    def _known(self, item: Item) -> Found:
        what = self.asked.what.lower()
        field = "control id" if what in item.control_id.lower() else "message type"
        return Found(item.id, field=field, item=item if self._with_items else None)

    # -- in payloads -----------------------------------------------------------------------------------------

    def _matches(self, reader: Reader, rows: Sequence[Stored]) -> Iterator[Found]:
        if self._patterns is not None:
            yield from self._pattern_matches(self._patterns, reader, rows)
            return
        assert self._matcher is not None
        for row in rows:
            if row.raw is None and isinstance(self._matcher, TextMatcher) and not self._veiled:
                hit = self._long(self._matcher, reader, row)
                raw = None
            else:
                raw = self._whole(reader, row)
                hit = None if raw is None else self._matcher.find(raw)
            if hit is not None:
                yield self._found(row.id, hit, raw)

    def _long(self, matcher: TextMatcher, reader: Reader, row: Stored) -> Hit | None:
        """In slices; one that is gone by now is none of those that were there all the time."""
        try:
            return matcher.find_long(row.size, lambda offset, length: reader.payload(row.id, offset, length))
        except UnknownItem:
            return None

    def _pattern_matches(self, patterns: Patterns, reader: Reader, rows: Sequence[Stored]) -> Iterator[Found]:
        payloads = [(row.id, raw) for row in rows if (raw := self._whole(reader, row)) is not None]
        hits = patterns.find([raw for _id, raw in payloads])
        for (item, raw), hit in zip(payloads, hits, strict=True):
            if isinstance(hit, TookTooLong):
                self._given_up[item] = None
            elif hit is not None:
                yield self._found(item, hit, raw)

    def _whole(self, reader: Reader, row: Stored) -> bytes | None:
        """All of a payload, or its beginning where it is very long; None where it is gone."""
        if row.raw is not None:
            return row.raw
        if row.size > WINDOW:
            self._too_long[row.id] = None
        try:
            return reader.payload(row.id, 0, WINDOW)
        except UnknownItem:
            return None

    def _found(self, item: ItemId, hit: Hit, raw: bytes | None) -> Found:
        path, message = hit.path, hit.message
        if not path and raw is not None and self._paths < PATHS:
            self._paths += 1
            path, message = path_at(raw, self.asked.hint, hit.begin, self._veil)
        return Found(item, path, hit.begin, hit.end, message)

    def _with(self, reader: Reader, found: list[Found]) -> list[Found]:
        """With the messages that they are in, read together."""
        if not self._with_items or not found:
            return found
        items: dict[ItemId, Item] = {}
        for begin in range(0, len(found), PAGE_LIMIT_MOST):
            ids = sorted((one.id for one in found[begin : begin + PAGE_LIMIT_MOST]), key=rank)
            query = Query(among=Among(ids, "", self._as_of), limit=PAGE_LIMIT_MOST)
            items |= {item.id: item for item in reader.page(query).items}
        return [replace(one, item=items.get(one.id)) for one in found]

    # -- how far it is ---------------------------------------------------------------------------------------

    def _told(self, found: Sequence[Found]) -> Step:
        scan = self._last
        return Step(
            tuple(found),
            self._looked,
            self._total,
            scan.first if scan else None,
            scan.at if scan else None,
            scan.last if scan else None,
            scan.share if scan else 0.0,
            self._done and self._failed is None,
            self._as_of,
            self._mark,
            (*self._too_long, *self._given_up),
            tuple(self._gaps()),
            self._without,
        )

    def _gaps(self) -> Iterator[Phrase]:
        if self._failed is not None:
            yield self._failed.cause
            yield self._failed.remedy
        if self._veiled:
            yield phrase("Masked values are not searched.")
        if self._too_long:
            yield counted(
                len(self._too_long),
                "1 message is so long that only its first {size} MB were searched.",
                "{count} messages are so long that only their first {size} MB were searched.",
                size=WINDOW >> 20,
            )
        if self._given_up:
            yield counted(
                len(self._given_up),
                "In 1 message the expression took too long and was given up.",
                "In {count} messages the expression took too long and was given up.",
            )


def lets_pass(query: Query) -> Query:
    """A query as to which messages it lets pass, whatever their order and number; `Query()`: all."""
    return replace(query, limit=Query().limit, offset=0, head_first=False)


def _matcher(asked: Asked, veil: Veil) -> Matcher:
    if asked.how is How.PATH:
        return PathMatcher(asked, veil)
    return PersonMatcher(asked, veil) if asked.how is How.PERSON else TextMatcher(asked, veil)


def _matching(reader: Reader, query: Query) -> Iterator[Item]:
    """The first messages that match by what is known of them."""
    cursor: str | None = None
    for _page in range(KNOWN_MOST // PAGE_LIMIT_MOST):
        page = reader.page(replace(query, limit=PAGE_LIMIT_MOST), cursor)
        yield from page.items
        cursor = page.next
        if cursor is None:
            return
