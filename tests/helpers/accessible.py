"""What a screen reader and a keyboard find in a window."""

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QGraphicsView,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QScrollBar,
    QTabBar,
    QTextEdit,
    QToolButton,
    QWidget,
)

INTERACTIVE = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QGraphicsView,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
)
"""What a person reads or acts on; labels speak for themselves, unless a name of their own hides their text."""

QTS_OWN = ("QTableCornerButton", "QComboBoxListView", "QComboBoxPrivateContainer", "CloseButton", "QLineEditIconButton")
"""Classes of Qt that make up a bigger control and have no name of their own."""

BY_MENU = (QToolButton, QGraphicsView, QTabBar)
"""What need not take the focus: tool buttons are actions of a menu too, a chart's values stand beside it in words."""


def controls(window: QWidget) -> Iterator[QWidget]:
    """The window's controls, without the parts that Qt makes up its own ones of."""
    for widget in (window, *window.findChildren(QWidget)):
        part = widget.objectName().startswith("qt_") or widget.metaObject().className() in QTS_OWN
        if isinstance(widget, INTERACTIVE) and not part and not isinstance(widget, (QScrollBar, QHeaderView)):
            parent = widget.parentWidget()
            # The arrows of a tab bar, the editor of a spin box or a combo box: reached through their owner.
            if not isinstance(parent, (QTabBar, QAbstractSpinBox, QComboBox)):
                yield widget


def shortcomings(window: QWidget) -> list[str]:
    """One line for each control that can't be named or reached, and each label that is not read as it is written."""
    found = []
    for widget in controls(window):
        who = f"{widget.metaObject().className()} {widget.objectName()!r} in {_place(widget)}"
        interface = QAccessible.queryAccessibleInterface(widget)
        if not (interface and interface.text(QAccessible.Text.Name).strip()):
            found.append(f"{who} has no accessible name")
        if not widget.objectName():
            found.append(f"{who} has no object name")
        if widget.isEnabled() and widget.focusPolicy() == Qt.FocusPolicy.NoFocus and not isinstance(widget, BY_MENU):
            found.append(f"{who} can't take the focus")
    return found + [
        f"the text of QLabel {label.objectName()!r} in {_place(label)} is hidden by its name"
        for label in window.findChildren(QLabel)
        if label.accessibleName() and label.text().strip() not in label.accessibleName()
    ]


def assert_accessible(window: QWidget) -> None:
    """Every control in it has an accessible name (its text, or its label's as a buddy), an object name, and can be
    reached with the keyboard."""
    assert any(True for _ in controls(window)), "there is no control in it, so nothing was looked at"
    assert not shortcomings(window), "\n".join(shortcomings(window))


def _place(widget: QWidget) -> str:
    names = []
    parent = widget.parentWidget()
    while parent is not None:
        names.append(parent.objectName() or parent.metaObject().className())
        parent = parent.parentWidget()
    return "/".join(reversed(names)) or "no window"
