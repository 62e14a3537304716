"""What a person's action does on the server: one script for each kind of it, which checks all before it writes any.

A script that fails half-way is not rolled back. So the order is: the kind of every key, the rights, whether the plan
is still ours, the state of each item, the end of the audit, the ids of new entries. Only where all of that holds it
writes: the audit entry, how far the plan has come, the new entries; and then it removes. Else nothing is changed, and
the answer says what stood in the way:

    done
    taken                           somebody else has gone on with the plan
    states  n, state, n, state …    items (from 1) that are not as they have to be
    veil    key                     the queue has another key for ids (`veils`), or none ('')
    chain   number, hash, highest   the last audit entry, and the highest number ever given
    ids     id                      the last id of the stream that new entries go to

A step whose answer got lost is sent again as it was: it knows its own audit entry, and is never done twice.
"""

from qmonitor.queues.streams.server.scripts import BELOW, Script

MOST_PARTS = 7900
"""Names and values that one entry can be written with: a script can't hand over more than about 8,000 arguments."""

_STEP = (
    BELOW
    + """
-- KEYS main, payloads, index, dead letters, skipped, audit, plans
-- ARGV group; plan ('' for none), its head, how far it comes with this; the key for ids ('' where none is needed, '-'
-- to throw it away, 'new:' before one where there is none yet); hash of the audit entry before, number of the new one,
-- how many parts it has, its parts; then the items, each: place, name, SHA-1 of the envelope, id of the new entry,
-- condition, how many parts of fields, the parts
local MAIN, PAYLOADS, INDEX, DEAD, SKIPPED, AUDIT, PLANS = unpack(KEYS)
local STREAMS = {main = MAIN, dlq = DEAD, skipped = SKIPPED}
local GROUP, PLAN, HEAD, SO_FAR, VEIL, PREV, NUMBER = unpack(ARGV, 1, 7)
local LAST, MOST = '18446744073709551615-18446744073709551615', 7900
local AT, FIELD = 8, 'veil:key'
local function take() AT = AT + 1; return ARGV[AT - 1] end
local function take_all()
  local parts = {}
  for i = 1, tonumber(take()) do parts[i] = take() end
  return parts
end

local function named(list, name)  -- of a field that is there twice the last, as workers read it
  for i = #list - 1, 1, -2 do if list[i] == name then return list[i + 1] end end
end
local function generated(key)
  if call('EXISTS', key) == 0 then return '0-0' end
  return named(call('XINFO', 'STREAM', key), 'last-generated-id')
end
local function must(...)
  if barred(...) then error({err = string.format(BARRED, string.lower((select(1, ...))))}) end
end

for n, kind in ipairs({'stream', 'hash', 'zset', 'stream', 'stream', 'stream', 'hash'}) do
  if other(KEYS[n], kind) then return redis.error_reply(WRONG) end
end

local ENTRY = take_all()
local ITEMS, PLACES = {}, {}
while AT <= #ARGV do
  local item = {place = take(), name = take(), sha = take(), new = take(), condition = take(), fields = take_all()}
  ITEMS[#ITEMS + 1] = item
  PLACES[item.place] = true
end

must('XADD', AUDIT, '*', 'a', 'b')
if PLAN ~= '' or (VEIL ~= '' and VEIL ~= '-') then must('HSET', PLANS, PLAN, '') end
if PLACES.delayed then must('HDEL', PAYLOADS, 'a'); must('ZREM', INDEX, 'a') end
if PLACES.dlq then must('XDEL', DEAD, '0-1') end
if PLACES.skipped then must('XDEL', SKIPPED, '0-1') end
if PLACES.main then must('XDEL', MAIN, '0-1'); must('XACK', MAIN, GROUP, '0-1') end

-- The very same step once more, because its answer got lost.
local same = call('XRANGE', AUDIT, NUMBER .. '-0', NUMBER .. '-0')[1]
if same and named(same[2], 'hash') == ENTRY[#ENTRY] then return {'done'} end

if PLAN ~= '' and call('HGET', PLANS, PLAN) ~= HEAD then return {'taken'} end

local known = call('HGET', PLANS, FIELD)
if VEIL == '-' and known then must('HDEL', PLANS, FIELD)
elseif VEIL ~= '' and VEIL ~= '-' then  -- what an erasure threw away meanwhile must not come back
  local new = string.match(VEIL, '^new:(.+)$')
  if new and known or not new and known ~= VEIL then return {'veil', known or ''} end
  VEIL = new or VEIL
end

-- the state of items

local GROUPS
local function groups()
  if not GROUPS then
    GROUPS = {}
    if call('EXISTS', MAIN) == 1 then
      for n, group in ipairs(call('XINFO', 'GROUPS', MAIN)) do
        GROUPS[n] = {name = named(group, 'name'), delivered = named(group, 'last-delivered-id')}
      end
    end
  end
  return GROUPS
end
local function delivered()
  for _, group in ipairs(groups()) do if group.name == GROUP then return group.delivered end end
  return '0-0'
end
local function elsewhere(id)  -- whether another group has not finished it
  for _, group in ipairs(groups()) do
    if group.name ~= GROUP then
      if below(group.delivered, id) or call('XPENDING', MAIN, group.name, id, id, 1)[1] then return true end
    end
  end
  return false
end
local function look_main(item)
  local pending = call('XPENDING', MAIN, GROUP, item.name, item.name, 1)[1]
  local found = call('XRANGE', MAIN, item.name, item.name)[1]
  item.found = found and found[2]
  item.pending = pending and true
  item.idle = pending and pending[3]
  if pending then return found and 'in-flight' or 'body-gone' end
  if not found then return 'gone' end
  return below(delivered(), item.name) and 'undelivered' or 'finished'
end
local function look(item)
  if item.place == 'main' then return look_main(item) end
  if item.place ~= 'delayed' then
    local found = call('XRANGE', STREAMS[item.place], item.name, item.name)[1]
    item.found = found and found[2]
    return found and item.place or 'gone'
  end
  local text, due = call('HGET', PAYLOADS, item.name), call('ZSCORE', INDEX, item.name)
  if not text then
    if not due then return 'gone' end
    return item.sha == '' and 'orphan' or 'payload-missing'
  end
  item.found = text
  return redis.sha1hex(text) == item.sha and 'delayed' or 'changed'
end
local function judge(wrong)  -- `wrong`: what is in the way of an item in its state; nil where nothing is
  local states = {'states'}
  for n, item in ipairs(ITEMS) do
    item.state = look(item)
    local found = wrong(item)
    if found then states[#states + 1] = n; states[#states + 1] = found end
  end
  return #states > 1 and states
end

-- the audit, and the ids of new entries

local function chain()
  local last = call('XREVRANGE', AUDIT, '+', '-', 'COUNT', 1)[1]
  local number = last and string.match(last[1], '^%d+') or '0'
  local hash = last and named(last[2], 'hash') or ''
  local highest = string.match(generated(AUDIT), '^%d+')
  if hash == PREV and below(highest .. '-0', NUMBER .. '-0') then return false end
  return {'chain', number, hash, highest}
end
local function taken_ids(target)
  local last = generated(target)
  for _, item in ipairs(ITEMS) do
    if not below(last, item.new) or below(LAST, item.new) then return {'ids', generated(target)} end
    last = item.new
  end
  return false
end
local function record()
  call('XADD', AUDIT, NUMBER .. '-0', unpack(ENTRY))
  if PLAN ~= '' then call('HSET', PLANS, PLAN .. ':so-far', SO_FAR) end
  if VEIL == '-' then
    if known then call('HDEL', PLANS, FIELD) end
  elseif VEIL ~= '' and not known then call('HSET', PLANS, FIELD, VEIL) end
end
local function remove(item)
  if item.place == 'delayed' then
    call('HDEL', PAYLOADS, item.name)
    call('ZREM', INDEX, item.name)
  elseif item.place == 'main' then
    if item.pending then call('XACK', MAIN, GROUP, item.name) end
    for _, group in ipairs(item.everywhere and groups() or {}) do call('XACK', MAIN, group.name, item.name) end
    if item.found and not item.stays then call('XDEL', MAIN, item.name) end
  else
    call('XDEL', STREAMS[item.place], item.name)
  end
end
"""
)

PUBLISH = Script(
    _STEP
    + """
must('XADD', MAIN, '*', 'a', 'b')
local wrong = judge(function(item)
  if item.place == 'main' or item.state ~= item.place then return item.state end
  if item.place ~= 'delayed' and not named(item.found, 'payload') then return 'payload-missing' end
end) or chain() or taken_ids(MAIN)
if wrong then return wrong end
record()
for _, item in ipairs(ITEMS) do
  local fields = item.fields
  if item.place ~= 'delayed' then
    fields = {'payload', named(item.found, 'payload'), 'attempt', '0'}
    local trace = named(item.found, 'traceId')
    if trace and trace ~= '' then fields[5] = 'traceId'; fields[6] = trace end
  end
  call('XADD', MAIN, item.new, unpack(fields))
end
for _, item in ipairs(ITEMS) do remove(item) end
return {'done'}
"""
)
"""Retry-now and restore: what is delayed, dead-lettered or skipped becomes a new entry of the main stream, with attempt
0 and its trace id. The fields of a delayed one are given; the payload of the others never leaves the server."""

SET_ASIDE = Script(
    _STEP
    + """
must('XADD', SKIPPED, '*', 'a', 'b')
local wrong = judge(function(item)
  if item.place == 'main' then
    item.stays = elsewhere(item.name)
    if item.state == 'in-flight' then
      if item.idle <= tonumber(item.condition) then return 'in-flight' end
    elseif item.state ~= 'undelivered' then return item.state
    elseif item.stays then return 'elsewhere' end
  elseif item.place == 'skipped' or item.state ~= item.place then return item.state end
  if item.place ~= 'delayed' and #item.found + #item.fields > MOST then return 'many-fields' end
end) or chain() or taken_ids(SKIPPED)
if wrong then return wrong end
record()
for _, item in ipairs(ITEMS) do
  local fields = {}
  if item.place ~= 'delayed' then for n, part in ipairs(item.found) do fields[n] = part end end
  for _, part in ipairs(item.fields) do fields[#fields + 1] = part end
  call('XADD', SKIPPED, item.new, unpack(fields))
end
for _, item in ipairs(ITEMS) do remove(item) end
return {'done'}
"""
)
"""Skip and drain. The condition of an entry of the main stream is how many milliseconds it has to have been idle, where
it is in flight. One that another group has not finished stays where it is, for that group."""

DELETE = Script(
    _STEP
    + """
local wrong = judge(function(item)
  if item.condition == 'finished' then
    if item.state ~= 'finished' then return item.state end
    if elsewhere(item.name) then return 'elsewhere' end
  end
  item.everywhere = item.place == 'main'
  if item.state == 'gone' or item.state == 'changed' or item.state == 'payload-missing' then return item.state end
end) or chain()
if wrong then return wrong end
record()
for _, item in ipairs(ITEMS) do remove(item) end
return {'done'}
"""
)
"""Remove, purge and erase. With the condition "finished" only an entry of the main stream that every group is done
with. What is erased is taken from all groups."""

RIGHTS = Script("""
-- KEYS as above; ARGV group. What this user may not do, by number: 1 publish, 2 set aside, 3 take from the delayed,
-- 4 from the dead letters, 5 from the skipped, 6 from the main stream, 7 write the audit, 8 keep plans.
-- 0: run a script on these keys, whatever it does; '' for a key that this user may not use so.
local group = ARGV[1]
local asked = {
  {0, 'EVALSHA', 'a', '0'}, {0, 'EVAL', '', '0'},
  {1, 'XADD', KEYS[1], '*', 'a', 'b'}, {2, 'XADD', KEYS[5], '*', 'a', 'b'},
  {3, 'HDEL', KEYS[2], 'a'}, {3, 'ZREM', KEYS[3], 'a'}, {4, 'XDEL', KEYS[4], '0-1'}, {5, 'XDEL', KEYS[5], '0-1'},
  {6, 'XDEL', KEYS[1], '0-1'}, {6, 'XACK', KEYS[1], group, '0-1'}, {6, 'XPENDING', KEYS[1], group, '-', '+', '1'},
  {7, 'XADD', KEYS[6], '*', 'a', 'b'}, {7, 'XREVRANGE', KEYS[6], '+', '-', 'COUNT', '1'},
  {7, 'XINFO', 'STREAM', KEYS[6]}, {7, 'TYPE', KEYS[1]}, {7, 'EXISTS', KEYS[6]}, {7, 'XRANGE', KEYS[1], '-', '+'},
  {8, 'HSET', KEYS[7], 'a', 'b'}, {8, 'HDEL', KEYS[7], 'a'}, {8, 'HLEN', KEYS[7]},
}
local found = {}
for _, one in ipairs(asked) do
  local known, lacking = pcall(barred, unpack(one, 2))
  if not known or lacking then
    found[#found + 1] = one[1]; found[#found + 1] = one[2]; found[#found + 1] = known and 1 or 0
  end
end
if #found == 0 or found[1] > 0 then
  if barred('EVALSHA', 'a', #KEYS, unpack(KEYS)) then return {0, '', 1} end
end
return found
""")
"""Triples of such a number, the command, and 0 where the server does not have it at all; writes nothing."""
