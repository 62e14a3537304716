"""The charts panel: two plots over one axis of time, moved by mouse and keys, with menus for everything."""

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QContextMenuEvent, QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from qmonitor.gui.charts import keys, menu
from qmonitor.gui.charts.drawing import Side
from qmonitor.gui.charts.entry import Entry
from qmonitor.gui.charts.finding import Finding
from qmonitor.gui.charts.view import ChartsView
from qmonitor.queues import times
from qmonitor.queues.model import Destination
from qmonitor.queues.times import Instant

PAN = 0.1
"""What one press of a key moves, as a part of what is seen."""
ZOOM = 1.25


class ChartsPanel(ChartsView):
    """What a person does to the charts. One stop of the Tab key: the keys are in `keys`, the rest is in the menu.

    Signals:
        destination_selected(Destination): a curve or its name was clicked.
        rules_requested(): the rules that the lines come from are to be changed.
        export_requested(str): "png" (see `image`) or "csv" (see `table`) is to be saved as a file.
        looks_changed(logarithmic, multiples): a person chose another scale of the values, or the small charts.
    """

    destination_selected = Signal(object)
    rules_requested = Signal()
    export_requested = Signal(str)
    looks_changed = Signal(bool, bool)

    def __init__(self, parent: QWidget | None = None, clock: Callable[[], Instant] = times.now) -> None:
        super().__init__(parent, clock)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.depth_plot.picked.connect(self._pick_depth)
        self.age_plot.picked.connect(self._pick_age)
        self.legend.destination_selected.connect(self.destination_selected)
        self.legend.switched.connect(self.switch)
        self.legend.entered.connect(self._on_entered)
        self.legend.left.connect(self._on_left)
        self.legend.menu_requested.connect(self.find_curve)
        self.legend.entry_menu_requested.connect(self._show_entry_menu)
        self.more.clicked.connect(self._show_menu_below)
        self.grid_more.clicked.connect(self._show_menu_below)
        self.find_button.clicked.connect(self.find_curve)
        self.to_grid.clicked.connect(self._turn_multiples)
        self.to_curves.clicked.connect(self._turn_multiples)
        self.multiples.commanded.connect(self._obey)
        self.multiples.grid.chosen.connect(self._choose_cell)
        self.finding = Finding(self.drawing, self)
        self.finding.chosen.connect(self._show_chosen)
        self.finding.found.connect(self._mark)
        self._commands: dict[str, Callable[[], object]] = {
            "earlier": lambda: self.depth_plot.pan(-PAN),
            "later": lambda: self.depth_plot.pan(PAN),
            "zoom-in": self.zoom_in,
            "zoom-out": self.zoom_out,
            "follow": self.follow,
            "line-earlier": lambda: self.hover.step(-1),
            "line-later": lambda: self.hover.step(1),
            "curve-before": lambda: self._walk(-1),
            "curve-after": lambda: self._walk(1),
            "switch": self._switch_highlighted,
            "select": self._select_highlighted,
            "leave": self._leave,
            "find": self.find_curve,
            "scale": self._turn_scale,
            "multiples": self._turn_multiples,
        }

    # -- time ------------------------------------------------------------------------------------------------

    def zoom_in(self) -> None:
        """See a shorter stretch of time."""
        self._zoom(1 / ZOOM)

    def zoom_out(self) -> None:
        """See a longer one."""
        self._zoom(ZOOM)

    def _zoom(self, factor: float) -> None:
        """Around the hover line, else the present while it is followed, else the middle."""
        begin, end = self.depth_plot.time()
        middle = end if self.following else (begin + end) / 2
        self.depth_plot.zoom(factor, self.hover.second if self.hover.second is not None else middle)

    # -- curves ----------------------------------------------------------------------------------------------

    @Slot(object)
    def switch(self, where: Destination | None) -> None:
        """Hide a curve or show it again; None: those of the others."""
        self.drawing.choice.toggle(where)
        self._redraw()

    def show_only(self, where: Destination | None) -> None:
        """Hide all curves but one."""
        if where is not None:
            self.drawing.choice.show_only(where)
            self._redraw()

    def show_all(self) -> None:
        """Hide none."""
        self.drawing.choice.show_all()
        self._redraw()

    @Slot(object)
    def _on_entered(self, where: Destination | None) -> None:
        self._highlight(where, others=where is None)

    @Slot()
    def _on_left(self) -> None:
        self._highlight(None)

    def _highlight(self, where: Destination | None, *, others: bool = False) -> None:
        if self.drawing.choice.highlight(where, others=others):
            self._redraw()

    def _highlighted(self) -> Entry | None:
        return next((entry for entry in self.drawing.entries() if entry.highlighted), None)

    def _walk(self, step: int) -> None:
        """Look at the next name of the legend, and have it read aloud."""
        entries = self.drawing.entries()
        if not entries:
            return
        present = self._highlighted()
        at = 0 if step > 0 else len(entries) - 1
        if present is not None:
            at = (entries.index(present) + step) % len(entries)
        self._highlight(entries[at].where, others=entries[at].where is None)
        self._say(entries[at])

    def _say(self, entry: Entry) -> None:
        said = self.tr("{name}, hidden").format(name=entry.name) if entry.hidden else entry.name
        self.setAccessibleDescription(said)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, said))

    def _switch_highlighted(self) -> None:
        if (entry := self._highlighted()) is not None:
            self.switch(entry.where)
            self._say(next(one for one in self.drawing.entries() if one.where == entry.where))

    def _select_highlighted(self) -> None:
        entry = self._highlighted()
        if entry is not None and entry.where is not None:
            self.destination_selected.emit(entry.where)

    def _leave(self) -> None:
        self.hover.leave()
        self._highlight(None)

    @Slot(float, float)
    def _pick_depth(self, second: float, value: float) -> None:
        self._pick(self.sides[0], second, value)

    @Slot(float, float)
    def _pick_age(self, second: float, value: float) -> None:
        self._pick(self.sides[1], second, value)

    def _pick(self, side: Side, second: float, value: float) -> None:
        """Select the curve that is nearest to a click, if one is near."""
        nearest = self.drawing.nearest(side, second, value)
        if nearest is not None:
            self.destination_selected.emit(nearest)

    # -- one of many -----------------------------------------------------------------------------------------

    @Slot()
    def find_curve(self) -> None:
        """Let a person look for a destination by its name."""
        if self._multiples:
            self.multiples.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self.finding.open_below(self.find_button)

    @Slot()
    def _show_chosen(self) -> None:
        self._draw()

    @Slot(object)
    def _mark(self, where: Destination) -> None:
        """Let one curve stand out, until the pointer or a key goes to another one, and have its name read aloud."""
        self._highlight(where)
        self._draw()
        if (entry := self._highlighted()) is not None:
            self._say(entry)

    @Slot(QModelIndex)
    def _choose_cell(self, index: QModelIndex) -> None:
        if (where := self.multiples.cells.where(index.row())) is not None:
            self.destination_selected.emit(where)

    # -- looks -----------------------------------------------------------------------------------------------

    @Slot()
    def _turn_scale(self) -> None:
        self.set_logarithmic(not self.logarithmic)
        self.looks_changed.emit(self.logarithmic, self._multiples)

    @Slot()
    def _turn_multiples(self) -> None:
        had_focus = self.hasFocus() or self.multiples.isAncestorOf(QApplication.focusWidget() or self)
        self.set_multiples(not self._multiples)
        if had_focus:
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.looks_changed.emit(self.logarithmic, self._multiples)

    def set_multiples(self, on: bool) -> None:
        """Show a small chart for each destination, or all curves in two plots."""
        if on == self._multiples:
            return
        self.hover.leave()
        self.setFocusProxy(self.multiples.grid if on else None)  # type: ignore[arg-type]
        self.show_multiples(on)
        self.multiples.select()
        self._redraw(at_once=True)

    @Slot(str)
    def _obey(self, command: str) -> None:
        """A key of the charts was pressed in the grid."""
        self._commands[command]()

    # -- menus -----------------------------------------------------------------------------------------------

    def _show_menu(self, place: QPoint) -> None:
        calls = {
            "find": self.find_curve,
            "show-all": self.show_all,
            "scale": self._turn_scale,
            "multiples": self._turn_multiples,
            "rules": self.rules_requested.emit,
            "follow": self.follow,
            "zoom-in": self.zoom_in,
            "zoom-out": self.zoom_out,
            "png": lambda: self.export_requested.emit("png"),
            "csv": lambda: self.export_requested.emit("csv"),
        }
        entries = self.drawing.entries()
        following = self.following and not self._scaled
        on = {name for name, is_on in (("scale", self.logarithmic), ("multiples", self._multiples)) if is_on}
        menu.chart_menu(self, entries, self.switch, calls, following=following, on=on).popup(place)

    @Slot()
    def _show_menu_below(self) -> None:
        button = self.grid_more if self._multiples else self.more
        self._show_menu(button.mapToGlobal(QPoint(0, button.height())))

    @Slot(object, QPoint)
    def _show_entry_menu(self, where: Destination | None, place: QPoint) -> None:
        entry = next((entry for entry in self.drawing.entries() if entry.where == where), None)
        if entry is not None:
            hidden = bool(self.drawing.choice.hidden)
            calls = {"switch": self.switch, "only": self.show_only}
            menu.entry_menu(self, entry, **calls, show_all=self.show_all, hidden=hidden).popup(place)

    # -- Qt's own --------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        call = self._commands.get(keys.command(event) or "")
        if call is None or not self.drawing.choice.own:
            super().keyPressEvent(event)
        else:
            call()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_keys = event.reason() == QContextMenuEvent.Reason.Keyboard
        if by_keys:
            self._show_menu_below()
        else:
            self._show_menu(event.globalPos())
        event.accept()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self._leave()
        self.update()
