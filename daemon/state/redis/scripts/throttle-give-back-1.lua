--[[
  Uncounts one event in the window in which it was counted.

  Input:
    KEYS[1]  the bucket's counter
    ARGV[1]  remaining milliseconds of the window when the event was counted: a window with more left is a later one

  Output:
    nothing
]]
local remaining = redis.call('PTTL', KEYS[1])
if remaining >= 0 and remaining <= tonumber(ARGV[1]) then
  redis.call('DECR', KEYS[1])
end
