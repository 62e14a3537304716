"""The program with a window: starts it, ends it, and takes its picture."""

import logging
import os
import signal
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QEvent, QEventLoop, QObject, QSize, QSocketNotifier, QTimer, Slot
from PySide6.QtWidgets import QApplication, QDialog

from qmonitor import __version__, logs
from qmonitor.gui import language as languages
from qmonitor.gui import theme as colors
from qmonitor.gui.crash import CrashHandler
from qmonitor.gui.garbage import Collector
from qmonitor.gui.main_window import MainWindow
from qmonitor.gui.press import PressGuard
from qmonitor.gui.settings import Settings
from qmonitor.gui.snapshot import Snapshot
from qmonitor.monitor import folders
from qmonitor.monitor.journal.keeping import Keeping
from qmonitor.monitor.opening import Opener, Terms
from qmonitor.monitor.sharing import share
from qmonitor.queues.words import Phrase

log = logs.subject("window")

UNWRITABLE, UNREADABLE = 1, 3
"""The exit codes where the picture can't be written, and where the source can't be read."""


def run(
    openers: Sequence[Opener],
    terms: Terms = Terms(),  # noqa: B008 - frozen
    *,
    theme: str | None = None,
    said: Phrase | None = None,
) -> int:
    """Open the window on these sources, the first one in front, and wait until it is closed. The exit code.

    `terms` hold for what is opened later, too. `theme` is "light" or "dark", None for the system's; `said` is to be
    known of the first source, which is then one that only passes: it is not remembered.
    """
    settings = Settings(folders.config())
    application = _application(theme or settings.get("window/theme") or None, settings.get("window/language"))
    crashes = CrashHandler()
    crashes.install()
    window = MainWindow(settings, terms, Keeping)
    collector = Collector(application)
    window.sources.folded.connect(collector.look_soon)
    with _signals(window):
        try:
            for n, opener in enumerate(openers):  # first, so that lanes look while the window is shown
                window.open(opener.target, said if n == 0 else None, opener)
            window.turn_to_first()
            window.show()
            guard = PressGuard(application)
            guard.refused.connect(window.tell_of_press)
            guard.over.connect(window.forget_press)
            log.info("shown")
            return application.exec()
        finally:  # a further signal must not cut that off
            _end(application, window)
            collector.end()
            crashes.remove()
            log.info("closed")


def snapshot(
    target: str,
    out: Path,
    *,
    width: int,
    height: int,
    theme: str | None = None,
    terms: Terms = Terms(),  # noqa: B008 - frozen
    seconds: float = 0.0,
) -> int:
    """Save a picture of the window on `target`, exactly `width` x `height` pixels, without a display.

    It is taken once everything was read for the first time, and not before it has looked for `seconds`. The
    exit code: 0, or with the reason on stderr 3 where the source can't be read, 1 where the picture can't be written.
    """
    for name in ("QT_SCALE_FACTOR", "QT_SCREEN_SCALE_FACTORS", "QT_FONT_DPI"):
        os.environ.pop(name, None)
    os.environ["QT_ENABLE_HIGHDPI_SCALING"] = "0"
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    application = _application(theme, None)
    settings = Settings(None)
    settings.set("alerts/notify", False)  # a picture calls nobody
    window = MainWindow(settings, terms)
    try:
        code, problem = _take_picture(window, target, out, QSize(width, height), seconds)
    finally:
        _end(application, window)
    if problem:
        print(f"qmonitor: {problem}", file=sys.stderr)  # noqa: T201 - the command's answer
    return code


def _take_picture(window: MainWindow, target: str, out: Path, size: QSize, seconds: float) -> tuple[int, str]:
    """The exit code, and what went wrong."""
    window.setFixedSize(size)
    window.show()
    taking = Snapshot(window, seconds)
    window.open(target)
    waiting = QEventLoop()  # not the application's own: to quit that would close the window before its picture
    taking.ended.connect(waiting.quit)
    taking.begin()
    waiting.exec()
    if taking.problem:
        return UNREADABLE, taking.problem
    problem = taking.save(out)
    return (UNWRITABLE if problem else 0), problem


def _application(theme: str | None, language: str | None) -> QApplication:
    existing = QApplication.instance()
    application = existing if isinstance(existing, QApplication) else QApplication(sys.argv[:1])
    application.setApplicationName("qmonitor")
    application.setApplicationDisplayName("qmonitor")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName("qmonitor")
    languages.install(application, language)
    colors.apply(application, theme)
    share()
    return application


def _end(application: QApplication, window: MainWindow) -> None:
    """End every thread, then let Qt delete the window while everything that it refers to is alive."""
    if not window.shut_down():
        log.error("ending without waiting for a thread that hangs")
        logging.shutdown()
        os._exit(0)  # a dead mount, say: to destroy the thread would abort the process
    window.deleteLater()
    application.sendPostedEvents(None, QEvent.Type.DeferredDelete)


class _Closer(QObject):
    """Closes the window, and whatever dialog is in front of it, when a signal comes in."""

    def __init__(self, window: MainWindow, source: socket.socket) -> None:
        super().__init__()
        self._window = window
        self._source = source
        self._notifier = QSocketNotifier(source.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_signal)

    def end(self) -> None:
        self._notifier.setEnabled(False)

    @Slot()
    def _on_signal(self) -> None:
        self._source.recv(64)
        self._window.sources.leaving.unasked = True
        self._close()

    @Slot()
    def _close(self) -> None:
        dialog = QApplication.activeModalWidget()
        if dialog is None:
            self._window.close()
            return
        if self._window.sources.leaving.hurry(dialog, self._close):
            return
        if isinstance(dialog, QDialog):
            dialog.done(QDialog.DialogCode.Rejected)
        else:
            dialog.close()
        QTimer.singleShot(0, self._close)


@contextmanager
def _signals(window: MainWindow) -> Iterator[None]:
    """While this holds, SIGINT and SIGTERM close the window as a person would."""
    incoming, outgoing = socket.socketpair()
    incoming.setblocking(False)
    outgoing.setblocking(False)
    closer = _Closer(window, incoming)
    numbers = [signal.SIGINT, signal.SIGTERM]
    before = {number: signal.signal(number, _noted) for number in numbers}
    wakeup = signal.set_wakeup_fd(outgoing.fileno())
    try:
        yield
    finally:
        signal.set_wakeup_fd(wakeup)
        for number, handler in before.items():
            signal.signal(number, handler)
        closer.end()
        incoming.close()
        outgoing.close()


def _noted(*_: object) -> None:
    """The wake-up socket has told the event loop already."""
