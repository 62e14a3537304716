"""The window: the only room with Qt in it."""

from qmonitor.gui import plainly  # noqa: F401 - before all else
