"""What stands where a source's figures will be: that it is being opened, or why it can't be, and the next step."""

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from qmonitor.gui import text, theme
from qmonitor.queues.errors import NetworkLocation, PasswordNeeded, QueueError, SourceBusy
from qmonitor.queues.times import Instant
from qmonitor.values import dataclass

WIDTH = 140 * theme.GRID
"""Pixels that a line of text takes at most."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a place says: what is the case, what to do about it, and (name, label) of the buttons that do it.

    The first button is the next step. `urgent` is what needs a person.
    """

    case: str
    remedy: str = ""
    buttons: tuple[tuple[str, str], ...] = ()
    urgent: bool = False


def opening(name: str) -> Said:
    """The first look has not been answered yet."""
    return Said(_tr("Opening {name} …").format(name=name))


def silent(name: str, *, server: bool = False) -> Said:
    """The first look takes longer than any should; at a `server`, or at a file."""
    case = _tr("{name} does not answer.").format(name=name)
    remedy = _tr("Its disk or network share may hang. It is shown here as soon as it answers.")
    if server:
        remedy = _tr("Its server, or the network to it, may hang. It is shown here as soon as it answers.")
    return Said(case, remedy, (_close(),), urgent=True)


def waiting(name: str) -> Said:
    """A person is asked for its password."""
    remedy = _tr("It is opened as soon as the password is given.")
    return Said(_tr("{name} waits for its password.").format(name=name), remedy, (_close(),))


def fault(error: QueueError, looked_at: Instant, server: str = "") -> Said:
    """It can't be opened as things stand; that is tried again and again, but for what a person has to give.

    `server` is its URL; "" for a file.
    """
    trying = _tr("Last tried at {time}; the next try follows by itself.").format(time=text.short_time(looked_at))
    if isinstance(error, PasswordNeeded):
        trying = ""
    where = _tr("Server: {url}").format(url=text.line(server, 200)) if server else ""
    remedy = "\n\n".join(filter(None, (text.translate(error.remedy), where, trying)))
    again = ("again", _tr("&Try again now"))
    first = again
    if isinstance(error, NetworkLocation):
        first = "consent", _tr("&Read it anyway…")
    elif isinstance(error, PasswordNeeded):
        first = "password", _tr("Enter the &password…")
    elsewhere = ("connections", _tr("C&onnections…")) if server else ("choose", _tr("&Open another file…"))
    other = (elsewhere,) if server or not isinstance(error, SourceBusy) else ()
    buttons = dict.fromkeys((first, *other, again, _close()))
    return Said(text.translate(error.cause), remedy, tuple(buttons), urgent=True)


def _close() -> tuple[str, str]:
    return "close", _tr("&Close this source")


class SourcePlace(QWidget):
    """One sentence, its remedy, and the next step.

    Signals:
        chosen(name): a button was pressed.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("source-place")
        theme.dress(self, "surface")
        self.setAutoFillBackground(True)
        self._said: Said | None = None
        self._buttons: list[QPushButton] = []
        self.case = self._label("place-case")
        self.case.setFont(theme.bold(self.font(), 1.15))
        self.remedy = self._label("place-remedy")
        theme.dress(self.remedy, "muted")
        self._rows = QVBoxLayout()
        self._rows.setSpacing(2 * theme.GRID)
        self._filled: list[QHBoxLayout] = []
        block = QWidget(self)
        block.setMaximumWidth(WIDTH)
        column = QVBoxLayout(block)
        column.setSpacing(3 * theme.GRID)
        column.addStretch(1)
        column.addWidget(self.case)
        column.addWidget(self.remedy)
        column.addLayout(self._rows)
        column.addStretch(2)
        layout = QHBoxLayout(self)
        layout.addWidget(block)

    def _label(self, name: str) -> QLabel:
        label = QLabel(self)
        label.setObjectName(name)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        return label

    def say(self, said: Said) -> None:
        """Show this. Buttons stay as they are where the same ones are asked for: one may be under the pointer."""
        before, self._said = self._said, said
        if said == before:
            return
        self.case.setText(said.case)
        self.remedy.setText(said.remedy)
        self.remedy.setVisible(bool(said.remedy))
        theme.dress(self.case, "danger" if said.urgent else "text")
        if before is None or before.buttons != said.buttons:
            self._lay_buttons(said.buttons)

    def _lay_buttons(self, buttons: tuple[tuple[str, str], ...]) -> None:
        for old in self._buttons:
            old.hide()
            old.deleteLater()
        self._buttons = [self._button(name, words) for name, words in buttons]
        self._arrange()

    def _arrange(self) -> None:
        """Each button as wide as its words, in as many rows as that takes."""
        for row in self._filled:
            self._rows.removeItem(row)
            for button in self._buttons:
                row.removeWidget(button)
            row.deleteLater()
        self._filled = []
        left = 0
        for button in self._buttons:
            button.ensurePolished()
            wide = button.sizeHint().width() + 2 * theme.GRID
            if wide > left:
                left = WIDTH - 4 * theme.GRID
                self._filled.append(self._row())
            row = self._filled[-1]
            row.insertWidget(row.count() - 1, button)
            button.show()
            left -= wide

    def _row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(2 * theme.GRID)
        row.addStretch(1)
        self._rows.addLayout(row)
        return row

    def changeEvent(self, event: QEvent) -> None:
        """In another font the words take another room."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and self._buttons:
            self._arrange()

    def _button(self, name: str, words: str) -> QPushButton:
        button = QPushButton(words, self)
        button.setObjectName(f"place-{name}")
        button.setAccessibleName(text.without_mnemonic(words).rstrip("…"))
        button.clicked.connect(self._on_clicked)
        theme.dress(button, "button")
        return button

    @Slot()
    def _on_clicked(self) -> None:
        self.chosen.emit(self.sender().objectName().removeprefix("place-"))


def _tr(words: str) -> str:
    return QCoreApplication.translate("place", words)
