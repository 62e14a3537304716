"""The question: how, what and where is searched."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QToolButton, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.find import words
from qmonitor.monitor.search import Asked, How
from qmonitor.monitor.search.asked import LONGEST
from qmonitor.queues.model import Destination, Query


class FindBar(QWidget):
    """One line: way, field, case, scope, and the button that begins, stops or goes on.

    Signals:
        asked(Asked): Enter, or the button.
        stopped(), resumed(): the button while a search goes on, or after it was stopped.
        left(): the arrow down leads from the field to what was found.
    """

    asked = Signal(object)
    stopped = Signal()
    resumed = Signal()
    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("find-bar")
        self._destination: Destination | None = None
        self._shown: Query | None = None
        self._filters: tuple[str, ...] = ()
        self._going = False
        self.how = QComboBox(self)
        self.field = QLineEdit(self)
        self.case = QToolButton(self)
        self.scope = QComboBox(self)
        self.button, self.more = QToolButton(self), QToolButton(self)
        self._name_all()
        # As wide as its usual words: the name of a destination may be long, and is read in full in the open list.
        self.scope.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.scope.setMinimumContentsLength(len(self.tr("All messages")) + 2)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(2 * theme.GRID, 2 * theme.GRID, 2 * theme.GRID, 2 * theme.GRID)
        layout.setSpacing(2 * theme.GRID)
        for widget in (self.how, self.field, self.case, self.scope, self.button, self.more):
            layout.addWidget(widget, 1 if widget is self.field else 0)
        self.how.currentIndexChanged.connect(self._on_how)
        self.field.returnPressed.connect(self._ask)
        self.button.clicked.connect(self._press)
        self.more.clicked.connect(self.resumed)
        self._on_how()
        self.set_scope(None, None)
        self.show_going(False, False)

    def _name_all(self) -> None:
        named = (
            (self.how, "find-how", self.tr("What is searched for")),
            (self.field, "find-field", self.tr("Search for")),
            (self.case, "find-case", self.tr("Take small and capital letters as the same")),
            (self.scope, "find-scope", self.tr("Where it is searched")),
            (self.button, "find-button", self.tr("Search")),
            (self.more, "find-more", self.tr("Go on with the search")),
        )
        for widget, name, spoken in named:
            widget.setObjectName(name)
            widget.setAccessibleName(spoken)
            widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        for how in How:
            self.how.addItem(words.label(how), str(how))
        self.field.setMaxLength(LONGEST)
        self.field.setClearButtonEnabled(True)
        self.more.setText(self.tr("Go on"))
        theme.dress(self.field, "field")
        theme.dress(self.button, "chip")
        theme.dress(self.more, "chip")
        self.case.setText(self.tr("Ignore case"))
        self.case.setCheckable(True)
        theme.dress(self.case, "chip")

    def set_scope(self, destination: Destination | None, shown: Query | None, filters: Sequence[str] = ()) -> None:
        """Offer what is looked at; the choice stays by its meaning. `filters` are those of `shown`, in words."""
        self._filters = tuple(filters)
        if (destination, shown) == (self._destination, self._shown) and self.scope.count():
            return
        self._destination, self._shown = destination, shown
        before = self.scope.currentData()
        self.scope.clear()
        self.scope.addItem(self.tr("All messages"), "all")
        if destination is not None:
            self.scope.addItem(text.line(str(destination), 40), "destination")
        if shown is not None:
            self.scope.addItem(self.tr("What the table shows"), "shown")
        self.scope.setCurrentIndex(max(0, self.scope.findData(before)))

    def filters(self) -> list[str]:
        """What has to hold of a message that is searched, in words."""
        query, destination = self.query(), self._destination
        words = [] if query.channel is None or destination is None else [text.line(str(destination), 80)]
        return [*words, *self._filters] if self.scope.currentData() == "shown" else words

    def search_all(self) -> None:
        """Ask the same of all messages."""
        self.scope.setCurrentIndex(self.scope.findData("all"))
        self._ask()

    def show_going(self, going: bool, can_go_on: bool) -> None:
        """Whether a search goes on, or could."""
        self._going = going
        self.button.setText(self.tr("Stop") if going else self.tr("Search"))
        self.button.setAccessibleName(self.button.text())
        self.more.setVisible(can_go_on)

    def query(self) -> Query:
        """In which messages it is searched; the newest first."""
        place = self._destination
        match self.scope.currentData():
            case "destination" if place is not None:
                return Query(channel=place.channel, destination=place.destination)
            case "shown" if self._shown is not None:
                return replace(self._shown, offset=0, head_first=False)
        return Query()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down and self.field.hasFocus():
            self.left.emit()
        elif event.key() == Qt.Key.Key_Escape and self._going:
            self.stopped.emit()
        else:
            super().keyPressEvent(event)

    @Slot()
    def _on_how(self) -> None:
        how = How(self.how.currentData())
        self.field.setPlaceholderText(words.example(how))
        self.case.setEnabled(how in (How.TEXT, How.PATTERN))

    @Slot()
    def _press(self) -> None:
        if self._going:
            self.stopped.emit()
        else:
            self._ask()

    @Slot()
    def _ask(self) -> None:
        how = How(self.how.currentData())
        ignore = self.case.isChecked() and self.case.isEnabled()
        self.asked.emit(Asked(how, self.field.text(), self.query(), ignore))
