"""What each action does in a stream queue: to which items it may be done, by which script, and in which words."""

from collections.abc import Mapping

from qmonitor.queues.model import Stage, State
from qmonitor.queues.streams.acting.action_scripts import DELETE, MOST_PARTS, PUBLISH, SET_ASIDE
from qmonitor.queues.streams.envelopes import UnreadableEnvelope
from qmonitor.queues.streams.reading.items import DEAD_PLACE, DELAYED_PLACE, MAIN_PLACE, SKIPPED_PLACE
from qmonitor.queues.streams.reading.lookup import Found, envelope_of
from qmonitor.queues.streams.server.scripts import Script
from qmonitor.queues.words import plural
from qmonitor.values import dataclass

RECLAIM_AFTER = 60_000
"""Milliseconds after which an entry in flight counts as left: what a worker takes it over after, by default."""

# Why an item can't be part of an action, beside its stage.
ELSEWHERE, NO_PAYLOAD, UNREADABLE, IN_HAND = "elsewhere", "no payload", "unreadable", "in hand"
MANY_FIELDS, NO_TIME, LATELY, ANOTHER = "many fields", "no time", "in hand lately", "another"


ADDED = 40
"""Names and values that are written beside those of an entry that goes aside, at most."""


@dataclass(frozen=True, slots=True)
class Act:
    """An action: where items lie that it may be done to, what it does on the server, and its words.

    `goes_to` is the place that they move to, "" where they only go. `says` and `undo` are sentences for one message and
    for several, the first with gaps for `count` and `target`, and so is `more`, which goes on where the first does not
    say all. `in_flight` is whether what a worker has left lying can be part of it. `saves` is whether messages should
    be saved before, `veiled` whether the audit keeps nothing by which a person could be told.
    """

    places: frozenset[str]
    script: Script
    says: tuple[str, str]
    undo: tuple[str, str]
    more: tuple[str, str] | None = None
    goes_to: str = ""
    in_flight: bool = False
    saves: bool = False
    veiled: bool = False

    @property
    def states(self) -> tuple[str, ...]:
        """Those of the items that it may be done to."""
        found = {MAIN_PLACE: State.PENDING, DELAYED_PLACE: State.PENDING, DEAD_PLACE: State.FAILED}
        return tuple(dict.fromkeys(found.get(place, State.SKIPPED) for place in sorted(self.places)))


_ALL = frozenset({MAIN_PLACE, DELAYED_PLACE, DEAD_PLACE, SKIPPED_PLACE})
_WAITING = _ALL - {SKIPPED_PLACE}
_ASIDE = plural(
    "1 message for {target} is set aside: no worker gets it unless it is restored.",
    "{count} messages for {target} are set aside: no worker gets them unless they are restored.",
)
_RESTORABLE = plural(
    "Restore publishes it again, as the last of the stream.", "Restore publishes them again, as the last of the stream."
)
_ANEW = plural(
    "Its attempts count from 0 again, and its last error is not taken along.",
    "Their attempts count from 0 again, and their last errors are not taken along.",
)
_NO_WAY_BACK = plural("This can't be undone.", "This can't be undone.")
_SKIPPABLE = plural(
    "It can't be called back once a worker has it; until then, skip takes it out again.",
    "They can't be called back once a worker has them; until then, skip takes them out again.",
)
_DELETED = plural("1 skipped message of {target} is deleted.", "{count} skipped messages of {target} are deleted.")

ACTS: Mapping[str, Act] = {
    "retry-now": Act(
        frozenset({DELAYED_PLACE, DEAD_PLACE}),
        PUBLISH,
        plural(
            "1 message for {target} is published now, as the last of the stream.",
            "{count} messages for {target} are published now, as the last of the stream.",
        ),
        _SKIPPABLE,
        _ANEW,
        MAIN_PLACE,
    ),
    "skip": Act(_WAITING, SET_ASIDE, _ASIDE, _RESTORABLE, goes_to=SKIPPED_PLACE, in_flight=True),
    "drain": Act(_WAITING, SET_ASIDE, _ASIDE, _RESTORABLE, goes_to=SKIPPED_PLACE, saves=True),
    "restore": Act(
        frozenset({SKIPPED_PLACE}),
        PUBLISH,
        plural(
            "1 skipped message for {target} is published again, as the last of the stream.",
            "{count} skipped messages for {target} are published again, as the last of the stream.",
        ),
        _SKIPPABLE,
        _ANEW,
        MAIN_PLACE,
    ),
    "remove": Act(frozenset({SKIPPED_PLACE}), DELETE, _DELETED, _NO_WAY_BACK),
    "purge": Act(frozenset({SKIPPED_PLACE}), DELETE, _DELETED, _NO_WAY_BACK),
    "erase": Act(
        _ALL,
        DELETE,
        plural(
            "1 message of {target} is erased, whatever its state: its content is gone for good.",
            "{count} messages of {target} are erased, whatever their state: their contents are gone for good.",
        ),
        _NO_WAY_BACK,
        plural(
            "What its finished deliveries left in the stream goes, too.",
            "What their finished deliveries left in the stream goes, too.",
        ),
        in_flight=True,
        saves=True,
        veiled=True,
    ),
}
"""Every action of a stream queue by its name."""


def state_of(found: Found) -> str:
    """The state that an item is shown in."""
    return State.DELIVERED if found.stage == Stage.FINISHED else str(found.item.state)


def obstacle(action: str, found: Found, reclaim_after: int) -> str:
    """Why an item can't be part of an action as it lies there: a stage, or one of the words above; "" where it can.

    `reclaim_after`: milliseconds (see `RECLAIM_AFTER`).
    """
    act = ACTS[action]
    if found.place not in act.places:
        return found.stage
    if act.veiled:
        return ""
    if act.goes_to == SKIPPED_PLACE and 2 * len(found.fields or ()) + ADDED > MOST_PARTS:
        return MANY_FIELDS
    if found.place == MAIN_PLACE:
        return _obstacle_in_stream(act, found, reclaim_after)
    if found.place == DELAYED_PLACE:
        return _obstacle_of_envelope(found)
    if act.goes_to == MAIN_PLACE and b"payload" not in (found.fields or {}):
        return NO_PAYLOAD
    return ""


def _obstacle_in_stream(act: Act, found: Found, reclaim_after: int) -> str:
    if found.stage == Stage.IN_FLIGHT:
        if not act.in_flight:
            return IN_HAND
        return "" if (found.idle or 0) > reclaim_after else LATELY
    if found.stage == Stage.UNDELIVERED:
        return ELSEWHERE if found.elsewhere else ""
    return NO_PAYLOAD if found.stage == Stage.BODY_GONE else found.stage


def _obstacle_of_envelope(found: Found) -> str:
    if found.stored is None:
        return NO_PAYLOAD
    try:
        envelope_of(found)
    except UnreadableEnvelope:
        return UNREADABLE
    return ""
