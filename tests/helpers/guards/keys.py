"""No key stays held after a test that pressed one with Shift or Ctrl: the next would select more than it clicks on."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget


class KeyGuard:
    """Releases them: in a test no keyboard does. (Qt takes the modifiers of the last event for those held now.)"""

    def before(self, item: pytest.Item) -> None:
        """Nothing is to be noted."""

    def after(self, item: pytest.Item) -> list[str]:
        if QApplication.instance() is not None and QApplication.keyboardModifiers() != Qt.KeyboardModifier.NoModifier:
            QTest.keyClick(QWidget(), Qt.Key.Key_Escape)
            if QApplication.keyboardModifiers() != Qt.KeyboardModifier.NoModifier:
                return [f"a key is still held: {QApplication.keyboardModifiers().name}"]
        return []
