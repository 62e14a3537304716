"""Asking for files and folders, in one place so that tests can answer."""

from PySide6.QtWidgets import QFileDialog, QWidget


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
    dialog.selectFile(name)
    return next(iter(_ask(dialog, QFileDialog.FileMode.AnyFile)), "")


def _ask(dialog: QFileDialog, mode: QFileDialog.FileMode) -> list[str]:
    dialog.setFileMode(mode)
    if mode is QFileDialog.FileMode.Directory:
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    chosen = dialog.selectedFiles() if dialog.exec() else []
    dialog.deleteLater()
    return chosen
