"""Asking for files and folders, in one place so that tests can answer."""

from PySide6.QtWidgets import QFileDialog, QWidget


def ask_file(parent: QWidget | None, title: str, folder: str) -> str:
    """The file that a person chose, "" for none."""
    return _ask(QFileDialog(parent, title, folder), QFileDialog.FileMode.ExistingFile)


def ask_folder(parent: QWidget | None, title: str, folder: str) -> str:
    """The folder that a person chose, "" for none."""
    return _ask(QFileDialog(parent, title, folder), QFileDialog.FileMode.Directory)


def _ask(dialog: QFileDialog, mode: QFileDialog.FileMode) -> str:
    dialog.setFileMode(mode)
    if mode is QFileDialog.FileMode.Directory:
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    chosen = dialog.selectedFiles() if dialog.exec() else []
    dialog.deleteLater()
    return chosen[0] if chosen else ""
