"""Keyboard and pointer are after a test as they were before: held keys select more, a pointer hovers where it lies."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

HOME = QPoint(10, 10)
"""Where Qt has the pointer at first."""


class KeyGuard:
    """Releases keys: in a test no keyboard does. (Qt takes the modifiers of the last event for those held now.)"""

    def before(self, item: pytest.Item) -> None:
        """Nothing is to be noted."""

    def after(self, item: pytest.Item) -> list[str]:
        if QApplication.instance() is not None and QApplication.keyboardModifiers() != Qt.KeyboardModifier.NoModifier:
            QTest.keyClick(QWidget(), Qt.Key.Key_Escape)
            if QApplication.keyboardModifiers() != Qt.KeyboardModifier.NoModifier:
                return [f"a key is still held: {QApplication.keyboardModifiers().name}"]
        return []


class PointerGuard:
    """Puts the pointer of the screen that nobody sees back: the windows of the next test open below it."""

    def before(self, item: pytest.Item) -> None:
        """Nothing is to be noted."""

    def after(self, item: pytest.Item) -> list[str]:
        unseen = QApplication.instance() is not None and QApplication.platformName() == "offscreen"
        if unseen and QCursor.pos() != HOME:
            QCursor.setPos(HOME)
        return []
