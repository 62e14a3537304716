"""What went wrong with messages: the kinds of errors, and who has them."""

from qmonitor.monitor.failures.abstraction import abstract

__all__ = ["abstract"]
