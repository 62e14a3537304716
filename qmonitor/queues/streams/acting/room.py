"""Whether a stream can be written anew: a copy of it has to fit into the server's memory beside it for some seconds."""

from typing import Any

from qmonitor.queues.streams.server.scripts import Script
from qmonitor.queues.streams.server.trouble import explained, no_command
from qmonitor.queues.words import Phrase, phrase

UNASKED = 50_000
"""Entries of a stream that is written anew by who may not ask for the server's memory: some tenths of a second."""

LONGEST = 2_000_000
"""Entries of a stream that is written anew at all: some ten seconds, in steps of a few milliseconds."""

LARGEST, REPLICATED = 512_000_000, 200_000_000
"""Bytes of memory that a copy takes at most; and where replicas get it, too: a server gives up a replica for which it
holds 256 MB back.
"""

FULL = 0.9
"""Such a share of its memory the server may have in use with the copy."""

COMMANDS = ("INFO", "MEMORY|USAGE", "UNLINK")
"""What long streams need besides."""

MB = 1_000_000

ROOM = Script("""
-- KEYS stream; ARGV up to what length its memory need not be known. Its length, entries ever added, memory; the
-- server's memory in use, all that it has (0: not known), its replicas; or the command that this user may not use.
if other(KEYS[1], 'stream') then return redis.error_reply(WRONG) end
if call('EXISTS', KEYS[1]) == 0 then return {} end
local length, added = call('XLEN', KEYS[1]), 0
local facts = call('XINFO', 'STREAM', KEYS[1])
for i = 1, #facts, 2 do if facts[i] == 'entries-added' then added = facts[i + 1] end end
for _, one in ipairs({{'INFO', 'memory'}, {'MEMORY', 'USAGE', KEYS[1]}}) do
  if barred(unpack(one)) then
    if length <= tonumber(ARGV[1]) then return {length, added} end
    return {length, added, one[1]}
  end
end
local said = call('INFO', 'memory') .. call('INFO', 'replication')
local function figure(name) return tonumber(string.match(said, '\\n' .. name .. ':(%d+)')) or 0 end
local most = figure('maxmemory')
if most == 0 then most = figure('total_system_memory') end
return {length, added, call('MEMORY', 'USAGE', KEYS[1]), figure('used_memory'), most,
        figure('connected_slaves')}
""")


def look(client: Any, key: str) -> tuple[bool, Phrase | None]:
    """Whether anything was ever deleted from a stream, and why it can't be written anew (None: it can).

    Raises `StreamError`.
    """
    with explained():
        found = ROOM.run(client, [key], UNASKED)
    if not found:
        return False, None
    length, added, *memory = found
    return length != added, no_command(memory[0].decode()) if len(memory) == 1 else _too_much(length, *memory)


def _too_much(length: int, size: int = 0, used: int = 0, most: int = 0, replicas: int = 0) -> Phrase | None:
    if length > LONGEST:
        return phrase("It is too long to be written anew ({count} messages).", count=length)
    if size > (REPLICATED if replicas else LARGEST):
        return phrase("It is too large to be written anew ({count} MB).", count=size // MB)
    if most and used + size > most * FULL:
        return phrase("The server has too little memory left to write it anew ({count} MB).", count=-(-size // MB))
    return None
