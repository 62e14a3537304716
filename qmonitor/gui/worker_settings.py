"""The workers' settings between their dialog and the lanes: reading, writing, trying, and keeping secrets."""

import hashlib
import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QApplication, QWidget

from qmonitor.gui import text
from qmonitor.gui.dialogs.worker_settings import WorkerSettingsDialog
from qmonitor.gui.tasks import Answer, Lane
from qmonitor.gui.workplace import Bench, Workplace
from qmonitor.queues.errors import QueueError
from qmonitor.queues.model import Destination
from qmonitor.senders import plain_files, settings
from qmonitor.senders.building import test_connection
from qmonitor.senders.entries import BrokenEntry, WorkerEntry

TEST_SECONDS = 15.0
"""A test of a connection takes no longer than that, whatever an attempt may."""


class WorkerSettings(QObject):
    """Leads the dialog; ends with it. Everything that touches a disk, a receiver or a keyring is done in a lane."""

    def __init__(
        self, workplace: Workplace, target: str, known: Sequence[Destination], here: Destination | None, parent: QWidget
    ) -> None:
        front = QApplication.activeModalWidget() or parent
        self.dialog = WorkerSettingsDialog(str(workplace.config), target, known, here, front)
        super().__init__(self.dialog)
        self.setObjectName("worker-settings")
        self._workplace = workplace
        dialog = self.dialog
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.read_requested.connect(self._read)
        dialog.look_requested.connect(self._look)
        dialog.save_requested.connect(self._save)
        dialog.test_requested.connect(self._test)
        dialog.test_cancelled.connect(self._stop_test)
        dialog.store_requested.connect(self._store)
        dialog.store_cancelled.connect(self._stop_store)
        for lane in workplace.lanes:
            lane.answered.connect(self._receive)

    def begin(self) -> None:
        """Read the file, and show the dialog."""
        self._read()
        self.dialog.open()

    @Slot()
    def _read(self) -> None:
        self._workplace.files.ask("read", partial(_read, self._workplace.config))

    @Slot()
    def _look(self) -> None:
        self._workplace.files.ask("look", partial(_look, self._workplace.config))

    @Slot(object, object)
    def _save(self, entries: tuple[WorkerEntry | BrokenEntry, ...], mark: object) -> None:
        self._workplace.files.ask("save", partial(_save, self._workplace.config, entries, mark))

    @Slot(object)
    def _test(self, entry: WorkerEntry) -> None:
        self._workplace.trials.ask("test", partial(_test, entry, self._workplace.trials))

    @Slot()
    def _stop_test(self) -> None:
        self._workplace.trials.halt("test")

    @Slot(str, str)
    def _store(self, name: str, secret: str) -> None:
        self._workplace.keys.ask("store", partial(_store, name, secret, self._workplace.keys))

    @Slot()
    def _stop_store(self) -> None:
        self._workplace.keys.halt("store")

    @Slot(object)
    def _receive(self, answer: Answer) -> None:
        if answer.error is not None:
            self._receive_error(answer.key, answer.error)
            return
        dialog, value = self.dialog, answer.value
        match answer.key:
            case "read":
                dialog.show_read(*value)
            case "look":
                dialog.show_mark(value)
            case "save":
                if value:
                    self._workplace.settled.emit()
                dialog.show_saved(value)
            case "test" if dialog.test.busy:  # what was called off a moment ago may be of another entry
                dialog.test.say(text.translate(value), "good")
            case "store" if dialog.secret.trial.busy:
                dialog.secret.show_answer(value)

    def _receive_error(self, key: str, error: QueueError) -> None:
        match key:
            case "read":
                self.dialog.show_read((), None, error)
            case "save":
                self.dialog.show_not_saved(error)
            case "test" if self.dialog.test.busy:
                self.dialog.test.fail(error)
            case "store" if self.dialog.secret.trial.busy:
                self.dialog.secret.trial.fail(error)


# -- in the lanes --------------------------------------------------------------------------------------------


def _look(config: Path, _bench: Bench) -> str:
    """By what the file is recognised: its content; "" where there is none, or it can't be read."""
    try:
        return hashlib.sha256(plain_files.read(config, plain_files.LONGEST)[0]).hexdigest()
    except OSError:
        return ""


def _read(config: Path, bench: Bench) -> tuple[tuple[WorkerEntry | BrokenEntry, ...], str]:
    """The entries, and the file's mark; one without a source can be mended here. Raises `BadSettings`."""
    mark = _look(config, bench)
    return (settings.load_each(config) if os.path.lexists(config) else ()), mark


def _save(config: Path, entries: tuple[WorkerEntry | BrokenEntry, ...], mark: object, bench: Bench) -> bool:
    """Whether it was written; not where the file is another one than that with the mark. Raises `NotWritable`."""
    if mark is not None and _look(config, bench) != mark:
        return False
    settings.save(config, entries)
    return True


def _test(entry: WorkerEntry, lane: Lane, bench: Bench) -> Any:
    """What a test found, as a phrase. Raises `NotDelivered`, `NoSecret`, `Interrupted`."""
    equipment = bench.workplace.equipment()
    limit = min(TEST_SECONDS, entry.policy.timeout)

    def call() -> object:
        return test_connection(entry, equipment.lines, equipment.secrets, limit)

    return bench.patiently(call, "test of a connection", partial(lane.progress, 0, 0))


def _store(name: str, secret: str, lane: Lane, bench: Bench) -> Any:
    """The keyring's answer. Raises `Interrupted`."""
    secrets = bench.workplace.equipment().secrets
    return bench.patiently(lambda: secrets.remember(name, secret), "keyring", partial(lane.progress, 0, 0))
