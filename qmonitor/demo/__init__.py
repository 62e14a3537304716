"""The demo: a sample queue of invented patients, and a simulated engine that is having a bad day with it.

Everything in it is made up: names of people, hospitals and machines, and every address is one that is
reserved for documentation. Knows no Qt.
"""

from qmonitor.demo.engine import run_engine
from qmonitor.demo.sample import make_sample
from qmonitor.demo.stage import (
    LETTERS,
    REMOVE,
    SAID,
    STREAMS,
    DemoEngine,
    DemoFolder,
    engine_process,
    until_signal,
    work,
)

__all__ = [
    "LETTERS",
    "REMOVE",
    "SAID",
    "STREAMS",
    "DemoEngine",
    "DemoFolder",
    "engine_process",
    "make_sample",
    "run_engine",
    "until_signal",
    "work",
]
