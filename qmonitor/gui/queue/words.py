"""The figures of a shared queue, and its workers, as rows of words. What is not known is said to be unknown."""

from datetime import timedelta

from PySide6.QtCore import QCoreApplication

from qmonitor.gui import text
from qmonitor.queues.shared import Member, Shared
from qmonitor.queues.times import Instant, between
from qmonitor.values import dataclass

NAME = 120
"""Characters of a worker's name that are shown at most."""

NOW = timedelta(seconds=2)
"""Whoever is at work is heard of each second."""


@dataclass(frozen=True, slots=True)
class Row:
    """`key` names it for tests; `cells` from the left. `urgent`: it needs a person."""

    key: str
    cells: tuple[str, ...]
    urgent: bool = False


def unknown() -> str:
    return QCoreApplication.translate("queue", "unknown")


def titles() -> tuple[str, ...]:
    """What stands above the figures."""
    return (
        QCoreApplication.translate("queue", "figure"),
        QCoreApplication.translate("queue", "messages"),
        QCoreApplication.translate("queue", "what it means"),
    )


def member_titles() -> tuple[str, ...]:
    """What stands above the workers."""
    return (
        QCoreApplication.translate("queue", "worker"),
        QCoreApplication.translate("queue", "in flight"),
        QCoreApplication.translate("queue", "most deliveries"),
        QCoreApplication.translate("queue", "last heard from"),
    )


def rows(shared: Shared) -> list[Row]:
    """Every figure, in the order in which messages go through the queue."""
    make = _Maker(shared)
    return [
        _undelivered(shared),
        make.row("in_flight", _tr("In flight"), shared.in_flight, _tr("with a worker, not finished yet")),
        make.row(
            "body_gone", _tr("In flight, body gone"), shared.body_gone,
            _bodies_gone(shared), urgent=True,
        ),
        make.row("delayed", _tr("Delayed"), shared.delayed, _tr("retries that wait, including those that are due")),
        make.row("due", _tr("Due"), shared.due, _tr("retries whose time has come")),
        make.row("overdue", _tr("Overdue"), shared.overdue, _overdue(shared), urgent=True),
        make.lag(),
        make.row(
            "no_payload", _tr("Payload missing"), shared.no_payload, _tr("retries that can't run when they are due"),
            urgent=True,
        ),
        make.row(
            "unscheduled", _tr("Will never run"), shared.unscheduled, _tr("retries that have a payload but no time"),
            urgent=True,
        ),
        make.row("dead", _tr("Dead-lettered"), shared.dead, _tr("given up after the last retry, or unreadable")),
        make.row(
            "refused", _tr("Failed without a retry"), shared.refused,
            _tr("given up at once; only an event records them"),
        ),
        make.row("skipped", _tr("Skipped"), shared.skipped, _tr("set aside by a person")),
    ]  # fmt: skip


def _tr(words: str) -> str:
    return QCoreApplication.translate("queue", words)


def _undelivered(shared: Shared) -> Row:
    """Counted, or as far as it is; the server's own guess is told as one."""
    label = _tr("Not delivered")
    if shared.undelivered is not None:
        return Row("undelivered", (label, text.number(shared.undelivered), _tr("not handed to any worker yet")))
    least = _tr("≥ {count}").format(count=text.number(shared.undelivered_least))
    if shared.estimate is None:
        note = _tr("still being counted; the server has no estimate")
    else:
        note = _tr("still being counted; the server's estimate is {count}").format(count=text.number(shared.estimate))
    return Row("undelivered", (label, least, note))


def _overdue(shared: Shared) -> str:
    if shared.overdue_after is None:
        return _tr("nobody has sent them again in time")
    said = _tr("due for more than {span}: no dispatcher sends them")
    return said.format(span=text.span(shared.overdue_after))


def _bodies_gone(shared: Shared) -> str:
    said = _tr("trimmed or deleted meanwhile")
    if shared.bodies_looked is None:
        return said
    part = _tr("{what} (the first {count} are checked)")
    return part.format(what=said, count=text.number(shared.bodies_looked))


class _Maker:
    """Makes the rows of figures that may be unknown, with the reason."""

    _OF: dict[str, tuple[str, ...]] = {
        "body_gone": ("in_flight",),
        "no_payload": ("strays", "delayed"),
        "unscheduled": ("strays",),
    }
    """Where a figure is made of what is barred under another name."""

    def __init__(self, shared: Shared) -> None:
        self._shared = shared

    def row(self, key: str, label: str, count: int | None, note: str, *, urgent: bool = False) -> Row:
        if count is None:
            return Row(key, (label, unknown(), self._why(key)))
        return Row(key, (label, text.number(count), note), urgent=urgent and count > 0)

    def lag(self) -> Row:
        """For how long the first due one has waited."""
        label, seconds = _tr("Dispatch lag"), self._shared.dispatch_lag
        if seconds is None:
            return Row("dispatch_lag", (label, unknown(), self._why("dispatch_lag")))
        if not self._shared.due:
            return Row("dispatch_lag", (label, text.UNKNOWN, _tr("no retry is due")))
        note = _tr("how long the first due retry has waited")
        return Row("dispatch_lag", (label, text.span(timedelta(seconds=seconds)), note))

    def _why(self, key: str) -> str:
        named = next(
            (self._shared.barred[one] for one in (key, *self._OF.get(key, ())) if one in self._shared.barred), None
        )
        if named:
            return _tr("this user may not use {command}").format(command=text.line(named, NAME))
        return _tr("not known yet") if named is None else _tr("its key holds another type of data")


def members(shared: Shared, now: Instant) -> list[Row]:
    """The workers of the group as of now, by the server's clock."""
    return [_member(member, now) for member in shared.members or ()]


def _member(member: Member, now: Instant) -> Row:
    heard = between(member.heard, now)
    most = unknown() if member.deliveries is None else _times(member.deliveries)
    return Row(member.name, (text.line(member.name, NAME), text.number(member.in_flight), most, _ago(heard)))


def _ago(span: timedelta | None) -> str:
    if span is None:
        return unknown()
    return _tr("just now") if span < NOW else _tr("{span} ago").format(span=text.span(span))


def _times(count: int) -> str:
    return text.UNKNOWN if not count else _tr("{count} ×").format(count=text.number(count))


def about_members(shared: Shared) -> str:
    """What is to be said where there is no worker to be shown; "" where there is one."""
    if shared.members is None:
        command = shared.barred.get("members", "")
        return _tr("The workers are unknown: this user may not use {command}.").format(command=text.line(command, NAME))
    return "" if shared.members else _tr("No worker has read from this group yet.")
