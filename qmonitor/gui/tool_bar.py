"""The toolbar, drawn from the table of actions."""

from PySide6.QtCore import SIGNAL, QEvent, QObject, QSize, Qt
from PySide6.QtGui import QActionEvent, QResizeEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolBar, QToolButton, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.actions import Actions, Place

CHANGED = SIGNAL("changed()")
SHEET = """
    QToolBar { border: 0; padding: 4px; spacing: 4px; }
    QToolButton::menu-button { border: 0; width: 16px; }
"""


class ToolBar(QToolBar):
    """Open, live and its interval, the range of the charts; at the right what changes a source."""

    def __init__(self, actions: Actions, intervals: QMenu, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tool-bar")
        self.setWindowTitle(self.tr("Toolbar"))
        self.setAccessibleName(self.tr("Toolbar"))
        self.setMovable(False)
        self.setFloatable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.setStyleSheet(SHEET)
        self.setIconSize(QSize(5 * theme.GRID, 4 * theme.GRID))  # wider than the icon: room before the words
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._add(actions, "open")
        live = self._add(actions, "live")
        live.setMenu(intervals)
        live.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        self._space = self._gap()
        for action in actions.at(Place.TOOLBAR, "range"):
            self._add(actions, action.data())
        self._gap(stretch=True)
        for action in actions.at(Place.TOOLBAR, ""):
            if action.data() not in ("open", "live"):
                self._add(actions, action.data())

    def actionEvent(self, event: QActionEvent) -> None:
        """Let an action be connected to its button once: with each of its changes Qt does so again (140 bytes)."""
        action = event.action()
        if event.type() == QEvent.Type.ActionChanged and (button := self.widgetForAction(action)) is not None:
            QObject.disconnect(action, CHANGED, button, None)  # type: ignore[call-overload]
        super().actionEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where not every action has room, what is masked is told by its picture alone."""
        self._spread(wide=True)
        if self.sizeHint().width() > event.size().width():
            self._spread(wide=False)
        super().resizeEvent(event)

    def _spread(self, *, wide: bool) -> None:
        style = Qt.ToolButtonStyle
        for button in self.findChildren(QToolButton, "tool-masked"):
            button.setToolButtonStyle(style.ToolButtonTextBesideIcon if wide else style.ToolButtonIconOnly)
        self._space.setFixedWidth(2 * theme.GRID if wide else 0)

    def _add(self, actions: Actions, name: str) -> QToolButton:
        action = actions[name]
        self.addAction(action)
        button = self.widgetForAction(action)
        assert isinstance(button, QToolButton)
        button.setObjectName(f"tool-{name}")
        button.setAccessibleName(text.without_mnemonic(action.text()).rstrip("…"))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme.dress(button, "chip")
        return button

    def _gap(self, *, stretch: bool = False) -> QWidget:
        space = QWidget()
        space.setFixedWidth(2 * theme.GRID)
        if stretch:
            space.setMinimumWidth(0)
            space.setMaximumWidth(16_777_215)
            space.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(space)
        return space
