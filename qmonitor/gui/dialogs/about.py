"""What this program is, and in which versions."""

import platform

import numpy as np
import pyqtgraph
import PySide6
from PySide6.QtCore import qVersion
from PySide6.QtWidgets import QWidget

from qmonitor import __version__
from qmonitor.gui.dialogs.frame import Frame


class AboutDialog(Frame):
    """The versions can be selected, for a report."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("About qmonitor"), parent)
        self.setObjectName("about-dialog")
        self.setModal(False)
        self.say(self.tr("qmonitor {version}").format(version=__version__), strong=True)
        self.say(self.tr("Watches durable message queues, and acts on them with a name and a reason."))
        self.facts(
            [
                ("Python", platform.python_version()),
                ("Qt", qVersion() or ""),
                ("PySide6", PySide6.__version__),
                ("pyqtgraph", pyqtgraph.__version__),
                ("NumPy", np.__version__),
                (self.tr("System"), f"{platform.system()} {platform.release()}"),
            ]
        )
        self.say(self.tr("Licensed under the Apache License, version 2.0."), "muted")
        self.closing()
