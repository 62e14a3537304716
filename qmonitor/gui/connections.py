"""Connections between their dialog and the lanes: reading, writing, trying, and opening one of them."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QApplication, QWidget

from qmonitor.gui import text
from qmonitor.gui.dialogs.connections import ConnectionsDialog
from qmonitor.gui.dialogs.connections.dialog import Chosen
from qmonitor.gui.tasks import Answer, Lane
from qmonitor.gui.workplace import Bench, Workplace
from qmonitor.monitor import folders
from qmonitor.monitor.profiles import Profile, load, save
from qmonitor.queues.errors import PasswordNeeded
from qmonitor.queues.servers import Trial, try_out


class Connections(QObject):
    """Leads the dialog; ends with it. Everything that touches a disk, a server or a keyring is done in a lane.

    Signals:
        wanted(url): this one is to be opened.
    """

    wanted = Signal(str)

    def __init__(
        self,
        workplace: Workplace,
        parent: QWidget,
        about: str = "",
        file: Path | None = None,
        *,
        begins: bool = False,
    ) -> None:
        """`about`: the URL of a source whose connection is chosen; where there is none, `begins` begins one with it.
        `file`: that of the connections, where it is not the user's own.
        """
        self._about, self._begins = about, begins
        self._file = file or folders.connections_file()
        self.dialog = ConnectionsDialog(str(self._file), QApplication.activeModalWidget() or parent)
        super().__init__(self.dialog)
        self.setObjectName("connections-leader")
        self._workplace = workplace
        self.dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.dialog.save_requested.connect(self._save)
        self.dialog.test_requested.connect(self._test)
        self.dialog.test_cancelled.connect(self._stop_test)
        for lane in workplace.lanes:
            lane.answered.connect(self._receive)

    def begin(self) -> None:
        """Read the file, and show the dialog."""
        self._workplace.files.ask("read-connections", partial(_read, self._file))
        self.dialog.open()

    @Slot(object, object)
    def _save(self, profiles: Sequence[Profile], chosen: Chosen | None) -> None:
        self._workplace.files.ask("save-connections", partial(_save, self._file, profiles, chosen), context=chosen)

    @Slot(object)
    def _test(self, chosen: Chosen) -> None:
        self._workplace.trials.ask("try-connection", partial(_try, chosen, self._workplace.trials))

    @Slot()
    def _stop_test(self) -> None:
        self._workplace.trials.halt("try-connection")

    @Slot(object)
    def _receive(self, answer: Answer) -> None:
        dialog, error = self.dialog, answer.error
        match answer.key:
            case "read-connections":
                dialog.show_read(() if error is not None else answer.value, error, self._about, begins=self._begins)
            case "save-connections":
                if error is None and answer.context is not None:
                    self.wanted.emit(answer.context.profile.url)
                dialog.show_saved(error)
            case "try-connection" if dialog.test.busy and error is not None:
                dialog.test.fail(error)
            case "try-connection" if dialog.test.busy:
                found: Trial = answer.value
                dialog.show_tried(in_words(found), fine=not (found.reading or found.acting or found.notes))


def in_words(found: Trial) -> list[str]:
    """What a trial found, as sentences."""
    said = [_tr("Connected.")]
    if found.version:
        said = [_tr("Connected: {server} {version}.").format(server=found.product, version=found.version)]
    if found.reading:
        words = _tr("To see everything, this user needs the right to: {commands}.")
        said.append(words.format(commands=", ".join(found.reading)))
    if found.acting:
        words = _tr("To act, this user needs the right to: {commands}.")
        said.append(words.format(commands=", ".join(found.acting)))
    if not found.reading and not found.acting:
        said.append(_tr("This user may do all that reading and acting need."))
    return [*said, *map(text.translate, found.notes)]


# -- in the lanes --------------------------------------------------------------------------------------------


def _read(file: Path, _bench: Bench) -> tuple[Profile, ...]:
    """Raises `BadSettings`."""
    return load(file)


def _save(file: Path, profiles: Sequence[Profile], chosen: Chosen | None, bench: Bench) -> None:
    """Raises `NotWritable`."""
    save(file, profiles)
    if chosen is not None:
        bench.workplace.know(chosen.profile.url, chosen.password, keep=chosen.keep)


def _try(chosen: Chosen, lane: Lane, bench: Bench) -> object:
    """The trial. Raises `SourceError`, `NoSecret`, `Interrupted`."""
    profile, secrets = chosen.profile, bench.workplace.equipment().secrets

    def call() -> object:
        try:
            return try_out(profile.url, profile.access(chosen.password or None))
        except PasswordNeeded:
            if chosen.password:
                raise
        return try_out(profile.url, profile.access(secrets.get(profile.secret_name)))

    return bench.patiently(call, "trial of a connection", partial(lane.progress, 0, 0))


def _tr(words: str) -> str:
    return QCoreApplication.translate("Connections", words)
