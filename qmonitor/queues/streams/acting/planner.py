"""Says what an action would do: freezes every item with its state, and puts it into words."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from qmonitor.queues.errors import QueueError, Refused
from qmonitor.queues.model import ItemId, Query, State
from qmonitor.queues.plan import InterruptedPlan, Members, Plan, Reach
from qmonitor.queues.planning import as_of, by_time, limits
from qmonitor.queues.streams.acting import history, room, wording
from qmonitor.queues.streams.acting.acts import ACTS, RECLAIM_AFTER, Act
from qmonitor.queues.streams.acting.rewriting import streams
from qmonitor.queues.streams.acting.selection import Candidate, Selection
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.plans import no_such_plan
from qmonitor.queues.streams.reading import trail
from qmonitor.queues.streams.reading.items import DELAYED_PLACE
from qmonitor.queues.streams.reading.look import clock_ahead, clocks_words
from qmonitor.queues.streams.reading.lookup import Lookup
from qmonitor.queues.streams.values import MS
from qmonitor.queues.times import NS, Instant, from_ns, now
from qmonitor.queues.words import Phrase, counted, phrase

TYPE_FROM = 100
"""A drain of more messages than this is confirmed by typing the group's name."""


class Planner:
    """Plans over one client; changes nothing."""

    def __init__(
        self,
        client: Any,
        keys: Keys,
        called_off: Callable[[], bool] = lambda: False,
        reclaim_after: int = RECLAIM_AFTER,
    ) -> None:
        """`reclaim_after`: milliseconds for which an entry in flight has to have been idle to be acted on."""
        self._client, self._keys, self._reclaim_after = client, keys, reclaim_after
        self._selection = Selection(client, keys, reclaim_after, called_off)

    def plan(self, action: str, what: Query | Sequence[ItemId], reach: Reach) -> Plan:
        """Raises `Refused` where the action makes no sense for what it is aimed at.

        Ages go by the server's clock. Whom an undo leaves out needs no asking: what somebody acted on since has another
        id, or none.
        """
        if action not in ACTS:
            raise Refused(phrase("A stream queue knows no action '{action}'.", action=action))
        self._require_same(what, reach)
        taken = now()
        served, clocks = self._served() if by_time(reach) else (taken, ())
        reach = as_of(reach, served)
        if isinstance(what, Query):
            choice = self._selection.by_query(action, what, reach, served)
        else:
            choice = self._selection.by_ids(action, what)
        said = [*limits(what, reach), *wording.left_out(choice.left_out, self._reclaim_after)]
        if not choice.chosen:
            said += self._whereabouts(choice.excluded)
        plan = self._written(action, choice.chosen, said, taken)
        known = {item: wording.why(reason, self._reclaim_after) for item, reason in choice.obstacles.items()}
        reasons = {item: reason for item, reason in known.items() if reason is not None}
        excluded, warnings = tuple(choice.excluded), (*clocks, *plan.warnings)
        return replace(plan, excluded=excluded, reasons=reasons, warnings=warnings)

    def _whereabouts(self, excluded: Sequence[tuple[ItemId, str]]) -> list[Phrase]:
        """What became of those; what can't be read is no reason to refuse what there is to be told."""
        with suppress(QueueError):
            return trail.said(self._client, self._keys, excluded)
        return []

    def again(self, cut_off: InterruptedPlan, members: Members, mark: str) -> Plan:
        """The rest of a plan that was cut off; its figures are of those that are still as they were confirmed."""
        if cut_off.action not in ACTS:
            raise no_such_plan(cut_off.id)
        if mark and not history.recognises(mark, self._client, self._keys):
            raise exchanged()
        confirmed = dict(members)
        found = self._selection.by_ids(cut_off.action, list(confirmed)).chosen
        chosen = [row for row in found if row.state == confirmed[row.id]]
        said = phrase(
            "This goes on with what {actor} confirmed at {at}: {done} done, {left} left.",
            actor=cut_off.actor,
            at=cut_off.at,
            done=cut_off.done,
            left=cut_off.left,
        )
        plan = self._written(cut_off.action, chosen, [said], now())
        plan = replace(plan, id=cut_off.id, members=members, mark=mark, resumed=True, done_before=cut_off.done)
        return plan if members else replace(plan, words=(_BYTES_LEFT,), warnings=())

    def _served(self) -> tuple[Instant, tuple[Phrase, ...]]:
        """The time by the server's clock, and what is to be said of it."""
        asked = now()
        served = Lookup(self._client, self._keys).now()
        ahead = clock_ahead(served, (asked.ns or 0) / NS, (now().ns or 0) / NS)
        return from_ns(served * MS), clocks_words(ahead)

    def _require_same(self, what: Query | Sequence[ItemId], reach: Reach) -> None:
        among = what.among if isinstance(what, Query) else None
        seen = among.mark if among is not None else reach.get("seen")
        if seen and not history.recognises(seen, self._client, self._keys):
            raise exchanged_since_seen()

    def _written(self, action: str, chosen: list[Candidate], said: list[Phrase], taken: Instant) -> Plan:
        act, target = ACTS[action], f"{self._keys.main}/{self._keys.group}"
        known = [at for row in chosen if (at := row.enqueued_at) is not None and at.ns is not None]
        typed = action == "erase" or (action == "drain" and len(chosen) > TYPE_FROM)
        envelopes = {row.name: row.sha for row in chosen if row.id.startswith(f"{DELAYED_PLACE}:")}
        return Plan(
            action=action,
            target=target,
            members=Members((row.id, row.state) for row in chosen),
            taken=taken,
            words=(
                *wording.says(act, len(chosen), target),
                *said,
                *wording.mix(act, chosen),
                *(wording.failed(chosen) if act.goes_to else ()),
            ),
            warnings=(*wording.warnings(act, chosen, self._reclaim_after), *self._staying(act, chosen)),
            undo=counted(len(chosen), *act.undo),
            control_id=chosen[0].control_id if len(chosen) == 1 else "",
            oldest=min(known, key=_ns, default=None),
            newest=max(known, key=_ns, default=None),
            unsent=sum(row.state != State.DELIVERED for row in chosen),
            type_name=self._keys.group if typed and chosen else None,
            offers_save=act.saves,
            mark=history.mark(self._client, self._keys, envelopes),
        )

    def _staying(self, act: Act, chosen: Sequence[Candidate]) -> list[Phrase]:
        """Which streams can't be written anew without the bytes of what is erased, as it looks now."""
        said = []
        for key in streams(self._keys) if act.veiled and chosen else ():
            with suppress(QueueError):  # the report says what came of it
                _, obstacle = room.look(self._client, key)
                if obstacle is not None:
                    said.append(wording.staying(key, obstacle))
        return said


_BYTES_LEFT = phrase("Everything is erased; what is left to do is to write the streams anew without the bytes.")


def exchanged() -> Refused:
    """What the server holds is another queue than when the plan was made."""
    return Refused(
        phrase("The server holds another queue since this was confirmed: ids may mean other messages by now."),
        phrase("Look again, and confirm anew."),
    )


def exchanged_since_seen() -> Refused:
    """The same, before anything was confirmed."""
    return Refused(
        phrase("The server holds another queue since these messages were seen: their ids may mean others by now."),
        phrase("Look again, and choose anew."),
    )


def _ns(at: Instant) -> int:
    return at.ns or 0
