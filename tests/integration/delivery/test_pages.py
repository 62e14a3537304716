"""Pages joined are the whole list: no gap and no double, whatever the filter, the order and the direction."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.queues import Item, Page, Query, errors, open_source, times
from qmonitor.queues.delivery.places import NEAR
from qmonitor.queues.model import About, Beside, Side, Start
from qmonitor.queues.source import Reader
from tests.helpers import engine, files, reference
from tests.helpers.codebase import ROOT

Read = Callable[[Path], Reader]

NAMES = ("lab", "LAB", "o'hara", "", "Labor Süd", "a\x00b", "%", "_")
TEXTS = ("", "C1", "c1", "100%", "a_b", "a\\b", "ADT^A01", "adt^a01", "Ä", "ä", "a\x00C1", "'", "[x]*?")
ALMOST_TIMES = (
    "2026-02-30T00:00:00.000000000Z", "2026-13-01T00:00:00.000000000Z", "2026-11-00T00:00:00.000000000Z",
    "2026-11-28T24:00:00.000000000Z", "2026-11-28T23:59:60.500000000Z", "2026-11-29T08:00:00.123456789Z\n",
    "0000-11-28T23:59:00.500000000Z",
)  # fmt: skip
TIMES = files.LEGACY_TIMES[:9] + ALMOST_TIMES + ("2026-11-28T08:00:00.000000000Z", "", "yesterday")
FIELDS = ("id", "channel", "destination", "state", "control_id", "message_type", "last_error", "enqueued_at")

a_row = st.fixed_dictionaries(
    {
        "channel": st.sampled_from(NAMES),
        "destination": st.sampled_from(NAMES),
        "state": st.sampled_from(("pending", "failed", "delivered", "skipped", "", "odd")),
        "control_id": st.sampled_from(TEXTS),
        "message_type": st.sampled_from(TEXTS),
        "last_error": st.sampled_from(TEXTS),
        "enqueued_at": st.sampled_from(TIMES),
    }
)
instants = st.none() | st.sampled_from(files.LEGACY_TIMES[:9]).map(times.parse)
queries = st.builds(
    Query,
    channel=st.none() | st.sampled_from(NAMES),
    destination=st.none() | st.sampled_from(NAMES),
    state=st.none() | st.sampled_from(("pending", "failed", "delivered", "skipped", "", "odd", "absent")),
    text=st.none() | st.sampled_from(TEXTS),
    error=st.none() | st.sampled_from(TEXTS),
    since=instants,
    until=instants,
    limit=st.integers(1, 7),
    head_first=st.booleans(),
)


def ascii_lower(text: str) -> str:
    return "".join(chr(ord(c) + 32) if "A" <= c <= "Z" else c for c in text)


def matches(row: dict[str, Any], query: Query) -> bool:
    """The filter, by the words of its documentation."""
    for name in ("channel", "destination", "state"):
        wanted = getattr(query, name)
        if wanted is not None and row[name] != wanted:
            return False
    if query.text and ascii_lower(query.text) not in ascii_lower(row["control_id"]) + "\n" + ascii_lower(
        row["message_type"]
    ):
        return False
    if query.error and ascii_lower(query.error) not in ascii_lower(row["last_error"]):
        return False
    if query.since is None and query.until is None:
        return True
    at = reference.nanoseconds(row["enqueued_at"])
    if at is None:
        return False
    since = None if query.since is None else query.since.ns
    until = None if query.until is None else query.until.ns
    return (since is None or since <= at) and (until is None or at < until)


def expected(path: Path, query: Query) -> list[int]:
    table = [dict(zip(FIELDS, row, strict=True)) for row in files.rows(path, ", ".join(FIELDS))]
    ids = [row["id"] for row in table if matches(row, query)]
    return ids if query.head_first else ids[::-1]


def walk(reader: Reader, query: Query, between: Callable[[], None] = lambda: None) -> list[Page]:
    pages = [reader.page(query)]
    while pages[-1].next is not None:
        between()
        pages.append(reader.page(query, pages[-1].next))
        assert len(pages) < 1000
    return pages


def ids(*pages: Page) -> list[int]:
    return [int(item.id) for page in pages for item in page.items]


@given(st.lists(a_row, max_size=30), st.lists(queries, min_size=1, max_size=5))
def test_pages_joined_are_the_whole_list(rows: list[dict[str, Any]], asked: list[Query]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = files.queue(Path(folder) / "q.db", rows)
        reader = open_source(path).reader()
        for query in asked:
            whole = expected(path, query)
            pages = walk(reader, query)
            assert ids(*pages) == whole
            assert all(len(page.items) == query.limit for page in pages[:-1])
            assert reader.count(query) == len(whole)
            back = walk_back(reader, query, pages)
            assert ids(*back) == whole
        reader.close()


@given(st.lists(a_row, max_size=30), st.lists(queries, min_size=1, max_size=5))
def test_what_matches_does_not_depend_on_the_order(rows: list[dict[str, Any]], asked: list[Query]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = files.queue(Path(folder) / "q.db", rows)
        reader = open_source(path).reader()
        for query in asked:
            other = replace(query, head_first=not query.head_first)
            assert ids(*walk(reader, query)) == ids(*walk(reader, other))[::-1]
        reader.close()


def listed(path: Path, zone: str, *options: str) -> list[int]:
    """What the command line lists in a time zone."""
    command = [sys.executable, "-m", "qmonitor", "list", str(path), "--json", "--limit", "1000", *options]
    environment = {**os.environ, "TZ": zone}
    told = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
    return [int(item["id"]) for item in json.loads(told.stdout)["items"]]


def test_the_same_times_list_the_same_items_in_every_zone_and_order(tmp_path: Path) -> None:
    rows = [{"enqueued_at": text, "state": state} for text in TIMES for state in ("pending", "failed")]
    path = files.queue(tmp_path / "q.db", rows)
    options = ["--state", "pending", "--since", "2026-11-29T04:00:00-04:00", "--until", "2026-11-29T09:00:00.5+01:00"]
    query = Query(state="pending", since=times.parse(options[3]), until=times.parse(options[5]), head_first=True)
    whole = expected(path, query)
    assert 0 < len(whole) < len(rows) // 2
    for zone in ("UTC", "Asia/Kolkata", "America/St_Johns"):
        assert listed(path, zone, *options, "--head-first") == whole
        assert listed(path, zone, *options) == whole[::-1]


@given(st.lists(a_row, max_size=30), st.lists(queries, min_size=1, max_size=5), st.integers(-2, 40))
def test_a_page_beside_an_item_is_that_part_of_the_list(
    rows: list[dict[str, Any]], asked: list[Query], item: int
) -> None:
    """Also where the item is not in the list: it has its place there all the same."""
    with tempfile.TemporaryDirectory() as folder:
        path = files.queue(Path(folder) / "q.db", rows)
        reader = open_source(path).reader()
        for query in asked:
            whole = expected(path, query)
            behind = (lambda i: i >= item) if query.head_first else (lambda i: i <= item)
            at = [i for i in whole if behind(i)]
            earlier = [i for i in whole if not behind(i)]
            after = [i for i in at if i != item]
            page = reader.page(query, Start(Beside(item), placed=True))
            assert ids(page) == at[: query.limit]
            assert page.before in (None, len(earlier))
            assert ids(reader.page(query, Beside(str(item), Side.AFTER))) == after[: query.limit]
            back = reader.page(query, Beside(item, Side.BEFORE))
            assert ids(back) == earlier[-query.limit :]
            for empty in (page, back):
                if not empty.items:
                    assert empty.next is None or ids(reader.page(query, empty.next)) == at[: query.limit]
                    assert empty.prev is None or ids(reader.page(query, empty.prev)) == earlier[-query.limit :]
        reader.close()


@given(st.lists(a_row, max_size=30), st.lists(queries, min_size=1, max_size=5), st.integers(0, 40), st.integers(0, 40))
def test_a_page_about_a_row_is_a_part_of_the_list_and_knows_its_place(
    rows: list[dict[str, Any]], asked: list[Query], row: int, of: int
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = files.queue(Path(folder) / "q.db", rows)
        reader = open_source(path).reader()
        for query in asked:
            whole = expected(path, query)
            page = reader.page(query, Start(About(row, of), counts=tuple(asked)))
            found = ids(page)
            counted = zip(asked, page.counts, strict=True)
            assert all(count in (None, len(expected(path, other))) for other, count in counted)
            first = whole.index(found[0]) if found else 0
            assert found == whole[first : first + query.limit]
            assert page.before in (None, first)
            assert len(found) == min(query.limit, len(whole))
            assert page.next is not None or found == whole[-len(found) :]
        reader.close()


@pytest.mark.parametrize("head_first", [True, False])
@pytest.mark.parametrize("where", [{}, {"channel": "lab", "destination": "dest-01"}], ids=["all", "one destination"])
def test_a_row_far_down_is_found_in_one_read_also_where_ids_are_not_even(
    tmp_path: Path, read: Read, head_first: bool, where: dict[str, str]
) -> None:
    spread = [n**3 for n in range(1, 6_001)]
    path = files.queue(tmp_path / "q.db", [{"id": n, "state": "failed" if n % 7 else "pending"} for n in spread])
    query = Query(state="failed", head_first=head_first, limit=600, **where)
    whole = expected(path, query)
    for row in (0, 199, 1_000, 2_500, 4_000, len(whole) - 1, len(whole) + 500):
        page = read(path).page(query, About(row, 17))
        assert page.before is not None
        assert ids(page) == whole[page.before : page.before + 600]
        assert page.before <= row <= page.before + 2 * NEAR or page.next is None
    assert ids(read(path).page(query, About(len(whole), 17))) == whole[-600:]


@pytest.mark.parametrize("head_first", [True, False])
def test_the_end_is_found_however_uneven_the_ids_are(tmp_path: Path, read: Read, head_first: bool) -> None:
    sent = [{"id": n, "state": "delivered"} for n in range(1, 9_000)]
    left = [{"id": n} for n in (*range(9_000, 9_400), *range(10**9, 10**9 + 400), *range(2**60, 2**60 + 400))]
    path = files.queue(tmp_path / "q.db", sent + left)
    query = Query(state="pending", head_first=head_first, limit=300)
    page = read(path).page(query, About(2**31, 2**31))
    assert ids(page) == expected(path, query)[-300:]
    assert (page.before, page.next) == (900, None)


@given(st.lists(a_row, max_size=30), st.lists(queries, min_size=1, max_size=8))
def test_what_is_counted_with_a_page_is_exact(rows: list[dict[str, Any]], asked: list[Query]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = files.queue(Path(folder) / "q.db", rows)
        reader = open_source(path).reader()
        plain = [Query(q.channel, q.destination, q.state, head_first=q.head_first) for q in asked]
        counts = reader.page(asked[0], Start(counts=(*asked, *plain))).counts
        for query, count in zip((*asked, *plain), counts, strict=True):
            assert count in (None, len(expected(path, query)))
        for query, count in zip(plain, counts[len(asked) :], strict=True):
            assert count is not None or (query.channel is None) != (query.destination is None)
        reader.close()


def test_states_that_are_no_text_are_counted_among_all(tmp_path: Path, read: Read) -> None:
    rows = [{"state": state} for state in (None, 7, 2.5, "pending", "pending", "", b"\xff", "a\x00b")]
    path = files.queue(tmp_path / "q.db", rows, loose=True)
    with files.opened(path) as db:
        db.execute("INSERT INTO queue (state, channel, destination) VALUES (x'00', 'lab', 'dest-01')")
    one = Query("lab", "dest-01")
    asked = (Query(), one, replace(one, state="pending"), Query(state="pending"), Query(state=""))
    assert read(path).page(Query(), Start(counts=asked)).counts == (9, 9, 2, 2, 1)


def test_list_and_counts_are_of_one_snapshot(tmp_path: Path, read: Read) -> None:
    """While an engine queues as fast as it can, the first row stands behind as many as were counted with it."""
    path = files.queue(tmp_path / "q.db", [{}])
    reader = read(path)
    with engine.start("drive", "--db", str(path)) as driving:
        assert driving.stdout is not None
        driving.stdout.readline()
        for _ in range(30):
            page = reader.page(Query(), Start(Beside(1), placed=True, counts=(Query(), Query(state="pending"))))
            assert page.before is not None
            assert page.counts == (page.before + 1, page.before + 1)
        assert driving.stdin is not None
        driving.stdin.close()
        driving.wait()


def walk_back(reader: Reader, query: Query, forth: list[Page]) -> list[Page]:
    """From the last page to the first, which has none before it; in the query's order again."""
    assert forth[0].prev is None
    back = [forth[-1]]
    while back[0].prev is not None:
        back.insert(0, reader.page(query, back[0].prev))
        assert len(back) < 1000
    return back


@pytest.mark.parametrize("head_first", [True, False])
@pytest.mark.parametrize("state", [None, "pending"])
def test_rows_that_come_and_go_meanwhile_make_no_gap_and_no_double(
    tmp_path: Path, read: Read, head_first: bool, state: str | None
) -> None:
    path = files.queue(tmp_path / "q.db", [{"destination": f"dest-{n % 3}"} for n in range(100)])
    reader = read(path)
    query = Query(state=state, destination="dest-1", limit=4, head_first=head_first)
    stays = set(expected(path, query))
    with files.opened(path) as db:
        step = iter(range(1000))

        def meanwhile() -> None:
            n = next(step)
            files.insert(db, [{"destination": "dest-1"}, {"destination": "dest-0"}])
            gone = [2 + 3 * (n * 7 % 33), 2 + 3 * (n * 5 % 33)]
            db.execute("DELETE FROM queue WHERE id = ?", (gone[0],))
            db.execute("UPDATE queue SET destination = 'moved' WHERE id = ?", (gone[1],))
            stays.difference_update(gone)

        seen = []
        page = reader.page(query)
        while True:
            seen += ids(page)
            if page.next is None or len(seen) > 400:
                break
            meanwhile()
            page = reader.page(query, page.next)
    assert len(seen) == len(set(seen))
    assert stays <= set(seen)
    assert seen == sorted(seen, reverse=not head_first)


def test_new_rows_do_not_move_the_pages_before_them(tmp_path: Path, read: Read) -> None:
    path = files.queue(tmp_path / "q.db", [{} for _ in range(30)])
    reader = read(path)
    first = reader.page(Query(limit=10))
    with files.opened(path) as db:
        files.insert(db, [{} for _ in range(5)])
    second = reader.page(Query(limit=10), first.next)
    assert ids(second) == list(range(20, 10, -1))
    assert second.prev is not None
    assert ids(reader.page(Query(limit=10), second.prev)) == list(range(30, 20, -1))


def test_a_page_carries_no_payload(queue: Path, read: Read) -> None:
    assert {item.raw for item in read(queue).page(Query()).items} == {None}


def test_a_page_is_never_longer_than_a_thousand(tmp_path: Path, read: Read) -> None:
    path = files.queue(tmp_path / "q.db", [{} for _ in range(1100)])
    pages = walk(read(path), Query(limit=100_000))
    assert [len(page.items) for page in pages] == [1000, 100]


def test_a_cursor_of_another_query_never_shows_wrong_items(queue: Path, read: Read) -> None:
    reader = read(queue)
    cursor = reader.page(Query(limit=2)).next
    other = Query(limit=2, state="failed")
    try:
        page = reader.page(other, cursor)
    except errors.Refused:
        return
    assert {item.state for item in page.items} <= {"failed"}


def test_every_column_is_shown_as_stored(tmp_path: Path, read: Read) -> None:
    odd = "a\x00b\x1f\u202e\U0001f3e5'\"%_\\"
    row = {
        "channel": odd, "destination": odd, "control_id": odd, "message_type": odd, "state": "failed", "attempts": 7,
        "enqueued_at": "2026-11-29T08:00:00Z", "next_attempt": "2026-11-29T08:00:01.5Z",
        "last_attempt": "2026-11-29T08:00:02Z",
        "last_error": odd, "reason": odd, "raw": b"\x0b123\x1c\r",
    }  # fmt: skip
    path = files.queue(tmp_path / "q.db", [row])
    reader = read(path)
    assert reader.get(1) == Item(
        id=1, channel=odd, destination=odd, control_id=odd, message_type=odd, state="failed", attempts=7, size=6,
        enqueued_at=times.parse("2026-11-29T08:00:00Z"), next_attempt=times.parse("2026-11-29T08:00:01.5Z"),
        last_attempt=times.parse("2026-11-29T08:00:02Z"), last_error=odd, reason=odd,
    )  # fmt: skip
    assert reader.page(Query(channel=odd, destination=odd, text=odd, error=odd)).items == (reader.get(1),)


def test_a_name_that_is_no_utf8_is_found_again(tmp_path: Path, read: Read) -> None:
    path = files.queue(tmp_path / "q.db", [{"channel": b"\xff"}, {"channel": b"\xfe", "destination": b"\xfd"}, {}])
    reader = read(path)
    item = reader.get(2)
    found = reader.page(Query(channel=item.channel, destination=item.destination))
    assert ids(found) == [2]


@pytest.mark.parametrize("length", [None, 0, 1, 4096, 10**9])
@pytest.mark.parametrize("offset", [0, 1, 99_999, 100_000, 10**9])
def test_a_payload_in_slices(tmp_path: Path, read: Read, offset: int, length: int | None) -> None:
    raw = bytes(n * 7 % 256 for n in range(100_000))
    path = files.queue(tmp_path / "q.db", [{"raw": raw}])
    assert read(path).payload(1, offset, length) == raw[offset : None if length is None else offset + length]


def test_since_and_until_compare_instants(tmp_path: Path, read: Read) -> None:
    path = files.queue(
        tmp_path / "q.db", [{"enqueued_at": "2026-11-29T09:00:00+01:00"}, {"enqueued_at": "2026-11-29T08:00:00Z"}]
    )
    reader = read(path)
    eight = times.parse("2026-11-29T08:00:00.000000000Z")
    assert ids(reader.page(Query(since=eight))) == [2, 1]
    assert ids(reader.page(Query(until=eight))) == []
    assert ids(reader.page(replace(Query(since=eight), until=times.from_ns((eight.ns or 0) + 1)))) == [2, 1]


def test_a_long_walk_can_be_called_off(tmp_path: Path, read: Read) -> None:
    """`interrupt` from another thread ends the reading at once, and the next one works."""
    import threading

    path = files.queue(tmp_path / "q.db", [{"raw": b"x" * 1500} for _ in range(60_000)])
    reader = read(path)
    done = threading.Event()

    def call_off() -> None:
        while not done.wait(0.001):
            reader.interrupt()

    caller = threading.Thread(target=call_off)
    caller.start()
    try:
        with pytest.raises(errors.Interrupted):
            all(reader.page(Query(text="nothing matches this")) for _ in range(1000))
    finally:
        done.set()
        caller.join()
    assert len(reader.page(Query()).items) == 100
