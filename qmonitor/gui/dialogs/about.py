"""What this program is, and in which versions."""

import platform

import PySide6
from PySide6.QtCore import Slot, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton, QWidget

from qmonitor import __version__
from qmonitor.gui.dialogs.frame import Frame
from qmonitor.queues.sqlite_file import SQLITE_VERSION


class AboutDialog(Frame):
    """The versions can be copied, for a report."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("About qmonitor"), parent)
        self.setObjectName("about-dialog")
        self.setModal(False)
        import numpy as np  # loaded when the charts are
        import pyqtgraph

        self._versions = [
            ("Python", platform.python_version()),
            ("Qt", qVersion() or ""),
            ("PySide6", PySide6.__version__),
            ("SQLite", SQLITE_VERSION),
            ("pyqtgraph", pyqtgraph.__version__),
            ("NumPy", np.__version__),
            (self.tr("System"), platform.platform()),
            (self.tr("Platform"), QGuiApplication.platformName()),
        ]
        self.scrolling()
        self.say(self.tr("qmonitor {version}").format(version=__version__), strong=True)
        self.say(self.tr("Watches durable message queues, and acts on them with a name and a reason."))
        self.facts(self._versions)
        self.say(self.tr("Licensed under the Apache License, version 2.0."), "muted")
        self.standing()
        copy = QPushButton(self.tr("&Copy versions"))
        copy.setObjectName("copy")
        copy.clicked.connect(self.copy_versions)
        self.closing(copy)

    @Slot()
    def copy_versions(self) -> None:
        lines = [f"{name} {version}" for name, version in (("qmonitor", __version__), *self._versions)]
        QGuiApplication.clipboard().setText("\n".join(lines))
