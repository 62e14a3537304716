"""The worker of a delivery queue: drains one destination in order, safely, beside whoever else is at the file."""

from qmonitor.queues.delivery.worker.worker import Worker
from qmonitor.queues.sqlite_worker.clock import Clock
from qmonitor.queues.sqlite_worker.terms import Terms
from qmonitor.queues.working import EngineActive, FileExchanged, LeaseLost, Phase, WorkerEnded, WorkerState

__all__ = [
    "Clock",
    "EngineActive",
    "FileExchanged",
    "LeaseLost",
    "Phase",
    "Terms",
    "Worker",
    "WorkerEnded",
    "WorkerState",
]
