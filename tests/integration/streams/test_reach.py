"""Why a server can't be reached is told as it is: encryption, certificates, names, ports, what is no Redis at all."""

import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import pytest
import trustme

from qmonitor.queues.access import Access
from qmonitor.queues.errors import SourceError
from qmonitor.queues.streams import errors
from qmonitor.queues.streams.source import open_url
from tests.helpers.streams.servers import Server, free_port

PAST = {"not_before": datetime(2019, 1, 1), "not_after": datetime(2020, 1, 1)}
FUTURE = {"not_before": datetime(2040, 1, 1), "not_after": datetime(2041, 1, 1)}


@dataclass
class Hosts:
    """Servers with a certificate each, all of one authority; `plain` and `tls` are their ports."""

    folder: Path
    authority: trustme.CA = field(default_factory=trustme.CA)
    servers: dict[str, Server] = field(default_factory=dict)

    def issue(self, name: str, authority: trustme.CA, host: str, **validity: datetime) -> None:
        made = authority.issue_cert(host, **validity)
        made.private_key_pem.write_to_path(self.folder / f"{name}.key")
        made.cert_chain_pems[0].write_to_path(self.folder / f"{name}.pem")

    def port(self, name: str, *options: str, clients: str = "no") -> int:
        """That of the server for TLS, which is started where it is not there yet."""
        key = " ".join((name, clients, *options))
        if key not in self.servers:
            files = ("--tls-cert-file", f"{self.folder}/{name}.pem", "--tls-key-file", f"{self.folder}/{name}.key")
            trusted = ("--tls-ca-cert-file", f"{self.folder}/ca.pem", "--tls-auth-clients", clients)
            port = free_port()
            self.servers[key] = Server("--tls-port", str(port), *files, *trusted, *options, port=free_port())
            self.servers[key].tls = port  # type: ignore[attr-defined]
        return int(self.servers[key].tls)  # type: ignore[attr-defined]

    def plain(self, name: str) -> int:
        self.port(name)
        return self.servers[f"{name} no"].port

    def access(self, authority: str = "ca", own: str = "") -> Access:
        named = (f"{self.folder}/{own}.pem", f"{self.folder}/{own}.key") if own else ("", "")
        return Access(None, f"{self.folder}/{authority}.pem" if authority else "", *named)


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosts]:
    made, other = Hosts(tmp_path_factory.mktemp("tls")), trustme.CA()
    made.authority.cert_pem.write_to_path(made.folder / "ca.pem")
    other.cert_pem.write_to_path(made.folder / "other.pem")
    made.issue("good", made.authority, "localhost")
    made.issue("named", made.authority, "elsewhere.example")
    made.issue("old", made.authority, "localhost", **PAST)
    made.issue("early", made.authority, "localhost", **FUTURE)
    made.issue("stranger", other, "me")
    yield made
    for server in made.servers.values():
        server.stop()


def told(url: str, access: Access | None = None) -> str:
    with pytest.raises(SourceError) as caught:
        open_url(url, access)
    return str(caught.value)


@pytest.mark.parametrize("kind", ["rediss", "rediss+cluster"])
def test_a_port_without_tls_is_told_as_one(hosts: Hosts, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qmonitor.queues.streams.server.clients.TIMEOUT", 1.0)
    said = told(f"{kind}://localhost:{hosts.plain('good')}", hosts.access())
    assert said.startswith("The server does not speak TLS at this port, so no password was sent to it. See which port")


@pytest.mark.parametrize("kind", ["redis", "redis+cluster"])
def test_a_port_with_tls_is_told_as_one(hosts: Hosts, kind: str) -> None:
    said = told(f"{kind}://localhost:{hosts.port('good')}")
    assert said.startswith("The server wants TLS at this port. Switch TLS on")


@pytest.mark.parametrize(
    ("server", "host", "authority", "why", "remedy"),
    [
        (
            "good",
            "localhost",
            "other",
            "it comes from an authority that is not trusted here",
            "Name the file of the auth",
        ),
        ("good", "localhost", "", "it comes from an authority that is not trusted here", "Name the file of the auth"),
        ("good", "127.0.0.1", "ca", "it is not for 127.0.0.1", "Name the server as its certificate does"),
        ("named", "localhost", "ca", "it is not for localhost", "Name the server as its certificate does"),
        ("old", "localhost", "ca", "it has expired", "Its administrator has to renew it"),
        ("early", "localhost", "ca", "it is not valid yet", "this computer's clock is right"),
    ],
)
def test_what_is_wrong_with_a_certificate_is_told(
    hosts: Hosts, server: str, host: str, authority: str, why: str, remedy: str
) -> None:
    said = told(f"rediss://{host}:{hosts.port(server)}", hosts.access(authority))
    assert said.startswith(f"The server's certificate is not accepted: {why}. So nothing was sent to it.")
    assert remedy in said


@pytest.mark.parametrize("own", ["", "stranger"])
def test_a_server_that_wants_an_own_certificate_is_told_as_one(hosts: Hosts, own: str) -> None:
    said = told(f"rediss://localhost:{hosts.port('good', clients='yes')}", hosts.access(own=own))
    assert "it wants an own certificate, or does not take this one. Name a certificate" in said


def test_where_no_kind_of_encryption_is_common_that_is_told(hosts: Hosts) -> None:
    port = hosts.port("good", "--tls-protocols", "TLSv1.3", "--tls-ciphersuites", "TLS_AES_128_CCM_SHA256")
    assert "agree on no kind of encryption" in told(f"rediss://localhost:{port}", hosts.access())


def test_the_way_to_a_server_is_told_by_what_is_missing(tmp_path: Path) -> None:
    assert "nobody answers at this port" in told(f"redis://127.0.0.1:{free_port()}")
    assert "its host is not known in this network" in told("redis://nowhere.invalid")
    assert "there is no socket at this path" in told(f"redis+unix://{tmp_path}/s")


@pytest.mark.parametrize("scheme", ["redis", "rediss"])
def test_what_is_no_redis_is_told_as_something_else(scheme: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:

        def greet() -> None:
            guest, _ = door.accept()
            with guest:
                guest.sendall(b"SSH-2.0-Other\r\n")
                guest.recv(1000)

        host = threading.Thread(target=greet)
        host.start()
        said = told(f"{scheme}://127.0.0.1:{door.getsockname()[1]}")
        host.join()
    expected = {"redis": "What answers at this port is no Redis server.", "rediss": "The server does not speak TLS"}
    assert said.startswith(expected[scheme])


def test_a_server_that_is_full_is_told_from_one_that_is_away() -> None:
    server = Server("--maxclients", "2")
    guests = [server.client() for _ in range(2)]
    try:
        for guest in guests:
            guest.ping()
        assert "as many connections are open as it permits" in told(f"redis+unix://{server.path}")
    finally:
        for guest in guests:
            guest.close()
        server.stop()


def test_a_server_that_nobody_has_set_up_is_told_as_it_is() -> None:
    """It says so to whoever comes from another computer, and hangs up."""
    denied = b"-DENIED Redis is running in protected mode because protected mode is enabled\r\n"
    with socket.create_server(("127.0.0.1", 0)) as door:

        def refuse() -> None:
            guest, _ = door.accept()
            with guest:
                guest.sendall(denied)
                guest.recv(1000)

        host = threading.Thread(target=refuse)
        host.start()
        said = told(f"redis://127.0.0.1:{door.getsockname()[1]}")
        host.join()
    assert said.startswith("The server lets nobody in from another computer (protected mode).")


def test_of_a_server_that_says_nothing_only_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qmonitor.queues.streams.server.clients.TIMEOUT", 1.0)
    monkeypatch.setattr("qmonitor.queues.streams.server.probing.PATIENCE", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as door:
        for scheme in ("redis", "rediss"):
            with pytest.raises(errors.ServerUnreachable, match="or did not answer in time"):
                open_url(f"{scheme}://127.0.0.1:{door.getsockname()[1]}")
