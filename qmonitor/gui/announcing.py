"""What the desktop is told of alerts: one by its name, many together."""

from collections.abc import Sequence
from pathlib import PurePath

from PySide6.QtCore import QCoreApplication

from qmonitor.gui import alert_words as words
from qmonitor.gui import text
from qmonitor.gui.notify import Announcement
from qmonitor.monitor.alerts.model import Alert, Event, EventKind, Level

NAMED = 3
"""So many destinations are named where there are more."""


def announcement(events: Sequence[Event]) -> Announcement:
    """Of at least one event. Names, ids and figures alone: nothing that a message holds."""
    alerts = [event.alert for event in events if event.kind is not EventKind.SOLVED]
    solved = [event.alert for event in events if event.kind is EventKind.SOLVED]
    worst = max(alerts or solved, key=lambda alert: alert.level)
    critical = bool(alerts) and worst.level is Level.CRITICAL
    if len(events) == 1:
        return Announcement(_title(events[0]), _sentences(worst), critical, worst)
    return Announcement(_count(len(alerts), len(solved)), _names(alerts or solved), critical, worst)


def _title(event: Event) -> str:
    alert = event.alert
    if event.kind is EventKind.SOLVED:
        said = QCoreApplication.translate("announcing", "Solved: {place}")
    elif alert.level is Level.CRITICAL:
        said = QCoreApplication.translate("announcing", "Critical: {place}")
    else:
        said = QCoreApplication.translate("announcing", "Warning: {place}")
    return said.format(place=_name(alert))


def _name(alert: Alert) -> str:
    """The destination; of a source as a whole its file."""
    return _file(alert) if alert.destination is None else words.place(alert)


def _file(alert: Alert) -> str:
    return text.line(PurePath(alert.source).name, words.NAME)


def _sentences(alert: Alert) -> str:
    said = words.sentence(alert, None)
    if alert.item is not None and alert.solved is None:
        more = QCoreApplication.translate("announcing", "First in line: {id}, in {file}.")
    elif alert.destination is not None:
        more = QCoreApplication.translate("announcing", "In {file}.")
    else:
        return said
    return f"{said} {more.format(id=text.line(str(alert.item), text.SHORT), file=_file(alert))}"


def _count(alerts: int, solved: int) -> str:
    """How many there are, as a title."""
    if not alerts:
        said = QCoreApplication.translate("announcing", "{solved} alerts solved")
    elif not solved:
        said = QCoreApplication.translate("announcing", "{count} alerts")
    elif solved == alerts == 1:
        said = QCoreApplication.translate("announcing", "1 alert, another one solved")
    elif alerts == 1:
        said = QCoreApplication.translate("announcing", "1 alert, {solved} others solved")
    elif solved == 1:
        said = QCoreApplication.translate("announcing", "{count} alerts, 1 other solved")
    else:
        said = QCoreApplication.translate("announcing", "{count} alerts, {solved} others solved")
    return said.format(count=text.number(alerts), solved=text.number(solved))


def _names(alerts: Sequence[Alert]) -> str:
    """Where they are, the worst first."""
    worst_first = sorted(alerts, key=lambda alert: -alert.level)
    names = list(dict.fromkeys(_name(alert) for alert in worst_first))
    listed = ", ".join(names[:NAMED])
    if len(names) <= NAMED:
        return listed
    if len(names) == NAMED + 1:
        return QCoreApplication.translate("announcing", "{names} and 1 more").format(names=listed)
    more = QCoreApplication.translate("announcing", "{names} and {count} more")
    return more.format(names=listed, count=text.number(len(names) - NAMED))


def open_words(count: int) -> str:
    """How many alerts need a person."""
    if not count:
        return QCoreApplication.translate("announcing", "no alert")
    said = QCoreApplication.translate("announcing", "1 alert")
    if count > 1:
        said = QCoreApplication.translate("announcing", "{count} alerts")
    return said.format(count=text.number(count))
