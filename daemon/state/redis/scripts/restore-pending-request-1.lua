--[[
  Puts back a pending request that was taken. Does not change an existing one.

  Input:
    KEYS[1]  the request
    ARGV[1]  the request as JSON
    ARGV[2]  hash of its owner's id
    ARGV[3]  lifetime in milliseconds, at least 1

  Output:
    nothing
]]
if redis.call('EXISTS', KEYS[1]) == 1 then
  return
end
redis.call('HSET', KEYS[1], 'request', ARGV[1], 'owner', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
