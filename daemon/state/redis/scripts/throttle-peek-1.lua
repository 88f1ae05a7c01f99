--[[
  Returns the state of a bucket without counting anything.

  Input:
    KEYS[1]  the bucket's counter

  Output:
    { events counted in the window, its remaining milliseconds; below 0 if there is no window }
]]
return { tonumber(redis.call('GET', KEYS[1]) or '0'), redis.call('PTTL', KEYS[1]) }
