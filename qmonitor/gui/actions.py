"""What a person can do, as one table: it feeds the toolbar, the menus, the context menu and the shortcuts.

Whether an entry is enabled is derived here from what is selected and what the source can do, never set
anywhere else. In read-only mode the entries that would change a source do not exist.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, Flag, auto

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QKeySequence

from qmonitor.gui import text, theme
from qmonitor.gui.icons import icon
from qmonitor.monitor.operations import STATES
from qmonitor.queues.model import Destination, ItemId, State
from qmonitor.queues.words import Phrase, phrase


class Needs(Enum):
    """What has to be there or selected before an entry makes sense."""

    NOTHING = auto()
    SOURCE = auto()
    DESTINATION = auto()
    ITEMS = auto()
    ONE_ITEM = auto()


class Place(Flag):
    """Where an entry is offered."""

    FILE = auto()
    VIEW = auto()
    MESSAGE = auto()
    DESTINATION = auto()
    TOOLBAR = auto()
    CONTEXT = auto()
    HELP = auto()


@dataclass(frozen=True, slots=True)
class Spec:
    """One entry. `capability` names the action of a source that it leads to, None for what only looks.

    Entries of one `group` exclude each other; `value` is
    what the chosen one stands for.
    """

    id: str
    text: str
    icon: str = ""
    shortcut: str = ""
    needs: Needs = Needs.NOTHING
    capability: str | None = None
    places: Place = Place.VIEW
    group: str = ""
    value: int = 0

    @property
    def states(self) -> frozenset[State]:
        """Those in which an item can be acted on."""
        return STATES.get(self.capability, frozenset()) if self.capability is not None else frozenset()

    @property
    def acts(self) -> bool:
        """Whether it leads to a change of the source."""
        return self.capability is not None


_MESSAGE = Place.MESSAGE | Place.CONTEXT
_RANGE = Place.VIEW | Place.TOOLBAR

ACTIONS: tuple[Spec, ...] = (
    Spec("open", str(QT_TRANSLATE_NOOP("actions", "&Open…")), "open", "Ctrl+O", places=Place.FILE | Place.TOOLBAR),
    Spec("quit", str(QT_TRANSLATE_NOOP("actions", "&Quit")), "quit", "Ctrl+Q", places=Place.FILE),
    Spec("live", str(QT_TRANSLATE_NOOP("actions", "&Live")), "pause", "Ctrl+L", Needs.SOURCE),
    Spec("refresh", str(QT_TRANSLATE_NOOP("actions", "&Refresh now")), "refresh", "F5", Needs.SOURCE),
    Spec("find", str(QT_TRANSLATE_NOOP("actions", "&Filter messages")), shortcut="Ctrl+F"),
    Spec("go-destinations", str(QT_TRANSLATE_NOOP("actions", "Go to &destinations")), shortcut="Ctrl+1"),
    Spec("go-messages", str(QT_TRANSLATE_NOOP("actions", "Go to &messages")), shortcut="Ctrl+2"),
    Spec("go-audit", str(QT_TRANSLATE_NOOP("actions", "Go to &audit")), shortcut="Ctrl+3"),
    Spec("go-inspector", str(QT_TRANSLATE_NOOP("actions", "Go to &inspector")), shortcut="Ctrl+4"),
    *(
        Spec(
            f"interval-{seconds}",
            str(QT_TRANSLATE_NOOP("actions", "Every {seconds} s")),
            group="interval",
            value=seconds,
        )
        for seconds in (1, 2, 5, 10, 30)
    ),
    *(
        Spec(f"range-{value}", label, shortcut=f"Alt+{n}", places=_RANGE, group="range", value=value)
        for n, (label, value) in enumerate(
            (
                (str(QT_TRANSLATE_NOOP("actions", "15 m")), 900),
                (str(QT_TRANSLATE_NOOP("actions", "1 h")), 3600),
                (str(QT_TRANSLATE_NOOP("actions", "6 h")), 21_600),
                (str(QT_TRANSLATE_NOOP("actions", "24 h")), 86_400),
                (str(QT_TRANSLATE_NOOP("actions", "7 d")), 604_800),
            ),
            start=1,
        )
    ),
    Spec("help", str(QT_TRANSLATE_NOOP("actions", "&Help")), shortcut="F1", places=Place.HELP),
    Spec("about", str(QT_TRANSLATE_NOOP("actions", "&About qmonitor")), places=Place.HELP),
    Spec(
        "retry-now",
        str(QT_TRANSLATE_NOOP("actions", "&Retry now…")),
        "retry",
        "Ctrl+R",
        Needs.ITEMS,
        "retry-now",
        _MESSAGE | Place.TOOLBAR,
    ),
    Spec(
        "skip",
        str(QT_TRANSLATE_NOOP("actions", "&Skip…")),
        "skip",
        "Ctrl+K",
        Needs.ITEMS,
        "skip",
        _MESSAGE | Place.TOOLBAR,
    ),
    Spec(
        "restore",
        str(QT_TRANSLATE_NOOP("actions", "Res&tore…")),
        "restore",
        "Ctrl+T",
        Needs.ITEMS,
        "restore",
        _MESSAGE,
    ),
    Spec(
        "resend",
        str(QT_TRANSLATE_NOOP("actions", "Re&send as new…")),
        "resend",
        "",
        Needs.ONE_ITEM,
        "resend",
        places=_MESSAGE,
    ),
    Spec("remove", str(QT_TRANSLATE_NOOP("actions", "Re&move…")), "remove", "", Needs.ITEMS, "remove", _MESSAGE),
    Spec(
        "erase",
        str(QT_TRANSLATE_NOOP("actions", "&Erase for good…")),
        "erase",
        "",
        Needs.ITEMS,
        "erase",
        places=_MESSAGE,
    ),
    Spec(
        "retry-destination",
        str(QT_TRANSLATE_NOOP("actions", "&Retry all now…")),
        "retry",
        "Ctrl+Shift+R",
        Needs.DESTINATION,
        "retry-now",
        places=Place.DESTINATION,
    ),
    Spec(
        "drain",
        str(QT_TRANSLATE_NOOP("actions", "&Drain…")),
        "drain",
        "Ctrl+D",
        Needs.DESTINATION,
        "drain",
        places=Place.DESTINATION | Place.TOOLBAR,
    ),
    Spec(
        "purge",
        str(QT_TRANSLATE_NOOP("actions", "&Purge finished messages of all destinations…")),
        "purge",
        "",
        Needs.SOURCE,
        "purge",
        places=Place.FILE,
    ),
)


@dataclass(frozen=True, slots=True)
class Selection:
    """What is selected. `states` of the items, as far as known; empty where they are not."""

    destination: Destination | None = None
    ids: tuple[ItemId, ...] = ()
    states: frozenset[str] = frozenset()


def obstacle(spec: Spec, selection: Selection, capabilities: Mapping[str, Phrase | None] | None) -> Phrase | None:
    """Why an entry can't be used now; None where it can. `capabilities` is None while no source is open."""
    if spec.needs is Needs.NOTHING:
        return None
    if capabilities is None:
        return phrase("No source is open.")
    if spec.capability is not None:
        reason = capabilities.get(spec.capability, phrase("This source knows no action of that name."))
        if reason is not None:
            return reason
    return _missing(spec, selection)


def _missing(spec: Spec, selection: Selection) -> Phrase | None:
    if spec.needs is Needs.DESTINATION and selection.destination is None:
        return phrase("Select a destination first.")
    if spec.needs is Needs.ONE_ITEM and len(selection.ids) != 1:
        return phrase("Select one message first.")
    if spec.needs is Needs.ITEMS and not selection.ids:
        return phrase("Select messages first.")
    if spec.states and selection.states and not spec.states & selection.states:
        named = ", ".join(text.state(state) for state in State if state in spec.states)
        return phrase("Only these can be acted on so: {states}.", states=named)
    return None


_ROLES = {"quit": QAction.MenuRole.QuitRole, "about": QAction.MenuRole.AboutRole}
"""Where a system has a menu of its own for these, they stand there."""


class Actions(QObject):
    """The Qt actions made from the table, for one window.

    Signals: `chosen` (the spec) when a person triggers one.
    """

    chosen = Signal(object)

    def __init__(self, parent: QObject, *, read_only: bool) -> None:
        super().__init__(parent)
        self._specs = {spec.id: spec for spec in ACTIONS if not (read_only and spec.acts)}
        self._pictures = {spec.id: spec.icon for spec in self._specs.values() if spec.icon}
        self._groups: dict[str, QActionGroup] = {}
        self._actions = {name: self._make(spec) for name, spec in self._specs.items()}
        theme.notifier().changed.connect(self.draw_icons)
        self.draw_icons()

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

    def rename(self, name: str, label: str, picture: str) -> None:
        """Give an entry another label and icon."""
        action = self._actions[name]
        action.setText(label)
        action.setIconText(label)
        self._pictures[name] = picture
        action.setIcon(icon(picture))

    def choose(self, group: str, value: int) -> None:
        """Check the entry of a group that stands for that value."""
        for spec in self._specs.values():
            if spec.group == group:
                self._actions[spec.id].setChecked(spec.value == value)

    def update(self, selection: Selection, capabilities: Mapping[str, Phrase | None] | None) -> None:
        """Enable what can be used now, and say of the rest why not."""
        for spec in self._specs.values():
            reason = obstacle(spec, selection, capabilities)
            action = self._actions[spec.id]
            action.setEnabled(reason is None)
            action.setToolTip(self._tip(action) if reason is None else text.translate(reason))

    @Slot()
    def draw_icons(self) -> None:
        for name, picture in self._pictures.items():
            self._actions[name].setIcon(icon(picture))

    def _make(self, spec: Spec) -> QAction:
        label = QCoreApplication.translate("actions", spec.text).format(seconds=spec.value)
        action = QAction(label, self)
        action.setObjectName(f"action-{spec.id}")
        action.setData(spec.id)
        action.setIconText(label.replace("&", ""))  # Qt's own choice for buttons leaves the "…" out
        action.setShortcut(QKeySequence(spec.shortcut))
        action.setMenuRole(_ROLES.get(spec.id, QAction.MenuRole.NoRole))
        action.setCheckable(bool(spec.group))
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
        label = action.text().replace("&", "").rstrip("…")
        return f"{label} ({keys})" if keys else label

    @Slot()
    def _on_triggered(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.chosen.emit(self._specs[action.data()])
