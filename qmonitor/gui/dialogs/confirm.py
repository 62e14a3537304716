"""Whether really: a plan in words, what it costs to undo it, and a reason to be given."""

from enum import Enum
from unicodedata import normalize

from PySide6.QtCore import QCoreApplication, Slot
from PySide6.QtWidgets import QCheckBox, QLabel, QLineEdit, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.action_names import action_name
from qmonitor.gui.dialogs.files import ask_folder
from qmonitor.gui.dialogs.frame import WORD, Frame, fitting, outline
from qmonitor.gui.dialogs.parts import PartsTable
from qmonitor.gui.dialogs.report import listed
from qmonitor.gui.dialogs.shares import SharesTable
from qmonitor.queues.model import Query
from qmonitor.queues.plan import Plan
from qmonitor.values import dataclass

NAMED = 5
"""So many items are named in the dialog; the report names all that were not changed."""

TYPED = 48
"""A name of more characters is not asked to be typed."""

WIDE = 150 * theme.GRID
"""Pixels that a list of messages needs."""

FOR_GOOD = ("remove", "purge", "erase")
"""Actions that can't be undone."""


class Veil(Enum):
    """Whether names are masked in the window: not, by choice, or by the administrator's policy."""

    OFF = "off"
    ON = "on"
    FORCED = "forced"


@dataclass(frozen=True, slots=True)
class Asked:
    """What a plan was asked for: all that match `query`, `selected` of them as far as known; or to undo an action.

    `source` is the path of the file that it is about.
    """

    query: Query | None = None
    selected: int | None = None
    undoes: str = ""
    source: str = ""
    veil: Veil = Veil.OFF


NOTHING_MORE = Asked()


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A person's yes: why, and where the messages are to be saved first (None: nowhere)."""

    reason: str
    folder: str | None = None


class ConfirmDialog(Frame):
    """Shows a plan; can be accepted once a reason is given and, where it is asked for, the name is typed."""

    def __init__(self, plan: Plan, parent: QWidget | None = None, asked: Asked = NOTHING_MORE) -> None:
        super().__init__(_title(plan, asked), parent)
        self.setObjectName("confirm-dialog")
        self._plan = plan
        self._asked = asked
        self._folder: str | None = None
        self._real: QLabel | None = None
        self._wanted = to_type(plan)
        self.setAccessibleDescription(fitting(" ".join(map(text.translate, (*plan.words, *plan.warnings)))))
        self.scrolling()
        self._say_plan()
        self.standing()
        self.rule()
        self._save = self._add_save()
        self.reason = QLineEdit()
        self.reason.setPlaceholderText(self.tr("kept in the audit with your name"))
        self.field("reason", self.tr("&Reason"), self.reason)
        self.typed = self._add_typed()
        self._confirm, _ = self.buttons(self._verb(), self.tr("Cancel"))
        self.reason.textChanged.connect(self._judge)
        self._judge()

    @classmethod
    def ask(cls, plan: Plan, parent: QWidget | None = None, asked: Asked = NOTHING_MORE) -> Confirmation | None:
        """Show the plan and wait; None where the person says no."""
        dialog = cls(plan, parent, asked)
        accepted = dialog.exec() == cls.DialogCode.Accepted
        answer = dialog.confirmation() if accepted else None
        dialog.deleteLater()
        return answer

    def confirmation(self) -> Confirmation:
        return Confirmation(self.reason.text().strip(), self._folder)

    def _say_plan(self) -> None:
        plan, for_good = self._plan, self._plan.action in FOR_GOOD
        first, *more = plan.words
        self.say(text.translate(first), strong=True)
        for sentence in (*((plan.undo,) if for_good else ()), *plan.warnings):
            self.say(text.translate(sentence), "warning")
        self._say_selected()
        self._say_excluded()
        for sentence in more:
            self.say(text.translate(sentence))
        self.facts([*self._figures(), *self._filter()])
        if plan.parts:
            self.setMinimumWidth(WIDE)
            self.part.addWidget(PartsTable(plan.parts))
            self._say_more_parts()
        if plan.shares:
            self.part.addWidget(SharesTable(plan.shares))
        if not for_good:
            self.say(text.translate(plan.undo), "muted")

    def _figures(self) -> list[tuple[str, str]]:
        plan = self._plan
        rows = [(self.tr("Source"), text.line(self._asked.source))] if self._asked.source else []
        if not plan.of_messages:
            return [*rows, *((text.translate(fact.label), text.translate(fact.value)) for fact in plan.facts)]
        rows.append((self.tr("Target"), text.translate(plan.aim)))
        rows += self._one() if plan.count == 1 else self._several()
        if plan.done_before:
            rows.append((self.tr("Done before"), text.number(plan.done_before)))
        return rows

    def _one(self) -> list[tuple[str, str]]:
        """Which message it is."""
        plan = self._plan
        ((item, state),) = plan.members
        shown = self.tr("{id}, the head of the queue") if item == plan.head else "{id}"
        return [
            (self.tr("Id"), shown.format(id=item)),
            (self.tr("Control id"), plan.control_id or text.UNKNOWN),
            (self.tr("State"), text.state(state)),
            (self.tr("Queued"), text.local_time(plan.oldest)),
        ]

    def _several(self) -> list[tuple[str, str]]:
        """How many they are and of when, which ones as far as that can be read at a glance, and which is the head."""
        plan = self._plan
        rows = [(self.tr("Messages"), text.number(plan.count))]
        if 0 < plan.count <= NAMED and not plan.parts:
            rows.append((self.tr("Ids"), ", ".join(str(item) for item, _ in plan.members)))
        if plan.head is not None:
            rows.append((self.tr("Head of the queue"), str(plan.head)))
        rows.append((self.tr("Not delivered yet"), text.number(plan.unsent)))
        if plan.oldest == plan.newest:
            return [*rows, (self.tr("Queued"), text.local_time(plan.oldest))]
        return [
            *rows,
            (self.tr("Oldest"), text.local_time(plan.oldest)),
            (self.tr("Newest"), text.local_time(plan.newest)),
        ]

    def _say_more_parts(self) -> None:
        """That others are part of it that are not listed: each is alone in its row, or there are too many."""
        more = self._plan.count - len(self._plan.parts)
        if more:
            words = self.tr("1 more message is not listed.") if more == 1 else self.tr("{count} more are not listed.")
            self.say(words.format(count=text.number(more)), "muted")

    def _filter(self) -> list[tuple[str, str]]:
        """What the messages have in common, where all that match were meant."""
        query = self._asked.query
        if query is None:
            return []
        rows = []
        if query.state is not None:
            rows.append((self.tr("Only in state"), text.state(query.state)))
        if query.text:
            rows.append((self.tr("Only with this in control id or type"), query.text))
        if query.error:
            rows.append((self.tr("Only with this in the last error"), query.error))
        if query.since is not None:
            rows.append((self.tr("Only queued since"), text.local_time(query.since)))
        if query.until is not None:
            rows.append((self.tr("Only queued before"), text.local_time(query.until)))
        if query.among is not None and query.among.found:
            rows.append((self.tr("Only those that a search found at"), text.local_time(query.among.as_of)))
        elif query.among is not None:
            rows.append((self.tr("Only those that failed with"), query.among.name or text.UNKNOWN))
            rows.append((self.tr("As they were at"), text.local_time(query.among.as_of)))
        return rows or [(self.tr("Filter"), self.tr("none"))]

    def _say_selected(self) -> None:
        """More or fewer may match by now than were on the screen."""
        selected, count = self._asked.selected, self._plan.count
        if selected is not None and selected != count:
            said = self.tr("When they were selected {selected} messages matched; {count} can be acted on so now.")
            self.say(said.format(selected=text.number(selected), count=text.number(count)), "warning")

    def _say_excluded(self) -> None:
        excluded = self._plan.excluded
        if not excluded:
            return
        named = listed([f"{item} ({text.state(state)})" for item, state in excluded], NAMED)
        if len(excluded) == 1:
            said = self.tr("1 of those selected can't be part of it: {items}")
        else:
            said = self.tr("{count} of those selected can't be part of it: {items}")
        self.say(said.format(count=text.number(len(excluded)), items=named), "warning")

    def _add_save(self) -> QCheckBox | None:
        if not self._plan.offers_save:
            return None
        if self._asked.veil is Veil.FORCED:
            self.say(
                self.tr(
                    "These messages can't be saved first: they would be saved as they are stored, and the "
                    "administrator's policy keeps names masked."
                ),
                "muted",
            )
            return None
        box = QCheckBox(self.tr("&Save these messages first…"))
        box.setObjectName("save-first")
        box.setAccessibleName(self.tr("Save these messages first"))
        box.clicked.connect(self._on_save_clicked)
        outline(box)
        self.body.addWidget(box)
        self._real = self.say("", "warning" if self._asked.veil is Veil.ON else "muted")
        self._real.setObjectName("save-real")
        self._real.hide()
        return box

    def _add_typed(self) -> QLineEdit | None:
        if self._plan.type_name is None:
            return None
        typed = QLineEdit()
        typed.textChanged.connect(self._judge)
        if self._wanted == self._plan.type_name.strip() and not self._plan.shares:
            label = self.tr('&Type "{name}" to confirm').format(name=self._wanted.replace("&", "&&"))
        else:
            label = self.tr("&Type {count}, the number of messages, to confirm").format(count=self._wanted)
        self.field("typed", label, typed)
        return typed

    def _verb(self) -> str:
        if not self._plan.of_messages:
            return action_name(self._plan.action)
        count = text.number(self._plan.count)
        if self._plan.count == 1:
            return self.tr("{action} 1 message").format(action=action_name(self._plan.action))
        return self.tr("{action} {count} messages").format(action=action_name(self._plan.action), count=count)

    @Slot()
    def _on_save_clicked(self) -> None:
        box = self._save
        if box is None:
            return
        chosen = ask_folder(self, self.tr("Folder for the messages"), "") if box.isChecked() else ""
        self._folder = chosen or None
        box.setChecked(bool(chosen))
        box.setToolTip(text.tip(text.line(chosen)))
        self._say_real(chosen)
        box.setText(
            self.tr("&Save these messages first, in {folder}").format(folder=text.line(chosen, WORD).replace("&", "&&"))
            if chosen
            else self.tr("&Save these messages first…")
        )

    def _say_real(self, folder: str) -> None:
        """What is written there, once it is known where."""
        if self._real is None:
            return
        said = self.tr(
            "Real messages are written into {folder}, unmasked: names and everything else, as they are stored. "
            "The files are for you alone to read; that you save them is written down in the journal."
        )
        self._real.setText(fitting(said.format(folder=text.line(folder, WORD))) if folder else "")
        self._real.setVisible(bool(folder))

    @Slot()
    def _judge(self) -> None:
        named = self.typed is None or _same(self.typed.text(), self._wanted)
        self._confirm.setEnabled(bool(self.reason.text().strip()) and named)


def to_type(plan: Plan) -> str:
    """What has to be typed to confirm: the name, or the number of messages where no keyboard could type the name."""
    name = (plan.type_name or "").strip()
    return name if name and name == text.line(name, TYPED) else str(plan.count)


def _same(typed: str, wanted: str) -> bool:
    """However the accents of a name are put together."""
    return normalize("NFC", typed.strip()) == normalize("NFC", wanted)


def _title(plan: Plan, asked: Asked) -> str:
    if not asked.undoes:
        return action_name(plan.action)
    return QCoreApplication.translate("ConfirmDialog", "Undo: {action}").format(action=action_name(asked.undoes))
