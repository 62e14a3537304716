"""The window: the only room with Qt in it."""

import builtins

import PySide6.QtCore  # noqa: F401 - puts itself into every import that follows

builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
"""Plain again: PySide would read the source of each module that is imported from here on, for a switch that nobody
uses here. They stayed in memory: 18 MB and 40 ms where no lane imports at the same time, else not, so that no two
windows took the same.
"""
