--[[
  Takes one of a network's places for clients without consent, unless all are taken.

  Input:
    KEYS[1]  sorted set of clients by the millisecond in which their place ends
    ARGV[1]  the client
    ARGV[2]  number of places
    ARGV[3]  lifetime of a place in milliseconds, at least 1

  Output:
    false (nil) if the client has its place
    milliseconds until the first place ends, if all are taken
]]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZREM', KEYS[1], ARGV[1])
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then
  return math.max(1, redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2] - now)
end
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[3]) then
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
end
return false
