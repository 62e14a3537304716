"""Connections by address: on a socket file, on TCP, with TLS, to a cluster, as a user with a password."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import trustme
from cryptography.hazmat.primitives import serialization

from qmonitor.queues.streams import errors
from qmonitor.queues.streams.address import parse_address
from qmonitor.queues.streams.server.clients import Certificates, connect
from qmonitor.queues.streams.server.driver import RedisDriver
from qmonitor.queues.streams.values import OutgoingMessage
from tests.helpers.streams.servers import Cluster, Server, free_port


def use(client: object, url: str) -> None:
    """What is put in comes out."""
    address = parse_address(url)
    with closing(client):  # type: ignore[type-var]
        queue = RedisDriver(client, "w", address.keys)
        queue.ensure_group()
        queue.publish(OutgoingMessage(b"\xff"))
        assert [one.payload for one in queue.fetch(1)] == [b"\xff"]


def test_on_a_socket_file_in_a_database_of_its_own(server: Server) -> None:
    url = f"redis+unix://{server.path}?database=3&prefix=p&group=g"
    use(connect(parse_address(url)), url)
    with closing(server.client(db=3)) as client:
        assert client.xinfo_groups("p:deployment.export.requested")[0]["name"] == b"g"
        client.flushall()


def test_on_tcp_as_a_user() -> None:
    server = Server(port=free_port())
    try:
        with closing(server.client()) as admin:
            admin.execute_command("ACL", "SETUSER", "me", "on", ">secret", "~*", "+@all")
            admin.execute_command("ACL", "SETUSER", "default", "off")
        url = f"redis://me@127.0.0.1:{server.port}"
        use(connect(parse_address(url), "secret"), url)
        for password in (None, "wrong"):
            with closing(connect(parse_address(url), password)) as client:
                with pytest.raises(errors.NotPermitted):
                    RedisDriver(client, "w").now()
    finally:
        server.stop()


def test_at_a_cluster(cluster: Cluster) -> None:
    url = f"redis+cluster://127.0.0.1:{cluster.nodes[0].port}?prefix=%7Bp%7D"
    client = connect(parse_address(url))
    use(client, url)
    with closing(cluster.client()) as client:
        client.flushall()


def test_where_nobody_is_is_told() -> None:
    with pytest.raises(errors.ServerUnreachable):
        connect(parse_address(f"redis+cluster://127.0.0.1:{free_port()}"), timeout=1)
    with closing(connect(parse_address(f"redis://127.0.0.1:{free_port()}"), timeout=1)) as client:
        with pytest.raises(errors.ServerUnreachable):
            RedisDriver(client, "w").now()


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture(scope="module")
def encrypted(authority: trustme.CA, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, Path]]:
    """The port of a server that speaks TLS only, and the folder of the certificates."""
    folder = tmp_path_factory.mktemp("tls")
    authority.cert_pem.write_to_path(str(folder / "ca.pem"))
    trustme.CA().cert_pem.write_to_path(str(folder / "other.pem"))
    for name, issued in (("server", authority.issue_cert("localhost")), ("me", authority.issue_cert("me"))):
        issued.private_key_pem.write_to_path(str(folder / f"{name}.key"))
        issued.cert_chain_pems[0].write_to_path(str(folder / f"{name}.pem"))
    port, files = (
        free_port(),
        ("--tls-cert-file", str(folder / "server.pem"), "--tls-key-file", str(folder / "server.key")),
    )
    server = Server("--tls-port", str(port), *files, "--tls-ca-cert-file", str(folder / "ca.pem"))
    yield port, folder
    server.stop()


def test_with_tls_and_a_certificate_of_ones_own(encrypted: tuple[int, Path]) -> None:
    port, folder = encrypted
    url = f"rediss://localhost:{port}"
    shown = Certificates(str(folder / "ca.pem"), str(folder / "me.pem"), str(folder / "me.key"))
    use(connect(parse_address(url), certificates=shown), url)


@pytest.mark.parametrize(
    ("host", "authority_file"), [("localhost", "other.pem"), ("127.0.0.1", "ca.pem"), ("localhost", "")]
)
def test_a_server_that_is_not_who_it_has_to_be_gets_nothing(
    encrypted: tuple[int, Path], host: str, authority_file: str
) -> None:
    port, folder = encrypted
    trusted = str(folder / authority_file) if authority_file else ""
    shown = Certificates(trusted, str(folder / "me.pem"), str(folder / "me.key"))
    with closing(connect(parse_address(f"rediss://{host}:{port}"), certificates=shown)) as client:
        with pytest.raises(errors.ServerUntrusted):
            RedisDriver(client, "w").now()


@pytest.mark.parametrize(
    ("authority_file", "certificate", "key", "told"),
    [
        ("gone.pem", "", "", "authority's file"),
        ("me.key", "", "", "authority's file"),
        ("ca.pem", "gone.pem", "me.key", "own certificate"),
        ("ca.pem", "me.pem", "", "own certificate"),
        ("ca.pem", "me.pem", "server.key", "own certificate"),
    ],
)
def test_a_file_that_is_no_certificate_is_not_told_as_a_server_that_is_not_there(
    encrypted: tuple[int, Path], authority_file: str, certificate: str, key: str, told: str
) -> None:
    port, folder = encrypted
    files = Certificates(*(str(folder / name) if name else "" for name in (authority_file, certificate, key)))
    with pytest.raises(errors.CertificateUnusable, match=told):
        with closing(connect(parse_address(f"rediss://localhost:{port}"), certificates=files)) as client:
            RedisDriver(client, "w").now()


@pytest.mark.parametrize(
    ("form", "how"),
    [("PKCS8", "newer"), ("TraditionalOpenSSL", "older")],
)
def test_of_a_locked_key_nobody_is_asked_for_the_password(
    encrypted: tuple[int, Path], tmp_path: Path, form: str, how: str
) -> None:
    port, folder = encrypted
    key = serialization.load_pem_private_key((folder / "me.key").read_bytes(), None)
    locked = serialization.BestAvailableEncryption(b"secret")
    (tmp_path / how).write_bytes(
        key.private_bytes(serialization.Encoding.PEM, getattr(serialization.PrivateFormat, form), locked)
    )
    files = Certificates(str(folder / "ca.pem"), str(folder / "me.pem"), str(tmp_path / how))
    with pytest.raises(errors.CertificateUnusable, match="must not need a password"):
        connect(parse_address(f"rediss://localhost:{port}"), certificates=files)


def test_a_server_that_stands_alone_is_told_from_one_that_is_away() -> None:
    server = Server(port=free_port())
    try:
        with pytest.raises(errors.NotACluster, match="one server"):
            connect(parse_address(f"redis+cluster://127.0.0.1:{server.port}"))
    finally:
        server.stop()
