"""The entries of the table as Qt actions, for one window: what can be used now, and why the rest can't.

Whether an entry is enabled is derived here from what is selected and what the source can do, never set
anywhere else.
"""

from collections.abc import Mapping
from types import MappingProxyType

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QKeySequence

from qmonitor.gui import text, theme
from qmonitor.gui.action_names import entry_label
from qmonitor.gui.action_spec import Needs, Place, Section, Spec
from qmonitor.gui.action_table import ACTIONS
from qmonitor.gui.icons import icon
from qmonitor.gui.press import SEEN, TARGET
from qmonitor.queues.model import Destination, ItemId, Query, State
from qmonitor.queues.words import Phrase, phrase
from qmonitor.values import dataclass

__all__ = ["ACTIONS", "Actions", "Needs", "Place", "Selection", "Spec", "obstacle"]


@dataclass(frozen=True, slots=True)
class Selection:
    """What is selected in a source. `states` of the items, as far as known; empty where they are not.

    With a `query` all that match it are meant, whether read or not: `count` of them, where that is known, and `ids`
    do not count. `undo` says that the last action can be taken back. `sources` is how many are open in the window,
    readable or not; `source` is the one in front.
    """

    destination: Destination | None = None
    ids: tuple[ItemId, ...] = ()
    states: frozenset[str] = frozenset()
    query: Query | None = None
    count: int | None = None
    undo: bool = False
    source: str = ""
    sources: int = 0

    def target(self, spec: Spec) -> object:
        """What an entry would act on: two that are equal mean the same."""
        match spec.needs:
            case Needs.ITEMS | Needs.ONE_ITEM:
                return self.source, self.query or self.ids
            case Needs.DESTINATION:
                return self.source, self.destination
        return self.source if spec.acts else None


def obstacle(
    spec: Spec,
    selection: Selection,
    capabilities: Mapping[str, Phrase | None] | None,
    stricter: Mapping[str, frozenset[str]] = MappingProxyType({}),
) -> Phrase | None:
    """Why an entry can't be used now; None where it can.

    `capabilities` is None while no source is open; `stricter` are the states that it limits actions to.
    """
    if spec.needs in (Needs.NOTHING, Needs.VIEW, Needs.VIEWS):
        return _too_few(spec, selection.sources)
    if capabilities is None:
        return phrase("The source can't be read.") if selection.sources else phrase("No source is open.")
    if spec.capability is not None:
        reason = capabilities.get(spec.capability, phrase("This source knows no action of that name."))
        if reason is not None:
            return reason
    return _missing(spec, selection) or _amiss(spec, selection, stricter)


def _too_few(spec: Spec, sources: int) -> Phrase | None:
    if spec.needs is not Needs.NOTHING and not sources:
        return phrase("No source is open.")
    if spec.needs is Needs.VIEWS and sources == 1:
        return phrase("No other source is open.")
    return None


def _missing(spec: Spec, selection: Selection) -> Phrase | None:
    whole = selection.query is not None
    if spec.needs is Needs.UNDO and not selection.undo:
        return phrase("There is no action that could be undone.")
    if spec.needs is Needs.DESTINATION and selection.destination is None:
        return phrase("Select a destination first.")
    if spec.needs is Needs.ONE_ITEM and (whole or len(selection.ids) != 1):
        return phrase("Select one message first.")
    if spec.needs is Needs.ITEMS and not (whole or selection.ids):
        return phrase("Select messages first.")
    return None


def _amiss(spec: Spec, selection: Selection, stricter: Mapping[str, frozenset[str]]) -> Phrase | None:
    """Whether nothing of what is selected is in a state to be acted on so."""
    able = spec.states & stricter.get(spec.capability or "", spec.states)
    if able and selection.states and not able & selection.states:
        named = ", ".join(text.state(state) for state in State if state in able)
        return phrase("Only these can be acted on so: {states}.", states=named)
    return None


_ROLES = {"quit": QAction.MenuRole.QuitRole, "about": QAction.MenuRole.AboutRole}
"""Where a system has a menu of its own for these, they stand there."""


class Actions(QObject):
    """The Qt actions made from the table, for one window.

    Signals: `chosen` (the spec) when a person triggers one; `outdated` (the spec) where it was chosen from a menu, and
    something else was selected by then than when the menu opened. Nothing is to be done in that case.
    """

    chosen = Signal(object)
    outdated = Signal(object)

    def __init__(self, parent: QObject, *, read_only: bool) -> None:
        super().__init__(parent)
        self._specs = {spec.id: spec for spec in ACTIONS if not (read_only and spec.acts)}
        self._pictures = {spec.id: spec.icon for spec in self._specs.values() if spec.icon}
        self._groups: dict[str, QActionGroup] = {}
        self._lines: dict[tuple[Place, Section], QAction] = {}
        self._actions = {name: self._make(spec) for name, spec in self._specs.items()}
        self._obstacles: dict[str, Phrase | None] = {}
        self._forbidden: dict[str, Phrase] = {}
        self._shown: object = None
        theme.notifier().changed.connect(self.draw_icons)
        self.draw_icons()

    @property
    def specs(self) -> tuple[Spec, ...]:
        """The entries that there are: in read-only mode none that acts."""
        return tuple(self._specs.values())

    def __contains__(self, name: str) -> bool:
        return name in self._actions

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def at(self, place: Place, group: str | None = None) -> list[QAction]:
        """The actions of one place in the table's order; of one group, or ("") of none, where that is given."""
        return [
            self._actions[spec.id]
            for spec in self._specs.values()
            if place in spec.places and (group is None or spec.group == group)
        ]

    def in_sections(self, place: Place, group: str | None = None) -> list[QAction]:
        """The same for a menu: with a separator before each section but the first."""
        found: list[QAction] = []
        before: Section | None = None
        for action in self.at(place, group):
            section = self._specs[action.data()].section
            if before not in (None, section):
                found.append(self._line(place, section))
            found.append(action)
            before = section
        return found

    def _line(self, place: Place, section: Section) -> QAction:
        if (place, section) not in self._lines:
            line = self._lines[place, section] = QAction(self)
            line.setSeparator(True)
        return self._lines[place, section]

    def rename(self, name: str, label: str, picture: str) -> None:
        """Give an entry another label and icon."""
        action = self._actions[name]
        action.setText(label)
        action.setIconText(label)
        self._obstacles.pop(name, None)  # with the label its tip becomes another one
        self._shown = None
        self.draw(name, picture)

    def draw(self, name: str, picture: str) -> None:
        """Give an entry another icon."""
        self._pictures[name] = picture
        self._actions[name].setIcon(icon(picture))

    def forbid(self, name: str, reason: Phrase) -> None:
        """Let nobody use an entry, whatever is selected."""
        self._forbidden[name] = reason
        self._shown = None

    def check(self, name: str, on: bool) -> None:
        """Show whether what a toggle names is the case."""
        self._actions[name].setChecked(on)

    def choose(self, group: str, value: int | str) -> None:
        """Check the entry of a group that stands for that value or name."""
        for spec in self._specs.values():
            if spec.group == group:
                self._actions[spec.id].setChecked(value in (spec.value, spec.name))

    def update(
        self,
        selection: Selection,
        capabilities: Mapping[str, Phrase | None] | None,
        stricter: Mapping[str, frozenset[str]] = MappingProxyType({}),
    ) -> None:
        """Enable what can be used now, and say of the rest why not; it is told several times at each look."""
        shown = selection, None if capabilities is None else dict(capabilities), stricter
        if shown == self._shown:
            return
        self._shown = shown
        for spec in self._specs.values():
            reason = self._forbidden.get(spec.id) or obstacle(spec, selection, capabilities, stricter)
            action = self._actions[spec.id]
            if spec.id not in self._obstacles or reason != self._obstacles[spec.id]:
                self._obstacles[spec.id] = reason
                said = "" if reason is None else text.translate(reason)
                action.setEnabled(reason is None)
                action.setToolTip(said or self._tip(action))
                action.setStatusTip(said)
            action.setProperty(TARGET, hash(selection.target(spec)))

    @Slot()
    def draw_icons(self) -> None:
        for name, picture in self._pictures.items():
            self._actions[name].setIcon(icon(picture))

    def _make(self, spec: Spec) -> QAction:
        words = entry_label(spec)
        action = QAction(words, self)
        action.setObjectName(f"action-{spec.id}")
        action.setData(spec.id)
        action.setIconText(text.without_mnemonic(words))  # Qt's own choice for buttons leaves the "…" out
        action.setShortcut(QKeySequence(spec.shortcut))
        if spec.in_table:
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.setMenuRole(_ROLES.get(spec.id, QAction.MenuRole.NoRole))
        action.setCheckable(bool(spec.group) or spec.toggle)
        action.setToolTip(self._tip(action))
        if spec.group:
            self._group(spec.group).addAction(action)
        action.triggered.connect(self._on_triggered)
        return action

    def _group(self, name: str) -> QActionGroup:
        if name not in self._groups:
            self._groups[name] = QActionGroup(self)
        return self._groups[name]

    @staticmethod
    def _tip(action: QAction) -> str:
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        label = text.without_mnemonic(action.text()).rstrip("…")
        return f"{label} ({keys})" if keys else label

    @Slot()
    def _on_triggered(self) -> None:
        action = self.sender()
        if not isinstance(action, QAction):
            return
        seen = action.property(SEEN)
        outdated = seen is not None and seen != action.property(TARGET)
        (self.outdated if outdated else self.chosen).emit(self._specs[action.data()])
