--[[
  Makes the user the owner of a pending request, unless another user owns it, and returns the request.

  Input:
    KEYS[1]  the request
    ARGV[1]  hash of the user's id

  Output:
    the request as JSON
    false (nil) if it does not exist for this user
]]
local request, owner = unpack(redis.call('HMGET', KEYS[1], 'request', 'owner'))
if not request or (owner and owner ~= ARGV[1]) then
  return false
end
if not owner then
  redis.call('HSET', KEYS[1], 'owner', ARGV[1])
end
return request
