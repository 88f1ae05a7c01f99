--[[
  Forgets which network a client counts against, unless it is another one by now.

  Input:
    KEYS[1]  the client's registrant
    ARGV[1]  the network

  Output:
    1 when it was forgotten, otherwise 0
]]
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
return redis.call('DEL', KEYS[1])
