"""A backend that nobody ships: parcels on the shelves of a store, in one table of a file.

A test registers it for itself, in the place of all others, to show that window and monitor need to know none of them.
It reads everything each time, and can do one thing: skip.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from qmonitor.queues import sqlite_audit, times
from qmonitor.queues.audit import AuditEntry, Verification
from qmonitor.queues.errors import Refused, UnknownItem
from qmonitor.queues.failing import Failing
from qmonitor.queues.model import (
    Begin,
    Depth,
    DepthRow,
    Destination,
    Details,
    Item,
    ItemId,
    Lack,
    Page,
    Query,
    Stage,
    Start,
    State,
    Traits,
)
from qmonitor.queues.plan import GONE, Members, Plan, Report
from qmonitor.queues.planning import nothing_done
from qmonitor.queues.scanning import Scan
from qmonitor.queues.shared import Member, Shared
from qmonitor.queues.source import ACTIONS, Backend
from qmonitor.queues.sqlite_file import SqliteFile
from qmonitor.queues.times import Instant
from qmonitor.queues.words import phrase
from tests.helpers.messages import Source as Memory

BACKEND = Backend("tests.helpers.toy", "parcel", kinds=(phrase("grade"),))
STORE = "store"
TRAITS = {STORE: Traits(delivers=False, lists=False, retries=True)}
NOT_HERE = phrase("Parcels can't do that.")


@dataclass(frozen=True)
class Parcel:
    """One row."""

    id: int
    shelf: str
    stage: str
    state: str = State.PENDING
    body: bytes = b'{"weight": 3}'
    lacks: Lack | None = None


def write(path: Path, parcels: Iterable[Parcel]) -> Path:
    """A store with these."""
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE parcel(id INTEGER PRIMARY KEY, shelf, stage, state, body, lacks, at)")
        rows = [(*(getattr(one, name) for name in Parcel.__annotations__), times.now().text) for one in parcels]
        db.executemany(
            "INSERT INTO parcel(id, shelf, stage, state, body, lacks, at) VALUES (?, ?, ?, ?, ?, ?, ?)", rows
        )
    return path


def open_file(file: SqliteFile) -> "Store":
    """For the registry."""
    return Store(file)


class Store:
    """See `Source`."""

    traits = TRAITS

    def __init__(self, file: SqliteFile) -> None:
        self._file, self.target, self.name = file, file.target, Path(file.target).name
        self.capabilities = {**dict.fromkeys(ACTIONS, NOT_HERE), "skip": None}

    def reader(self) -> "Shelves":
        return Shelves(self._file.twin())

    def admin(self) -> "Keeper":
        return Keeper(self.target)

    def worker(self, *_: object, **__: object) -> Any:
        raise Refused(NOT_HERE)

    def describe(self) -> str:
        return f"Parcels in {self.target}"


class Shelves:
    """See `Reader`."""

    def __init__(self, file: SqliteFile) -> None:
        self._file, self._seen = file, -1

    def _items(self) -> list[Item]:
        return self._file.read(_items)

    def _memory(self) -> Memory:
        return Memory(self._items())

    def depth(self, *, patient: bool = False) -> Depth:
        items, now = self._items(), times.now()
        places = self.destinations()
        return Depth(
            tuple(_row(where, items, now) for where in places),
            now,
            True,
            destinations=places,
            traits=TRAITS,
            mark="toy",
        )

    def destinations(self) -> tuple[Destination, ...]:
        return tuple(Destination(*one) for one in sorted({(item.channel, item.destination) for item in self._items()}))

    def page(self, query: Query, start: Start | Begin = None, *, total: bool = False) -> Page:
        memory = self._memory()
        found = memory.read(query, start)
        return replace(found, as_of=times.now(), total=len(memory.matches(query)) if total else None)

    def count(self, query: Query) -> int:
        return len(self._memory().matches(query))

    def counts(self, queries: Sequence[Query]) -> tuple[int, ...]:
        return tuple(map(self.count, queries))

    def get(self, item: ItemId) -> Item:
        found = self._memory().items.get(item)
        if found is None:
            raise UnknownItem(phrase("There is no item {id}.", id=item))
        return found

    def payload(self, item: ItemId, offset: int = 0, length: int | None = None) -> bytes:
        self.get(item)
        sql = "SELECT body FROM parcel WHERE id = ?"
        body: bytes = self._file.read(lambda db: db.execute(sql, (item,)).fetchone())[0]
        return body[offset:] if length is None else body[offset : offset + length]

    def states(self, ids: Iterable[ItemId]) -> tuple[tuple[ItemId, str], ...]:
        items = self._memory().items
        return tuple((one, items[one].state if one in items else GONE) for one in ids)

    def failing(self, after: object = None, budget: float = 0.2) -> Failing:
        return Failing((), None, 0, 0)

    def scan(self, query: Query, after: object = None, budget: float = 0.1) -> Scan:
        return Scan((), None, None, None, None, 1.0)

    def details(self) -> Details:
        items, now = self._items(), times.now()
        return Details(self._file.target, "parcels", None, None, len(items), None, shared=_shared(items, now))

    def now(self) -> Instant:
        return times.now()

    def changed(self) -> bool:
        return True

    def past(self, span: timedelta) -> None:
        return None

    def knows(self, mark: str) -> bool:
        return mark == "toy"

    def audit(self, limit: int = 100, before: int | None = None) -> tuple[AuditEntry, ...]:
        return self._file.read(lambda db: sqlite_audit.entries(db, limit, before))

    def verify_audit(self) -> Verification:
        return self._file.read(sqlite_audit.verify)

    def interrupted(self) -> tuple[()]:
        return ()

    def interrupt(self) -> None:
        self._file.interrupt()

    def close(self) -> None:
        self._file.close()


def _items(db: sqlite3.Connection) -> list[Item]:
    rows = db.execute("SELECT id, shelf, stage, state, length(body), lacks, at FROM parcel").fetchall()
    return [
        Item(
            STORE, shelf, id=number, control_id=f"P-{number}", message_type="grade", stage=stage, state=state,
            size=size, lacks=None if lacks is None else Lack(lacks), enqueued_at=times.parse(at),
        )
        for number, shelf, stage, state, size, lacks, at in rows
    ]  # fmt: skip


def _row(where: Destination, items: Sequence[Item], now: Instant) -> DepthRow:
    mine = [one for one in items if one.destination == where.destination]
    waits = [one for one in mine if one.state == State.PENDING]
    failed = sum(one.state == State.FAILED for one in mine)
    oldest = waits[0].enqueued_at if waits else None
    age = times.between(oldest, now)
    return DepthRow(*_names(where), len(waits), failed, oldest, age.total_seconds() if age else None, None)


def _names(where: Destination) -> tuple[str, str]:
    return where.channel, where.destination


def _shared(items: Sequence[Item], now: Instant) -> Shared:
    def at(stage: Stage) -> int:
        return sum(one.stage == stage for one in items)

    lacking = sum(one.lacks == Lack.PAYLOAD for one in items)
    return Shared(
        as_of=now, undelivered=at(Stage.UNDELIVERED), undelivered_least=0, estimate=None, in_flight=at(Stage.IN_FLIGHT),
        members=(Member("clerk", at(Stage.IN_FLIGHT), now, 1),), delayed=at(Stage.DELAYED), due=0, overdue=0,
        dispatch_lag=0.0, dead=at(Stage.DEAD), refused=0, skipped=at(Stage.SKIPPED), body_gone=0, no_payload=lacking,
        unscheduled=0,
    )  # fmt: skip


class Keeper:
    """See `Admin`: what is skipped is set aside, with its row in the audit."""

    def __init__(self, path: str) -> None:
        self._path = path

    def plan(self, action: str, what: Query | Sequence[ItemId], **_: object) -> Plan:
        if action != "skip" or isinstance(what, Query):
            raise Refused(NOT_HERE)
        with closing(sqlite3.connect(self._path)) as db:
            items = [one for one in _items(db) if one.id in what]
        where = Destination(items[0].channel, items[0].destination)
        said = phrase("{count} parcels are set aside.", count=len(items))
        members = Members((one.id, one.state) for one in items)
        return Plan(action=action, target=str(where), members=members, taken=times.now(), words=(said,), undo=NOT_HERE)

    def run(self, plan: Plan, who: str, reason: str, progress: object = None) -> Report:
        ids = [item for item, _ in plan.members]
        with closing(sqlite3.connect(self._path)) as db, db:
            for statement in sqlite_audit.STATEMENTS:
                db.execute(statement)
            changed = [(State.SKIPPED, Stage.SKIPPED, one) for one in ids]
            db.executemany("UPDATE parcel SET state = ?, stage = ? WHERE id = ?", changed)
            sqlite_audit.record(db, sqlite_audit.Deed(plan.action, plan.target, plan.id, 1, ids, []), who, reason)
        return replace(nothing_done(plan, who), done=len(ids))

    def waiting(self) -> float:
        return 0.0

    def interrupt(self) -> None: ...

    def close(self) -> None: ...
