"""The tabs of the inspector and the foot below them: made when they are looked at, tied together by places in bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QPoint, Signal, Slot
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from qmonitor.gui import text
from qmonitor.gui.inspector.comparison import ComparisonView, compare
from qmonitor.gui.inspector.copying import Copying
from qmonitor.gui.inspector.detail import Details
from qmonitor.gui.inspector.foot import PayloadFoot
from qmonitor.gui.inspector.hex_view import HexView
from qmonitor.gui.inspector.hit import LETTER, OF_PAYLOAD, Hit
from qmonitor.gui.inspector.letter_view import LetterView
from qmonitor.gui.inspector.looking import Looking
from qmonitor.gui.inspector.menu import PartMenu
from qmonitor.gui.inspector.model import Fact
from qmonitor.gui.inspector.pages import Pages
from qmonitor.gui.inspector.past_tab import PastTab
from qmonitor.gui.inspector.structure import Structure
from qmonitor.gui.inspector.text_view import PayloadText
from qmonitor.monitor.inspecting import places
from qmonitor.monitor.inspecting.places import Part, Spot
from qmonitor.payloads.model import Element, Notice
from qmonitor.queues.errors import QueueError
from qmonitor.queues.model import Item, ItemId

READ = (LETTER, *OF_PAYLOAD)
"""The views that are made of the payload."""


class Views(QWidget):
    """Shows a payload in several ways. A place that is chosen in one is shown in the others when they are looked at.

    Signals:
        tab_chosen(name), empty_toggled(bool), assumed_chosen(codec): what a person wants from here on.
    """

    tab_chosen = Signal(str)
    empty_toggled = Signal(bool)
    assumed_chosen = Signal(str)

    def __init__(self, looking: Looking, ask_file: Callable[[QWidget, str, str, str], str], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("inspector-views")
        self._looking = looking
        self._item: Item | None = None
        self._facts: Sequence[Fact] = ()
        self._place: tuple[int, int] | None = None
        self._spot: Spot | None = None
        self._hit: Hit | None = None
        self._filled: set[str] = set()
        self._placed: set[str] = set()
        self._pale = self._empty_shown = False
        self.copying = Copying(looking, self, ask_file)
        self.foot = PayloadFoot(self)
        self.pages = Pages(self)
        self.pages.view_made.connect(self._on_made)
        self._past = PastTab(looking, self.pages)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.pages, 1)
        layout.addWidget(self.foot)
        self.pages.chosen.connect(self._on_tab)
        self._connect()

    def _connect(self) -> None:
        self._looking.changed.connect(self._on_content)
        self._looking.answered.connect(self._on_answered)
        self._looking.failed.connect(self._on_failed)
        self.copying.told.connect(self.foot.tell)
        self.foot.oddity_chosen.connect(self._on_oddity)
        self.foot.encoding_chosen.connect(self._on_encoding)
        self.foot.assumed_chosen.connect(self.assumed_chosen)
        self.foot.document_wanted.connect(self._save_document)

    # -- the views, each made when it is first looked at -----------------------------------------------------

    @property
    def first(self) -> QWidget:
        """What takes the keyboard."""
        view = self.pages.view(self.pages.current)
        found: QWidget = getattr(view, "first", view)
        return found

    @Slot(str)
    def _on_made(self, name: str) -> None:
        """Connect a new view."""
        view = self.pages.made[name]
        if isinstance(view, Structure):
            self.foot.add(view.empty)
            view.empty.setChecked(self._empty_shown)
            view.chosen.connect(self._on_part)
            view.menu_wanted.connect(self._show_menu)
            view.copy_wanted.connect(self._copy_value)
            view.empty_toggled.connect(self._on_empty)
            view.filter_wanted.connect(self._want_filtered)
        elif isinstance(view, PayloadText):
            view.slice_wanted.connect(partial(self._looking.want_bytes, "text"))
            view.again_wanted.connect(self._looking.ask_again)
            view.byte_chosen.connect(self._on_byte)
            view.menu_wanted.connect(self._show_menu)
        elif isinstance(view, HexView):
            view.slice_wanted.connect(partial(self._looking.want_bytes, "hex"))
            view.byte_chosen.connect(self._on_byte)
            view.menu_wanted.connect(self._show_menu)
        elif isinstance(view, ComparisonView):
            view.begin(self._item)
            view.wanted.connect(self._want_comparison)
            view.byte_chosen.connect(self._on_compared_byte)
        elif isinstance(view, Details):
            view.show_facts(self._facts)
        self._paint_pale(view)

    # -- what the panel tells --------------------------------------------------------------------------------

    def show_empty(self, shown: bool) -> None:
        """Whether fields that say nothing are seen."""
        self._empty_shown = shown
        if "structure" in self.pages.made:
            self.pages.structure.empty.setChecked(shown)

    def set_pale(self, pale: bool) -> None:
        """Pale is what was not read lately; said after each look, and painted where it is news."""
        if pale == self._pale:
            return
        self._pale = pale
        for view in self.pages.made.values():
            self._paint_pale(view)

    def _paint_pale(self, view: QWidget) -> None:
        if isinstance(view, HexView):
            view.pale = self._pale
            view.viewport().update()
        elif isinstance(view, Structure | PayloadText | Details | LetterView):
            view.set_pale(self._pale)

    def show_item(self, item: Item | None) -> None:
        """The message, with what may be shown of its errors; None: nothing."""
        before, self._item = self._item, item
        if before is None or item is None or before.id != item.id:
            self.foot.tell("")
            if "compare" in self.pages.made:
                self.pages.comparison.begin(item)
        self._past.show_item(item)

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """What is known of the message."""
        self._facts = facts
        if "details" in self.pages.made:
            self.pages.details.show_facts(facts)

    def look(self) -> None:
        """Ask for what the tab that is looked at shows."""
        self._arrive()
        name = self.pages.current
        view = self.pages.view(name)
        if name in READ:
            self._looking.ask()
            self._fill(name)
            if isinstance(view, PayloadText) and self._looking.reading:
                view.show_reading()
        elif isinstance(view, ComparisonView):
            view.ask()
        else:
            self._past.ask()
        self._show_foot()

    @Slot(str)
    def _on_tab(self, name: str) -> None:
        self._show_foot()
        self.tab_chosen.emit(name)

    def _show_foot(self) -> None:
        """What stands below belongs to the payload; of empty fields only the structure knows."""
        self.foot.setVisible(self.pages.current in OF_PAYLOAD)
        if "structure" in self.pages.made:
            self.pages.structure.empty.setVisible(self.pages.current == "structure")

    # -- the payload -----------------------------------------------------------------------------------------

    @Slot()
    def _on_content(self) -> None:
        """Another payload, the rest of it, or none: what is not seen now is filled when it is looked at."""
        content = self._looking.content
        kept = content is not None and self._place is not None
        if content is None:
            self._place = self._spot = None
            if "compare" in self.pages.made:
                self.pages.comparison.begin(self._item)
        self._filled.clear()
        self._placed.clear()
        if content is not None:
            self.pages.offer_letter(content.meanings.letter)
            self.pages.view(self.pages.current)
            self._show_foot()
        for name in READ:
            if name in self.pages.made and (content is None or name == self.pages.current):
                self._fill(name)
        self.foot.show_content(content)
        if kept and self._place is not None:
            self._turn_to(*self._place)
        self._arrive()

    def _fill(self, name: str) -> None:
        """Have a view show the payload, and the place that is chosen."""
        view, content = self.pages.view(name), self._looking.content
        if name not in self._filled:
            self._filled.add(name)
            if isinstance(view, Structure | PayloadText | HexView | LetterView):
                view.show_content(content)
        if content is not None and name not in self._placed:
            self._placed.add(name)
            self._show_place_in(view)

    def _show_place_in(self, view: QWidget) -> None:
        if isinstance(view, Structure):
            view.show_spot(self._spot)
        elif isinstance(view, PayloadText | HexView) and self._place is not None:
            view.show_place(*self._place)

    @Slot(str, object)
    def _on_answered(self, key: str, value: object) -> None:
        match key:
            case "text":
                self.pages.text.show_slice(*value)  # type: ignore[misc]
            case "hex":
                self.pages.hex.show_slice(*value)  # type: ignore[misc]
            case "filter":
                self.pages.structure.show_filtered(value)  # type: ignore[arg-type]
            case "compare":
                self.pages.comparison.show_comparison(value)  # type: ignore[arg-type]
            case "acts":
                self._past.show_acts(value)  # type: ignore[arg-type]

    @Slot(str, object)
    def _on_failed(self, key: str, error: QueueError) -> None:
        match key:
            case "content" | "text":
                self.show_error(error)
            case "whole":
                self.foot.tell(text.explain(error), "danger")
            case "hex":
                self.pages.hex.show_error()
                self.foot.tell(text.explain(error), "danger")
            case "compare":
                self.pages.comparison.show_error(error)
            case "acts":
                self._past.show_error(error)

    def show_error(self, error: QueueError) -> None:
        """The payload could not be read."""
        if "text" in self.pages.made:
            self.pages.text.show_error(error)
        if self.pages.current != "text" and self._looking.content is None:
            self.foot.tell(text.explain(error), "danger")

    # -- places ----------------------------------------------------------------------------------------------

    @Slot(object)
    def _on_part(self, part: Part | None) -> None:
        """A row of the tree was chosen."""
        if part is None:
            self._place = self._spot = None
            self.foot.show_place("", "", document=False)
            return
        place = part.place if isinstance(part, Element) else (part.begin, part.end)
        self._choose(Spot((part,)), place, by="structure")

    @Slot(object)
    def _on_byte(self, byte: int) -> None:
        """The cursor of the text or the hex was put somewhere."""
        content = self._looking.content
        spot = places.at(content.document, byte) if content is not None else None
        if spot is None:
            self._place, self._spot = (byte, byte), None
            self.foot.show_place("", "", document=False)
            self._placed = {self.pages.current}
            return
        self._choose(spot, spot.place, by=self.pages.current)

    @Slot(object)
    def _on_compared_byte(self, byte: int) -> None:
        """Show a place of the comparison in the structure."""
        self.pages.turn_to("structure")
        self._turn_to(byte, byte)

    def _turn_to(self, begin: int, end: int) -> None:
        """Choose the part at a byte, wherever that is shown."""
        content = self._looking.content
        spot = places.at(content.document, begin) if content is not None else None
        self._choose(spot, spot.place if spot is not None and end <= begin else (begin, end), by="")

    def show_hit(self, hit: Hit | None) -> None:
        """Turn to what a search has found, as soon as its message is there; None: not any more."""
        self._hit = hit
        self._arrive()

    def _arrive(self) -> None:
        hit, item = self._hit, self._looking.item
        if hit is None or item is None or item.id != hit.item:
            return
        if self.pages.current not in READ:
            self.pages.turn_to(OF_PAYLOAD[0])  # else the payload is not even asked for
        content = self._looking.content
        if content is None or hit.waits_for(content):
            return
        self._hit = None
        name = hit.view(content, self.pages.current)
        if not name:
            self.foot.tell(self.tr("What was found is not there any more: the message is a shorter one."), "warning")
            return
        self.pages.turn_to(name)
        self._turn_to(hit.begin, hit.end)

    def _choose(self, spot: Spot | None, place: tuple[int, int], *, by: str) -> None:
        """From here on this is the place; the view in which it was chosen knows."""
        content = self._looking.content
        if spot is not None and content is not None and len(spot.chain) == 1:
            spot = places.at_part(content.document, spot.part) or spot
        self._spot, self._place = spot, place
        self._placed = {by}
        element = spot.element if spot is not None else None
        enclosed = content.document_in(element) if content is not None and element is not None else None
        can_save = enclosed is not None and enclosed.embedded is not None
        path, name = (spot.path, spot.name) if spot is not None else ("", "")
        self.foot.show_place(path, name, document=can_save)
        view = self.pages.view(self.pages.current)
        if isinstance(view, PayloadText | HexView) and by == self.pages.current:
            view.mark_place(*place)
        elif self.pages.current in OF_PAYLOAD:
            self._fill(self.pages.current)

    @Slot(object)
    def _on_oddity(self, notice: Notice) -> None:
        """Show the place of an oddity, where it has one."""
        content = self._looking.content
        if content is None:
            return
        if notice.begin >= 0:
            self._turn_to(notice.begin, max(notice.begin, notice.end))
        elif notice.path and (spot := places.find(content.document, notice.path)):
            self._choose(spot, spot.place, by="")

    @Slot(str)
    def _on_encoding(self, codec: str) -> None:
        self._looking.read_as(replace(self._looking.view, encoding=codec))
        self.look()

    @Slot(bool)
    def _on_empty(self, shown: bool) -> None:
        self._empty_shown = shown
        self.empty_toggled.emit(shown)

    @Slot(str, bool)
    def _want_filtered(self, typed: str, empty: bool) -> None:
        from qmonitor.monitor.inspecting.filtering import filtering

        content = self._looking.content
        if content is not None:
            self._looking.want("filter", filtering(content, typed, empty=empty), background=True)

    def clear_filter(self) -> None:
        """Have all fields seen."""
        if "structure" in self.pages.made:
            self.pages.structure.filter.clear()

    def begin_filter(self) -> None:
        """Have a text typed that the fields that are seen are to have."""
        self.pages.turn_to("structure")
        self.pages.structure.begin_filter()

    # -- comparing -------------------------------------------------------------------------------------------

    @Slot(object)
    def _want_comparison(self, other: ItemId | None) -> None:
        item = self._looking.item
        if item is not None:
            self._looking.want("compare", compare(item, other, self._looking.view), background=True)

    # -- copying and saving ----------------------------------------------------------------------------------

    @property
    def part(self) -> Part | None:
        """What is chosen."""
        return self._spot.part if self._spot is not None else None

    def command(self, name: str) -> None:
        """Do what a person asked for by menu or key."""
        commands: dict[str, Callable[[], None]] = {
            "filter-fields": self.begin_filter,
            "copy-value": self._copy_value,
            "copy-path": self._copy_path,
            "copy-stored": self.copying.copy_stored,
            "save-stored": self.copying.save_stored,
        }
        commands[name]()

    @Slot()
    def _copy_value(self) -> None:
        self.copying.copy_value(self.part)

    @Slot()
    def _copy_path(self) -> None:
        self.copying.copy_path(self.part)

    @Slot()
    def _save_document(self) -> None:
        content, part = self._looking.content, self.part
        if content is not None and isinstance(part, Element):
            self.copying.save_document(content.document_in(part))

    @Slot(QPoint)
    def _show_menu(self, at: QPoint) -> None:
        self.menu().popup(at)

    def menu(self) -> QMenu:
        """What can be done with the part that is chosen, and with the whole."""
        return PartMenu(self.pages, self._looking.content, self.part, self.copying, self)
