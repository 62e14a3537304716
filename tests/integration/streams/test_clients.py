"""Connections by address: on a socket file, on TCP, with TLS, to a cluster, as a user with a password."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import trustme

from qmonitor.queues.streams import errors
from qmonitor.queues.streams.address import parse_address
from qmonitor.queues.streams.clients import Certificates, connect
from qmonitor.queues.streams.driver import RedisDriver
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
