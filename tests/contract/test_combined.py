"""What is special where two queues lie in one file."""

from pathlib import Path

import pytest

from qmonitor.queues.errors import Refused
from qmonitor.queues.model import ORDINARY, Destination, Query
from qmonitor.queues.source import Source, capabilities_at, open_source
from tests.contract.conftest import COUNT, FAILED, BothKit
from tests.helpers import deadletter as made

ALL = 2 * COUNT + FAILED


@pytest.fixture
def kit(tmp_path: Path) -> BothKit:
    found = BothKit(tmp_path / "queue.db")
    found.fill(COUNT, FAILED)
    return found


@pytest.fixture
def source(kit: BothKit) -> Source:
    return kit.open()


def test_ids_tell_the_queues_apart(source: Source) -> None:
    items = source.reader().page(Query(limit=1000)).items
    assert [isinstance(item.id, int) for item in items] == [True] * (COUNT + FAILED) + [False] * COUNT
    assert all(str(item.id).startswith("kv:") for item in items[COUNT + FAILED :])
    assert {item.channel for item in items[COUNT + FAILED :]} == {"dead-letter"}


@pytest.mark.parametrize("limit", [1, 7, COUNT + FAILED, COUNT + FAILED - 1, COUNT + FAILED + 1, ALL, ALL + 1])
@pytest.mark.parametrize("head_first", [True, False])
def test_pages_go_over_the_border_and_back(source: Source, limit: int, head_first: bool) -> None:
    reader, query = source.reader(), Query(limit=limit, head_first=head_first)
    items = reader.page(Query(limit=1000, head_first=head_first)).items
    pages = [reader.page(query)]
    while pages[-1].next is not None:
        pages.append(reader.page(query, pages[-1].next))
    assert [item for page in pages for item in page.items] == list(items)
    assert all(len(page.items) == limit for page in pages[:-1])
    back = [pages[-1]]
    while back[-1].prev is not None:
        back.append(reader.page(query, back[-1].prev))
    assert [item for page in reversed(back) for item in page.items] == list(items)


def test_an_action_is_aimed_at_one_queue(source: Source) -> None:
    reader, admin = source.reader(), source.admin()
    one, other = reader.page(Query(limit=1)).items[0].id, reader.page(Query(limit=1, head_first=True)).items[0].id
    assert isinstance(one, int) != isinstance(other, int)
    for what in ([one, other], Query(state="pending")):
        with pytest.raises(Refused):
            admin.plan("skip", what)
    assert admin.plan("skip", Query(state="failed")).count == FAILED, "only one of them has any"
    assert source.capabilities["retry-now"] is None
    assert admin.plan("retry-now", [one], include_failed=True).count == 1
    with pytest.raises(Refused) as refused:
        admin.plan("retry-now", [other])
    assert "schedule" in str(refused.value)


def test_one_audit_of_both(kit: BothKit, source: Source) -> None:
    reader, admin = source.reader(), source.admin()
    letters = [item.id for item in reader.page(Query(channel="dead-letter", limit=3)).items]
    failed = [item.id for item in reader.page(Query(state="failed", limit=1000)).items]
    for ids in (letters, failed):
        assert admin.run(admin.plan("skip", ids), "ann@ward-7", "").done == len(ids)
    assert [set(entry.ids) for entry in reader.audit()] == [set(failed), set(letters)]
    assert reader.verify_audit().intact


def test_ids_of_no_queue_and_cursors_of_no_page(source: Source) -> None:
    for token in ("", "n", "n9.", "x0.", "n0.nothing"):
        with pytest.raises(Refused):
            source.reader().page(Query(), token)
    with pytest.raises(Refused):
        source.reader().get("7072")


def test_each_queue_has_what_can_be_done_there(source: Source) -> None:
    dead, other = Destination("dead-letter", "x"), Destination("lab", "y")

    assert "schedule" in str(capabilities_at(source, dead)["retry-now"])
    assert capabilities_at(source, other)["retry-now"] is None
    assert capabilities_at(source, None) == source.capabilities
    assert capabilities_at(source, dead)["skip"] is None
    assert capabilities_at(source, dead)["purge"] is None, "of the file as a whole"
    single = open_source(source.target)
    assert capabilities_at(single, None) == single.capabilities


def test_each_queue_is_what_it_is(source: Source) -> None:
    depth = source.reader().depth()

    assert set(depth.traits) == {"dead-letter"}
    assert depth.kinds("dead-letter") == {depth.traits["dead-letter"]}
    assert depth.kinds("lab") == {ORDINARY}
    assert depth.kinds() == {ORDINARY, depth.traits["dead-letter"]}


def test_the_messages_of_a_row_are_listed_by_their_ids_in_the_file(kit: BothKit, source: Source) -> None:
    table = made.Table(Path(source.target))
    key = table.add("twice", made.BEGIN, made.message(), made.message())
    table.write()
    plan = source.admin().plan("skip", [f"kv:{key.hex()}#2"])

    assert [(part.item.id, part.number, part.of, part.chosen) for part in plan.parts] == [
        (f"kv:{key.hex()}#1", 1, 2, False), (f"kv:{key.hex()}#2", 2, 2, True),
    ]  # fmt: skip
