--[[
  Takes one counted event back, in the window in which it was counted.

  Input:
    KEYS[1]  the bucket's counter
    ARGV[1]  milliseconds that were left of the window when the event was counted: a window with more left is a later one

  Output:
    1 when it was taken back, 0 when the window is over
]]
local remaining = redis.call('PTTL', KEYS[1])
if remaining < 0 or remaining > tonumber(ARGV[1]) then
  return 0
end
redis.call('DECR', KEYS[1])
return 1
