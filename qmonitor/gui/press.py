"""Sees to it that a press does what was under the pointer when it began, or nothing.

The window changes by itself: strips come, entries of the legend go, another message becomes the head. A press that
began on one thing must not end on another (a queue was deleted so, elsewhere).
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QHideEvent, QMouseEvent, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QMenuBar, QStyle, QTabBar, QWidget
from shiboken6 import getCppPointer, isValid

from qmonitor.values import dataclass

TARGET = "qmonitor-target"
"""Property of an action: what it would act on, as a number that is another one for something else."""

SEEN = "qmonitor-seen"
"""Property of an action while a menu with it is open: what it would have acted on when the menu opened."""

MEANS = "qmonitor-means"
"""Property of a button: what a press on it means, where that is not its words (which count something, say)."""

PRESSED = QAbstractButton | QMenu | QMenuBar | QTabBar
"""What does something when the button of the mouse is let go."""

_WATCHED = (QMouseEvent, QShowEvent, QHideEvent)
"""All others are let by at a glance: to ask each of the 11,000 events of a start for its type took 30 ms."""

TOLD_MS = 15_000
"""For so long it is told that a press came to nothing."""

_OUTSIDE = QPointF(-1, -1)

_PRESSES = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)


@dataclass(frozen=True, slots=True)
class Press:
    """Something that was pressed: where each of its parts was on the screen, and what it meant."""

    widget: PRESSED
    parts: Mapping[object, object]

    def holds(self, place: QPoint) -> bool:
        """Whether what is let go of is still there and means the same, whatever became of its neighbours."""
        part = _part(self.widget, place)
        return self.widget.isVisible() and self.parts.get(part) == _parts(self.widget).get(part)


class PressGuard(QObject):
    """Watches every press in the program, for as long as it lives.

    Signals: `refused` when a press came to nothing because what was pressed has moved, gone, or changed its meaning;
    `over` when that need not be told any longer: the next press did what it says, or `TOLD_MS` have passed.
    """

    refused = Signal()
    over = Signal()

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app = app
        self._press: Press | None = None
        self._unseen = False
        """Whether something is pressed of which nothing was seen."""
        self._pauses = 0
        self._watching = True
        self._rest = QTimer(self, singleShot=True)
        self._rest.timeout.connect(self.watch)
        self._opened: list[QAction] = []
        self._told = QTimer(self, singleShot=True, interval=TOLD_MS)
        self._told.timeout.connect(self.over)
        self._closing = QTimer(self, singleShot=True, interval=0)
        self._closing.timeout.connect(self._forget_seen)
        app.installEventFilter(self)

    def rest(self, milliseconds: int) -> None:
        """Let everything by until `watch`, for so long at most. What is pressed meanwhile comes to nothing."""
        self._rest.start(milliseconds)
        self._mind()

    @Slot()
    def watch(self) -> None:
        """Go on after a rest."""
        self._rest.stop()
        self._mind()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """While much is made at one go, and no press can come: some 8,000 events pass by then (20 ms)."""
        self._pauses += 1
        self._mind()
        try:
            yield
        finally:
            self._pauses -= 1
            self._mind()

    def _mind(self) -> None:
        watching = not self._pauses and not self._rest.isActive()
        if watching == self._watching:
            return
        self._watching = watching
        if not watching:
            self._app.removeEventFilter(self)
            return
        self._app.installEventFilter(self)
        self._unseen = self._press is None and QApplication.mouseButtons() != Qt.MouseButton.NoButton

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, _WATCHED):
            return False
        kind = event.type()
        if kind in _PRESSES:
            self._unseen = False
            if isinstance(watched, PRESSED):
                self._press = Press(watched, _parts(watched))
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
        unseen, self._unseen = self._unseen, False
        if not unseen and (press is None or press.widget is not watched or press.holds(event.position().toPoint())):
            if press is not None and self._told.isActive():
                self._told.stop()
                self.over.emit()
            return False
        # Let go somewhere else: the button springs back, and nothing is triggered.
        away = QMouseEvent(
            event.type(), _OUTSIDE, event.globalPosition(), event.button(), event.buttons(), event.modifiers()
        )
        QApplication.sendEvent(watched, away)
        self._told.start()
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


def _parts(widget: PRESSED) -> Mapping[object, object]:
    """What a press on each of its parts would do, as far as that can be told, and where they are on the screen."""
    if isinstance(widget, QAbstractButton):
        means = widget.property(MEANS)
        words = widget.text() if means is None else means
        return {None: (_place(widget, widget.rect()), widget.isEnabled(), words, *map(_of_action, widget.actions()))}
    if isinstance(widget, QMenu | QMenuBar):
        places = {_key(action): _place(widget, widget.actionGeometry(action)) for action in widget.actions()}
        return {_key(action): (places[_key(action)], _of_action(action)) for action in widget.actions()}
    chosen_by = widget.style().styleHint(QStyle.StyleHint.SH_TabBar_SelectMouseType)
    if QEvent.Type(chosen_by) is QEvent.Type.MouseButtonPress:
        return {}  # it was chosen at once
    return {n: _place(widget, widget.tabRect(n)) for n in range(widget.count())}


def _part(widget: PRESSED, place: QPoint) -> object:
    """Which of its parts is at a place; None where there is none, or it is one piece."""
    if isinstance(widget, QMenu | QMenuBar):
        return next(
            (_key(action) for action in widget.actions() if widget.actionGeometry(action).contains(place)), None
        )
    return widget.tabAt(place) if isinstance(widget, QTabBar) else None


def _place(widget: QWidget, part: QRect) -> QRect:
    return QRect(widget.mapToGlobal(part.topLeft()), part.size())


def _of_action(action: QAction) -> tuple[object, ...]:
    return _key(action), action.isEnabled(), action.text(), action.property(TARGET)


def _key(action: QAction) -> int:
    """Which one it is: Qt's own object, as Python's may be another one each time it is asked for."""
    return int(getCppPointer(action)[0])


def guard() -> PressGuard | None:
    """The one that watches; None where nobody does."""
    app = QApplication.instance()
    return app.findChild(PressGuard) if app is not None else None


@contextmanager
def unwatched() -> Iterator[None]:
    """See `PressGuard.paused`."""
    watching = guard()
    with nullcontext() if watching is None else watching.paused():
        yield
