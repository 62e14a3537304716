"""What the cells say of an item: shown, in a tool tip, and to a screen reader.

Everything that a source stores is shown as one line of visible characters, cut where it is long. Tool tips are
escaped: Qt would take a text that looks like markup for markup.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QColor

from qmonitor.gui import text, theme
from qmonitor.gui.messages.columns import Column, title
from qmonitor.queues.model import Depth, Destination, Item, ItemId, State
from qmonitor.queues.times import Instant

KEPT = 20_000
"""Cells kept at most."""
TIP = 600
"""Characters of a text that a tool tip shows at most."""


@dataclass(frozen=True, slots=True)
class Head:
    """The item at the head of a destination, and how many pending ones are behind it."""

    id: ItemId
    behind: int


def blocks_words(behind: int) -> str:
    """What the head does to the others, as a sentence."""
    if not behind:
        return QCoreApplication.translate("messages", "nothing waits behind it")
    if behind == 1:
        return QCoreApplication.translate("messages", "1 message waits behind it")
    words = QCoreApplication.translate("messages", "{count} messages wait behind it")
    return words.format(count=text.number(behind))


def not_recorded() -> str:
    """What is to be said where a source does not store something."""
    return QCoreApplication.translate("messages", "not recorded by source")


class Cells:
    """The words of a table's cells, at an instant, with the heads of the destinations at that instant."""

    def __init__(self, depth: Depth | None = None) -> None:
        rows = depth.rows if depth is not None else ()
        self.heads: Mapping[Destination, Head] = {
            row.key: Head(row.head.id, max(0, row.pending - 1)) for row in rows if row.head is not None
        }
        self.now: Instant | None = depth.as_of if depth is not None else None
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

    def head(self, item: Item) -> Head | None:
        """The head's figures if this item is one."""
        head = self.heads.get(Destination(item.channel, item.destination))
        return head if head is not None and head.id == item.id and item.state == State.PENDING else None

    def behind(self, item: Item) -> bool:
        """Whether this item certainly waits for another one."""
        head = self.heads.get(Destination(item.channel, item.destination))
        return head is not None and head.id != item.id and item.state == State.PENDING

    # -- shown -----------------------------------------------------------------------------------------------

    def words(self, item: Item, column: Column) -> str:
        """What the cell shows; a dash where the source holds nothing."""
        if column is Column.HEAD:
            return ""
        if column is Column.ERROR:
            return self._error(item)
        return text.line(self._value(item, column)) or text.UNKNOWN

    def _value(self, item: Item, column: Column) -> str:
        match column:
            case Column.ID:
                return str(item.id)
            case Column.CONTROL_ID:
                return item.control_id
            case Column.TYPE:
                return item.message_type
            case Column.DESTINATION:
                return f"{item.channel}/{item.destination}"
            case Column.CHANNEL:
                return item.channel
            case Column.RECEIVER:
                return item.destination
            case Column.STATE:
                return text.state(item.state)
            case Column.ATTEMPTS:
                return text.number(item.attempts)
            case Column.SIZE:
                return text.size(item.size)
            case Column.REASON:
                return item.reason
            case _:
                return self._time(item, column)

    def _time(self, item: Item, column: Column) -> str:
        match column:
            case Column.AGE:
                return text.UNKNOWN if self.now is None else text.age(item.age(self.now))
            case Column.ENQUEUED:
                return text.short_time(item.enqueued_at)
            case Column.LAST if item.last_attempt is None and not item.attempts:
                return QCoreApplication.translate("messages", "not tried yet")
            case Column.LAST:
                return text.short_time(item.last_attempt)
            case Column.NEXT if item.state == State.PENDING and self.behind(item):
                return QCoreApplication.translate("messages", "behind the head")
            case Column.NEXT if item.state == State.PENDING:
                return text.short_time(item.next_attempt)
        return ""

    def _error(self, item: Item) -> str:
        """The last error; at the head first of all what it does to the others. Nothing where there was none."""
        error, head = text.line(item.last_error), self.head(item)
        if head is None or not head.behind:
            return error
        if not item.attempts:
            words = QCoreApplication.translate("messages", "{count} behind it")
        elif error:
            words = QCoreApplication.translate("messages", "blocks {count} behind it: {error}")
        else:
            words = QCoreApplication.translate("messages", "blocks {count} behind it")
        return words.format(count=text.number(head.behind), error=error)

    def color(self, item: Item, column: Column) -> QColor | None:
        """The colour of a cell's text where it is not the ordinary one."""
        colors = theme.current()
        if column is Column.ERROR:
            head = self.head(item)
            return None if head is None else QColor(colors.danger if item.attempts else colors.muted)
        if column is Column.STATE and item.state == State.FAILED:
            return QColor(colors.danger)
        if column is Column.STATE and item.state in (State.SKIPPED, State.DELIVERED):
            return QColor(colors.muted)
        aside = item.state != State.PENDING or self.behind(item)
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
            case Column.HEAD | Column.ID if self.head(item) is not None:
                return self.spoken(item, Column.HEAD)
            case Column.HEAD:
                return ""
            case Column.ERROR:
                return self._error(item)
            case Column.AGE if item.enqueued_at is not None:
                return text.local_time(item.enqueued_at)
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
            head = self.head(item)
            if head is None:
                return ""
            words = QCoreApplication.translate("messages", "Head of {destination}: {blocks}")
            where = text.line(f"{item.channel}/{item.destination}")
            return words.format(destination=where, blocks=blocks_words(head.behind))
        if column is Column.ERROR:
            words = self._error(item) or QCoreApplication.translate("messages", "none")
        elif column is Column.NEXT and item.state != State.PENDING:
            words = self._told(item, column)
        else:
            words = text.line(self._known(item, column))
        return f"{title(column)}: {words}"
