"""Secrets: who has them, in which order, who is asked, and that nobody else gets to see them."""

import os
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qmonitor.queues.errors import Refused
from qmonitor.senders.credentials import NoSecret, Secrets
from qmonitor.senders.keyrings import Answer, Keyring, Outcome
from qmonitor.senders.secret_files import CredentialsFolder, PasswordFile, file_name
from tests.helpers import users

NAME, OTHER = "https://anna@lab.example", "key:/etc/lab.pem"


class Person:
    """Whoever is asked."""

    def __init__(self, *says: str | None) -> None:
        self.says = list(says)
        self.heard: list[tuple[str, Answer | None]] = []

    def __call__(self, name: str, answer: Answer | None) -> str | None:
        self.heard.append((name, answer))
        return self.says.pop(0)


def private(path: Path, content: str) -> Path:
    path.write_text(content, encoding="utf-8")
    path.chmod(0o600)
    return path


# --- in which order


def test_a_person_is_asked_once_in_a_session() -> None:
    person = Person("one", "two")
    secrets = Secrets(ask=person)
    assert [secrets.get(NAME), secrets.get(NAME), secrets.get(OTHER)] == ["one", "one", "two"]
    assert [name for name, _ in person.heard] == [NAME, OTHER]


def test_one_who_says_nothing_is_asked_again_at_the_next_need() -> None:
    secrets = Secrets(ask=Person(None, "", "one"))
    for _ in range(2):
        with pytest.raises(NoSecret, match="There is no secret for https://anna@lab.example"):
            secrets.get(NAME)
    assert secrets.get(NAME) == "one"


def test_a_wrong_one_is_asked_for_anew() -> None:
    secrets = Secrets(ask=Person("wrong", "right"))
    assert secrets.get(NAME) == "wrong"
    secrets.forget(NAME)
    assert secrets.get(NAME) == "right"
    secrets.use(NAME, "given")
    assert secrets.get(NAME) == "given"


def test_one_that_was_rejected_is_not_taken_from_the_keyring_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "tests.helpers.odd_keyrings.Changing")
    person = Person("right")
    secrets = Secrets(Keyring(), ask=person)
    assert secrets.get(NAME) == "cut"
    secrets.forget(NAME, rejected="cut")
    assert secrets.get(NAME) == "right"
    assert [answer.outcome for _, answer in person.heard if answer] == [Outcome.REJECTED]
    secrets.use(NAME, "cut")
    secrets.forget(NAME)
    assert secrets.get(NAME) == "cut"


def test_a_file_that_says_what_was_rejected_is_told(tmp_path: Path) -> None:
    secrets = Secrets(files=PasswordFile(private(tmp_path / "p", "wrong\n")), ask=Person())
    secrets.forget(NAME, rejected=secrets.get(NAME))
    with pytest.raises(Refused, match="p has a secret for https://anna@lab.example that is not accepted") as told:
        secrets.get(NAME)
    assert "wrong" not in str(told.value)


def test_what_was_rejected_is_tried_again_where_it_is_looked_for_anew(tmp_path: Path) -> None:
    """By then the server may have another password, or the file; one that can't be read leaves the old one."""
    file = private(tmp_path / "p", "one\n")
    secrets = Secrets(files=PasswordFile(file))
    for said in (None, "", "one\ntwo\n", "two\n", f'"{NAME}" = "three"\n'):
        found = secrets.get(NAME)
        secrets.forget(NAME, rejected=found)
        if said is not None:
            file.write_text(said)
        with pytest.raises(Refused, match="is not accepted"):
            secrets.get(NAME)
        secrets.reconsider(NAME)
    assert secrets.get(NAME) == "three"


def test_what_is_stored_by_now_is_found_whatever_is_known_and_nobody_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = private(tmp_path / "p", f'"{NAME}" = "one"\n')
    secrets = Secrets(files=PasswordFile(file), ask=Person())
    assert secrets.get(NAME) == "one"
    file.write_text(f'"{NAME}" = "two"\n')
    assert (secrets.stored(NAME), secrets.stored(OTHER), secrets.get(NAME)) == ("two", None, "one")
    file.chmod(0o644)
    assert secrets.stored(NAME) == "two"
    assert Secrets(ask=Person()).stored(NAME) is None
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "tests.helpers.odd_keyrings.Changing")
    assert Secrets(Keyring(), ask=Person()).stored(NAME) == "cut"


def test_two_workers_wait_for_the_same_answer() -> None:
    asked, go_on = threading.Event(), threading.Event()
    found: list[str] = []

    def ask(name: str, _: Answer | None) -> str:
        assert not asked.is_set()
        asked.set()
        go_on.wait()
        return "one"

    secrets = Secrets(ask=ask)
    workers = [threading.Thread(target=lambda: found.append(secrets.get(NAME))) for _ in range(3)]
    for worker in workers:
        worker.start()
    asked.wait()
    go_on.set()
    for worker in workers:
        worker.join()
    assert found == ["one"] * 3


def test_an_answer_may_be_given_while_it_is_asked_for_and_others_need_not_wait() -> None:
    """A window that is to ask must not wait for itself, and another secret has nothing to do with this one."""
    secrets: Secrets

    def ask(name: str, _: Answer | None) -> str | None:
        if name == NAME:
            worker.start()
            worker.join(20)
            secrets.use(NAME, "told")
        return "two" if name == OTHER else None

    secrets = Secrets(ask=ask)
    found: list[str] = []
    worker = threading.Thread(target=lambda: found.append(secrets.get(OTHER)), daemon=True)

    assert secrets.get(NAME) == "told"
    assert found == ["two"]


@pytest.mark.skipif(os.name != "posix", reason="pipes in folders")
def test_a_password_file_that_is_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "p", 0o600)
    with pytest.raises(Refused, match="can't be read: not a plain file"):
        PasswordFile(tmp_path / "p")


def test_a_password_file_with_a_number_that_python_can_not_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="holds no password"):
        PasswordFile(private(tmp_path / "p", f'a = "hunter2"\nb = {"9" * 5000}'))


def test_nothing_is_to_be_had_where_nobody_has_it() -> None:
    with pytest.raises(NoSecret) as told:
        Secrets().get(NAME)
    assert "Store it in the keyring" in str(told.value)


def test_why_the_keyring_had_none_is_told_to_whoever_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    person = Person("one", None)
    secrets = Secrets(Keyring(60), ask=person)
    assert secrets.get(NAME) == "one"
    assert [answer and answer.outcome for _, answer in person.heard] == [Outcome.NONE]
    with pytest.raises(NoSecret, match=r"no secret for key:/etc/lab\.pem: There is no keyring on this computer"):
        secrets.get(OTHER)


def test_what_is_remembered_holds_in_this_session_whatever_the_keyring_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    secrets = Secrets(Keyring(60))
    assert secrets.remember(NAME, "one").outcome is Outcome.NOT_KEPT
    assert secrets.get(NAME) == "one"
    assert Secrets().remember(NAME, "one").outcome is Outcome.NONE


def test_the_files_of_a_job_come_before_the_keyring_and_a_question(tmp_path: Path) -> None:
    files = PasswordFile(private(tmp_path / "passwords", f'"{NAME}" = "one"\n'))
    person = Person("two")
    secrets = Secrets(files=files, ask=person)
    assert secrets.get(NAME) == "one"
    assert secrets.get(OTHER) == "two"
    with pytest.raises(NoSecret, match="passwords has no secret for key:/etc"):
        Secrets(files=files).get(OTHER)


# --- a password file


def test_one_line_is_one_secret_for_one_name(tmp_path: Path) -> None:
    files = PasswordFile(private(tmp_path / "p", ' a = b "c" \n'))
    assert files.get(NAME) == files.get(NAME) == ' a = b "c" '
    with pytest.raises(Refused) as told:
        files.get(OTHER)
    assert "holds one secret, and https://anna@lab.example and key:/etc/lab.pem need one" in str(told.value)


def test_several_have_names(tmp_path: Path) -> None:
    files = PasswordFile(private(tmp_path / "p", f'# lab\n"{NAME}" = \'o"ne\'\n"{OTHER}" = "two"\n'))
    assert [files.get(name) for name in (NAME, OTHER, "other")] == ['o"ne', "two", None]


@pytest.mark.parametrize("content", ["", "\n", "hunter2\nhunter3\n", f'"{NAME}" = "hunter2"\nhunter3\n', "x" * 70_000])
def test_what_can_not_be_meant_is_refused_and_not_repeated(tmp_path: Path, content: str) -> None:
    with pytest.raises(Refused) as told:
        PasswordFile(private(tmp_path / "p", content))
    assert "holds no password" in str(told.value)
    assert "hunter" not in str(told.value)


@pytest.mark.parametrize("end", ["", "\n", "\r\n", "\r", "\n\n", "\r\n\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_the_mark_and_the_line_ends_of_an_editor_are_no_part_of_it(tmp_path: Path, mark: str, end: str) -> None:
    path = private(tmp_path / "p", "")
    path.write_bytes(f"{mark}hunter2{end}".encode())
    assert PasswordFile(path).get(NAME) == "hunter2"
    path.write_bytes(f'{mark}"{NAME}" = "one"{end}'.encode())
    if end != "\r":  # no end of a line in TOML
        assert PasswordFile(path).get(NAME) == "one"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("", "it is empty"),
        ("\ufeff\r\n", "it is empty"),
        ("hunter2\r\nhunter3\r\n", "it has several lines"),
        (f'{NAME} = "hunter2"\n', "the name before the = stands in no quotes"),
    ],
)
def test_why_it_holds_none_is_told_with_what_it_may_hold(tmp_path: Path, content: str, why: str) -> None:
    path = private(tmp_path / "p", "")
    path.write_bytes(content.encode())
    with pytest.raises(Refused, match=f"holds no password: {why}") as told:
        PasswordFile(path)
    assert "hunter" not in str(told.value)
    assert '"name" = "secret"' in str(told.value)


def test_a_file_that_is_no_text_or_not_there_is_refused(tmp_path: Path) -> None:
    path = private(tmp_path / "p", "")
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Refused, match="no text in UTF-8"):
        PasswordFile(path)
    with pytest.raises(Refused, match="can't be read: No such file"):
        PasswordFile(tmp_path / "none")
    with pytest.raises(Refused):
        PasswordFile(tmp_path)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o620, 0o602, 0o610, 0o601, 0o777])
def test_a_file_that_others_may_use_is_refused(tmp_path: Path, mode: int) -> None:
    path = private(tmp_path / "p", "hunter2")
    path.chmod(mode)
    with pytest.raises(Refused) as told:
        PasswordFile(path)
    assert f"can be read by others (mode {mode:04o}). Take their rights away (chmod 600)" in str(told.value)


@pytest.mark.parametrize("mode", [0o600, 0o400])
def test_one_that_only_its_owner_can_use_is_taken(tmp_path: Path, mode: int) -> None:
    path = private(tmp_path / "p", "one")
    path.chmod(mode)
    assert PasswordFile(path).get(NAME) == "one"


TASK = """
from qmonitor.queues.errors import Refused
from qmonitor.senders.secret_files import PasswordFile
try:
    print(PasswordFile(arguments[0]).get("a"))
except Refused as error:
    print(error)
"""


@users.needs_users
def test_a_file_of_somebody_else_is_refused(shared: Path) -> None:
    path = private(shared / "p", "hunter2")
    os.chown(path, users.OWNER, users.OWNER)
    rooms = "qmonitor.senders qmonitor.queues"
    said = {uid: users.run(TASK, str(path), uid=uid, rooms=rooms).stdout for uid in (users.OUTSIDER, users.OWNER, 0)}
    assert said == {
        users.OUTSIDER: f"{path} can't be read: Permission denied.\n",
        users.OWNER: "hunter2\n",
        0: f"{path} is not a file of this user. Somebody else could change what is in it.\n",
    }


# --- what the service manager hands over


def test_credentials_of_a_service_are_found_by_their_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "https___anna_lab.example").write_text("one\n")
    (tmp_path / "https___anna_lab.example").chmod(0o440)  # as systemd shows it to a service with a user of its own
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    folder = CredentialsFolder.of_this_job()
    assert folder is not None
    assert (folder.get(NAME), folder.get(OTHER)) == ("one", None)
    (tmp_path / file_name(OTHER)).write_text("two")
    (tmp_path / file_name(OTHER)).chmod(0o444)
    with pytest.raises(Refused, match="can be read by others"):
        folder.get(OTHER)


def test_without_a_service_manager_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CREDENTIALS_DIRECTORY", raising=False)
    assert CredentialsFolder.of_this_job() is None


@given(st.text(max_size=50))
def test_names_of_files_stay_in_their_folder(name: str) -> None:
    assert not set(file_name(f"key:{name}")) & set("/\\:\x00")
