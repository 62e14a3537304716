"""Saving and exporting messages as files."""

from qmonitor.monitor.export.saving import SLICE, Saving, file_name, slices

__all__ = ["SLICE", "Saving", "file_name", "slices"]
