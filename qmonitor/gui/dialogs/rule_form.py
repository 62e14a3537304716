"""The fields of one alert rule."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from math import ceil, floor

from PySide6.QtCore import QCoreApplication, Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from qmonitor.gui import alert_words as words
from qmonitor.gui import text, theme
from qmonitor.gui.dialogs.frame import outline, plain_label
from qmonitor.gui.typed import read_age, read_count, write_age
from qmonitor.monitor.alerts.model import NEVER, Level, Measure, Rule, Unit
from qmonitor.monitor.alerts.wording import RuleError, check

FIELDS = 3
"""Side by side."""
LINES = 3
"""Of the sentences that explain a rule: as many as most have, so that nothing moves from one to the other."""


class Wrong(ValueError):
    """What was typed can't be a rule: in which field, and what can be written there."""

    def __init__(self, field: QLineEdit, sentence: str) -> None:
        super().__init__(sentence)
        self.field, self.sentence = field, sentence


class RuleForm(QWidget):
    """Shows one rule in fields. What is typed is a rule at once, or it is said why not.

    Signals:
        changed(Rule): the rule is another one by now.
        judged(sentence): what is wrong with what stands in the fields; "" where nothing is.
    """

    changed = Signal(object)
    judged = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rule-form")
        self._rule: Rule | None = None
        self._shown: Rule | None = None
        """The rule as it was shown, until a person writes from where on it is solved."""
        self._measure = Measure.OLDEST_AGE
        self._showing = False
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(4 * theme.GRID)
        self._grid.setVerticalSpacing(2 * theme.GRID)
        self._places = 0
        self._make_fields()
        self._said = plain_label("")
        self._said.setObjectName("rule-said")
        self._said.setWordWrap(True)
        self._said.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._said.setMinimumHeight(LINES * self._said.fontMetrics().lineSpacing())
        self._wrong = plain_label("")
        self._wrong.setObjectName("rule-wrong")
        self._wrong.setWordWrap(True)
        theme.dress(self._wrong, "danger")
        self._where = plain_label("")
        self._where.setObjectName("rule-nowhere")
        self._where.setWordWrap(True)
        self._where.hide()
        theme.dress(self._where, "warning")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(3 * theme.GRID)
        layout.addLayout(self._grid)
        layout.addWidget(self._said)
        layout.addWidget(self._where)
        layout.addWidget(self._wrong)

    def _make_fields(self) -> None:
        self.measure = self._choice("measure", self.tr("&Alert on"), [words.measure_name(one) for one in Measure])
        self.level = self._choice("level", self.tr("&Level"), [words.level_name(one) for one in Level])
        self.enabled = QCheckBox(self.tr("Switched &on"))
        outline(self.enabled)
        self._put("enabled", "", self.enabled)
        self.enabled.toggled.connect(self._read)
        self.limit = self._field("limit", self.tr("&From"), "")
        self.lasting = self._field("lasting", self.tr("For at l&east"), self.tr("at once"))
        self.again = self._field("again", self.tr("&Tell again every"), self.tr("never"))
        self.clear = self._field("clear", self.tr("Sol&ved below"), self.tr("the limit"))
        self.settled = self._field("settled", self.tr("Solved afte&r"), self.tr("at once"))
        self.kept = self._field("kept", self.tr("The source &keeps messages for"), self.tr("as the source says"))
        self.source = self._pattern("source", self.tr("So&urce"))
        self.channel = self._pattern("channel", self.tr("C&hannel"))
        self.destination = self._pattern("destination", self.tr("&Destination"))

    def _choice(self, name: str, label: str, entries: list[str]) -> QComboBox:
        box = QComboBox()
        box.addItems(entries)
        self._put(name, label, box)
        box.currentIndexChanged.connect(self._read)
        return box

    def _field(self, name: str, label: str, empty: str) -> QLineEdit:
        field = QLineEdit()
        field.setPlaceholderText(empty)
        theme.dress(field, "field")
        self._put(name, label, field)
        field.textEdited.connect(self._read)
        return field

    def _pattern(self, name: str, label: str) -> QLineEdit:
        field = self._field(name, label, self.tr("any"))
        field.setToolTip(self.tr("* stands for any text, ? for any character"))
        return field

    def _put(self, name: str, label: str, widget: QWidget) -> None:
        """Add a field below its label, beside or below the one before."""
        widget.setObjectName(f"rule-{name}")
        row, column = divmod(self._places, FIELDS)
        self._places += 1
        title = plain_label(label)
        title.setObjectName(f"rule-{name}-label")
        if label:
            widget.setAccessibleName(text.without_mnemonic(label))
            title.setBuddy(widget)
        cell = QVBoxLayout()
        cell.setSpacing(theme.GRID)
        cell.addWidget(title)
        cell.addWidget(widget)
        self._grid.addLayout(cell, row, column)
        self._grid.setColumnStretch(column, 1)

    # -- showing ---------------------------------------------------------------------------------------------

    def show_rule(self, rule: Rule | None) -> None:
        """Put a rule into the fields; None: there is none."""
        self._rule = self._shown = rule
        self._showing = True
        self.setEnabled(rule is not None)
        if rule is not None:
            self._write(rule)
            self._fit(rule.measure)
        self._showing = False
        self._judge(None)
        self._say(rule)

    def _write(self, rule: Rule) -> None:
        self._measure = rule.measure
        self.measure.setCurrentIndex(list(Measure).index(rule.measure))
        self.level.setCurrentIndex(list(Level).index(rule.level))
        self.enabled.setChecked(rule.enabled)
        self.limit.setText(_figure(rule.measure, rule.limit))
        self.clear.setText(_figure(rule.measure, rule.clear))
        for field, value in (
            (self.lasting, rule.lasting),
            (self.again, rule.again),
            (self.settled, rule.settled),
            (self.kept, rule.kept),
        ):
            field.setText(_span(value))
        for field, pattern in self._patterns(rule):
            field.setText("" if pattern == "*" else pattern)

    def _patterns(self, rule: Rule) -> tuple[tuple[QLineEdit, str], ...]:
        return (self.source, rule.source), (self.channel, rule.channel), (self.destination, rule.destination)

    def _say(self, rule: Rule | None) -> None:
        """In a sentence."""
        self._said.setText("" if rule is None else words.explain_rule(rule))

    def say_where(self, sentence: str) -> None:
        """Say something about where the rule holds; "" takes it back."""
        self._where.setText(sentence)
        self._where.setVisible(bool(sentence))

    def _fit(self, measure: Measure) -> None:
        """Have the fields ask for what means something for a measure."""
        counts = measure.unit is not Unit.SECONDS
        self.limit.setToolTip(self.tr("A whole number") if counts else self.tr("A span, such as 90s, 15m, 4h or 1d"))
        falls = measure.drift < 0
        self._label("clear").setText(self.tr("Sol&ved above") if falls else self.tr("Sol&ved below"))
        self.clear.setAccessibleName(text.without_mnemonic(self._label("clear").text()))
        self._allow("kept", measure is Measure.NEAR_LIMIT)
        for name in ("channel", "destination"):
            self._allow(name, not measure.of_source)

    def _allow(self, name: str, means_something: bool) -> None:
        """Leave a field out, with its label, where it means nothing."""
        label = self._label(name)
        for part in (label, label.buddy()):
            part.setVisible(means_something)

    def _label(self, name: str) -> QLabel:
        label = self.findChild(QLabel, f"rule-{name}-label")
        assert isinstance(label, QLabel)
        return label

    # -- reading ---------------------------------------------------------------------------------------------

    @Slot()
    def _read(self) -> None:
        """Make a rule of what stands in the fields."""
        if self._rule is None or self._showing:
            return
        measure = list(Measure)[self.measure.currentIndex()]
        if measure is not self._measure:
            self._turn_to(measure)
        if self.sender() is self.clear:
            self._shown = None  # what a person wrote there stays
        self._keep_apart(measure)
        try:
            rule = self._made(self._rule, measure)
        except Wrong as wrong:
            self._judge(wrong)
            return
        self._judge(None)
        if rule != self._rule:
            self._rule = rule
            self._say(rule)
            self.changed.emit(rule)

    def _turn_to(self, measure: Measure) -> None:
        """Another measure: what was a span can't be a count, nor what was an age the time that is left."""
        before, self._measure = self._measure, measure
        if (before.unit, before.drift) != (measure.unit, measure.drift):
            for field in (self.limit, self.clear):
                field.clear()
        self._fit(measure)

    def _keep_apart(self, measure: Measure) -> None:
        """Let from where on it is solved follow the limit, in its proportion, where it would lie beyond that."""
        shown = self._shown
        if shown is None or shown.clear is None or shown.measure is not measure or shown.limit == NEVER:
            return
        try:
            limit = self._limit(measure)
        except Wrong:
            return
        self.clear.setText(_figure(measure, _clear(shown.clear, shown.limit, limit, measure)))

    def _made(self, rule: Rule, measure: Measure) -> Rule:
        made = replace(
            rule,
            measure=measure,
            level=list(Level)[self.level.currentIndex()],
            enabled=self.enabled.isChecked(),
            limit=self._limit(measure),
            clear=self._figure(self.clear, measure),
            lasting=self._span(self.lasting) or timedelta(0),
            settled=self._span(self.settled) or timedelta(0),
            again=self._span(self.again),
            kept=self._span(self.kept) if measure is Measure.NEAR_LIMIT else None,
            **{name: field.text().strip() or "*" for name, field in self._pattern_fields().items()},
        )
        self._check(made)
        return made

    def _pattern_fields(self) -> dict[str, QLineEdit]:
        return {"source": self.source, "channel": self.channel, "destination": self.destination}

    def _check(self, rule: Rule) -> None:
        """Raises `Wrong` where the figures do not fit each other."""
        try:
            check(rule)
        except RuleError as error:
            raise Wrong(getattr(self, error.field), text.translate(error.cause)) from None

    def _limit(self, measure: Measure) -> float:
        """Never where that is written; an empty field is no limit: nobody is to switch an alert off by a slip."""
        if self.limit.text().strip().lower() in ("never", self.tr("never")):
            return NEVER
        found = self._figure(self.limit, measure)
        if found is None:
            raise Wrong(self.limit, self._example(measure))
        return found

    def _figure(self, field: QLineEdit, measure: Measure) -> float | None:
        read = read_age if measure.unit is Unit.SECONDS else read_count
        found = self._typed(field, read, self._example(measure))
        return None if found is None else float(found)

    def _example(self, measure: Measure) -> str:
        if measure.unit is Unit.SECONDS:
            return self.tr("Write a span such as 90s, 15m, 4h, 2d or 1d 12h.")
        return self.tr("Write a whole number, such as 500.")

    def _span(self, field: QLineEdit) -> timedelta | None:
        sentence = self.tr("Write a span such as 90s, 15m, 4h, 2d or 1d 12h, or leave it empty.")
        seconds = self._typed(field, read_age, sentence)
        return None if seconds is None else timedelta(seconds=seconds)

    @staticmethod
    def _typed(field: QLineEdit, read: Callable[[str], int | None], sentence: str) -> int | None:
        try:
            return read(field.text())
        except ValueError:
            raise Wrong(field, sentence) from None

    def _judge(self, wrong: Wrong | None) -> None:
        """Say what is wrong, at the field too for those who do not see it."""
        for field in self.findChildren(QLineEdit):
            field.setAccessibleDescription(wrong.sentence if wrong is not None and field is wrong.field else "")
        sentence = "" if wrong is None else wrong.sentence
        self._wrong.setText(sentence)
        self.judged.emit(sentence)

    def begin(self) -> None:
        """Take the keyboard."""
        self.limit.setFocus(Qt.FocusReason.OtherFocusReason)
        self.limit.selectAll()


def _clear(clear: float, limit: float, other: float, measure: Measure) -> float | None:
    """As far from another limit as one was from its own, where it does not lie within that anyway."""
    falls = measure.drift < 0
    if other == NEVER or (clear >= other if falls else clear <= other):
        return clear
    moved = clear * other / limit
    return float(ceil(moved) if falls else floor(moved)) or None


def _figure(measure: Measure, value: float | None) -> str:
    """As it is typed; nothing where there is none."""
    if value is None:
        return ""
    if value == NEVER:
        return QCoreApplication.translate("RuleForm", "never")
    return _span(timedelta(seconds=value)) if measure.unit is Unit.SECONDS else str(int(value))


def _span(value: timedelta | None) -> str:
    return write_age(round(value.total_seconds())) if value else ""
