"""What a shown window cuts off: texts that do not fit their control, and controls that lie over each other.

Columns and names of data may elide, with the whole in a tool tip; labels and controls of ours may not.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenuBar,
    QScrollBar,
    QSizeGrip,
    QSplitterHandle,
    QStackedWidget,
    QTabBar,
    QToolBar,
    QToolButton,
    QWidget,
)

from qmonitor.gui import theme

DATA = ("source-bar", "legend-name")
"""Object names (or their beginnings) of controls whose text is data: these elide."""

HEADING_PADDING = 4 * theme.GRID
"""Pixels that the theme leaves at both sides of a heading, together."""

SLACK = 1
"""Pixels that rounding may take."""


def name(widget: QWidget) -> str:
    """Which one it is, for messages."""
    names = []
    at: QWidget | None = widget
    while at is not None:
        if at.objectName() and not at.objectName().startswith("qt_"):
            names.append(at.objectName())
        at = at.parentWidget()
    return f"{type(widget).__name__} {'/'.join(reversed(names))}"


def seen(window: QWidget) -> Iterator[QWidget]:
    """The widgets that are on the screen, Qt's own parts of a control left out."""
    for widget in window.findChildren(QWidget):
        shown = widget.viewport() if isinstance(widget, QAbstractScrollArea) else widget  # it covers the area itself
        if widget.isVisible() and not is_part(widget) and not shown.visibleRegion().isEmpty():
            yield widget


def is_part(widget: QWidget) -> bool:
    """Whether Qt makes up a bigger control of it. (The bar of a tab widget is Qt's too, but has words of ours.)"""
    if isinstance(widget.parentWidget(), QTabBar):
        return True
    return widget.objectName().startswith("qt_") and not isinstance(widget, QTabBar)


def cut(window: QWidget, data: Iterable[str] = DATA) -> list[str]:
    """One line for every text that has too little room."""
    found = []
    for widget in seen(window):
        if widget.objectName().startswith(tuple(data)):
            continue
        found += [f"{name(widget)}: {said}" for said in _cut(widget)]
    return found


def _cut(widget: QWidget) -> Iterator[str]:
    if isinstance(widget, QLabel):
        yield from _label(widget)
    elif isinstance(widget, (QAbstractButton, QComboBox)):
        yield from _button(widget)
    elif isinstance(widget, QTabBar):
        yield from _tabs(widget)
    elif isinstance(widget, QHeaderView) and widget.orientation() == Qt.Orientation.Horizontal:
        yield from _header(widget)
    elif isinstance(widget, QLineEdit):
        yield from _field(widget)
    elif isinstance(widget, QMenuBar):
        yield from _bar(widget, widget.sizeHint().width())
    elif isinstance(widget, QToolBar):
        extension = widget.findChild(QToolButton, "qt_toolbar_ext_button")
        if extension is not None and extension.isVisible():
            yield "not every action has room"


def _label(label: QLabel) -> Iterator[str]:
    if not label.text().strip():
        return
    needed = label.heightForWidth(label.width()) if label.wordWrap() else label.sizeHint().height()
    width = label.minimumSizeHint().width() if label.wordWrap() else label.sizeHint().width()
    if label.width() + SLACK < width:
        yield f"{label.text()!r} needs {width} px of {label.width()}"
    if label.height() + SLACK < needed:
        yield f"{label.text()!r} needs {needed} px of {label.height()} in height"
    yield from _covered(label, label.text())


def _button(button: QAbstractButton | QComboBox) -> Iterator[str]:
    text = button.currentText() if isinstance(button, QComboBox) else button.text()
    hint = button.sizeHint()
    if text and (button.width() + SLACK < hint.width() or button.height() + SLACK < hint.height()):
        yield f"{text!r} needs {hint.width()} × {hint.height()} px of {button.width()} × {button.height()}"
    if text:
        yield from _covered(button, text)


def _covered(widget: QWidget, text: str) -> Iterator[str]:
    """Cut by what it lies in; inside of a scrolled area that is meant."""
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent.parentWidget(), QAbstractScrollArea):
            return
        if parent.isWindow():
            break
        parent = parent.parentWidget()
    shown = widget.visibleRegion().boundingRect()
    if shown.width() + SLACK < widget.width() or shown.height() + SLACK < widget.height():
        yield f"{text!r} is seen in {shown.width()} × {shown.height()} px of {widget.width()} × {widget.height()}"


def _tabs(bar: QTabBar) -> Iterator[str]:
    for tab in range(bar.count()):
        text = bar.tabText(tab)
        room = bar.tabRect(tab)
        needed = bar.fontMetrics().horizontalAdvance(text.replace("&", ""))
        if bar.isTabVisible(tab) and (room.width() < needed or room.right() > bar.width()):
            yield f"the tab {text!r} needs {needed} px of {room.width()}"


def _header(header: QHeaderView) -> Iterator[str]:
    model = header.model()
    for section in range(header.count()):
        text = model.headerData(section, Qt.Orientation.Horizontal)
        needed = header.fontMetrics().horizontalAdvance(str(text or "")) + HEADING_PADDING
        if text and not header.isSectionHidden(section) and header.sectionSize(section) < needed:
            yield f"the heading {text!r} needs {needed} px of {header.sectionSize(section)}"


def _field(field: QLineEdit) -> Iterator[str]:
    text = "" if field.text() else field.placeholderText()
    needed = field.fontMetrics().horizontalAdvance(text)
    if needed > field.width() - 2 * field.fontMetrics().averageCharWidth():
        yield f"the hint {text!r} needs {needed} px of {field.width()}"


def _bar(bar: QMenuBar, needed: int) -> Iterator[str]:
    if bar.width() < min(needed, bar.sizeHint().width()):
        yield f"needs {needed} px of {bar.width()}"


PARTS = (QScrollBar, QSizeGrip, QSplitterHandle)
"""What lies at the edge of others by its nature."""


def overlapping(window: QWidget, meant: Iterable[str] = ()) -> list[str]:
    """One line for every two controls that lie over each other; `meant` names what hovers."""
    found = []
    for parent in (window, *seen(window)):
        if isinstance(parent, (QStackedWidget, QAbstractScrollArea, QTabBar)):
            continue
        for one, other in combinations(_siblings(parent, tuple(meant)), 2):
            both = one.geometry() & other.geometry()
            if _counts(both):
                found.append(f"{name(one)} and {name(other)} share {both.width()} × {both.height()} px")
    return found


def _siblings(parent: QWidget, meant: tuple[str, ...]) -> list[QWidget]:
    children = [child for child in parent.children() if isinstance(child, QWidget) and child.isVisible()]
    return [
        child
        for child in children
        if not child.isWindow() and not isinstance(child, PARTS) and child.objectName() not in meant
    ]


def _counts(both: QRect) -> bool:
    return both.width() > SLACK and both.height() > SLACK


def assert_nothing_cut(window: QWidget, *, data: Iterable[str] = DATA, meant: Iterable[str] = ()) -> None:
    """No label, button, tab, heading or hint is cut, and no two controls overlap. The window must be shown."""
    QApplication.processEvents()
    assert window.isVisible(), "nothing is cut in a window that nobody sees"
    problems = [*cut(window, data), *overlapping(window, meant)]
    assert not problems, "\n".join(problems)
