"""What holds for every test: a home of its own, no real screen, and the guards of `tests/helpers/guards`.

Helpers are imported as `tests.helpers.…`; the root of the repository is on the path (see pyproject.toml).
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

# Before anything loads Qt: a screen that is set but dead would abort the whole process without a report.
ON_DISPLAY = os.environ.get("QMONITOR_TEST_DISPLAY") == "1"
os.environ["QT_QPA_PLATFORM"] = "offscreen"
if ON_DISPLAY:
    os.environ["QT_QPA_PLATFORM"] = {"linux": "xcb", "darwin": "cocoa", "win32": "windows"}[sys.platform]
for variable in ("QMONITOR_PROFILE", "QMONITOR_LOG", "QMONITOR_LANGUAGE", "PYTHONDONTWRITEBYTECODE"):
    os.environ.pop(variable, None)
sys.dont_write_bytecode = False  # else every program that a test starts compiles the whole package again
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"  # a locked keyring would prompt, and hang

import hypothesis
import pytest

pytest.register_assert_rewrite("tests.helpers")

from tests.helpers.guards import all_guards
from tests.helpers.guards.logs import SKIPPED
from tests.helpers.guards.profile import private_home, remove_home

HOME = private_home()
GUARDS = all_guards()

hypothesis.settings.register_profile("quick", max_examples=30, deadline=None)
hypothesis.settings.register_profile("ci", max_examples=100, deadline=None, derandomize=True, print_blob=True)
hypothesis.settings.register_profile("thorough", max_examples=1000, deadline=None, print_blob=True)
hypothesis.settings.load_profile(os.environ.get("QMONITOR_EXAMPLES") or ("ci" if os.environ.get("CI") else "quick"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--bench-full", action="store_true", help="run the measurements in full instead of small")


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder that everybody may use (pytest's own is closed to other users)."""
    folder = Path(tempfile.mkdtemp(prefix="qmonitor-shared-"))
    folder.chmod(0o777)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def bench_full(pytestconfig: pytest.Config) -> bool:
    """Whether the measurements run in full; their small form takes at most 20 s in all."""
    return bool(pytestconfig.getoption("--bench-full"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    bench = "bench" in config.option.markexpr or config.getoption("--bench-full")
    for item in items:
        if not ON_DISPLAY and item.get_closest_marker("window"):
            item.add_marker(pytest.mark.skip(reason="needs a display: python3 packaging/dev.py test brings one"))
        if not bench and item.get_closest_marker("bench"):
            item.add_marker(pytest.mark.skip(reason="a measurement: chosen by -m bench"))


def pytest_unconfigure() -> None:
    remove_home(HOME)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    for guard in GUARDS:
        guard.before(item)
    item.stash[SKIPPED] = True
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    result = yield
    item.stash[SKIPPED] = False
    return result


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    try:
        result = yield
    finally:
        problems = [problem for guard in GUARDS for problem in guard.after(item)]
    if problems:
        pytest.fail("\n".join(problems), pytrace=False)
    return result
