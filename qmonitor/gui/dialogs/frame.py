"""What the dialogs share: sentences as plain text, facts in two columns, Cancel as the default button."""

from typing import Any

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
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
from qmonitor.gui.hairline import Hairline

WIDTH = 480
"""Pixels: about 70 characters a line."""

WORD = 48
"""Characters of one word at most: a label breaks its lines between words only, and would be wider than the screen."""

SENTENCE = 600
"""Characters of a sentence or a figure at most."""

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

    Enter in a field moves on to what is next, and never confirms.
    """

    def __init__(self, title: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setModal(True)
        self.setMinimumWidth(WIDTH)
        self.first: QWidget | None = None
        """Where the focus begins; None: the Cancel button."""
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(5 * theme.GRID, 5 * theme.GRID, 5 * theme.GRID, 4 * theme.GRID)
        self.body.setSpacing(3 * theme.GRID)

    def say(self, sentence: str, kind: str = "", *, strong: bool = False) -> QLabel:
        """Add a sentence; `kind` is a text role of the theme."""
        label = plain_label(fitting(sentence))
        label.setWordWrap(True)
        if strong:
            label.setFont(theme.bold(label.font(), 1.1))
        if kind:
            theme.dress(label, kind)
        self.body.addWidget(label)
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
        self.body.addLayout(form)

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
        self.body.addLayout(column)

    def buttons(self, confirm: str, cancel: str) -> tuple[QPushButton, QPushButton]:
        """Add the two buttons: the one that confirms, and the one that cancels."""
        box = QDialogButtonBox()
        accept = box.addButton(confirm, QDialogButtonBox.ButtonRole.AcceptRole)
        accept.setObjectName("confirm")
        accept.setAutoDefault(False)
        reject = box.addButton(cancel, QDialogButtonBox.ButtonRole.RejectRole)
        reject.setObjectName("cancel")
        reject.setDefault(True)
        for button in (accept, reject):
            theme.dress(button, "button")
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
        theme.dress(close, "button")
        for button in more:
            button.setAutoDefault(False)
            theme.dress(button, "button")
            box.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
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

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Never lower than its sentences need at this width: Qt's own hint leaves out that they are wrapped."""
        super().resizeEvent(event)
        if self.body.hasHeightForWidth():
            needed = self.body.totalHeightForWidth(event.size().width())
            self.setMinimumHeight(min(needed, self.screen().availableGeometry().height()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        focused = self.focusWidget()
        if enter and isinstance(focused, (QLineEdit, QAbstractSpinBox)):
            self.focusNextChild()
            return
        if enter and isinstance(focused, QPushButton):
            focused.click()  # Qt would press the default button instead
            return
        super().keyPressEvent(event)


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
