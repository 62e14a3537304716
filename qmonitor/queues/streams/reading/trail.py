"""Where items went that are not there any more, as the newest entries of the audit tell."""

from collections.abc import Collection, Mapping
from typing import Any

from qmonitor.queues.audit import AuditEntry
from qmonitor.queues.model import ItemId, Stage, State
from qmonitor.queues.plan import GONE
from qmonitor.queues.streams import audit, veils
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.reading import dispatched
from qmonitor.queues.streams.reading.lookup import Lookup
from qmonitor.queues.words import Phrase, phrase
from qmonitor.values import dataclass

LOOKED = 200
"""Entries that are looked through."""

TOLD = 10
"""Items that are told of one by one."""


@dataclass(frozen=True, slots=True)
class Went:
    """What somebody did to an item; `now` is the id that it has since, None where it has none."""

    act: AuditEntry
    now: ItemId | None


def trail(client: Any, keys: Keys, ids: Collection[ItemId]) -> Mapping[ItemId, Went]:
    """What was last done to those of the items that were acted on lately."""
    found: dict[ItemId, Went] = {}
    if not ids:
        return found
    veil = veils.veil(veils.key_of(client, keys))
    named = {veil(item): item for item in ids}
    for act in audit.entries(client, keys, LOOKED):
        old, new = act.ids[: act.count], act.ids[act.count :]
        moved = len(new) == len(old)
        for n, recorded in enumerate(old):
            item = named.get(recorded)
            if item is not None and item not in found:
                found[item] = Went(act, new[n] if moved else None)
    return found


def said(client: Any, keys: Keys, left: Collection[tuple[ItemId, str]]) -> list[Phrase]:
    """What became of items that were left alone in these states: of those that are not there in words the same, with
    the stage at which they are by now; and where a worker may have taken them, where nobody moved them.
    """
    ids = frozenset(item for item, state in left if state == GONE)
    finished = sorted((item for item, state in left if state == State.DELIVERED), key=str)
    known = trail(client, keys, ids)
    went = dict(list(known.items())[:TOLD])
    stages = {one.id: one.stage for one in Lookup(client, keys).find([one.now for one in went.values() if one.now])}
    lines = [_one(item, one, stages.get(str(one.now), "")) for item, one in went.items()]
    return lines + dispatched.said(client, keys, sorted(ids - known.keys(), key=str), finished)


_STAGES: dict[str, Phrase] = {
    Stage.UNDELIVERED: phrase("not delivered yet"),
    Stage.IN_FLIGHT: phrase("in a worker's hands"),
    Stage.FINISHED: phrase("finished"),
    Stage.SKIPPED: phrase("skipped"),
}


def _one(item: ItemId, went: Went, stage: str) -> Phrase:
    act = went.act
    if went.now is None:
        return phrase(
            "{id}: {actor} did this at {at}: {action}.", id=item, actor=act.actor, at=act.at, action=act.action
        )
    return phrase(
        "{id} was moved by {actor} at {at} ({action}): it is {now}, {stage}.",
        id=item, actor=act.actor, at=act.at, action=act.action, now=went.now,
        stage=_STAGES.get(stage, phrase("not there any more")),
    )  # fmt: skip
