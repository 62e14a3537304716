"""The recorded acts as a table that grows downwards as it is scrolled."""

from collections.abc import Sized
from enum import IntEnum

from PySide6.QtCore import (
    QCoreApplication,
    QModelIndex,
    QObject,
    Qt,
    Signal,
)

from qmonitor.gui import text
from qmonitor.gui.action_names import OF_THE_SOURCE, WORKER_START, WORKER_STOP, action_name
from qmonitor.gui.plain_model import Index, PlainModel
from qmonitor.monitor.failures.said import veiled_entry
from qmonitor.queues.audit import AuditEntry

PAGE = 100
"""Entries asked for at once."""

IDS_SHOWN = 20
"""So many ids of an entry are named in its tool tip."""


class Column(IntEnum):
    """The columns, from left to right."""

    TIME = 0
    ACTOR = 1
    ACTION = 2
    TARGET = 3
    COUNT = 4
    REASON = 5


class AuditModel(PlainModel):
    """Entries, newest first. Holds what it was given and asks for more; reads nothing itself.

    Signals: `more_wanted` (the id below which entries are wanted, None for the newest; how many).
    """

    columns = Column

    more_wanted = Signal(object, int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: list[AuditEntry] = []
        self._complete = False
        self._loading = False
        self._masked = False

    def set_masked(self, masked: bool) -> None:
        """Whether reasons are shown as error texts are while names are masked."""
        if masked != self._masked:
            self.beginResetModel()
            self._masked = masked
            self.endResetModel()

    def clear(self) -> None:
        """Forget all: to begin anew."""
        self.beginResetModel()
        self._entries, self._complete, self._loading = [], False, False
        self.endResetModel()

    def refresh(self) -> None:
        """Ask for the newest entries."""
        self._loading = True
        self.more_wanted.emit(None, PAGE)

    def take(self, before: int | None, entries: tuple[AuditEntry, ...]) -> None:
        """Add entries that were asked for: newer ones above, older ones below. Overlaps are left out."""
        self._loading = False
        if before is None and self._entries:
            self._take_newest(entries)
            return
        if before is not None and (not self._entries or before != self._entries[-1].id):
            return  # asked for before the table was cleared
        self._complete = len(entries) < PAGE
        self._insert(len(self._entries), list(entries))

    def failed(self) -> None:
        """What was asked for does not come."""
        self._loading = False

    @property
    def newest(self) -> int | None:
        """The id of the newest entry that is held."""
        return self._entries[0].id if self._entries else None

    @property
    def has_more(self) -> bool:
        """Whether there are older entries than those that are held."""
        return bool(self._entries) and not self._complete

    def entry(self, row: int) -> AuditEntry:
        """As it may be shown."""
        return veiled_entry(self._entries[row], masked=self._masked)

    def lines(self) -> Sized:
        return self._entries

    def canFetchMore(self, parent: Index) -> bool:
        return not parent.isValid() and bool(self._entries) and not self._complete and not self._loading

    def fetchMore(self, parent: Index) -> None:
        if self.canFetchMore(parent):
            self._loading = True
            self.more_wanted.emit(self._entries[-1].id, PAGE)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        entry, column = self.entry(index.row()), Column(index.column())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _cell(entry, column)
            case Qt.ItemDataRole.ToolTipRole:
                return text.tip(self._tip(entry, column))
        return None

    def title(self, column: int) -> str:
        return {
            Column.TIME: self.tr("time"),
            Column.ACTOR: self.tr("who"),
            Column.ACTION: self.tr("action"),
            Column.TARGET: self.tr("target"),
            Column.COUNT: self.tr("messages"),
            Column.REASON: self.tr("reason"),
        }[Column(column)]

    def _take_newest(self, entries: tuple[AuditEntry, ...]) -> None:
        top = self._entries[0].id
        fresh = [entry for entry in entries if entry.id > top]
        if len(fresh) == len(entries) == PAGE:
            # More happened than one page holds: the gap between is filled by scrolling, from a new start.
            self.clear()
            self._insert(0, fresh)
            return
        self._insert(0, fresh)

    def _insert(self, row: int, entries: list[AuditEntry]) -> None:
        if not entries:
            return
        self.beginInsertRows(QModelIndex(), row, row + len(entries) - 1)
        self._entries[row:row] = entries
        self.endInsertRows()

    def _tip(self, entry: AuditEntry, column: Column) -> str:
        if column is Column.TIME:
            return f"{text.local_time(entry.at)}\n{text.utc_time(entry.at)}"
        if column is Column.COUNT:
            if entry.action in OF_THE_SOURCE:
                return self.tr("No message was changed.")
            if entry.action == WORKER_STOP:
                return self.tr("So many were delivered between its start and its stop.")
            named = ", ".join(str(item) for item in entry.ids[:IDS_SHOWN])
            return named + (" …" if len(entry.ids) > IDS_SHOWN else "")
        if column is Column.ACTION:
            return self.tr("plan {plan}, part {part}").format(plan=entry.plan, part=entry.part)
        return str(_cell(entry, column))


def _cell(entry: AuditEntry, column: Column) -> str:
    """As one line of visible characters: others may have written into the file."""
    match column:
        case Column.TIME:
            return text.short_time(entry.at)
        case Column.ACTOR:
            return text.line(entry.actor)
        case Column.ACTION:
            return text.line(action_name(entry.action))
        case Column.TARGET:
            return text.line(_target(entry))
        case Column.COUNT:
            return _count(entry)
        case Column.REASON:
            return text.line(entry.reason)


def _target(entry: AuditEntry) -> str:
    """What was acted on: of several indexes the one that the entry is about."""
    return ", ".join(map(str, entry.ids)) if entry.action in OF_THE_SOURCE and entry.ids else entry.target


def _count(entry: AuditEntry) -> str:
    """How many messages, and which one is the first; nothing where it was not about messages."""
    if entry.action in OF_THE_SOURCE:
        return text.UNKNOWN
    count = _number(entry)
    if not entry.ids:
        return count
    return f"{count} ({text.line(str(entry.ids[0]), text.SHORT)}{' …' if len(entry.ids) > 1 else ''})"


def _number(entry: AuditEntry) -> str:
    return text.UNKNOWN if entry.action == WORKER_START else text.number(entry.count)


def in_full(entry: AuditEntry) -> str:
    """Everything that an entry holds, in a few lines."""
    if entry.action in OF_THE_SOURCE:
        words = QCoreApplication.translate(
            "audit",
            "{action}, {time}, by {actor}\nReason: {reason}\nIndex: {ids}; no message was changed\n"
            "Plan {plan}, part {part}; qmonitor {version} on {host}",
        )
    else:
        words = QCoreApplication.translate(
            "audit",
            "{action} of {target}, {time}, by {actor}\nReason: {reason}\nMessages ({count}): {ids}\n"
            "Plan {plan}, part {part}; qmonitor {version} on {host}",
        )
    return words.format(
        action=action_name(entry.action),
        target=entry.target,
        time=text.local_time(entry.at),
        actor=entry.actor,
        reason=entry.reason,
        count=_number(entry),
        ids=", ".join(str(item) for item in entry.ids),
        plan=entry.plan,
        part=entry.part,
        version=entry.version,
        host=entry.host,
    )
