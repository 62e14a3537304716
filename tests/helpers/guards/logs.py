"""A warning or error that is logged without being expected fails the test.

A test says what it expects by `@pytest.mark.expects_log(r"pattern")`, searched in the text of the record; what
is expected has to come, unless chance decides about it: `expects_log(r"pattern", sometimes=True)`.
"""

import logging
import re

import pytest


class LogGuard(logging.Handler):
    """Sits at the root logger during a test, and puts the root logger back afterwards."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[str] = []
        self.root: tuple[list[logging.Handler], int] = ([], logging.WARNING)

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(f"{record.levelname} {record.name}: {record.getMessage()}")

    def before(self, item: pytest.Item) -> None:
        self.records.clear()
        self.root = (logging.root.handlers[:], logging.root.level)
        logging.root.addHandler(self)

    def after(self, item: pytest.Item) -> list[str]:
        handlers, level = self.root
        replaced = self not in logging.root.handlers
        logging.root.handlers[:] = handlers
        logging.root.setLevel(level)
        marks = list(item.iter_markers("expects_log"))
        patterns = [mark.args[0] for mark in marks]
        unexpected = [text for text in self.records if not any(re.search(pattern, text) for pattern in patterns)]
        needed = [mark.args[0] for mark in marks if not mark.kwargs.get("sometimes", False)]
        absent = [pattern for pattern in needed if not any(re.search(pattern, text) for text in self.records)]
        return [
            *(f"logged without being expected: {text}" for text in unexpected),
            *(f"expected and not logged: {pattern}" for pattern in absent if not item.stash.get(SKIPPED, False)),
            *(["the root logger's handlers were replaced, so nothing watched what was logged"] if replaced else []),
        ]


SKIPPED = pytest.StashKey[bool]()
"""Set by the conftest on a test that did not run to its end, which can't have logged what it was to log."""
