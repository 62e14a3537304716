"""The pages of `resources/help`, to be read beside the window."""

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QListWidget, QTextBrowser, QWidget

from qmonitor import assets
from qmonitor.gui import language, theme
from qmonitor.gui.dialogs.frame import Frame
from qmonitor.gui.hairline import Splitter

PAGES = (
    *("first-steps", "destinations", "messages", "inspector", "errors", "charts", "history"),
    *("alerts", "actions", "workers", "privacy", "opening-files", "dead-letters", "streams", "command-line"),
)
"""In the order in which a newcomer needs them."""


class HelpDialog(Frame):
    """A list of the pages and the one that is chosen. Stays open beside the window."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Help"), parent)
        self.setObjectName("help-dialog")
        self.setModal(False)
        self._pages = [assets.text(language.resource(f"help/{name}.md")) for name in PAGES]
        self.list = QListWidget()
        self.list.setObjectName("help-pages")
        self.list.setAccessibleName(self.tr("Pages"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setSpacing(theme.GRID // 2)
        self.list.addItems([title(page) for page in self._pages])
        theme.dress(self.list, "list")
        self.page = QTextBrowser()
        self.page.setObjectName("help-page")
        self.page.setAccessibleName(self.tr("Page"))
        self.page.setOpenLinks(False)
        self.page.document().setDocumentMargin(3 * theme.GRID)
        self.list.currentRowChanged.connect(self._show)
        both = Splitter(Qt.Orientation.Horizontal)
        both.addWidget(self.list)
        both.addWidget(self.page)
        both.setStretchFactor(1, 1)
        both.setSizes([260, 600])
        both.setHandleWidth(1)
        self.body.addWidget(both, 1)
        self.closing()
        self.list.setCurrentRow(0)
        self.list.setFocus(Qt.FocusReason.TabFocusReason)

    def sizeHint(self) -> QSize:
        return QSize(900, 620)

    @Slot(int)
    def _show(self, row: int) -> None:
        self.page.setMarkdown(self._pages[row])  # our own page: data of a queue is never shown as markup
        _part(self.page.document())


def _part(document: QTextDocument) -> None:
    """Have headings stand nearer to what they are about than to what is above them."""
    cursor, block = QTextCursor(document), document.begin()
    while block.isValid():
        if block.blockFormat().headingLevel() > 1:
            form = block.blockFormat()
            form.setTopMargin(5 * theme.GRID)
            form.setBottomMargin(2 * theme.GRID)
            cursor.setPosition(block.position())
            cursor.setBlockFormat(form)
        block = block.next()
    document.clearUndoRedoStacks()


def title(page: str) -> str:
    """The first heading of a page."""
    return next(line.removeprefix("# ") for line in page.splitlines() if line.startswith("# "))
