"""Loggers by subject, and where their lines go.

A subject is a part of the program as its reader sees it, not a module: "attempts" (each attempt of the workers that run
here, to whom, what came of it, and what hinders the next one: what "qmonitor worker" shows), "demo" (the sample's
engine), "files" (how a queue's file was opened, and for how long), "senders" (what came from a receiver and was no
answer, in numbers), "streams" (what a worker of a stream queue could not do, or found out of order), "tasks" (the
window's threads), "window", "workers" (the same as "attempts", as the queue sees it). Nothing of a payload, no password
and no error text of a receiver is ever logged, at no level: only ids, counts, names of destinations, receivers'
addresses and kinds of errors. Free of Qt.

Lines go to stderr. Warnings always do; `--debug` shows everything, and the variable QMONITOR_LOG shows
everything of the subjects that it names, separated by commas (`QMONITOR_LOG=window,tasks`, or `all`).
"""

import logging
import os
import re
import sys
from collections.abc import Collection

ROOT = "qmonitor"
SUBJECTS = ("attempts", "demo", "files", "senders", "streams", "tasks", "window", "workers")
FILTER_VARIABLE = "QMONITOR_LOG"
ALL = "all"

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def subject(name: str) -> logging.Logger:
    """The logger of a subject, `subject("demo")`."""
    return logging.getLogger(f"{ROOT}.{name}")


def configure(*, debug: bool = False, subjects: Collection[str] | None = None) -> None:
    """Send the lines to stderr; called once by whoever starts the program, and harmless when repeated.

    `subjects` are shown at every level, all of them with `debug`; None takes those of QMONITOR_LOG.
    """
    root = logging.getLogger(ROOT)
    for old in [handler for handler in root.handlers if isinstance(handler, _Stderr)]:
        root.removeHandler(old)
    wanted = _wanted(debug, subjects)
    root.addHandler(_Stderr(wanted))
    root.setLevel(logging.DEBUG if wanted else logging.WARNING)  # what nobody wants to see is not even put together


def unknown_subjects() -> tuple[str, ...]:
    """What QMONITOR_LOG names although there is no such subject."""
    return tuple(name for name in named() if name not in (ALL, *SUBJECTS))


def named() -> list[str]:
    """What QMONITOR_LOG names."""
    return [name.strip() for name in os.environ.get(FILTER_VARIABLE, "").split(",") if name.strip()]


def _wanted(debug: bool, subjects: Collection[str] | None) -> frozenset[str]:
    if debug:
        return frozenset({ALL})
    return frozenset(named() if subjects is None else subjects)


class _OneLine(logging.Formatter):
    """Shows what would begin another line, or turn the writing round: names come from messages and other programs."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the library's own name
        line = super().formatMessage(record)
        return _CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), line)


class _Stderr(logging.Handler):
    """Writes to whatever stderr is now (a windowed program has none), and lets pass what is wanted."""

    def __init__(self, wanted: frozenset[str]) -> None:
        super().__init__()
        self._wanted = wanted
        self.setFormatter(_OneLine(_FORMAT))

    def filter(self, record: logging.LogRecord) -> bool:
        name = record.name.removeprefix(f"{ROOT}.").partition(".")[0]
        return record.levelno >= logging.WARNING or ALL in self._wanted or name in self._wanted

    def emit(self, record: logging.LogRecord) -> None:
        stream = sys.stderr
        if stream is None:
            return
        try:
            stream.write(self.format(record) + "\n")
            stream.flush()
        except (OSError, ValueError):  # nobody reads any more: a lost line must not end the program
            self._wanted = frozenset()
