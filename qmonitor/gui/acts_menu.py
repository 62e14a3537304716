"""The menu of what can be done to the messages that a panel has found: greyed, with the reason, where it can't be."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from qmonitor.gui import text
from qmonitor.gui.action_names import entry_label
from qmonitor.gui.actions import Needs, Selection, Spec, obstacle
from qmonitor.queues.words import Phrase


class ActsMenu(QMenu):
    """Of the table's entries those that act on messages.

    Signals:
        chosen(Spec): it is to be done.
    """

    chosen = Signal(object)

    def __init__(self, title: str, name: str, parent: QWidget) -> None:
        """`name` begins those of its entries: `errors` for `errors-skip`."""
        super().__init__(title, parent)
        self.setObjectName(f"{name}-acts")
        self.setToolTipsVisible(True)
        self._name = name
        self._capabilities: Mapping[str, Phrase | None] | None = None
        self._stricter: Mapping[str, frozenset[str]] = {}
        self._specs: dict[str, Spec] = {}

    @property
    def specs(self) -> tuple[Spec, ...]:
        """What is offered."""
        return tuple(self._specs.values())

    def offer(
        self,
        specs: Sequence[Spec],
        capabilities: Mapping[str, Phrase | None] | None,
        stricter: Mapping[str, frozenset[str]] = MappingProxyType({}),
    ) -> None:
        """Offer what there is among these, with what the source can do and where it takes fewer states."""
        self._capabilities, self._stricter = capabilities, stricter
        for action in self.actions():
            self.removeAction(action)
            action.deleteLater()
        self._specs = {spec.id: spec for spec in specs if spec.acts and spec.needs is Needs.ITEMS}
        section = None
        for spec in self._specs.values():
            if section not in (None, spec.section):
                self.addSeparator()
            section = spec.section
            action = self.addAction(entry_label(spec))
            action.setObjectName(f"{self._name}-{spec.id}")
            action.setData(spec.id)
            action.triggered.connect(partial(self._choose, spec))
        self.menuAction().setVisible(bool(self._specs))

    def obstacle(self, spec: Spec, selection: Selection) -> str | None:
        """Why it can't be done to these; None where it can."""
        reason = obstacle(spec, selection, self._capabilities, self._stricter)
        return None if reason is None else text.translate(reason)

    def allow(self, hindrance: Callable[[Spec], str | None]) -> None:
        """Allow each entry, or say why not."""
        for action in self.actions():
            spec = self._specs.get(action.data() or "")
            if spec is not None:
                reason = hindrance(spec)
                action.setEnabled(reason is None)
                action.setToolTip(reason or text.without_mnemonic(action.text()))

    def _choose(self, spec: Spec, _checked: bool = False) -> None:
        self.chosen.emit(spec)
