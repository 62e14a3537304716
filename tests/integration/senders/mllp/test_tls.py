"""MLLP over TLS: who is trusted, who has to show a certificate, and what is said where it fails."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
import trustme
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from qmonitor.queues.sending import NotDelivered, OutcomeUnknown, Unreachable
from qmonitor.senders.mllp import MllpSender
from tests.helpers.mllp_receiver import MODES, Receiver, ack

Start = Callable[..., Receiver]
Make = Callable[..., MllpSender]

LONG, SHORT = 20.0, 0.3
PASSWORD = "correct horse"


def message(control_id: str = "M1") -> bytes:
    return f"MSH|^~\\&|HIS|NORTH|LAB|SOUTH|20261130080000||ADT^A01|{control_id}|P|2.5\rPID|1||4711\r".encode()


def failure(sender: MllpSender, timeout: float = LONG) -> NotDelivered:
    with pytest.raises(NotDelivered) as caught:
        sender.send(message(), timeout)
    return caught.value


class Authority:
    """A CA and the files that it issues, in a folder."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.issuer = trustme.CA()
        self.ca = str(folder / "ca.pem")
        self.issuer.cert_pem.write_to_path(self.ca)

    def issue(self, name: str) -> tuple[str, str]:
        """Certificate and key."""
        issued = self.issuer.issue_cert(name)
        certificate, key = self.folder / f"{name}.pem", self.folder / f"{name}.key"
        certificate.write_bytes(b"".join(blob.bytes() for blob in issued.cert_chain_pems))
        key.write_bytes(issued.private_key_pem.bytes())
        return str(certificate), str(key)


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path / "authority")


@pytest.fixture
def secured(receiver: Start, authority: Authority) -> Callable[..., Receiver]:
    """A receiver with a certificate for this address, or another name."""

    def start(name: str = "127.0.0.1", *more: str, mode: str = "good", **options: object) -> Receiver:
        certificate, key = authority.issue(name)
        return receiver(mode, "--certificate", certificate, "--key", key, *more, **options)

    return start


def test_messages_go_over_tls(secured: Start, sender: Make, authority: Authority) -> None:
    there = secured()
    to = sender(there.port, tls=True, ca=authority.ca)

    for n in range(20):
        to.send(message(f"M{n}"), LONG)

    assert there.ids == [f"M{n}" for n in range(20)]
    assert set(there.connections) == {1}
    assert to.describe() == f"127.0.0.1:{there.port} (TLS)"


def test_the_end_of_a_connection_is_said(secured: Start, sender: Make, authority: Authority) -> None:
    there = secured()
    to = sender(there.port, tls=True, ca=authority.ca)
    to.send(message(), LONG)

    to.close()
    there.wait_for_count("closed", 1)

    assert there.events("error") == []


def test_a_large_message_arrives_whole(secured: Start, sender: Make, authority: Authority) -> None:
    there = secured()
    raw = message() + b"OBX|1|ED|" + bytes(range(14, 27)) * 200_000

    sender(there.port, tls=True, ca=authority.ca).send(raw, LONG)

    assert there.messages == [raw]


@pytest.mark.parametrize("answer", [[["dribble", ack()]], [["send", ack() + "\n"]], MODES["commit-then-accept"]])
def test_an_answer_is_read_in_whatever_form(
    secured: Start, sender: Make, authority: Authority, answer: list[list[str]]
) -> None:
    there = secured(script=[answer])
    to = sender(there.port, tls=True, ca=authority.ca)

    to.send(message("M1"), LONG)
    to.send(message("M2"), LONG)

    assert there.ids == ["M1", "M2"]


@pytest.mark.parametrize("end", ["half-close", "close", "reset"])
def test_a_receiver_that_has_hung_up_is_noticed_before_sending(
    secured: Start, sender: Make, authority: Authority, end: str
) -> None:
    there = secured(script=[[["send", ack()], [end]], MODES["good"]])
    to = sender(there.port, tls=True, ca=authority.ca)

    to.send(message("M1"), LONG)
    there.wait_for_count("done" if end == "half-close" else "closed", 1)
    to.send(message("M2"), LONG)

    assert there.connections == [1, 2]


@pytest.mark.parametrize("end", ["close", "reset"])
def test_an_end_without_an_answer_leaves_the_outcome_open(
    secured: Start, sender: Make, authority: Authority, end: str
) -> None:
    assert isinstance(failure(sender(secured(mode=end).port, tls=True, ca=authority.ca)), OutcomeUnknown)


def test_no_answer_leaves_the_outcome_open(secured: Start, sender: Make, authority: Authority) -> None:
    assert isinstance(failure(sender(secured(mode="silent").port, tls=True, ca=authority.ca), SHORT), OutcomeUnknown)


# --- whom we trust


def test_a_receiver_of_another_authority_is_not_trusted(secured: Start, sender: Make, tmp_path: Path) -> None:
    there = secured()
    other = Authority(tmp_path / "other")

    for settings in ({"ca": other.ca}, {}):
        error = failure(sender(there.port, tls=True, **settings))

        assert isinstance(error, Unreachable)
        assert str(error.cause).startswith(f"The certificate of 127.0.0.1:{there.port} is not trusted: ")
    assert there.messages == []


def test_the_name_in_the_certificate_is_checked(secured: Start, sender: Make, authority: Authority) -> None:
    there = secured("lab.example")

    error = failure(sender(there.port, tls=True, ca=authority.ca))
    sender(there.port, tls=True, ca=authority.ca, server_name="lab.example").send(message("M2"), LONG)

    assert isinstance(error, Unreachable)
    assert "127.0.0.1" in str(error.cause)
    assert there.ids == ["M2"]


def test_another_name_is_not_taken(secured: Start, sender: Make, authority: Authority) -> None:
    error = failure(sender(secured().port, tls=True, ca=authority.ca, server_name="lab.example"))

    assert "is not trusted" in str(error)


def test_a_receiver_without_tls_is_told(receiver: Start, sender: Make, authority: Authority) -> None:
    there = receiver(accept=[["send", "220 mail ready\r\n"]])

    error = failure(sender(there.port, tls=True, ca=authority.ca))

    assert isinstance(error, Unreachable)
    assert str(error).startswith(f"TLS with 127.0.0.1:{there.port} failed: ")


def test_a_handshake_has_only_the_attempts_time(receiver: Start, sender: Make, authority: Authority) -> None:
    there = receiver(accept=[["hold"]])

    error = failure(sender(there.port, tls=True, ca=authority.ca), SHORT)

    assert isinstance(error, Unreachable)
    where = f"127.0.0.1:{there.port}"
    assert str(error) == f"TLS with {where} failed: no response. See whether the receiver expects TLS there."


@pytest.mark.parametrize("content", [None, b"", b"no certificate", b"-----BEGIN CERTIFICATE-----\nAAAA\n"])
def test_a_file_that_can_not_be_used_is_named(
    receiver: Start, sender: Make, authority: Authority, tmp_path: Path, content: bytes | None
) -> None:
    bad = tmp_path / "bad.pem"
    if content is not None:
        bad.write_bytes(content)
    there = receiver()

    for key, settings in (("ca", {"ca": str(bad)}), ("certificate", {"ca": authority.ca, "certificate": str(bad)})):
        error = failure(sender(there.port, tls=True, **settings))

        assert isinstance(error, Unreachable)
        assert str(error).startswith(f"{key} ({bad}) can't be used: ")
    assert there.events() == []


# --- what we show


def locked(key: str) -> str:
    """The same key, with a password."""
    private = load_pem_private_key(Path(key).read_bytes(), None)
    form, cipher = serialization.PrivateFormat.PKCS8, serialization.BestAvailableEncryption(PASSWORD.encode())
    path = Path(f"{key}.locked")
    path.write_bytes(private.private_bytes(serialization.Encoding.PEM, form, cipher))
    return str(path)


def test_a_client_certificate_is_shown(secured: Start, sender: Make, authority: Authority) -> None:
    there = secured("127.0.0.1", "--client-ca", authority.ca)
    certificate, key = authority.issue("hospital.example")
    both = Path(authority.folder / "both.pem")
    both.write_bytes(Path(certificate).read_bytes() + Path(key).read_bytes())

    sender(there.port, tls=True, ca=authority.ca, certificate=certificate, key=key).send(message("M1"), LONG)
    sender(there.port, tls=True, ca=authority.ca, certificate=str(both)).send(message("M2"), LONG)

    assert there.ids == ["M1", "M2"]


def test_a_receiver_that_wants_a_certificate_gets_no_message_without(
    secured: Start, sender: Make, authority: Authority
) -> None:
    there = secured("127.0.0.1", "--client-ca", authority.ca)
    to = sender(there.port, tls=True, ca=authority.ca)

    assert isinstance(failure(to), Unreachable | OutcomeUnknown)  # the refusal may come before or after the message
    with pytest.raises(Unreachable, match="new connection to"):
        to.test_connection(LONG)

    assert there.messages == []


def test_the_keys_password_is_asked_for(secured: Start, sender: Make, authority: Authority) -> None:
    there = secured("127.0.0.1", "--client-ca", authority.ca)
    certificate, key = authority.issue("hospital.example")
    settings = {"tls": True, "ca": authority.ca, "certificate": certificate, "key": locked(key)}

    sender(there.port, password=lambda: PASSWORD, **settings).send(message(), LONG)

    assert there.ids == ["M1"]
    for password in (None, lambda: None, lambda: "", lambda: "wrong", lambda: "x" * 5000):
        error = failure(sender(secured().port, password=password, **settings))
        assert isinstance(error, Unreachable)
        assert str(error).startswith(f"certificate ({certificate}) can't be used: ")
        assert "wrong" not in str(error)


def test_a_password_that_never_comes_takes_only_the_attempts_time(
    secured: Start, sender: Make, authority: Authority
) -> None:
    there = secured()
    certificate, key = authority.issue("hospital.example")
    go = threading.Event()
    settings = {"tls": True, "ca": authority.ca, "certificate": certificate, "key": locked(key)}

    error = failure(sender(there.port, password=lambda: str(go.wait(20)), **settings), SHORT)
    go.set()

    assert isinstance(error, Unreachable)
    assert str(error) == "The files for TLS could not be read within 0.3 s."


def test_senders_that_show_themselves_differently_never_share_a_connection_nor_have_two(
    secured: Start, sender: Make, authority: Authority
) -> None:
    there = secured()
    certificate, key = authority.issue("hospital.example")
    one = sender(there.port, tls=True, ca=authority.ca)
    same = sender(there.port, tls=True, ca=authority.ca)
    other = sender(there.port, tls=True, ca=authority.ca, certificate=certificate, key=key)

    for n, each in enumerate((one, same, other, other, one)):
        each.send(message(f"M{n}"), LONG)

    assert there.connections == [1, 1, 2, 2, 3]
    there.wait_for_count("closed", 2)


def test_a_test_says_what_was_agreed(secured: Start, sender: Make, authority: Authority) -> None:
    there = secured()

    found = sender(there.port, tls=True, ca=authority.ca).test_connection(LONG)

    assert str(found) == (
        f"127.0.0.1:{there.port} accepts connections with TLSv1.3, and its certificate is trusted. Nothing was sent."
    )
    assert there.messages == []
