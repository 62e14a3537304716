"""Which process does something, so that others can tell whether it still lives."""

import os
import sys
from pathlib import Path

from qmonitor.queues.audit import host

ENDED = ("Z", "X")
"""How Linux marks a process that has ended while the one that started it has not asked what came of it."""


def holder() -> str:
    """This process as `host:pid:start`; the start time tells it from a later one with the same number."""
    return f"{host()}:{os.getpid()}:{_started(os.getpid()) or 0}"


def host_of(text: str) -> str:
    """The host of the process that called itself so."""
    return text.rpartition(":")[0].rpartition(":")[0]


def alive(text: str) -> bool | None:
    """Whether the process that called itself so still runs; None where that can't be told (another host)."""
    name, _, rest = text.rpartition(":")
    machine, _, pid = name.rpartition(":")
    if machine != host() or not pid.isdigit():
        return None
    started = _started(int(pid))
    return started is not None and str(started) == rest


def _started(pid: int) -> int | None:
    """The process's start time, 0 where the system does not tell it; None where there is none, or it has ended."""
    if sys.platform == "win32":  # pragma: no cover - runs on Windows only
        return _windows_started(pid)
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
        state, *told = status.rpartition(")")[2].split()
        return None if state in ENDED else int(told[18])
    except (OSError, ValueError, IndexError):
        return _signalled(pid) if not Path("/proc/self/stat").exists() else None


def _signalled(pid: int) -> int | None:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return None
    except PermissionError:
        return 0
    return 0


def _windows_started(pid: int) -> int | None:  # pragma: no cover - runs on Windows only
    import ctypes

    query_limited = 0x1000
    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]
    handle = kernel.OpenProcess(query_limited, False, pid)
    if not handle:
        return None
    kernel.CloseHandle(handle)
    return 0
