"""The structure of a payload: a tree of what it consists of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QToolButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from qmonitor.gui import text, theme
from qmonitor.gui.inspector.tree_filter import TreeFilter
from qmonitor.gui.inspector.tree_model import NAME, PATH, VALUE, TreeModel
from qmonitor.gui.inspector.value_delegate import PartDelegate
from qmonitor.monitor.inspecting import places
from qmonitor.monitor.inspecting.places import Part, Spot
from qmonitor.payloads.model import Format

if TYPE_CHECKING:
    from qmonitor.monitor.inspecting.content import Content
    from qmonitor.monitor.inspecting.filtering import Filtered

WIDE_PATH = "PID-3[2].4.2"
"""There is room for such a path, as deep as it stands."""
OPENED = 400
"""So many rows are opened from the start; of longer messages only the outermost are seen then."""


class PartsTree(QTreeView):
    """Rows of one height, opened and closed with the arrow keys.

    Signals:
        copy_wanted(): the key for copying was pressed.
    """

    copy_wanted = Signal()

    def __init__(self, model: TreeModel, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("inspector-tree")
        self.setAccessibleName(self.tr("Structure of the payload"))
        self.setModel(model)
        self.delegate = PartDelegate(self)
        self.setItemDelegate(self.delegate)
        self.setUniformRowHeights(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setIndentation(3 * theme.GRID)
        self.setAllColumnsShowFocus(True)
        self.setExpandsOnDoubleClick(True)
        theme.dress(self, "list")
        theme.dress(self.header(), "header")
        header = self.header()
        header.setHighlightSections(False)
        header.setSectionsMovable(False)
        header.setStretchLastSection(True)
        header.setMinimumSectionSize(8 * theme.GRID)
        for column in (PATH, NAME):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
        self._chosen_widths = False
        header.sectionResized.connect(self._on_resized)
        self._fitting = False

    def fit(self) -> None:
        """Share the room that there is beside a scroll bar, until a person has chosen widths.

        So the columns stay as they are where one message needs a scroll bar and the next does not.
        """
        if self._chosen_widths:
            return
        self._fitting = True
        width = self.width() - self.verticalScrollBar().sizeHint().width()
        unit = QFontMetrics(self.font()).averageCharWidth()
        widest = QFontMetrics(self.font()).horizontalAdvance(WIDE_PATH) + 4 * self.indentation()
        path = min(widest, width * 2 // 5)
        self.header().resizeSection(PATH, path)
        self.header().resizeSection(NAME, min(30 * unit, (width - path) * 38 // 100))
        self._fitting = False

    @Slot(int, int, int)
    def _on_resized(self, section: int, _old: int, _new: int) -> None:
        self._chosen_widths = self._chosen_widths or (not self._fitting and section != VALUE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_wanted.emit()
            return
        super().keyPressEvent(event)


class Structure(QWidget):
    """The tree with its column titles and, where it was cut, what is not shown. `empty` stands in the panel's foot.

    Signals:
        chosen(Part or None): a person turned to another part.
        menu_wanted(QPoint): a menu for the part that is chosen, at a place on the screen.
        empty_toggled(bool): whether empty parts are to be seen from here on.
        filter_wanted(text, empty): which parts have this text, to be answered by `show_filtered`; `empty`: of all.
    """

    chosen = Signal(object)
    menu_wanted = Signal(QPoint)
    copy_wanted = Signal()
    empty_toggled = Signal(bool)
    filter_wanted = Signal(str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("inspector-structure")
        self.model = TreeModel(self)
        self.filter = TreeFilter(self)
        self.tree = self.first = PartsTree(self.model, self)
        self._told = True
        self.said = QLabel(self)
        self.said.setObjectName("inspector-structure-said")
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        self.said.setWordWrap(True)
        theme.dress(self.said, "muted")
        self.empty = QToolButton(self)
        self.empty.setObjectName("inspector-empty-fields")
        self.empty.setText(self.tr("Empty fields"))
        self.empty.setToolTip(self.tr("Show fields that say nothing, too"))
        self.empty.setCheckable(True)
        self.empty.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.empty.toggled.connect(self._on_empty)
        theme.dress(self.empty, "chip")
        self._lay_out()
        self.tree.selectionModel().currentChanged.connect(self._on_current)
        self.tree.customContextMenuRequested.connect(self._on_menu)
        self.tree.copy_wanted.connect(self.copy_wanted)
        self.filter.changed.connect(self._on_filter)
        self.filter.left.connect(self._on_filter_left)

    def _lay_out(self) -> None:
        foot = QHBoxLayout()
        foot.setContentsMargins(3 * theme.GRID, 0, 3 * theme.GRID, 0)
        foot.addWidget(self.said, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(theme.GRID)
        layout.addWidget(self.filter)
        layout.addWidget(self.tree, 1)
        layout.addLayout(foot)

    def show_content(self, content: Content | None) -> None:
        """Show this; None: nothing. A part that was chosen is chosen again where it still is."""
        self._told = False
        self.model.show_content(content)
        self._told = True
        self.empty.setEnabled(content is not None and content.document.format is Format.HL7V2)
        self._say_how_much(content)
        self._open()
        if self.model.filtered is None:
            self._on_filter()

    def _open(self) -> None:
        """Open all, where that is not much; of a long message the outermost rows only."""
        if self._rows(OPENED) < OPENED:
            self.tree.expandAll()
        elif self.model.rowCount() < OPENED // 4:
            self.tree.expandToDepth(0)

    def _rows(self, most: int) -> int:
        """How many rows there are in all, counted up to a limit."""
        waiting, count = [QModelIndex()], 0
        while waiting and count < most:
            above = waiting.pop()
            rows = self.model.rowCount(above)
            count += rows
            if count < most:
                waiting += [self.model.index(row, PATH, above) for row in range(rows)]
        return count

    def _say_how_much(self, content: Content | None) -> None:
        words = ""
        if content is not None and content.document.described < content.size:
            shown, size = text.number(content.document.described), text.exact_size(content.size)
            words = self.tr("{shown} of {size}").format(shown=shown, size=size)
            if not content.whole:
                words = self.tr("{amount} · reading the rest …").format(amount=words)
        self.said.setText(words)
        self.said.setVisible(bool(words))

    def set_pale(self, pale: bool) -> None:
        """Pale is what was not read lately."""
        self.tree.delegate.pale = pale
        self.tree.viewport().update()

    @property
    def part(self) -> Part | None:
        """What is chosen."""
        index = self.tree.currentIndex()
        return self.model.part(index) if index.isValid() else None

    def show_spot(self, spot: Spot | None) -> None:
        """Turn to a part that was chosen elsewhere."""
        if spot is not None and self._leaves_out(spot.part):
            self.filter.clear()
        self._told = False
        index = self.model.index_of(spot) if spot is not None else QModelIndex()
        if index.isValid():
            self.tree.setCurrentIndex(index)
            self.tree.scrollTo(index)
        else:
            self.tree.selectionModel().clear()
        self._told = True

    @Slot(QModelIndex)
    def _on_current(self, index: QModelIndex) -> None:
        if self._told:
            self.chosen.emit(self.model.part(index) if index.isValid() else None)

    @Slot(QPoint)
    def _on_menu(self, at: QPoint) -> None:
        self.menu_wanted.emit(self.tree.viewport().mapToGlobal(at))

    @Slot(bool)
    def _on_empty(self, shown: bool) -> None:
        chosen = self.part
        self._told = False
        self.model.show_empty(shown)
        self._told = True
        self._open()
        if chosen is None:
            self.chosen.emit(None)
        self._on_filter()
        self.empty_toggled.emit(shown)

    # -- the filter ------------------------------------------------------------------------------------------

    def begin_filter(self) -> None:
        """Have a text typed that fields are to have."""
        self.filter.field.selectAll()
        self.filter.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_filtered(self, found: Filtered) -> None:
        """The answer to `filter_wanted`; one to another text, or about another payload, is dropped."""
        content = self.model.content
        if content is not None and found.document is content.document and found.typed == self.filter.typed:
            self._filter(found)

    def _filter(self, found: Filtered | None) -> None:
        """What was chosen is chosen again where it is left."""
        content, chosen = self.model.content, self.part
        self._told = False
        self.model.show_filtered(found)
        self._told = True
        self.filter.show_count(found)
        self._open()
        if chosen is None or content is None:
            return
        if not self._leaves_out(chosen):
            self.show_spot(places.at_part(content.document, chosen))
        if not self.tree.currentIndex().isValid():
            self.chosen.emit(None)

    def _leaves_out(self, part: Part) -> bool:
        """Whether the filter does, or will as soon as its answer comes."""
        from qmonitor.monitor.inspecting.filtering import any_matches

        content, found, typed = self.model.content, self.model.filtered, self.filter.typed
        if not typed or content is None:
            return False
        if found is not None and found.typed == typed:
            return id(part) not in found.parts
        return not any_matches(content, part, typed)

    @Slot()
    def _on_filter(self) -> None:
        if self.model.content is None or not self.filter.typed:
            if self.model.filtered is not None:
                self._filter(None)
            self.filter.show_count(None)
        else:
            self.filter_wanted.emit(self.filter.typed, self.model.empty_shown)

    @Slot()
    def _on_filter_left(self) -> None:
        """To what is chosen, else to the first field."""
        if not self.tree.currentIndex().isValid():
            index = self.model.index(0, PATH)
            while self.model.rowCount(index):
                index = self.model.index(0, PATH, index)
            self.tree.setCurrentIndex(index)
        self.tree.setFocus(Qt.FocusReason.OtherFocusReason)
