"""What the window holds in memory is no more after many looks; how much it is see `test_window`."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from qmonitor.queues.delivery.schema import OPTIONAL
from tests.bench.conftest import Tell, again
from tests.bench.test_window import finished, shown, written
from tests.helpers import files

pytestmark = pytest.mark.window

GROWTH_MB = 3.0
"""What it may hold more after ten thousand looks."""


@pytest.fixture
def looked_at(large: Path, long: bool) -> Iterator[Path]:
    """In the long form with the optional indexes: ten thousand looks take ten minutes then, and not half an hour."""
    with files.opened(large) as db:
        for statement in OPTIONAL.values() if long else ():
            db.execute(statement)
    yield large
    with files.opened(large) as db:
        for name in OPTIONAL:
            db.execute(f"DROP INDEX IF EXISTS {name}")


def test_it_does_not_grow_with_the_looks(looked_at: Path, long: bool, tell: Tell) -> None:
    """What fills once (caches, an hour of curves) may do so late: what grows with the looks does so each time."""
    polls, patience, rounds = (10_000, 60, 1) if long else (200, 4, 3)
    options = ("--day", "--polls", str(polls), "--patience", str(patience))

    def grown() -> float:
        with written(looked_at, 3600):
            seen = finished(shown(str(looked_at), *options), 3600)
        assert seen["looks"] == polls, "somebody closed it before"
        tell(f"{seen['growth']:+.1f} MB in {polls} looks back to back, {seen['own']:.0f} MB in the end")
        return seen["growth"]

    assert again(grown, lambda growth: growth < GROWTH_MB, rounds) < GROWTH_MB
