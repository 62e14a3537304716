"""What an entry of the table of actions says: what it needs, where it is offered, what it stands for."""

from enum import Enum, Flag, IntEnum, auto

from qmonitor.monitor.operations import STATES
from qmonitor.queues.model import State
from qmonitor.values import dataclass


class Needs(Enum):
    """What has to be there or selected before an entry makes sense."""

    NOTHING = auto()
    VIEW = auto()
    """An open source, readable or not."""
    VIEWS = auto()
    """More than one of those."""
    SOURCE = auto()
    """One that can be read."""
    DESTINATION = auto()
    ITEMS = auto()
    ONE_ITEM = auto()
    UNDO = auto()


class Place(Flag):
    """Where an entry is offered."""

    FILE = auto()
    EDIT = auto()
    VIEW = auto()
    GO = auto()
    MESSAGE = auto()
    DESTINATION = auto()
    TOOLBAR = auto()
    CONTEXT = auto()
    HELP = auto()


class Section(IntEnum):
    """Entries that stand together in a menu, and in this order; a line parts the sections."""

    SOURCE = auto()
    SAVE = auto()
    READING = auto()
    TABLE = auto()
    PANELS = auto()
    JUMPS = auto()
    SOURCES = auto()
    CHOICE = auto()
    UNDO = auto()
    ACT = auto()
    ROWS = auto()
    DANGER = auto()
    """What can't be undone, or reaches far: last, and apart from what is used every day."""
    PROGRAM = auto()


@dataclass(frozen=True, slots=True)
class Spec:
    """One entry. `capability` names the action of a source that it leads to, None for what only looks.

    Entries of one `group` exclude each other; `value` is what the chosen one stands for: a number (seconds), or a name.
    The shortcut of one that is `in_table` works where the table of messages has the focus. One that is a `toggle` is
    checked while what it names is the case.
    """

    id: str
    text: str
    section: Section
    icon: str = ""
    shortcut: str = ""
    needs: Needs = Needs.NOTHING
    capability: str | None = None
    places: Place = Place.VIEW
    group: str = ""
    value: int = 0
    name: str = ""
    in_table: bool = False
    toggle: bool = False

    @property
    def states(self) -> frozenset[State]:
        """Those in which a selected item can be acted on; empty where none is meant, or any state will do."""
        if self.capability is None or self.needs not in (Needs.ITEMS, Needs.ONE_ITEM):
            return frozenset()
        return STATES.get(self.capability, frozenset())

    @property
    def acts(self) -> bool:
        """Whether it leads to a change of the source."""
        return self.capability is not None
