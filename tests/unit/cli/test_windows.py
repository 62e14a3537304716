"""Whether a window can be opened at all is found out before Qt would end the process."""

import socket
import sys
from pathlib import Path

import pytest

from qmonitor.cli import windows
from qmonitor.cli.app import main

LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="displays are looked for on X11 and Wayland")


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No display, and X servers looked for in a folder of the test's own."""
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(windows, "X11_SOCKETS", str(tmp_path / "X"))


@LINUX
@pytest.mark.parametrize("display", ["", "x", ":", ":x", ":3", ":3.0", "unix:3"])
def test_no_display(display: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("DISPLAY", display)

    assert main(["queue.db"]) == 1

    assert capsys.readouterr().err.startswith("qmonitor: There is no display to open a window on.")


@LINUX
def test_a_demo_without_a_display_names_the_way_without_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo"]) == 1

    told = capsys.readouterr().err
    assert "There is no display" in told
    assert "qmonitor demo --no-window" in told


@LINUX
def test_a_dead_servers_socket_is_no_display(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "X3"))
    monkeypatch.setenv("DISPLAY", ":3")

    assert main([]) == 1


@LINUX
@pytest.mark.parametrize("display", [":3", ":3.0", "unix:3"])
def test_a_server_that_answers_is_a_display(display: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", display)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "X3"))
        server.listen()

        windows.require_display()


def test_what_can_not_be_looked_at_is_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", "localhost:10.0")
    windows.require_display()

    monkeypatch.setenv("DISPLAY", "")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    (tmp_path / "wayland-0").touch()
    windows.require_display()

    monkeypatch.setenv("WAYLAND_DISPLAY", "")
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    windows.require_display()


def test_a_library_that_is_missing_is_told_by_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.setitem(sys.modules, "qmonitor.gui", None)

    assert main([]) == 1

    told = capsys.readouterr().err
    assert told.startswith("qmonitor: The window can't be loaded: ")
    assert "packaging/dev.py" in told


def test_an_unexpected_error_is_told_by_its_kind_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails() -> None:
        raise LookupError("CANARY")

    monkeypatch.setattr(windows, "require_display", fails)

    assert main(["queue.db"]) == 1
    told = capsys.readouterr().err
    assert told == "qmonitor: An unexpected error (LookupError) ended it. Run it again with --debug to see where.\n"

    assert main(["--debug", "queue.db"]) == 1
    assert "in fails" in capsys.readouterr().err
