"""One kit for each kind of source: how a file of it is made and changed by the program that it belongs to.

A new backend adds a kit here; the tests beside this file say what everybody may expect of a source.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from qmonitor.queues import Item, Query
from qmonitor.queues.deadletter import Message, Store
from qmonitor.queues.delivery import Store as DeliveryStore
from qmonitor.queues.model import Destination, ItemId
from qmonitor.queues.source import Source, open_source
from tests.helpers import deadletter as made
from tests.helpers.streams.servers import Server


class Kit(ABC):
    """A file with two destinations, of which messages wait; the first has failed ones, too. (A server may have one.)"""

    places: tuple[Destination, ...]
    unknown: ItemId
    """An id of the right form that no item has."""
    nonsense: ItemId
    """No id at all."""
    widest = Query(state="pending")
    """As much as one action may be aimed at."""
    lined_up: Sequence[Destination] = ()
    """Where everything waits for the first."""
    reach = 2
    """Of how many destinations that takes what waits."""
    keeps_places = True
    """Whether what is restored stands where it stood, under its old id."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @abstractmethod
    def fill(self, count: int, failed: int) -> None:
        """Make the file: so many waiting messages in each destination, and failed ones in the first."""

    @abstractmethod
    def add(self, place: int, text: str) -> ItemId:
        """Another message at the end of a line; the text is in its payload."""

    @abstractmethod
    def sent(self, item: ItemId) -> None:
        """The program it belongs to has sent a message."""

    def open(self) -> Source:
        """Through the package."""
        return open_source(self.target)

    @property
    def target(self) -> str:
        """What opens it."""
        return str(self.path)

    @property
    def size(self) -> int | None:
        """In bytes; None where nobody knows."""
        return self.path.stat().st_size

    def content(self) -> object:
        """All that is there, to see whether anything changed."""
        return self.path.read_bytes(), sorted(self.path.parent.iterdir())

    def holds(self, text: str) -> bool:
        """Whether a text stands anywhere in it."""
        return any(text.encode() in file.read_bytes() for file in self.path.parent.iterdir())

    def exchange(self, count: int) -> None:
        """Another content in its place: so many waiting messages in each destination."""
        other = type(self)(self.path.with_name("other.db"))
        other.fill(count, 0)
        other.path.replace(self.path)


class DeliveryKit(Kit):
    places = lined_up = (Destination("adt", "north"), Destination("lab", "south"))
    unknown, nonsense = 10**12, "seven"

    def fill(self, count: int, failed: int) -> None:
        with DeliveryStore(self.path) as store:
            for n in range(count):
                for where in self.places:
                    store.enqueue(Item(where.channel, where.destination, b"MSH|^~\\&|%d|%b" % (n, b"x" * n)))
            for n in range(failed):
                one = store.enqueue(Item("adt", "north", b"MSH|^~\\&|failed %d" % n))
                due = next(item for item in store.list(Query(limit=1))[0] if item.id == one).next_attempt
                assert due is not None
                assert store.gave_up(one, 1, "refused", due)

    def add(self, place: int, text: str) -> ItemId:
        where = self.places[place]
        with DeliveryStore(self.path) as store:
            return store.enqueue(Item(where.channel, where.destination, text.encode()))

    def sent(self, item: ItemId) -> None:
        with DeliveryStore(self.path) as store:
            assert store.succeeded(item, 1)


class DeadLetterKit(Kit):
    places = (Destination("dead-letter", "grades"), Destination("dead-letter", "mail"))
    unknown, nonsense = made.key("grades", 1).hex(), "seven"

    def fill(self, count: int, failed: int) -> None:
        table = made.Table(self.path)
        for n in range(count):
            for m, where in enumerate(self.places):
                at = made.BEGIN + (2 * n + m) * made.NS
                table.add(where.destination, at, made.message(at, subject="x" * n))
        for n in range(failed):
            table.put(made.key("grades", made.BEGIN + 10**15 + n), b"\xff failed %d" % n)
        table.write()

    def add(self, place: int, text: str) -> ItemId:
        with Store(self.path) as store:
            return store.store_failed(self.places[place].destination, Message(subject=text)).hex()

    def sent(self, item: ItemId) -> None:
        with Store(self.path) as store:
            store.dequeue(bytes.fromhex(str(item)))


class BothKit(Kit):
    """A delivery queue and a dead-letter queue in one file."""

    places = (DeliveryKit.places[0], DeadLetterKit.places[1])
    lined_up = places[:1]
    widest, reach = Query(state="pending", channel="dead-letter"), 1
    unknown, nonsense = f"kv:{made.key('mail', 1).hex()}", "kv:seven"

    def fill(self, count: int, failed: int) -> None:
        with DeliveryStore(self.path) as store:
            for n in range(count):
                store.enqueue(Item("adt", "north", b"MSH|^~\\&|%d" % n))
        DeliveryKit(self.path).fill(0, failed)
        table = made.Table(self.path)
        for n in range(count):
            table.add("mail", made.BEGIN + n * made.NS, made.message(made.BEGIN + n * made.NS))
        table.write()

    def add(self, place: int, text: str) -> ItemId:
        if place == 0:
            return DeliveryKit(self.path).add(0, text)
        return f"kv:{DeadLetterKit(self.path).add(1, text)}"

    def sent(self, item: ItemId) -> None:
        if isinstance(item, int):
            DeliveryKit(self.path).sent(item)
        else:
            DeadLetterKit(self.path).sent(item.removeprefix("kv:"))


KITS: dict[str, type[Kit]] = {"delivery": DeliveryKit, "dead letter": DeadLetterKit, "both in one file": BothKit}

COUNT, FAILED = 30, 4
"""Messages that wait in each destination, and failed ones in the first."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.stop()


@pytest.fixture(params=[*KITS, "streams"])
def kit(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Kit]:
    """Each kind of source, with messages in it."""
    from tests.contract.streams import StreamKit  # which is made of what stands here

    if request.param == "streams":
        StreamKit.server = request.getfixturevalue("server")
    kits: dict[str, type[Kit]] = {**KITS, "streams": StreamKit}
    made_one = kits[request.param](tmp_path / "queue.db")
    made_one.fill(COUNT, FAILED)
    yield made_one
    if isinstance(made_one, StreamKit):
        made_one.close()
