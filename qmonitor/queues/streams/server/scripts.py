"""The steps that change more than one thing: each one script on the server, which checks all before it writes any.

A script that fails half-way is not rolled back. So it first looks at the kind of each key and, where the server can
tell (Redis 7), whether this user may use each command on it.
"""

import hashlib
from collections.abc import Sequence
from typing import Any

from redis import exceptions

_CHECKS = """\
local WRONG = 'WRONGTYPE Operation against a key holding the wrong kind of value'
local BARRED = "NOPERM this user has no permissions to run the '%s' command"
local UNKNOWN = "ERR unknown command '%s'"
local function call(name, ...)  -- the server does not say which command of a script it barred
  local answer = redis.pcall(name, ...)
  if type(answer) == 'table' and answer['err'] then
    if string.find(answer['err'], "can't run this command", 1, true) then
      error({err = string.format(BARRED, string.lower(name))})
    end
    if string.find(answer['err'], 'Unknown Redis command', 1, true) then
      error({err = string.format(UNKNOWN, string.lower(name))})
    end
    error({err = answer['err']})
  end
  return answer
end
local function other(key, kind)
  local found = call('TYPE', key)['ok']
  return found ~= 'none' and found ~= kind
end
local function barred(...)
  if not redis.acl_check_cmd then return false end
  local known, permitted = pcall(redis.acl_check_cmd, ...)
  if not known then error({err = string.format(UNKNOWN, string.lower((...)))}) end
  return not permitted
end
"""


class Script:
    """One step. `run` returns the server's answer and raises the driver's errors."""

    def __init__(self, text: str) -> None:
        self._text = _CHECKS + text
        self._sha = hashlib.sha1(self._text.encode(), usedforsecurity=False).hexdigest()

    def run(self, client: Any, keys: Sequence[str], *arguments: str | bytes | int) -> Any:
        try:
            return self.run_known(client, keys, *arguments)
        except exceptions.NoScriptError:  # the server's first time, or it was started anew
            return self.run_whole(client, keys, *arguments)

    def run_known(self, client: Any, keys: Sequence[str], *arguments: str | bytes | int) -> Any:
        """The server has to know the script."""
        return client.evalsha(self._sha, len(keys), *keys, *arguments)

    def run_whole(self, client: Any, keys: Sequence[str], *arguments: str | bytes | int) -> Any:
        return client.eval(self._text, len(keys), *keys, *arguments)

    def run_reading(self, client: Any, keys: Sequence[str], *arguments: str | bytes | int) -> Any:
        """One that writes nothing, run so that the server knows: it answers also while it holds up writes."""
        return client.eval_ro(self._text, len(keys), *keys, *arguments)


SCHEDULE = Script("""
-- KEYS payloads, index; ARGV id, what is expected under it ('' for nothing), envelope, due time
if other(KEYS[1], 'hash') or other(KEYS[2], 'zset') then return redis.error_reply(WRONG) end
if barred('HSET', KEYS[1], ARGV[1], ARGV[3]) then return redis.error_reply(string.format(BARRED, 'hset')) end
if barred('ZADD', KEYS[2], ARGV[4], ARGV[1]) then return redis.error_reply(string.format(BARRED, 'zadd')) end
local found = call('HGET', KEYS[1], ARGV[1]) or ''
if found ~= ARGV[2] then return found end
if found == '' then
  call('HSET', KEYS[1], ARGV[1], ARGV[3])
  call('ZADD', KEYS[2], ARGV[4], ARGV[1])
else
  call('ZADD', KEYS[2], 'NX', ARGV[4], ARGV[1])
end
return false
""")
"""Nothing where the envelope is kept; else what was found in its place, and nothing is written."""

REMOVE = Script("""
-- KEYS payloads, index; ARGV id, SHA-1 of the envelope that is meant ('' for any)
if other(KEYS[1], 'hash') or other(KEYS[2], 'zset') then return redis.error_reply(WRONG) end
if barred('HDEL', KEYS[1], ARGV[1]) then return redis.error_reply(string.format(BARRED, 'hdel')) end
if barred('ZREM', KEYS[2], ARGV[1]) then return redis.error_reply(string.format(BARRED, 'zrem')) end
local found = ARGV[2] ~= '' and call('HGET', KEYS[1], ARGV[1])
if found and redis.sha1hex(found) ~= ARGV[2] then return 0 end
call('HDEL', KEYS[1], ARGV[1])
return call('ZREM', KEYS[2], ARGV[1])
""")
"""0 where it is gone, or where another failure of the same kind has taken its place."""

DROP_ORPHAN = Script("""
-- KEYS payloads, index; ARGV id
if other(KEYS[1], 'hash') or other(KEYS[2], 'zset') then return redis.error_reply(WRONG) end
if call('HEXISTS', KEYS[1], ARGV[1]) == 1 then return 0 end
return call('ZREM', KEYS[2], ARGV[1])
""")
"""1 where a member of the index went that had no envelope."""

BURY = Script("""
-- KEYS payloads, index, dead letters; ARGV id, what is expected under it, then the fields of the dead letter
if other(KEYS[1], 'hash') or other(KEYS[2], 'zset') or other(KEYS[3], 'stream') then
  return redis.error_reply(WRONG)
end
if barred('HDEL', KEYS[1], ARGV[1]) then return redis.error_reply(string.format(BARRED, 'hdel')) end
if barred('ZREM', KEYS[2], ARGV[1]) then return redis.error_reply(string.format(BARRED, 'zrem')) end
if call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
call('XADD', KEYS[3], '*', unpack(ARGV, 3))
call('HDEL', KEYS[1], ARGV[1])
call('ZREM', KEYS[2], ARGV[1])
return 1
""")
"""1 where what can't be read went from the retry storage to the dead letters."""

BELOW = """
local function below(a, b)  -- ids as text: as numbers, long ones would be rounded
  local am, as = string.match(a, '^(%d+)-(%d+)$')
  local bm, bs = string.match(b, '^(%d+)-(%d+)$')
  if am ~= bm then
    if #am ~= #bm then return #am < #bm end
    return am < bm
  end
  if #as ~= #bs then return #as < #bs end
  return as < bs
end
"""
"""Of two ids of a stream."""

TRIM_MAIN = Script(
    BELOW
    + """
-- KEYS stream; ARGV horizon (an id)
if other(KEYS[1], 'stream') then return redis.error_reply(WRONG) end
if call('EXISTS', KEYS[1]) == 0 then return 0 end
local groups = call('XINFO', 'GROUPS', KEYS[1])
if #groups == 0 then return 0 end
local bound = ARGV[1]
for _, group in ipairs(groups) do
  local facts = {}
  for i = 1, #group, 2 do facts[group[i]] = group[i + 1] end
  local pending = call('XPENDING', KEYS[1], facts['name'])
  if pending[1] > 0 and below(pending[2], bound) then bound = pending[2] end
  if below(facts['last-delivered-id'], bound) then
    local fresh = call('XRANGE', KEYS[1], '(' .. facts['last-delivered-id'], '+', 'COUNT', 1)
    if fresh[1] and below(fresh[1][1], bound) then bound = fresh[1][1] end
  end
end
return call('XTRIM', KEYS[1], 'MINID', '=', bound)
"""
)
"""How many entries went. One step, for a group that is made meanwhile would have got nothing yet."""

EXTEND = Script("""
-- KEYS lock; ARGV token, milliseconds
if call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return call('PEXPIRE', KEYS[1], ARGV[2])
""")

GIVE_BACK = Script("""
-- KEYS lock; ARGV token
if call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return call('DEL', KEYS[1])
""")
