--[[
  Stores a pending authorization request that nobody owns yet. One of the same name would be replaced.

  Input:
    KEYS[1]  the request
    ARGV[1]  the request as JSON
    ARGV[2]  life in milliseconds, at least 1

  Output:
    nothing
]]
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'request', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
