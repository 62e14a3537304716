"""The audit of a stream queue, as whoever looks reads it; and what becomes of it where somebody tampers."""

import pytest

from qmonitor.queues.streams import audit
from qmonitor.queues.streams.errors import WrongKind
from tests.helpers.streams.rigs import RedisRig

AT = "2026-11-30T12:00:00.000000000Z"


def record(rig: RedisRig, count: int) -> list[audit.Entry]:
    head, made = audit.Head(), []
    for n in range(count):
        deed = audit.Deed("skip", "a/b", "plan", n + 1, 1, [f"dlq:{n}-0", f"skipped:{n}-0"], [[f"dlq:{n}-0", "x", n]])
        made.append(audit.entry(deed, "ann@w\udce4rd", f"reason {n} ü", AT, head))
        pairs = iter(made[-1].fields)
        rig.client.xadd(rig.keys.audit, dict(zip(pairs, pairs, strict=True)), id=f"{made[-1].id}-0")
        head = audit.Head(made[-1].id, made[-1].hash)
    return made


def test_nobody_acted(alone: RedisRig) -> None:
    assert audit.entries(alone.client, alone.keys) == ()
    assert audit.verify(alone.client, alone.keys) == audit.Verification(0)


def test_entries_are_read_newest_first_and_page_by_page(alone: RedisRig) -> None:
    record(alone, 7)
    found = audit.entries(alone.client, alone.keys)
    assert [one.id for one in found] == [7, 6, 5, 4, 3, 2, 1]
    newest = found[0]
    assert (newest.actor, newest.action, newest.target, newest.part, newest.count) == ("ann@w?rd", "skip", "a/b", 7, 1)
    assert (newest.ids, newest.reason, newest.at.text) == (("dlq:6-0", "skipped:6-0"), "reason 6 ü", AT)
    assert [one.id for one in audit.entries(alone.client, alone.keys, limit=2, before=4)] == [3, 2]
    assert audit.entries(alone.client, alone.keys, before=1) == audit.entries(alone.client, alone.keys, before=-5) == ()
    assert len(audit.entries(alone.client, alone.keys, before=2**70)) == 7


def test_the_chain_holds_over_many_pages(alone: RedisRig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "PAGE", 3)
    record(alone, 7)
    assert audit.verify(alone.client, alone.keys) == audit.Verification(7)


@pytest.mark.parametrize("name", [*audit.COLUMNS, "hash", "added"])
def test_whatever_is_changed_is_noticed(alone: RedisRig, name: str) -> None:
    made = record(alone, 4)
    pairs = iter(made[2].fields)
    fields = dict(zip(pairs, pairs, strict=True)) | {name: "8"}
    last = {name.decode(): value for name, value in alone.client.xrange(alone.keys.audit)[3][1].items()}
    alone.client.delete(alone.keys.audit)
    record(alone, 2)
    alone.client.xadd(alone.keys.audit, fields, id="3-0")
    alone.client.xadd(alone.keys.audit, last, id="4-0")
    assert audit.verify(alone.client, alone.keys).broken_at == 3
    assert len(audit.entries(alone.client, alone.keys)) == 4


def test_an_entry_that_is_taken_out_or_put_in_is_noticed(alone: RedisRig) -> None:
    record(alone, 4)
    alone.client.xadd(alone.keys.audit, {"odd": "one"}, id="4-7")
    assert audit.verify(alone.client, alone.keys).broken_at == 4
    assert audit.entries(alone.client, alone.keys)[0].ids == ()
    alone.client.xdel(alone.keys.audit, "4-7", "2-0")
    assert audit.verify(alone.client, alone.keys).broken_at == 3


def test_a_key_of_another_kind_is_told(alone: RedisRig) -> None:
    alone.client.set(alone.keys.audit, "text")
    with pytest.raises(WrongKind):
        audit.entries(alone.client, alone.keys)
