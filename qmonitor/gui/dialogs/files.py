"""Asking for files and folders, in one place so that tests can answer."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDir, QFileInfo, QStandardPaths
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QDialogButtonBox, QFileDialog, QWidget

from qmonitor.gui import text

KINDS = (".png", ".csv")
"""Suffixes that tell what is in a file that is saved here."""


def ask_files(parent: QWidget | None, title: str, folder: str) -> list[str]:
    """The files that a person chose, none or several."""
    return _ask(QFileDialog(parent, title, folder), QFileDialog.FileMode.ExistingFiles)


def ask_folder(parent: QWidget | None, title: str, folder: str) -> str:
    """The folder that a person chose, "" for none."""
    return next(iter(_ask(QFileDialog(parent, title, folder), QFileDialog.FileMode.Directory)), "")


def ask_new_file(parent: QWidget | None, title: str, name: str, suffix: str, *, replaces: bool = True) -> str:
    """Where a person wants a file, "" for nowhere; whether one that is there may be replaced was asked, if it would be.

    Its name ends as what is in it, whatever was typed.
    """
    dialog = QFileDialog(parent, title, documents())
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(suffix)
    dialog.setOption(QFileDialog.Option.DontConfirmOverwrite, not replaces)
    dialog.setNameFilters(kinds(suffix))
    dialog.selectFile(name)
    chosen = next(iter(_ask(dialog, QFileDialog.FileMode.AnyFile)), "")
    path = ending(chosen, suffix) if chosen else ""
    if replaces and path != chosen and QFileInfo.exists(path):
        said = QCoreApplication.translate("files", "{file} is there already.").format(file=text.line(path))
        from qmonitor.gui.dialogs.question import QuestionDialog  # late: the window names this module at its start

        if not QuestionDialog.ask(title, said, QCoreApplication.translate("files", "Replace it"), parent):
            return ""
    return path


def ask_new_folder(parent: QWidget | None, title: str, name: str) -> str:
    """A new folder of that name, in one that a person chose; "" for nowhere."""
    folder = ask_folder(parent, title, documents())
    return str(Path(folder) / name) if folder else ""


def documents() -> str:
    """The folder of a person's documents, else the home folder: never wherever the program was started."""
    found = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    return found if QFileInfo.exists(found) else QDir.homePath()


def ending(path: str, suffix: str) -> str:
    """The same path with this suffix: in the place of that of the other kind, else behind all that was typed."""
    end = Path(path).suffix.lower()
    if end == f".{suffix}":
        return path
    return f"{path.removesuffix(Path(path).suffix) if end in KINDS else path}.{suffix}"


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
