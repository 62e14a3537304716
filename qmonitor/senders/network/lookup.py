"""Which addresses a name has, asked for within a time limit: the system's own call knows none."""

import ipaddress
import socket
from collections.abc import Callable
from typing import Any

from qmonitor.queues.sending import Unreachable
from qmonitor.queues.words import phrase
from qmonitor.senders.limited import Limited, StillRunning, Together
from qmonitor.values import dataclass


@dataclass(frozen=True, slots=True)
class Address:
    """Where to connect to: `family` as the socket module counts, `place` as `connect` takes it."""

    family: int
    place: tuple[Any, ...]


class Lookups:
    """Asks for one host once at a time, whoever wants to know: a name service that hangs must not collect threads."""

    def __init__(self, ask: Callable[[str, int], tuple[Address, ...]]) -> None:
        self._ask = ask
        self._asking: Together[tuple[Address, ...]] = Together()

    def addresses(self, host: str, port: int, seconds: float) -> tuple[Address, ...]:
        """Raises `Unreachable`."""
        try:
            return self._ask(host, port) if _is_number(host) else self._asked(host, port).result(seconds)
        except StillRunning:
            raise Unreachable(
                phrase("No address of {host} was found within {limit} s.", limit=f"{round(seconds, 2):g}", host=host),
                phrase("See to the name service of this computer, or give the receiver's address as a number."),
            ) from None
        except (OSError, UnicodeError) as error:
            raise Unreachable(
                phrase("No host has the name {host}.", host=host),
                phrase("See to the host in the settings, and to the name service."),
            ) from error

    def _asked(self, host: str, port: int) -> Limited[tuple[Address, ...]]:
        """The question that is on its way, or a new one."""
        return self._asking.call((host, port), lambda: self._ask(host, port), "look-up")


def _ask(host: str, port: int) -> tuple[Address, ...]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple(Address(family, place) for family, _, _, _, place in found)


_SYSTEM = Lookups(_ask)


def addresses(host: str, port: int, seconds: float) -> tuple[Address, ...]:
    """All addresses of a host, in the order in which they are to be tried. Raises `Unreachable`."""
    return _SYSTEM.addresses(host, port, seconds)


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True
