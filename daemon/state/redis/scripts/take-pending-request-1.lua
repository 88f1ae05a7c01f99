--[[
  Removes a pending request and returns it, unless another user owns it. Exactly one of several concurrent takes gets it.

  Input:
    KEYS[1]  the request
    ARGV[1]  hash of the user's id

  Output:
    { the request as JSON, remaining milliseconds }
    false (nil) if it does not exist for this user
]]
local request, owner = unpack(redis.call('HMGET', KEYS[1], 'request', 'owner'))
if not request or (owner and owner ~= ARGV[1]) then
  return false
end
local remaining = redis.call('PTTL', KEYS[1])
redis.call('DEL', KEYS[1])
return { request, remaining }
