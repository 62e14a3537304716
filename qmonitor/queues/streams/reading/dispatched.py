"""Where a delayed retry may be that is not there any more: a worker's dispatcher publishes it under another id.

No server tells which entry an envelope became. What it became is of the same deployment, so a bounded look for others
of that deployment tells where to go on.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from qmonitor.queues.model import ItemId, Stage
from qmonitor.queues.streams import names, text
from qmonitor.queues.streams.envelopes import parse_envelope_id
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.reading.bodies import size_of
from qmonitor.queues.streams.reading.items import DEAD_PLACE, DELAYED_PLACE, MAIN_PLACE, Fields, delayed_id, shown
from qmonitor.queues.streams.reading.lookup import Lookup, envelope_name
from qmonitor.queues.streams.reading.strides import Stride
from qmonitor.queues.streams.server.trouble import explained
from qmonitor.queues.words import Phrase, phrase

COMMANDS = ("XREVRANGE", "HSCAN")
"""All that is sent beside what `Lookup` sends."""

NEWEST, NEWEST_BYTES = 2000, 16_000_000
"""Entries of the main stream, and of the dead letters, that are looked through, and about how many bytes at most."""

ROUNDS, STRETCH = 50, 1000
"""So many looks over so many names each at most are taken at the delayed ones."""

TOLD = 10
"""Retries that are looked for at once."""

EACH = 3
"""Messages that are named for each of them."""

_HALF = frozenset(map(chr, range(0xD800, 0xE000)))
"""Halves of characters: JSON can hold them, a name on the server can't."""

_STAGES: Mapping[str, Phrase] = {
    Stage.UNDELIVERED: phrase("not delivered yet"),
    Stage.IN_FLIGHT: phrase("in a worker's hands"),
    Stage.FINISHED: phrase("finished, and still in the stream"),
    Stage.DELAYED: phrase("waits for its next retry"),
    Stage.DUE: phrase("waits for its next retry"),
    Stage.DEAD: phrase("a dead letter"),
}


def said(client: Any, keys: Keys, gone: Collection[ItemId], finished: Collection[ItemId] = ()) -> list[Phrase]:
    """For delayed retries that are not there, and for entries that a worker has finished with, the messages of their
    deployments. Ids of anything else are passed over. Raises `StreamError`.
    """
    retries = dict(list(_deployments(gone))[:TOLD])
    entries = dict(list(_finished(client, keys, finished))[:TOLD])
    met: dict[str, list[str]] = {deployment: [] for deployment in (*retries.values(), *entries.values())}
    if not met:
        return []
    looked = _look(client, keys, met)
    alive = {one.id: one.stage for one in Lookup(client, keys).find([one for each in met.values() for one in each])}
    lines: list[Phrase] = []
    for item, deployment in retries.items():
        found = list(_found(item, met[deployment], alive))
        lines += found or [_not_found(item, deployment, looked)]
    for item, deployment in entries.items():
        lines += _goes_on(item, met[deployment], alive)
    return lines


def _goes_on(item: ItemId, met: list[str], alive: Mapping[str, str]) -> Iterator[Phrase]:
    for one in [one for one in met if alive.get(one, Stage.FINISHED) != Stage.FINISHED][:EACH]:
        yield phrase(
            "A worker has finished with {id}: of the same deployment there is {now}, {stage}.",
            id=item, now=one, stage=_STAGES.get(alive[one], phrase("not there any more")),
        )  # fmt: skip


def _finished(client: Any, keys: Keys, ids: Collection[ItemId]) -> Iterator[tuple[ItemId, str]]:
    """The deployments of those that are entries of the main stream, as far as their payloads tell them."""
    named = [item for item in ids if str(item).startswith(f"{MAIN_PLACE}:")][:TOLD]
    for found in Lookup(client, keys).find(named):
        told = _deployment_in(found.fields or {})
        if isinstance(told, str) and told and _HALF.isdisjoint(told):
            yield found.id, told


def _found(item: ItemId, met: list[str], alive: Mapping[str, str]) -> Iterator[Phrase]:
    """Those that still go on; where there are none, the newest that is finished."""
    there = [one for one in met if one in alive]
    going = [one for one in there if alive[one] != Stage.FINISHED]
    for one in (going or there[:1])[:EACH]:
        yield phrase(
            "A worker's dispatcher may have published {id}: of the same deployment there is {now}, {stage}.",
            id=item, now=one, stage=_STAGES.get(alive[one], phrase("not there any more")),
        )  # fmt: skip


def _not_found(item: ItemId, deployment: str, looked: int) -> Phrase:
    return phrase(
        "A worker's dispatcher may have published {id}. Among the newest {count} messages of the stream there is none"
        " of its deployment; please search for {deployment}.",
        id=item, count=looked, deployment=names.visible(deployment),
    )  # fmt: skip


def _deployments(ids: Collection[ItemId]) -> Iterator[tuple[ItemId, str]]:
    """The deployments of those that are delayed retries, as `names.plain` has them."""
    for item in ids:
        place, _, name = str(item).partition(":")
        if place != DELAYED_PLACE or names.member(name) is None:
            continue
        try:
            deployment, _, _ = parse_envelope_id(names.plain(envelope_name(name)))
        except ValueError:
            continue
        yield item, deployment


def _look(client: Any, keys: Keys, met: Mapping[str, list[str]]) -> int:
    """Add to each deployment the ids of its messages, the newest first; how many entries of the main stream were read.

    A retry that waits is met wherever it lies among up to `ROUNDS` times `STRETCH` of them.
    """
    looked = 0
    for place, key in ((MAIN_PLACE, keys.main), (DEAD_PLACE, keys.dlq)):
        for entry_id, fields in _newest(client, key):
            looked += place == MAIN_PLACE
            told = _deployment_in(fields)
            for deployment, found in met.items():
                if told and names.repeats(names.raw(deployment), told):
                    found.append(f"{place}:{entry_id}")
    for deployment, found in met.items():
        found += map(delayed_id, _delayed(client, keys.retry_payloads, deployment))
    return looked


def _deployment_in(fields: Fields) -> object:
    try:
        return text.read(fields.get(b"payload", b"")).get("deploymentId")
    except text.NotAnObject:
        return None


def _newest(client: Any, key: str) -> Iterator[tuple[str, Fields]]:
    before, left, room, stride = "+", NEWEST, NEWEST_BYTES, Stride()
    while left > 0 and room > 0:
        count = stride.most(left)
        with explained():
            found = client.xrevrange(key, before, "-", count=count)
        sizes = [size_of(fields) for _, fields in found]
        stride.learn(sizes)
        yield from ((shown(entry_id), fields) for entry_id, fields in found)
        if len(found) < count:
            return
        left, room = left - len(found), room - sum(sizes)
        before = f"({shown(found[-1][0])}"


def _delayed(client: Any, key: str, deployment: str) -> Iterator[bytes]:
    """Names of retries of a deployment, whatever their attempt; the server compares them."""
    cursor, pattern = 0, _literally(names.raw(deployment)) + b":*"
    for _ in range(ROUNDS):
        with explained():
            cursor, found = client.hscan(key, cursor, match=pattern, count=STRETCH)
        for name in found:
            try:
                if parse_envelope_id(names.plain(name))[0] == deployment:
                    yield name
            except ValueError:
                continue
        if not cursor:
            return


def _literally(name: bytes) -> bytes:
    """A pattern that fits this name alone."""
    return b"".join(b"\\" + bytes([byte]) if byte in b"\\*?[]^-" else bytes([byte]) for byte in name)
