"""`packaging/dev.py` on machines that lack this or that: an old Python, half an environment, libraries, a display."""

import ast
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[3]
SCRIPT = ROOT / "packaging" / "dev.py"


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("qmonitor_dev", SCRIPT)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def dev() -> ModuleType:
    return load()


@pytest.fixture
def checkout(dev: ModuleType, tmp_path: Path) -> Path:
    """A small checkout of its own, with an environment that has a Python and no pip: a half-made one."""
    (tmp_path / "qmonitor").mkdir()
    (tmp_path / "qmonitor/__init__.py").write_text("")
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    dev.ROOT, dev.VENV = tmp_path, tmp_path / ".venv"
    dev.STAMP, dev.PYTHON = dev.VENV / "stamp.json", dev.VENV / "bin/python"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", dev.VENV], check=True)
    return tmp_path


def complete(dev: ModuleType, checkout: Path, extra: str = "") -> None:
    """Make the environment a whole one, as pip would."""
    (site,) = dev.VENV.glob("lib/python3*/site-packages")
    (site / "pip.py").write_text("")
    (site / "checkout.pth").write_text(str(checkout))
    dev.STAMP.write_text(json.dumps({**dev.wanted_stamp(dev.venv_version()), "extra": extra}))


def program(folder: Path, name: str, text: str) -> None:
    """A program that a test puts on PATH."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


# --- Python


def test_an_old_python_can_read_it() -> None:
    assert ast.parse(SCRIPT.read_text(encoding="utf-8"), feature_version=(3, 6)).body


def test_it_wants_the_pythons_of_the_package(dev: ModuleType) -> None:
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["requires-python"]
    assert wanted == f">=3.{dev.OLDEST[1]},<3.{dev.BEYOND[1]}"


@pytest.mark.parametrize("version", [(3, 6, 15), (3, 10, 13), (3, 14, 0)])
def test_another_python_is_turned_away_in_one_sentence(version: tuple[int, ...], tmp_path: Path) -> None:
    done = start_as(version, tmp_path)
    assert done.returncode == 3
    assert re.fullmatch(
        r"qmonitor needs Python 3\.11 to 3\.13, and PATH has none: this is 3\.\d+ \(.*\)\.\n", done.stderr
    )


def test_another_python_hands_over_to_one_that_will_do(tmp_path: Path) -> None:
    program(tmp_path, "python3.13", "exit 127")  # a version manager's stand-in
    program(tmp_path, "python3.12", '[ "$1" = -c ] || echo handed over: "$2"')
    done = start_as((3, 9, 0), tmp_path)
    assert (done.returncode, done.stdout) == (0, "handed over: help\n")


def start_as(version: tuple[int, ...], path: Path) -> subprocess.CompletedProcess[str]:
    """The script under a Python that calls itself something else."""
    text = f"import runpy, sys; sys.version_info = {version}; sys.argv = [{str(SCRIPT)!r}, 'help']"
    return subprocess.run(
        [sys.executable, "-c", f"{text}; runpy.run_path(sys.argv[0], run_name='__main__')"],
        env={"PATH": str(path)},
        capture_output=True,
        text=True,
        check=False,
    )


# --- the environment


def test_a_half_made_environment_is_none(dev: ModuleType, checkout: Path) -> None:
    assert dev.venv_version() == ""
    complete(dev, checkout)
    assert dev.venv_version() == ".".join(map(str, sys.version_info[:3]))


@pytest.mark.parametrize("what", ["nothing", "empty folder", "file", "dead link"])
def test_what_is_no_environment_is_none(dev: ModuleType, tmp_path: Path, what: str) -> None:
    dev.VENV = tmp_path / "venv"
    dev.STAMP, dev.PYTHON = dev.VENV / "stamp.json", dev.VENV / "bin/python"
    if what == "empty folder":
        dev.VENV.mkdir()
    elif what == "file":
        dev.VENV.write_text("")
    elif what == "dead link":
        dev.VENV.symlink_to(tmp_path / "gone")
    assert dev.venv_version() == ""


def test_a_moved_environment_is_none(dev: ModuleType, checkout: Path) -> None:
    complete(dev, checkout)
    dev.STAMP.write_text(json.dumps({"checkout": "/somewhere/else"}))
    assert dev.venv_version() == ""


def test_a_whole_environment_is_left_alone(dev: ModuleType, checkout: Path) -> None:
    complete(dev, checkout)
    assert dev.up_to_date(dev.venv_version(), "")
    assert dev.up_to_date(dev.venv_version(), "dev") is False, "it holds no tools for the tests"
    complete(dev, checkout, "dev")
    assert dev.up_to_date(dev.venv_version(), ""), "what has the tests' tools can run the program"


@pytest.mark.parametrize("change", ["pyproject", "package", "stamp", "python"])
def test_a_changed_environment_is_brought_up_to_date(dev: ModuleType, checkout: Path, change: str) -> None:
    complete(dev, checkout)
    version = dev.venv_version()
    if change == "pyproject":
        (checkout / "pyproject.toml").write_text("[project]\nname = 'other'\n")
    elif change == "package":
        shutil.rmtree(checkout / "qmonitor")
    elif change == "stamp":
        dev.STAMP.write_text("{half")
    else:
        version = "3.11.0"
    assert dev.up_to_date(version, "") is False


@pytest.mark.slow
def test_a_new_environment_replaces_whatever_lies_there(dev: ModuleType, checkout: Path) -> None:
    dev.VENV.rename(checkout / "elsewhere")
    dev.VENV.symlink_to(checkout / "elsewhere")
    dev.make_venv(allowed=False)
    assert dev.venv_version()
    assert not dev.VENV.is_symlink() and (checkout / "elsewhere").is_dir()


# --- system packages


@pytest.fixture
def only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """PATH holds nothing but what the test puts into this folder."""
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(("uid", "allowed"), [(1000, True), (1000, False), (0, False)])
def test_the_line_to_install_is_said(
    dev: ModuleType,
    only: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    uid: int,
    allowed: bool,
) -> None:
    program(only, "apt-get", "echo called >> $0.log")
    monkeypatch.setattr(os, "geteuid", lambda: uid)
    with pytest.raises(SystemExit) as end:
        dev.install_packages(["xvfb", "openbox"], "The tests need Xvfb.", allowed)
    said = capsys.readouterr().err
    assert end.value.code == 3
    assert said.startswith("The tests need Xvfb.\n")
    line = "apt-get install --no-install-recommends xvfb openbox"
    assert f"    {'sudo ' if uid else ''}{line}\n" in said + "\n"
    assert not (only / "apt-get.log").exists()


def test_a_system_without_apt_is_told_what_it_lacks(
    dev: ModuleType, only: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        dev.install_packages(["xvfb"], "The tests need Xvfb.", True)
    assert end.value.code == 3
    assert "package manager" in capsys.readouterr().err


def test_root_may_let_it_install(dev: ModuleType, only: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(only, "apt-get", 'echo "$DEBIAN_FRONTEND $*" >> $0.log')
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    dev.install_packages(["xvfb", "openbox"], "The tests need Xvfb.", True)
    first, second = (only / "apt-get.log").read_text().splitlines()
    assert re.fullmatch("noninteractive .*update", first)
    assert re.fullmatch("noninteractive .*install -y --no-install-recommends xvfb openbox", second)


def test_a_failed_installation_ends_it(dev: ModuleType, only: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(only, "apt-get", "exit 100")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(SystemExit) as end:
        dev.install_packages(["xvfb"], "The tests need Xvfb.", True)
    assert end.value.code == 3


def test_missing_libraries_are_named(dev: ModuleType, only: Path) -> None:
    dev.VENV, dev.PYTHON = only, only / "python"
    plugin = only / "lib/python3.11/site-packages/PySide6/Qt/plugins/platforms/libqxcb.so"
    plugin.parent.mkdir(parents=True)
    plugin.touch()
    program(only, "python", "echo 'ImportError: libGL.so.1: cannot open shared object file: No such file' >&2; exit 1")
    program(only, "ldd", "echo 'libxcb-cursor.so.0 => not found'; echo 'libc.so.6 => /lib/libc.so.6 (0x1)'")
    assert dev.missing_libraries() == "Qt can't start: this system has no libGL.so.1, libxcb-cursor.so.0."


def test_another_fault_of_qt_is_shown_as_it_is(dev: ModuleType, only: Path) -> None:
    dev.VENV, dev.PYTHON = only, only / "python"
    program(only, "python", "echo 'ImportError: something else' >&2; exit 1")
    assert dev.missing_libraries() == "Qt can't start:\nImportError: something else"


def test_what_the_tests_need_is_named_with_its_packages(
    dev: ModuleType, only: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program(only, "apt-get", "exit 0")
    monkeypatch.setattr(dev, "LINUX", True)
    monkeypatch.setattr(dev, "missing_libraries", lambda: "")
    monkeypatch.setattr(dev, "READER_SERVICE", str(only / "no such service"))
    with pytest.raises(SystemExit):
        dev.require_system(False, dev.TEST_PROGRAMS)
    said = capsys.readouterr().err
    programs = "Xvfb and openbox and dbus-daemon and xdotool and gnome-keyring-daemon and redis-check-rdb and AT-SPI"
    assert said.startswith(f"The tests need {programs}.\n")
    assert " xvfb openbox dbus xdotool gnome-keyring redis-tools at-spi2-core gir1.2-atspi-2.0 python3-gi" in said
    dev.require_system(False, {})
    assert capsys.readouterr().err == ""


# --- displays


@pytest.fixture
def here(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The environment in which this test runs, without a display."""
    dev.PYTHON, dev.VENV = Path(sys.executable), Path(sys.prefix)
    for variable in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(variable, raising=False)
    return dev


@pytest.mark.parametrize(
    ("display", "problem"),
    [
        ("", "There is no display: DISPLAY is not set."),
        (":987", "DISPLAY is :987, but no display can be reached there."),
    ],
)
def test_without_a_display_the_window_is_not_started(
    here: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    display: str,
    problem: str,
) -> None:
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.setattr(here, "require_environment", lambda *_: None)  # pip would want the network
    with pytest.raises(SystemExit) as end:
        here.run([], False)
    said = capsys.readouterr().err
    assert end.value.code == 2
    assert said.startswith(problem)
    assert all(way in said for way in ("qmonitor snapshot", "xvfb-run", "--help"))


def test_the_tests_bring_a_display_and_take_it_away(here: ModuleType, tmp_path: Path, monkeypatch) -> None:
    with here.private_display(tmp_path) as display:
        monkeypatch.setenv("DISPLAY", display)
        assert here.display_problem() == ""
        assert (tmp_path / "openbox-is-ready").exists()
    assert here.display_problem() == f"DISPLAY is {display}, but no display can be reached there."


# --- commands


@pytest.mark.parametrize(("codes", "result"), [([0, 0], 0), ([0, 5], 0), ([5, 5], 5), ([0, 1, 4], 1), ([5, 2], 2)])
def test_the_exit_code_of_what_failed_is_passed_on(here: ModuleType, codes: list[int], result: int) -> None:
    passes = here.Passes()
    for code in codes:
        passes.do("a pass", ["-c", f"raise SystemExit({code})"])
    assert passes.end() == result


@pytest.mark.parametrize(
    ("codes", "lines"),
    [
        ([0, 0], ["passed", "passed", "All passes are green."]),
        ([0, 5], ["passed", "All passes are green."]),
        (
            [2, 0, 1],
            ["FAILED (exit code 2)", "passed", "FAILED (exit code 1)", "Failed: pass 0, pass 2. What they said"],
        ),
        ([5, 5], ["Nothing was chosen: no test has run."]),
    ],
)
def test_the_end_says_what_came_of_it(
    here: ModuleType, capsys: pytest.CaptureFixture[str], codes: list[int], lines: list[str]
) -> None:
    passes = here.Passes()
    for n, code in enumerate(codes):
        passes.do(f"pass {n}", ["-c", f"raise SystemExit({code})"])
    capsys.readouterr()
    passes.end()

    said = [line for line in capsys.readouterr().err.splitlines() if line.strip()]
    assert len(said) == len(lines)
    assert all(words in line for words, line in zip(lines, said, strict=True))


@pytest.mark.parametrize("words", [[], ["--"], ["nonsense"], ["check", "more"]])
def test_usage(dev: ModuleType, capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    assert dev.main(words) == 2
    assert "dev.py run" in capsys.readouterr().err


def test_help(dev: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.main(["--help"]) == 0
    assert "dev.py test" in capsys.readouterr().err


def test_ci_calls_the_command_of_the_readme() -> None:
    command = "python3 packaging/dev.py test"
    ci = ROOT / ".ci" / "run"
    assert os.access(ci, os.X_OK)
    assert ci.read_text(encoding="utf-8").splitlines()[-1] == f"exec {command}"
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert command in readme
    assert "python3 packaging/dev.py run" in readme
