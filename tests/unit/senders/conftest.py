"""A folder that another user gets through to, too."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def shared() -> Iterator[Path]:
    """Pytest's own folders are closed to others."""
    folder = Path(tempfile.mkdtemp(prefix="qmonitor-shared-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)
