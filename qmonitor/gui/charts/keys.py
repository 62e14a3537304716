"""What the keys do while the charts have the keyboard."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

_SHIFT = Qt.KeyboardModifier.ShiftModifier
_IGNORED = Qt.KeyboardModifier.KeypadModifier
_KEYS = {
    (Qt.Key.Key_Left, False): "earlier",
    (Qt.Key.Key_Right, False): "later",
    (Qt.Key.Key_Left, True): "line-earlier",
    (Qt.Key.Key_Right, True): "line-later",
    (Qt.Key.Key_Up, False): "curve-before",
    (Qt.Key.Key_Down, False): "curve-after",
    (Qt.Key.Key_Space, False): "switch",
    (Qt.Key.Key_Return, False): "select",
    (Qt.Key.Key_Enter, False): "select",
    (Qt.Key.Key_Home, False): "follow",
    (Qt.Key.Key_Escape, False): "leave",
}
_SIGNS = {
    "+": "zoom-in", "=": "zoom-in", "-": "zoom-out", "/": "find",
    "l": "scale", "L": "scale", "m": "multiples", "M": "multiples",
}  # fmt: skip
"""By what is typed: on which key a sign lies, and with which others, differs from keyboard to keyboard."""


def command(event: QKeyEvent) -> str | None:
    """The command that a key stands for; None where it is none of ours."""
    held = event.modifiers() & ~_IGNORED
    if held in (Qt.KeyboardModifier.NoModifier, _SHIFT):
        found = _KEYS.get((Qt.Key(event.key()), held == _SHIFT))
        return found or _SIGNS.get(event.text())
    return None
