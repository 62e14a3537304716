"""Whether a server still holds the queue that it held before: ids of entries grow, and are never given out again.

After a flush, or where an older state was restored, what was confirmed before is void. An envelope's id is given out
again by the next failure of the same kind: so a plan keeps a mark of each envelope, too.
"""

import json
from collections.abc import Mapping
from typing import Any

from qmonitor.queues.streams.envelopes import order
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.server.trouble import explained

COMMANDS = ("XINFO|STREAM",)
"""All that is ever sent."""


def mark(client: Any, keys: Keys, envelopes: Mapping[str, str] | None = None) -> str:
    """As the mark of a `Depth`: how many entries the main stream ever got, and the id of the last of them.

    `envelopes`: by name the SHA-1 of those that a plan is about; they stand on a line of their own.
    """
    last, added = _standing(client, keys)
    seen = f"{_begin(keys)}{added} {last}"
    return seen if not envelopes else f"{seen}\n{json.dumps({name: sha[:16] for name, sha in envelopes.items()})}"


def recognises(stored: str, client: Any, keys: Keys) -> bool:
    """Whether the queue of a mark is what lies there, however much was added since."""
    seen = stored.partition("\n")[0]
    added, _, last = seen.removeprefix(_begin(keys)).partition(" ")
    parts = (added, *last.split("-"))
    if not seen.startswith(_begin(keys)) or len(parts) != 3 or not all(part.isdecimal() for part in parts):
        return False
    now, came = _standing(client, keys)
    return order(now) >= order(last) and came >= int(added)


def envelopes_of(stored: str) -> Mapping[str, str]:
    """By name the begin of the SHA-1 of each envelope that the plan of a mark is about."""
    try:
        found = json.loads(stored.partition("\n")[2] or "{}")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _begin(keys: Keys) -> str:
    return f"{keys.main} {keys.group} "


def _standing(client: Any, keys: Keys) -> tuple[str, int]:
    with explained():
        try:
            found = client.xinfo_stream(keys.main)
        except Exception as error:
            if "no such key" in str(error):
                return "0-0", 0
            raise
    return bytes(found["last-generated-id"]).decode(), int(found["entries-added"])
