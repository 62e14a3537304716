"""No command takes a server long, however long or odd a stream is, and however large its entries are.

The server itself says how long each took (SLOWLOG).
"""

from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from qmonitor.queues.model import About, Beside, Query, Side
from qmonitor.queues.streams import audit
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.reading.look import Known
from qmonitor.queues.streams.reading.reader import StreamReader
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server
from tests.helpers.streams.slowness import slow

SLOW_US = 5000
"""No command takes longer."""

HUGE = 5_000_000
"""Bytes of an entry of which a few at once take long."""

FILL = """
for n = 1, tonumber(ARGV[1]) do redis.call('XADD', KEYS[1], '*', 'payload', ARGV[2]) end
"""

THIN_OUT = """
local found = redis.call('XRANGE', KEYS[1], ARGV[1], '+', 'COUNT', 10000)
for n, entry in ipairs(found) do if n % 100 ~= 0 then redis.call('XDEL', KEYS[1], entry[1]) end end
return #found > 0 and found[#found][1] or ''
"""

SCHEDULE = """
for n = 1, tonumber(ARGV[1]) do redis.call('ZADD', KEYS[1], 4e12, string.format('d-%07d:1:X', n)) end
"""


@pytest.fixture(scope="module")
def own() -> Iterator[Server]:
    server = Server("--slowlog-log-slower-than", str(SLOW_US), "--slowlog-max-len", "1000")
    yield server
    server.stop()


@pytest.fixture
def rig(own: Server) -> Iterator[RedisRig]:
    with closing(RedisRig(own.client(60), keys=Keys())) as rig:
        rig.queue.ensure_group()
        yield rig
        rig.client.flushall()


def fill(rig: RedisRig, key: str, count: int, payload: bytes = b"{}") -> None:
    for first in range(0, count, 10_000):
        rig.client.eval(FILL, 1, key, min(10_000, count - first), payload)


def none_is_slow(rig: RedisRig, work: Callable[[], object]) -> None:
    rig.client.slowlog_reset()
    work()
    assert slow(rig.client, SLOW_US) == []


def reader_of(server: Server) -> StreamReader:
    return StreamReader(lambda: server.client(60), Keys(), "redis://x", Known(), cluster=False)


def everything(reader: StreamReader) -> None:
    """A look, and everything that goes through all that there is."""
    while not reader.depth().complete:
        pass
    for head_first in (True, False):
        page = reader.page(Query(limit=5, head_first=head_first))
        while page.next is not None:
            page = reader.page(Query(limit=5, head_first=head_first), page.next)
    reader.failing(budget=60)
    reader.scan(Query(), budget=60)
    reader.states([one.id for one in page.items])


def test_a_walk_to_the_very_first_entry_ends_there(rig: RedisRig, own: Server) -> None:
    """Asked for entries before the first one, the server looks through the whole stream from its end."""
    for key in (rig.keys.main, rig.keys.dlq):
        fill(rig, key, 100_000)
    rig.queue.fetch(200)
    last = rig.pending()[-1]
    rig.client.xtrim(rig.keys.main, minid=last, approximate=False)  # the others have lost their bodies

    def work() -> None:
        with closing(reader_of(own)) as reader:
            for query in (Query(text="none"), Query(text="none", state="failed"), Query(state="pending", error="x")):
                page = reader.page(query)
                while page.next is not None:
                    page = reader.page(query, page.next)
            first = reader.page(Query(head_first=True, limit=250))
            before = Beside(first.items[0].id, Side.BEFORE)
            assert reader.page(Query(head_first=True), before).items == ()
            assert reader.page(Query(), About(99_999, 100_000)).items

    none_is_slow(rig, work)


def test_large_entries_are_read_one_by_one(rig: RedisRig, own: Server) -> None:
    payload = b'{"deploymentId":"d:1","x":"' + b"x" * HUGE + b'"}'
    for _ in range(8):
        rig.client.xadd(rig.keys.main, {"payload": payload, "attempt": "1"})
    rig.queue.fetch(4)
    for n in range(6):
        rig.client.xadd(rig.keys.dlq, {"payload": payload, "errorCode": "X"})
        rig.put_envelope(f"d-{n}:1:X", payload, 2**50 + n)
    rig.put_envelope("stray:1:X", payload, None)

    def work() -> None:
        with closing(reader_of(own)) as reader:
            everything(reader)

    none_is_slow(rig, work)


def test_large_entries_among_small_ones_are_known_once_one_was_met(rig: RedisRig, own: Server) -> None:
    for _ in range(3):
        fill(rig, rig.keys.main, 60)
        fill(rig, rig.keys.main, 6, b"x" * HUGE)
    with closing(reader_of(own)) as reader:
        newest = reader.page(Query(limit=150))
        assert len(newest.items) == 150
        none_is_slow(rig, lambda: [reader.page(Query(limit=150)), reader.page(Query(text="none"))])


def test_entries_that_were_deleted_are_walked_over_in_short_stretches(rig: RedisRig, own: Server) -> None:
    """One in a hundred is left in each block, and so the block with all that was deleted."""
    fill(rig, rig.keys.main, 200_000)
    at = "-"
    while left := bytes(rig.client.eval(THIN_OUT, 1, rig.keys.main, at)).decode():
        at = f"({left}"
    rig.queue.fetch(300)

    def work() -> None:
        with closing(reader_of(own)) as reader:
            while not reader.depth().complete:
                pass
            for query in (Query(text="none"), Query(text="none", head_first=True)):
                assert reader.page(query).items == ()
            assert reader.page(Query(), About(1000, 2000)).items

    none_is_slow(rig, work)


def test_very_many_retries_of_one_time_are_paged_through(rig: RedisRig, own: Server) -> None:
    """Their order among themselves is by name; the server would count from the first of them."""
    rig.client.eval(SCHEDULE, 1, rig.keys.retry_index, 400_000)
    with closing(reader_of(own)) as reader:
        reader.page(Query(head_first=True, limit=5))
        for way, names in ((True, range(399_001, 399_011)), (False, range(399_009, 398_999, -1))):
            at = "n_4000000000000.0_2_0_" + f"d-{399_000 if way else 399_010:07d}:1:X".encode().hex()
            query = Query(head_first=way, limit=10)
            page = reader.page(query, at)
            assert [str(one.id) for one in page.items] == [f"delayed:d-{n:07d}:1:X" for n in names]
            none_is_slow(rig, lambda query=query, at=at: reader.page(query, at))  # type: ignore[misc]


def test_the_audit_is_read_to_its_first_entry(rig: RedisRig) -> None:
    for number in range(2, 1000):
        rig.client.xadd(rig.keys.audit, {"payload": b"x" * 100}, id=f"{number}-0")
    rig.client.config_resetstat()
    assert [one.id for one in audit.entries(rig.client, rig.keys, 900)] == list(range(999, 99, -1))
    assert [one.id for one in audit.entries(rig.client, rig.keys, 900, before=100)] == list(range(99, 1, -1))
    assert audit.entries(rig.client, rig.keys, before=2) == ()
    assert rig.client.info("commandstats")["cmdstat_xrevrange"]["calls"] == 9 + 1
