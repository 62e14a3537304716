"""Who works on a queue, as its audit tells: the start and the stop of a pool, a row of its own each, chained like every
other. One that was killed says nothing of its end, so that those that work beside it, or after it, say it.
"""

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from qmonitor.queues.audit import AuditEntry
from qmonitor.queues.streams import audit
from qmonitor.queues.streams.errors import NoGroup, NotPermitted, ServerRefused
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.server.driver import LAST_TIME, RedisDriver, used_up
from qmonitor.queues.streams.server.scripts import Script
from qmonitor.queues.streams.server.trouble import explained
from qmonitor.queues.streams.values import MS, time_text
from qmonitor.queues.streams.worker_terms import SILENT, START, STOP, consumer_of, silence
from qmonitor.queues.words import phrase

_LOG = logging.getLogger("qmonitor.streams")

BETWEEN = " → "
"""Stands in the target of a row between the group and whom the pool sends to."""

TRIES = 100
"""So often it is computed anew where others are quicker."""

PAUSE = 0.01

EVERY, AGAIN = 5.0, 1.0
"""Seconds between two signs of life, and after something was in the way."""

LOOKED = 200
"""Rows of the audit that are read at once."""

_RECORD = Script("""
-- KEYS audit; ARGV hash of the entry before, number of the new one, its parts
if other(KEYS[1], 'stream') then return redis.error_reply(WRONG) end
if barred('XADD', KEYS[1], '*', 'a', 'b') then return redis.error_reply(string.format(BARRED, 'xadd')) end
local hash, number, highest = '', '0', '0'
if call('EXISTS', KEYS[1]) == 1 then
  local facts = call('XINFO', 'STREAM', KEYS[1])
  for n = 1, #facts, 2 do
    if facts[n] == 'last-generated-id' then highest = string.match(facts[n + 1], '^(%d+)') end
  end
  local last = call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
  if last then
    number = string.match(last[1], '^(%d+)')
    for n = 1, #last[2], 2 do if last[2][n] == 'hash' then hash = last[2][n + 1] end end
  end
end
if hash ~= ARGV[1] or tonumber(ARGV[2]) <= tonumber(highest) then return {number, hash, highest} end
call('XADD', KEYS[1], ARGV[2] .. '-0', unpack(ARGV, 3))
return {}
""")


_LEAVE = Script("""
-- KEYS main; ARGV group, consumer
if call('EXISTS', KEYS[1]) == 0 then return 1 end
for _, one in ipairs(call('XINFO', 'CONSUMERS', KEYS[1], ARGV[1])) do
  local name, pending
  for n = 1, #one, 2 do
    if one[n] == 'name' then name = one[n + 1] elseif one[n] == 'pending' then pending = one[n + 1] end
  end
  if name == ARGV[2] then
    if pending > 0 then return 0 end
    call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], ARGV[2])
  end
end
return 1
""")


class Presence:
    """One pool's; used by one thread at a time."""

    def __init__(self, client: Any, driver: RedisDriver, start: audit.Deed, actor: str, reason: str) -> None:
        self._client, self._driver, self._keys = client, driver, driver.keys
        self._start, self._actor, self._reason = start, actor, reason
        self._number = self._read = 0
        """Which row of the audit its start is, and up to which one the audit was read."""
        self._open: dict[str, AuditEntry] = {}
        """The starts at this group without a stop, by their plan."""
        self._ghosts: set[str] = set()
        """Consumers of pools that have ended, which stay while anything is pending of them."""

    def begin(self) -> None:
        """Raises `StreamError`."""
        self._number = self._record(self._start, self._reason) or 0

    def end(self, sent: int) -> None:
        """With how many messages were delivered. Raises `StreamError`."""
        self._record(replace(self._start, action=STOP, part=2, count=sent, before=()), self._reason)
        self._leave(self._driver.worker_id)

    def look(self) -> float:
        """Show that it is there, and see who else is; after how many seconds to do so again. Raises `StreamError`."""
        try:
            self._driver.appear()
            self._require_recorded()
            self._read_on()
            self._tell_of_the_dead()
        except (NoGroup, NotPermitted):  # the first is told, and mended, by who fetches; the second costs no message
            return AGAIN
        return EVERY

    def _require_recorded(self) -> None:
        """The server may have lost its data, and another pool may have taken this one for dead."""
        with explained():
            found = self._client.xrange(self._keys.audit, f"{self._number}-0", f"{self._number}-0")
        if not any(fields.get(b"plan", b"").decode() == self._start.plan for _, fields in found):
            self._read, self._open = 0, {}
            self.begin()
        self._read_on()
        if self._start.plan not in self._open:
            self.begin()

    def _read_on(self) -> None:
        """What was recorded since it was looked last; at first what is new enough to be of anybody who still works."""
        if not self._read:
            rows = audit.entries(self._client, self._keys, LOOKED)[::-1]
            self._note(rows)
            return
        while rows := audit.later(self._client, self._keys, self._read, LOOKED):
            self._note(rows)

    def _note(self, rows: Sequence[AuditEntry]) -> None:
        here = self._start.target.partition(BETWEEN)[0] + BETWEEN
        for row in rows:
            self._read = row.id
            if row.action == START and row.target.startswith(here):
                self._open[row.plan] = row
            elif row.action == STOP:
                self._open.pop(row.plan, None)

    # -- of others -------------------------------------------------------------------------------------------------

    def _tell_of_the_dead(self) -> None:
        others = [row for row in self._open.values() if row.plan != self._start.plan]
        if others:
            silent, now = silence(self._client, self._keys), self._driver.now()
            for row in others:
                self._tell_of(row, silent.get(consumer_of(row.host, row.plan)), now)
        self._ghosts = {one for one in self._ghosts if not self._leave(one)}

    def _tell_of(self, row: AuditEntry, silent: int | None, now: int) -> None:
        """`silent`: for how long nothing was heard of it (ms); None: the group has no such consumer."""
        since = now - (row.at.ns or 0) // MS if silent is None else silent
        if since < SILENT * 1000:
            return
        heard = "never heard of" if silent is None else f"last heard of at {time_text(now - silent)}"
        deed = audit.Deed(STOP, row.target, row.plan, row.part + 1, 0, ())

        def still() -> bool:
            self._read_on()
            return row.plan in self._open

        if self._record(deed, f"ended without a word, {heard}", still):
            _LOG.warning("another pool (%s) has ended without a word", consumer_of(row.host, row.plan))
        self._ghosts.add(consumer_of(row.host, row.plan))

    def _leave(self, consumer: str) -> bool:
        """Have the group forget it, if nothing is pending of it; whether it has. Without the right to, it stays."""
        try:
            with explained():
                return bool(_LEAVE.run(self._client, [self._keys.main], self._keys.group, consumer))
        except (NoGroup, NotPermitted):
            return True

    def _record(self, deed: audit.Deed, reason: str, still: Callable[[], bool] = lambda: True) -> int | None:
        return record(self._client, self._keys, deed, self._actor, reason, self._driver.now(), still)


def record(
    client: Any,
    keys: Keys,
    deed: audit.Deed,
    who: str,
    reason: str,
    at: int,
    still: Callable[[], bool] = lambda: True,
) -> int | None:
    """Append the row, and return its number; `at`: the server's time (ms). Raises `StreamError`.

    `still`: asked before each try, as others may be quicker; None where it is not to be recorded any more.
    """
    head, above, pause = audit.Head(), 0, threading.Event()
    for _ in range(TRIES):
        if max(head.id, above) >= LAST_TIME:
            raise used_up(keys.audit)
        if not still():
            return None
        entry = audit.entry(deed, who, reason, time_text(at), head, above)
        with explained():
            found = _RECORD.run(client, [keys.audit], head.hash, entry.id, *entry.fields)
        if not found:
            return entry.id
        number, last, highest = (bytes(part).decode() for part in found)
        head, above = audit.Head(int(number), last), int(highest)
        pause.wait(PAUSE)
    raise ServerRefused(
        phrase("The audit can't be written: others write into it all the time."), phrase("Try it again.")
    )
