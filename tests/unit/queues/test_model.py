"""The values that cross threads."""

import dataclasses
from datetime import timedelta

import pytest

from qmonitor.queues import times
from qmonitor.queues.model import Depth, DepthRow, Destination, Details, Item, Page, Query, State, rank


def test_states_are_their_stored_texts() -> None:
    assert [str(state) for state in State] == ["pending", "delivered", "failed", "skipped"]


def test_the_age_of_an_item() -> None:
    item = Item("lab", "dest-01", enqueued_at=times.parse("2026-11-29T08:00:00Z"))
    assert item.age(times.parse("2026-11-29T09:00:01+01:00")) == timedelta(seconds=1)


@pytest.mark.parametrize("queued", [None, times.parse("yesterday")])
def test_the_age_is_unknown_where_the_time_is(queued: times.Instant | None) -> None:
    assert Item("lab", "dest-01", enqueued_at=queued).age(times.from_ns(0)) is None


def test_a_list_asks_for_100_newest_first() -> None:
    query = Query()
    assert (query.limit, query.offset, query.head_first) == (100, 0, False)


@pytest.mark.parametrize("kind", [Destination, Item, DepthRow, Depth, Query, Page, Details])
def test_values_are_frozen(kind: type) -> None:
    made = kind.__new__(kind)
    for field in dataclasses.fields(kind):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(made, field.name, None)


def test_ids_are_sorted_as_their_sources_do() -> None:
    assert sorted([10, 9, -1], key=rank) == [-1, 9, 10]
    assert sorted(["main:2", "dlq:1", "main:10"], key=rank) == ["dlq:1", "main:10", "main:2"]
