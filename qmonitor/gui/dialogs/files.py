"""Asking for files and folders, in one place so that tests can answer."""

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QDialogButtonBox, QFileDialog, QWidget


def ask_files(parent: QWidget | None, title: str, folder: str) -> list[str]:
    """The files that a person chose, none or several."""
    return _ask(QFileDialog(parent, title, folder), QFileDialog.FileMode.ExistingFiles)


def ask_folder(parent: QWidget | None, title: str, folder: str) -> str:
    """The folder that a person chose, "" for none."""
    return next(iter(_ask(QFileDialog(parent, title, folder), QFileDialog.FileMode.Directory)), "")


def ask_new_file(parent: QWidget | None, title: str, name: str, suffix: str) -> str:
    """Where a person wants a file, "" for nowhere; whether one that is there may be replaced was asked."""
    dialog = QFileDialog(parent, title)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(suffix)
    dialog.setNameFilters(kinds(suffix))
    dialog.selectFile(name)
    return next(iter(_ask(dialog, QFileDialog.FileMode.AnyFile)), "")


def kinds(suffix: str) -> list[str]:
    """The files that are shown: those of a suffix, and all."""
    of_kind = QCoreApplication.translate("files", "{kind} files (*.{suffix})")
    return [of_kind.format(kind=suffix.upper(), suffix=suffix), QCoreApplication.translate("files", "All files (*)")]


def _ask(dialog: QFileDialog, mode: QFileDialog.FileMode) -> list[str]:
    dialog.setFileMode(mode)
    if mode is QFileDialog.FileMode.Directory:
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    for box in dialog.findChildren(QDialogButtonBox):  # none in the system's own dialog
        for button in box.buttons():
            button.setIcon(QIcon())
    chosen = dialog.selectedFiles() if dialog.exec() else []
    dialog.deleteLater()
    return chosen
