"""qmonitor: a desktop monitor and inspector for durable message queues."""

__version__ = "0.1.0"
