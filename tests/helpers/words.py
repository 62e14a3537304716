"""The words that a window shows, says and hints at; in the pseudo-locale one sees which of them are not translated."""

import re
from collections.abc import Iterable, Iterator

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QTabBar,
    QWidget,
)

from qmonitor.gui.language import CLOSING, OPENING
from tests.helpers.clipping import is_part, name

BRACKETED = re.compile(f"{OPENING}[^{OPENING}{CLOSING}]*{CLOSING}")
WORD = re.compile(r"[^\W\d_]{2,}")
KEYS = re.compile(r"\b(Ctrl|Shift|Alt|Meta|Return|Enter|Esc|Del|Ins|Home|End|PgUp|PgDown|Space|Tab|F\d+)\b")
"""The names of keys, which are Qt's."""

TAG = re.compile(r"</?(qt|p|br)\b[^<>]*>")
"""What makes the lines of a tool tip."""

PROGRAM = "qmonitor"


def texts(window: QWidget) -> Iterator[tuple[str, str]]:
    """Where each text stands, and the text."""
    yield f"title of {name(window)}", window.windowTitle()
    for widget in (window, *window.findChildren(QWidget)):
        if is_part(widget) or _closed(widget):
            continue
        who = name(widget)
        yield f"tool tip of {who}", widget.toolTip()
        yield f"name of {who}", widget.accessibleName()
        yield f"description of {who}", widget.accessibleDescription()
        yield from ((who, text) for text in _own(widget))
    for action in window.findChildren(QAction):
        yield f"action {action.objectName()}", action.text()
        yield f"tool tip of action {action.objectName()}", action.toolTip()


def _closed(widget: QWidget) -> bool:
    """A text of a place that was never shown may be a leftover."""
    return isinstance(widget, QLabel) and not widget.isVisible()


def _own(widget: QWidget) -> Iterator[str]:
    if isinstance(widget, (QLabel, QAbstractButton)):
        yield widget.text()
    elif isinstance(widget, QLineEdit):
        yield widget.placeholderText()
    elif isinstance(widget, QComboBox):
        yield from (widget.itemText(row) for row in range(widget.count()))
    elif isinstance(widget, (QGroupBox, QMenu)):
        yield widget.title()
    elif isinstance(widget, QTabBar):
        yield from (widget.tabText(tab) for tab in range(widget.count()))
    elif isinstance(widget, QHeaderView):
        yield from _headings(widget.model(), widget.orientation())
    elif isinstance(widget, QAbstractItemView):
        yield from _cells(widget)


def _headings(model: QAbstractItemModel | None, orientation: Qt.Orientation) -> Iterator[str]:
    if model is not None and orientation == Qt.Orientation.Horizontal:
        for section in range(_columns(model)):
            yield str(model.headerData(section, orientation) or "")
            yield str(model.headerData(section, orientation, Qt.ItemDataRole.ToolTipRole) or "")


ROLES = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole)


def _columns(model: QAbstractItemModel) -> int:
    return 1 if isinstance(model, QAbstractListModel) else model.columnCount()  # a list's is private


def _cells(view: QAbstractItemView) -> Iterator[str]:
    model = view.model()
    if model is None:
        return
    for row in range(min(model.rowCount(), 20)):
        for column in range(_columns(model)):
            for role in ROLES:
                value = model.index(row, column).data(role)
                if isinstance(value, str):
                    yield value


def untranslated(window: QWidget, data: Iterable[str]) -> list[str]:
    """One line for every text with a word that is neither bracketed nor `data` (what the scene's file holds)."""
    known = sorted((one for one in data if one), key=len, reverse=True)
    return [f"{where}: {text!r}" for where, text in dict.fromkeys(texts(window)) if _strange(text, known)]


def _strange(text: str, known: list[str]) -> bool:
    text = TAG.sub(" ", text)
    for one in known:
        text = text.replace(one, " ")
    before = ""
    while before != text:  # brackets lie in brackets
        before, text = text, BRACKETED.sub(" ", text)
    return bool(WORD.search(KEYS.sub(" ", text.replace(PROGRAM, " "))))
