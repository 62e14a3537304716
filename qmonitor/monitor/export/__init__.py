"""Saving and exporting messages as files."""

from qmonitor.monitor.export.exporting import Exported, Exporting
from qmonitor.monitor.export.saving import SLICE, Saving, file_name, slices
from qmonitor.monitor.export.values import paths
from qmonitor.monitor.export.writers import Form, Order

__all__ = ["SLICE", "Exported", "Exporting", "Form", "Order", "Saving", "file_name", "paths", "slices"]
