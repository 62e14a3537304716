"""Threads, thread pools and windows that outlive the test that made them fail it."""

import threading
import weakref
from typing import Any

import pytest
from PySide6.QtCore import QThread, QThreadPool
from PySide6.QtWidgets import QApplication

PATIENCE = 2.0
"""Seconds that a thread gets to end by itself; the window's own lanes get as long."""

_started: list["weakref.ref[QThread]"] = []
_original_start = QThread.start


def _start(self: QThread, *arguments: Any) -> None:
    _started.append(weakref.ref(self))
    _original_start(self, *arguments)


QThread.start = _start  # type: ignore[method-assign,assignment]  # Qt keeps no list of its threads


class ThreadGuard:
    """No thread of Python's or Qt's goes on after the test; each is told by name."""

    def before(self, item: pytest.Item) -> None:
        self.known = set(threading.enumerate())
        _started.clear()

    def after(self, item: pytest.Item) -> list[str]:
        return [*self._python_threads(), *self._qt_threads(), *self._pool()]

    def _python_threads(self) -> list[str]:
        # A _DummyThread stands for a foreign thread that once ran Python; it stays listed when that has ended.
        new = [t for t in threading.enumerate() if t not in self.known and not isinstance(t, threading._DummyThread)]
        for thread in new:
            thread.join(PATIENCE)
        return [f"a thread goes on: {thread.name}" for thread in new if thread.is_alive()]

    def _qt_threads(self) -> list[str]:
        problems = []
        for thread in filter(None, (reference() for reference in _started)):
            try:
                name = thread.objectName() or type(thread).__name__
                if thread.isRunning() and not thread.wait(int(PATIENCE * 1000)):
                    problems.append(f"a QThread goes on: {name}")
            except RuntimeError:  # deleted on Qt's side: it can't run any more
                continue
        return problems

    def _pool(self) -> list[str]:
        done = QThreadPool.globalInstance().waitForDone(int(PATIENCE * 1000))
        return [] if done else ["a task goes on in the global QThreadPool"]


class WindowGuard:
    """No window stays open after the test (`qtbot.addWidget` closes what it is told of)."""

    def before(self, item: pytest.Item) -> None:
        self.known = set(self._visible())

    def after(self, item: pytest.Item) -> list[str]:
        left = {number: widget for number, widget in self._visible().items() if number not in self.known}
        for widget in left.values():
            widget.close()
        return [f"a window is still open: {widget.objectName() or widget!r}" for widget in left.values()]

    def _visible(self) -> dict[int, Any]:
        if QApplication.instance() is None:
            return {}
        return {id(widget): widget for widget in QApplication.topLevelWidgets() if widget.isVisible()}
