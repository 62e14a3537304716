"""Whether names, and whatever else messages say of persons, are masked in the window.

One for the window, and the panels follow it. They are at the first start, and the choice is kept with the profile;
the administrator's policy can take it away. Nothing is unmasked before it stands in the journal.
"""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from qmonitor.gui.settings import Settings
from qmonitor.queues.errors import QueueError, Refused
from qmonitor.queues.words import Phrase, phrase

MASKED = "privacy/masked"
"""The setting."""

Done = Callable[[QueueError | None], None]
Note = Callable[[Sequence[str], Done], object]
"""Has it written, in a lane, that these sources are shown unmasked, and tells what came of it."""

FORCED = phrase("The administrator's policy of this computer keeps names masked.")


class Masking(QObject):
    """Lives in the GUI thread, and does no I/O in it.

    Signals:
        changed(): `on` is another one now.
        refused(QueueError): it was not unmasked.
    """

    changed = Signal()
    refused = Signal(object)

    def __init__(self, settings: Settings, note: Note, *, forced: bool = False, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("masking")
        self._settings, self._note = settings, note
        self._forced = forced
        self._on = self._forced or bool(settings.get(MASKED))
        self._asked = 0

    @property
    def on(self) -> bool:
        """Whether it is masked now."""
        return self._on

    @property
    def forced(self) -> bool:
        """Whether the administrator wants it so."""
        return self._forced

    @property
    def obstacle(self) -> Phrase | None:
        """Why it can't be changed; None where it can."""
        return FORCED if self._forced else None

    def set_on(self, on: bool, sources: Sequence[str] = ()) -> None:
        """Mask at once; or unmask what of these open sources is shown, once that is written down."""
        self._asked += 1
        if on:
            self._set(on=True)
            self._settings.set(MASKED, True)
        elif self._forced:
            self.refused.emit(Refused(FORCED))
        elif self._on:
            asked = self._asked
            self._note(sources, lambda error: self._on_noted(asked, error))

    def opened(self, source: str) -> None:
        """Another source is shown: if unmasked, that is written down too. What can't be written is masked."""
        if not self._on:
            self._note((source,), self._on_opened)

    def _on_noted(self, asked: int, error: QueueError | None) -> None:
        if error is not None:
            self.refused.emit(error)
        elif asked == self._asked:  # nobody wants it otherwise by now
            self._set(on=False)
            self._settings.set(MASKED, False)

    def _on_opened(self, error: QueueError | None) -> None:
        if error is not None:
            self._set(on=True)
            self.refused.emit(error)

    def _set(self, *, on: bool) -> None:
        if on != self._on:
            self._on = on
            self.changed.emit()
