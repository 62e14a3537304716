"""Sessions that were closed, kept until their threads have ended."""

from PySide6.QtCore import QObject, Slot

from qmonitor.gui.session import Session
from qmonitor.gui.tasks import Lane


class Ending(QObject):
    """Takes sessions over when their source is closed, and deletes each once it has ended."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._sessions: list[Session] = []

    def take(self, session: Session) -> None:
        """End this one; returns at once."""
        self._sessions.append(session)
        session.ended_all.connect(self._sweep)
        session.retire()

    def lanes(self) -> list[Lane]:
        """Those that may still be running."""
        return [lane for session in self._sessions for lane in session.lanes]

    @Slot()
    def _sweep(self) -> None:
        for session in [one for one in self._sessions if one.ended]:
            self._sessions.remove(session)
            session.deleteLater()
