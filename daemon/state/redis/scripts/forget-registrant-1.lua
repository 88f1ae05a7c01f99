--[[
  Deletes the network that a client counts against, unless it has changed.

  Input:
    KEYS[1]  the client's registrant
    ARGV[1]  the network

  Output:
    nothing
]]
if redis.call('GET', KEYS[1]) == ARGV[1] then
  redis.call('DEL', KEYS[1])
end
