"""What everybody may expect of a source's reader, whatever the queue."""

import pytest

from qmonitor.queues import times
from qmonitor.queues.errors import Interrupted, Refused, SourceClosed, UnknownItem
from qmonitor.queues.model import About, Among, Beside, Depth, Item, Query, Side, Start, State
from qmonitor.queues.source import Reader, traits_at
from tests.contract.conftest import COUNT, FAILED, Kit


def all_of(kit: Kit) -> int:
    """How many messages there are."""
    return len(kit.places) * COUNT + FAILED


@pytest.fixture
def reader(kit: Kit) -> Reader:
    return kit.open().reader()


def whole(reader: Reader) -> Depth:
    """A depth that is complete."""
    for _ in range(50):
        depth = reader.depth(patient=True)
        if depth.complete:
            return depth
    raise AssertionError("it is never complete")


def through(reader: Reader, query: Query) -> list[Item]:
    page = reader.page(query)
    found = list(page.items)
    while page.next is not None:
        page = reader.page(query, page.next)
        found += page.items
    return found


def test_depth(kit: Kit, reader: Reader) -> None:
    depth = whole(reader)
    first, *others = sorted(depth.rows, key=lambda row: row.key != kit.places[0])
    assert (first.key, first.pending, first.failed) == (kit.places[0], COUNT, FAILED)
    assert [(one.key, one.pending, one.failed) for one in others] == [(where, COUNT, 0) for where in kit.places[1:]]
    assert list(depth.rows) == sorted(depth.rows, key=lambda row: (row.channel, row.destination))
    assert set(reader.destinations()) == set(depth.destinations or ()) == set(kit.places)
    for row in depth.rows:
        (head,) = reader.page(
            Query(channel=row.channel, destination=row.destination, state="pending", limit=1, head_first=True)
        ).items
        assert row.head == (head if row.key in kit.lined_up else None)
        assert row.oldest == head.enqueued_at
        assert row.oldest_seconds is not None
        assert row.oldest_seconds > 0


def test_what_a_queue_is_like_is_known_without_a_look(kit: Kit, reader: Reader) -> None:
    source, depth = kit.open(), whole(reader)
    assert source.traits == depth.traits
    assert [traits_at(source, where) for where in kit.places] == [depth.traits_of(where) for where in kit.places]


def test_depth_follows_what_happens(kit: Kit, reader: Reader) -> None:
    before, where = whole(reader), kit.places[-1]
    new = kit.add(len(kit.places) - 1, "one more")
    assert reader.changed()
    depth = whole(reader)
    assert [row.pending for row in depth.rows if row.key == where] == [COUNT + 1]
    assert depth.epoch == before.epoch
    told = where in depth.flows  # a server that keeps no counters tells nothing of what came and left
    assert told == (where in before.flows)
    assert not told or depth.flows[where].arrived == 1
    kit.sent(new)
    depth = whole(reader)
    assert [row.pending for row in depth.rows if row.key == where] == [COUNT]
    if told:
        flow = depth.flows[where]
        assert flow.arrived - (flow.delivered or 0) - flow.other == 0
    assert reader.knows(depth.mark)
    assert reader.knows(before.mark)


def test_an_unchanged_source_is_not_looked_at_again(reader: Reader) -> None:
    whole(reader)
    while reader.changed():  # its last write is too fresh yet
        whole(reader)
    first, second = reader.depth(), reader.depth()
    assert [row.pending for row in first.rows] == [row.pending for row in second.rows]
    assert (second.as_of.ns or 0) > (first.as_of.ns or 0)


@pytest.mark.parametrize("limit", [7, 100])
def test_pages(kit: Kit, reader: Reader, limit: int) -> None:
    up, down = through(reader, Query(limit=limit, head_first=True)), through(reader, Query(limit=limit))
    assert len({item.id for item in up}) == len(up) == all_of(kit)
    assert up == down[::-1]
    where = kit.places[-1]
    for query, count in (
        (Query(state=State.PENDING), len(kit.places) * COUNT),
        (Query(state=State.FAILED), FAILED),
        (Query(state=State.SKIPPED), 0),
        (Query(channel=where.channel, destination=where.destination, state=State.PENDING), COUNT),
        (Query(destination="nobody"), 0),
        (Query(since=up[10].enqueued_at, until=up[20].enqueued_at), None),
        (Query(among=Among([up[3].id, up[9].id, kit.unknown], "", times.now())), 2),
    ):
        found = through(reader, query)
        assert count in (None, len(found))
        assert reader.count(query) == len(found)
        assert reader.counts([query, Query()]) == (len(found), all_of(kit))
        assert [item for item in down if item in found] == found


def test_pages_back_and_beside(kit: Kit, reader: Reader) -> None:
    for head_first in (True, False):
        items = through(reader, Query(head_first=head_first))
        query = Query(limit=6, head_first=head_first)
        page = reader.page(query, Beside(items[20].id))
        assert list(page.items) == items[20:26]
        assert page.prev is not None
        assert list(reader.page(query, page.prev).items) == items[14:20]
        assert list(reader.page(query, Beside(items[20].id, Side.AFTER)).items) == items[21:27]
        assert list(reader.page(query, Beside(items[20].id, Side.BEFORE)).items) == items[14:20]
        near = reader.page(query, About(30, all_of(kit)))
        assert items[30] in near.items or items.index(near.items[0]) <= 30
        assert list(reader.page(query, About(10**6, all_of(kit))).items)[-1] == items[-1]
        assert reader.page(query).prev is None


def test_what_is_counted_beside_a_page_is_right_or_not_told(kit: Kit, reader: Reader) -> None:
    whole(reader)
    items = through(reader, Query(head_first=True))
    page = reader.page(
        Query(limit=5, head_first=True),
        Start(Beside(items[12].id), placed=True, counts=(Query(state="failed"),)),
        total=True,
    )
    assert page.total in (None, all_of(kit))
    assert page.before in (None, 12)
    assert page.counts in ((None,), (FAILED,))


def test_items_and_payloads(kit: Kit, reader: Reader) -> None:
    new = kit.add(0, "a text to be found")
    item = reader.get(new)
    raw = reader.payload(new)
    assert item == reader.page(Query(limit=1), Beside(new)).items[0]
    assert (item.channel, item.destination, item.state, item.raw) == (*vars_of(kit), State.PENDING, None)
    assert item.size == len(raw)
    assert b"a text to be found" in raw
    assert reader.payload(new, 2, 7) == raw[2:9]
    assert reader.payload(new, len(raw) + 5) == reader.payload(new, 0, 0) == b""
    for wrong in ((-1, None), (0, -1)):
        with pytest.raises(Refused):
            reader.payload(new, *wrong)


def vars_of(kit: Kit) -> tuple[str, str]:
    return kit.places[0].channel, kit.places[0].destination


def test_ids_of_nothing(kit: Kit, reader: Reader) -> None:
    for ask in (reader.get, reader.payload):
        with pytest.raises(UnknownItem):
            ask(kit.unknown)
        with pytest.raises(Refused):
            ask(kit.nonsense)
    assert reader.states([kit.unknown]) == ((kit.unknown, "gone"),)
    with pytest.raises(Refused):
        reader.page(Query(), "no cursor")


def test_states_are_those_of_now(kit: Kit, reader: Reader) -> None:
    items = through(reader, Query())
    assert reader.states([item.id for item in items]) == tuple((item.id, item.state) for item in items)


def test_what_went_wrong_is_told_once(kit: Kit, reader: Reader) -> None:
    parts = [reader.failing(budget=0)]
    while (place := parts[-1].next) is not None:
        parts.append(reader.failing(place, 0))
    rows = [row for part in parts for row in part.rows]
    assert sorted(str(row.id) for row in rows) == sorted(
        str(item.id) for item in through(reader, Query(state="failed"))
    )
    assert all(row.error and row.state == State.FAILED for row in rows)
    assert sum(part.looked for part in parts) == parts[0].total == all_of(kit)


@pytest.mark.parametrize("head_first", [True, False])
def test_a_scan_meets_every_payload_once(reader: Reader, head_first: bool) -> None:
    query = Query(head_first=head_first)
    parts = [reader.scan(query, budget=0)]
    while (place := parts[-1].next) is not None:
        parts.append(reader.scan(query, place, 0))
    rows = [row for part in parts for row in part.rows]
    assert [row.id for row in rows] == [item.id for item in through(reader, query)]
    assert all(row.raw == reader.payload(row.id) and row.size == len(row.raw or b"") for row in rows)
    assert parts[-1].share == 1.0
    assert reader.scan(Query(destination="nobody")).rows == ()


def test_looking_changes_nothing(kit: Kit, reader: Reader) -> None:
    before = kit.content()
    whole(reader)
    for item in through(reader, Query(limit=9)):
        reader.payload(item.id)
    (
        reader.details(),
        reader.audit(),
        reader.verify_audit(),
        reader.interrupted(),
        reader.failing(),
        reader.scan(Query()),
    )
    assert kit.content() == before


def test_details_and_the_audit_of_a_source_where_nobody_acted(kit: Kit, reader: Reader) -> None:
    details = reader.details()
    assert (details.rows, details.size) == (all_of(kit), kit.size)
    assert details.target == kit.target
    assert (reader.audit(), reader.interrupted()) == ((), ())
    assert reader.verify_audit().intact


def test_another_content_in_its_place_is_another_content(kit: Kit, reader: Reader) -> None:
    before = whole(reader)
    kit.exchange(3)
    depth = whole(reader)
    assert [row.pending for row in depth.rows] == [3] * len(kit.places)
    assert depth.epoch != before.epoch
    assert reader.details().notices


def test_a_reading_is_called_off_and_the_next_one_is_not(kit: Kit, reader: Reader) -> None:
    class Caller(str):
        """A name that calls the reading off as soon as it is asked for."""

        __slots__ = ()

        def encode(self, *arguments: str) -> bytes:  # type: ignore[override]
            reader.interrupt()
            return super().encode(*arguments)

    try:
        reader.page(Query(destination=Caller("north")))
    except Interrupted:
        pass
    assert len(through(reader, Query())) == all_of(kit)


def test_a_closed_reader_says_so(reader: Reader) -> None:
    reader.close()
    with pytest.raises(SourceClosed):
        reader.page(Query())
