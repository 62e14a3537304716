"""How messages are to be exported: in which form, with which values, and that they are masked or not."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QButtonGroup, QLabel, QLineEdit, QRadioButton, QWidget

from qmonitor.gui import text, theme
from qmonitor.gui.dialogs.frame import Frame, outline
from qmonitor.monitor.export.values import paths
from qmonitor.monitor.export.writers import Form
from qmonitor.payloads.hl7.query import PathQuery
from qmonitor.queues.errors import Refused
from qmonitor.values import dataclass


@dataclass(frozen=True, slots=True)
class Chosen:
    """What was chosen; `paths` are further columns of a table."""

    form: Form
    paths: tuple[PathQuery, ...] = ()


class ExportDialog(Frame):
    """Asks for the form; where it goes is asked next."""

    def __init__(self, count: int | None, *, masked: bool, parent: QWidget | None = None) -> None:
        """`count`: how many messages; None: not known."""
        super().__init__(self.tr("Export messages"), parent)
        self.setObjectName("export-dialog")
        self._group = QButtonGroup(self)
        self._chosen: Chosen | None = None
        self.scrolling()
        self.say(self._heading(count), strong=True)
        files = self.tr("&Files, one for each message, with an index")
        self._form(Form.FILES, files if masked else self.tr("&Files as stored, with an index"))
        self._form(Form.LINES, self.tr("JSON &lines: all that is known, and the bytes in base64"))
        self._form(Form.CSV, self.tr("Table (&CSV) of what is known, for a spreadsheet"))
        self._paths = QLineEdit()
        self._paths.setPlaceholderText(self.tr("PID-3.1, MSH-10"))
        self.field("export-paths", self.tr("&Values at these HL7 paths as further columns"), self._paths)
        self._wrong = self.say("", "danger")
        self._wrong.hide()
        self._masked = self._say_masked(masked)
        self.say(self.tr("It is written down in the journal that you export them."), "muted")
        self.standing()
        self.buttons(self.tr("Choose where…"), self.tr("Cancel"))
        self._group.buttonToggled.connect(self._on_form)
        self._group.buttons()[0].setChecked(True)

    @classmethod
    def ask(cls, count: int | None, *, masked: bool, parent: QWidget | None = None) -> Chosen | None:
        """Ask and wait; None where the person says no."""
        dialog = cls(count, masked=masked, parent=parent)
        accepted = dialog.exec() == cls.DialogCode.Accepted
        chosen = dialog.chosen() if accepted else None
        dialog.deleteLater()
        return chosen

    def chosen(self) -> Chosen | None:
        """What is chosen now; None for what are no paths."""
        form = self._form_chosen()
        try:
            return Chosen(form, paths(self._paths.text()) if form is Form.CSV else ())
        except Refused:
            return None

    @Slot()
    def accept(self) -> None:
        """Not while what was typed is no list of paths: it says so."""
        if self.chosen() is not None:
            super().accept()
            return
        self._wrong.setText(self.tr("These are no HL7 paths. Write them with commas between: PID-3.1, OBX-5."))
        self._wrong.show()
        self._paths.setFocus()

    def _heading(self, count: int | None) -> str:
        if count is None:
            return self.tr("Export all messages that are selected")
        words = self.tr("Export 1 message") if count == 1 else self.tr("Export {count} messages")
        return words.format(count=text.number(count))

    def _form_chosen(self) -> Form:
        button = self._group.checkedButton()
        return Form.FILES if button is None else Form(button.objectName().removeprefix("export-"))

    def _form(self, form: Form, label: str) -> None:
        button = QRadioButton(label)
        button.setObjectName(f"export-{form}")
        button.setAccessibleName(text.without_mnemonic(label))
        outline(button)
        self._group.addButton(button)
        self.first = self.first or button
        self.part.addWidget(button)

    def _say_masked(self, masked: bool) -> QLabel:
        if masked:
            return self.say(
                self.tr("What tells of a person is masked. Messages that can't be masked are left out, and named.")
            )
        said = self.say(self.tr("Unmasked: the files hold names and everything else that the messages say."), "warning")
        said.setFont(theme.bold(said.font()))
        return said

    @Slot()
    def _on_form(self) -> None:
        self._paths.setEnabled(self._form_chosen() is Form.CSV)
        self._wrong.hide()
