"""Files with dead-letter queues of every kind, and readers of them that are closed again."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from qmonitor.queues.deadletter.reader import DeadLetterReader
from qmonitor.queues.deadletter.source import open_file
from qmonitor.queues.sqlite_file import SqliteFile
from tests.helpers import deadletter as made

Look = Callable[[Path], DeadLetterReader]


@pytest.fixture
def look() -> Iterator[Look]:
    """Opens a reader."""
    readers: list[DeadLetterReader] = []

    def opened(path: Path) -> DeadLetterReader:
        readers.append(open_file(SqliteFile(path)).reader())
        return readers[-1]

    yield opened
    for reader in readers:
        reader.close()


def fill(table: made.Table, rows: int = 300, seed: int = 1) -> None:
    """Queues of every kind of row, and unrelated keys."""
    chance = random.Random(seed)
    broken = list(made.BROKEN.values())
    for n in range(rows):
        name = ("grades", "exams", "prüfung")[n % 3]
        at = made.BEGIN + chance.randrange(10**15)
        table.put(made.key(name, made.BEGIN + n * made.NS, chance.randrange(2**64)), value(chance, at, broken))
    table.legacy("grades", *(made.message(at, code=n) for n, at in enumerate((None, made.BEGIN - 5, made.BEGIN))))
    table.legacy("old", made.message(None), made.message(None))
    table.legacy("only", made.message(made.tag(1, made.integer(1_700_000_000))))
    table.put(b"broken", b"\xff")
    table.put(b"empty", b"")
    table.put(b"x\0no key", made.items(made.message()))
    table.put(made.key("none", made.BEGIN), None)
    table.put(made.key("fifteen-letters", made.BEGIN), made.items(made.message()), 1_800_000_000)
    table.digests(200, like="grades")


def value(chance: random.Random, at: int, broken: list[bytes]) -> bytes:
    kind = chance.randrange(12)
    if kind == 0:
        return chance.choice(broken)
    if kind == 1:
        return made.items(*(made.message(at + n, code=n) for n in range(chance.randrange(5))))
    if kind == 2:
        return made.items(made.message(None), endless=True)
    if kind == 3:
        return made.items(made.message(made.at(at, digits=chance.randrange(1, 9)), endless=True))
    if kind == 4:
        return made.items(made.message(made.tag(1, made.double(at / made.NS)), fields=None))
    if kind == 5:
        return made.items(made.message(at, subject="long " * 2_000))
    return made.items(made.message(at, code=chance.randrange(6)))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with all of these."""
    table = made.Table(tmp_path / "daemon.db")
    fill(table)
    return table.write()
