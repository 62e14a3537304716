"""The tabs that are made when they are first seen: each is told then all that it has missed."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from qmonitor.gui.actions import Actions
from qmonitor.gui.masking import Masking
from qmonitor.gui.session import Session
from qmonitor.gui.settings import Settings
from qmonitor.gui.tabs import Later
from qmonitor.queues.model import Destination, Query
from qmonitor.queues.source import states_at

if TYPE_CHECKING:
    from qmonitor.gui.audit import AuditPanel
    from qmonitor.gui.errors import ErrorsPanel
    from qmonitor.gui.find import FindPanel

Scope = tuple[Destination | None, Query | None, Sequence[str]]
"""The destination that is looked at; the query of what is listed, where that is filtered, and its filters in words."""


class LateTabs(QObject):
    """Errors, find and audit of one source, each on a page of its own.

    Signals:
        act_requested(Spec, Selection): something is to be done to messages of theirs.
        message_requested(Destination, id), group_requested(Destination, Among): to be seen in the list of messages.
        hit_requested(Destination, id, begin, end): the same of a message that was found, and the place in it.
        hits_requested(Among): the same of all that was found.
    """

    act_requested = Signal(object, object)
    message_requested = Signal(object, object)
    group_requested = Signal(object, object)
    hit_requested = Signal(object, object, int, int)
    hits_requested = Signal(object)

    def __init__(
        self,
        session: Session,
        commands: Actions,
        settings: Settings,
        masking: Masking,
        scope: Callable[[], Scope],
        parent: QObject,
    ) -> None:
        """`scope` tells what a search is offered to be limited to."""
        super().__init__(parent)
        self.setObjectName("late-tabs")
        self._session, self._commands, self._settings, self._masking = session, commands, settings, masking
        self._scope = scope
        self.errors = Later("errors-page", self._make_errors)
        self.finder = Later("find-page", self._make_finder)
        self.audit = Later("audit-page", self._make_audit)
        session.opened.connect(self._offer_actions)

    def _make_errors(self) -> "ErrorsPanel":
        from qmonitor.gui.errors import ErrorsPanel

        made = ErrorsPanel()
        made.set_order(self._settings.get("errors/order"))
        made.order_changed.connect(self._on_errors_order)
        made.reading_requested.connect(self._session.request_errors)
        made.filter_requested.connect(self.group_requested)
        made.example_requested.connect(self.message_requested)
        made.act_requested.connect(self.act_requested)
        self._session.errors_loaded.connect(made.show_groups)
        self._session.errors_failed.connect(made.show_error)
        self._offer_to(made)
        return made

    def _make_finder(self) -> "FindPanel":
        from qmonitor.gui.find import FindPanel
        from qmonitor.gui.finding import Finding

        made = FindPanel()
        Finding(made, self._session, made)
        made.set_assumed(self._settings.assumed(self._session.target))
        made.message_requested.connect(self.hit_requested)
        made.filter_requested.connect(self.hits_requested)
        made.act_requested.connect(self.act_requested)
        made.set_masked(self._masking.on)
        self._offer_to(made)
        made.set_scope(*self._scope())
        return made

    def _make_audit(self) -> "AuditPanel":
        from qmonitor.gui.audit import AuditPanel

        made, session = AuditPanel(), self._session
        session.audit_loaded.connect(made.show_entries)
        session.audit_verified.connect(made.show_verification)
        session.audit_failed.connect(made.show_error)
        made.entries_requested.connect(session.request_audit)
        made.verification_requested.connect(session.request_verification)
        made.set_masked(self._masking.on)
        made.set_active(True)
        return made

    def _offer_to(self, panel: "ErrorsPanel | FindPanel") -> None:
        """What can be done to messages."""
        source = self._session.source
        if source is None:
            panel.offer(self._commands.specs, None)
        else:
            panel.offer(self._commands.specs, source.capabilities, states_at(source))

    @Slot()
    def _offer_actions(self) -> None:
        self.errors.tell(self._offer_to)
        self.finder.tell(self._offer_to)

    @Slot(str)
    def _on_errors_order(self, name: str) -> None:
        self._settings.set("errors/order", name)

    # -- what those that are there are told; the others learn it when they are made --------------------------

    @Slot()
    def offer_scope(self) -> None:
        """Something else is listed."""
        self.finder.tell(lambda finder: finder.set_scope(*self._scope()))

    @Slot(str)
    def set_assumed(self, codec: str) -> None:
        """In which encoding to read what does not say it."""
        self.finder.tell(lambda finder: finder.set_assumed(codec))

    def set_masked(self, masked: bool) -> None:
        self.finder.tell(lambda finder: finder.set_masked(masked))
        self.audit.tell(lambda audit: audit.set_masked(masked))

    def data_changed(self) -> None:
        """A look found something new."""
        self.audit.tell(lambda audit: audit.data_changed())
        self.errors.tell(lambda errors: errors.data_changed())

    def begin_anew(self) -> None:
        """The content is another one."""
        self.errors.tell(lambda errors: errors.begin_anew())
        self.finder.tell(lambda finder: finder.begin_anew())

    def note_act(self) -> None:
        """Something was run."""
        self.finder.tell(lambda finder: finder.note_act())

    def retire(self) -> None:
        self.audit.tell(lambda audit: audit.set_active(False))
        self.finder.tell(lambda finder: finder.retire())
