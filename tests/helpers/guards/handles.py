"""SQLite connections that a test leaves open, and input or output done in the GUI thread, fail the test.

Both are told by the interpreter's own audit events, so that nothing has to be patched and nobody can go round.
"""

import sqlite3
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest

WAITS = {"sqlite3.connect", "socket.connect", "socket.getaddrinfo", "socket.gethostbyname"}
"""Events of calls that may take as long as a disk or a network likes. A connection can be used only by the
thread that opened it, so that opening stands for everything that is done with it (`blobopen` too)."""

_connections: list[sqlite3.Connection] = []
_offences: list[str] = []
_allowed = False


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "sqlite3.connect/handle":
        _connections.append(arguments[0])
    elif event in WAITS and not _allowed and threading.current_thread() is threading.main_thread():
        module = _window_module()
        if module:
            _offences.append(f"{module} does {event} in the GUI thread")
            raise AssertionError(_offences[-1])


def _window_module() -> str:
    """The module of the window that is at work in this thread; "" where the test itself does the call."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        name = str(frame.f_globals.get("__name__", ""))
        if name.startswith("qmonitor.gui"):
            return name
        frame = frame.f_back
    return ""


sys.addaudithook(_hook)


@contextmanager
def gui_io_allowed() -> Iterator[None]:
    """For a test that calls by itself, in its own thread, what the window leaves to another one."""
    global _allowed
    _allowed = True
    try:
        yield
    finally:
        _allowed = False


class HandleGuard:
    """Every connection that was opened in this process is closed again, and none was opened by a widget."""

    def before(self, item: pytest.Item) -> None:
        _connections.clear()
        _offences.clear()

    def after(self, item: pytest.Item) -> list[str]:
        left = [connection for connection in _connections if _is_open(connection)]
        _connections.clear()
        return [*_offences, *([f"{len(left)} SQLite connection(s) left open"] if left else [])]


def _is_open(connection: sqlite3.Connection) -> bool:
    try:
        return connection.total_changes >= 0  # the one question that may be asked from any thread
    except sqlite3.ProgrammingError:
        return False
