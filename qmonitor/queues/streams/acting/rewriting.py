"""Takes the bytes of deleted entries out of a stream: the server only marks them, and keeps them beside the others.

Deleted bytes stay in the server's memory, in its dumps and its replicas until the last entry of the same block is gone.
So the stream is written anew: copied in small steps under a name of its own, and then, in one step, given its groups
with all that they have pending, and put in the place of the old one. Ids, groups, owners, idle times and delivery
counts are the same afterwards (only when the server last heard of a consumer is lost). What is too long for the memory
(`room`), or has very much pending, is left as it is, and that is told.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from qmonitor.queues.errors import QueueError
from qmonitor.queues.streams.acting import room
from qmonitor.queues.streams.acting.action_scripts import MOST_PARTS
from qmonitor.queues.streams.errors import ServerRefused, ServerUnreachable
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.server.scripts import Script
from qmonitor.queues.streams.server.trouble import explained
from qmonitor.queues.words import Phrase, phrase

PENDING = 2_000
"""Pending entries of all its groups: they are carried over in one step."""

STEP, STEP_BYTES = 200, 200_000
"""Entries copied at once, and about how many bytes."""

SECONDS = 60
"""After so long without a step the copy goes by itself: its maker is gone."""

TRIES, PAUSE = 5, 0.1
"""So often it is begun anew, with a pause that grows by so many seconds where the server is away."""

COPY = Script("""
-- KEYS stream, copy; ARGV copied up to ('' to begin), entries at most, bytes at most, seconds, parts of one at most
if other(KEYS[1], 'stream') then return redis.error_reply(WRONG) end
for _, one in ipairs({{'XADD', KEYS[2], '*', 'a', 'b'}, {'EXPIRE', KEYS[2], '1'}, {'DEL', KEYS[2]}}) do
  if barred(unpack(one)) then return redis.error_reply(string.format(BARRED, string.lower(one[1]))) end
end
local begin = '(' .. ARGV[1]
if ARGV[1] == '' then
  call('DEL', KEYS[2])
  begin = '-'
elseif call('EXISTS', KEYS[2]) == 0 then return 'lost' end
local most, bytes, done, size, last, count = tonumber(ARGV[2]), tonumber(ARGV[3]), 0, 0, '', 1
while done < most and size < bytes do  -- never many at once before it is known how large they are
  local found = call('XRANGE', KEYS[1], begin, '+', 'COUNT', count)
  for _, entry in ipairs(found) do
    if #entry[2] > tonumber(ARGV[5]) then
      call('DEL', KEYS[2])
      return 'wide'
    end
    call('XADD', KEYS[2], entry[1], unpack(entry[2]))
    for _, part in ipairs(entry[2]) do size = size + #part end
    last = entry[1]
  end
  done, begin = done + #found, '(' .. last
  if #found < count then break end
  count = math.max(1, math.min(most - done, math.floor(bytes * done / math.max(size, 1) / 4), 50))
end
if last ~= '' then call('EXPIRE', KEYS[2], ARGV[4]) end
return last
""")
"""Up to where it is copied by now; '' where nothing was left; 'lost' or 'wide' (an entry of more parts) where the copy
went. It never stays without an end."""

SWAP = Script("""
-- KEYS stream, copy, the stream that was; ARGV copied up to, pending at most
local function named(list, name)
  for i = 1, #list, 2 do if list[i] == name then return list[i + 1] end end
end
if other(KEYS[1], 'stream') then return redis.error_reply(WRONG) end
for _, one in ipairs({{'RENAME', KEYS[2], KEYS[1]}, {'XSETID', KEYS[2], '1-1'},
                      {'XGROUP', 'CREATE', KEYS[2], 'a', '0'}, {'XGROUP', 'CREATECONSUMER', KEYS[2], 'a', 'b'},
                      {'XCLAIM', KEYS[2], 'a', 'b', '0', '1-1'}, {'PERSIST', KEYS[2]}, {'PTTL', KEYS[1]}}) do
  if barred(unpack(one)) then return redis.error_reply(string.format(BARRED, string.lower(one[1]))) end
end
if call('EXISTS', KEYS[1]) == 0 then
  call('DEL', KEYS[2])
  return 'gone'
end
local facts, groups = call('XINFO', 'STREAM', KEYS[1]), call('XINFO', 'GROUPS', KEYS[1])
local last, added = named(facts, 'last-generated-id'), named(facts, 'entries-added')
local dropped = named(facts, 'max-deleted-entry-id')
local held = 0
for _, group in ipairs(groups) do held = held + named(group, 'pending') end
if held > tonumber(ARGV[2]) then return 'pending' end
if #call('XRANGE', KEYS[1], ARGV[1] == '' and '-' or '(' .. ARGV[1], '+', 'COUNT', 1) > 0 then return 'more' end
local first = named(facts, 'first-entry')
if first then call('XTRIM', KEYS[2], 'MINID', '=', first[1]) else call('DEL', KEYS[2]) end
local length = call('EXISTS', KEYS[2]) == 1 and call('XLEN', KEYS[2]) or 0
if length ~= named(facts, 'length') then return 'changed' end
-- Up to the last line only the copy is written.
if length == 0 then
  call('XADD', KEYS[2], last == '0-0' and '0-1' or last, 'a', '')
  call('XTRIM', KEYS[2], 'MAXLEN', 0)
end
for _, group in ipairs(groups) do
  local name, read = named(group, 'name'), named(group, 'entries-read')
  call('XGROUP', 'CREATE', KEYS[2], name, named(group, 'last-delivered-id'), 'ENTRIESREAD', read or -1)
  for _, consumer in ipairs(call('XINFO', 'CONSUMERS', KEYS[1], name)) do
    call('XGROUP', 'CREATECONSUMER', KEYS[2], name, named(consumer, 'name'))
  end
  for _, one in ipairs(call('XPENDING', KEYS[1], name, '-', '+', ARGV[2] + 1)) do
    local claimed = call('XCLAIM', KEYS[2], name, one[2], 0, one[1], 'IDLE', one[3], 'RETRYCOUNT', one[4], 'FORCE',
                         'JUSTID')
    if #claimed == 0 then
      call('DEL', KEYS[2])
      return 'ghosts'
    end
  end
end
call('XSETID', KEYS[2], last, 'ENTRIESADDED', added, 'MAXDELETEDID', dropped)
local ttl = call('PTTL', KEYS[1])
if ttl > 0 then call('PEXPIRE', KEYS[2], ttl) else call('PERSIST', KEYS[2]) end
-- A long stream takes its time to be freed: beside everything else, where this user may have that.
local aside = not barred('UNLINK', KEYS[3]) and not barred('RENAME', KEYS[1], KEYS[3])
if aside then call('RENAME', KEYS[1], KEYS[3]) end
call('RENAME', KEYS[2], KEYS[1])
if aside then call('UNLINK', KEYS[3]) end
return 'done'
""")
"""What came of it; only with 'done' the stream is another one."""


def streams(keys: Keys) -> tuple[str, ...]:
    """In which messages lie."""
    return keys.main, keys.dlq, keys.skipped


class Rewriting:
    """Writes streams of one queue anew; for one thread. `stopped` is asked between two steps."""

    def __init__(self, client: Any, keys: Keys, stopped: Callable[[], bool]) -> None:
        self._client, self._keys, self._stopped = client, keys, stopped
        self.left: tuple[str, ...] = ()
        """Streams that were not written anew though they hold deleted bytes; known after `all`."""

    def all(self) -> tuple[Phrase, ...]:
        """Every stream that messages lie in. What could not be written anew, in words; nothing where all is well.

        Raises `ServerUnreachable` where the server stays away.
        """
        found = {key: said for key in streams(self._keys) if (said := self._said(key)) is not None}
        self.left = tuple(found)
        return tuple(found.values())

    def _said(self, key: str) -> Phrase | None:
        try:
            reason = self._patiently(key)
        except ServerUnreachable:
            raise
        except QueueError as error:
            return phrase("The server still holds deleted bytes of {key}. {reason}", key=key, reason=error.cause)
        return None if reason is None else phrase(
            "The server still holds deleted bytes of {key} until the messages stored beside them are trimmed or"
            " deleted, too. {reason}",
            key=key, reason=reason,
        )  # fmt: skip

    def _patiently(self, key: str) -> Phrase | None:
        """Begun anew where the connection was lost: what is written anew already is so once more, and no harm done."""
        for again in range(1, TRIES):
            try:
                return self.one(key)
            except ServerUnreachable:
                time.sleep(PAUSE * again)
        return self.one(key)

    def one(self, key: str) -> Phrase | None:
        """Write one stream anew; why it was not, in words, where it was not."""
        needed, obstacle = room.look(self._client, key)
        if not needed or obstacle is not None:
            return obstacle if needed else None
        copy = f"{key}:rewriting"
        try:
            return self._written(key, copy)
        except QueueError:
            with suppress(QueueError), explained():  # a server without memory gets it back at once
                self._client.delete(copy)
            raise

    def _written(self, key: str, copy: str) -> Phrase | None:
        came = ""
        for _ in range(TRIES):
            at = self._copied(key, copy, "")
            while at is not None:
                with explained():
                    came = _text(SWAP.run(self._client, [key, copy, f"{key}:rewritten"], at, PENDING))
                if came != "more":
                    break
                at = self._copied(key, copy, at)
            if at is None and self._stopped():
                return phrase("The action was called off.")
            if came in _REASONS or came in ("done", "gone"):
                break
        return None if came in ("done", "gone") else _REASONS.get(came, _RESTLESS)

    def _copied(self, key: str, copy: str, at: str) -> str | None:
        """Copy on from there; up to where, None where the copy went or nobody wants it any more."""
        while not self._stopped():
            with explained():
                come = _text(COPY.run(self._client, [key, copy], at, STEP, STEP_BYTES, SECONDS, MOST_PARTS))
            if come == "wide":
                raise ServerRefused(phrase("It holds an entry of too many fields to be copied in one step."))
            if come in ("", "lost"):
                return None if come else at
            at = come
        return None


_RESTLESS = phrase("Others changed it all the time.")
_REASONS = {
    "pending": phrase("Its groups have too much in hand for it to be written anew."),
    "ghosts": phrase("A group has something in hand that is not there any more."),
}


def _text(value: bytes) -> str:
    return bytes(value).decode()
