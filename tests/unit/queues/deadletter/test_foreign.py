"""Values of other encoders: all that they say is read, and what is not changed stays byte for byte.

Five hundred of each by default; fifty thousand with QMONITOR_EXAMPLES=thorough.
"""

import os
import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from qmonitor.queues import times
from qmonitor.queues.deadletter import Store, codec, facts
from qmonitor.queues.deadletter.codec import Message, decode, encode_one, located
from tests.helpers import deadletter as made
from tests.helpers.deadletter_foreign import Foreign, Written

MANY = 50_000 if os.environ.get("QMONITOR_EXAMPLES") == "thorough" else 500
NOW = made.BEGIN + 2 * 10**17
STAMP = made.at(NOW)


def messages(seed: int, count: int) -> list[Written]:
    foreign = Foreign(random.Random(seed))
    return [foreign.message() for _ in range(count)]


def value(seed: int, found: list[Written]) -> bytes:
    return Foreign(random.Random(-seed)).value(found)


def ns(at: times.Instant | None) -> int | None:
    return None if at is None else at.ns


def alike(message: Message, written: Written) -> None:
    said = (message.username, message.subject, message.code, ns(message.timestamp), ns(message.queued_at))
    assert said == (written.username, written.subject, written.code, written.timestamp, written.queued_at)
    lists = (message.descriptions, message.fields, message.skip_recipients)
    assert [one or None for one in lists] == [one or None for one in written.lists.values()]


def test_all_that_they_say_is_read() -> None:
    for seed in range(MANY):
        found = messages(seed, seed % 4)
        raw = value(seed, found)
        places = located(raw)
        assert [raw[place] for _, place in places] == [one.raw for one in found]
        for (message, _), written in zip(places, found, strict=True):
            alike(message, written)
            assert encode_one(message) == written.raw
        told = tuple("" if one.queued_at is None else times.from_ns(one.queued_at).text for one in found)
        assert facts.facts([raw]) == [told[0] if len(told) == 1 else told]


def test_one_value_is_exchanged_and_every_other_byte_stays() -> None:
    for seed in range(MANY):
        (written,) = messages(seed, 1)
        (message,) = decode(value(seed, [written]))
        again = encode_one(replace(message, queued_at=times.from_ns(NOW)))
        if written.queued is not None:
            assert again == written.raw[: written.queued.start] + STAMP + written.raw[written.queued.stop :]
        (read,) = decode(made.items(again))
        alike(read, replace(written, queued_at=NOW))
        assert encode_one(read) == again


def test_what_differs_from_what_is_expected_is_read_as_well_among_others() -> None:
    """Many at once, as a look reads them."""
    found = [messages(seed, 1) for seed in range(MANY)]
    ours = [made.items(made.message(made.BEGIN + n)) for n in range(MANY)]
    values = [raw for n, one in enumerate(found) for raw in (ours[n], value(n, one))]
    told = facts.facts(values, many=True)
    assert told[::2] == [times.from_ns(made.BEGIN + n).text for n in range(MANY)]
    wanted = ["" if one.queued_at is None else times.from_ns(one.queued_at).text for (one,) in found]
    assert told[1::2] == wanted


@pytest.mark.parametrize("seed", range(3))
def test_a_queue_of_them_is_split_and_stamped_and_nothing_else(tmp_path: Path, seed: int) -> None:
    table = made.Table(tmp_path / "daemon.db")
    rows = [messages(seed * 1000 + n, n % 4) for n in range(60)]
    table.put(b"grades", value(seed, rows[3]))
    for n, found in enumerate(rows):
        table.put(made.key("grades", NOW + n, 7), value(n, found))
    path = table.write()
    young = [one for found in (rows[3], *rows) for one in found if young_enough(one)]
    with Store(path, clock=lambda: times.from_ns(NOW)) as store:
        fetched = [queued.message for queued in store.fetch_failed("grades")]
    assert len(fetched) == len(young)
    for message, written in zip(fetched, young, strict=True):
        alike(message, replace(written, queued_at=written.queued_at or NOW))
        if written.queued_at is not None:
            assert encode_one(message) == written.raw
        elif written.queued is not None:
            kept = written.raw[: written.queued.start], written.raw[written.queued.stop :]
            assert encode_one(message) == kept[0] + STAMP + kept[1]
    with closing(sqlite3.connect(path)) as db:
        stored = [row[0] for row in db.execute("SELECT value FROM kv WHERE length(key) > 6 ORDER BY key")]
    assert [raw for raw in stored if raw[:1] == b"\x81"] != []
    assert [one.stored for one in fetched] == [located(raw)[0][0].stored for raw in stored if located(raw)]


def young_enough(one: Written) -> bool:
    limit = NOW - codec.MAX_QUEUE_AGE.days * 86_400 * made.NS
    return one.queued_at is None or one.queued_at >= limit
