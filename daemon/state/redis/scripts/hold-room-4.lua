--[[
  Reserves room for a pending request, or releases it. state/state.ts has the rule for evicting requests when the room
  is full. This script sees only entries, not requests, so that it can declare all of its keys: requests are on any node.

  Input:
    KEYS[1]  sorted set of groups by weighted units of 4 KiB: "p…" a pair, "n…" a network, "c…" a client
    KEYS[2]  sorted set, all scores 0, of "group entry": what each group holds, oldest first
    KEYS[3]  sorted set of entries by the millisecond in which they expire
    KEYS[4]  hash: bytes and units of all entries
    ARGV[1]  entry: "expiry hash client network bytes"; the hash names the request
    ARGV[2]  lifetime in milliseconds; 0 releases the entry's room
    ARGV[3]  bytes available to all requests

  Output:
    the hashes of the requests to evict
]]
local groups, members, deadlines, size = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
-- The fraction of a score, in microseconds of 19 hours: among groups of equal weight, the one that has gone longest without
-- an addition comes first.
local tie = (2 ^ 36 - 1 - (time[1] * 1000000 + time[2]) % 2 ^ 36) / 2 ^ 36

local function account(entry, sign)
  local client, network, bytes = string.match(entry, '^%S+ %S+ (%S+) (%S+) (%d+)$')
  local factors = { ['p' .. client .. network] = 4, ['n' .. network] = 2, ['c' .. client] = 1 }
  local units = math.ceil(bytes / 4096)
  for group, factor in pairs(factors) do
    local weight = tonumber(redis.call('ZSCORE', groups, group) or '0') + sign * factor * units
    if sign == 1 then
      redis.call('ZADD', groups, string.format('%.17g', math.floor(weight) + tie), group)
      redis.call('ZADD', members, 0, group .. ' ' .. entry)
    else
      redis.call('ZREM', members, group .. ' ' .. entry)
      if weight < 1 then
        redis.call('ZREM', groups, group)
      else
        redis.call('ZADD', groups, string.format('%.17g', weight), group)
      end
    end
  end
  redis.call('HINCRBY', size, 'units', sign * units)
  redis.call('HINCRBY', size, 'bytes', sign * bytes)
end

local function remove(entry)
  if redis.call('ZREM', deadlines, entry) == 1 then
    account(entry, -1)
  end
end

-- Redis may lose some of the keys alone (evicted, deleted), and the others then count entries that nothing would ever remove.
-- So the index starts over. The requests that it counted live on uncounted until they expire.
local kept = redis.call('EXISTS', groups, members, deadlines, size)
if kept > 0 and kept < 4 then
  redis.call('DEL', groups, members, deadlines, size)
end

-- Removes some expired requests: more than one request adds, so that none are left behind.
for _, expired in ipairs(redis.call('ZRANGEBYSCORE', deadlines, '-inf', now, 'LIMIT', 0, 20)) do
  remove(expired)
end

local entry, life = ARGV[1], tonumber(ARGV[2])
if life == 0 then
  remove(entry)
elseif redis.call('ZADD', deadlines, now + life, entry) == 1 then
  account(entry, 1)
end

local gone = {}
while tonumber(redis.call('HGET', size, 'bytes') or '0') > tonumber(ARGV[3]) do
  local top = redis.call('ZREVRANGE', groups, 0, 1, 'WITHSCORES')
  local group = top[1]
  if not group then
    break
  end
  if string.sub(group, 1, 1) == 'n' and math.floor(tonumber(top[2])) == 2 * redis.call('HGET', size, 'units') and top[3] then
    group = top[3]
  end
  local oldest = redis.call('ZRANGEBYLEX', members, '[' .. group .. ' ', '(' .. group .. '!', 'LIMIT', 0, 1)[1]
  if not oldest then
    break
  end
  local victim = string.sub(oldest, #group + 2)
  table.insert(gone, string.match(victim, '^%S+ (%S+)'))
  -- Also if it has no deadline: a victim that stays would be found again forever, and Redis cannot stop a script that has written.
  redis.call('ZREM', deadlines, victim)
  account(victim, -1)
end

for _, key in ipairs(KEYS) do
  if redis.call('PTTL', key) < life then
    redis.call('PEXPIRE', key, life)
  end
end
return gone
