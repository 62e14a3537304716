"""When alerts come: the list of rules, and the fields of the one that is chosen."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QHBoxLayout, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.chips import make_chip
from qmonitor.gui.dialogs.discard import DiscardDialog
from qmonitor.gui.dialogs.frame import Frame, outline
from qmonitor.gui.dialogs.rule_form import RuleForm
from qmonitor.gui.dialogs.rules_model import RulesModel
from qmonitor.gui.dialogs.rules_table import RulesTable
from qmonitor.gui.hairline import Hairline
from qmonitor.monitor.alerts.model import NEVER, Level, Rule
from qmonitor.queues.model import Destination
from qmonitor.values import dataclass

WIDE = 190 * theme.GRID


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a person decided: the rules in their order, and whether the desktop is to notify."""

    rules: tuple[Rule, ...]
    notify: bool


class RulesDialog(Frame):
    """Edits the rules of all sources. Nothing counts before it is saved; Enter saves.

    Signals:
        saved(Ruling, Ruling): a person confirmed these, and what they were made from.
    """

    saved = Signal(object, object)

    def __init__(
        self,
        present: Ruling,
        defaults: Sequence[Rule],
        parent: QWidget | None = None,
        *,
        here: Destination | None = None,
        known: Mapping[str, Sequence[Destination]] | None = None,
    ) -> None:
        """`here`: the destination that a new rule is proposed for. `known`: the destinations of each open source."""
        super().__init__(self.tr("Alert rules"), parent)
        self.setObjectName("rules-dialog")
        self.setMinimumWidth(WIDE)
        self._defaults, self._here, self._known = tuple(defaults), here, known or {}
        self._began = present
        self.model = RulesModel(present.rules, self)
        self.table = RulesTable(self.model)
        self.form = RuleForm()
        self.scrolling()
        self.say(self.tr("Of several rules on the same figure and level, the first that fits a destination counts."))
        self.part.addWidget(self.table)
        self.part.addLayout(self._make_bar())
        self.part.addWidget(Hairline())
        self.part.addWidget(self.form)
        self.standing()
        self.notify = QCheckBox(self.tr("Notif&y on the desktop as well"))
        self.notify.setObjectName("rules-notify")
        self.notify.setChecked(present.notify)
        outline(self.notify)
        self.rule()
        self.body.addWidget(self.notify)
        self.first = self.table
        self._save, _ = self.buttons(self.tr("&Save"), self.tr("&Cancel"))
        self._save.setDefault(True)
        self.form.changed.connect(self._on_changed)
        self.form.judged.connect(self._on_judged)
        self.table.selectionModel().currentRowChanged.connect(self._on_row)
        self.choose("")

    def choose(self, name: str) -> None:
        """Turn to the rule with this id; "" for the first one."""
        rows = [row for row, rule in enumerate(self.model.rules) if rule.id == name]
        self._go_to(rows[0] if rows else 0)

    @Slot(object)
    def follow(self, rules: Sequence[Rule]) -> None:
        """Show what the rules' file holds by now, unless something was changed here: then that is seen to by saving."""
        if tuple(rules) == self._began.rules or self.changed:
            return
        name = self.model.rules[self._row].id if 0 <= self._row < len(self.model.rules) else ""
        self._began = replace(self._began, rules=tuple(rules))
        self.model.begin_anew(rules)
        self.choose(name)

    @property
    def changed(self) -> bool:
        """Whether something stands here that is not saved."""
        return self._present() != self._began or not self._save.isEnabled()

    def _present(self) -> Ruling:
        return Ruling(tuple(self.model.rules), self.notify.isChecked())

    def accept(self) -> None:
        """Save, where everything in the fields can be read."""
        if self._save.isEnabled():
            self.saved.emit(self._present(), self._began)
            super().accept()

    def reject(self) -> None:
        """Ask first where something would be lost."""
        if not self.changed:
            super().reject()
            return
        said = self.tr("You have changed rules. They stay as they were if you leave now.")
        asked = DiscardDialog(self.tr("Alert rules"), said, self)
        asked.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        asked.confirmed.connect(self._leave)
        asked.open()

    @Slot()
    def _leave(self) -> None:
        self.done(RulesDialog.DialogCode.Rejected)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter saves from wherever it is pressed, but for a button that has the focus."""
        button = self.focusWidget()
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if not enter or event.isAutoRepeat():
            super().keyPressEvent(event)
        elif isinstance(button, QAbstractButton) and not isinstance(button, QCheckBox):
            button.click()
        else:
            self.accept()

    # -- the list --------------------------------------------------------------------------------------------

    def _make_bar(self) -> QHBoxLayout:
        bar = QHBoxLayout()
        bar.setSpacing(theme.GRID)
        self._chips = {
            "new": make_chip(
                "rules-new", self.tr("Ne&w"), self.tr("A copy of this rule that counts before it, to be changed")
            ),
            "remove": make_chip(
                "rules-remove",
                self.tr("Re&move"),
                self.tr("Take an own rule away; one that comes with qmonitor can be switched off"),
            ),
            "earlier": make_chip("rules-earlier", self.tr("U&p"), self.tr("Let this rule count before the one above")),
            "later": make_chip("rules-later", self.tr("Dow&n"), self.tr("Let the rule below count before this one")),
            "defaults": make_chip(
                "rules-defaults",
                self.tr("&Back to defaults"),
                self.tr("The rules that come with qmonitor, and no others"),
            ),
        }
        for name, chip in self._chips.items():
            if name == "defaults":
                bar.addStretch(1)
            bar.addWidget(chip)
        self.both = make_chip(
            "rules-both", self.tr("Never cr&itical either"), self.tr("A rule like this one for the other level")
        )
        bar.insertWidget(len(self._chips) - 1, self.both)
        self.both.clicked.connect(self._on_both)
        self._chips["new"].clicked.connect(self._on_new)
        self._chips["remove"].clicked.connect(self._on_remove)
        self._chips["earlier"].clicked.connect(self._on_earlier)
        self._chips["later"].clicked.connect(self._on_later)
        self._chips["defaults"].clicked.connect(self._on_defaults)
        return bar

    @property
    def _row(self) -> int:
        return self.table.currentIndex().row()

    def _go_to(self, row: int) -> None:
        if self.model.rules:
            self.table.selectRow(max(0, min(row, len(self.model.rules) - 1)))
        self._on_row()

    @property
    def _own(self) -> int:
        """How many rules are a person's own: the first ones. Those that come with qmonitor stay where they are."""
        return sum(not self._comes_with(rule) for rule in self.model.rules)

    def _comes_with(self, rule: Rule) -> bool:
        return any(rule.id == default.id for default in self._defaults)

    @Slot()
    def _on_row(self) -> None:
        row, own = self._row, self._own
        rule = self.model.rules[row] if 0 <= row < len(self.model.rules) else None
        self.form.show_rule(rule)
        self._consider(rule)
        self._chips["remove"].setEnabled(0 <= row < own)
        self._chips["earlier"].setEnabled(0 < row < own)
        self._chips["later"].setEnabled(0 <= row < own - 1)

    @Slot(object)
    def _on_changed(self, rule: Rule) -> None:
        self.model.put(self._row, rule)
        self._consider(rule)

    def _consider(self, rule: Rule | None) -> None:
        """Say where a rule fits nothing, and offer the other level where it is an exception from one alone."""
        self.form.say_where("" if rule is None or fits_any(rule, self._known) else nowhere(rule))
        twin = None if rule is None or rule.limit != NEVER else replace(rule, id="", level=_other(rule.level))
        self.both.setVisible(twin is not None and not any(replace(one, id="") == twin for one in self.model.rules))
        if twin is not None:
            label = self.tr("Never cr&itical either")
            if twin.level is Level.WARNING:
                label = self.tr("Never a warn&ing either")
            self.both.setText(label)
            self.both.setAccessibleName(text.without_mnemonic(label))

    @Slot()
    def _on_both(self) -> None:
        """The same exception for the other level, beside this one."""
        row, rules = self._row, self.model.rules
        twin = replace(rules[row], id=fresh_id(rules[row], rules), level=_other(rules[row].level))
        self.model.insert(min(row + 1, self._own), twin)
        self._go_to(row)

    @Slot(str)
    def _on_judged(self, sentence: str) -> None:
        self._save.setEnabled(not sentence)

    @Slot()
    def _on_new(self) -> None:
        """A copy of the present rule that counts before it, for the destination that is looked at."""
        rules = self.model.rules
        row = min(max(0, self._row), self._own)
        base = rules[max(0, self._row)] if rules else self._defaults[0]
        if self._here is not None and not base.measure.of_source:
            base = replace(base, channel=self._here.channel, destination=self._here.destination)
        self.model.insert(row, replace(base, id=fresh_id(base, rules), enabled=True))
        self._go_to(row)
        self.form.begin()

    @Slot()
    def _on_remove(self) -> None:
        row = self._row
        self.model.remove(row)
        self._go_to(row)

    @Slot()
    def _on_earlier(self) -> None:
        self._move(-1)

    @Slot()
    def _on_later(self) -> None:
        self._move(1)

    def _move(self, by: int) -> None:
        row = self._row
        moved, other = self.model.rules[row], self.model.rules[row + by]
        self.model.put(row, other)
        self.model.put(row + by, moved)
        self._go_to(row + by)

    @Slot()
    def _on_defaults(self) -> None:
        self.model.begin_anew(self._defaults)
        self._go_to(0)


def fresh_id(rule: Rule, rules: Sequence[Rule]) -> str:
    """A name that no rule has yet."""
    taken = {one.id for one in rules}
    return next(name for n in range(1, len(taken) + 2) if (name := f"{rule.measure}-{n}") not in taken)


def fits_any(rule: Rule, known: Mapping[str, Sequence[Destination]]) -> bool:
    """Whether a rule fits anything that is looked at now; so does one that is for everything."""
    if not known or (rule.source, rule.channel, rule.destination) == ("*", "*", "*"):
        return True
    if rule.measure.of_source:
        return any(rule.fits_source(source) for source in known)
    return any(rule.fits(source, where) for source, places in known.items() for where in places)


def nowhere(rule: Rule) -> str:
    """That a rule fits nothing, as a sentence."""
    if rule.measure.of_source:
        return QCoreApplication.translate("RulesDialog", "No open source fits this rule: look at its pattern.")
    return QCoreApplication.translate(
        "RulesDialog", "No destination of an open source fits this rule: look at its patterns."
    )


def _other(level: Level) -> Level:
    return Level.WARNING if level is Level.CRITICAL else Level.CRITICAL
