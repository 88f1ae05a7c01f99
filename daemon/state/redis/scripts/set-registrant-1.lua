--[[
  Notes which network a client counts against, and returns the one that it counted against before.

  Input:
    KEYS[1]  the client's registrant
    ARGV[1]  the network
    ARGV[2]  life in milliseconds, at least 1

  Output:
    the network before
    false (nil) when there was none
]]
local before = redis.call('GET', KEYS[1])
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return before
