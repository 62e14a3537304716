"""The alerts in the journal's file: so that nobody is told twice, after a restart or by two windows.

Each function works inside the caller's transaction.
"""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta

from qmonitor.monitor.alerts import kept
from qmonitor.monitor.alerts.case import decided
from qmonitor.monitor.alerts.model import Alert, Decision, Event, EventKind
from qmonitor.queues.times import between

SOLVED_MOST = 1_000
"""So many solved alerts are kept, the newest ones."""
SAME_NEWS = timedelta(minutes=1)
"""Two windows that remind of one alert within this time remind once."""

_OPEN = "source = ? AND place = ? AND rule = ? AND solved = ''"


def known(db: sqlite3.Connection) -> Iterator[Alert]:
    """All that are kept: the open ones, then the solved ones, the newest first."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'qmonitor_alert'").fetchone():
        return
    for (body,) in db.execute("SELECT body FROM qmonitor_alert ORDER BY solved <> '', solved DESC"):
        alert = kept.loads(str(body))
        if alert is not None:
            yield alert


def record(db: sqlite3.Connection, events: Sequence[Event]) -> tuple[Event, ...]:
    """Keep what became of alerts. The same events, each to be told or not: another window may have told it already."""
    recorded = tuple(_record(db, event) for event in events)
    db.execute(
        "DELETE FROM qmonitor_alert WHERE solved <> '' AND solved < (SELECT min(solved) FROM"
        " (SELECT solved FROM qmonitor_alert WHERE solved <> '' ORDER BY solved DESC LIMIT ?))",
        (SOLVED_MOST,),
    )
    return recorded


def decide(db: sqlite3.Connection, alert: Alert, decision: Decision) -> None:
    """Keep a decision with its alert, unless that was solved meanwhile."""
    found = _find(db, alert)
    if found is not None:
        _put(db, decided(found, decision))


def _record(db: sqlite3.Connection, event: Event) -> Event:
    alert, found = event.alert, _find(db, event.alert)
    match event.kind:
        case EventKind.OPENED:
            news = found is None
        case EventKind.AGAIN:
            news = found is None or not _taken(found, alert)
        case EventKind.SOLVED:
            news = found is not None or not _solved(db, alert)
        case _:
            news = False
    if news or event.kind is EventKind.DROPPED:
        db.execute(f"DELETE FROM qmonitor_alert WHERE {_OPEN}", _key(alert))  # noqa: S608 - our own constant
    if news:
        _put(db, alert)
    return event if news else replace(event, tell=False)


def _taken(found: Alert, alert: Alert) -> bool:
    """Whether somebody knows already: another window reminded, or there it was acknowledged or snoozed."""
    if found.acknowledged is not None or alert.told is None:
        return True
    if found.snoozed_until is not None and (found.snoozed_until.ns or 0) > (alert.told.ns or 0):
        return True
    since = between(found.told, alert.told)
    return since is not None and since < SAME_NEWS


def _solved(db: sqlite3.Connection, alert: Alert) -> bool:
    """Whether another window has found it solved."""
    statement = "SELECT 1 FROM qmonitor_alert WHERE source = ? AND place = ? AND rule = ? AND solved > ?"
    return db.execute(statement, (*_key(alert), alert.since.text)).fetchone() is not None


def _key(alert: Alert) -> tuple[str, str, str]:
    """As texts that any database takes, whatever bytes names are made of."""
    place = alert.destination
    where = "" if place is None else json.dumps([place.channel, place.destination])
    return json.dumps(alert.source), where, json.dumps(alert.rule.id)


def _find(db: sqlite3.Connection, alert: Alert) -> Alert | None:
    row = db.execute(f"SELECT body FROM qmonitor_alert WHERE {_OPEN}", _key(alert)).fetchone()  # noqa: S608 - as above
    return None if row is None else kept.loads(str(row[0]))


def _put(db: sqlite3.Connection, alert: Alert) -> None:
    solved = "" if alert.solved is None else alert.solved.text
    statement = "INSERT OR REPLACE INTO qmonitor_alert (source, place, rule, solved, body) VALUES (?, ?, ?, ?, ?)"
    db.execute(statement, (*_key(alert), solved, kept.dumps(alert)))
