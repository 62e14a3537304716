"""The keyring: a real one, locked and unlocked, and some that behave as keyrings do in the field."""

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from qmonitor.senders import credentials
from qmonitor.senders.credentials import NoSecret, Secrets
from qmonitor.senders.keyrings import CHILD, SERVICE, Keyring, Outcome
from tests.helpers.secret_service import SecretService

NAME = "https://anna@lab.example"
SECRET = "pä$$ 'word\" \\ \u2028 $(id)"
LIMIT = 60.0
"""Seconds for a keyring that answers."""
SOON = 1.0
"""For one that does not."""

TASK = """
import sys
from qmonitor.senders.keyrings import Keyring
limit, verb, *arguments = sys.argv[1:]
answer = getattr(Keyring(float(limit)), verb)(*arguments)
print(answer.outcome.value, answer.secret == sys.argv[-1], answer.kind, sep=", ")
"""

real = [
    pytest.mark.keyring,
    pytest.mark.skipif(
        not sys.platform.startswith("linux") or (not shutil.which("gnome-keyring-daemon") and "CI" not in os.environ),
        reason="needs gnome-keyring: python3 packaging/dev.py test brings it",
    ),
]


@pytest.fixture
def service(tmp_path: Path) -> SecretService:
    return SecretService(tmp_path)


@pytest.mark.slow
class TestReal:
    """gnome-keyring, each time in a session of its own."""

    pytestmark = real

    def test_a_secret_is_kept_from_one_session_to_the_next(self, service: SecretService) -> None:
        kind = "SecretService Keyring"
        read = (TASK, "60", "read", NAME)
        assert service.session(*read) == f"absent, False, {kind}"
        assert service.session(TASK, "60", "store", NAME, SECRET) == f"stored, False, {kind}"
        asked = TASK.replace("sys.argv[-1]", repr(SECRET))
        assert service.session(asked, "60", "read", NAME) == f"found, True, {kind}"
        assert service.session(asked, "60", "read", "another") == f"absent, False, {kind}"
        assert service.session(TASK, "60", "delete", NAME) == f"deleted, False, {kind}"
        assert service.session(*read) == f"absent, False, {kind}"

    def test_another_program_finds_it_under_our_name(self, service: SecretService) -> None:
        service.session(TASK, "60", "store", NAME, "s3cret")
        look = f"import keyring; print(keyring.get_password({SERVICE!r}, {NAME!r}))"
        assert service.session(look) == "s3cret"

    def test_one_that_is_locked_is_told(self, service: SecretService) -> None:
        service.session(TASK, "60", "store", NAME, SECRET)
        for verb in (("read", NAME), ("store", NAME, "x"), ("delete", NAME)):
            assert service.session(TASK, "60", *verb, unlocked=False).startswith("locked, False, ")
        asked = TASK.replace("sys.argv[-1]", repr(SECRET))
        assert service.session(asked, "60", "read", NAME).startswith("found, True")

    def test_one_that_nobody_has_ever_begun_is_told(self, service: SecretService) -> None:
        assert service.session(TASK, "60", "store", NAME, SECRET, unlocked=False) == "locked, False, InitError"

    def test_one_that_asks_on_a_screen_where_nobody_answers_is_left_alone(
        self, service: SecretService, screen: str
    ) -> None:
        said = service.session(TASK, "4", "store", NAME, SECRET, unlocked=False, display=screen)
        assert said == "silent, False, "


@pytest.fixture
def screen() -> Iterator[str]:
    """A screen of its own, without anybody before it."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as process:
        os.close(writing)
        with os.fdopen(reading) as pipe:
            yield f":{pipe.readline().strip()}"
        process.terminate()


# --- odd ones


@pytest.fixture
def pid_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "pid"
    monkeypatch.setenv("ODD_KEYRING_PID", str(path))
    return path


def use(monkeypatch: pytest.MonkeyPatch, backend: str) -> None:
    folder = Path(__file__).resolve().parents[2] / "helpers"
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", backend)
    monkeypatch.setenv("PYTHONPATH", str(folder))


def test_one_that_hangs_is_left_alone_and_its_process_ended(monkeypatch: pytest.MonkeyPatch, pid_file: Path) -> None:
    use(monkeypatch, "odd_keyrings.Hanging")
    limit = SOON
    while not pid_file.exists():  # on a slow machine Python itself takes longer to start
        began = time.monotonic()
        answer = Keyring(limit).read(NAME)
        assert limit <= time.monotonic() - began < limit + 10
        limit *= 2
    assert answer.outcome is Outcome.SILENT
    assert not answer.fine
    assert f"did not answer within {answer.limit:g} s" in str(answer.cause)
    assert "waiting for its own password" in str(answer.remedy)
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid_file.read_text()), 0)
    assert Keyring(SOON).store(NAME, SECRET).outcome is Outcome.SILENT


def test_at_the_end_nobody_waits_for_one_that_hangs_and_its_process_is_ended(
    monkeypatch: pytest.MonkeyPatch, pid_file: Path
) -> None:
    use(monkeypatch, "odd_keyrings.Hanging")
    keyring, answers = Keyring(LIMIT), []
    waiting = threading.Thread(target=lambda: answers.append(keyring.read(NAME)))
    waiting.start()
    while not (pid_file.exists() and pid_file.read_text()):
        assert waiting.is_alive()
    began = time.monotonic()
    keyring.close()
    waiting.join(LIMIT)
    assert time.monotonic() - began < LIMIT / 6
    assert [answer.outcome for answer in answers] == [Outcome.FAILED]
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid_file.read_text()), 0)
    pid_file.unlink()
    assert keyring.store(NAME, SECRET).outcome is Outcome.FAILED
    assert not pid_file.exists()


def test_many_who_need_one_that_hangs_wait_for_it_once(monkeypatch: pytest.MonkeyPatch, pid_file: Path) -> None:
    """Twenty workers that start would wait for twenty times its limit; a while later it is asked again."""
    use(monkeypatch, "odd_keyrings.Hanging")
    keyring = Keyring(SOON)
    secrets = Secrets(keyring)
    with pytest.raises(NoSecret, match="did not answer"):
        secrets.get(NAME)
    pid_file.unlink(missing_ok=True)  # on a slow machine Python itself takes longer to start
    for number in range(20):
        with pytest.raises(NoSecret, match=f"for key:/{number}: The keyring did not answer"):
            secrets.get(f"key:/{number}")
    assert not pid_file.exists()

    use(monkeypatch, "odd_keyrings.Changing")
    monkeypatch.setattr(credentials, "LEFT_ALONE", 0.0)
    monkeypatch.setattr(keyring, "_limit", LIMIT)
    assert secrets.get(NAME) == "cut"


@pytest.mark.parametrize(
    "backend", ["odd_keyrings.Forgetful", "odd_keyrings.Changing", "keyring.backends.null.Keyring"]
)
def test_one_that_does_not_keep_what_it_was_told_is_told(monkeypatch: pytest.MonkeyPatch, backend: str) -> None:
    use(monkeypatch, backend)
    answer = Keyring(LIMIT).store(NAME, SECRET)
    assert answer.outcome is Outcome.NOT_KEPT
    assert "said that it has stored the secret for https://anna@lab.example, but it does not" in str(answer.cause)


@pytest.mark.parametrize("backend", ["keyring.backends.fail.Keyring", "odd_keyrings.PlaintextKeyring"])
@pytest.mark.parametrize("verb", ["read", "store"])
def test_where_there_is_none_that_can_be_used_that_is_told(
    monkeypatch: pytest.MonkeyPatch, backend: str, verb: str
) -> None:
    use(monkeypatch, backend)
    keyring = Keyring(LIMIT)
    answer = keyring.read(NAME) if verb == "read" else keyring.store(NAME, SECRET)
    assert answer.outcome is Outcome.NONE
    assert "There is no keyring on this computer" in str(answer.cause)
    assert "a file that only its owner can read" in str(answer.remedy)


def test_one_that_tells_secrets_in_its_errors_is_not_listened_to(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    use(monkeypatch, "odd_keyrings.Loud")
    for answer in (Keyring(LIMIT).read(NAME), Keyring(LIMIT).store(NAME, "hunter2")):
        assert answer.outcome is Outcome.FAILED
        assert "hunter2" not in f"{answer} {answer.cause} {answer.remedy} {answer.kind}"
    assert "hunter2" not in "".join(capfd.readouterr())


def test_what_one_prints_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, "odd_keyrings.Chatty")
    assert Keyring(LIMIT).read(NAME).secret == "cut"


@pytest.mark.parametrize("backend", ["odd_keyrings.Dying", "no_such_module.Keyring"])
def test_one_that_takes_its_process_along_takes_nothing_else(monkeypatch: pytest.MonkeyPatch, backend: str) -> None:
    use(monkeypatch, backend)
    answer = Keyring(LIMIT).read(NAME)
    assert answer.outcome is Outcome.FAILED
    assert answer.secret is None


def test_a_secret_is_shown_by_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, "odd_keyrings.Changing")
    answer = Keyring(LIMIT).read(NAME)
    assert answer.secret == "cut"
    assert "cut" not in repr(answer).replace("secret", "")


def test_a_frozen_program_can_be_its_own_child(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, "odd_keyrings.Changing")
    request = {"verb": "read", "service": SERVICE, "name": NAME}
    command = [sys.executable, "-m", "qmonitor", CHILD]
    done = subprocess.run(command, input=json.dumps(request), capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == {"outcome": "found", "secret": "cut", "kind": "odd keyrings Changing"}


def test_nothing_of_the_current_folder_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "keyring.py").write_text("raise SystemExit('loaded')")
    (tmp_path / "json.py").write_text("raise SystemExit('loaded')")
    monkeypatch.chdir(tmp_path)
    assert Keyring(LIMIT).read(NAME).outcome is Outcome.ABSENT
