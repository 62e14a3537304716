"""Queues with something in every stage, and looks at what they hold."""

from typing import Any

from qmonitor.queues.model import About, Item, Query
from qmonitor.queues.source import Reader
from qmonitor.queues.streams.values import DLQEntry, Envelope, OutgoingMessage
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig

CREATED = "2026-11-30T12:00:00+01:00"

FAR = 2**52
"""A time (ms) at which nothing is due yet."""


def fill(rig: RedisRig) -> list[str]:
    """Three in flight of which one has lost its body, four undelivered, two delayed and one of them due, a time without
    a payload, a payload without a time, two dead letters, one skipped, two failed events of which one came after the
    last retry. The ids of the entries.
    """
    ids = [
        rig.queue.publish(OutgoingMessage(request(f"d:{n}"), n % 3, "STORAGE_5XX" if n % 3 else "")) for n in range(7)
    ]
    rig.queue.fetch(3)
    rig.lose(ids[1])
    delay(rig, "late", FAR)
    delay(rig, "due", rig.queue.now() - 60_000)
    rig.put_envelope("gone:1:X", None, FAR)
    rig.put_envelope("torn:1:X", b"{torn", None)
    for n in range(2):
        letter = DLQEntry(request(f"dead-{n}"), "PAGE_NOT_FOUND", "render_html", 3, "t", "w", CREATED, CREATED)
        rig.queue.send_to_dlq(letter)
    rig.client.xadd(rig.keys.skipped, {"payload": request("left"), "stage": "delayed"})
    rig.queue.append_outcome(rig.keys.failed, b'{"retryExhausted":false,"errorCode":"PAGE","deploymentId":"never"}')
    rig.queue.append_outcome(rig.keys.failed, b'{"retryExhausted":true,"errorCode":"PAGE","deploymentId":"dead-0"}')
    return ids


def delay(rig: RedisRig, deployment: str, due: int, attempt: int = 2) -> None:
    payload = request(deployment, createdAt=CREATED)
    rig.store.schedule(Envelope(f"{deployment}:{attempt}:X", deployment, attempt, due, "X", "", payload))


def through(reader: Reader, query: Query) -> list[Item]:
    """All pages, one after the other."""
    page = reader.page(query)
    found = list(page.items)
    while page.next is not None:
        page = reader.page(query, page.next)
        found += page.items
    return found


def contents(client: Any) -> dict[bytes, bytes]:
    """Every key's content: of a stream also who has what, since when, and how often it was delivered."""
    keys = client.scan_iter() if not hasattr(client, "get_nodes") else client.scan_iter(count=1000)
    return {key: client.dump(key) for key in keys}


def use(reader: Reader, item: str) -> None:
    """Everything that a reader can be asked for."""
    while not reader.depth(patient=True).complete:
        pass
    depth = reader.depth()
    for head_first in (True, False):
        for one in through(reader, Query(limit=4, head_first=head_first)):
            assert reader.get(one.id) == one
            reader.payload(one.id)
    for query in (Query(state="pending"), Query(text="d:1"), Query(error="STORAGE"), Query(since=depth.as_of)):
        reader.page(query, total=True)
        reader.count(query)
    for about in (About(1, 1000), About(500, 1000), About(999, 1000)):
        assert reader.page(Query(limit=2), about).items
    reader.states([item])
    reader.failing()
    reader.scan(Query())
    reader.details()
    reader.changed()
    reader.destinations()
    reader.knows(depth.mark)
    reader.audit()
    reader.verify_audit()
    reader.interrupted()
