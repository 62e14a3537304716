"""The sentences of the strips above the status bar."""

from PySide6.QtCore import QCoreApplication

from qmonitor.gui import text
from qmonitor.gui.action_names import action_name
from qmonitor.gui.banner import Banner, Notice
from qmonitor.monitor.sampler import Sample
from qmonitor.queues.errors import PasswordNeeded, QueueError
from qmonitor.queues.plan import InterruptedPlan
from qmonitor.queues.times import Instant
from qmonitor.queues.words import Phrase

INTERRUPTED = "interrupted-"
"""The keys of notices about interrupted plans begin so; the plan's id follows."""

DETAILS = "details-"
"""The keys of notices about the source itself begin so."""


def about_program(said: Phrase) -> Notice:
    """What is to be known of a source from the start: that it is a demo, for one."""
    return Notice("program", text.translate(said), dismissable=True)


def about_history(said: Phrase) -> Notice:
    """Curves can't be kept, or can be kept again; looking and acting go on all the same."""
    return Notice("history", text.translate(said), dismissable=True)


def about_no_demo() -> Notice:
    """The demo could not be started from the window."""
    return Notice("demo", _tr("The demo could not be started."), "danger", dismissable=True)


def about_source(said: Phrase) -> Notice:
    """Something is to be known of the source itself: that its engine can be blocked by readers, say."""
    return Notice(f"{DETAILS}{said.template}", text.translate(said), "warning", dismissable=True, once=True)


def about_too_many(most: int) -> Notice:
    """More sources were named than can be looked at."""
    said = _tr("{count} sources are open, and no more can be. Close one first.")
    return Notice("many", said.format(count=text.number(most)), "warning", dismissable=True)


def about_forgotten(target: str) -> Notice:
    """A source that was opened before is not there any more."""
    said = _tr("{target} was taken off the list of recent files.")
    return Notice("forgotten", said.format(target=target), dismissable=True)


def about_language() -> Notice:
    """Another language was chosen."""
    return Notice("language", _tr("The language changes when qmonitor is started again."), dismissable=True)


def about_policy(problem: Phrase) -> Notice:
    """Something is odd about the administrator's policy."""
    return Notice(f"policy-{problem.template}", text.translate(problem), "warning", dismissable=True)


def about_not_kept(said: Phrase) -> Notice:
    """The keyring did not take a password that was to be kept in it."""
    return Notice("keyring", text.translate(said), "warning", dismissable=True)


def about_unmasking(error: QueueError) -> Notice:
    """Names stay masked, or are again: it could not be written down that somebody sees them."""
    said = _tr("Names are masked. {error}").format(error=text.explain(error))
    return Notice("unmasking", said, "warning", dismissable=True)


def about_press() -> Notice:
    """What was pressed is not what was under the pointer when it was let go."""
    said = _tr("The window changed while you pressed, so nothing was done. Press again if you still mean it.")
    return Notice("press", said, dismissable=True)


def about_error(error: QueueError, since: Instant | None) -> Notice:
    """The source can't be read: why, what to do, and how old the values on the screen are."""
    said = text.explain(error)
    if since is not None:
        stale = _tr("What is shown was read at {time}.")
        said = f"{said} {stale.format(time=text.short_time(since))}"
    buttons = [("again", _tr("Look again"))]
    if isinstance(error, PasswordNeeded):
        buttons.insert(0, ("password", _tr("Enter the password…")))
    return Notice("source", said, "danger", tuple(buttons))


def about_silence(since: Instant, *, server: bool = False) -> Notice:
    """A look takes longer than any should, without an error so far; at a `server`, or at a file."""
    said = _tr("The source has not answered since {time}. Its disk or network share may hang; it goes on by itself.")
    if server:
        said = _tr("The server has not answered since {time}. It, or the network, may hang; it goes on by itself.")
    return Notice("source", said.format(time=text.short_time(since)), "danger")


def about_interrupted(plan: InterruptedPlan, *, read_only: bool) -> Notice:
    """A confirmed action that ended before its end."""
    said = _tr("Interrupted: {action} of {target} at {time} by {actor}: {done} done, {left} left.").format(
        action=action_name(plan.action),
        target=plan.target,
        time=text.short_time(plan.at),
        actor=plan.actor,
        done=text.number(plan.done),
        left=text.number(plan.left),
    )
    buttons = (("continue", _tr("Continue…")), ("discard", _tr("Discard")))
    return Notice(INTERRUPTED + plan.id, said, "warning", () if read_only else buttons)


def show_lasting(banner: Banner, sample: Sample, *, read_only: bool) -> None:
    """What a look found to be known of the source and its interrupted plans, in the place of what an older one did."""
    plans = [about_interrupted(plan, read_only=read_only) for plan in sample.interrupted]
    lasting = [about_source(said) for said in sample.notices]
    for notice in (*lasting, *plans):
        banner.show_notice(notice)
    banner.keep_only({notice.key for notice in plans}, INTERRUPTED)
    banner.keep_only({notice.key for notice in lasting}, DETAILS)


def _tr(words: str) -> str:
    return QCoreApplication.translate("notices", words)
