--[[
  Stores the network that a client counts against, and returns the previous one.

  Input:
    KEYS[1]  the client's registrant
    ARGV[1]  the network
    ARGV[2]  lifetime in milliseconds, at least 1

  Output:
    the previous network
    false (nil) if there was none
]]
local before = redis.call('GET', KEYS[1])
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return before
