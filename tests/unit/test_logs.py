"""Warnings always reach stderr; the rest is shown by subject."""

import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from qmonitor import logs


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Puts the package's logger back."""
    root = logging.getLogger(logs.ROOT)
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


def lines(captured: pytest.CaptureFixture[str]) -> list[str]:
    return [line.split(" ", 2)[2] for line in captured.readouterr().err.splitlines()]


@pytest.mark.expects_log("late")
def test_without_a_filter_warnings_only(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(logs.FILTER_VARIABLE, raising=False)
    logs.configure()
    logs.configure()

    assert not logs.subject("tasks").isEnabledFor(logging.INFO)
    logs.subject("tasks").debug("begun")
    logs.subject("tasks").warning("late")

    assert lines(capsys) == ["WARNING qmonitor.tasks: late"]


@pytest.mark.parametrize(
    ("named", "shown"),
    [("tasks", ["tasks"]), (" tasks , demo", ["tasks", "demo"]), ("all", ["tasks", "demo"]), ("", [])],
)
def test_the_variable_names_subjects(
    named: str, shown: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(logs.FILTER_VARIABLE, named)
    logs.configure()

    for subject in ("tasks", "demo"):
        logs.subject(subject).debug("begun")

    assert lines(capsys) == [f"DEBUG qmonitor.{subject}: begun" for subject in shown]


def test_debug_shows_everything(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure(debug=True, subjects=())

    logs.subject("demo.engine").debug("begun")

    assert lines(capsys) == ["DEBUG qmonitor.demo.engine: begun"]


def test_a_subject_that_there_is_not_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(logs.FILTER_VARIABLE, "window, fiels,all,")

    assert logs.unknown_subjects() == ("fiels",)


def test_every_subject_in_use_is_listed() -> None:
    package = Path(logs.__file__).parent
    used = {
        name
        for module in package.rglob("*.py")
        for pair in re.findall(
            r'logs\.subject\("(\w+)"|getLogger\("qmonitor\.(\w+)"', module.read_text(encoding="utf-8")
        )
        for name in pair
        if name
    }

    assert used == set(logs.SUBJECTS)


def test_a_windowed_program_has_no_stderr(monkeypatch: pytest.MonkeyPatch) -> None:
    logs.configure(debug=True)
    monkeypatch.setattr("sys.stderr", None)

    logs.subject("demo").debug("begun")


@pytest.mark.expects_log("dest")
@pytest.mark.parametrize(
    ("name", "shown"), [("a\nb\r", r"a\nb\r"), ("\x1b[2J\x9b", r"\x1b[2J\x9b"), ("\u202eb", r"\u202eb")]
)
def test_whatever_a_name_holds_it_stays_in_its_line(name: str, shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Names come from messages: one of them must not look like a line of ours, nor lead a terminal."""
    logs.configure()
    logs.subject("workers").warning("dest %s", name)
    assert lines(capsys) == [f"WARNING qmonitor.workers: dest {shown}"]


@pytest.mark.expects_log("failed")
def test_a_traceback_keeps_its_lines(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure()
    try:
        raise KeyError
    except KeyError:
        logs.subject("workers").exception("failed")
    assert "\nTraceback (most recent call last):\n" in capsys.readouterr().err
