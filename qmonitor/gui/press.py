"""Sees to it that a press does what was under the pointer when it began, or nothing.

The window changes by itself: strips come, entries of the legend go, another message becomes the head. A press that
began on one thing must not end on another (a queue was deleted so, elsewhere).
"""

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QMouseEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QMenuBar, QTabBar, QWidget
from shiboken6 import isValid

TARGET = "qmonitor-target"
"""Property of an action: what it would act on, as a number that is another one for something else."""

SEEN = "qmonitor-seen"
"""Property of an action while a menu with it is open: what it would have acted on when the menu opened."""

MEANS = "qmonitor-means"
"""Property of a button: what a press on it means, where that is not its words (which count something, say)."""

PRESSED = QAbstractButton | QMenu | QMenuBar | QTabBar
"""What does something when the button of the mouse is let go."""

_OUTSIDE = QPointF(-1, -1)

_PRESSES = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)


@dataclass(frozen=True, slots=True)
class Press:
    """Something that was pressed: where it was on the screen, and what it meant."""

    widget: PRESSED
    place: QRect
    meaning: tuple[object, ...]

    def holds(self) -> bool:
        """Whether it is still there, and means the same."""
        return self.widget.isVisible() and (self.place, self.meaning) == (_place(self.widget), _meaning(self.widget))


class PressGuard(QObject):
    """Watches every press in the program, for as long as it lives.

    Signals: `refused` when a press came to nothing because what was pressed has moved, gone, or changed its meaning.
    """

    refused = Signal()

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._press: Press | None = None
        self._opened: list[QAction] = []
        self._closing = QTimer(self, singleShot=True, interval=0)
        self._closing.timeout.connect(self._forget_seen)
        app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind in _PRESSES:
            if isinstance(watched, PRESSED):
                self._press = Press(watched, _place(watched), _meaning(watched))
        elif kind == QEvent.Type.MouseButtonRelease:
            if isinstance(watched, PRESSED) and isinstance(event, QMouseEvent):
                return self._released(watched, event)
        elif kind == QEvent.Type.Show and isinstance(watched, QMenu):
            self._press = None
            self._see(watched)
        elif kind == QEvent.Type.Hide and isinstance(watched, QMenu):
            self._closing.start()  # what was chosen in it is triggered after it is hidden, in the same event
        return False

    def _released(self, watched: PRESSED, event: QMouseEvent) -> bool:
        press, self._press = self._press, None
        if press is None or press.widget is not watched or press.holds():
            return False
        # Let go somewhere else: the button springs back, and nothing is triggered.
        away = QMouseEvent(
            event.type(), _OUTSIDE, event.globalPosition(), event.button(), event.buttons(), event.modifiers()
        )
        QApplication.sendEvent(watched, away)
        self.refused.emit()
        return True

    def _see(self, menu: QMenu) -> None:
        self._closing.stop()
        meant = [action for action in menu.actions() if action.property(TARGET) is not None]
        for action in meant:
            action.setProperty(SEEN, action.property(TARGET))
        self._opened += meant

    @Slot()
    def _forget_seen(self) -> None:
        opened, self._opened = self._opened, []
        for action in filter(isValid, opened):
            action.setProperty(SEEN, None)


def _place(widget: QWidget) -> QRect:
    return QRect(widget.mapToGlobal(QPoint(0, 0)), widget.size())


def _meaning(widget: PRESSED) -> tuple[object, ...]:
    """What a press on it would do, as far as that can be told."""
    if isinstance(widget, QAbstractButton):
        means = widget.property(MEANS)
        return widget.isEnabled(), widget.text() if means is None else means, *map(_of_action, widget.actions())
    if isinstance(widget, QMenu | QMenuBar):
        return tuple((*_of_action(action), widget.actionGeometry(action)) for action in widget.actions())
    tabs = widget
    return tuple((tabs.tabText(n), tabs.tabRect(n)) for n in range(tabs.count()))


def _of_action(action: QAction) -> tuple[object, ...]:
    return id(action), action.isEnabled(), action.text(), action.property(TARGET)
