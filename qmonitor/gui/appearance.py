"""Colours and language, as a person has chosen them."""

from PySide6.QtWidgets import QApplication

from qmonitor.gui import theme
from qmonitor.gui.actions import Actions
from qmonitor.gui.settings import Settings

SYSTEM = "system"
"""The name of the entry that leaves the choice to the system; it is stored as nothing."""


def show_chosen(commands: Actions, settings: Settings) -> None:
    """Check the entries that were chosen before."""
    for group in ("theme", "language"):
        commands.choose(group, settings.get(f"window/{group}") or SYSTEM)


def choose_theme(name: str, settings: Settings) -> None:
    """Dress everything in these colours from now on."""
    chosen = "" if name == SYSTEM else name
    settings.set("window/theme", chosen)
    application = QApplication.instance()
    if isinstance(application, QApplication):
        theme.apply(application, chosen or None)


def choose_language(name: str, settings: Settings) -> None:
    """Speak this language from the next start on."""
    settings.set("window/language", "" if name == SYSTEM else name)
