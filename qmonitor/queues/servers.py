"""Servers that sources lie on, apart from any backend: what their URLs say, and whether one can be used.

Whoever knows more of an address than its text (a form to fill in, say) has it from here; the backend is loaded then.
"""

import importlib
import re
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from qmonitor.queues.access import Access
from qmonitor.queues.errors import NotAQueue
from qmonitor.queues.source import Backend, backend_of, is_url, server_backend
from qmonitor.queues.targets import without_password
from qmonitor.queues.words import Phrase
from qmonitor.values import dataclass


@dataclass(frozen=True, slots=True)
class Server:
    """A URL taken apart: which server (`product`: what such servers are called, "": the first kind), and what there.

    `path` is that of a socket file; host and port mean nothing then. A `port` of 0 is the usual one. `reclaim`: after
    how many seconds workers take over what nobody finished; 0: nothing is said of it.
    """

    product: str = ""
    tls: bool = False
    cluster: bool = False
    host: str = "localhost"
    port: int = 0
    path: str = ""
    database: int = 0
    user: str = ""
    prefix: str = ""
    group: str = ""
    reclaim: float = 0.0


_PARTS = ("host", "port", "path", "database", "user", "prefix", "group", "reclaim")
"""What a server and a backend's own address have alike."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of trying a connection, with nothing written.

    `product` is what the server is called. `reading` and `acting` are the names of commands that this user may not
    give and that are needed for it.
    """

    version: str = ""
    reading: tuple[str, ...] = ()
    acting: tuple[str, ...] = ()
    notes: tuple[Phrase, ...] = ()
    product: str = ""


class _Addresses(Protocol):
    Address: Any

    def parse_address(self, url: str) -> Any: ...

    def scheme_of(self, *, socket: bool, cluster: bool, tls: bool) -> str: ...


def server_of(url: str) -> Server:
    """Raises `NotAQueue` for what is no URL of a source."""
    backend = backend_of(url)
    return _taken_apart(backend.product, _addresses(backend).parse_address(url))


def usual(product: str = "") -> Server:
    """What holds where nothing else is said."""
    backend = server_backend(product)
    return _taken_apart(backend.product, _addresses(backend).Address())


def usual_port(product: str = "") -> int:
    """The same of the port alone: nothing is loaded for it."""
    return server_backend(product).port


def _taken_apart(product: str, address: Any) -> Server:
    parts = {name: getattr(address, name) for name in _PARTS}
    return Server(product, address.is_encrypted, address.is_cluster, **parts)


def url_of(server: Server) -> str:
    """The URL as it is always written. Raises `NotAQueue` where none can be meant."""
    addresses = _addresses(server_backend(server.product))
    scheme = addresses.scheme_of(socket=bool(server.path), cluster=server.cluster, tls=server.tls)
    said = {name: getattr(server, name) for name in _PARTS}
    given = {name: value for name, value in said.items() if value or name not in ("port", "prefix", "group")}
    return str(addresses.parse_address(str(addresses.Address(scheme, **given))))


def secret_name(url: str) -> str:
    """What the password for a URL is kept by. Raises `NotAQueue`."""
    name: str = _addresses(backend_of(url)).parse_address(url).secret_name
    return name


def name_path(target: str) -> Path:
    """What names a source in a tab, and files that are made of it: a file's own path; of a URL server and prefix."""
    if not is_url(target):
        return Path(target)
    try:
        server = server_of(target)
    except NotAQueue:
        return Path(_plain(without_password(target)))
    return Path(_plain(Path(server.path).name or server.host), _plain(server.prefix))


def title_of(target: str) -> str:
    """What a source is called where nobody named it: a file's name; of a URL the server, and who reads there."""
    try:
        server = server_of(target) if is_url(target) else None
    except NotAQueue:
        server = None
    if server is None:
        return name_path(target).name
    host = server.host if server.port == usual_port(server.product) else f"{server.host}:{server.port}"
    return " · ".join(filter(None, (Path(server.path).name or host, server.group)))


def detail_of(target: str) -> str:
    """What tells apart two URLs of one title: prefix and database."""
    try:
        server = server_of(target)
    except NotAQueue:
        return without_password(target)
    return f"{server.prefix}/{server.database}"


def _plain(name: str) -> str:
    """As a file may be called anywhere."""
    return re.sub(r"[^\w.-]+", "_", name).strip("_") or "_"


def try_out(url: str, access: Access) -> Trial:
    """Try what reading and acting need, and change nothing; takes as long as the server does. Raises `SourceError`."""
    backend = backend_of(url)
    found: Trial = importlib.import_module(backend.trials).try_out(url, access)
    return replace(found, product=backend.product)


def _addresses(backend: Backend) -> _Addresses:
    module: Any = importlib.import_module(backend.addresses)
    return module  # type: ignore[no-any-return]
