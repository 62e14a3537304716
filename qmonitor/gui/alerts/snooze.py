"""Until when an alert can be silenced."""

from datetime import datetime, time, timedelta

from PySide6.QtCore import QCoreApplication

from qmonitor.queues import times
from qmonitor.queues.times import Instant

MORNING = time(7, 0)
"""When "tomorrow" begins: with the early shift."""

SPANS = {"1h": timedelta(hours=1), "8h": timedelta(hours=8)}

CHOICES = (*SPANS, "tomorrow")
"""In the order of the menu."""


def label(choice: str) -> str:
    """An entry of the menu."""
    return {
        "1h": QCoreApplication.translate("alerts", "for &1 hour"),
        "8h": QCoreApplication.translate("alerts", "for &8 hours"),
        "tomorrow": QCoreApplication.translate("alerts", "until &tomorrow at {time}"),
    }[choice].format(time=f"{MORNING:%H:%M}")


def until(choice: str, now: Instant) -> Instant:
    """The instant that a choice means now. Tomorrow is the next day of this machine's calendar."""
    if choice in SPANS:
        return now + SPANS[choice]
    moment = now.local()
    if moment is None:
        raise ValueError("it is not known what time it is")
    day = moment.date() + timedelta(days=1)
    return times.instant(datetime.combine(day, MORNING).astimezone())
