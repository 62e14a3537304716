"""Strips above the status bar that say in a sentence what is the case, and offer the next step."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from qmonitor.gui import theme
from qmonitor.gui.icons import icon
from qmonitor.values import dataclass


@dataclass(frozen=True, slots=True)
class Notice:
    """What a strip says. Of one `key` there is one strip; `level` is info, warning or danger.

    `buttons` are (name, label) pairs. One that is not `dismissable` stays until its cause is gone; one that is
    told `once` does not come back after it was dismissed, unless its cause has been gone (see `Banner.keep_only`).
    """

    key: str
    text: str
    level: str = "info"
    buttons: tuple[tuple[str, str], ...] = ()
    dismissable: bool = False
    once: bool = False


MOST = 2
"""Strips that are seen at once: more would leave little room for what they are about."""

_URGENCY = ("info", "warning", "danger")


class Banner(QWidget):
    """All strips, the latest key last. Takes no room while there is nothing to say.

    Of more than a few the latest is seen, and the most urgent of the others; the rest is behind a button.

    Signals: `chosen` (the strip's key, the button's name) when a button is pressed; `filled` (how many are seen) when
    that may have changed.
    """

    chosen = Signal(str, str)
    filled = Signal(int)

    def __init__(self, parent: QWidget | None = None, most: int = MOST) -> None:
        """`most`: so many are seen at once."""
        super().__init__(parent)
        self.setObjectName("banner")
        self._strips: dict[str, Strip] = {}
        self._most, self._unfolded = most, False
        self._latest: list[str] = []
        """Keys, the one that was told last at the end; one that only says the same in other words keeps its place."""
        self._more: QToolButton | None = None
        self._done_with: set[str] = set()
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(0)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_notice(self, notice: Notice) -> None:
        """Show it, in the place of an older one with the same key."""
        strip = self._strips.get(notice.key)
        if notice.key in self._done_with or (strip is not None and strip.notice == notice):
            return
        fresh = Strip(notice, self)
        fresh.chosen.connect(self.chosen)
        fresh.dismissed.connect(self._dismiss)
        if strip is None:
            self._rows.insertWidget(self._rows.count() - (self._more is not None), fresh)
        else:
            self._rows.replaceWidget(strip, fresh)
            strip.hide()
            strip.deleteLater()
        self._strips[notice.key] = fresh
        if strip is None or (notice.dismissable and not notice.once):
            self._latest = [key for key in self._latest if key != notice.key] + [notice.key]
        self._fold()

    def follow(self, notice: Notice) -> None:
        """Say so in the strip with this key, if it is still there."""
        if notice.key in self._strips:
            self.show_notice(notice)

    @Slot(str)
    def _dismiss(self, key: str) -> None:
        if self._strips[key].notice.once:
            self._done_with.add(key)
        self.withdraw(key)

    def withdraw(self, key: str) -> None:
        """Take the strip of that key away, if there is one."""
        strip = self._strips.pop(key, None)
        if strip is not None:
            self._rows.removeWidget(strip)
            strip.hide()
            strip.deleteLater()
            self._latest.remove(key)
            self._fold()

    def set_most(self, most: int) -> None:
        """So many are to be seen at once from now on."""
        if most != self._most:
            self._most = most
            self._fold()

    @Slot()
    def _unfold(self) -> None:
        self._unfolded = not self._unfolded
        self._fold()

    def _fold(self) -> None:
        """Show as many as there is room for."""
        behind = max(0, len(self._strips) - self._most)
        self._unfolded = self._unfolded and behind > 0
        seen = set(self._strips) if self._unfolded else self._foremost()
        for key, strip in self._strips.items():
            strip.setVisible(key in seen)
        if behind and self._more is None:
            self._more = self._make_more()
        if self._more is not None:
            said = self.tr("1 more notice") if behind == 1 else self.tr("{count} more notices").format(count=behind)
            self._more.setText(self.tr("Fewer notices") if self._unfolded else said)
            self._more.setVisible(behind > 0)
        self.filled.emit(len(seen))

    def _make_more(self) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName("notice-more")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(self._unfold)
        theme.dress(button, "chip")
        self._rows.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        return button

    def _foremost(self) -> set[str]:
        """The latest, and the most urgent of the others: of two alike one with a next step, else the later one."""
        others = sorted(self._latest[:-1], key=lambda key: _rank(self._strips[key].notice))
        return set(self._latest[-1:] + others[max(0, len(others) - self._most + 1) :])

    def keep_only(self, keys: set[str], prefix: str) -> None:
        """Take away all strips whose key begins with `prefix`, except these: what caused the others is gone."""
        for key in [key for key in self._strips if key.startswith(prefix) and key not in keys]:
            self.withdraw(key)
        self._done_with = {key for key in self._done_with if key in keys or not key.startswith(prefix)}


def _rank(notice: Notice) -> tuple[int, bool]:
    return _URGENCY.index(notice.level), bool(notice.buttons)


class Strip(QFrame):
    """One notice. Signals: `chosen` (key, button name), `dismissed` (key)."""

    chosen = Signal(str, str)
    dismissed = Signal(str)

    def __init__(self, notice: Notice, parent: QWidget) -> None:
        super().__init__(parent)
        self.notice = notice
        self.setObjectName(f"notice-{notice.key}")
        self.setAccessibleName(self.tr("Notice"))
        label = QLabel(notice.text)
        label.setObjectName("notice-text")
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(3 * theme.GRID, theme.GRID, 2 * theme.GRID, theme.GRID)
        layout.addWidget(label, 1)
        for name, text in notice.buttons:
            button = self._button(name, text)
            button.setAccessibleDescription(notice.text)  # where keys lead, the text itself is not read
            layout.addWidget(button)
        if notice.dismissable:
            layout.addWidget(self._close_button())
        if notice.level in ("warning", "danger"):
            theme.dress(self, f"banner-{notice.level}")
        else:
            theme.dress(label, "muted")

    def _button(self, name: str, text: str) -> QToolButton:
        button = QToolButton()
        button.setObjectName(f"notice-{name}")
        button.setText(text)
        button.setAccessibleName(text)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme.dress(button, "chip")
        button.clicked.connect(self._on_clicked)
        return button

    def _close_button(self) -> QToolButton:
        self._close = button = self._button("dismiss", "")
        theme.notifier().changed.connect(self._draw_icon)
        self._draw_icon()
        button.setToolTip(self.tr("Dismiss"))
        button.setAccessibleName(self.tr("Dismiss: {notice}").format(notice=self.notice.text))
        return button

    @Slot()
    def _draw_icon(self) -> None:
        """In the colours of the scheme in use."""
        self._close.setIcon(icon("close"))

    @Slot()
    def _on_clicked(self) -> None:
        name = self.sender().objectName().removeprefix("notice-")
        if name == "dismiss":
            self.dismissed.emit(self.notice.key)
        else:
            self.chosen.emit(self.notice.key, name)
