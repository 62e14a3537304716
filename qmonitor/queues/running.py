"""Confirmed actions that somebody else is at, or perhaps is: whether a process on another host lives is not known."""

from typing import Protocol, runtime_checkable

from qmonitor.queues.errors import Refused
from qmonitor.queues.plan import InterruptedPlan
from qmonitor.queues.processes import alive, host_of
from qmonitor.queues.source import Source
from qmonitor.queues.words import phrase
from qmonitor.values import dataclass

SILENCE = 60
"""Seconds without a sign after which a process on another host (a container of another name, say) is taken for gone."""


@dataclass(frozen=True, slots=True)
class RunningPlan:
    """A confirmed action that a process on another host is perhaps still at: nobody can tell here whether it lives."""

    plan: InterruptedPlan
    host: str


@runtime_checkable
class Telling(Protocol):
    """A source that tells of such actions."""

    def running(self) -> tuple[RunningPlan, ...]:
        """Plans that a process on another host is perhaps at. Raises `SourceError`."""
        ...


def running_at(source: Source) -> tuple[RunningPlan, ...]:
    """Plans that a process on another host is perhaps at, where the source tells. Raises `SourceError`."""
    return source.running() if isinstance(source, Telling) else ()


def still_running(plan_id: str, holder: str) -> Refused:
    """Why a plan can't be gone on with, or given up."""
    if alive(holder):
        return Refused(
            phrase("Plan {plan} is not interrupted: it is still running on this computer.", plan=plan_id),
            phrase("Wait for its end, or stop it there."),
        )
    return Refused(
        phrase("Plan {plan} is perhaps still running on {host}.", plan=plan_id, host=host_of(holder)),
        phrase("Once it has given no sign for a minute it counts as interrupted. Try again then."),
    )
