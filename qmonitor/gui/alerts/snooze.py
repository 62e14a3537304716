"""Until when an alert can be silenced."""

from datetime import datetime, time, timedelta

from PySide6.QtCore import QCoreApplication

from qmonitor.queues import times
from qmonitor.queues.times import Instant

MORNING = time(7, 0)
"""When the early shift begins."""

SPANS = {"1h": timedelta(hours=1), "8h": timedelta(hours=8)}

CHOICES = (*SPANS, "morning")
"""In the order of the menu."""


def label(choice: str, now: Instant) -> str:
    """An entry of the menu as of now: after midnight the next morning is today's."""
    if choice == "1h":
        return QCoreApplication.translate("alerts", "for &1 hour")
    if choice == "8h":
        return QCoreApplication.translate("alerts", "for &8 hours")
    words = QCoreApplication.translate("alerts", "until &tomorrow at {time}")
    here, then = now.local(), _morning(now)
    if here is not None and then is not None and here.date() == then.date():
        words = QCoreApplication.translate("alerts", "until &today at {time}")
    return words.format(time=f"{MORNING:%H:%M}")


def until(choice: str, now: Instant) -> Instant:
    """The instant that a choice means now."""
    if choice in SPANS:
        return now + SPANS[choice]
    then = _morning(now)
    if then is None:
        raise ValueError("it is not known what time it is")
    return times.instant(then)


def _morning(now: Instant) -> datetime | None:
    """The next one by this machine's calendar; None where it is not known what time it is."""
    here = now.local()
    if here is None:
        return None
    then = datetime.combine(here.date(), MORNING).astimezone()
    return then if then > here else datetime.combine(here.date() + timedelta(days=1), MORNING).astimezone()
