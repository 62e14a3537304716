"""How a source is opened: a file as it is, a server with the password and the certificates that are meant for it.

A password comes from where all secrets come from (`senders/credentials`), is tried, and where the server does not take
it, another one is asked for. It is never written anywhere from here.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from qmonitor.monitor import folders, profiles
from qmonitor.queues.access import Access
from qmonitor.queues.errors import PasswordNeeded, Refused, SourceForbidden
from qmonitor.queues.servers import secret_name, server_of, url_of
from qmonitor.queues.source import Source, canonical, is_url, open_source
from qmonitor.queues.words import phrase
from qmonitor.senders.credentials import NoSecret, Secrets
from qmonitor.senders.problems import BadSettings

TRIES = 3
"""So many passwords are tried one after the other."""


class Admission:
    """Usable from any thread. `secrets` is called where a password is needed, `accepted` with one that was taken."""

    def __init__(
        self,
        secrets: Callable[[], Secrets],
        connections: Path | None = None,
        accepted: Callable[[str, str], object] = lambda _name, _secret: None,
    ) -> None:
        """`connections`: the file of the profiles, where it is not the user's own."""
        self._make, self._connections, self._accepted = secrets, connections, accepted
        self._lock = threading.Lock()
        self._closed: dict[str, PasswordNeeded] = {}
        """What nobody knew a password for; not asked again by itself."""

    def open(self, target: str, *, allow_network: bool = False) -> Source:
        """May take as long as a server, a keyring and a person do.

        Raises `SourceError`; `PasswordNeeded` at once where a password was asked for in vain before (see `again`).
        """
        if not is_url(target):
            return open_source(target, allow_network=allow_network)
        url = canonical(target)
        with self._lock:
            closed = self._closed.get(secret_name(url))
        if closed is not None:
            raise closed
        return self._enter(url)

    def again(self, target: str) -> None:
        """Ask anew for a password of this source, also for one that was good before: a person wants to give it."""
        name = secret_name(canonical(target))
        with self._lock:
            self._closed.pop(name, None)

    def _enter(self, url: str) -> Source:
        name = secret_name(url)
        access = replace(certificates(url, self._connections), anew=lambda: self._make().stored(name))
        wanted: PasswordNeeded | None = None
        if server_of(url).user:
            _require_answer(url, access)
        else:
            try:
                return open_source(url, access=access)
            except PasswordNeeded as error:
                wanted = error
        for _ in range(TRIES):
            try:
                password = self._make().get(name)
            except Refused as missing:
                if wanted is None:
                    return self._without(url, access, name, missing)
                raise self._refusal(name, wanted, missing) from missing
            try:
                source = open_source(url, access=replace(access, password=password))
            except PasswordNeeded as error:
                self._make().forget(name, rejected=password)
                wanted = error
                continue
            self._accepted(name, password)
            return source
        assert wanted is not None
        raise self._refusal(name, wanted, None)

    def _without(self, url: str, access: Access, name: str, missing: Refused) -> Source:
        """A user whom nobody knows a password of may need none."""
        try:
            return open_source(url, access=access)
        except PasswordNeeded as error:
            raise self._refusal(name, error, missing) from missing

    def _refusal(self, name: str, wanted: PasswordNeeded, missing: Refused | None) -> PasswordNeeded:
        remedy = phrase("Give the password: it is asked for, taken from the keyring, or from --password-file.")
        if missing is not None and not isinstance(missing, NoSecret):
            remedy = phrase("{cause} {remedy}", cause=missing.cause, remedy=missing.remedy)
        refusal = PasswordNeeded(wanted.cause, remedy)
        with self._lock:
            self._closed[name] = refusal
        return refusal


def _require_answer(url: str, access: Access) -> None:
    """Whether the server is there at all, before anybody is asked for a password. Raises `SourceError`.

    Without the user: one without a password would stand in the server's log as a failed attempt.
    """
    with suppress(SourceForbidden):
        open_source(url_of(replace(server_of(url), user="")), access=access)


def certificates(url: str, connections: Path | None = None) -> Access:
    """Those of the profile that is for this URL, else of one that is for its server; none where there is no such, or
    where nothing is encrypted. Of a profile for this very queue also what it says of its workers.

    Raises `BadSettings` of the profiles' file where certificates may be needed.
    """
    server = server_of(url)
    try:
        known = profiles.load(connections or folders.connections_file())
    except BadSettings:
        if server.tls:
            raise
        return Access()
    bare = url_of(replace(server, reclaim=0.0))
    same = [one.access() for one in known if one.url == bare]
    near = [replace(one.access(), reclaim=0.0) for one in known if one.secret_name == secret_name(url)]
    found = next(iter((*same, *near)), Access())
    return found if server.tls else Access(reclaim=found.reclaim)
