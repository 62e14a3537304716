"""The interface between the queues and everything else, and the registry of what can be opened.

A new backend is one folder and one line in `_BACKENDS`.
"""

import importlib
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, Unpack

from qmonitor.queues.access import Access
from qmonitor.queues.audit import AuditEntry, Verification
from qmonitor.queues.errors import NotAQueue, SourceMissing
from qmonitor.queues.failing import Failing, Place
from qmonitor.queues.model import ORDINARY, Begin, Depth, Destination, Details, Item, ItemId, Page, Query, Start, Traits
from qmonitor.queues.past import Past
from qmonitor.queues.plan import Admin, InterruptedPlan
from qmonitor.queues.scanning import Place as ScanPlace
from qmonitor.queues.scanning import Scan
from qmonitor.queues.targets import HIDDEN, tells_password, without_password
from qmonitor.queues.times import Instant
from qmonitor.queues.words import Phrase, phrase
from qmonitor.values import dataclass

if TYPE_CHECKING:  # whoever only looks needs nothing of it
    from qmonitor.queues.sending import Policy, Sender
    from qmonitor.queues.sqlite_file import SqliteFile
    from qmonitor.queues.working import Work, Worker


class Reader(Protocol):
    """Looks at a source and changes nothing.

    One thread uses a reader; only `interrupt` may be called from another. Every method raises
    `SourceError` where the source can't be read as things stand, and works again by itself when it can.
    """

    def depth(self, *, patient: bool = False) -> Depth:
        """The backlog of each destination that has one, ordered by channel and destination.

        Where a figure would take too long it is left for the next call, and `complete` is false meanwhile. One who is
        `patient` waits longer each time: for a command that shows nothing before all is complete.
        """
        ...

    def destinations(self) -> tuple[Destination, ...]:
        """Every destination that has any item, whatever its state."""
        ...

    def page(self, query: Query, start: Start | Begin = None, *, total: bool = False) -> Page:
        """Items that match, from a place on: a cursor of an earlier page of the same query, say.

        With `total` they are counted in the same snapshot, where that is quick.
        """
        ...

    def count(self, query: Query) -> int | None:
        """How many items match, exactly; None where finding out would take too long."""
        ...

    def counts(self, queries: Sequence[Query]) -> tuple[int | None, ...]:
        """How many items match each; of one snapshot, where indexes count them all."""
        ...

    def get(self, item: ItemId) -> Item:
        """One item without its payload. Raises `UnknownItem`."""
        ...

    def payload(self, item: ItemId, offset: int = 0, length: int | None = None) -> bytes:
        """The stored bytes, or a slice of them (bytes). Raises `UnknownItem`."""
        ...

    def states(self, ids: Iterable[ItemId]) -> tuple[tuple[ItemId, str], ...]:
        """The present state of each (`gone` where it is not there): to notice what the engine reverses."""
        ...

    def failing(self, after: Place | None = None, budget: float = 0.2) -> Failing:
        """What went wrong, after the place where the part before ended: as much as `budget` seconds let be read.

        All parts together hold every item once that was there from the first part to the last, each as it was when
        its own part was read; the engine is not slowed.
        """
        ...

    def scan(self, query: Query, after: ScanPlace | None = None, budget: float = 0.1) -> Scan:
        """Payloads of items that match, after the place where the part before ended: as much as `budget` seconds let
        be read.

        In the query's order: newest first, or by `head_first` as they came. The engine is not slowed.
        """
        ...

    def details(self) -> Details: ...

    def now(self) -> Instant:
        """The present by the clock that the source's times go by: the server's, or where there is none this machine's.

        Ages, and what a person says to be so long ago, are to be reckoned from it.
        """
        ...

    def changed(self) -> bool:
        """Whether anything may be new since the last `depth`. Cheap; never false by mistake."""
        ...

    def past(self, span: timedelta) -> Past | None:
        """How backlogs moved over the last so long, told from what the source still holds; may take a second.

        It begins later than asked where what is gone from the source leaves a figure open; None where nothing is
        certain. Never a curve that may be wrong.
        """
        ...

    def knows(self, mark: str) -> bool:
        """Whether the source still holds the content that a `Depth.mark` was of, wherever it lies by now."""
        ...

    def audit(self, limit: int = 100, before: int | None = None) -> tuple[AuditEntry, ...]:
        """Recorded acts, newest first, of ids below `before`; empty where nobody ever acted."""
        ...

    def verify_audit(self) -> Verification:
        """Recompute the hash chain of the audit."""
        ...

    def interrupted(self) -> tuple[InterruptedPlan, ...]:
        """Confirmed actions that ended before their end."""
        ...

    def interrupt(self) -> None:
        """From any thread: the call under way raises `Interrupted` within milliseconds."""
        ...

    def close(self) -> None: ...


class Source(Protocol):
    """A queue somewhere: what it is, and how to look at it or act on it. Holds no connection itself."""

    name: str
    """Short, for titles and tabs: the file's name, say."""
    target: str
    """The path or URL that opens it again; never with a password in it."""
    capabilities: Mapping[str, Phrase | None]
    """Action names: None where the source can do it, else the reason why not."""

    @property
    def traits(self) -> Mapping[str, Traits]:
        """What its queues are like, by channel, of those that are not `ORDINARY`."""
        ...

    def reader(self) -> Reader: ...

    def admin(self) -> Admin:
        """Open for acting. Raises `SourceForbidden`, `NetworkLocation` and others of `SourceError`."""
        ...

    def worker(self, where: Destination, sender: "Sender", policy: "Policy", **work: Unpack["Work"]) -> "Worker":
        """One that delivers a destination once it is run; nothing is opened before. Raises `Refused`."""
        ...

    def describe(self) -> str:
        """One line for people: kind and place."""
        ...


ACTIONS: Sequence[str] = (
    "retry-now", "skip", "drain", "remove", "purge", "restore", "resend", "erase", "optimise", "optimise-undo",
)  # fmt: skip
"""The names of all actions, as in capabilities, plans, audit rows and the command line."""


ON_MESSAGES = frozenset(ACTIONS) - {"purge", "optimise", "optimise-undo"}
"""Those that are done to the messages of one destination."""


def capabilities_at(source: Source, where: Destination | None) -> Mapping[str, Phrase | None]:
    """What can be done at a destination (None: anywhere): of a source with several queues what the one there can do."""
    at = getattr(source, "capabilities_at", None)
    if where is None or at is None:
        return source.capabilities
    there: Mapping[str, Phrase | None] = at(where.channel)
    return there


def traits_at(source: Source, where: Destination) -> Traits:
    """What the queue of a destination is like, whether anything lies there or not."""
    return source.traits.get(where.channel, ORDINARY)


def pool_at(source: Source, group: str) -> Destination:
    """Where the pool of a group works, as the source says it."""
    at = getattr(source, "pool_at", None)
    where: Destination = Destination(source.name, group) if at is None else at(group)
    return where


def company_at(source: Source, where: Destination) -> tuple[str, ...]:
    """The names of those that work on a destination now, wherever they run, where that may be several. Raises
    `SourceError`.
    """
    company = getattr(source, "company", None)
    names: tuple[str, ...] = () if company is None else company(where)
    return names


def require_workable(source: Source, where: Destination, policy: "Policy") -> None:
    """Raises `SourceError` where a worker would lack something there that it needs before it may send."""
    require = getattr(source, "require_workable", None)
    if require is not None:
        require(where, policy)


def lying_at(source: Source, where: Destination) -> int:
    """How many messages lie at a place that a start makes, and would be sent. Raises `SourceError`."""
    lying = getattr(source, "lying", None)
    count: int = 0 if lying is None else lying(where)
    return count


def states_at(source: Source) -> Mapping[str, frozenset[str]]:
    """By action the only states that an item of this source can be acted on in, where it is stricter than others."""
    stricter: Mapping[str, frozenset[str]] = getattr(source, "states", {})
    return stricter


@dataclass(frozen=True, slots=True)
class Backend:
    """A line of the registry: which module opens it, and the table by which a file of it is recognised.

    Where a file holds several, the ids of this one have a `prefix`, and its items lie in one `channel`. One that is no
    file has `schemes` instead, with which its URLs begin; `addresses` is the module that reads them, loaded alone where
    nothing is opened, and `trials` the one that tries a connection; `product` is what such a server is called, `port`
    the one that it usually listens at.
    `kinds` are the types of messages whose words people are told in their own language. `pools`: what waits goes out by
    pools of consumers beside those of others, for each group that reads; else each destination has a worker to itself.
    """

    module: str
    table: str = ""
    prefix: str = ""
    channel: str | None = None
    schemes: tuple[str, ...] = ()
    addresses: str = ""
    trials: str = ""
    product: str = ""
    port: int = 0
    kinds: tuple[Phrase, ...] = ()
    pools: bool = False


_BACKENDS = (
    Backend("qmonitor.queues.delivery.source", "queue"),
    Backend(
        "qmonitor.queues.deadletter.source", "kv", "kv:", "dead-letter",
        kinds=(phrase("grade"), phrase("exam"), phrase("reading"), phrase("final grade"), phrase("national exam")),
    ),
    Backend(
        "qmonitor.queues.streams.source",
        schemes=("redis", "rediss", "redis+unix", "redis+cluster", "rediss+cluster"),
        addresses="qmonitor.queues.streams.address",
        trials="qmonitor.queues.streams.trial",
        product="Redis",
        port=6379,
        pools=True,
    ),
)  # fmt: skip
"""The first that a file holds is its main one."""

SCHEMES: tuple[str, ...] = tuple(scheme for backend in _BACKENDS for scheme in backend.schemes)
"""All that a URL of a source may begin with."""


def has_pools(target: str) -> bool:
    """Whether what waits at a target is sent by pools of consumers; nothing is opened."""
    backend = _by_scheme(target)
    return backend is not None and backend.pools


def products() -> tuple[str, ...]:
    """What the servers are called that can be connected to."""
    return tuple(backend.product for backend in _BACKENDS if backend.product)


def server_backend(product: str = "") -> Backend:
    """The backend of servers that are called so; "": of the first that are connected to."""
    return next(backend for backend in _BACKENDS if backend.product and product in ("", backend.product))


def kinds() -> dict[str, Phrase]:
    """The types of messages, as they are stored, that have words in the user's language."""
    return {one.template: one for backend in _BACKENDS for one in backend.kinds}


def load() -> None:
    """Have what opens files loaded: in a thread beside another that imports it takes three times as long."""
    for backend in _BACKENDS:
        if backend.table:
            importlib.import_module(backend.module)


def location(target: str) -> str:
    """Where a target lies, so that two names of one place are alike: a URL as it is always written, a file by its
    absolute path. What can't be meant stays as it is, but for a password in it.

    By this everything of this user that belongs to a source finds it again: history, rules, alerts, colours.
    """
    if not is_url(target):
        return str(Path(target).absolute())
    try:
        return canonical(target)
    except NotAQueue:
        return without_password(target)


def canonical(url: str) -> str:
    """A source's URL as it is always written. Raises `NotAQueue` where none can be meant; nothing is opened."""
    address: str = importlib.import_module(backend_of(url).addresses).canonical(url)
    return address


def backend_of(url: str) -> Backend:
    """The line of the registry that a URL is for. Raises `NotAQueue`."""
    backend = _by_scheme(url)
    if backend is None:
        raise _unknown_kind(url)
    return backend


def is_url(target: str | Path) -> bool:
    """Whether a target is a URL, of whatever kind, and no path; also one that is mistyped and may hold a password."""
    if not isinstance(target, str):
        return False
    return _SCHEME.match(target) is not None or _is_slip(target)


def _is_slip(target: str) -> bool:
    """Whether it looks like an address with a password; also one in which that is hidden already."""
    return tells_password(target) or HIDDEN in target


_SCHEME = re.compile(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)
"""What a URL begins with; two characters at least before the colon, so that no drive letter is meant."""


def require_path(target: str | Path) -> None:
    """Raises `NotAQueue` for a URL: it would be taken for an odd path otherwise."""
    if _by_scheme(target) is not None:
        raise NotAQueue(
            phrase("A message can be put into a queue's file only, not into a queue on a server."),
            phrase("Its application puts messages there."),
        )
    if isinstance(target, str) and is_url(target):
        raise _unknown_kind(target)


def _by_scheme(target: str | Path) -> Backend | None:
    """The backend that a URL is meant for; None for a path, or a URL of no kind that we know."""
    if not isinstance(target, str) or not is_url(target):
        return None
    scheme = target.partition(":")[0].lower()
    return next((backend for backend in _BACKENDS if scheme in backend.schemes), None)


def _unknown_kind(url: str) -> NotAQueue:
    if _is_slip(url):
        return NotAQueue(
            phrase("This looks like an address with a password in it, and it is none; it is not repeated here."),
            phrase(
                "It reads {example}, without the password. A file of that name is opened as ./NAME.", example=_READS
            ),
        )
    return NotAQueue(
        phrase("qmonitor knows no source of the kind {scheme} (yet).", scheme=f"{url.partition('://')[0].lower()}://"),
        phrase("Name the path of a queue's file, or the URL of a stream queue."),
    )


_READS = "redis://user@host:6379/0"


def open_source(target: str | Path, *, allow_network: bool = False, access: Access | None = None) -> Source:
    """The source at a path, told by what the file holds, or at a URL, told by how it begins.

    Raises `SourceError` where it can't be read, `NotAQueue` where it holds nothing that we know, or for a URL of
    a kind that we don't. `allow_network` reads (never writes) a file on a network share; `access` is for a server. That
    is asked once: `PasswordNeeded` where it wants another one.
    """
    backend = _by_scheme(target)
    if backend is not None:
        url = canonical(str(target))
        source: Source = importlib.import_module(backend.module).open_url(url, access or Access())
        return source
    require_path(target)
    from qmonitor.queues.sqlite_file import SqliteFile

    try:
        file = SqliteFile(target, allow_network=allow_network)
        tables = file.tables()
    except SourceMissing as error:
        example = _perhaps_meant(target)
        if not example:
            raise
        remedy = phrase("If an address is meant, it has two slashes: {example}.", example=example)
        raise SourceMissing(error.cause, remedy) from error
    found = [backend for backend in _BACKENDS if backend.table and backend.table in tables]
    if not found:
        raise file.not_a_queue()
    opened: Source = importlib.import_module(found[0].module).open_file(file)
    return _with_others(opened, file, found) if len(found) > 1 else opened


def _perhaps_meant(target: str | Path) -> str:
    """How an address begins that may be meant by a path; "" for a mere path."""
    scheme, colon, _ = str(target).partition(":")
    return f"{scheme.lower()}://host" if colon and scheme.lower() in SCHEMES else ""


def _with_others(main: Source, file: "SqliteFile", found: Sequence[Backend]) -> Source:
    """One source of all queues of a file. A table that only has the name of one is none."""
    from qmonitor.queues.combined.parts import Part
    from qmonitor.queues.combined.source import CombinedSource

    parts, sources = [Part()], [main]
    for backend in found[1:]:
        try:
            sources.append(importlib.import_module(backend.module).open_file(file))
        except NotAQueue:
            continue
        parts.append(Part(backend.prefix, backend.channel))
    return CombinedSource(parts, sources) if len(sources) > 1 else main
