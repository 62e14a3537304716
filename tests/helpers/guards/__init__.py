"""What every test is watched for: each guard notes how things stood before a test and tells what is left after it.

A guard has `before(item)`, called ahead of the test's fixtures, and `after(item)`, called when they are torn
down, which returns one sentence for each thing that is wrong. `tests/conftest.py` calls them and fails the test.
"""

from typing import Protocol

import pytest

from tests.helpers.guards.garbage import GarbageGuard
from tests.helpers.guards.handles import HandleGuard
from tests.helpers.guards.keys import KeyGuard, PointerGuard
from tests.helpers.guards.language import LanguageGuard
from tests.helpers.guards.logs import LogGuard
from tests.helpers.guards.profile import ProfileGuard
from tests.helpers.guards.threads import ThreadGuard, WindowGuard

__all__ = ["Guard", "all_guards"]


class Guard(Protocol):
    """The two calls around a test."""

    def before(self, item: pytest.Item) -> None: ...

    def after(self, item: pytest.Item) -> list[str]: ...


def all_guards() -> list[Guard]:
    """One of each, in the order in which they are asked: what ends threads may also close handles."""
    ending = [WindowGuard(), ThreadGuard(), HandleGuard()]
    return [*ending, KeyGuard(), PointerGuard(), LanguageGuard(), LogGuard(), ProfileGuard(), GarbageGuard()]
