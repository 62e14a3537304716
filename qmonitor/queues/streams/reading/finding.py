"""Looks items up by their ids, many at once; and events of failures, which are in no list."""

from collections.abc import Iterator, Sequence

from qmonitor.queues.model import Item, Stage
from qmonitor.queues.streams.envelopes import order
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.names import member
from qmonitor.queues.streams.reading import items, spots
from qmonitor.queues.streams.reading.bodies import entries, stored_in_parts
from qmonitor.queues.streams.reading.delayed import envelope_met
from qmonitor.queues.streams.reading.ground import Ground
from qmonitor.queues.streams.reading.lines import EntryLine, Met
from qmonitor.queues.streams.reading.link import ask_all
from qmonitor.queues.streams.reading.places import KINDS, named
from qmonitor.queues.streams.reading.spots import Cursor
from qmonitor.queues.streams.server.trouble import explained


def found(ground: Ground, ids: Sequence[str]) -> list[Met | None]:
    """What lies under certain ids, in their order; None where nothing does. All are asked for at once."""
    pairs = [named(one) for one in ids]
    by_place: dict[str, list[str]] = {}
    for place, name in pairs:
        by_place.setdefault(place, []).append(name)
    known: dict[tuple[str, str], Met | None] = {}
    for place, names in by_place.items():
        look = {items.DELAYED_PLACE: _found_delayed, items.EVENT_PLACE: _found_events}.get(place, _found_entries)
        for name, one in zip(names, look(ground, place, names), strict=True):
            known[place, name] = one
    return [known[pair] for pair in pairs]


def _found_events(ground: Ground, place: str, names: Sequence[str]) -> list[Met | None]:
    del place
    good = [name for name in names if items.is_entry(name)]
    bodies = dict(zip(good, _bodies(ground, ground.keys.failed, good), strict=True))
    return [None if fields is None else _event(ground, name, fields) for name in names for fields in [bodies.get(name)]]


def events(ground: Ground, cursor: Cursor) -> Iterator[Met]:
    """Failures without a retry, from the stream of failed events."""
    keys = ground.keys
    line = EntryLine(
        ground.client, keys.failed, spots.EVENT, lambda one, fields: items.of_event(keys, one, fields),
        ground.strides.of(keys.failed), place=items.EVENT_PLACE,
    )  # fmt: skip
    return (one._replace(tried=True) for one in line.walk(cursor) if not items.is_exhausted({b"payload": one.raw}))


def _event(ground: Ground, name: str, fields: items.Fields) -> Met:
    payload = fields.get(b"payload", b"")
    spot = spots.of_entry(spots.EVENT, name)

    def make() -> Item:
        return items.of_event(ground.keys, name, fields)

    return Met(spot, f"{items.EVENT_PLACE}:{name}", payload, "", make, lambda: payload)


def _found_delayed(ground: Ground, place: str, names: Sequence[str]) -> list[Met | None]:
    del place
    keys, members = ground.keys, [member(name) for name in names]
    good = [one for one in members if one is not None]
    if not good:
        return [None] * len(names)
    with explained():
        times = ground.client.zmscore(keys.retry_index, good)
    scores, stride = dict(zip(good, times, strict=True)), ground.strides.of(keys.retry_payloads)
    known = {
        name: envelope_met(keys, name, text, scores[name], ground.now)
        for part in stored_in_parts(ground.client, keys.retry_payloads, good, stride)
        for name, text in part
        if scores[name] is not None or text is not None
    }
    return [None if one is None else known.get(one) for one in members]


def _found_entries(ground: Ground, place: str, names: Sequence[str]) -> list[Met | None]:
    keys = ground.keys
    key = {items.MAIN_PLACE: keys.main, items.DEAD_PLACE: keys.dlq}.get(place, keys.skipped)
    good = [name for name in names if items.is_entry(name)]
    bodies = dict(zip(good, _bodies(ground, key, good), strict=True))
    if place != items.MAIN_PLACE:
        return [_met(place, name, bodies[name], Stage.DEAD, keys) if bodies.get(name) else None for name in names]
    last = order(ground.delivered) if good else (0, 0)
    waits = {name for name in good if order(name) > last}
    held = _in_flight(ground, [name for name in good if name not in waits])
    return [
        _met(place, name, bodies[name], Stage.UNDELIVERED if name in waits else Stage.IN_FLIGHT, keys)
        if name in held or (name in waits and bodies[name] is not None)
        else None
        for name in names
    ]


def _bodies(ground: Ground, key: str, names: Sequence[str]) -> list[items.Fields | None]:
    return entries(ground.client, key, names, ground.strides.of(key))


def _in_flight(ground: Ground, names: Sequence[str]) -> set[str]:
    """Those of these entries that a consumer has in hand."""
    keys = ground.keys
    found = ask_all(ground.client, [("XPENDING", keys.main, keys.group, name, name, 1) for name in names])
    with explained():
        for answer in found:
            if isinstance(answer, Exception):
                raise answer
    return {name for name, answer in zip(names, found, strict=True) if answer}


def _met(place: str, name: str, fields: items.Fields | None, stage: str, keys: Keys) -> Met:
    payload = (fields or {}).get(b"payload", b"")

    def make() -> Item:
        if place == items.MAIN_PLACE:
            return items.of_entry(keys, name, fields, stage)
        return items.of_dead(keys, name, fields or {}, place)

    error = (fields or {}).get(b"lastErrorCode" if place == items.MAIN_PLACE else b"errorCode", b"")
    spot = spots.of_entry(KINDS[place], name)
    return Met(spot, f"{place}:{name}", payload, items.shown(error), make, lambda: payload)
