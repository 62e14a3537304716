"""The line in which an id is typed to go to, and what is said where it can't be gone to."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.messages.foot import Line
from qmonitor.queues.errors import QueueError
from qmonitor.queues.model import Destination, Item, ItemId, Query

LONGEST = 80
"""Characters of an id that is repeated in a sentence."""


class GoTo(QWidget):
    """A field for an id, hidden until somebody asks for it.

    Signals:
        sought(id): go there.
        shown_anyway(Item): show it, though the list leaves it out.
        left(): the user pressed Escape.
    """

    sought = Signal(object)
    shown_anyway = Signal(object)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("messages-go-to")
        self._item: Item | None = None
        self._sought = ""
        label = QLabel(self.tr("Go to &id"), self)
        theme.dress(label, "muted")
        self.field = QLineEdit(self)
        self.field.setObjectName("messages-go-to-id")
        self.field.setAccessibleName(self.tr("Go to id"))
        self.field.setClearButtonEnabled(True)
        self.field.setMaximumWidth(self.field.fontMetrics().averageCharWidth() * 28)
        self.field.returnPressed.connect(self._seek)
        self.field.installEventFilter(self)
        theme.dress(self.field, "field")
        label.setBuddy(self.field)
        self._words = Line(self)
        self._words.setObjectName("messages-go-to-words")
        self._show = QPushButton(self.tr("Show it"), self)
        self._show.setObjectName("messages-go-to-show")
        self._show.setToolTip(self.tr("Clear the filters and go to this message"))
        self._show.clicked.connect(self._on_show)
        self._show.installEventFilter(self)
        theme.dress(self._show, "button")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(theme.GRID, 0, 2 * theme.GRID, theme.GRID)
        layout.setSpacing(2 * theme.GRID)
        for widget in (label, self.field, self._words, self._show):
            layout.addWidget(widget)
        layout.addStretch(1)
        self.hide()

    @Slot()
    def begin(self) -> None:
        """Show the field, and have the id typed."""
        self._say("", None)
        self.show()
        self.field.selectAll()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def seek(self, item: ItemId) -> None:
        """Go to a message as if its id had been typed."""
        self.begin()
        self.field.setText(str(item))
        self._seek()

    def words(self) -> str:
        """What is said about the id."""
        return self._words.text()

    def end(self) -> None:
        """It was found, or is not wanted any more."""
        self._say("", None)
        self.hide()

    def explain(self, sought: ItemId, item: Item | None, query: Query) -> None:
        """Say why an id is not in the list of a query: the item as it is, or None where there is none."""
        if item is None:
            self._say(self.tr("There is no message {id}.").format(id=_short(sought)), None)
            return
        where = Destination(item.channel, item.destination)
        if query.channel is not None and where != Destination(query.channel, query.destination or ""):
            words = self.tr("{id} is a message for {where}.")
        elif query.state is not None and query.state != item.state:
            words = self.tr("{id} is {state}, so it is not in this list.")
        else:
            words = self.tr("{id} does not match the filters.")
        state = text.line(text.state(item.state), LONGEST)
        self._say(words.format(id=_short(item.id), where=text.line(str(where), LONGEST), state=state), item)

    def refuse(self, error: QueueError) -> None:
        """There can't be such an id, or it could not be read."""
        self._say(text.line(text.explain(error)), None)

    def _say(self, words: str, item: Item | None) -> None:
        self._item = item
        self._words.setText(words)
        self._show.setVisible(item is not None)

    @Slot()
    def _seek(self) -> None:
        """Enter once more, after it was said where the message is, shows it."""
        typed = self.field.text().replace(text.BREAK, "").strip()
        if self._item is not None and typed == self._sought:
            self._on_show()
        elif typed:
            self._sought = typed
            self._say(self.tr("reading …"), None)
            self.sought.emit(typed)

    @Slot()
    def _on_show(self) -> None:
        if self._item is not None:
            self.shown_anyway.emit(self._item)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Escape leaves, from the button too, which Enter presses."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Escape:
                self.end()
                self.left.emit()
                return True
            if watched is self._show and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._on_show()
                return True
        return super().eventFilter(watched, event)


def _short(item: ItemId) -> str:
    return text.line(str(item), LONGEST)
