"""Takes PySide out of every import that follows; the package loads this before all else of the window.

PySide reads the source of each module that is imported after it, for a switch that nobody uses here. They stayed in
memory: 18 MB and 40 ms where no lane imports at the same time, else not, so that no two windows took the same.
"""

import builtins

import PySide6.QtCore  # noqa: F401 - puts itself into the imports

builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
