"""What is selected: some messages by their ids, or all that match the query, whether they are in memory or not.

As long as a person has selected nothing, it is the head of the line.
"""

from collections.abc import Iterable

from PySide6.QtCore import QItemSelection, QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication

from qmonitor.gui import text
from qmonitor.gui.messages.table import MessageTable
from qmonitor.queues.model import ItemId


class Chosen(QObject):
    """Follows what a person selects in a table, and keeps it by ids while the rows change.

    Signals:
        changed(): `ids` or `all` is another one, or `head` became a person's own choice.
        copied(): what is selected is on the clipboard; `words` says so until something else is selected.
    """

    changed = Signal()
    copied = Signal()

    def __init__(self, table: MessageTable) -> None:
        super().__init__(table)
        self._table = table
        self._model = table.model()
        self._ids: dict[ItemId, None] = {}
        self.all = False
        """Whether everything that matches is selected; `ids` is empty then."""
        self.head: ItemId | None = None
        """The head of the line, selected because nothing else is; no choice of a person."""
        self._left_all = self._partly = False
        self._none = False  # a person wants nothing selected, not even the head
        self.resting = False
        """Whether the rows are being changed: what becomes of Qt's selection then is nobody's wish."""
        self._copied = 0
        table.selectionModel().selectionChanged.connect(self._on_selection)
        table.all_wanted.connect(self.choose_all)
        table.selection_begun.connect(self._on_begun)
        table.escaped.connect(self.clear)
        table.copy_wanted.connect(self.copy)
        self.changed.connect(self._forget_copy)

    @property
    def ids(self) -> tuple[ItemId, ...]:
        """The selected items, in the order in which they were selected; also those that are out of sight."""
        return tuple(self._ids) if self.any or self.head is None else (self.head,)

    @property
    def any(self) -> bool:
        """Whether a person has selected something."""
        return self.all or bool(self._ids)

    def holds(self, item: ItemId | None) -> bool:
        """Whether this item is selected."""
        return item is not None and (self.all or item == self.head or item in self._ids)

    @Slot()
    def choose_all(self) -> None:
        """Select everything that matches."""
        if self._model.rowCount():
            self._forget()
            self.all = True
            self.match()
            self.changed.emit()

    @Slot()
    def clear(self) -> None:
        """A person wants nothing selected."""
        self._drop()
        self._none = True

    def begin(self) -> None:
        """Another list: nothing is selected, and nobody has wished anything."""
        self._drop()

    def _drop(self) -> None:
        had = self.any or self.head is not None
        self._forget()
        self.match()
        if had:
            self.changed.emit()

    def _forget(self) -> None:
        self._ids, self.head, self.all = {}, None, False
        self._left_all = self._partly = self._none = False

    def follow(self, head: ItemId | None) -> None:
        """Have this selected, unless a person has chosen otherwise. None: there is no head, or it is not known."""
        if self.any or self._none:
            return
        before, self.head = self.head, head
        if head is not None or before is not None:
            self.match()
        if head != before:
            self.changed.emit()

    def _adopt(self) -> None:
        """A person begins to select: the head counts as chosen, until what is done says otherwise."""
        if self.head is not None:
            self._ids, self.head = {self.head: None}, None
            self.changed.emit()

    def match(self) -> None:
        """Have the rows on the screen agree with what is selected."""
        rested, self.resting = self.resting, True
        if self.all:
            self._table.match_all()
        elif self.ids:
            self._table.match_selection(self.ids)
        else:
            self._table.selectionModel().clearSelection()
        self.resting = rested

    def lose(self, vanished: Iterable[ItemId]) -> None:
        """These are not in the list any more; the rows have changed."""
        gone = set(vanished)
        lost = self.head in gone or bool(self._ids.keys() & gone)
        self._ids = {item: None for item in self._ids if item not in gone}
        self.head = None if self.head in gone else self.head
        if self.all and not self._model.rowCount():
            self.all, lost = False, True
        if self.any or lost:
            self.match()
        if lost:
            self.changed.emit()

    @Slot()
    def _on_begun(self) -> None:
        """What is selected but not in memory, Qt knows nothing of."""
        if not self.resting:
            self._adopt()
            held = {item.id for _, item in self._table.held_rows()}
            gone = [item for item in self._ids if item not in held]
            for item in gone:
                del self._ids[item]
            if gone:
                self.changed.emit()

    @Slot(QItemSelection, QItemSelection)
    def _on_selection(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        if self.resting:
            return
        self._adopt()
        now = self._table.selectionModel().selection()
        if self.all:
            self._leave_all(now)
        else:
            self._left_all = False
            if now.isEmpty():
                self._ids.clear()
            for item in self._table.held_in(deselected):
                self._ids.pop(item.id, None)
            self._ids.update((item.id, None) for item in self._table.held_in(selected))
            self._partly = self._has_blanks(now)
        self._none = not self.any
        self.changed.emit()

    def _leave_all(self, now: QItemSelection) -> None:
        """Any change leaves "all": what is selected then counts, or nothing where not all of it is known."""
        self.all, self._left_all = False, True
        if self._has_blanks(now):
            self.match()
        else:
            self._ids = {item.id: None for item in self._table.held_in(now)}

    def _has_blanks(self, selection: QItemSelection) -> bool:
        rows = sum(part.bottom() - part.top() + 1 for part in selection.toList())
        return rows > len(self._table.held_in(selection))

    @Slot()
    def copy(self) -> None:
        """Put the selected rows that are read on the clipboard, as they are seen: columns parted by tabs."""
        rows = [row for row, item in self._table.held_rows() if self.holds(item.id)]
        if rows:
            QGuiApplication.clipboard().setText(self._table.as_text(rows))
            self._copied = len(rows)
            self.copied.emit()

    @Slot()
    def _forget_copy(self) -> None:
        self._copied = 0

    def words(self, matching: int | None) -> str:
        """What is selected, in words; "" where nothing is. `matching` is how many match, None where that is unknown."""
        if not self._copied:
            return self._selected_words(matching)
        if self._copied < ((matching or self._copied + 1) if self.all else len(self.ids)):
            words = self.tr("{selected}, {count} already read ones copied")
        else:
            words = self.tr("{selected}, copied")
        return words.format(selected=self._selected_words(matching), count=text.number(self._copied))

    def _selected_words(self, matching: int | None) -> str:
        count = len(self.ids) if self._copied else len(self._ids)
        if self.all and matching is None:
            return self.tr("all that match are selected")
        if self.all and matching == 1:
            return self.tr("the one that matches is selected")
        if self.all:
            return self.tr("all {count} that match are selected").format(count=text.number(matching))
        if self._left_all:
            return self.tr("no longer all: {count} selected").format(count=text.number(count))
        if self._partly:
            return self.tr("{count} selected, only those already read").format(count=text.number(count))
        return self.tr("{count} selected").format(count=text.number(count)) if count else ""
