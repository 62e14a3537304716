"""A message held against another one, field by field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QToolButton, QVBoxLayout, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.inspector.detail import data_label
from qmonitor.gui.inspector.model import shown
from qmonitor.gui.inspector.pairs import PairsModel, PairsTable
from qmonitor.monitor.inspecting.view import View
from qmonitor.queues.errors import QueueError
from qmonitor.queues.model import Item, ItemId
from qmonitor.queues.source import Reader

if TYPE_CHECKING:
    from qmonitor.gui.inspector.looking import Call
    from qmonitor.monitor.inspecting.compare import Comparison
    from qmonitor.monitor.inspecting.content import GiveWay


def compare(item: Item, other: ItemId | None, view: View) -> Call:
    """Work for a lane."""

    def call(reader: Reader, give_way: GiveWay) -> Comparison:
        from qmonitor.monitor.inspecting import compare as comparing

        return comparing.compare_with(reader, item, other, view, give_way)

    return call


class ComparisonView(QWidget):
    """Which message to compare with, what came of it in a sentence, and a table.

    Signals:
        wanted(id or None): compare with this message; None: with the last delivered one of its kind.
        byte_chosen(offset): a person wants to see a place in the structure.
    """

    wanted = Signal(object)
    byte_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("inspector-comparison")
        self._item: Item | None = None
        self._asked = False
        self.model = PairsModel(self)
        self.table = PairsTable(self.model, self)
        self.field = self.first = QLineEdit(self)
        self.field.setObjectName("inspector-compare-id")
        self.field.setPlaceholderText(self.tr("last delivered"))
        self.field.setMaxLength(200)
        self.field.setClearButtonEnabled(True)
        theme.dress(self.field, "field")
        self._label = QLabel(self.tr("Compare &with id"), self)
        self._label.setBuddy(self.field)
        theme.dress(self._label, "muted")
        self.alike = QToolButton(self)
        self.alike.setObjectName("inspector-compare-all")
        self.alike.setText(self.tr("All fields"))
        self.alike.setToolTip(self.tr("Show what is alike, too"))
        self.alike.setCheckable(True)
        theme.dress(self.alike, "chip")
        self.said = data_label(self, "inspector-compared")
        theme.dress(self.said, "muted")
        self._lay_out()
        self.field.returnPressed.connect(self._on_typed)
        self.alike.toggled.connect(self.model.show_alike)
        self.table.row_opened.connect(self._on_opened)

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        bar.setContentsMargins(3 * theme.GRID, 2 * theme.GRID, theme.GRID, 0)
        bar.setSpacing(2 * theme.GRID)
        bar.addWidget(self._label)
        bar.addWidget(self.field, 1)
        bar.addWidget(self.alike)
        words = QHBoxLayout()
        words.setContentsMargins(3 * theme.GRID, 0, 3 * theme.GRID, 0)
        words.addWidget(self.said)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(theme.GRID)
        layout.addLayout(bar)
        layout.addLayout(words)
        layout.addWidget(self.table, 1)

    def begin(self, item: Item | None) -> None:
        """This message is compared from here on; what was shown of another one is gone at once."""
        self._item = item
        self._asked = False
        self.model.show_pairs(())
        self.field.clear()
        self._say("")

    def ask(self) -> None:
        """Ask for a comparison, if none is there and none was asked for."""
        if self._item is not None and not self._asked:
            self._asked = True
            self._say(self.tr("Comparing …"))
            self.wanted.emit(self.field.text().strip() or None)

    @Slot()
    def _on_typed(self) -> None:
        self._asked = False
        self.model.show_pairs(())
        self.ask()

    def show_comparison(self, found: Comparison) -> None:
        """What came of it."""
        if found.other is None:
            self.model.show_pairs(())
            self._say(self._none_found(found.looked_at))
            return
        self.model.show_pairs(found.pairs, shown(str(found.other.id), 40))
        self.table.fit()
        self._say(self._words(found, found.other))

    def show_error(self, error: QueueError) -> None:
        """It could not be compared; it may be asked for again."""
        self._asked = False
        self.model.show_pairs(())
        self._say(text.explain(error), "danger")

    def _none_found(self, looked_at: int) -> str:
        kind = shown(self._item.message_type, 80) if self._item is not None else ""
        if not looked_at:
            return self.tr("Nothing delivered to this destination is in the queue. Type the id of a message.")
        words = self.tr("No {type} among the last {count} delivered to this destination. Type the id of a message.")
        return words.format(type=kind or text.UNKNOWN, count=text.number(looked_at))

    def _words(self, found: Comparison, other: Item) -> str:
        """The other message, how many differences, and what was not compared."""
        words = self.tr("Message {id}, {type}, {state}, queued {time}.").format(
            id=shown(str(other.id), 40),
            type=shown(other.message_type, 80) or text.UNKNOWN,
            state=text.state(other.state),
            time=text.short_time(other.enqueued_at),
        )
        match found.differences:
            case 0:
                count = self.tr("No difference in {fields} fields.")
            case 1:
                count = self.tr("1 difference in {fields} fields.")
            case _:
                count = self.tr("{count} differences in {fields} fields.")
        said = [words, count.format(count=text.number(found.differences), fields=text.number(len(found.pairs)))]
        if not found.whole:
            cut = self.tr("Only the first {here} and {there} were compared.")
            here, there = map(text.exact_size, found.described)
            said.append(cut.format(here=here, there=there))
        if found.cut:
            said.append(self.tr("There are more fields than can be listed."))
        return " ".join(said)

    def _say(self, words: str, role: str = "muted") -> None:
        self.said.setText(words)
        self.said.setVisible(bool(words))
        theme.dress(self.said, role)

    @Slot(int)
    def _on_opened(self, row: int) -> None:
        pair = self.model.pair(row)
        if pair.begin >= 0:
            self.byte_chosen.emit(pair.begin)
