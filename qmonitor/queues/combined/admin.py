"""Changes one of several queues of a file at a time."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Unpack

from qmonitor.queues.combined.parts import Parts, one_at_a_time
from qmonitor.queues.errors import Refused
from qmonitor.queues.model import ItemId, Query
from qmonitor.queues.plan import ON_SOURCE, Admin, Members, Plan, Progress, Reach, Report
from qmonitor.queues.words import Phrase


class CombinedAdmin:
    """One admin of each; one thread, but `interrupt` from any."""

    def __init__(
        self, parts: Parts, admins: Sequence[Admin], capabilities: Sequence[Mapping[str, Phrase | None]]
    ) -> None:
        self._parts, self._admins, self._capabilities = parts, admins, capabilities

    def plan(self, action: str, what: Query | Sequence[ItemId], **reach: Unpack[Reach]) -> Plan:
        """See `Admin.plan`. Raises `Refused` where it is aimed at several queues."""
        if action in ON_SOURCE:
            return self._admins[0].plan(action, what, **reach)
        if isinstance(what, Query):
            return self._by_query(action, what, reach)
        owners = {self._parts.owner(item) for item in what}
        if len(owners) > 1:
            raise one_at_a_time()
        n = next(iter(owners), 0)
        return self._planned(n, action, [self._parts.all[n].inner(item) for item in what], reach)

    def _by_query(self, action: str, what: Query, reach: Reach) -> Plan:
        """Where the query goes over several queues, of the one in which there is anything to be done."""
        asked = sorted(self._parts.asked(what))
        able = [n for n in asked if self._capabilities[n].get(action) is None] or asked[:1]
        plans = [self._planned(n, action, self._parts.query(n, what), reach) for n in able]
        some = [plan for plan in plans if plan.count]
        if len(some) > 1:
            raise one_at_a_time()
        return some[0] if some else plans[0]

    def _planned(self, n: int, action: str, what: Query | Sequence[ItemId], reach: Reach) -> Plan:
        reason = self._capabilities[n].get(action)
        if reason is not None:
            raise Refused(reason)
        own: Reach = {**reach}
        if "seen" in own:
            own["seen"] = self._parts.mark(own["seen"], n)
        return self._changed(self._admins[n].plan(action, what, **own), self._parts.all[n].outer)

    def _changed(self, plan: Plan, change: Callable[[ItemId], ItemId]) -> Plan:
        """A plan with other ids."""
        return replace(
            plan,
            members=Members((change(item), state) for item, state in plan.members),
            excluded=tuple((change(item), state) for item, state in plan.excluded),
            reasons={change(item): reason for item, reason in plan.reasons.items()},
            head=None if plan.head is None else change(plan.head),
            parts=tuple(replace(part, item=replace(part.item, id=change(part.item.id))) for part in plan.parts),
        )

    def run(self, plan: Plan, who: str, reason: str, progress: Progress | None = None) -> Report:
        n = 0 if plan.action in ON_SOURCE else self._of(plan)
        part = self._parts.all[n]
        report = self._admins[n].run(self._changed(plan, part.inner), who, reason, progress)
        return replace(
            report,
            unchanged=tuple((part.outer(item), state) for item, state in report.unchanged),
            reasons={part.outer(item): reason for item, reason in report.reasons.items()},
            created=tuple(map(part.outer, report.created)),
        )

    def _of(self, plan: Plan) -> int:
        """Which queue a plan is of; one without any message ends alike in each."""
        named = (item for members in (plan.members, plan.excluded) for item, _ in members)
        return next((self._parts.owner(item) for item in named), 0)

    def resume(self, plan_id: str) -> Plan:
        return self._resumed(plan_id)[1]

    def _resumed(self, plan_id: str) -> tuple[int, Plan]:
        """They share the kept plans; one that is of another queue is refused, because its ids make no sense there."""
        for n in range(len(self._admins) - 1, 0, -1):
            try:
                return n, self._changed(self._admins[n].resume(plan_id), self._parts.all[n].outer)
            except Refused:
                continue
        return 0, self._admins[0].resume(plan_id)

    def discard(self, plan_id: str) -> None:
        n, _ = self._resumed(plan_id)
        self._admins[n].discard(plan_id)

    def waiting(self) -> float:
        return max(admin.waiting() for admin in self._admins)

    def interrupt(self) -> None:
        for admin in self._admins:
            admin.interrupt()

    def close(self) -> None:
        for admin in self._admins:
            admin.close()
