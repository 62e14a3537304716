"""The tabs of the open sources: each with the shape of its worst state."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt, Slot
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QTabBar, QToolButton, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.alarms import Alarm, alarm_color, alarm_words, paint_bell
from qmonitor.gui.icons import icon
from qmonitor.gui.marks import ROLES, paint_mark
from qmonitor.gui.press import MEANS
from qmonitor.gui.source_view import SourceView
from qmonitor.monitor.headline import Headline
from qmonitor.monitor.status import Kind
from qmonitor.queues.servers import detail_of, name_path
from qmonitor.queues.source import is_url

NAME = 60
"""Characters of a name that are shown at most."""
SIDE = 4 * theme.GRID
"""Pixels of the shape's square, and of the bell's; every tab has room for both: none moves when a state changes."""
SCALE = 2
"""Of the picture in a tab."""


class SourceBar(QTabBar):
    """One tab a source; there is none to be seen while there is at most one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("source-bar")
        self.setAccessibleName(self.tr("Open sources"))
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(True)
        self.setElideMode(Qt.TextElideMode.ElideMiddle)
        self.setIconSize(QSize(2 * SIDE, SIDE))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme.dress(self, "sources")
        self._told: dict[int, tuple[Headline, str, str, Alarm]] = {}
        theme.notifier().changed.connect(self._paint_anew)
        self.hide()

    def show_views(self, views: Sequence[SourceView], current: int) -> None:
        """One tab for each of these; the one in front is chosen."""
        while self.count() > len(views):
            self.removeTab(self.count() - 1)
        while self.count() < len(views):
            self.setTabButton(self.addTab(""), QTabBar.ButtonPosition.RightSide, self._make_button())
        self._told = {n: told for n, told in self._told.items() if n < len(views)}
        names = _titles(views)
        for n, (view, name) in enumerate(zip(views, names, strict=True)):
            if self.tabText(n) != (shown := text.line(name, NAME).replace("&", "&&")):
                self.setTabText(n, shown)
            self.show_state(n, view)
            self._name_button(n, name)
        self.setCurrentIndex(current)
        self.setVisible(len(views) > 1)

    def show_state(self, n: int, view: SourceView) -> None:
        """The state of a source has changed, perhaps."""
        alarm = view.alarm
        told = (view.headline, view.name, view.target, alarm)
        if n >= self.count() or self._told.get(n) == told:
            return
        self._told[n] = told
        self.setTabIcon(n, _mark(view.headline, alarm))
        said = self.tr("{name}: {state}").format(name=text.line(view.name), state=text.translate(view.headline.words))
        if alarm.count:
            said = self.tr("{source}. {alerts}").format(source=said, alerts=alarm_words(alarm))
        self.setTabToolTip(n, text.tip(f"{said}\n{text.line(view.target)}"))
        self.setAccessibleTabName(n, said)

    @Slot()
    def _paint_anew(self) -> None:
        """Every icon again, in the other scheme."""
        for n, (headline, _, _, alarm) in self._told.items():
            self.setTabIcon(n, _mark(headline, alarm))
            self._button(n).setIcon(icon("close"))

    def _make_button(self) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName("source-close")
        button.setIcon(icon("close"))
        button.setIconSize(QSize(3 * theme.GRID, 3 * theme.GRID))
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # by the keyboard a source is closed in the menu
        button.clicked.connect(self._on_close)
        theme.dress(button, "small")
        return button

    def _button(self, n: int) -> QToolButton:
        button = self.tabButton(n, QTabBar.ButtonPosition.RightSide)
        assert isinstance(button, QToolButton)
        return button

    def _name_button(self, n: int, name: str) -> None:
        words = self.tr("Close {name}").format(name=text.line(name))
        self._button(n).setAccessibleName(words)
        self._button(n).setToolTip(text.tip(words))
        self._button(n).setProperty(MEANS, words)

    @Slot()
    def _on_close(self) -> None:
        pressed = self.sender()
        for n in range(self.count()):
            if self._button(n) is pressed:
                self.tabCloseRequested.emit(n)
                return


def _titles(views: Sequence[SourceView]) -> list[str]:
    """What each is called; of servers that are called alike prefix and database, too."""
    names = _names([name_path(view.target) for view in views])
    called = Counter(view.name for view in views)
    for n, view in enumerate(views):
        if is_url(view.target):
            names[n] = view.name if called[view.name] == 1 else f"{view.name} · {detail_of(view.target)}"
    return names


def _names(paths: Sequence[Path]) -> list[str]:
    """File names, with the folder where two are alike, and the whole path where that is not enough."""
    for name in (lambda path: path.name, lambda path: f"{path.parent.name}/{path.name}"):
        made = [name(path) for path in paths]
        if max(Counter(made).values(), default=1) == 1:
            return made
    return [str(path) for path in paths]


def _mark(headline: Headline, alarm: Alarm) -> QIcon:
    """The shape of the worst state, and beside it a bell where alerts are open."""
    ring = Alarm(min(1, alarm.count), alarm.level)
    return _drawn(None if headline.fault else headline.kind, ring, theme.current())


@cache
def _drawn(kind: Kind | None, alarm: Alarm, colors: theme.Theme) -> QIcon:
    """Each once: Qt keeps what was scaled of every icon that it ever got, up to 10 MB. `kind` is None for a fault."""
    picture = QPixmap(2 * SCALE * SIDE, SCALE * SIDE)
    picture.setDevicePixelRatio(SCALE)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    box = QRectF(SIDE + 3, 3, SIDE - 6, SIDE - 6)
    if alarm.count:
        paint_bell(painter, box.translated(-SIDE, 0), alarm, alarm_color(alarm))
    if kind is None:
        icon("warning", colors.danger, SCALE).paint(painter, SIDE, 0, SIDE, SIDE)
    else:
        paint_mark(painter, box, kind, QColor(getattr(colors, ROLES[kind])))
    painter.end()
    return QIcon(picture)
