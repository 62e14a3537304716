"""The start and the stop of a worker in the audit: a row of its own each, chained like every other."""

import threading
from typing import Any

from qmonitor.queues.streams import audit
from qmonitor.queues.streams.errors import ServerRefused
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.server.driver import LAST_TIME, used_up
from qmonitor.queues.streams.server.scripts import Script
from qmonitor.queues.streams.server.trouble import explained
from qmonitor.queues.streams.values import time_text
from qmonitor.queues.words import phrase

TRIES = 100
"""So often it is computed anew where others are quicker."""

PAUSE = 0.01

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


def record(client: Any, keys: Keys, deed: audit.Deed, who: str, reason: str, at: int) -> None:
    """Append the row; `at`: the server's time (ms). Raises `StreamError`."""
    head, above, pause = audit.Head(), 0, threading.Event()
    for _ in range(TRIES):
        if max(head.id, above) >= LAST_TIME:
            raise used_up(keys.audit)
        entry = audit.entry(deed, who, reason, time_text(at), head, above)
        with explained():
            found = _RECORD.run(client, [keys.audit], head.hash, entry.id, *entry.fields)
        if not found:
            return
        number, last, highest = (bytes(part).decode() for part in found)
        head, above = audit.Head(int(number), last), int(highest)
        pause.wait(PAUSE)
    raise ServerRefused(
        phrase("The audit can't be written: others write into it all the time."), phrase("Try it again.")
    )
