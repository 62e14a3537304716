"""What the dialogs share: sentences as plain text, facts in two columns, Cancel as the default button."""

from typing import Any

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QIcon, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from qmonitor import assets
from qmonitor.gui import text, theme
from qmonitor.gui.dialogs.scrolled import Scrolled
from qmonitor.gui.hairline import Hairline

WIDTH = 480
"""Pixels: about 70 characters a line."""

WORD = 48
"""Characters of one word at most: a label breaks its lines between words only, and would be wider than the screen."""

SENTENCE = 600
"""Characters of a sentence or a figure at most."""

AROUND = 12 * theme.GRID
"""Pixels of the screen's height that are left to the frame and the title of a dialog."""

LEAST = 20 * theme.GRID
"""Pixels that a part that is scrolled has at least."""

INDICATORS = """
    QCheckBox::indicator, QRadioButton::indicator {{ width: 14px; height: 14px; border: 1px solid {outline};
                                                     background: {ground}; }}
    QCheckBox::indicator {{ border-radius: 3px; }}
    QRadioButton::indicator {{ border-radius: 8px; }}
    QCheckBox::indicator:checked {{ background: {accent}; border-color: {accent}; image: url("{mark}"); }}
    QRadioButton::indicator:checked {{ width: 6px; height: 6px; border: 5px solid {accent}; }}
    QCheckBox::indicator:focus, QRadioButton::indicator:focus {{ border-color: {accent}; }}
    QCheckBox::indicator:disabled, QRadioButton::indicator:disabled {{ border-color: {pale}; }}
"""


class Frame(QDialog):
    """A dialog whose Cancel button is the default. The focus begins in its first field, where it has one.

    Enter in a field moves on to what is next, and neither confirms nor cancels. It is never higher than the screen:
    what was said between `scrolling` and `standing` is scrolled then.
    """

    def __init__(self, title: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setModal(True)
        self.setMinimumWidth(WIDTH)
        self.first: QWidget | None = None
        """Where the focus begins; None: the Cancel button."""
        self.body = QVBoxLayout(self)
        self.part: QVBoxLayout = self.body
        """Where sentences and figures go."""
        self._scrolled: Scrolled | None = None
        self._cancel: QPushButton | None = None
        self.body.setContentsMargins(5 * theme.GRID, 5 * theme.GRID, 5 * theme.GRID, 4 * theme.GRID)
        self.body.setSpacing(3 * theme.GRID)

    def scrolling(self) -> None:
        """From here on sentences and figures are in a part that is scrolled where the screen is too low."""
        self._scrolled = Scrolled()
        self.body.addWidget(self._scrolled)
        self.part = self._scrolled.column

    def standing(self) -> None:
        """What is added from here on is always seen."""
        self.part = self.body

    def say(self, sentence: str, kind: str = "", *, strong: bool = False) -> QLabel:
        """Add a sentence; `kind` is a text role of the theme."""
        label = plain_label(fitting(sentence))
        label.setWordWrap(True)
        if strong:
            label.setFont(theme.bold(label.font(), 1.1))
        if kind:
            theme.dress(label, kind)
        self.part.addWidget(label)
        return label

    def facts(self, rows: list[tuple[str, str]]) -> None:
        """Add figures with their names."""
        form = QFormLayout()
        form.setHorizontalSpacing(4 * theme.GRID)
        form.setVerticalSpacing(theme.GRID)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        for name, value in rows:
            shown = plain_label(fitting(value))
            shown.setWordWrap(len(value) > WORD)
            read = QCoreApplication.translate("Frame", "{name}: {value}")  # an accessible name alone hides the text
            shown.setAccessibleName(read.format(name=name, value=shown.text()))
            shown.setFont(theme.figures(shown.font()))
            shown.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            title = plain_label(name)
            theme.dress(title, "muted")
            form.addRow(title, shown)
        self.part.addLayout(form)

    def rule(self) -> None:
        """Add a hairline."""
        self.body.addWidget(Hairline())

    def field(self, name: str, label: str, widget: QWidget) -> None:
        """Add an input below its label."""
        widget.setObjectName(name)
        widget.setAccessibleName(text.without_mnemonic(label))
        self.first = self.first or widget
        title = plain_label(label)
        title.setBuddy(widget)
        if isinstance(widget, QLineEdit):
            theme.dress(widget, "field")
        column = QVBoxLayout()
        column.setSpacing(theme.GRID)
        column.addWidget(title)
        column.addWidget(widget)
        self.part.addLayout(column)

    def buttons(self, confirm: str, cancel: str) -> tuple[QPushButton, QPushButton]:
        """Add the two buttons: the one that confirms, and the one that cancels."""
        box = QDialogButtonBox()
        accept = box.addButton(confirm, QDialogButtonBox.ButtonRole.AcceptRole)
        accept.setObjectName("confirm")
        accept.setAutoDefault(False)
        reject = box.addButton(cancel, QDialogButtonBox.ButtonRole.RejectRole)
        reject.setObjectName("cancel")
        reject.setDefault(True)
        self._cancel = reject
        dress_buttons(box)
        box.accepted.connect(self.accept)
        box.rejected.connect(self.reject)
        self.body.addSpacing(theme.GRID)
        self.body.addWidget(box)
        (self.first or reject).setFocus(Qt.FocusReason.TabFocusReason)
        return accept, reject

    def closing(self, *more: QPushButton) -> None:
        """Add the Close button of a dialog that asks nothing, and what stands beside it."""
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close = box.button(QDialogButtonBox.StandardButton.Close)
        close.setObjectName("close")
        for button in more:
            button.setAutoDefault(False)
            box.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        dress_buttons(box)
        box.rejected.connect(self.reject)
        self.body.addWidget(box)
        close.setFocus(Qt.FocusReason.TabFocusReason)

    @classmethod
    def show_over(cls, parent: QWidget, **more: Any) -> None:
        """Open one that asks nothing over a window, unless it is open there already; without waiting for it.

        `more` is for its making.
        """
        found = parent.findChild(cls)
        dialog = found if isinstance(found, cls) else cls(parent=parent, **more)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()

    def setVisible(self, visible: bool) -> None:  # noqa: N802 - Qt's name
        """Before it is seen first it is made as high as it has to be: Qt puts it on the screen with that size."""
        if visible and not self.testAttribute(Qt.WidgetAttribute.WA_Resized):
            width = self.sizeHint().expandedTo(self.minimumSize()).width()
            self._bound(width)
            wanted = self.sizeHint().expandedTo(self.minimumSize()).height()  # with what was given to each part
            self.resize(width, min(wanted, self._room()))
        super().setVisible(visible)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Never lower than its sentences need at this width: Qt's own hint leaves out that they are wrapped."""
        super().resizeEvent(event)
        self._bound(event.size().width())

    def _room(self) -> int:
        return self.screen().availableGeometry().height() - AROUND

    def _bound(self, width: int) -> None:
        """Give the part that is scrolled what the screen leaves for it at this width."""
        if self._scrolled is not None:
            margins = self.body.contentsMargins()
            self._scrolled.setMinimumHeight(0)
            left = self._room() - self._needed(width)
            wanted = self._scrolled.wanted(width - margins.left() - margins.right())
            self._scrolled.setMinimumHeight(min(wanted, max(left, LEAST)))
        self.setMinimumHeight(min(self._needed(width), self._room()))

    def _needed(self, width: int) -> int:
        if self.body.hasHeightForWidth():
            return self.body.totalHeightForWidth(width)
        return self.body.totalMinimumSize().height()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._take_enter(event):
            return
        if key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown) and self._scrolled is not None:
            self._scrolled.turn(1 if key == Qt.Key.Key_PageDown else -1)
            return
        super().keyPressEvent(event)

    def _take_enter(self, event: QKeyEvent) -> bool:
        """Press the button that has the focus, or move on; Qt would press the default button instead."""
        focused = self.focusWidget()
        if isinstance(focused, QPushButton):
            if not event.isAutoRepeat():  # held down too long, it would press what the focus has moved on to
                focused.click()
            return True
        asks = self._cancel is not None or isinstance(focused, (QLineEdit, QAbstractSpinBox))
        if not (asks and isinstance(focused, QWidget)):
            return False
        self.focusNextChild()
        if self.focusWidget() is self._cancel:
            focused.setFocus(Qt.FocusReason.OtherFocusReason)  # Enter once more would cancel
        return True


def dress_buttons(box: QDialogButtonBox) -> None:
    """Buttons as everywhere: without the style's icons, which only some of them have."""
    for button in box.buttons():
        button.setIcon(QIcon())
        theme.dress(button, "button")


def outline(choice: QCheckBox | QRadioButton) -> None:
    """Draw what is to be checked so that it is seen: on dark ground Fusion leaves its outline out.

    For each by itself: a sheet of the whole dialog takes a button out of the order of Tab (measured, Qt 6.11).
    """
    colors = theme.current()
    mark = assets.path(f"icons/check-{colors.name}.svg").as_posix()
    sheet = INDICATORS.format(
        outline=colors.neutral, ground=colors.surface, accent=colors.accent, pale=colors.field_line, mark=mark
    )
    choice.setStyleSheet(sheet)


def fitting(said: str) -> str:
    """Text with data in it as plain characters, its long words and itself cut in the middle."""
    words = text.line(said, SENTENCE).split(" ")
    return " ".join(text.line(word, WORD) for word in words)


def plain_label(shown: str) -> QLabel:
    """A label that shows its text as it is, whatever is in it."""
    label = QLabel(shown)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
