"""From an entry to its sender: which secrets it needs, and what a test of it says."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
import trustme
from cryptography.hazmat.primitives import serialization

from qmonitor.queues.sending import Policy, Unreachable
from qmonitor.senders import building
from qmonitor.senders.credentials import NoSecret, Secrets
from qmonitor.senders.entries import WorkerEntry
from qmonitor.senders.filedrop.sender import FileSender
from qmonitor.senders.filedrop.settings import FileSettings
from qmonitor.senders.http.sender import HttpSender
from qmonitor.senders.http.settings import HttpSettings
from qmonitor.senders.mllp import Lines, MllpSender, MllpSettings
from qmonitor.senders.wires import SenderSettings


@pytest.fixture
def lines() -> Iterator[Lines]:
    made = Lines()
    yield made
    made.close()


def entry(sender: SenderSettings) -> WorkerEntry:
    return WorkerEntry("adt", "*", sender, Policy(max_attempts=0), "/q.db")


def secrets(**known: str) -> Secrets:
    made = Secrets()
    for name, secret in known.items():
        made.use(name, secret)
    return made


@pytest.mark.parametrize(
    ("settings", "kind", "place"),
    [
        (MllpSettings("10.1.2.3", 2575), MllpSender, "10.1.2.3:2575"),
        (HttpSettings("https://lab.example/in?a=b"), HttpSender, "https://lab.example/in"),
        (FileSettings("/srv/out"), FileSender, "/srv/out"),
    ],
)
def test_each_kind_has_its_sender(lines: Lines, settings: SenderSettings, kind: type, place: str) -> None:
    sender = building.build(entry(settings), lines, Secrets())
    assert type(sender) is kind
    assert sender.describe() == place
    sender.close()


@pytest.mark.parametrize(
    ("settings", "names"),
    [
        (MllpSettings("h", 1), ()),
        (FileSettings("/srv/out"), ()),
        (HttpSettings("https://h/in"), ()),
        (HttpSettings("https://h:8443/in", auth="basic", user="anna"), ("https://anna@h:8443",)),
        (HttpSettings("https://h:8443/in?a=b", auth="bearer"), ("https://h:8443/in",)),
        (HttpSettings("https://h/in", certificate="/none.pem"), ()),
    ],
)
def test_which_secrets_are_needed(settings: SenderSettings, names: tuple[str, ...]) -> None:
    assert building.needed_secrets(settings) == names


def test_without_its_secret_there_is_no_sender(lines: Lines) -> None:
    one = entry(HttpSettings("https://h/in", auth="basic", user="anna"))
    with pytest.raises(NoSecret, match="no secret for https://anna@h"):
        building.build(one, lines, Secrets())
    building.build(one, lines, secrets(**{"https://anna@h": "x"})).close()


@pytest.fixture
def keys(tmp_path: Path) -> dict[str, str]:
    """A client's certificate, and its key: open, locked, locked the old way."""
    made = trustme.CA().issue_cert("anna@example.org")
    pem = made.private_key_pem.bytes()
    key = serialization.load_pem_private_key(pem, None)
    lock = serialization.BestAvailableEncryption(b"hunter2")
    forms = {
        "open": pem,
        "locked": key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, lock),
        "old": key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, lock),
    }
    for name, content in forms.items():
        (tmp_path / f"{name}.pem").write_bytes(content)
    made.cert_chain_pems[0].write_to_path(tmp_path / "certificate.pem")
    return {name: str(tmp_path / f"{name}.pem") for name in (*forms, "certificate")}


@pytest.mark.parametrize("form", ["locked", "old"])
@pytest.mark.parametrize("kind", ["http", "mllp"])
def test_a_locked_key_needs_its_password(lines: Lines, keys: dict[str, str], form: str, kind: str) -> None:
    files = {"certificate": keys["certificate"], "key": keys[form]}
    settings = HttpSettings("https://h/", **files) if kind == "http" else MllpSettings("h", 1, tls=True, **files)
    name = building.key_secret(keys[form])
    assert building.needed_secrets(settings) == (name,)
    with pytest.raises(NoSecret):
        building.build(entry(settings), lines, Secrets())
    building.build(entry(settings), lines, secrets(**{name: "hunter2"})).close()


def test_an_open_key_needs_none(keys: dict[str, str]) -> None:
    settings = HttpSettings("https://h/", certificate=keys["certificate"], key=keys["open"])
    assert building.needed_secrets(settings) == ()


def test_a_test_of_an_entry_says_what_it_found(lines: Lines, tmp_path: Path) -> None:
    said = building.test_connection(entry(FileSettings(str(tmp_path))), lines, Secrets(), 30)
    assert str(said) == f"Files can be written to {tmp_path}. None was left there now."
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        said = building.test_connection(entry(MllpSettings("127.0.0.1", port)), lines, Secrets(), 30)
        assert "accepts connections" in str(said)
    for settings in (MllpSettings("127.0.0.1", port), HttpSettings(f"http://127.0.0.1:{port}/")):
        with pytest.raises(Unreachable):
            building.test_connection(entry(settings), lines, Secrets(), 30)
