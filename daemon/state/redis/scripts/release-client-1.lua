--[[
  Frees a client's place.

  Input:
    KEYS[1]  sorted set of clients by the millisecond in which their place ends
    ARGV[1]  the client

  Output:
    nothing
]]
redis.call('ZREM', KEYS[1], ARGV[1])
