"""What the menu of help opens: each dialog is loaded when somebody opens it."""

from PySide6.QtWidgets import QWidget


def show_help(window: QWidget) -> None:
    from qmonitor.gui.dialogs.help import HelpDialog

    HelpDialog.show_over(window)


def show_shortcuts(window: QWidget, *, read_only: bool) -> None:
    from qmonitor.gui.dialogs.shortcuts import ShortcutsDialog

    ShortcutsDialog.show_over(window, read_only=read_only)


def show_about(window: QWidget) -> None:
    from qmonitor.gui.dialogs.about import AboutDialog

    AboutDialog.show_over(window)
