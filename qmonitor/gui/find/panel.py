"""The find tab: searches payloads, says how far it is, and leads to what was found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QToolButton, QVBoxLayout, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.actions import Selection, Spec
from qmonitor.gui.acts_menu import ActsMenu
from qmonitor.gui.find import words
from qmonitor.gui.find.bar import FindBar
from qmonitor.gui.find.model import FindModel
from qmonitor.gui.find.running import Running
from qmonitor.gui.find.table import FindTable
from qmonitor.gui.hairline import Hairline
from qmonitor.monitor.search import Asked
from qmonitor.payloads.model import Hint
from qmonitor.queues.errors import QueueError, Refused
from qmonitor.queues.model import Among, Destination, Query
from qmonitor.queues.words import Phrase

if TYPE_CHECKING:
    from qmonitor.monitor.search.scan import Found, Step


class FindPanel(QWidget):
    """Asks a question, and lists the messages that answer it. It decides nothing: it asks.

    Signals:
        reading_requested(call, token): `call` is to be run with a reader in a lane; answered by `show_step` or
            `show_error`.
        message_requested(Destination, id, begin, end): go to a message, and to bytes of it (-1: none).
        filter_requested(Among): the messages that were found are to be shown, and no others.
        act_requested(Spec, Selection): something is to be done to all that were found.
    """

    reading_requested = Signal(object, int)
    message_requested = Signal(object, object, int, int)
    filter_requested = Signal(object)
    act_requested = Signal(object, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("find-panel")
        self._masked = False
        self._assumed = ""
        self._filters: list[str] = []
        self._outdated = False
        self._shown: Step | None = None
        self.bar = FindBar(self)
        self.first = self.bar.field
        self.model = FindModel(self)
        self.table = FindTable(self.model)
        self.running = Running(self)
        self._said, self._gaps = _label("find-said"), _label("find-gaps")
        theme.dress(self._gaps, "warning")
        self._acts = ActsMenu(self.tr("&Act"), "find", self)
        self._acts.chosen.connect(self._ask_act)
        self._buttons = {
            "all": self._chip("all", self.tr("Search all messages"), self.bar.search_all),
            "filter": self._chip("filter", self.tr("Show in the table"), self._on_filter),
            "act": self._chip("act", self.tr("Act ▾"), None),
        }
        self._buttons["all"].setEnabled(True)
        self._buttons["act"].setMenu(self._acts)
        self._buttons["act"].setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._buttons["act"].setToolTip(self.tr("Do something to all messages that were found; it is confirmed first"))
        self._lay_out()
        self._connect()
        self._say()

    # -- what it is told -------------------------------------------------------------------------------------

    def set_scope(self, destination: Destination | None, shown: Query | None, filters: Sequence[str] = ()) -> None:
        """What is looked at: where a search may be kept to. `shown` is the table's query where it filters, in words."""
        self.bar.set_scope(destination, shown, filters)

    def set_masked(self, masked: bool) -> None:
        """With masked values nothing is ever found in them; what was asked for and found before is forgotten."""
        if masked != self._masked:
            self._masked = masked
            if masked:
                self.bar.field.clear()  # it may be a name
            self.begin_anew()

    @Slot(str)
    def set_assumed(self, codec: str) -> None:
        """What the source's messages are read by where they do not say, by Python's name; "" is nothing.

        What was found by another one stays: it says where it is.
        """
        self._assumed = codec
        if self._shown is None and not self.running.going:
            self._say()

    def offer(
        self,
        specs: Sequence[Spec],
        capabilities: Mapping[str, Phrase | None] | None,
        stricter: Mapping[str, frozenset[str]] = MappingProxyType({}),
    ) -> None:
        """What can be done to the messages that were found: of these entries those that act on messages."""
        self._acts.offer(specs, capabilities, stricter)
        self._buttons["act"].setVisible(bool(self._acts.specs))
        self._on_changed()

    @property
    def specs(self) -> tuple[Spec, ...]:
        """What was offered."""
        return self._acts.specs

    def begin_anew(self) -> None:
        """The content is another one: nothing that was found holds."""
        self.running.forget()
        self._shown = None
        self.model.clear()
        self._say()

    def note_act(self) -> None:
        """Something was done to messages: what was found may be otherwise now."""
        self._outdated = self._shown is not None
        self._say()

    def retire(self) -> None:
        """Search no more."""
        self.running.forget()

    @Slot(int, object)
    def show_step(self, token: int, step: Step) -> None:
        """The answer to `reading_requested`; one to an older request is dropped."""
        self.running.receive(token, step)

    @Slot(int, object)
    def show_error(self, token: int, error: QueueError) -> None:
        """It could not be read; what was found stays, and it can be gone on with."""
        self.running.fail(token, error)

    # -- searching -------------------------------------------------------------------------------------------

    @Slot(object)
    def _begin(self, asked: Asked) -> None:
        # not before somebody searches: it loads what reads payloads
        from qmonitor.monitor.search.masked import Masked
        from qmonitor.monitor.search.scan import Search

        try:
            asked = replace(asked, hint=Hint(assumed=self._assumed))
            search = Search(asked, Masked() if self._masked else None)
        except Refused as error:
            self._said.setText(text.explain(error))
            theme.dress(self._said, "danger")
            return
        self._shown, self._outdated = None, False
        self._filters = self.bar.filters()
        self.model.clear()
        self.running.begin(search)
        self._said.setText(self.tr("Searching …"))
        theme.dress(self._said, "muted")

    @Slot(object)
    def _on_stepped(self, step: Step) -> None:
        self._shown = step
        self.model.take(step.found)
        self._say()

    @Slot(object)
    def _on_failed(self, error: QueueError) -> None:
        self._said.setText(text.explain(error))
        theme.dress(self._said, "danger")

    @Slot()
    def _on_changed(self) -> None:
        self.bar.show_going(self.running.going, self.running.can_go_on)
        if self._shown is not None:
            self._say()
        self._buttons["all"].setVisible(self._can_widen())
        found = self._selection() is not None
        self._buttons["filter"].setEnabled(found)
        self._buttons["act"].setEnabled(found)
        self._acts.allow(self._hindrance)

    def _say(self) -> None:
        theme.dress(self._said, "muted")
        step = self._shown
        if step is None:
            self._said.setText(words.idle(self._assumed))
        else:
            said = words.summary(step, self.model.rowCount(), going=self.running.going)
            more = self.tr("Messages were acted on since: search again to see what is left.") if self._outdated else ""
            self._said.setText(" ".join(filter(None, (f"{said.rstrip('.')}.", self._emptiness(step), more))))
        gaps = () if step is None else step.gaps
        self._gaps.setText(" ".join(text.translate(gap) for gap in gaps))
        self._gaps.setVisible(bool(gaps))

    def _emptiness(self, step: Step) -> str:
        """An empty answer says what was left out, so that nobody takes it for "nowhere"."""
        search = self.running.search
        if self.model.rowCount() or not step.complete or search is None:
            return ""
        return words.emptiness(search.asked, self._filters, step.without)

    def _can_widen(self) -> bool:
        step = self._shown
        empty = step is not None and step.complete and not self.model.rowCount()
        return empty and step is not None and bool(self._filters) and step.without != step.looked

    # -- what a person does with it --------------------------------------------------------------------------

    def _selection(self) -> Selection | None:
        """All that were found, as what an action is meant for; None while there is nothing, or more to come."""
        among = self._among()
        if among is None or self.running.going:
            return None
        return Selection(query=Query(among=among), count=len(among.ids))

    def _among(self) -> Among | None:
        search, ids = self.running.search, self.model.ids
        return search.among(ids) if search is not None and ids else None

    def _hindrance(self, spec: Spec) -> str | None:
        selection = self._selection()
        if selection is None:
            return self.tr("Nothing was found, or the search still goes on.")
        return self._acts.obstacle(spec, selection)

    @Slot(object)
    def _ask_act(self, spec: Spec) -> None:
        selection = self._selection()
        if selection is not None and self._hindrance(spec) is None:
            self.act_requested.emit(spec, selection)

    @Slot()
    def _on_filter(self) -> None:
        among = self._among()
        if among is not None:
            self.filter_requested.emit(among)

    @Slot(object)
    def _on_opened(self, found: Found) -> None:
        if found.item is None:
            words = self.tr("Message {id} was gone when it was to be read.")
            self._said.setText(words.format(id=text.line(str(found.id), 80)))
            theme.dress(self._said, "warning")
        else:
            where = Destination(found.item.channel, found.item.destination)
            self.message_requested.emit(where, found.id, found.begin, found.end)

    @Slot(QPoint)
    def _show_menu(self, at: QPoint) -> None:
        chosen = self.table.chosen()
        if chosen is None:
            return
        menu = QMenu(self)
        menu.setObjectName("find-menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        go = QAction(self.tr("&Go to this message"), menu)
        go.triggered.connect(partial(self._on_opened, chosen))
        menu.addAction(go)
        menu.popup(self.table.viewport().mapToGlobal(at))

    # -- how it looks ----------------------------------------------------------------------------------------

    def _connect(self) -> None:
        self.bar.asked.connect(self._begin)
        self.bar.stopped.connect(self.running.stop)
        self.bar.resumed.connect(self.running.go_on)
        self.bar.left.connect(self.table.setFocus)
        self.running.requested.connect(self.reading_requested)
        self.running.stepped.connect(self._on_stepped)
        self.running.failed.connect(self._on_failed)
        self.running.changed.connect(self._on_changed)
        self.table.opened.connect(self._on_opened)
        self.table.customContextMenuRequested.connect(self._show_menu)

    def _lay_out(self) -> None:
        theme.dress(self, "surface")
        self.setAutoFillBackground(True)
        row = QHBoxLayout()
        row.setContentsMargins(2 * theme.GRID, 0, 2 * theme.GRID, theme.GRID)
        row.setSpacing(theme.GRID)
        row.addWidget(self._said, 1)
        for button in self._buttons.values():
            row.addWidget(button)
        gaps = QHBoxLayout()
        gaps.setContentsMargins(2 * theme.GRID, 0, 2 * theme.GRID, 0)
        gaps.addWidget(self._gaps)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addLayout(row)
        layout.addLayout(gaps)
        layout.addWidget(Hairline())
        layout.addWidget(self.table, 1)

    def _chip(self, name: str, label: str, call: object) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(f"find-{name}")
        button.setText(label)
        button.setAccessibleName(label.rstrip(" ▾"))
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setEnabled(False)
        if call is not None:
            button.clicked.connect(call)
        theme.dress(button, "chip")
        return button


def _label(name: str) -> QLabel:
    label = QLabel()
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setFont(theme.figures(label.font()))
    return label
