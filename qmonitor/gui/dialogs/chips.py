"""The small buttons beside a list in a dialog."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton

from qmonitor.gui import text, theme


def make_chip(name: str, label: str, tip: str = "") -> QToolButton:
    """One that the keyboard reaches, too; it is spoken as it is written."""
    button = QToolButton()
    button.setObjectName(name)
    button.setText(label)
    button.setToolTip(tip)
    button.setAccessibleName(text.without_mnemonic(label))
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    theme.dress(button, "chip")
    return button
