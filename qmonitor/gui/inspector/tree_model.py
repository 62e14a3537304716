"""The parts of a document as a tree of rows: made where they are opened, a hundred thousand cost nothing before."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import islice
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from qmonitor.gui import text
from qmonitor.monitor.inspecting.lines import sent
from qmonitor.monitor.inspecting.places import Part, Spot, inside, path_of, roots
from qmonitor.payloads.model import Element, Format, Kind, Message, Segment
from qmonitor.values import dataclass

if TYPE_CHECKING:
    from qmonitor.monitor.inspecting.content import Content
    from qmonitor.monitor.inspecting.embedded import Enclosed
    from qmonitor.monitor.inspecting.filtering import Filtered

Index = QModelIndex | QPersistentModelIndex

PATH, NAME, VALUE = range(3)

PART, MEANING, ODD, QUIET = (Qt.ItemDataRole.UserRole + n for n in range(4))
"""Roles: the part itself; what is said beside its value; whether that is odd; whether the text is beside the point."""

TYPE, CONTROL_ID = 9, 10
"""Fields of MSH."""

SHOWN = 400
"""Characters of a value that a cell shows; the text and the hex have the rest."""


@dataclass(slots=True)
class Branch:
    """The rows below one part: `parent` is the number of the branch that this part is in, `row` its place there."""

    parts: Sequence[Part]
    parent: int
    row: int


class TreeModel(QAbstractItemModel):
    """Path, name and value. Branches are numbered in the order in which they are opened; 0 is the outermost.

    Empty parts of HL7 messages are left out unless they are wanted, and so is what consists of one part only.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("inspector-parts")
        self.content: Content | None = None
        self.empty_shown = False
        self.filtered: Filtered | None = None
        self._branches: list[Branch] = [Branch((), -1, -1)]
        self._below: dict[tuple[int, int], int] = {}

    def show_content(self, content: Content | None) -> None:
        """Show what a payload consists of; None: nothing."""
        self.beginResetModel()
        self.content = content
        if content is None or self.filtered is None or self.filtered.document is not content.document:
            self.filtered = None
        self._below = {}
        self._branches = [Branch(self._seen(roots(content.document)) if content is not None else (), -1, -1)]
        self.endResetModel()

    def show_empty(self, shown: bool) -> None:
        """Whether to show what says nothing, too."""
        if shown != self.empty_shown:
            self.empty_shown = shown
            self.show_content(self.content)

    def show_filtered(self, filtered: Filtered | None) -> None:
        """Of the same payload only what is left; None: all."""
        self.filtered = filtered
        self.show_content(self.content)

    # -- what Qt asks ----------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's
        if parent.isValid() and parent.column() != PATH:
            return 0
        return len(self._branches[self._branch(parent)].parts)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: ARG002, B008 - Qt's
        return 3

    def hasChildren(self, parent: Index = QModelIndex()) -> bool:  # noqa: B008, N802 - Qt's
        if not parent.isValid():
            return bool(self._branches[0].parts)
        return parent.column() == PATH and bool(inside(self.part(parent)))

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        if not 0 <= column < 3 or (parent.isValid() and parent.column() != PATH):
            return QModelIndex()
        branch = self._branch(parent)
        if not 0 <= row < len(self._branches[branch].parts):
            return QModelIndex()
        return self.createIndex(row, column, branch)

    def parent(self, index: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008
        if not index.isValid():
            return QModelIndex()
        branch = self._branches[index.internalId()]
        return QModelIndex() if branch.parent < 0 else self.createIndex(branch.row, PATH, branch.parent)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        named = self.content is None or self.content.document.format is Format.HL7V2
        return (self.tr("path"), self.tr("name") if named else self.tr("type"), self.tr("value"))[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or self.content is None:
            return None
        part = self.part(index)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._cell(index, part)
            case Qt.ItemDataRole.ToolTipRole:
                return text.tip(self._tip(index, part))
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(index, part)
            case _ if role == PART:
                return part
            case _ if role == QUIET:
                return isinstance(part, Element) and part.value is None
        if index.column() == VALUE and role in (MEANING, ODD):
            return self._beside(part, role)
        return None

    # -- rows and parts --------------------------------------------------------------------------------------

    def part(self, index: Index) -> Part:
        """What a row stands for."""
        return self._branches[index.internalId()].parts[index.row()]

    def index_of(self, spot: Spot) -> QModelIndex:
        """The row of a part, or of the innermost one around it that has a row."""
        index = QModelIndex()
        for part in spot.chain:
            rows = self._branches[self._branch(index)].parts
            row = bisect_left(rows, part.begin, key=attrgetter("begin"))
            while row < len(rows) and rows[row].begin < part.end and not _holds(rows[row], part):
                row += 1
            if row < len(rows) and _holds(rows[row], part):
                index = self.index(row, PATH, index)
        return index

    def _branch(self, index: Index) -> int:
        """The number of what is below a row; opened where it was not."""
        if not index.isValid():
            return 0
        key = (index.internalId(), index.row())
        found = self._below.get(key)
        if found is None:
            found = self._below[key] = len(self._branches)
            self._branches.append(Branch(self._seen(inside(self.part(index))), *key))
        return found

    def _seen(self, parts: Sequence[Part]) -> Sequence[Part]:
        """Those that have a row."""
        content = self.content
        if self.filtered is not None:
            parts = [part for part in parts if id(part) in self.filtered.parts]
        if content is None or content.document.format is not Format.HL7V2 or self.empty_shown:
            return parts
        return [_only(part) for part in parts if not isinstance(part, Element) or _says(part)]

    # -- words -----------------------------------------------------------------------------------------------

    def _cell(self, index: Index, part: Part) -> str:
        match index.column():
            case n if n == PATH:
                return self._path(index, part)
            case n if n == NAME:
                return self._name(index, part)
        return self._value(part)

    def _path(self, index: Index, part: Part) -> str:
        if isinstance(part, Message):
            return self.tr("message {number}").format(number=text.number(self._number(part)))
        if isinstance(part, Segment) or self._is_hl7:
            return text.line(path_of(part), SHOWN)
        above = self.parent(index)
        outer = path_of(self.part(above)) if above.isValid() else ""
        return text.line(part.path.removeprefix(outer).removeprefix("/") or "/", SHOWN)

    @property
    def _is_hl7(self) -> bool:
        return self.content is not None and self.content.document.format is Format.HL7V2

    def _number(self, message: Message) -> int:
        assert self.content is not None
        return bisect_left(self.content.document.messages, message.begin, key=attrgetter("begin")) + 1

    def _name(self, index: Index, part: Part) -> str:
        """What it is called; within what it belongs to, without that one's name."""
        if isinstance(part, Message):
            return self._of_header(part, CONTROL_ID)
        if isinstance(part, Segment):
            return part.title or self.tr("no description")
        if not self._is_hl7:
            return part.type
        above = self.parent(index)
        outer = self.part(above) if above.isValid() else None
        within = isinstance(outer, Element) and bool(outer.name)
        return part.name.rpartition(" / ")[2] if within else part.name

    def _value(self, part: Part) -> str:
        if isinstance(part, Message):
            return self._of_header(part, TYPE)
        if not isinstance(part, Element) or self.content is None:
            return ""
        if enclosed := self.enclosed(part):
            return text.translate(enclosed.said)
        if part.value is not None:
            words = text.line(self.content.value(part), SHOWN)
            return words if part.whole or text.CUT in words else words + text.CUT
        if self._is_hl7:
            return self._sent(part)
        count = len(part.children)
        return f"[{count}]" if part.kind is Kind.ARRAY else f"{{{count}}}" if part.kind is Kind.OBJECT else ""

    def _of_header(self, message: Message, number: int) -> str:
        """A field of a message's own header."""
        header = next((one for one in message.segments if one.name == "MSH"), None)
        if header is None or len(header.elements) < number:
            return ""
        return self._value(header.elements[number - 1])

    def _sent(self, part: Element) -> str:
        """What is divided, as it was sent."""
        assert self.content is not None
        content = self.content
        data = content.raw[part.begin : min(part.end, part.begin + 2 * SHOWN)]
        if len(data) < min(part.end - part.begin, 2 * SHOWN):
            return text.exact_size(part.end - part.begin)
        return text.line(sent(data, part.begin, content.document.codec, content.spans), SHOWN)

    def enclosed(self, part: Part) -> Enclosed | None:
        """The document that a leaf is."""
        if self.content is None or not isinstance(part, Element):
            return None
        return self.content.document_in(part)

    def _beside(self, part: Part, role: int) -> Any:
        """What is said beside a value that is not hidden; whether it is odd."""
        if self.content is None or not isinstance(part, Element) or self.content.hides(*part.place):
            return None
        if enclosed := self.enclosed(part):
            return enclosed.odd is not None if role == ODD else text.translate(enclosed.odd) if enclosed.odd else ""
        meaning = self.content.meanings.meaning(part)
        if meaning is None:
            return None
        if role == ODD:
            return meaning.odd
        return meaning.text if isinstance(meaning.text, str) else text.translate(meaning.text)

    def _tip(self, index: Index, part: Part) -> str:
        """The whole of what a cell may have cut, without protected values."""
        beside = self._beside(part, MEANING) if index.column() == VALUE else ""
        return "\n".join(filter(None, (self._cell(index, part), beside)))

    def _spoken(self, index: Index, part: Part) -> str:
        """With the name of the column. The first cell says the whole row: keys lead from row to row, not across."""
        columns = (PATH, NAME, VALUE) if index.column() == PATH else (index.column(),)
        return ", ".join(self._spoken_cell(index.sibling(index.row(), column), part) for column in columns)

    def _spoken_cell(self, index: Index, part: Part) -> str:
        said = [self._cell(index, part) or self._blank(index, part)]
        if index.column() == VALUE:
            said += [self._beside(part, MEANING), self.tr("masked") if self._masks(part) else ""]
        title = self.headerData(index.column(), Qt.Orientation.Horizontal)
        return self.tr("{column}: {value}").format(column=title, value=", ".join(filter(None, said)))

    def _blank(self, index: Index, part: Part) -> str:
        """What is read aloud where nothing is written."""
        if index.column() == NAME:
            kinds = {Kind.ARRAY: self.tr("list"), Kind.OBJECT: self.tr("object")}
            return kinds.get(part.kind if isinstance(part, Element) else Kind.FIELD, self.tr("not known"))
        return self.tr("in the rows below") if inside(part) else self.tr("empty")

    def _masks(self, part: Part) -> bool:
        """Whether marks stand in the place of its value, or of some of it: not every voice reads them."""
        return self.content is not None and isinstance(part, Element) and self.content.hides(*part.place)


def _says(element: Element) -> bool:
    """Whether any of it is not empty."""
    if element.begin == element.end:
        return False
    return any(leaf.value for leaf in element.leaves())


def _only(part: Part) -> Part:
    """Of what has one part that says anything, that part."""
    while isinstance(part, Element) and part.children:
        saying = list(islice((child for child in part.children if _says(child)), 2))
        if len(saying) != 1:
            break
        part = saying[0]
    return part


def _holds(row: Part, part: Part) -> bool:
    """Whether a row stands for a part, or for the only thing that this one says."""
    return row is part or (isinstance(part, Element) and isinstance(row, Element) and _only(part) is row)
