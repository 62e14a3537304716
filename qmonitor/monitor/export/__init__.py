"""Saving and exporting messages as files.

Here is what saves them as they are stored. What reads payloads (`exporting`, `writers`, `values`) is imported by
whoever exports: the window starts without.
"""

from qmonitor.monitor.export.saving import SLICE, Saving, file_name, slices

__all__ = ["SLICE", "Saving", "file_name", "slices"]
