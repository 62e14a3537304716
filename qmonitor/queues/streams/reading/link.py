"""One reader's connection: made when it is needed, made anew when it broke, cut off when nobody wants the answer."""

import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from redis import exceptions

from qmonitor.queues.errors import Interrupted, SourceClosed
from qmonitor.queues.streams.errors import ServerUnreachable
from qmonitor.queues.streams.server.trouble import explained
from qmonitor.queues.words import phrase

T = TypeVar("T")

Command = tuple[str | bytes | int | float, ...]


class Link:
    """For one thread; `interrupt` and `close` from any."""

    def __init__(self, connect: Callable[[], Any]) -> None:
        self._connect = connect
        self._guard = threading.Lock()
        self._client: Any = None
        self._called_off = threading.Event()
        self._closed = False

    def run(self, work: Callable[[Any], T]) -> T:
        """What `work` makes of a client. It only reads: where an idle connection had broken, it is begun anew.

        Raises `SourceError`.
        """
        self._called_off.clear()
        idle = self._client is not None
        try:
            return self._attempt(work)
        except ServerUnreachable as error:
            if not idle or isinstance(error.__cause__, exceptions.TimeoutError):
                raise
        return self._attempt(work)

    def _attempt(self, work: Callable[[Any], T]) -> T:
        try:
            return work(self._connected())
        except Interrupted:
            raise
        except Exception as error:
            if self._called_off.is_set():
                self._drop()
                raise _called_off() from error
            if isinstance(error, ServerUnreachable):
                self._drop()
            raise

    def _connected(self) -> Any:
        self._require_open()
        with self._guard:
            known = self._client
        if known is None:
            known = self._connect()
            with self._guard:
                self._client = known
            try:
                self._require_open()
            except SourceClosed:  # meanwhile
                self._drop()
                raise
        return known

    def _require_open(self) -> None:
        with self._guard:
            if self._closed:
                raise SourceClosed(phrase("The reader was closed."))

    def still_wanted(self) -> None:
        """To be called between two commands. Raises `Interrupted`."""
        if self._called_off.is_set():
            raise _called_off()

    def interrupt(self) -> None:
        """From any thread: the work under way ends with `Interrupted`, also where the server does not answer."""
        self._called_off.set()
        with self._guard:
            client = self._client
        if client is not None:
            for pool in _pools(client):
                pool.disconnect(inuse_connections=True)

    def close(self) -> None:
        with self._guard:
            self._closed = True
        self._drop()

    def _drop(self) -> None:
        with self._guard:
            client, self._client = self._client, None
        if client is not None:
            client.close()


def ask(client: Any, *command: str | bytes | float) -> Any:
    """The answer to one command. Raises `StreamError`."""
    with explained():
        return client.execute_command(*command)


def ask_all(client: Any, commands: Sequence[Command]) -> list[Any]:
    """The answers to many commands that are sent at once, each by itself: an error of the server's stands in its place.

    Raises `StreamError` where there is no answer at all.
    """
    if not commands:
        return []
    with explained():
        sent = client.pipeline(transaction=False)
        for command in commands:
            sent.execute_command(*command, **({"parse_detail": True} if command[0] == "XPENDING" else {}))
        answers: list[Any] = sent.execute(raise_on_error=False)
        for answer in answers:
            if isinstance(answer, exceptions.ConnectionError | exceptions.TimeoutError):
                raise answer
    return answers


def _pools(client: Any) -> list[Any]:
    """Of a server, or of every node of a cluster that was used."""
    alone = getattr(client, "connection_pool", None)
    if alone is not None:
        return [alone]
    nodes = [node.redis_connection for node in client.get_nodes()]
    return [node.connection_pool for node in nodes if node is not None]


def _called_off() -> Interrupted:
    return Interrupted(phrase("The reading was called off."))
