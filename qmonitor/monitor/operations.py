"""The one way to change a source: plan, confirm, run, report, then watch whether it holds.

Read-only mode is enforced here, not in buttons: every caller, the command line included, acts through
`Operations`.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from types import TracebackType
from typing import Unpack

from qmonitor.monitor import policy
from qmonitor.queues import audit
from qmonitor.queues.errors import Refused
from qmonitor.queues.model import ItemId, Query, State
from qmonitor.queues.plan import Plan, Progress, Reach, Report
from qmonitor.queues.source import Source
from qmonitor.queues.words import phrase

WATCH = timedelta(seconds=60)
"""How long items are read again after an action, because the engine may just have been sending one."""

RESULT_STATE = {"skip": "skipped", "drain": "skipped", "retry-now": "pending", "restore": "pending"}
"""The state that each action leaves its items in, where they stay in the queue."""


_UNDELIVERED = frozenset({State.PENDING, State.FAILED})
_FINISHED = frozenset({State.DELIVERED, State.FAILED, State.SKIPPED})

STATES: Mapping[str, frozenset[State]] = {
    "skip": _UNDELIVERED,
    "drain": _UNDELIVERED,
    "retry-now": _UNDELIVERED,
    "restore": frozenset({State.SKIPPED}),
    "resend": _FINISHED,
    "remove": _FINISHED,
    "purge": frozenset({State.DELIVERED, State.SKIPPED}),
}
"""The states in which an item can be part of each action; erase takes any. A backend may be stricter in its plans."""


class Operations:
    """Acts on one source, in one thread, for as long as it is open (a context manager)."""

    def __init__(self, source: Source, *, read_only: bool = False) -> None:
        """Raises `ReadOnly` where actions are switched off, `SourceError` where the source can't be written."""
        policy.require_acting(read_only)
        self._source = source
        self._admin = source.admin()

    def __enter__(self) -> "Operations":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def plan(self, action: str, what: Query | Sequence[ItemId], **reach: Unpack[Reach]) -> Plan:
        """Freeze what is to be confirmed (see `Admin.plan`). Raises `Refused` where the source can't do it."""
        reason = self._source.capabilities.get(action, phrase("This source knows no action of that name."))
        if reason is not None:
            raise Refused(reason)
        return self._admin.plan(action, what, **reach)

    def run(self, plan: Plan, reason: str, progress: Progress | None = None) -> Report:
        """Do what was confirmed, under the operating-system user's name. Raises `Refused` without a reason."""
        if not reason.strip():
            raise Refused(phrase("No reason was given."), phrase("Say why: it is kept with your name."))
        return self._admin.run(plan, audit.actor(), reason.strip(), progress)

    def resume(self, plan_id: str) -> Plan:
        """The rest of an interrupted plan, to be confirmed anew."""
        return self._admin.resume(plan_id)

    def discard(self, plan_id: str) -> None:
        """Give up the rest of an interrupted plan."""
        self._admin.discard(plan_id)

    def waiting(self) -> float:
        """From any thread: for how many seconds another program's writing has been waited for; 0 where it is not."""
        return self._admin.waiting()

    def interrupt(self) -> None:
        """From any thread, for good: planning and waiting end with `Interrupted`, a run after its present batch."""
        self._admin.interrupt()

    def close(self) -> None:
        self._admin.close()
