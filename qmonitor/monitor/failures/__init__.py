"""What went wrong with messages: the kinds of errors, and who has them."""

from qmonitor.monitor.failures.abstraction import abstract
from qmonitor.monitor.failures.gathering import Gathering, Group, GroupKey, Groups

__all__ = ["Gathering", "Group", "GroupKey", "Groups", "abstract"]
