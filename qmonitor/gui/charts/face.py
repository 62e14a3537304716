"""The parts of the charts panel and their places: titles, legend, plots or small charts; or a sentence instead."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedLayout, QToolButton, QVBoxLayout, QWidget

from qmonitor.gui import theme
from qmonitor.gui.charts.axes import AgeAxis, CountAxis, depth_title
from qmonitor.gui.charts.drawing import Drawing
from qmonitor.gui.charts.legend import Legend
from qmonitor.gui.charts.multiples import Multiples
from qmonitor.gui.charts.plot import Plot
from qmonitor.gui.charts.scale import LINEAR
from qmonitor.gui.icons import icon


class Face(QWidget):
    """What the panel looks like, without a will of its own. A frame around it says that it has the keyboard."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.depth_plot = Plot(CountAxis(), self, labels=False)
        self.depth_plot.setObjectName("charts-depth")
        self.depth_plot.setAccessibleName(self.tr("Depth over time"))
        self.age_plot = Plot(AgeAxis(), self, labels=True)
        self.age_plot.setObjectName("charts-age")
        self.age_plot.setAccessibleName(self.tr("Age of the oldest message over time"))
        self.age_plot.box.setXLink(self.depth_plot.box)
        self.drawing = Drawing(self.depth_plot, self.age_plot)
        self.multiples = Multiples(self.drawing, self)
        self._multiples = False
        self.legend = Legend(self)
        self.depth_title = self._title("charts-depth-title", depth_title(LINEAR))
        self.age_title = self._title("charts-age-title", "")
        self.stale = _label("charts-stale", "", self)
        theme.dress(self.stale, "warning")
        self.stale.hide()
        self.back = self._button("charts-follow", self.tr("Back to now"), "chip")
        self.back.setText(self.tr("Back to now"))
        self.back.setToolTip(self.tr("Follow the present again"))
        policy = self.back.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # what comes and goes moves nothing else
        self.back.setSizePolicy(policy)
        self.back.hide()
        self.more = self._button("charts-menu-button", self.tr("Menu of the charts"))
        self.find_button = self._button("charts-find", self.tr("Find a curve"))
        self.to_grid = self._button("charts-to-grid", self.tr("Small charts, one for each destination"))
        self.to_curves = self._button("charts-to-curves", self.tr("All curves in one plot"))
        self.grid_more = self._button("charts-grid-menu-button", self.tr("Menu of the charts"))
        for button, tip in (
            (self.more, self.tr("Curves, alert rules, saving")),
            (self.grid_more, self.tr("Curves, alert rules, saving")),
            (self.find_button, self.tr("Find a destination, and show or hide its curve (/)")),
            (self.to_grid, self.tr("Small charts, one for each destination (M)")),
            (self.to_curves, self.tr("All curves in one plot (M)")),
        ):
            button.setToolTip(tip)
        self.empty = _label("charts-empty", "", self)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.setWordWrap(True)
        theme.dress(self.empty, "muted")
        self._lay_out()
        self._draw_icon()
        theme.notifier().changed.connect(self._draw_icon)

    def show_empty(self, sentence: str) -> None:
        """Show the plots, or a sentence in their place."""
        if self.empty.text() != sentence:
            self.empty.setText(sentence)
        self._show_page()

    def show_multiples(self, on: bool) -> None:
        """Show small charts in the place of the two plots."""
        self._multiples = on
        self._show_page()

    def _show_page(self) -> None:
        page = 0 if self.empty.text() else 2 if self._multiples else 1
        if self._pages.currentIndex() != page:
            self._pages.setCurrentIndex(page)

    def _title(self, name: str, words: str) -> QLabel:
        title = _label(name, words, self)
        title.setFont(theme.bold(self.font()))
        theme.dress(title, "muted")
        return title

    def _button(self, name: str, accessible: str, kind: str = "small") -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setAccessibleName(accessible)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the panel is one stop; its keys and menu do the same
        theme.dress(button, kind)
        return button

    def _lay_out(self) -> None:
        plots = QWidget(self)
        column = QVBoxLayout(plots)
        column.setContentsMargins(1, theme.GRID, theme.GRID, 1)  # within the frame
        column.setSpacing(0)
        column.addLayout(
            _head(self.depth_title, (self.legend, 1), (self.find_button, 0), (self.to_grid, 0), (self.more, 0))
        )
        column.addWidget(self.depth_plot, 1)
        column.addLayout(_head(self.age_title, (self.stale, 1), (self.back, 0)))
        column.addWidget(self.age_plot, 1)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self.empty)
        self._pages.addWidget(plots)
        self.multiples.row.addWidget(self.to_curves)
        self.multiples.row.addWidget(self.grid_more)
        self._pages.addWidget(self.multiples)
        theme.dress(self, "surface")
        self.setAutoFillBackground(True)

    @Slot()
    def _draw_icon(self) -> None:
        for button, name in (
            (self.more, "more"),
            (self.grid_more, "more"),
            (self.find_button, "find"),
            (self.to_grid, "multiples"),
            (self.to_curves, "curves"),
        ):
            button.setIcon(icon(name))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus() and not self._multiples:
            painter = QPainter(self)
            painter.setPen(QColor(theme.current().accent))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
            painter.end()


def _head(title: QLabel, *others: tuple[QWidget, int]) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(theme.GRID)
    row.addWidget(title, 0, Qt.AlignmentFlag.AlignTop)
    for widget, stretch in others:
        row.addWidget(widget, stretch, Qt.AlignmentFlag.AlignTop)
    return row


def _label(name: str, words: str, parent: QWidget) -> QLabel:
    label = QLabel(words, parent)
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setContentsMargins(2 * theme.GRID, theme.GRID, 2 * theme.GRID, 0)
    return label
