"""The only door to `resources/`: the same in a checkout, an installation and a frozen program."""

from functools import cache
from pathlib import Path


@cache
def _root() -> Path:
    """Beside the package in a checkout, inside it where it was installed."""
    package = Path(__file__).resolve().parent
    inside = package / "resources"
    return inside if inside.is_dir() else package.parent / "resources"


def path(name: str) -> Path:
    """Where a resource lies: `path("icons/open.svg")`. Raises FileNotFoundError where there is none."""
    found = _root() / name
    if not found.exists():
        raise FileNotFoundError(f"no such resource: {name}")
    return found


def exists(name: str) -> bool:
    """Whether there is such a resource."""
    return (_root() / name).exists()


def text(name: str) -> str:
    """The content of a text resource."""
    return path(name).read_text(encoding="utf-8")
