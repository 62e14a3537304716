"""The desktop outside of the window: an icon in its tray, and notifications. Nothing of it takes the focus."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon, QWidget

from qmonitor.gui import theme
from qmonitor.gui.icons import program_icon
from qmonitor.gui.marks import paint_mark
from qmonitor.monitor.status import Kind
from qmonitor.values import dataclass

SIZES = (16, 22, 24, 32, 48, 64)
"""Pixels of the tray's icon: as desktops ask for them, at usual scales."""
BADGE = 0.5
"""How much of the icon's side its mark takes."""
SHOWN_MS = 15_000
"""How long a notification is asked to stay; desktops that keep a list of them keep it there."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """What a notification says. `about` is what a click on it leads to, opaque in here."""

    title: str
    words: str
    critical: bool = False
    about: object = None


class Tray(QObject):
    """The icon in the desktop's tray, where it has one: how many alerts are open, and notifications of new ones.

    Signals:
        chosen(about): a person clicked the last notification, or (None) the icon: the window is wanted.
        missed(Announcement): there is no tray, so it was not shown here.
    """

    chosen = Signal(object)
    missed = Signal(object)

    def __init__(self, window: QWidget, available: Callable[[], bool] = QSystemTrayIcon.isSystemTrayAvailable) -> None:
        """`available`: whether the desktop has a tray now. It may come later than the window."""
        super().__init__(window)
        self.setObjectName("tray")
        self._window = window
        self._available = available
        self._about: object = None
        self._critical: bool | None = None
        self._menu = self._make_menu(window)
        self.icon = QSystemTrayIcon(program_icon(), self)
        self.icon.setObjectName("tray-icon")
        self.icon.setContextMenu(self._menu)
        self.icon.activated.connect(self._on_activated)
        self.icon.messageClicked.connect(self._on_clicked)
        theme.notifier().changed.connect(self._draw)
        self.show_state(0, critical=False, words="")

    def show_state(self, count: int, *, critical: bool, words: str) -> None:
        """So many alerts are open, and what is to be said of them when it is pointed at."""
        before, self._critical = self._critical, critical if count else None
        title = self.tr("qmonitor")
        self.icon.setToolTip(self.tr("{program}: {alerts}").format(program=title, alerts=words) if words else title)
        if self._critical != before:
            self._draw()
        self._appear()

    def announce(self, announcement: Announcement) -> None:
        """Notify, and mark the window in the task bar. Neither raises anything."""
        QApplication.alert(self._window)
        if not self._appear():
            self.missed.emit(announcement)
            return
        self._about = announcement.about
        kinds = QSystemTrayIcon.MessageIcon
        kind = kinds.Critical if announcement.critical else kinds.Warning
        self.icon.showMessage(announcement.title, announcement.words, kind, SHOWN_MS)

    def retire(self) -> None:
        """Leave the tray."""
        self.icon.hide()

    def _appear(self) -> bool:
        """Whether there is a tray to be in."""
        if not self._available():
            return False
        if not self.icon.isVisible():
            self.icon.show()
        return True

    def _make_menu(self, window: QWidget) -> QMenu:
        menu = QMenu(window)
        menu.setObjectName("tray-menu")
        show = menu.addAction(self.tr("&Show qmonitor"))
        show.setObjectName("tray-show")
        show.triggered.connect(self._on_shown)
        leave = menu.addAction(self.tr("&Quit"))
        leave.setObjectName("tray-quit")
        leave.triggered.connect(window.close)
        return menu

    @Slot()
    def _on_shown(self) -> None:
        self.chosen.emit(None)

    @Slot(object)
    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason is not QSystemTrayIcon.ActivationReason.Context:
            self.chosen.emit(None)

    @Slot()
    def _on_clicked(self) -> None:
        about, self._about = self._about, None
        self.chosen.emit(about)

    @Slot()
    def _draw(self) -> None:
        self.icon.setIcon(program_icon() if self._critical is None else badged(critical=self._critical))


def bring_up(window: QWidget) -> None:
    """Bring a window to the front, because a person has asked for it."""
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    window.activateWindow()


def badged(*, critical: bool) -> QIcon:
    """The program's icon with a mark at its corner: a square for what is critical, a triangle for a warning."""
    made, plain = QIcon(), program_icon()
    for size in SIZES:
        picture = QPixmap(size, size)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        plain.paint(painter, 0, 0, size, size)
        _paint_badge(painter, size, critical=critical)
        painter.end()
        made.addPixmap(picture)
    return made


def _paint_badge(painter: QPainter, size: int, *, critical: bool) -> None:
    colors, side = theme.current(), BADGE * size
    box = QRectF(size - side, size - side, side, side)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(colors.surface), 0))
    painter.setBrush(QColor(colors.surface))
    painter.drawEllipse(box)
    inner = box.adjusted(0.22 * side, 0.22 * side, -0.22 * side, -0.22 * side)
    kind, color = (Kind.STUCK, colors.danger) if critical else (Kind.GROWING, colors.warning)
    paint_mark(painter, inner, kind, QColor(color))
