"""The menus, drawn from the table of actions."""

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QMenu

from qmonitor.gui import text
from qmonitor.gui.actions import Actions, Place
from qmonitor.gui.settings import Settings


class Menus(QObject):
    """Fills a window's menu bar.

    Signals: `recent_chosen` (the target) when a source is picked that was opened before.
    """

    recent_chosen = Signal(str)

    def __init__(self, window: QMainWindow, commands: Actions, settings: Settings) -> None:
        super().__init__(window)
        self._window = window
        self._commands = commands
        self._settings = settings
        self.intervals = QMenu(self.tr("&Interval"), window)
        self.intervals.addActions(commands.at(Place.VIEW, "interval"))
        self._recent = QMenu(self.tr("Open &recent"), window)
        self._recent.aboutToShow.connect(self._fill_recent)
        files = self._add(self.tr("&File"), Place.FILE)
        _insert_after(files, commands["close-source"], self._recent)
        self._add(self.tr("&Edit"), Place.EDIT)
        self._add_view()
        others = (
            (self.tr("&Go"), Place.GO),
            (self.tr("&Message"), Place.MESSAGE),
            (self.tr("&Destination"), Place.DESTINATION),
            (self.tr("&Help"), Place.HELP),
        )
        for title, place in others:
            if commands.at(place):
                self._add(title, place)

    def _add_view(self) -> None:
        view = self._add(self.tr("&View"), Place.VIEW, group="")
        view.addSeparator()
        view.addMenu(self.intervals)
        groups = (
            ("range", self.tr("&Time range")),
            ("theme", self.tr("Colo&urs")),
            ("language", self.tr("Lan&guage")),
        )
        for group, title in groups:
            menu = QMenu(title, self._window)
            menu.addActions(self._commands.at(Place.VIEW, group))
            view.addMenu(menu)

    def _add(self, title: str, place: Place, group: str | None = None) -> QMenu:
        menu = QMenu(title, self._window)
        menu.setToolTipsVisible(True)
        menu.addActions(self._commands.in_sections(place, group))
        self._window.menuBar().addMenu(menu)
        return menu

    @Slot()
    def _fill_recent(self) -> None:
        self._recent.clear()
        for target in self._settings.recent():
            entry = QAction(text.line(target).replace("&", "&&"), self._recent)
            entry.setData(target)
            entry.triggered.connect(self._on_recent)
            self._recent.addAction(entry)

    @Slot()
    def _on_recent(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.recent_chosen.emit(action.data())


def _insert_after(menu: QMenu, action: QAction, submenu: QMenu) -> None:
    entries = menu.actions()
    menu.insertMenu(entries[entries.index(action) + 1], submenu)
