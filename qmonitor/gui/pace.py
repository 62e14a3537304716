"""How often the sources are looked at, and whether at all."""

from PySide6.QtCore import QObject

from qmonitor.gui.actions import Actions
from qmonitor.gui.session import Session
from qmonitor.gui.settings import Settings


class Pace(QObject):
    """The interval and the pause, of all sessions that are open; the settings keep the interval."""

    def __init__(self, commands: Actions, settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self._commands = commands
        self._settings = settings
        self._sessions: list[Session] = []
        self._hidden = False
        self.live = True
        self.interval = 0
        self.set_interval(settings.get("poll/interval"))

    @property
    def milliseconds(self) -> int:
        return 1000 * self.interval

    def attach(self, session: Session) -> None:
        """One more session keeps this pace. What is opened is looked at: a pause ends."""
        self._sessions.append(session)
        session.set_hidden(self._hidden)
        self.set_live(live=True)

    def detach(self, session: Session) -> None:
        """This session is being closed."""
        self._sessions.remove(session)

    def set_interval(self, seconds: int) -> None:
        self.interval = max(1, seconds)
        self._settings.set("poll/interval", self.interval)
        self._commands.choose("interval", self.interval)
        for session in self._sessions:
            session.set_interval(self.milliseconds)
        self.set_live(live=True)

    def toggle(self) -> None:
        """Pause, or go on."""
        self.set_live(live=not self.live)

    def set_live(self, *, live: bool) -> None:
        changed, self.live = live != self.live, live
        said = self.tr("Live · {seconds} s").format(seconds=self.interval) if live else self.tr("Paused")
        self._commands.rename("live", said, "pause" if live else "live")
        if changed:
            for session in self._sessions:
                session.set_paused(not live)

    def set_hidden(self, hidden: bool) -> None:
        """A window that nobody sees does not look."""
        self._hidden = hidden
        for session in self._sessions:
            session.set_hidden(hidden)
