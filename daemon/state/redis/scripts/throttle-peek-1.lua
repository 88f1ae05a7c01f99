--[[
  Returns the state of a bucket without counting anything.

  Input:
    KEYS[1]  the bucket's counter

  Output:
    { events counted in the window, its remaining milliseconds; below 0 if there is no window }
]]
local remaining = redis.call('PTTL', KEYS[1])
if remaining < 0 then
  -- Someone may have removed the counter's expiry. The next hit opens its window again; without a hit it would stay full.
  return { 0, remaining }
end
return { tonumber(redis.call('GET', KEYS[1]) or '0'), remaining }
