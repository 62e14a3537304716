"""Pages, single items, payloads and scans: the same items in the same order, wherever one begins."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from qmonitor.queues import times
from qmonitor.queues.deadletter.errors import NotAKey
from qmonitor.queues.deadletter.reader import DeadLetterReader
from qmonitor.queues.errors import Interrupted, Refused, UnknownItem
from qmonitor.queues.model import About, Among, Beside, Item, Page, Query, Side, Start, State
from tests.helpers import deadletter as made
from tests.helpers import deadletter_reference as reference
from tests.integration.deadletter.conftest import Look


def wanted(path: Path) -> list[tuple[str, str, str]]:
    """Id, queue and state of every item in the order of arrival, from the raw table."""
    found = []
    for key, value in reference.rows(path):
        name = reference.queue_of(key) or b""
        order = (reference.written(key) if b"\0" in key else -1, key[-8:] if b"\0" in key else b"", name)
        try:
            count = len(reference.messages(value))
        except reference.Broken:
            found.append((order, 1, key.hex(), name.decode(), "failed"))
            continue
        ids = [key.hex()] if count == 1 else [f"{key.hex()}#{n}" for n in range(1, count + 1)]
        found += [(order, n, one, name.decode(), "pending") for n, one in enumerate(ids)]
    return [(one, name, state) for _, _, one, name, state in sorted(found)]


def plain(items: tuple[Item, ...] | list[Item]) -> list[tuple[str, str, str]]:
    return [(str(item.id), item.destination, item.state) for item in items]


def through(reader: DeadLetterReader, query: Query) -> list[Item]:
    """All items by following the cursors forward, checked by following them backward."""
    pages = [reader.page(query)]
    while pages[-1].next is not None:
        pages.append(reader.page(query, pages[-1].next))
    found = [item for page in pages for item in page.items]
    back: list[Page] = [pages[-1]]
    while back[-1].prev is not None:
        back.append(reader.page(query, back[-1].prev))
    assert [item for page in reversed(back) for item in page.items] == found
    return found


@pytest.mark.parametrize("limit", [7, 100])
def test_pages_hold_everything_once_in_the_order_of_arrival(path: Path, look: Look, limit: int) -> None:
    reader, items = look(path), wanted(path)
    assert plain(through(reader, Query(limit=limit, head_first=True))) == items
    assert plain(through(reader, Query(limit=limit))) == items[::-1]
    for name in ("grades", "old", "broken", "empty", "none", "nobody", "", "a\0b", "\ud800"):
        here = [item for item in items if item[1] == name]
        assert plain(through(reader, Query(destination=name, limit=limit, head_first=True))) == here
    for state in ("pending", "failed", "skipped", "delivered"):
        here = [item for item in items if item[2] == state]
        assert plain(through(reader, Query(state=state, limit=limit, head_first=True))) == here
        assert plain(through(reader, Query(state=state, limit=limit))) == here[::-1]


def test_a_page_begins_beside_any_item(path: Path, look: Look) -> None:
    reader, items = look(path), wanted(path)
    for at in range(0, len(items), 23):
        for head_first, order, here in ((True, items, at), (False, items[::-1], len(items) - 1 - at)):
            query = Query(limit=9, head_first=head_first)
            one = items[at][0]
            assert plain(reader.page(query, Beside(one)).items) == order[here : here + 9]
            assert plain(reader.page(query, Beside(one, Side.AFTER)).items) == order[here + 1 : here + 10]
            assert plain(reader.page(query, Beside(one, Side.BEFORE)).items) == order[max(0, here - 9) : here]


def test_a_page_about_a_row(path: Path, look: Look) -> None:
    reader, items = look(path), wanted(path)
    for row in (0, 100, len(items) - 30, len(items) - 1, 10**6):
        for head_first, order in ((True, items), (False, items[::-1])):
            page = reader.page(Query(limit=20, head_first=head_first), About(row, len(items)))
            begin = min(row, len(items) - 20)
            assert plain(page.items) == order[begin : begin + 20]
    assert reader.page(Query(destination="nobody"), About(5, 10)).items == ()


def test_what_is_counted_beside_a_page(path: Path, look: Look) -> None:
    reader, items = look(path), wanted(path)
    one = items[50][0]
    unknown = reader.page(Query(limit=5), Start(Beside(one), placed=True, counts=(Query(),)), total=True)
    assert (unknown.total, unknown.before, unknown.counts) == (None, None, (None,)), "no row was looked at yet"
    reader.depth()
    page = reader.page(
        Query(limit=5, head_first=True), Start(Beside(one), placed=True, counts=(Query(state="failed"),)), total=True
    )
    assert (page.total, page.before) == (len(items), 50)
    assert page.counts == (sum(item[2] == "failed" for item in items),)
    assert reader.page(Query(limit=5), Start(Beside(one), placed=True)).before == len(items) - 51


def test_filters(path: Path, look: Look) -> None:
    reader = look(path)
    everything = through(reader, Query(limit=100, head_first=True))
    middle = times.from_ns(made.BEGIN + 10**15 // 2)
    dated = [(item, item.enqueued_at.ns) for item in everything if item.enqueued_at is not None]
    late = [item for item, ns in dated if ns is not None and ns >= middle.ns]  # type: ignore[operator]
    early = [item for item, ns in dated if ns is not None and ns < middle.ns]  # type: ignore[operator]
    assert late
    assert early
    for query, here in (
        (Query(since=middle, head_first=True, limit=1000), late),
        (Query(until=middle, head_first=True, limit=1000), early),
        (Query(text="EXAM", head_first=True, limit=1000), [i for i in everything if "exam" in i.message_type]),
        (Query(error="decode", head_first=True, limit=1000), [i for i in everything if i.state == State.FAILED]),
        (Query(channel="adt"), []),
        (Query(among=Among(["zz", 5, *[i.id for i in everything[::7]]], "", middle), head_first=True), everything[::7]),
    ):
        assert list(reader.page(query).items) == here
        assert reader.count(query) == len(here)
    assert list(reader.page(Query(offset=5, limit=3, head_first=True)).items) == everything[5:8]


def test_an_item_says_what_its_message_says(path: Path, look: Look) -> None:
    reader = look(path)
    first, second, third = (reader.get(f"{b'grades'.hex()}#{n}") for n in (1, 2, 3))
    assert (first.enqueued_at, first.message_type, first.channel) == (None, "grade", "dead-letter")
    assert second.enqueued_at == times.from_ns(made.BEGIN - 5)
    assert second.dropped_at == times.from_ns(made.BEGIN - 5 + 30 * 86_400 * made.NS)
    assert third.message_type == "reading"
    assert first.attempts is None, "the daemon tried it, and nobody counted how often"
    assert first.size == len(made.message(None, code=0)) == len(reader.payload(first.id))
    broken = reader.get(b"broken".hex())
    assert (broken.state, broken.size, broken.enqueued_at) == (State.FAILED, 1, None)
    assert broken.attempts is None
    assert "decoded" in broken.last_error
    assert reader.payload(broken.id) == b"\xff"


def test_payloads_are_the_stored_bytes(path: Path, look: Look) -> None:
    reader, stored = look(path), dict(reference.rows(path))
    for one, _, _ in wanted(path):
        key, _, number = one.partition("#")
        value = stored[bytes.fromhex(key)]
        whole = reader.payload(one)
        assert whole == value if not number else whole in value
        assert reader.get(one).size == len(whole)
        assert reader.payload(one, 3, 5) == whole[3:8]
        assert reader.payload(one, len(whole) + 1) == reader.payload(one, 2, 0) == b""
    with pytest.raises(Refused):
        reader.payload(one, -1)


def test_ids_that_are_none(path: Path, look: Look) -> None:
    reader = look(path)
    for gone in (
        made.key("grades", 1).hex(),
        f"{b'grades'.hex()}#4",
        b"grades".hex(),
        b"empty".hex(),
        f"{b'broken'.hex()}#1",
    ):
        with pytest.raises(UnknownItem):
            reader.get(gone)
        assert reader.states([gone]) == ((gone, "gone"),)
    for none in (5, "", "zz", "6772#0", "#1", "00", b"x\0no key".hex(), "6772#1#1", "6772 "):
        with pytest.raises(NotAKey):
            reader.get(none)
    for token in ("", "n", "x.1.2.3.4", "n.1.2.zz.4", "n1"):
        with pytest.raises(Refused):
            reader.page(Query(), token)


def test_states(path: Path, look: Look) -> None:
    items = wanted(path)
    ids = [one for one, _, _ in items]
    assert look(path).states(ids) == tuple((one, state) for one, _, state in items)


def test_what_can_not_be_decoded_is_what_fails(path: Path, look: Look) -> None:
    failing = look(path).failing()
    assert sorted(row.id for row in failing.rows) == sorted(one for one, _, state in wanted(path) if state == "failed")  # type: ignore[type-var]
    assert failing.next is None
    assert failing.looked == failing.total == len(wanted(path))


@pytest.mark.parametrize("head_first", [True, False])
def test_a_scan_reads_every_payload_once(path: Path, look: Look, head_first: bool) -> None:
    reader = look(path)
    for query in (
        Query(head_first=head_first),
        Query(head_first=head_first, destination="grades", state="pending"),
        Query(text="exam"),
    ):
        parts = [reader.scan(query, budget=0)]
        while (place := parts[-1].next) is not None:
            parts.append(reader.scan(query, place, budget=0.001))
        rows = [row for part in parts for row in part.rows]
        items = reader.page(
            Query(
                destination=query.destination,
                state=query.state,
                text=query.text,
                head_first=query.head_first,
                limit=1000,
            )
        ).items
        assert [(row.id, row.size) for row in rows] == [(item.id, item.size) for item in items]
        assert all(row.raw == reader.payload(row.id) for row in rows[::9])
        assert len(parts) > 3
        shares = [part.share for part in parts]
        assert shares == sorted(shares)
        assert shares[-1] == 1.0
    assert reader.scan(Query(destination="nobody")).first is None


def test_a_row_too_long_to_be_read_is_shown_all_the_same(path: Path, look: Look) -> None:
    key = made.key("grades", made.BEGIN + 5)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("INSERT INTO kv VALUES (?, zeroblob(?), NULL)", (key, 17 << 20))
    reader = look(path)
    item = reader.get(key.hex())
    assert (item.state, item.size) == (State.FAILED, 17 << 20)
    assert reader.payload(item.id, 5, 7) == bytes(7)
    assert reader.payload(item.id, (17 << 20) - 2) == bytes(2)
    reader.depth()
    assert reader.count(Query(state=State.FAILED)) == sum(state == "failed" for _, _, state in wanted(path))


def test_a_reading_is_called_off(path: Path, look: Look) -> None:
    reader = look(path)
    query = Query(text="nothing has this", limit=1000)

    class Caller(str):
        """A text that calls the reading off as soon as it is looked for."""

        def translate(self, table: object) -> str:
            reader.interrupt()
            return ""

    with pytest.raises(Interrupted):
        reader.page(Query(text=Caller("x"), limit=1000))
    assert reader.page(query).items == ()


def test_details(path: Path, look: Look) -> None:
    details = look(path).details()
    assert (details.kind, details.rows, details.mode) == ("dead-letter", len(wanted(path)), "wal")
    assert details.size == path.stat().st_size


def test_the_states_of_a_whole_queue_in_one_row_cost_what_one_of_them_costs(tmp_path: Path, look: Look) -> None:
    """The row is decoded once, not for each of its messages."""
    table = made.Table(tmp_path / "daemon.db")
    table.legacy("grades", *(made.message(code=n % 5) for n in range(300)))
    reader = look(table.write())
    ids = [f"{b'grades'.hex()}#{n}" for n in range(1, 302)]
    reader.states(ids[:1])
    began = time.process_time()
    one = reader.states(ids[:1])
    between = time.process_time()
    every = reader.states(ids)
    ended = time.process_time()
    assert one == every[:1]
    assert [state for _, state in every] == ["pending"] * 300 + ["gone"]
    assert ended - between < 10 * (between - began)


def test_a_whole_queue_in_one_row_is_decoded_once_as_long_as_it_is_the_same(tmp_path: Path, look: Look) -> None:
    path = tmp_path / "daemon.db"
    table = made.Table(path)
    table.legacy("grades", *(made.message(username=f"first {n}") for n in range(1_000)))
    reader = look(table.write())
    began = time.process_time()
    page = reader.page(Query(limit=5))
    between = time.process_time()
    again = [reader.get(item.id) for item in page.items]
    ended = time.process_time()
    assert again == list(page.items)
    assert ended - between < 2 * (between - began), "each of them alone"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        value = made.items(*(made.message(username=f"other {n}") for n in range(900)))
        db.execute("UPDATE kv SET value = ? WHERE key = ?", (value, b"grades"))
    assert b"other 7" in reader.payload(f"{b'grades'.hex()}#8")
    with pytest.raises(UnknownItem):
        reader.get(f"{b'grades'.hex()}#901")
