"""Commands that hold a server up, by what it says itself (SLOWLOG), whatever else the machine does at the time."""

import re
from typing import Any

TRIES = 7

_MORE = re.compile(rb"\.\.\. \((\d+) more arguments\)")


def slow(client: Any, most_us: int) -> list[str]:
    """Commands that are slow by their nature since this was last asked, and the log is emptied.

    What waited for a processor was slow only then: each is asked again by itself, and its best time counts. Scripts and
    what a worker does are left out.
    """
    logged = [one for one in client.slowlog_get(1000) if one["duration"] > most_us]
    found = {}
    for one in logged:
        words = _words(bytes(one["command"]))
        if words[0].upper() not in _NEVER:
            best = min(_took(client, words) for _ in range(TRIES))
            if best > most_us:
                found[bytes(one["command"])] = best
    client.slowlog_reset()
    return [f"{command[:80].decode('utf-8', 'replace')} {best} us" for command, best in found.items()]


_NEVER = {b"EVAL", b"EVALSHA", b"XADD", b"XREADGROUP", b"XACK", b"FLUSHALL", b"INFO", b"CONFIG", b"SLOWLOG", b"SAVE"}


def _words(command: bytes) -> list[bytes]:
    """As they were sent; of more words than the log keeps, the last one again for each."""
    words = command.split(b" ")
    more = _MORE.search(command)
    if more is None:
        return words
    kept = command[: more.start()].split()
    return kept + [kept[-1]] * int(more[1])


def _took(client: Any, words: list[bytes]) -> int:
    """How many microseconds the server worked for a command."""
    client.config_resetstat()
    client.execute_command(*words)
    name = b"|".join(words[:2] if words[0].upper() == b"XINFO" else words[:1]).decode().lower()
    return int(client.info("commandstats")[f"cmdstat_{name}"]["usec"])
