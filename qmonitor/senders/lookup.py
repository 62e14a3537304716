"""Which addresses a name has, asked for within a time limit: the system's own call knows none."""

import ipaddress
import socket
from dataclasses import dataclass
from typing import Any

from qmonitor.queues.sending import Unreachable
from qmonitor.queues.words import phrase
from qmonitor.senders.limited import Limited, StillRunning


@dataclass(frozen=True, slots=True)
class Address:
    """Where to connect to: `family` as the socket module counts, `place` as `connect` takes it."""

    family: int
    place: tuple[Any, ...]


def addresses(host: str, port: int, seconds: float) -> tuple[Address, ...]:
    """All addresses of a host, in the order in which they are to be tried. Raises `Unreachable`."""
    try:
        found = _ask(host, port) if _is_number(host) else Limited(lambda: _ask(host, port), "look-up").result(seconds)
    except StillRunning:
        raise Unreachable(
            phrase("No address of {host} was found within {limit} s.", limit=f"{seconds:.3g}", host=host),
            phrase("See to the name service of this computer, or give the receiver's address as a number."),
        ) from None
    except (OSError, UnicodeError) as error:
        raise Unreachable(
            phrase("No host has the name {host}.", host=host),
            phrase("See to the host in the settings, and to the name service."),
        ) from error
    return found


def _ask(host: str, port: int) -> tuple[Address, ...]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple(Address(family, place) for family, _, _, _, place in found)


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True
