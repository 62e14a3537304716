"""A dead letter as a person reads it: its subject, whom it is for, and its descriptions and fields as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.inspector.detail import Facts, data_label
from qmonitor.gui.inspector.model import Fact, shown
from qmonitor.queues.times import Instant

if TYPE_CHECKING:
    from qmonitor.monitor.inspecting.content import Content
    from qmonitor.monitor.inspecting.letters import Entry, Letter


class Rows(QWidget):
    """The table: what is told, and what stands beside it. Each cell wraps, and can be selected."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("letter-table")
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(4 * theme.GRID)
        self._grid.setVerticalSpacing(theme.GRID)
        for column, words in enumerate((self.tr("description"), self.tr("field"))):
            title = QLabel(words, self)
            title.setTextFormat(Qt.TextFormat.PlainText)
            theme.dress(title, "muted")
            self._grid.addWidget(title, 0, column)
            self._grid.setColumnStretch(column, 1)
        self.cells: list[tuple[QLabel, QLabel]] = []

    def show_rows(self, rows: Sequence[tuple[Entry, Entry]]) -> None:
        """Show these; a row more than there was is made."""
        while len(self.cells) < len(rows):
            self._add(len(self.cells))
        for n, labels in enumerate(self.cells):
            for label, entry in zip(labels, rows[n] if n < len(rows) else (None, None), strict=True):
                label.setText("" if entry is None else written(entry))
                label.setVisible(entry is not None)
        self.setVisible(bool(rows))

    def _add(self, row: int) -> None:
        left, right = (data_label(self, f"letter-{name}-{row}") for name in ("description", "field"))
        left.setAccessibleDescription(self.tr("description"))
        right.setAccessibleDescription(self.tr("field"))
        for column, label in enumerate((left, right)):
            label.setAlignment(Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(label, row + 1, column)
        self.cells.append((left, right))


class LetterView(QScrollArea):
    """One message. What it shows is what may be shown: marks stand where names are masked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("inspector-letter")
        self.setAccessibleName(self.tr("The message"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self._inside = inside = QWidget()
        theme.dress(inside, "surface")
        inside.setAutoFillBackground(True)
        self.subject = data_label(inside, "letter-subject")
        self.subject.setFont(theme.bold(self.subject.font()))
        self.facts = Facts(inside)
        self.rows = Rows(inside)
        self.said = data_label(inside, "letter-said")
        theme.dress(self.said, "muted")
        self._heading = QLabel(self.tr("Further entries"), inside)
        self._heading.setTextFormat(Qt.TextFormat.PlainText)
        self._heading.setFont(theme.bold(self._heading.font()))
        self.others = Facts(inside)
        column = QVBoxLayout(inside)
        column.setContentsMargins(3 * theme.GRID, 2 * theme.GRID, 3 * theme.GRID, 2 * theme.GRID)
        column.setSpacing(2 * theme.GRID)
        for part in (self.subject, self.facts, self.rows, self.said, self._heading, self.others):
            column.addWidget(part)
        column.addStretch(1)
        self.setWidget(inside)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 80)

    def set_pale(self, pale: bool) -> None:
        """Pale is what was not read lately."""
        for facts in (self.facts, self.others):
            facts.set_pale(pale)
        for label in (self.subject, *(cell for row in self.rows.cells for cell in row)):
            theme.dress(label, "muted" if pale else "text")

    def show_content(self, content: Content | None) -> None:
        """Show a payload; None, or anything else than one message: nothing."""
        from qmonitor.monitor.inspecting.letters import letter_of  # with it come the payloads' readers

        found = None if content is None else letter_of(content)
        self._inside.setVisible(found is not None)
        if found is None:
            self.subject.clear()
            self.rows.show_rows(())
            for facts in (self.facts, self.others):
                facts.show_facts(())
            return
        self.subject.setText(written(found.subject, self.tr("no subject")))
        self.facts.show_facts(self._facts(found))
        self.rows.show_rows(found.rows)
        self.said.setText(self._words(found))
        self.said.setVisible(bool(self.said.text()))
        self._heading.setVisible(bool(found.others))
        others = enumerate(found.others)
        self.others.show_facts([Fact(f"other-{n}", shown(name), written(entry)) for n, (name, entry) in others])

    def _facts(self, letter: Letter) -> list[Fact]:
        about = self.tr("code {code}, not known").format(code=shown(letter.code, 40)) if letter.code else ""
        if letter.about is not None:
            about = self.tr("{kind} (code {code})").format(kind=text.translate(letter.about), code=letter.code)
        return [
            Fact("letter-about", self.tr("About"), about or self.tr("no code")),
            Fact("letter-user", self.tr("For"), written(letter.user, self.tr("nobody is named"))),
            Fact("letter-time", self.tr("Written"), *self._time(letter.timestamp)),
            Fact("letter-queued", self.tr("First failed"), *self._time(letter.queued)),
            Fact("letter-skipped", self.tr("Not sent to"), self._skipped(letter.skipped)),
        ]

    def _time(self, at: Instant | None) -> tuple[str, str]:
        """As it is read, and as it is stored."""
        return (self.tr("no time is set"), "") if at is None else (text.local_time(at), text.utc_time(at))

    def _skipped(self, entries: Sequence[Entry] | None) -> str:
        if not entries:
            return self.tr("nobody is left out")
        return "\n".join(map(written, entries))

    def _words(self, letter: Letter) -> str:
        if letter.more:
            words = self.tr("{count} more rows are not shown here; the tree has them.")
            return words.format(count=text.number(letter.more))
        if any(map(is_cut, letter.entries())):
            return self.tr("Long texts are cut here; the hex view has all of them.")
        return "" if letter.rows else self.tr("It has neither descriptions nor fields.")


def is_cut(entry: Entry) -> bool:
    """Whether it is longer than what is shown of it."""
    return len(entry.text) > text.LONG or not entry.whole


def written(entry: Entry, none: str = text.UNKNOWN) -> str:
    """A text of the message, a line of it below the other; `none` where there is none."""
    if entry.null:
        return none
    lines = "\n".join(map(shown, entry.text[: text.LONG].splitlines()))
    return f"{lines}{text.CUT}" if is_cut(entry) else lines or none
