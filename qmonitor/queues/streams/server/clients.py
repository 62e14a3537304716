"""Connections to a server, as this package wants them: bytes, a limit for each answer, nothing repeated unasked."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import redis
from redis.backoff import NoBackoff
from redis.cluster import ClusterNode
from redis.retry import Retry

from qmonitor.queues.streams.address import UNIX, Address
from qmonitor.queues.streams.errors import CertificateUnusable
from qmonitor.queues.streams.server.greeting import greeting, no_nonsense, require_hello
from qmonitor.queues.streams.server.trouble import certificate_unusable, explained
from qmonitor.queues.words import phrase
from qmonitor.values import dataclass

TIMEOUT = 5.0
"""Seconds for connecting, and for each answer: longer than a consumer waits for its next entry."""

GREETING = 2
"""So many times as long everything may take together that is said before the first command."""


@dataclass(frozen=True, slots=True)
class Certificates:
    """Paths of files: whom to trust ("" for whom the system trusts), and what to show where the server asks for it."""

    authority: str = ""
    certificate: str = ""
    key: str = ""


def connect(
    address: Address,
    password: str | None = None,
    *,
    timeout: float | None = None,
    certificates: Certificates | None = None,
) -> Any:
    """A client for any number of threads; the caller closes it. It waits for `timeout` seconds, `TIMEOUT` if not said.

    A command that gets no answer may have been carried out: so the driver must not repeat it by itself. The server's
    certificate and name are always checked. Raises `StreamError` where a cluster does not answer, or a file of a
    certificate can't be used; a single server is only asked when it is used.
    """
    timeout = TIMEOUT if timeout is None else timeout
    options: dict[str, Any] = {
        "username": address.user or None,
        "password": password,
        "socket_timeout": timeout,
        "socket_connect_timeout": timeout,
        "retry": Retry(NoBackoff(), 0),
        "decode_responses": False,
    }
    if address.is_encrypted:
        options |= _encryption(certificates or Certificates())
    with explained():
        if address.is_cluster:
            node = ClusterNode(address.host, address.port)  # type: ignore[no-untyped-call]
            with no_nonsense():
                return redis.RedisCluster(startup_nodes=[node], redis_connect_func=require_hello, **options)
        options["redis_connect_func"] = greeting(GREETING * timeout)
        if address.scheme == UNIX:
            return redis.Redis(unix_socket_path=address.path, db=address.database, **options)
        return redis.Redis(host=address.host, port=address.port, db=address.database, **options)


def _encryption(certificates: Certificates) -> Mapping[str, Any]:
    _tried(certificates)
    return {
        "ssl": True,
        "ssl_cert_reqs": "required",
        "ssl_check_hostname": True,
        "ssl_ca_certs": certificates.authority or None,
        "ssl_certfile": certificates.certificate or None,
        "ssl_keyfile": certificates.key or None,
    }


def _tried(certificates: Certificates) -> None:
    """The driver would tell a file that is missing as a server that is not there, and ask at the terminal for the
    password of a locked key.
    """
    authority, own, key = certificates.authority, certificates.certificate, certificates.key
    if authority and b"CERTIFICATE-----" not in _content(authority):
        raise CertificateUnusable(
            phrase("The authority's file {path} can't be read, or holds no certificate.", path=authority),
            phrase("Name the file anew in the settings of the connection."),
        )
    if own and (b"CERTIFICATE-----" not in _content(own) or not _PLAIN_KEY.search(_content(key or own))):
        raise certificate_unusable()


_PLAIN_KEY = re.compile(rb"-----BEGIN (?!ENCRYPTED)[A-Z ]*PRIVATE KEY-----(?!\s*Proc-Type)")


def _content(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError):
        return b""
