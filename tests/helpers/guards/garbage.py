"""Garbage is collected between the tests, in their own thread: in a lane's, that could be the end of a widget."""

import gc

import pytest


class GarbageGuard:
    """As `qmonitor.gui.garbage` does in the program."""

    def __init__(self) -> None:
        gc.disable()

    def before(self, item: pytest.Item) -> None:
        pass

    def after(self, item: pytest.Item) -> list[str]:
        counts, limits = gc.get_count(), gc.get_threshold()
        due = [n for n in range(3) if counts[n] > limits[n]]
        if due:
            gc.collect(max(due))
        return []
