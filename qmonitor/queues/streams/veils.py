"""The ids of delayed retries as the audit keeps them: told apart, but not to be read.

An envelope's id is made of what its message says, and an entry of the audit can't be taken out again without breaking
the chain. So the audit never holds it, but a digest, made with a key of the queue's own that lies beside the plans, and
never in the audit. Who may act on the queue can tell by the key what became of an id; who has the audit alone can't,
not even by trying all ids. Each erasure throws the key away in the same step: what older entries say can't be tied to
any id again, by nobody, and the next action makes another key.
"""

import hashlib
import hmac
import secrets
from collections.abc import Callable
from typing import Any

from qmonitor.queues.model import ItemId
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.server.trouble import explained

FIELD = "veil:key"
"""Of the plans' hash, where it is no plan: those have no colon in their ids."""

PLACE = "delayed:"
"""What those ids begin with that are made of a message; all others are times of a stream."""

Veil = Callable[[ItemId], ItemId]
"""From an id to what the audit has in its place."""


def new_key() -> str:
    return secrets.token_hex(32)


def key_of(client: Any, keys: Keys) -> str:
    """The queue's key; "" where there is none."""
    with explained():
        (found,) = client.hmget(keys.plans, [FIELD])
    return bytes(found or b"").decode("ascii", "replace")


def veil(key: str) -> Veil:
    """With a key; without one (""), nothing that anybody could tell again."""
    made = key or new_key()

    def veiled(item: ItemId) -> ItemId:
        text = str(item)
        if not text.startswith(PLACE):
            return item
        digest = hmac.new(made.encode(), text.encode("utf-8", "surrogatepass"), hashlib.sha256)
        return f"{PLACE}veiled-{digest.hexdigest()[:16]}"

    return veiled
