"""A clock that is turned by hand, and a sender that notes what it was given."""

import pytest

from tests.helpers.delivering import Clock, Sender


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def sender() -> Sender:
    return Sender()
