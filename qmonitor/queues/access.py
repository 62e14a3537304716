"""What a server wants to know before it lets anybody in: kept apart from the address, which everybody may see."""

from collections.abc import Callable
from dataclasses import field

from qmonitor.values import dataclass


@dataclass(frozen=True, slots=True)
class Access:
    """The password, and paths of certificates' files for an encrypted connection.

    `authority`: whom to trust ("": whom the system trusts). `certificate` and `key`: what to show where the server asks
    for it. `reclaim`: after how many seconds the workers of a queue take over what nobody finished; 0: nobody says.
    `anew` finds the password that is stored by now, where the server takes this one no more: None for none, and nobody
    is asked. The password is in no `repr`; a file has none of this.
    """

    password: str | None = field(default=None, repr=False)
    authority: str = ""
    certificate: str = ""
    key: str = ""
    reclaim: float = 0.0
    anew: Callable[[], str | None] | None = field(default=None, repr=False, compare=False)
