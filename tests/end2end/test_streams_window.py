"""A queue on a server in the window, as a user starts it: by its address, without any password kept, as a picture."""

import os
import pty
import signal
import stat
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end2end.conftest import PATIENCE, PROGRAM, Window, display_variables, environment, run, run_process
from tests.helpers.streams.requests import request
from tests.helpers.streams.rigs import RedisRig
from tests.helpers.streams.servers import Server

GOOD = "right-one"


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.stop()


@pytest.fixture
def target(server: Server) -> str:
    rig = RedisRig(server.client())
    rig.queue.ensure_group()
    for n in range(3):
        rig.put(payload=request(f"d-{n}"))
    rig.close()
    return f"redis+unix://{server.path}?prefix={rig.keys.main.removesuffix(':deployment.export.requested')}"


@pytest.fixture(
    params=[pytest.param(False, id="offscreen"), pytest.param(True, id="display", marks=pytest.mark.window)]
)
def display(request: pytest.FixtureRequest) -> dict[str, str]:
    return display_variables() if request.param else {}


def test_it_opens_by_its_address_is_remembered_and_ends(target: str, tmp_path: Path, display: dict[str, str]) -> None:
    window = Window(tmp_path / "profile", target, **display)
    try:
        window.wait_for("a source is open")
        assert window.end(signal.SIGTERM) == (0, [])
    finally:
        if window.child.poll() is None:
            window.child.kill()
        window.child.communicate()
    stored = (tmp_path / "profile" / "window.ini").read_text()
    assert "redis+unix://" in stored


def test_it_takes_the_password_from_a_file_and_asks_nobody(tmp_path: Path) -> None:
    server = Server("--requirepass", GOOD)
    try:
        rig = RedisRig(server.client(password=GOOD))
        rig.queue.ensure_group()
        rig.close()
        file = tmp_path / "password"
        file.write_text(GOOD)
        file.chmod(0o600)
        prefix = rig.keys.main.removesuffix(":deployment.export.requested")
        window = Window(tmp_path / "profile", f"redis+unix://{server.path}?prefix={prefix}", "--password-file", file)
        try:
            window.wait_for("a source is open")
            assert window.end(signal.SIGTERM) == (0, [])
        finally:
            if window.child.poll() is None:
                window.child.kill()
            window.child.communicate()
    finally:
        server.stop()


def on_terminal(arguments: list[str], prompt: str, *answers: str) -> tuple[int, str]:
    """The exit code, and all that stood on the terminal; each answer is typed where it is asked for."""
    controller, terminal = pty.openpty()
    child = subprocess.Popen(
        [*PROGRAM, *arguments], stdin=terminal, stdout=subprocess.DEVNULL, stderr=terminal, env=environment()
    )
    patience = threading.Timer(PATIENCE, child.kill)
    patience.start()
    os.close(terminal)
    shown, left = "", list(answers)
    try:
        while True:
            shown += os.read(controller, 65_536).decode()
            if shown.count(prompt) > len(answers) - len(left) and left:
                os.write(controller, f"{left.pop(0)}\n".encode())
    except OSError:  # the child has closed the terminal
        return child.wait(), shown
    finally:
        patience.cancel()
        child.kill()
        child.wait()
        os.close(controller)


def test_at_a_terminal_it_is_asked_for(tmp_path: Path) -> None:
    server = Server("--requirepass", GOOD)
    try:
        rig = RedisRig(server.client(password=GOOD))
        rig.queue.ensure_group()
        rig.close()
        prefix = rig.keys.main.removesuffix(":deployment.export.requested")
        target = f"redis+unix://{server.path}?prefix={prefix}"
        code, shown = on_terminal(
            ["depth", target, "--json"], f"Secret for redis+unix://{server.path}: ", "wrong", GOOD
        )
        assert code == 0, shown
        assert "was not accepted" in shown
        assert GOOD not in shown
    finally:
        server.stop()


@pytest.mark.parametrize("address", ["redis://me:{}@h", "redis://:{}@h/0", "rediss://h?password={}"])
@pytest.mark.parametrize("command", [(), ("depth",), ("check",), ("worker",), ("snapshot", "--out", "x.png")])
def test_a_password_in_an_address_is_refused_everywhere(address: str, command: tuple[str, ...], tmp_path: Path) -> None:
    done = run_process(*command, address.format(GOOD), QMONITOR_PROFILE=str(tmp_path / "profile"))
    assert done.code in (2, 3)
    assert GOOD not in done.err + done.text
    assert not any(GOOD in one.read_text(errors="replace") for one in tmp_path.rglob("*") if one.is_file())


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604])
def test_a_password_file_that_others_can_read_is_refused_whether_it_is_needed_or_not(
    target: str, tmp_path: Path, mode: int
) -> None:
    file = tmp_path / "password"
    file.write_text(GOOD)
    file.chmod(mode)
    done = run("depth", target, "--password-file", file)
    assert done.code == 1
    assert f"can be read by others (mode {stat.S_IMODE(os.stat(file).st_mode):04o})" in done.err


def test_a_picture_of_it_needs_no_display_and_takes_the_password_from_a_file(tmp_path: Path) -> None:
    server = Server("--requirepass", GOOD)
    try:
        rig = RedisRig(server.client(password=GOOD))
        rig.queue.ensure_group()
        rig.close()
        file, out = tmp_path / "password", tmp_path / "x.png"
        file.write_text(GOOD)
        file.chmod(0o600)
        target = f"redis+unix://{server.path}?prefix={rig.keys.main.removesuffix(':deployment.export.requested')}"
        done = run_process("snapshot", target, "--out", out, "--password-file", file)
        assert (done.code, done.err) == (0, "")
        assert out.read_bytes().startswith(b"\x89PNG")
        done = run_process("snapshot", target, "--out", tmp_path / "y.png")
        assert done.code == 3
        assert "The server wants to know who asks" in done.err
    finally:
        server.stop()
