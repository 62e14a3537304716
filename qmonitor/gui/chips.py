"""The small buttons beside a list or a table, and the actions that they stand for."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton

from qmonitor.gui import text, theme


def make_chip(name: str, label: str, tip: str = "") -> QToolButton:
    """One that the keyboard reaches, too; it is spoken as it is written."""
    button = QToolButton()
    button.setText(label)
    button.setToolTip(tip)
    return as_chip(button, name, text.without_mnemonic(label))


def as_chip(button: QToolButton, name: str, spoken: str) -> QToolButton:
    """Have a button look, and be reached, like one."""
    button.setObjectName(name)
    button.setAccessibleName(spoken)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
    theme.dress(button, "chip")
    return button


def make_action(parent: QObject, name: str, label: str, call: Callable[[], object]) -> QAction:
    """An action of a panel, for its chips and its menu."""
    action = QAction(label, parent)
    action.setIconText(text.without_mnemonic(label))  # Qt's own choice for buttons leaves the "…" out
    action.setObjectName(name)
    action.triggered.connect(partial(_ignoring_check, call))
    return action


def _ignoring_check(call: Callable[[], object], _checked: bool = False) -> None:
    call()
