"""What stands below the views of a payload: where one is, what is odd, and how the bytes are read."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QMenu,
    QSizePolicy,
    QStyle,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from qmonitor.gui import text, theme
from qmonitor.gui.hairline import Hairline
from qmonitor.gui.inspector.detail import data_label
from qmonitor.payloads.model import Notice

if TYPE_CHECKING:
    from qmonitor.monitor.inspecting.content import Content

CODECS = (
    "utf-8", "iso8859-1", "cp1252", "iso8859-15", "iso8859-2", "cp1250", "iso8859-5", "cp1251", "iso8859-7", "cp1253",
    "iso8859-9", "cp1254", "utf-16-le", "utf-16-be", "shift_jis", "gb18030", "big5", "euc_kr", "ascii",
)  # fmt: skip
"""Encodings that are offered: those that hospitals' systems use."""

WIDE = 150 * theme.GRID
"""Pixels from which on one row is enough."""
LISTED = 100
"""Oddities in a menu at most."""


class OddityButton(QToolButton):
    """How many oddities in the colour of a warning, and the first of them, as far as there is room."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("inspector-oddities")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._count = self._first = ""
        theme.dress(self, "chip")

    def show_words(self, count: str, first: str) -> None:
        """How many there are, and what the first one says."""
        self._count, self._first = f"▲ {count}", first
        self.update()

    def sizeHint(self) -> QSize:
        height = self.fontMetrics().height() + 2 * theme.GRID
        return QSize(self.fontMetrics().horizontalAdvance(self._count) + 4 * theme.GRID, height)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QStylePainter(self)
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.text = ""
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        room = self.rect().adjusted(2 * theme.GRID, 0, -2 * theme.GRID, 0)
        flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
        painter.setPen(QColor(theme.current().warning))
        painter.drawText(room, flags, self._count)
        room.setLeft(room.left() + self.fontMetrics().horizontalAdvance(self._count) + 2 * theme.GRID)
        painter.setPen(QColor(theme.current().muted))
        painter.drawText(
            room, flags, self.fontMetrics().elidedText(self._first, Qt.TextElideMode.ElideRight, room.width())
        )


class PathLabel(QLabel):
    """One line that loses its middle where it is too long; its tip has all of it. Empty it is as high."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("inspector-path")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(10 * theme.GRID, self.fontMetrics().height() + 2 * theme.GRID)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().windowText().color())
        words = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideMiddle, self.width())
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), words)


class PayloadFoot(QWidget):
    """Path and name of what is chosen, the first oddity with a menu of all, the encoding with a menu of others.

    Signals:
        oddity_chosen(Notice): a person wants to see its place.
        encoding_chosen(codec): read the payload so; empty: as the message says.
        assumed_chosen(codec): take this for the source's messages that do not say; empty: nothing.
        document_wanted(): save the document that is chosen.
    """

    oddity_chosen = Signal(object)
    encoding_chosen = Signal(str)
    assumed_chosen = Signal(str)
    document_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("inspector-foot")
        self.path = PathLabel(self)
        self.document = QToolButton(self)
        self.document.setObjectName("inspector-save-document")
        self.document.setText(self.tr("Save document…"))
        self.document.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.document.clicked.connect(self.document_wanted)
        theme.dress(self.document, "chip")
        self.oddities = OddityButton(self)
        self.oddities.setAccessibleName(self.tr("Oddities"))
        self.oddities.clicked.connect(self._on_oddities)
        self.encoding = QToolButton(self)
        self.encoding.setObjectName("inspector-encoding")
        self.encoding.setAccessibleName(self.tr("Encoding"))
        self.encoding.setToolTip(self.tr("Read the bytes in another encoding; what is stored stays as it is"))
        self.encoding.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.encoding.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.encoding.setMenu(QMenu(self.encoding))
        self.encoding.menu().setObjectName("inspector-encodings")
        self.encoding.menu().aboutToShow.connect(self._fill_menu)
        theme.dress(self.encoding, "chip")
        self.said = data_label(self, "inspector-told")
        self._content: Content | None = None
        self._notices: tuple[Notice, ...] = ()
        self._lay_out()
        self.show_content(None)

    def _lay_out(self) -> None:
        first, second = QHBoxLayout(), QHBoxLayout()
        first.setContentsMargins(3 * theme.GRID, theme.GRID, theme.GRID, 0)
        second.setContentsMargins(theme.GRID, 0, theme.GRID, theme.GRID)
        first.addWidget(self.path, 1)
        first.addWidget(self.document)
        second.addWidget(self.oddities, 1)
        self._filler = QWidget(self)
        second.addWidget(self._filler, 1)
        self._second = second
        second.addWidget(self.encoding)
        told = QHBoxLayout()
        told.setContentsMargins(3 * theme.GRID, theme.GRID, 3 * theme.GRID, 0)
        told.addWidget(self.said)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(Hairline(self))
        layout.addLayout(told)
        self._rows = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._rows.setSpacing(0)
        self._rows.addLayout(first, 1)
        self._rows.addLayout(second, 1)
        layout.addLayout(self._rows)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is room, all of it stands in one row."""
        super().resizeEvent(event)
        wide = self.width() >= WIDE
        self._rows.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)

    def add(self, control: QWidget) -> None:
        """Give a view's control a place beside the encoding."""
        self._second.insertWidget(self._second.count() - 1, control)

    # -- showing ---------------------------------------------------------------------------------------------

    def show_content(self, content: Content | None) -> None:
        """What is odd about a payload and how it is read; None: nothing is."""
        self._content = content
        self._notices = content.document.notices if content is not None else ()
        self._show_oddities()
        document = content.document if content is not None else None
        self.encoding.setVisible(document is not None and bool(document.encoding))
        if document is not None:
            self.encoding.setText(document.encoding)
            said = self.tr("Encoding {encoding}: {source}").format(
                encoding=document.encoding, source=text.translate(document.source)
            )
            self.encoding.setAccessibleName(said)
            self.encoding.setStatusTip(said)
            tip = self.tr("Read the bytes in another encoding; what is stored stays as it is")
            self.encoding.setToolTip(text.tip(f"{said}\n{tip}"))
        if content is None:
            self.show_place("", "", document=False)
            self.tell("", "muted")

    def _show_oddities(self) -> None:
        count = len(self._notices)
        self.oddities.setVisible(bool(count))
        self._filler.setVisible(not count)
        if not count:
            return
        first = text.translate(self._notices[0].text)
        words = self.tr("1 oddity") if count == 1 else self.tr("{count} oddities")
        counted = words.format(count=text.number(count))
        self.oddities.show_words(counted, first)
        self.oddities.setAccessibleName(f"{counted}: {first}")
        self.oddities.setToolTip(text.tip("\n".join(map(self._line, self._notices[:20]))))

    def show_place(self, path: str, name: str, *, document: bool) -> None:
        """Where one is; `document`: there is one that can be saved."""
        words = " · ".join(filter(None, (text.line(path), text.line(name))))
        self.path.setText(words)
        self.path.setToolTip(text.tip(words))
        self.document.setVisible(document)

    def tell(self, words: str, role: str = "muted") -> None:
        """How something went; in full on hover, too: a digest is wider than a narrow column."""
        self.said.setText(words)
        self.said.setToolTip(text.tip(words))
        self.said.setVisible(bool(words))
        theme.dress(self.said, role)

    @staticmethod
    def _line(notice: Notice) -> str:
        words = text.translate(notice.text)
        return f"{text.line(notice.path)} · {words}" if notice.path else words

    # -- menus -----------------------------------------------------------------------------------------------

    def _on_oddities(self) -> None:
        """Go to the one; of several let a person choose."""
        if len(self._notices) == 1:
            self.oddity_chosen.emit(self._notices[0])
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for notice in self._notices[:LISTED]:
            action = menu.addAction(self._line(notice).replace("&", "&&"))
            action.triggered.connect(partial(self.oddity_chosen.emit, notice))
        menu.popup(self.oddities.mapToGlobal(self.oddities.rect().topLeft()))

    def _fill_menu(self) -> None:
        """The encodings, with the one in use marked; and which one the source's messages are taken to be in."""
        menu = self.encoding.menu()
        menu.clear()
        content = self._content
        if content is None:
            return
        group = QActionGroup(menu)
        self._entry(group, menu, self.tr("As the message says"), "", not content.view.encoding)
        menu.addSeparator()
        for codec in CODECS:
            self._entry(group, menu, called(codec), codec, content.view.encoding == codec)
        group.triggered.connect(self._on_encoding)
        menu.addSeparator()
        codec, assumed = content.document.codec, content.view.assumed
        if codec and codec != assumed:
            words = self.tr("Assume {encoding} where messages of this source do not say")
            menu.addAction(words.format(encoding=called(codec))).triggered.connect(
                partial(self.assumed_chosen.emit, codec)
            )
        if assumed:
            words = self.tr("No longer assume {encoding} for this source")
            menu.addAction(words.format(encoding=called(assumed))).triggered.connect(
                partial(self.assumed_chosen.emit, "")
            )

    @staticmethod
    def _entry(group: QActionGroup, menu: QMenu, words: str, codec: str, checked: bool) -> None:
        action = menu.addAction(words)
        action.setCheckable(True)
        action.setChecked(checked)
        action.setData(codec)
        group.addAction(action)

    def _on_encoding(self, action: QAction) -> None:
        self.encoding_chosen.emit(str(action.data()))


def called(codec: str) -> str:
    """The name that people know an encoding by."""
    from qmonitor.payloads.decoding import called as named

    return named(codec)
