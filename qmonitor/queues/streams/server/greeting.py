"""The first words with a server on each new connection: whoever answers as no Redis does is told from one that fails.

The driver takes what it gets for an answer of Redis. Of anything else it makes errors of all kinds, and it goes on
reading for as long as something comes.
"""

import threading
from collections.abc import Callable, Mapping
from typing import Any

from redis import exceptions

from qmonitor.queues.streams.server import reach

NONSENSE = (AttributeError, TypeError, ValueError, LookupError, RecursionError)
"""What the driver fails with where an answer makes no sense."""


class no_nonsense:  # noqa: N801 - reads as a statement
    """What the driver fails with in here, for it got no answer of a Redis, is raised as its `InvalidResponse`."""

    __slots__ = ()

    def __enter__(self) -> None:
        """Nothing is to be done before."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, NONSENSE) or _from_nonsense(error):
            raise exceptions.InvalidResponse("not an answer of a Redis server") from error


def _from_nonsense(error: BaseException | None) -> bool:
    """Whether the driver says of a cluster that none of its servers was reached, since one's answer made no sense."""
    found = isinstance(error, exceptions.RedisClusterException)
    return found and any(isinstance(one, NONSENSE) for one in reach.causes(error))


def require_hello(connection: Any) -> None:
    """Raises the driver's `InvalidResponse` where the server did not say what it is, which the driver may overlook."""
    if not isinstance(connection.handshake_metadata, Mapping):
        raise exceptions.InvalidResponse("not an answer to HELLO")


def greeting(limit: float) -> Callable[[Any], None]:
    """For the driver, in the place of its own first words with a server alone: they take `limit` seconds at most."""

    def greet(connection: Any) -> None:
        late = threading.Event()

        def end() -> None:
            late.set()
            connection.disconnect()

        clock = threading.Timer(limit, end)
        clock.daemon = True
        clock.start()
        try:
            with no_nonsense():
                connection.on_connect()
            require_hello(connection)
        except exceptions.RedisError as error:
            if late.is_set():
                raise exceptions.TimeoutError("the greeting did not end in time") from error
            raise
        finally:
            clock.cancel()
            clock.join()

    return greet
