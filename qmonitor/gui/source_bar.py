"""The tabs of the open sources: each with the shape of its worst state."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QTabBar, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.icons import icon
from qmonitor.gui.marks import ROLES, paint_mark
from qmonitor.gui.source_view import SourceView
from qmonitor.monitor.headline import Headline

SIDE = 4 * theme.GRID
"""Pixels of the shape's square; every tab has one, so that no tab moves when a state changes."""


class SourceBar(QTabBar):
    """One tab a source; there is none to be seen while there is at most one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("source-bar")
        self.setAccessibleName(self.tr("Open sources"))
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setTabsClosable(True)
        self.setUsesScrollButtons(True)
        self.setElideMode(Qt.TextElideMode.ElideMiddle)
        self.setIconSize(QSize(SIDE, SIDE))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme.dress(self, "sources")
        self._headlines: dict[int, tuple[Headline, str]] = {}
        theme.notifier().changed.connect(self._forget)
        self.hide()

    def show_views(self, views: Sequence[SourceView], current: int) -> None:
        """One tab for each of these; the one in front is chosen."""
        while self.count() > len(views):
            self.removeTab(self.count() - 1)
        while self.count() < len(views):
            self.addTab("")
        self._forget()
        names = _names([Path(view.target) for view in views])
        for n, (view, name) in enumerate(zip(views, names, strict=True)):
            if self.tabText(n) != name.replace("&", "&&"):
                self.setTabText(n, name.replace("&", "&&"))
            self.show_state(n, view)
            self._name_button(n, name)
        self.setCurrentIndex(current)
        self.setVisible(len(views) > 1)

    def show_state(self, n: int, view: SourceView) -> None:
        """The state of a source has changed, perhaps."""
        told = (view.headline, view.name)
        if n >= self.count() or self._headlines.get(n) == told:
            return
        self._headlines[n] = told
        self.setTabIcon(n, _mark(view.headline))
        said = self.tr("{name}: {state}").format(name=view.name, state=text.translate(view.headline.words))
        self.setTabToolTip(n, f"{said}\n{view.target}")
        self.setAccessibleTabName(n, said)

    def _forget(self) -> None:
        self._headlines.clear()

    def _name_button(self, n: int, name: str) -> None:
        button = self.tabButton(n, QTabBar.ButtonPosition.RightSide)
        if button is not None:
            words = self.tr("Close {name}").format(name=name)
            button.setAccessibleName(words)
            button.setToolTip(words)


def _names(paths: Sequence[Path]) -> list[str]:
    """File names, with the folder where two are alike, and the whole path where that is not enough."""
    for name in (lambda path: path.name, lambda path: f"{path.parent.name}/{path.name}"):
        made = [name(path) for path in paths]
        if max(Counter(made).values(), default=1) == 1:
            return made
    return [str(path) for path in paths]


def _mark(headline: Headline) -> QIcon:
    if headline.fault:
        return icon("warning", theme.current().danger)
    picture = QPixmap(2 * SIDE, 2 * SIDE)
    picture.setDevicePixelRatio(2)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    box = QRectF(3, 3, SIDE - 6, SIDE - 6)
    paint_mark(painter, box, headline.kind, QColor(getattr(theme.current(), ROLES[headline.kind])))
    painter.end()
    return QIcon(picture)
