"""Opening a server's queue: with whose password, what a wrong one leads to, and whom an encrypted connection trusts."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import trustme

from qmonitor.monitor.admission import Admission
from qmonitor.monitor.profiles import Profile, save
from qmonitor.queues.errors import PasswordNeeded, SourceError
from qmonitor.queues.source import location
from qmonitor.senders.credentials import Secrets
from qmonitor.senders.keyrings import Answer, Keyring, Outcome
from qmonitor.senders.secret_files import PasswordFile
from tests.helpers.streams.servers import Server, free_port

GOOD, BAD = "right-one", "wrong-one"
ANN = ("--user", "ann", "on", ">right-one", "~*", "+@all")


class Person:
    """Whoever is asked."""

    def __init__(self, *says: str | None) -> None:
        self.says = list(says)
        self.heard: list[Outcome | None] = []

    def __call__(self, _: str, answer: Answer | None) -> str | None:
        self.heard.append(None if answer is None else answer.outcome)
        return self.says.pop(0)


@pytest.fixture(scope="module")
def locked() -> Iterator[Server]:
    server = Server("--requirepass", GOOD, *ANN)
    yield server
    server.stop()


@pytest.fixture
def nobody(tmp_path: Path) -> Path:
    """A file of profiles that is not there."""
    return tmp_path / "connections.toml"


def place(server: Server, user: str = "") -> str:
    return f"redis+unix://{server.path}" + (f"?user={user}" if user else "")


def failures(server: Server) -> int:
    """How many attempts to log in the server has noted as failed."""
    client = server.client(username="ann", password=GOOD)
    try:
        log = client.acl_log()
        return sum(int(entry["count"]) for entry in log if entry["reason"] == "auth")
    finally:
        client.acl_log_reset()
        client.close()


def test_a_server_without_a_password_asks_nobody(server: Server, nobody: Path) -> None:
    def secrets() -> Secrets:
        raise AssertionError("nobody needs a secret")

    source = Admission(secrets, nobody).open(place(server))
    assert source.target == location(place(server))


@pytest.mark.parametrize("user", ["", "ann"])
def test_a_password_is_asked_for_once_and_a_wrong_one_again(locked: Server, user: str, nobody: Path) -> None:
    person, taken = Person(BAD, GOOD), []
    secrets = Secrets(ask=person)
    admission = Admission(lambda: secrets, nobody, lambda *good: taken.append(good))
    failures(locked)
    source = admission.open(place(locked, user))
    assert person.heard == [None, Outcome.REJECTED]
    assert taken == [(location(place(locked, user)), GOOD)]
    assert GOOD not in repr(source.__dict__) + str(source.target) + source.describe()
    assert failures(locked) == 1
    admission.open(place(locked, user) + ("&" if user else "?") + "prefix=other")
    assert len(person.heard) == 2


@pytest.mark.parametrize("user", ["", "ann"])
def test_nobody_is_asked_where_no_server_answers(locked: Server, user: str, nobody: Path) -> None:
    secrets = Secrets(ask=Person())
    with pytest.raises(SourceError, match="can't be reached"):
        Admission(lambda: secrets, nobody).open(place(locked, user).replace(locked.path, f"{locked.path}-not"))


def test_one_who_says_nothing_is_not_asked_again_before_wanting_to(locked: Server, nobody: Path) -> None:
    person = Person(None, GOOD)
    secrets = Secrets(ask=person)
    admission = Admission(lambda: secrets, nobody)
    for _ in range(3):
        with pytest.raises(PasswordNeeded, match="The server wants to know who asks"):
            admission.open(place(locked))
    assert len(person.heard) == 1
    admission.again(place(locked))
    admission.open(place(locked))


def test_wrong_ones_come_to_an_end(locked: Server, nobody: Path) -> None:
    secrets = Secrets(ask=Person("a", "b", "c", "never"))
    with pytest.raises(PasswordNeeded) as told:
        Admission(lambda: secrets, nobody).open(place(locked))
    assert not any(f"{word!r}" in str(told.value) for word in "abc")


def test_a_wrong_one_in_the_keyring_can_be_replaced(
    locked: Server, nobody: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "tests.helpers.odd_keyrings.Changing")  # it says "cut"
    person = Person(GOOD)
    secrets = Secrets(Keyring(), ask=person)
    Admission(lambda: secrets, nobody).open(place(locked))
    assert person.heard == [Outcome.REJECTED]


@pytest.mark.parametrize("content", [GOOD, '"{name}" = "right-one"'])
def test_a_job_has_it_from_a_file(locked: Server, content: str, nobody: Path, tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text(content.replace("{name}", location(place(locked))))
    file.chmod(0o600)
    secrets = Secrets(files=PasswordFile(file))
    Admission(lambda: secrets, nobody).open(place(locked))


def test_a_wrong_one_in_a_file_is_told_by_its_place(locked: Server, nobody: Path, tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text(BAD)
    file.chmod(0o600)
    secrets = Secrets(files=PasswordFile(file))
    with pytest.raises(
        PasswordNeeded, match=r"password has a secret for redis\+unix://.* that is not accepted"
    ) as told:
        Admission(lambda: secrets, nobody).open(place(locked))
    assert BAD not in str(told.value)


# --- encrypted


@pytest.fixture(scope="module")
def encrypted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Path]]:
    folder = tmp_path_factory.mktemp("tls")
    authority, port = trustme.CA(), free_port()
    authority.cert_pem.write_to_path(folder / "ca.pem")
    for name, made in (("server", authority.issue_cert("localhost")), ("client", authority.issue_cert("me"))):
        made.private_key_pem.write_to_path(folder / f"{name}.key")
        made.cert_chain_pems[0].write_to_path(folder / f"{name}.pem")
    files = ("--tls-cert-file", "server.pem", "--tls-key-file", "server.key", "--tls-ca-cert-file", "ca.pem")
    named = [str(folder / word) if word.endswith((".pem", ".key")) else word for word in files]
    server = Server("--tls-port", str(port), *named, "--tls-auth-clients", "yes")
    server.tls = port  # type: ignore[attr-defined]
    yield server, folder
    server.stop()


def test_certificates_come_from_the_connections_profile(encrypted: tuple[Server, Path], nobody: Path) -> None:
    server, folder = encrypted
    port: int = server.tls  # type: ignore[attr-defined]
    certificates = {"authority": "ca.pem", "certificate": "client.pem", "key": "client.key"}
    profile = Profile(
        "x", "localhost", port, tls=True, **{key: str(folder / name) for key, name in certificates.items()}
    )
    secrets = Secrets()
    with pytest.raises(SourceError, match="certificate is not accepted"):
        Admission(lambda: secrets, nobody).open(profile.url)
    save(nobody, [profile])
    Admission(lambda: secrets, nobody).open(profile.url)
    Admission(lambda: secrets, nobody).open(f"{profile.url}?prefix=another")
