--[[
  Stores a pending authorization request without an owner. Replaces an existing one with the same name.

  Input:
    KEYS[1]  the request
    ARGV[1]  the request as JSON
    ARGV[2]  lifetime in milliseconds, at least 1

  Output:
    nothing
]]
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'request', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
