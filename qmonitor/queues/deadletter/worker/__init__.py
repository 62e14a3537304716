"""The worker of a dead-letter queue: sends what the daemon could not, in order, beside whoever else is at the file."""

from qmonitor.queues.deadletter.worker.worker import Worker

__all__ = ["Worker"]
