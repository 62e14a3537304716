"""How often the source is looked at, and whether at all."""

from PySide6.QtCore import QObject

from qmonitor.gui.actions import Actions
from qmonitor.gui.session import Session
from qmonitor.gui.settings import Settings


class Pace(QObject):
    """The interval and the pause, for whichever session is open; the settings keep the interval."""

    def __init__(self, commands: Actions, settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self._commands = commands
        self._settings = settings
        self._session: Session | None = None
        self.live = True
        self.interval = 0
        self.set_interval(settings.get("poll/interval"))

    @property
    def milliseconds(self) -> int:
        return 1000 * self.interval

    def attach(self, session: Session | None) -> None:
        """From here on this session is meant; it begins live."""
        self._session = session
        self.set_live(live=True)

    def set_interval(self, seconds: int) -> None:
        self.interval = max(1, seconds)
        self._settings.set("poll/interval", self.interval)
        self._commands.choose("interval", self.interval)
        if self._session is not None:
            self._session.set_interval(self.milliseconds)
        self.set_live(live=True)

    def toggle(self) -> None:
        """Pause, or go on."""
        self.set_live(live=not self.live)

    def set_live(self, *, live: bool) -> None:
        self.live = live
        said = self.tr("Live · {seconds} s").format(seconds=self.interval) if live else self.tr("Paused")
        self._commands.rename("live", said, "pause" if live else "live")
        if self._session is not None:
            self._session.set_paused(not live)
