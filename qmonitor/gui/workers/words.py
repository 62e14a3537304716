"""What is said of workers in the window: their state, what they have done, and what came of an attempt."""

from datetime import timedelta

from PySide6.QtCore import QCoreApplication, QLocale

from qmonitor.gui import text
from qmonitor.gui.workers.row import Row
from qmonitor.monitor.running.model import Attempt, Outcome, Post, in_words
from qmonitor.monitor.status import Kind
from qmonitor.queues.model import ItemId
from qmonitor.queues.working import Phase, WorkerState

FEW = 10
"""Below so many deliveries a minute a tenth of one is told too; and so many names are told."""

KINDS = {
    Phase.RUNNING: Kind.STEADY,
    Phase.IDLE: Kind.IDLE,
    Phase.WAITING: Kind.WAITING,
    Phase.WATCHING: Kind.UNKNOWN,
    Phase.HOLDING: Kind.GROWING,
    Phase.STOPPED: Kind.IDLE,
}
"""The shape before each state."""

INKS = {Phase.RUNNING: "good", Phase.HOLDING: "warning", Phase.STOPPED: "muted"}
"""Its colour, where it is not the neutral one."""


def kind(row: Row) -> Kind:
    """The shape of a row's state."""
    if row.troubled:
        return Kind.STUCK
    return KINDS[row.phase]


def ink(row: Row) -> str:
    """The role in the theme of a row's state."""
    if row.troubled:
        return "danger"
    return INKS.get(row.phase, "neutral")


def standing(row: Row) -> str:
    """The state of a row in a few words."""
    post = row.post
    if post is None:
        return _not_here(row)
    state = post.state
    if post.stopping and post.alive:
        return _stopping(state)
    if state.unmarked is not None:
        return _unmarked(state)
    match state.phase:
        case Phase.STOPPED:
            return _stopped(post) if post.alive or post.ended is not None or state.because else _not_here(row)
        case Phase.IDLE:
            return _because(_tr("idle: {why}"), _tr("idle: nothing is to be sent now"), state)
        case Phase.WAITING:
            return _tr("waiting until {time}").format(time=text.short_time(state.until))
        case Phase.WATCHING:
            return _watching(state)
        case Phase.HOLDING:
            return _because(_tr("holding back: {why}"), _tr("holding back"), state)
    if state.item is None:
        return _tr("running")
    if state.at_once > 1:
        return _tr("running: {count} messages at a time").format(count=text.number(state.at_once))
    return _tr("running: message {id}").format(id=_id(state.item))


def _not_here(row: Row) -> str:
    """No worker of this window; others may be at it."""
    if not row.others:
        return _tr("stopped")
    if len(row.others) == 1:
        return _tr("stopped here; 1 works elsewhere")
    return _tr("stopped here; {count} work elsewhere").format(count=text.number(len(row.others)))


def _company(row: Row) -> str:
    """Who else works there."""
    if not row.others:
        return ""
    more = ["…"] if len(row.others) > FEW else []
    return _tr("Also at work there: {names}.").format(names=", ".join([*map(text.line, row.others[:FEW]), *more]))


def _stopped(post: Post) -> str:
    if post.alive:
        return _tr("starting")
    if post.ended is not None:
        return _tr("stopped by itself: {why}").format(why=text.translate(post.ended.cause))
    return _because(_tr("stopped: {why}"), _tr("stopped"), post.state)


def _stopping(state: WorkerState) -> str:
    if state.item is None:
        return _tr("stopping")
    return _tr("stopping after message {id}").format(id=_id(state.item))


def _because(reasoned: str, alone: str, state: WorkerState) -> str:
    return alone if state.because is None else reasoned.format(why=text.translate(state.because))


def _watching(state: WorkerState) -> str:
    until = text.short_time(state.until)
    if state.because is None:
        return _tr("watching until {time} whether the engine's own worker delivers here").format(time=until)
    return _tr("watching until {time}: {why}").format(time=until, why=text.translate(state.because))


def _unmarked(state: WorkerState) -> str:
    words = _tr("holding back: what came of message {id} can't be written down")
    if state.delivered:
        words = _tr("holding back: message {id} was delivered, and can't be marked")
    return words.format(id=_id(state.unmarked))


def rate(value: float | None) -> str:
    """Deliveries a minute."""
    if value is None:
        return text.UNKNOWN
    return text.number(round(value)) if value >= FEW or value == 0 else QLocale().toString(max(value, 0.1), "f", 1)


def last_error(row: Row) -> str:
    """Why the last attempt that failed did so: the kind of that, as far as it is remembered."""
    failure = None if row.post is None else row.post.failure
    return text.UNKNOWN if failure is None else cause(failure)


def in_full(row: Row) -> str:
    """All that is known of a destination's worker beside its figures, as lines."""
    post = row.post
    lines = [_reason(row), _held(row), _company(row), _sends_to(row), _begun(row)]
    if post is not None and post.failure is not None:
        lines.append(_tr("Last error: {error}").format(error=last_error(row)))
    if row.hindrance is not None:
        lines.append(_tr("It can't be started: {why}").format(why=row.hindrance))
    return "\n".join(filter(None, lines))


def _reason(row: Row) -> str:
    """Its state, where that has a reason: what changes with each message stands in the table alone."""
    post = row.post
    if post is None or (post.ended is None and post.state.because is None and post.state.unmarked is None):
        return ""
    said = _tr("{destination}: {state}").format(destination=text.line(str(row.where)), state=standing(row))
    remedy = post.state.remedy if post.ended is None else post.ended.remedy
    return " ".join(filter(None, (said, "" if remedy is None else text.translate(remedy))))


def _held(row: Row) -> str:
    """Since when something keeps a worker from its work, and how that goes on."""
    state = None if row.post is None else row.post.state
    if state is None or state.held is None or state.phase is not Phase.HOLDING:
        return ""
    words = _tr("It has been so since {time}, and goes on by itself as soon as it can.")
    if state.until is not None:
        words = _tr("It has been so since {time}, and is tried again at {again}.")
    return words.format(time=text.short_time(state.held), again=text.short_time(state.until))


def _sends_to(row: Row) -> str:
    if not row.to or row.policy is None:
        return ""
    policy = " ".join(text.translate(sentence) for sentence in in_words(row.policy))
    return _tr("Sends to {receiver}. {policy}").format(receiver=text.line(row.to), policy=policy)


def _begun(row: Row) -> str:
    post = row.post
    if post is None:
        return ""
    words = _tr("Started by {actor} at {time}: {reason}")
    if post.state.trusted:
        words = _tr("Started by {actor} at {time}: {reason}. It was said that the engine is stopped.")
        if row.dead:
            words = _tr("Started by {actor} at {time}: {reason}. It was said that the daemon is stopped.")
    if post.state.doubted:
        words = _tr("Started by {actor} at {time}: {reason}. It was said that the engine is stopped, and it was not.")
        if row.dead:
            words = _tr("Started by {actor} at {time}: {reason}. It was said that the daemon is stopped; it was not.")
    return words.format(
        actor=text.line(post.actor), time=text.short_time(post.started), reason=text.line(post.reason) or text.UNKNOWN
    )


# -- attempts ------------------------------------------------------------------------------------------------


def outcome(attempt: Attempt) -> str:
    """What came of an attempt, in a word or two."""
    return {
        Outcome.DELIVERED: _tr("delivered"),
        Outcome.RETRIED: _tr("failed, tried again"),
        Outcome.GAVE_UP: _tr("given up"),
    }[attempt.outcome]


def cause(attempt: Attempt) -> str:
    """Why it failed: the kind of that."""
    return "" if attempt.cause is None else text.line(text.translate(attempt.cause))


def waited(attempt: Attempt) -> str:
    """For how long the message had been in the queue."""
    return text.UNKNOWN if attempt.waited is None else text.age(timedelta(seconds=attempt.waited))


def item(attempt: Attempt) -> str:
    """Which message it was."""
    return text.UNKNOWN if attempt.item is None else _id(attempt.item)


def _id(item: ItemId | None) -> str:
    """A message's id in a few characters."""
    return text.line(str(item), text.SHORT)


def _tr(words: str) -> str:
    return QCoreApplication.translate("workers", words)
