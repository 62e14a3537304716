"""Envelopes whose names are no ordinary text, beside ones that look like them: each is seen and acted on alone."""

import json
from collections.abc import Iterator
from contextlib import closing

import pytest

from qmonitor.monitor.export import saving
from qmonitor.queues.errors import UnknownItem
from qmonitor.queues.model import Among, Query
from qmonitor.queues.streams import names
from qmonitor.queues.streams.envelopes import encode
from qmonitor.queues.streams.reading.look import Known
from qmonitor.queues.streams.reading.reader import StreamReader
from qmonitor.queues.streams.values import Envelope
from qmonitor.queues.times import now
from tests.helpers.streams.acting import LATER, Desk
from tests.helpers.streams.queues import through
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server

ODD = {
    "no text": b"\xff\xc3:1:X",
    "cut off": b"d\xe2\x82:1:X",
    "an escape": rb"\xff\xc3:1:X",
    "two lines": b"d\n1:1:X",
    "turned": "d\u202e1:1:X".encode(),
    "unseen": "d\u200b1:1:X".encode(),
    "the same, seen": b"d1:1:X",
    "zero": b"d\x00:1:X",
    "nothing": b"",
    "no parts": b"just so\xff",
    "long": b"\xffl" * 50_000 + b":1:X",
    "colons": b":\xff::1:X",
}
KINDS = list(ODD)


def put(desk: Desk, kind: str, due: int | None = LATER) -> str:
    """As a worker writes it whose language keeps any bytes in a text, and writes JSON all the same."""
    name = ODD[kind]
    said = names.plain(name).encode("utf-8", "replace").decode().replace("?", "\ufffd")
    deployment = f"d-{KINDS.index(kind)}"
    text = encode(Envelope(said, deployment, 1, LATER, "X", "t", request(deployment, f"e-{kind}")))
    desk.client.hset(desk.keys.retry_payloads, name, text)  # type: ignore[arg-type]
    if due is not None:
        desk.client.zadd(desk.keys.retry_index, {name: due})
    return f"delayed:{names.text(name)}"


@pytest.fixture
def desk(alone: RedisRig, server: Server) -> Iterator[Desk]:
    desk = Desk(alone, server.client())
    yield desk
    desk.close()


@pytest.fixture
def ids(desk: Desk) -> dict[str, str]:
    return {kind: put(desk, kind) for kind in KINDS}


@pytest.fixture
def reader(desk: Desk, server: Server) -> Iterator[StreamReader]:
    with closing(StreamReader(server.client, desk.keys, "redis://x", Known(), cluster=False)) as reader:
        yield reader


def among(*ids: str) -> Among:
    return Among(ids, "chosen", now())


def left(desk: Desk) -> set[bytes]:
    stored, scheduled = desk.client.hkeys(desk.keys.retry_payloads), desk.client.zrange(desk.keys.retry_index, 0, -1)
    assert set(stored) == set(scheduled)
    return set(stored)


def others(kind: str) -> set[bytes]:
    return set(ODD.values()) - {ODD[kind]}


# --- looking


@pytest.mark.parametrize("head_first", [True, False])
@pytest.mark.parametrize("limit", [1, 5, 100])
def test_every_page_shows_each_once_and_in_the_order_of_the_server(
    ids: dict[str, str], reader: StreamReader, head_first: bool, limit: int
) -> None:
    found = [one.id for one in through(reader, Query(limit=limit, head_first=head_first))]
    expected = [f"delayed:{names.text(name)}" for name in sorted(ODD.values())]
    assert found == (expected if head_first else expected[::-1])
    assert len(set(found)) == len(ids)


@pytest.mark.parametrize("kind", KINDS)
def test_each_is_opened_by_what_is_shown_of_it(ids: dict[str, str], reader: StreamReader, kind: str) -> None:
    item = reader.get(ids[kind])
    assert (item.id, item.control_id, item.attempts) == (ids[kind], f"d-{KINDS.index(kind)}", int(kind not in NO_PARTS))
    assert json.loads(reader.payload(ids[kind]))["eventId"] == f"e-{kind}"
    assert reader.states([ids[kind], "delayed:\\"]) == ((ids[kind], "pending"), ("delayed:\\", "gone"))
    assert [one.id for one in reader.page(Query(among=among(ids[kind], "delayed:\\"))).items] == [ids[kind]]


NO_PARTS = ("nothing", "no parts")


@pytest.mark.parametrize("text", ["\\", r"\x41", "a\nb", "\udcff\udcc3:1:X", "\xff\xc3:1:X"])
def test_another_spelling_is_no_message(ids: dict[str, str], desk: Desk, reader: StreamReader, text: str) -> None:
    with pytest.raises(UnknownItem):
        reader.get(f"delayed:{text}")
    plan = desk.plan("skip", [f"delayed:{text}"])
    assert (plan.count, plan.excluded) == (0, ((f"delayed:{text}", "gone"),))


def test_a_payload_without_a_time_is_found_and_opened_too(desk: Desk, reader: StreamReader) -> None:
    ids = {put(desk, kind, None) for kind in KINDS}
    assert {one.id for one in through(reader, Query(limit=3))} == ids
    assert {one.lacks for one in through(reader, Query())} == {"schedule"}
    assert all(reader.get(item).id == item for item in ids)


def test_a_time_without_a_payload_is_told_by_what_its_name_says(desk: Desk, reader: StreamReader) -> None:
    desk.client.zadd(desk.keys.retry_index, {ODD["cut off"]: LATER})
    (item,) = reader.page(Query(text=r"d\xe2")).items
    assert (item.id, item.control_id, item.last_error) == (r"delayed:d\xe2\x82:1:X", r"d\xe2\x82", "X")
    assert (item.lacks, reader.get(item.id)) == ("payload", item)


def test_a_search_through_all_payloads_names_them_so_that_they_are_found_again(
    ids: dict[str, str], reader: StreamReader
) -> None:
    rows = reader.scan(Query(), budget=60.0).rows
    assert {row.id for row in rows} == set(ids.values())
    assert [one.id for one in reader.page(Query(among=among(*ids.values()))).items] == [
        one.id for one in reader.page(Query()).items
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_each_is_saved_as_a_file_of_its_own(
    ids: dict[str, str], reader: StreamReader, tmp_path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    folder = tmp_path / "saved"
    folder.mkdir()
    assert saving.Saving(list(ids.values()), folder).run(reader) == len(ids)
    file = folder / saving.file_name(ids[kind])
    assert json.loads(file.read_bytes())["eventId"] == f"e-{kind}"


# --- acting


@pytest.mark.parametrize("kind", KINDS)
def test_each_is_retried_alone(desk: Desk, ids: dict[str, str], kind: str) -> None:
    payload = request(f"d-{KINDS.index(kind)}", f"e-{kind}")
    report = desk.act("retry-now", [ids[kind]])
    ((old, new),) = report.moved
    assert (report.done, report.unchanged, old, left(desk)) == (1, (), ids[kind], others(kind))
    assert desk.entry(new) == {"payload": payload, "attempt": b"0", "traceId": b"t"}
    again = desk.act("retry-now", [ids[kind]])
    assert (again.done, again.unchanged, left(desk)) == (0, ((ids[kind], "gone"),), others(kind))
    assert any(str(new) in str(one) for one in again.remarks)


@pytest.mark.parametrize("kind", KINDS)
def test_each_is_skipped_and_restored_alone(desk: Desk, ids: dict[str, str], kind: str) -> None:
    ((_, aside),) = desk.act("skip", [ids[kind]]).moved
    assert left(desk) == others(kind)
    fields = desk.entry(aside)
    assert fields is not None
    assert (fields["retryEnvelopeId"], fields["from"]) == (ODD[kind], ids[kind].encode())
    ((_, back),) = desk.act("restore", [aside]).moved
    assert desk.entry(back) == {
        "payload": request(f"d-{KINDS.index(kind)}", f"e-{kind}"), "attempt": b"0", "traceId": b"t",
    }  # fmt: skip


def test_a_drain_takes_them_all(desk: Desk, ids: dict[str, str]) -> None:
    report = desk.act("drain", desk.here())
    assert (report.done, report.unchanged, left(desk)) == (len(ids), (), set())
    assert {old for old, _ in report.moved} == set(ids.values())


@pytest.mark.parametrize("kind", KINDS)
def test_each_is_erased_alone_and_leaves_no_byte(desk: Desk, ids: dict[str, str], kind: str) -> None:
    report = desk.act("erase", [ids[kind]])
    assert (report.done, report.unchanged, left(desk)) == (1, (), others(kind))
    assert not desk.holds(f'"e-{kind}"'.encode())


@pytest.mark.parametrize("due", [LATER, None])
def test_an_erasure_by_a_filter_leaves_none_of_them(desk: Desk, due: int | None) -> None:
    ids = [put(desk, kind, due) for kind in KINDS]
    report = desk.act("erase", desk.here(text="d-"))
    assert (report.done, report.unchanged, left(desk)) == (len(ids), (), set())
    assert not desk.holds(b"team")


def test_a_plan_of_them_that_was_stopped_goes_on(desk: Desk, ids: dict[str, str], server: Server) -> None:
    from qmonitor.queues.streams.acting import runner

    plan = desk.plan("skip", list(ids.values()))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner, "BATCH", 3)
        stopped = desk.admin.run(plan, "ann@ward-7", "why", lambda *_: False)
    assert (stopped.done, stopped.left) == (3, len(ids) - 3)
    rest = desk.admin.resume(plan.id)
    report = desk.admin.run(rest, "ann@ward-7", "why")
    assert (report.done, report.unchanged, left(desk)) == (len(ids) - 3, (), set())


def test_a_dispatcher_publishes_them_and_removes_each_alone(desk: Desk) -> None:
    for kind in KINDS:
        put(desk, kind, 5)
    due = desk.rig.store.due(10, 100)
    assert {names.raw(one.id) for one in due} == set(ODD.values())
    for n, one in enumerate(due, 1):
        desk.rig.store.remove(one.id)
        assert len(left(desk)) == len(ODD) - n
    assert desk.rig.entries(desk.keys.dlq) == []


# --- what a message says of itself

SAID = {
    "two lines": '"d\\n1"', "turned": '"d\\u202e1"', "zero": '"d\\u0000"', "blank": '" "', "a backslash": '"\\\\ud800"',
    "half a character": '"\\ud800"', "long": f'"{"d" * 100_000}"', "a number": "7", "a list": '["d"]',
    "nothing": "null", "empty": '""', "two of them": '"a","deploymentId":"b"',
}  # fmt: skip


def told_payload(kind: str) -> bytes:
    return b'{"deploymentId":%b,"x":"%b"}' % (SAID[kind].encode(), f"content-{kind}".encode())


@pytest.mark.parametrize("kind", SAID)
@pytest.mark.parametrize("stage", ["undelivered", "dead", "delayed"])
def test_whatever_a_message_calls_itself_it_is_seen_and_acted_on_alone(
    desk: Desk, reader: StreamReader, stage: str, kind: str
) -> None:
    ids = {}
    for one in SAID:
        if stage == "delayed":
            name = f"n{list(SAID).index(one)}:1:X"
            desk.rig.put_envelope(name, told_payload(one), LATER)
            ids[one] = f"delayed:{name}"
        else:
            ids[one] = getattr(desk, stage)(one, told_payload(one))
    assert {one.id for one in through(reader, Query(limit=5))} == set(ids.values())
    assert reader.payload(ids[kind]) == told_payload(kind)
    shown = reader.get(ids[kind]).control_id
    if shown:
        assert ids[kind] in {one.id for one in through(reader, Query(text=shown))}
        assert ids[kind] in {str(one) for one, _ in desk.plan("erase", desk.here(text=shown)).members}
    report = desk.act("erase", [ids[kind]])
    assert (report.done, report.unchanged) == (1, ())
    assert not desk.holds(f"content-{kind}".encode())
    left_over = {one.id for one in through(reader, Query())}
    assert left_over == set(ids.values()) - {ids[kind]}
