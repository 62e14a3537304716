"""What is read for TLS is read once, and anew where it has changed."""

import os
import ssl
from pathlib import Path

import pytest
import trustme

from qmonitor.queues.sending import Unreachable
from qmonitor.senders.deadline import Deadline
from qmonitor.senders.network import tls
from qmonitor.senders.network.tls import Contexts, Identity


def made(identity: Identity) -> ssl.SSLContext:
    return Contexts(identity, None).make(Deadline(20))


@pytest.fixture
def ca(tmp_path: Path) -> Path:
    path = tmp_path / "ca.pem"
    trustme.CA().cert_pem.write_to_path(str(path))
    return path


def test_all_who_trust_the_systems_authorities_share_what_was_read() -> None:
    """To read them takes a tenth of a second, for each connection."""
    one, other = (made(Identity(None, None, None, name)) for name in ("lab", "ward"))
    assert one is other
    assert (one.check_hostname, one.verify_mode) == (True, ssl.CERT_REQUIRED)


def test_a_file_that_has_changed_is_read_anew(ca: Path) -> None:
    identity = Identity(str(ca), None, None, "lab")
    before = made(identity)
    assert made(identity) is before

    fresh = trustme.CA()
    fresh.cert_pem.write_to_path(str(ca))
    after = made(identity)

    assert after is not before
    assert after.get_ca_certs() != before.get_ca_certs()


def test_a_file_that_is_gone_is_not_trusted_on(ca: Path) -> None:
    identity = Identity(str(ca), None, None, "lab")
    made(identity)
    os.unlink(ca)

    with pytest.raises(Unreachable, match="ca .* can't be used"):
        made(identity)


def test_what_no_file_tells_is_read_anew_after_a_while(ca: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    identity = Identity(str(ca), None, None, "lab")
    before = made(identity)
    monkeypatch.setattr(tls, "READ_EVERY", 0.0)

    assert made(identity) is not before


def test_who_shows_a_certificate_shares_nothing(ca: Path, tmp_path: Path) -> None:
    """Whoever has not got the key's password must not come by the open key of somebody else."""
    path = tmp_path / "client.pem"
    trustme.CA().issue_cert("hospital.example").private_key_and_cert_chain_pem.write_to_path(str(path))
    identity = Identity(str(ca), str(path), None, "lab")
    own = Contexts(identity, None)

    assert own.make(Deadline(20)) is own.make(Deadline(20))
    assert made(identity) is not own.make(Deadline(20))
