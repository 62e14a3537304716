"""What the cells say of an item: shown, in a tool tip, and to a screen reader.

Everything that a source stores is shown as one line of visible characters, cut where it is long. Tool tips are
escaped: Qt would take a text that looks like markup for markup.
"""

from datetime import timedelta

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QColor

from qmonitor.gui import text, theme
from qmonitor.gui.messages.columns import Column, title
from qmonitor.gui.messages.heads import Heads
from qmonitor.monitor.dead_letters import SOON
from qmonitor.monitor.failures.said import said
from qmonitor.queues.model import Item, ItemId, State
from qmonitor.queues.times import Instant, between

KEPT = 20_000
"""Cells kept at most."""
TIP = 600
"""Characters of a text that a tool tip shows at most."""


def blocks_words(behind: int) -> str:
    """What the head does to the others, as a sentence."""
    if not behind:
        return QCoreApplication.translate("messages", "nothing waits behind it")
    if behind == 1:
        return QCoreApplication.translate("messages", "1 message waits behind it")
    words = QCoreApplication.translate("messages", "{count} messages wait behind it")
    return words.format(count=text.number(behind))


def behind_words() -> str:
    """What stands for the next attempt of what waits for another message."""
    return QCoreApplication.translate("messages", "behind the head")


def not_recorded() -> str:
    """What is to be said where a source does not store something."""
    return QCoreApplication.translate("messages", "not recorded by source")


def _kept_from_us(item: Item) -> bool:
    """Whether it failed, and the source does not tell of that."""
    return item.attempts is None and item.state == State.PENDING


class Cells:
    """The words of a table's cells, at an instant, with the heads of the destinations."""

    def __init__(self, heads: Heads | None = None, now: Instant | None = None, *, masked: bool = False) -> None:
        """`masked`: of error texts only their kind is said."""
        self.heads = heads or Heads()
        self.now = now
        self.masked = masked
        self._drawn: dict[tuple[ItemId, Column], tuple[Item, str, QColor]] = {}
        self._theme = theme.current()

    def drawn(self, item: Item, column: Column) -> tuple[str, QColor]:
        """The words and the colour of a cell, kept for the next frame: while one scrolls most of them stay."""
        if self._theme is not theme.current() or len(self._drawn) > KEPT:
            self._drawn, self._theme = {}, theme.current()
        kept = self._drawn.get((item.id, column))
        if kept is None or kept[0] is not item:
            color = self.color(item, column) or QColor(self._theme.text)
            kept = self._drawn[item.id, column] = (item, self.words(item, column), color)
        return kept[1], kept[2]

    # -- shown -----------------------------------------------------------------------------------------------

    def words(self, item: Item, column: Column) -> str:
        """What the cell shows; a dash where the source holds nothing."""
        if column is Column.HEAD:
            return ""
        if column is Column.ERROR:
            return self._error(item) or (text.UNKNOWN if _kept_from_us(item) else "")  # nothing where there was none
        return text.line(self._value(item, column)) or text.UNKNOWN

    def _error(self, item: Item) -> str:
        return text.line(said(item.last_error, masked=self.masked))

    def _value(self, item: Item, column: Column) -> str:
        match column:
            case Column.ID:
                return str(item.id)
            case Column.CONTROL_ID:
                return item.control_id
            case Column.TYPE:
                return text.kind(item.message_type)
            case Column.DESTINATION:
                return f"{item.channel}/{item.destination}"
            case Column.CHANNEL:
                return item.channel
            case Column.RECEIVER:
                return item.destination
            case Column.STATE:
                return text.state(item.state)
            case Column.ATTEMPTS if item.attempts is None:
                return QCoreApplication.translate("messages", "not known")
            case Column.STAGE:
                return text.stage(item.stage, item.lacks)
            case Column.ATTEMPTS:
                return text.number(item.attempts)
            case Column.SIZE:
                return text.size(item.size)
            case Column.REASON:
                return said(item.reason, masked=self.masked)  # an engine's error, it may be
            case _:
                return self._time(item, column)

    def _time(self, item: Item, column: Column) -> str:
        match column:
            case Column.AGE:
                return text.UNKNOWN if self.now is None else text.age(item.age(self.now))
            case Column.DROPPED if item.state == State.PENDING:
                return self._left(item)
            case Column.ENQUEUED:
                return text.short_time(item.enqueued_at)
            case Column.LAST if item.last_attempt is None and item.attempts == 0:
                return QCoreApplication.translate("messages", "not tried yet")
            case Column.LAST:
                return text.short_time(item.last_attempt)
            case Column.NEXT if item.state == State.PENDING:
                return self._next(item)
        return ""

    def _left(self, item: Item) -> str:
        """In what time the source drops it."""
        left = self._span(item)
        if left is not None and left <= timedelta():
            return QCoreApplication.translate("messages", "any moment")
        return text.age(left)

    def _span(self, item: Item) -> timedelta | None:
        if self.now is None or item.dropped_at is None:
            return None
        return between(self.now, item.dropped_at)

    def _next(self, item: Item) -> str:
        """When it is tried next; at a head of several with how many wait for that. Of one alone the foot says it."""
        if self.heads.behind(item):
            return behind_words()
        head, time = self.heads.head(item), text.short_time(item.next_attempt)
        if head is None or not head.behind or self.heads.told is not None:
            return time
        words = QCoreApplication.translate("messages", "{time}, {count} behind it")
        return words.format(time=time, count=text.number(head.behind))

    def color(self, item: Item, column: Column) -> QColor | None:
        """The colour of a cell's text where it is not the ordinary one."""
        colors = theme.current()
        if column is Column.ERROR:
            return QColor(colors.danger) if item.attempts and self.heads.head(item) is not None else None
        if column is Column.STATE and item.state == State.FAILED:
            return QColor(colors.danger)
        if column is Column.STAGE and item.lacks is not None:
            return QColor(colors.danger)
        if column is Column.STATE and item.state in (State.SKIPPED, State.DELIVERED):
            return QColor(colors.muted)
        if column is Column.DROPPED and item.state == State.PENDING:
            left = self._span(item)
            return QColor(colors.warning) if left is not None and left <= SOON else None
        aside = item.state != State.PENDING or self.heads.behind(item)
        if (column is Column.NEXT and aside) or self.words(item, column) == text.UNKNOWN:
            return QColor(colors.muted)
        return None

    # -- told ------------------------------------------------------------------------------------------------

    def tip(self, item: Item, column: Column) -> str | None:
        """A tool tip: the whole of it, as far as that fits, and times as they are stored."""
        words = self._told(item, column)
        return text.tip(text.line(words, TIP), wrapped=True) if words else None

    def _told(self, item: Item, column: Column) -> str:
        match column:
            case Column.HEAD | Column.ID if self.heads.head(item) is not None:
                return self.spoken(item, Column.HEAD)
            case Column.HEAD:
                return ""
            case Column.ERROR:
                return self._error(item) or (not_recorded() if _kept_from_us(item) else "")
            case Column.AGE if item.enqueued_at is not None:
                return text.local_time(item.enqueued_at)
            case Column.DROPPED if item.dropped_at is not None:
                return text.local_time(item.dropped_at)
            case Column.ENQUEUED if item.enqueued_at is not None:
                return text.utc_time(item.enqueued_at)
            case Column.LAST if item.last_attempt is not None:
                return text.utc_time(item.last_attempt)
            case Column.NEXT if item.state == State.PENDING and item.next_attempt is not None:
                return text.utc_time(item.next_attempt)
            case Column.NEXT if item.state != State.PENDING:
                words = QCoreApplication.translate("messages", "none: it is {state}")
                return words.format(state=text.state(item.state))
            case Column.SIZE:
                return text.exact_size(item.size)
        return self._known(item, column)

    def _known(self, item: Item, column: Column) -> str:
        value = self._value(item, column)
        return not_recorded() if value in ("", text.UNKNOWN) else value

    def spoken(self, item: Item, column: Column) -> str:
        """A cell in words, as a screen reader says it."""
        if column is Column.HEAD:
            return self._spoken_head(item)
        if column is Column.ERROR:
            words = self._told(item, column) or QCoreApplication.translate("messages", "none")
        elif column is Column.NEXT and item.state != State.PENDING:
            words = self._told(item, column)
        else:
            words = text.line(self._known(item, column))
        return f"{title(column)}: {words}"

    def _spoken_head(self, item: Item) -> str:
        head, where = self.heads.head(item), text.line(f"{item.channel}/{item.destination}")
        if head is None:
            return ""
        if head.behind is None:
            return QCoreApplication.translate("messages", "Head of {destination}").format(destination=where)
        words = QCoreApplication.translate("messages", "Head of {destination}: {blocks}")
        return words.format(destination=where, blocks=blocks_words(head.behind))
