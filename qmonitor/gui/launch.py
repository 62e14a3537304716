"""Starting the program once more: the demo in a window of its own."""

import sys

from PySide6.QtCore import QProcess


def command(*arguments: str) -> list[str]:
    """How this program is started: by Python, or as a frozen program by itself."""
    program = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "qmonitor"]
    return [*program, *arguments]


def start_demo() -> bool:
    """Open the demo beside this window; it ends when its own window is closed. Whether it could be started."""
    program, *arguments = command("demo")
    started, _ = QProcess.startDetached(program, arguments)
    return bool(started)
